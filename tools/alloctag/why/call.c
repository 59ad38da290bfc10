// SPDX-License-Identifier: GPL-2.0
/*
 * call.c - system calls and their arguments as text
 *
 * Names come from the C library's headers, when the program is built. Which
 * arguments are strings, and how many there are, is told for the calls that
 * have strings; of others, the first three are printed as numbers. strace
 * explains arguments; this only has to make a call recognizable.
 */
#include <ctype.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "why/call.h"

/* Strings are cut off after so many bytes. */
#define MAX_STRING 64

/*
 * A call that has strings: a letter for each argument. s: a string, d: a signed
 * number, x: in hexadecimal, f: a file descriptor, which may be AT_FDCWD.
 */
static const struct {
	const char *name, *arguments;
} known[] = {
	{ "access", "sd" }, { "acct", "s" }, { "add_key", "ssxxd" }, { "chdir", "s" },
	{ "chmod", "sx" }, { "chown", "sdd" }, { "chroot", "s" }, { "close", "f" },
	{ "creat", "sx" }, { "delete_module", "sx" }, { "execve", "sxx" },
	{ "execveat", "fsxxx" }, { "faccessat", "fsd" }, { "faccessat2", "fsdx" },
	{ "fchmodat", "fsx" }, { "fchownat", "fsddx" }, { "finit_module", "fsx" },
	{ "fsconfig", "fdssd" }, { "fsopen", "sx" }, { "futimesat", "fsx" },
	{ "getxattr", "ssxd" }, { "init_module", "xds" }, { "inotify_add_watch", "fsx" },
	{ "lchown", "sdd" }, { "lgetxattr", "ssxd" }, { "link", "ss" },
	{ "linkat", "fsfsx" }, { "listxattr", "sxd" }, { "lsetxattr", "ssxdx" },
	{ "lstat", "sx" }, { "memfd_create", "sx" }, { "mkdir", "sx" },
	{ "mkdirat", "fsx" }, { "mknod", "sxx" }, { "mknodat", "fsxx" },
	{ "mount", "sssxx" }, { "move_mount", "fsfsx" }, { "mq_open", "sxxx" },
	{ "name_to_handle_at", "fsxxx" }, { "newfstatat", "fsxx" }, { "open", "sxx" },
	{ "open_tree", "fsx" }, { "openat", "fsxx" }, { "openat2", "fsxd" },
	{ "pivot_root", "ss" }, { "quotactl", "xsdx" }, { "readlink", "sxd" },
	{ "readlinkat", "fsxd" }, { "removexattr", "ss" }, { "rename", "ss" },
	{ "renameat", "fsfs" }, { "renameat2", "fsfsx" }, { "request_key", "sssd" },
	{ "rmdir", "s" }, { "setdomainname", "sd" }, { "sethostname", "sd" },
	{ "setxattr", "ssxdx" }, { "stat", "sx" }, { "statfs", "sx" },
	{ "statx", "fsxxx" }, { "swapoff", "s" }, { "swapon", "sx" },
	{ "symlink", "ss" }, { "symlinkat", "sfs" }, { "truncate", "sd" },
	{ "umount2", "sx" }, { "unlink", "s" }, { "unlinkat", "fsx" },
	{ "utime", "sx" }, { "utimensat", "fsxx" }, { "utimes", "sx" },
};

/* The name of system call NR. NULL if it was not known when this was built. */
static const char *call_name(uint64_t nr)
{
	const struct call_number *number;

	for (number = call_numbers; number->name; number++)
		if (number->nr == nr)
			return number->name;
	return NULL;
}

/* Read up to SIZE bytes at ADDRESS of the task TID. Returns how many, or -1. */
static ssize_t read_memory(pid_t tid, void *to, size_t size, uint64_t address)
{
	/* The string may end just before a page that can't be read. */
	size_t in_page = 4096 - address % 4096;
	char *name = xasprintf("/proc/%d/mem", tid);
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	ssize_t length = -1;

	free(name);
	if (fd < 0)
		return -1;
	length = pread(fd, to, size, address);
	if (length < 0 && in_page < size)
		length = pread(fd, to, in_page, address);
	close(fd);
	return length;
}

/* The string at ADDRESS of the task TID. */
static void print_string(struct buffer *out, pid_t tid, uint64_t address)
{
	char text[MAX_STRING + 1];
	ssize_t length;
	char *c;

	if (!address) {
		buffer_puts(out, "NULL");
		return;
	}
	length = read_memory(tid, text, MAX_STRING, address);
	if (length < 0) {
		buffer_printf(out, "0x%" PRIx64, address);
		return;
	}
	text[length] = 0;
	buffer_puts(out, "\"");
	for (c = text; *c; c++) {
		if (*c == '"' || *c == '\\')
			buffer_printf(out, "\\%c", *c);
		else if (isprint((unsigned char)*c) || *c & 0x80)
			buffer_printf(out, "%c", *c);
		else
			buffer_printf(out, "\\%03o", (unsigned char)*c);
	}
	buffer_puts(out, c == text + MAX_STRING ? "\"..." : "\"");
}

static void print_argument(struct buffer *out, pid_t tid, char kind, uint64_t value)
{
	if (kind == 's')
		print_string(out, tid, value);
	else if (kind == 'f' && (int)value == AT_FDCWD)
		buffer_puts(out, "AT_FDCWD");
	else if (kind == 'f' || kind == 'd')
		buffer_printf(out, "%d", (int)value);
	/* Not known: a small number, or a negative one, which may be an int. */
	else if (kind == '?' && (value < 4096 || value >= -4096ULL))
		buffer_printf(out, "%" PRId64, (int64_t)value);
	else if (kind == '?' && value == (uint32_t)value && (uint32_t)value >= -4096U)
		buffer_printf(out, "%" PRId32, (int32_t)value);
	else
		buffer_printf(out, "0x%" PRIx64, value);
}

/*
 * Append the call number NR of the task TID, as in C. Strings are those that
 * are there now. If it isn't NATIVE, but of a 32-bit program for example, the
 * number means another call, and is shown.
 */
void print_call(struct buffer *out, pid_t tid, bool native, uint64_t nr,
		const uint64_t arguments[NR_ARGUMENTS])
{
	const char *name = native ? call_name(nr) : NULL, *kinds = NULL;
	size_t i;

	if (name)
		buffer_puts(out, name);
	else
		buffer_printf(out, "syscall_%" PRIu64, nr);
	buffer_puts(out, "(");
	for (i = 0; name && i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(known[i].name, name))
			kinds = known[i].arguments;
	for (i = 0; i < (kinds ? strlen(kinds) : 3); i++) {
		if (i)
			buffer_puts(out, ", ");
		print_argument(out, tid, kinds ? kinds[i] : '?', arguments[i]);
	}
	buffer_puts(out, kinds ? ")" : ", ...)");
}
