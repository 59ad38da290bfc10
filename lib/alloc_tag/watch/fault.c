// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: lines whose allocations are to fail.
 *
 * Each line with the flag f has a struct fault_attr of the kernel's fault
 * injection, which decides for each allocation whether it fails. The hooks ask
 * after the memory has been allocated and charged, in a function that they only
 * call for watched lines. So the other paths need no test. The hook frees the
 * memory and returns NULL to its caller. The line's counters show an allocation
 * that was freed at once.
 *
 * Allocations with __GFP_NOFAIL and allocations for records never fail. Nor do
 * allocations of a task that executes a query: otherwise no further query could
 * be executed, not even the one that ends the faults.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/alloc_tag/compat.h>
#include <linux/alloc_tag/print.h>
#include <linux/atomic.h>
#include <linux/export.h>
#include <linux/fault-inject.h>
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

#include "../internal.h"
#include "watch.h"

/**
 * struct alloc_tag_fault_attr - which allocations of a line fail
 * @attr: the probability and the interval; its limit of times is not used,
 *	because two CPUs can both pass it
 * @times: at most @times allocations fail; 0 if there is no limit
 * @left: how many of @times are left
 * @task: only allocations of this thread or process fail; 0 for all
 * @faults: how many have failed since the last query
 * @logged: has a fault of the line been logged?
 */
struct alloc_tag_fault_attr {
	struct fault_attr attr;
	unsigned int times;
	atomic_t left;
	pid_t task;
	atomic_long_t faults;
	atomic_t logged;
};

/**
 * alloc_tag_fault_set() - set which allocations of a line fail
 * @line: the line, which gets or has ALLOC_TAG_WATCH_FAULT
 * @query: a query with that flag; missing parameters get their defaults
 *
 * Faults are counted from 0 again.
 *
 * Context: boot, or process context; the caller must hold alloc_tag_mutex.
 * Return: 0 or -ENOMEM.
 */
int alloc_tag_fault_set(struct alloc_tag_line *line, const struct alloc_tag_query *query)
{
	static const struct fault_attr init = FAULT_ATTR_INITIALIZER;
	struct alloc_tag_fault_attr *fault = line->fault;

	if (!fault) {
		fault = alloc_tag_watch_zalloc(sizeof(*fault));
		if (!fault)
			return -ENOMEM;
		fault->attr = init;
		atomic_set(&fault->attr.times, -1);
		fault->attr.verbose = 0;
	}
	/* Other CPUs may use the old values while these are set. */
	WRITE_ONCE(fault->attr.probability, query->probability ?: 100);
	WRITE_ONCE(fault->attr.interval, query->interval ?: 1);
	WRITE_ONCE(fault->attr.count, 0);
	WRITE_ONCE(fault->task, query->task);
	atomic_long_set(&fault->faults, 0);
	atomic_set(&fault->left, query->times);
	WRITE_ONCE(fault->times, query->times);
	/* Pairs with the READ_ONCE() in alloc_tag_fault_decide(). */
	smp_store_release(&line->fault, fault);
	return 0;
}

/*
 * Tasks whose allocations don't fail. Each is in a structure on the stack of
 * the task. Hardly ever more than one, and only looked at for lines with
 * ALLOC_TAG_WATCH_FAULT.
 */
static LIST_HEAD(paused);
static DEFINE_RAW_SPINLOCK(paused_lock);

/**
 * alloc_tag_fault_pause() - let no allocation of the current task fail
 * @pause: where to remember the task, until alloc_tag_fault_resume()
 *
 * Covers page faults of the task, too, but no interrupt. Can be nested.
 *
 * Context: process context.
 */
void alloc_tag_fault_pause(struct alloc_tag_fault_pause *pause)
{
	unsigned long flags;

	pause->task = current;
	raw_spin_lock_irqsave(&paused_lock, flags);
	list_add(&pause->node, &paused);
	raw_spin_unlock_irqrestore(&paused_lock, flags);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_fault_pause);

/* The end of what alloc_tag_fault_pause() began, in the same task. */
void alloc_tag_fault_resume(struct alloc_tag_fault_pause *pause)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&paused_lock, flags);
	list_del(&pause->node);
	raw_spin_unlock_irqrestore(&paused_lock, flags);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_fault_resume);

/* Is the current task in @paused? Context: any but NMI. */
static bool is_paused(void)
{
	const struct alloc_tag_fault_pause *pause;
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

/*
 * Say in the log why allocations of the line @line fail. The caller must hold
 * rcu_read_lock(), and memory must be charged to the line.
 */
static void log_fault(const struct alloc_tag_line *line)
{
	const struct alloc_tag *tag = alloc_tag_from_idx(line->idx);

	/* The line may be one that the console uses, with its locks held. */
	printk_deferred(pr_fmt(ALLOC_TAG_FMT ": allocations fail, as asked in alloctag/control\n"),
			ALLOC_TAG_ARGS(alloc_tag_file(tag), tag->line, "",
				       alloc_tag_function(tag)));
}

/**
 * alloc_tag_fault_decide() - is an allocation to fail?
 * @line: its line, which has ALLOC_TAG_WATCH_FAULT
 * @allocation: the allocation, which is charged to the line
 *
 * The first fault of a line is logged.
 *
 * Context: any. The caller must hold rcu_read_lock().
 * Return: true if the hook must free it, and report a failure to its caller.
 */
bool alloc_tag_fault_decide(struct alloc_tag_line *line,
			    const struct alloc_tag_allocation *allocation)
{
	struct alloc_tag_fault_attr *fault = READ_ONCE(line->fault);
	unsigned int times;
	pid_t task;

	if (!fault || allocation->nofail || allocation->gfp & __GFP_NOFAIL)
		return false;
	/* SLUB's own first objects can't fail. */
	if (!slab_is_available() || alloc_tag_record_in_progress() || is_paused())
		return false;
	task = READ_ONCE(fault->task);
	if (task && !is_task(task))
		return false;
	times = READ_ONCE(fault->times);
	if (times && atomic_read(&fault->left) <= 0)
		return false;
	if (!should_fail(&fault->attr, allocation->given))
		return false;
	if (times && atomic_dec_if_positive(&fault->left) < 0)
		return false;
	atomic_long_inc(&fault->faults);
	if (!atomic_xchg(&fault->logged, 1))
		log_fault(line);
	return true;
}

/**
 * alloc_tag_fault_show() - print the parameters and the number of faults
 * @m: where to print them, each after a space
 * @line: the line, which has ALLOC_TAG_WATCH_FAULT
 *
 * Context: process context, the caller must hold alloc_tag_mutex.
 */
void alloc_tag_fault_show(struct seq_file *m, const struct alloc_tag_line *line)
{
	const struct alloc_tag_fault_attr *fault = line->fault;

	if (fault->attr.probability != 100)
		seq_printf(m, " probability=%lu", fault->attr.probability);
	if (fault->attr.interval > 1)
		seq_printf(m, " interval=%lu", fault->attr.interval);
	if (fault->times)
		seq_printf(m, " times=%u", fault->times);
	if (fault->task)
		seq_printf(m, " task=%d", fault->task);
	seq_printf(m, " faults:%ld", atomic_long_read(&fault->faults));
}

/*
 * How many allocations of @line have failed since the last query for faults.
 * The line has or had ALLOC_TAG_WATCH_FAULT.
 */
long alloc_tag_fault_count(const struct alloc_tag_line *line)
{
	return atomic_long_read(&line->fault->faults);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_fault_count);
