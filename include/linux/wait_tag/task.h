/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Waits by line: what a task keeps. For <linux/sched.h>.
 */
#ifndef _LINUX_WAIT_TAG_TASK_H
#define _LINUX_WAIT_TAG_TASK_H

#include <linux/types.h>

/**
 * struct wait_tag_task - the wait of a task
 * @word: the address of the tag of the line where it waits, and WAIT_TAG_
 *	flags. Other tasks read it
 * @start: when it went to sleep first, in nanoseconds of the run queue's clock,
 *	which is that of local_clock()
 * @departed: when it left its CPU last to sleep, by the same clock; 0 if it is
 *	about to
 * @ns: how long it has slept since it was created, as far as that was counted
 *
 * Written by the task itself, except for @departed: the scheduler writes that,
 * on the task's CPU.
 */
struct wait_tag_task {
	unsigned long word;
	u64 start;
	u64 departed;
	u64 ns;
};

/* It sleeps, or has been woken and does not run yet. */
#define WAIT_TAG_SLEEPS		0x1UL
/* It may sleep again for the same condition, until it calls finish_wait(). */
#define WAIT_TAG_PENDING	0x2UL
/* It has slept for this condition: start is valid. */
#define WAIT_TAG_STARTED	0x4UL
#define WAIT_TAG_FLAGS		0x7UL

#endif /* _LINUX_WAIT_TAG_TASK_H */
