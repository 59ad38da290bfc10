// SPDX-License-Identifier: GPL-2.0
/*
 * Waits by line: who waited longest, and how it got there.
 *
 * A line with the flag p keeps its longest wait, with the task and the call
 * stack. The file longest shows them:
 *
 *	1203456789 fs/exit.c:9 func:do_wait pid:812 comm:sh time:93.120
 *		schedule+0x5e/0xa0
 *		do_wait+0x64/0x110
 *		...
 */

#include <linux/code_tag/stack.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "internal.h"

/**
 * wait_tag_longest_add() - keep a wait if it is the longest one
 * @longest: of its line
 * @ns: how long it was
 * @entries: the call stack of the current task, which has waited
 * @depth: how many entries that has, at most WAIT_TAG_STACK
 *
 * Context: any but NMI.
 */
void wait_tag_longest_add(struct wait_tag_longest *longest, u64 ns, const unsigned long *entries,
			  unsigned int depth)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&longest->lock, flags);
	if (ns > longest->ns) {
		WRITE_ONCE(longest->ns, ns);
		longest->time = local_clock();
		longest->pid = task_pid_nr(current);
		memcpy(longest->comm, current->comm, sizeof(longest->comm));
		longest->depth = depth;
		memcpy(longest->stack, entries, depth * sizeof(*entries));
	}
	raw_spin_unlock_irqrestore(&longest->lock, flags);
}

/* Forget the wait in @longest. */
void wait_tag_longest_reset(struct wait_tag_longest *longest)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&longest->lock, flags);
	WRITE_ONCE(longest->ns, 0);
	raw_spin_unlock_irqrestore(&longest->lock, flags);
}

/* If the call stack has functions of @mod, keep the wait without it. */
void wait_tag_longest_forget_code(struct wait_tag_longest *longest, const struct module *mod,
				  bool init_only)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&longest->lock, flags);
	if (code_tag_stack_has(longest->stack, longest->depth, mod, init_only))
		longest->depth = 0;
	raw_spin_unlock_irqrestore(&longest->lock, flags);
}

/*
 * Print the wait in @longest, if there is one: of the line @tag in @module,
 * which is NULL for vmlinux. The caller must hold code_tag_lock().
 */
void wait_tag_longest_show(struct seq_file *m, struct wait_tag_longest *longest,
			   const struct wait_tag *tag, const char *module)
{
	struct wait_tag_longest copy;
	unsigned long flags;
	unsigned int i;

	raw_spin_lock_irqsave(&longest->lock, flags);
	copy = *longest;
	raw_spin_unlock_irqrestore(&longest->lock, flags);
	if (!copy.ns)
		return;
	seq_printf(m, "%llu ", copy.ns);
	code_tag_print_line(m, (const struct code_tag *)tag, module);
	copy.comm[sizeof(copy.comm) - 1] = '\0';
	seq_printf(m, " pid:%d comm:%s time:%llu.%03u\n", copy.pid, copy.comm,
		   div_u64(copy.time, NSEC_PER_SEC),
		   (u32)(div_u64(copy.time, NSEC_PER_MSEC) % 1000));
	for (i = 0; i < copy.depth; i++)
		seq_printf(m, "\t%pS\n", (void *)copy.stack[i]);
}
