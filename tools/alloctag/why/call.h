/* SPDX-License-Identifier: GPL-2.0 */
/*
 * call.h - system calls and their arguments as text
 */
#ifndef CALL_H
#define CALL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "util/buffer.h"

#define NR_ARGUMENTS 6

/* All system calls, in a file that make writes; the last one has no name. */
extern const struct call_number {
	unsigned int nr;
	const char *name;
} call_numbers[];

void print_call(struct buffer *out, pid_t tid, bool native, uint64_t nr,
		const uint64_t arguments[NR_ARGUMENTS]);

#endif
