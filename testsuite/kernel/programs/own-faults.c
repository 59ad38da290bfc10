// SPDX-License-Identifier: GPL-2.0
/*
 * Let allocations of this process fail, with queries that also cover the
 * allocations that the kernel makes to execute queries, and take that back. The
 * process itself goes on, as all its memory is there and locked.
 *
 *	own-faults
 *
 * Prints "ok: WHAT" or "failed: WHAT" for each check, and "end" at the end.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define CONTROL	"/sys/kernel/debug/alloctag/control"

/* As much memory as one page of page tables maps. */
#define REGION	(2UL << 20)

static void check(bool good, int error, const char *what)
{
	printf("%s: %s", good ? "ok" : "failed", what);
	if (!good)
		printf(": %s", strerror(error));
	printf("\n");
}

static void die(const char *what)
{
	check(false, errno, what);
	exit(1);
}

/*
 * Map a file with @text where the process has no page tables: reading the text
 * is a page fault that allocates one.
 */
static const char *cold_text(const char *text)
{
	char *map = mmap(NULL, 3 * REGION, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int fd = memfd_create("text", 0);

	if (map == MAP_FAILED || fd < 0 || write(fd, text, strlen(text)) < 0)
		die("memory");
	map = (char *)(((uintptr_t)map + REGION - 1) & -REGION);
	map = mmap(map, 4096, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0);
	if (map == MAP_FAILED)
		die("mmap");
	close(fd);
	return map;
}

/* Write a query for the lines @which, for this process, to @control. */
static void query(int control, const char *which)
{
	char text[100];

	snprintf(text, sizeof(text), "%s +f task=%d\n", which, getpid());
	if (write(control, text, strlen(text)) < 0)
		die(text);
}

/* The lines that allocate page tables for the pages of files. */
static void page_faults(int control)
{
	static const char text[] = "func *do_fault* -f\n";
	const char *other = cold_text("other");
	const char *back = cold_text(text);
	int ends[2], other_error, error;
	ssize_t others, written;

	if (pipe(ends))
		die("pipe");
	query(control, "func *do_fault*");
	others = write(ends[1], other, 5);
	other_error = errno;
	written = write(control, back, strlen(text));
	error = errno;
	check(others < 0 && other_error == EFAULT, other_error, "page faults of the process fail");
	check(written == (ssize_t)strlen(text), error, "page faults of a write to control do not");
	close(ends[0]);
	close(ends[1]);
}

/* All lines: the task= is a term that leaves a way out. */
static void all_lines(int control)
{
	int fd, open_error, error;
	ssize_t written;

	if (mlockall(MCL_CURRENT))
		die("mlockall");
	query(control, "");
	fd = open(CONTROL, O_RDONLY);
	open_error = errno;
	written = write(control, "-f\n", 3);
	error = errno;
	munlockall();
	check(fd < 0 && open_error == ENOMEM, open_error, "all lines: system calls fail");
	check(written == 3, error, "all lines: a write to control does not");
	fd = open(CONTROL, O_RDONLY);
	check(fd >= 0, errno, "all lines: it was taken back");
	close(fd);
}

int main(void)
{
	static char buffer[4096];
	int control = open(CONTROL, O_WRONLY);

	setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
	if (control < 0)
		die(CONTROL);
	page_faults(control);
	all_lines(control);
	printf("end\n");
	return 0;
}
