// SPDX-License-Identifier: GPL-2.0
/*
 * Load a module under another name: there may be several of it then.
 *
 *	load-as FILE NAME OTHER
 *
 * OTHER is as long as NAME and takes its place wherever FILE has it. Exits with
 * 1 if that fails.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct stat info;
	char *text, *at;
	int fd;

	if (argc != 4 || strlen(argv[2]) != strlen(argv[3])) {
		fprintf(stderr, "usage: load-as FILE NAME OTHER\n");
		return 1;
	}
	fd = open(argv[1], O_RDONLY);
	text = fd < 0 || fstat(fd, &info) ? NULL : malloc(info.st_size);
	if (!text || read(fd, text, info.st_size) != info.st_size) {
		perror(argv[1]);
		return 1;
	}
	while ((at = memmem(text, info.st_size, argv[2], strlen(argv[2]))))
		memcpy(at, argv[3], strlen(argv[3]));
	if (syscall(SYS_init_module, text, info.st_size, "")) {
		perror("load-as: init_module");
		return 1;
	}
	return 0;
}
