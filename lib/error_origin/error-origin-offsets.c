// SPDX-License-Identifier: GPL-2.0
/*
 * Error origins: offsets for note_64.S. This file is compiled to assembly, from
 * which the build makes error-origin-offsets.h.
 */
#define COMPILE_OFFSETS

#include <linux/code_tag/compat.h>
#include <linux/kbuild.h>
#include <linux/preempt.h>
#include <linux/sched.h>

static void __used common(void)
{
	OFFSET(TASK_ring, task_struct, error_origins.ring);
	OFFSET(TASK_call, task_struct, error_origins.call);
	OFFSET(TASK_next, task_struct, error_origins.next);
	/* In an interrupt, softirqs included, or an NMI. */
	DEFINE(INTERRUPT_MASK, NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET);
	DEFINE(RING_MASK, sizeof_field(struct error_origin_task, ring) - 1);
#ifdef ERROR_ORIGIN_PCPU_HOT
	OFFSET(HOT_current, pcpu_hot, current_task);
	OFFSET(HOT_preempt_count, pcpu_hot, preempt_count);
#endif
}
