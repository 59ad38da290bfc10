// SPDX-License-Identifier: GPL-2.0
/*
 * Code tags: which calls of a line fail.
 *
 * Allocations of lines with the flag f fail, and dynamic_fault() of others. A
 * query says which, by the same words for both:
 *
 *	file super.c +f interval=3 times=2 task=1234
 *
 * A task has no faults while it executes a query: otherwise no further query
 * could be executed, not even the one that ends them. To write one, it has to
 * open the file first, which may fail.
 *
 * Each such line has a struct fault_attr of the kernel's fault injection, which
 * decides for each call. So /proc/PID/fail-nth works, too: it counts calls of
 * the task, but for those that @times or @task leave out.
 */

#include <linux/code_tag/compat.h>
#include <linux/code_tag/fault.h>
#include <linux/code_tag/line.h>
#include <linux/export.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/spinlock.h>

/**
 * code_tag_fault_init() - initialize a line's faults
 * @fault: zeroed memory
 *
 * No call fails before code_tag_fault_set().
 *
 * Context: any.
 */
void code_tag_fault_init(struct code_tag_fault *fault)
{
	static const struct fault_attr init = FAULT_ATTR_INITIALIZER;

	fault->attr = init;
	atomic_set(&fault->attr.times, -1);
	fault->attr.verbose = 0;
}

/**
 * code_tag_fault_set() - set which calls of a line fail
 * @fault: the line's faults
 * @params: parameters; missing ones get their defaults
 *
 * Faults are counted from 0 again.
 *
 * Context: any. The caller must hold the lock of the line's class.
 */
void code_tag_fault_set(struct code_tag_fault *fault,
			const struct code_tag_fault_params *params)
{
	/* Other CPUs may use the old values while these are set. */
	WRITE_ONCE(fault->attr.probability, params->probability ?: 100);
	WRITE_ONCE(fault->attr.interval, params->interval ?: 1);
	WRITE_ONCE(fault->attr.count, 0);
	WRITE_ONCE(fault->task, params->task);
	WRITE_ONCE(fault->end, jiffies + params->seconds * HZ);
	WRITE_ONCE(fault->seconds, params->seconds);
	atomic_long_set(&fault->calls, 0);
	atomic_long_set(&fault->faults, 0);
	atomic_set(&fault->left, params->times);
	WRITE_ONCE(fault->times, params->times);
}

/*
 * Tasks whose calls don't fail. Each is in a structure on the stack of the
 * task. Hardly ever more than one, and only looked at for lines that fail.
 */
static LIST_HEAD(paused);
static DEFINE_RAW_SPINLOCK(paused_lock);

/**
 * code_tag_fault_pause() - let no call of the current task fail
 * @pause: where to remember the task, until code_tag_fault_resume()
 *
 * Covers page faults of the task, too, but no interrupt. Can be nested.
 *
 * Context: process context.
 */
void code_tag_fault_pause(struct code_tag_fault_pause *pause)
{
	unsigned long flags;

	pause->task = current;
	raw_spin_lock_irqsave(&paused_lock, flags);
	list_add(&pause->node, &paused);
	raw_spin_unlock_irqrestore(&paused_lock, flags);
}
EXPORT_SYMBOL_IF_KUNIT(code_tag_fault_pause);

/* The end of what code_tag_fault_pause() began, in the same task. */
void code_tag_fault_resume(struct code_tag_fault_pause *pause)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&paused_lock, flags);
	list_del(&pause->node);
	raw_spin_unlock_irqrestore(&paused_lock, flags);
}
EXPORT_SYMBOL_IF_KUNIT(code_tag_fault_resume);

/* Is the current task in @paused? Context: any but NMI. */
static bool is_paused(void)
{
	const struct code_tag_fault_pause *pause;
	unsigned long flags;
	bool found = false;

	/* The task sees its own entry without the lock. */
	if (!in_task() || list_empty(&paused))
		return false;
	raw_spin_lock_irqsave(&paused_lock, flags);
	list_for_each_entry(pause, &paused, node)
		found |= pause->task == current;
	raw_spin_unlock_irqrestore(&paused_lock, flags);
	return found;
}

/* Is the current task the thread @task, or a thread of the process @task? */
static bool is_task(pid_t task)
{
	return in_task() && (task_pid_nr(current) == task || task_tgid_nr(current) == task);
}

/**
 * code_tag_fault_decide() - is a call to fail?
 * @fault: the faults of its line
 *
 * Context: any but NMI; with PREEMPT_RT, where a spinlock_t may be taken.
 * Return: true if it is. Then it has been counted.
 */
bool code_tag_fault_decide(struct code_tag_fault *fault)
{
	unsigned int times;
	pid_t task;

	if (READ_ONCE(fault->seconds) && time_after_eq(jiffies, READ_ONCE(fault->end)))
		return false;
	if (is_paused())
		return false;
	task = READ_ONCE(fault->task);
	if (task && !is_task(task))
		return false;
	atomic_long_inc(&fault->calls);
	times = READ_ONCE(fault->times);
	if (times && atomic_read(&fault->left) <= 0)
		return false;
	if (!should_fail(&fault->attr, 0))
		return false;
	if (times && atomic_dec_if_positive(&fault->left) < 0)
		return false;
	atomic_long_inc(&fault->faults);
	return true;
}

/**
 * code_tag_fault_log() - log the first fault of a line since it was enabled
 * @fault: the faults of the line
 * @tag: the tag of the line
 * @prefix: what the message begins with
 * @what: what fails, and which file said so
 *
 * Context: as code_tag_fault_decide(); the line may be one that the console
 * uses, with its locks held. The tag must remain, as that of a caller does.
 */
void code_tag_fault_log(struct code_tag_fault *fault, const struct code_tag *tag,
			const char *prefix, const char *what)
{
	if (!atomic_xchg(&fault->logged, 1))
		printk_deferred("%s: " CODE_TAG_FMT ": %s\n", prefix,
				CODE_TAG_ARGS(code_tag_file(tag), tag->line, "",
					      code_tag_function(tag)), what);
}

/**
 * code_tag_fault_show() - print the parameters and the number of faults
 * @m: where to print them, each after a space
 * @fault: the line's faults
 *
 * Context: process context. The caller must hold the lock of the line's class.
 */
void code_tag_fault_show(struct seq_file *m, const struct code_tag_fault *fault)
{
	if (fault->attr.probability != 100)
		seq_printf(m, " probability=%lu", fault->attr.probability);
	if (fault->attr.interval > 1)
		seq_printf(m, " interval=%lu", fault->attr.interval);
	if (fault->times)
		seq_printf(m, " times=%u", fault->times);
	if (fault->task)
		seq_printf(m, " task=%d", fault->task);
	if (fault->seconds)
		seq_printf(m, " for=%u", fault->seconds);
	seq_printf(m, " faults:%ld", atomic_long_read(&fault->faults));
}
