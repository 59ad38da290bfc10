// SPDX-License-Identifier: GPL-2.0
/*
 * whose.c - alloctag whose: which line allocated the memory at an address
 *
 * The kernel knows, and answers what is written to the file whose. Each open
 * file has the answer to its own question.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"
#include "util/output.h"

/* Ends the program if TEXT is not a number that the kernel can read. */
static void check_address(const char *text)
{
	const char *digits = strncmp(text, "0x", 2) ? text : text + 2;
	size_t length = strspn(digits, "0123456789abcdefABCDEF");

	if (!length || length > 16 || digits[length])
		die(EXIT_WRONG, "whose: %s is no address: at most 16 hexadecimal digits", text);
}

/* Ask the kernel's file NAME about ADDRESS, and print the answer. */
static void print_owner(const char *name, const char *address)
{
	int fd = open(name, O_RDWR | O_CLOEXEC);
	size_t length = strlen(address);
	char answer[1024];
	ssize_t got;

	if (fd < 0 && errno == ENOENT)
		die(EXIT_CANNOT, "no %s: this kernel counts no allocations, or debugfs is not mounted",
		    name);
	if (fd < 0)
		die(EXIT_CANNOT, "cannot open %s: %s%s", name, strerror(errno),
		    errno == EPERM || errno == EACCES ?
		    " (it needs CAP_SYS_ADMIN and a kernel without lockdown)" : "");
	if (write(fd, address, length) != (ssize_t)length)
		die(EXIT_CANNOT, "cannot write to %s: %s", name, strerror(errno));
	got = pread(fd, answer, sizeof(answer) - 1, 0);
	if (got < 0)
		die(EXIT_CANNOT, "cannot read %s: %s", name, strerror(errno));
	close(fd);
	answer[got] = '\0';
	printf("%s: %.*s\n", address, (int)strcspn(answer, "\n"), answer);
}

int cmd_whose(int argc, char **argv)
{
	struct options options;
	char *name;
	int i, first;

	first = parse_options(&options, argc, argv);
	if (first == argc)
		die(EXIT_WRONG, "whose: which address?");
	for (i = first; i < argc; i++)
		check_address(argv[i]);
	name = xasprintf("%s/kernel/debug/alloctag/whose", sys_folder);
	for (i = first; i < argc; i++)
		print_owner(name, argv[i]);
	free(name);
	close_output(stdout, NULL);
	return 0;
}
