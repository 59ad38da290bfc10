/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Waits by line: what a task keeps. For <linux/sched.h>.
 */
#ifndef _LINUX_WAIT_TAG_TASK_H
#define _LINUX_WAIT_TAG_TASK_H

#include <linux/types.h>

struct wait_tag;

/**
 * struct wait_tag_task - the wait of a task
 * @tag: the line that called schedule(); NULL outside of schedule(). Other
 *	tasks read it
 * @departed: when it left its CPU to sleep, in nanoseconds of the run queue's
 *	clock, which is that of local_clock(); 0 if it has not, in this call
 * @delay: sched_info.run_delay before it slept, in nanoseconds
 * @word: between prepare_to_wait() and finish_wait(), WAIT_TAG_ flags, and the
 *	address of the tag of the line that waits; else 0. Other tasks read it
 * @start: when it went to sleep first for the condition of @word, as @departed
 * @ns: how long it has slept since it was created, as far as that was counted
 *
 * Written by the task itself, except for @departed: the scheduler writes that,
 * on the task's CPU. wait_tag_forget() clears @tag and @word.
 */
struct wait_tag_task {
	const struct wait_tag *tag;
	u64 departed;
	u64 delay;
	unsigned long word;
	u64 start;
	u64 ns;
};

/* The line had flags when the task slept there last. */
#define WAIT_TAG_FLAGGED	0x1UL
/* It may sleep again for the same condition, until it calls finish_wait(). */
#define WAIT_TAG_PENDING	0x2UL
/* It has slept for this condition: @start is valid. */
#define WAIT_TAG_STARTED	0x4UL
#define WAIT_TAG_FLAGS		0x7UL

#endif /* _LINUX_WAIT_TAG_TASK_H */
