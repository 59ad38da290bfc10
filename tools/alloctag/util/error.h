/* SPDX-License-Identifier: GPL-2.0 */
/*
 * error.h - messages, and the end of the program
 */
#ifndef ERROR_H
#define ERROR_H

/* The program's exit codes. */
enum {
	EXIT_CANNOT = 1,	/* an operation of the system failed */
	EXIT_WRONG = 2,		/* wrong usage or wrong input */
	EXIT_GREW = 3,		/* a line grew more than the user allows */
};

/* Why a function failed. */
struct error {
	char text[600];
};

__attribute__((format(printf, 2, 3)))
int set_error(struct error *error, const char *format, ...);
extern void (*restore_terminal)(void);
__attribute__((format(printf, 2, 3), noreturn))
void die(int code, const char *format, ...);
__attribute__((format(printf, 1, 2)))
void warn(const char *format, ...);

#endif
