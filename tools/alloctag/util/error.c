// SPDX-License-Identifier: GPL-2.0
/*
 * error.c - messages, and the end of the program
 *
 * Functions that read input return errors as text in struct error; only the
 * commands end the program, by die(). So the readers can be tested by a fuzzer
 * in one process.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/error.h"

/* Store a message. Returns -1. */
int set_error(struct error *error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(error->text, sizeof(error->text), format, args);
	va_end(args);
	return -1;
}

/* For die(), if the terminal is in use; else NULL. */
void (*restore_terminal)(void);

void die(int code, const char *format, ...)
{
	va_list args;

	if (restore_terminal)
		restore_terminal();
	fflush(stdout);
	fputs("alloctag: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(code);
}

void warn(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fputs("alloctag: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
}
