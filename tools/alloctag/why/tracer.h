/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tracer.h - following the system calls of a command or of a process
 */
#ifndef TRACER_H
#define TRACER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "util/buffer.h"

/* A system call that has returned; the task is stopped. */
struct finished_call {
	pid_t tid;
	const char *text;	/* NAME(ARGUMENTS) */
	int64_t result;
	bool failed;		/* with the error -RESULT */
};

typedef void report_call(const struct finished_call *call, void *data);

void trace_command(char **argv);
void trace_process(pid_t pid);
int follow_calls(report_call *report, void *data);

#endif
