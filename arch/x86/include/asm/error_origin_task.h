/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Error origins: the current task, for the entry of system calls on x86-64.
 */
#ifndef _ASM_X86_ERROR_ORIGIN_TASK_H
#define _ASM_X86_ERROR_ORIGIN_TASK_H

#include <linux/code_tag/compat.h>
#include <linux/percpu.h>

#include <asm/current.h>

/*
 * The current task, read now. GCC may have the value of "current" from before,
 * and would keep it for a branch that is not taken: at each entry of a system
 * call, it would save and restore a register for that.
 */
static __always_inline struct task_struct *error_origin_arch_current(void)
{
#ifdef ERROR_ORIGIN_PCPU_HOT
	return this_cpu_read(pcpu_hot.current_task);
#else
	return this_cpu_read(current_task);
#endif
}

#endif /* _ASM_X86_ERROR_ORIGIN_TASK_H */
