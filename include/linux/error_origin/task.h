/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Error origins: what a task keeps. For <linux/sched.h>.
 */
#ifndef _LINUX_ERROR_ORIGIN_TASK_H
#define _LINUX_ERROR_ORIGIN_TASK_H

#include <linux/types.h>

/* How many of its last origins a task keeps. A power of two. */
#define ERROR_ORIGIN_RING	8

/* Where a part of a word of the ring begins, see below. */
#define ERROR_ORIGIN_CALL_SHIFT		32
#define ERROR_ORIGIN_NUMBER_SHIFT	42
#define ERROR_ORIGIN_NUMBER_MASK	\
	((1u << (ERROR_ORIGIN_NUMBER_SHIFT - ERROR_ORIGIN_CALL_SHIFT)) - 1)

/**
 * struct error_origin_task - the last origins of a task
 * @ring: the origins: 32 bits of the address after a note, 10 bits with the
 *	number of the system call, and 22 bits that count the task's system
 *	calls, which tell two calls of the same number apart. Outside of system
 *	calls, the last two are those of the last call; 0 if there was none
 * @call: what origins of the present system call have in place of the latter
 *	two, the address being 0
 * @next: the number of origins so far, times the size of one. The remainder
 *	after division by the size of @ring is the offset of the next one
 *
 * Written by the task itself. Nobody locks: a reader of a task that runs may
 * see an old origin in place of the newest.
 */
struct error_origin_task {
	u64 ring[ERROR_ORIGIN_RING];
	u64 call;
	u32 next;
};

#endif /* _LINUX_ERROR_ORIGIN_TASK_H */
