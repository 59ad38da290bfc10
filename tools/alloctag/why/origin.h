/* SPDX-License-Identifier: GPL-2.0 */
/*
 * origin.h - the lines that a task's errors came from:
 * /proc/PID/task/TID/errors
 */
#ifndef ORIGIN_H
#define ORIGIN_H

#include <stdbool.h>
#include <sys/types.h>

/* An origin. Strings point into the text that was parsed. */
struct origin {
	unsigned int call;	/* number of the task's system call; 0: none */
	const char *error;	/* name, or number as text */
	const char *place;	/* FILE:LINE */
	const char *module;	/* NULL: none */
	const char *function;
};

/* The kernel keeps this many. */
#define MAX_ORIGINS 64

struct origins {
	char text[MAX_ORIGINS * 256];
	unsigned int call;	/* that the task is in, or was in last */
	struct origin list[MAX_ORIGINS];
	unsigned int nr;
};

bool read_origins(struct origins *origins, pid_t tid);
const struct origin *find_origin(const struct origins *origins, int error);
const char *error_name(int error);

#endif
