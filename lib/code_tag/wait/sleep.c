// SPDX-License-Identifier: GPL-2.0
/*
 * Waits by line: count a sleep.
 *
 * schedule() calls wait_tag_schedule() first, with the tag of the line that
 * waits:
 *
 *	msleep(20);			drivers/my.c:40 is passed to msleep(),
 *	  schedule_timeout(...);	which passes it on,
 *	    schedule();			and this knows it.
 *
 * That calls schedule() again, which then sleeps. So schedule() itself has only
 * a no-op more while waits aren't counted, and its code does not depend on how
 * the kernel's version has written it. The same for rt_mutex_schedule().
 *
 * When a task leaves its CPU and when it comes back is what the scheduler has
 * read from its clock anyway: reading a clock here took more instructions than
 * all the rest.
 *
 * A wait is for one condition. wait_event() sleeps as often as it is woken
 * before its condition is true: from prepare_to_wait() to finish_wait(), sleeps
 * at the same line are one wait. Elsewhere each sleep is a wait.
 *
 * Where a function sleeps by calling through a pointer, as __wait_on_bit(), the
 * pointer has no tag: there schedule() has the one that says so, with
 * ALLOC_TAG_UNTAGGED. Such functions call wait_tag_begin() with theirs.
 */

#include <linux/alloc_tag/compat.h>
#include <linux/code_tag.h>
#include <linux/export.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/sched/debug.h>

#include "internal.h"

/* Nanoseconds since @start. Clocks of CPUs may differ a little. */
static u64 since(u64 start, u64 now)
{
	u64 ns = now - start;

	return likely((s64)ns >= 0) ? ns : 0;
}

/* How long @task has been ready to run without running, in nanoseconds. */
static u64 run_delay(const struct task_struct *task)
{
	return task->sched_info.run_delay;
}

/* When @task, the current one, came back from its last sleep. */
static u64 came_back(const struct task_struct *task)
{
	return task->sched_info.last_arrival;
}

/* Count for line @tag @new waits, and a sleep of @ns. */
static __always_inline void count(struct wait_tag *tag, unsigned int new, u64 ns, u64 max)
{
	struct wait_tag_counters *counters;
	struct wait_tag_line *line;

	/* Pairs with the store in prepare_line(). */
	line = smp_load_acquire(&tag->state);
	if (unlikely(!line))
		return;
	counters = get_cpu_ptr(line->counters);
	counters->count += new;
	counters->wakeups++;
	counters->ns += ns;
	if (max > counters->max)
		counters->max = max;
	put_cpu_ptr(line->counters);
}

/*
 * Sleep, and count it for @tag. The current task is not in state TASK_RUNNING.
 * The caller is schedule(), or with @rt_mutex rt_mutex_schedule(), and this
 * calls the same function again. Returns true, for these to return.
 */
bool __sched __wait_tag_schedule(struct wait_tag *tag __code_tag_variable, bool rt_mutex)
{
	struct task_struct *task = current;
	struct wait_tag_task *wait = &task->waits;
	unsigned long switches = task->nvcsw;
	unsigned long word = wait->word;
	/* What the word will be afterwards. */
	unsigned long after = word & WAIT_TAG_PENDING;
	u64 departed, now, delay, ns, max;

	if (unlikely(tag->flags & ALLOC_TAG_UNTAGGED) && wait_tag_of(word))
		tag = wait_tag_of(word);
	if (unlikely(word & WAIT_TAG_STARTED) && wait_tag_of(word) != tag) {
		/* Another wait's condition sleeps: that is a new wait then. */
		if (wait_tag_of(word)->enabled)
			wait_tag_ended(wait_tag_of(word), since(wait->start, local_clock()));
	} else if (after) {
		after |= (unsigned long)tag | (word & WAIT_TAG_STARTED);
	}
	delay = run_delay(task);
	WRITE_ONCE(wait->departed, 0);
	WRITE_ONCE(wait->word, (unsigned long)tag | after | WAIT_TAG_SLEEPS);

	if (unlikely(rt_mutex))
		code_tag_rt_mutex_schedule();
	else
		schedule();

	/* Otherwise a wakeup or a signal came first. */
	if (likely(task->nvcsw != switches)) {
		departed = wait->departed;
		if (likely(!(after & WAIT_TAG_STARTED)))
			wait->start = departed;
		now = came_back(task);
		ns = since(departed + run_delay(task) - delay, now);
		max = since(wait->start, now);
		wait->ns += ns;
		count(tag, !(after & WAIT_TAG_STARTED), ns, max);
		if (wait_tag_of(after))
			after |= WAIT_TAG_STARTED;
		else if (tag->enabled)
			wait_tag_ended(tag, max);
	}
	WRITE_ONCE(wait->word, after);
	return true;
}

/* The wait of the current task is over, at a line that has flags. */
void __wait_tag_finish(void)
{
	struct wait_tag_task *wait = &current->waits;

	wait_tag_ended(wait_tag_of(wait->word), since(wait->start, local_clock()));
}

/* A wait of @ns at line @tag, which has flags, is over. */
void wait_tag_ended(struct wait_tag *tag, u64 ns)
{
	struct wait_tag_histogram __percpu *histogram;
	struct wait_tag_longest *longest;
	u8 flags = READ_ONCE(tag->enabled);
	struct wait_tag_line *line;

	/* Pairs with the store in prepare_line(). */
	line = smp_load_acquire(&tag->state);
	if (!line)
		return;
	/* Pairs with the store in prepare_histogram(). */
	histogram = smp_load_acquire(&line->histogram);
	if (flags & WAIT_TAG_HISTOGRAM && histogram) {
		wait_tag_histogram_add(get_cpu_ptr(histogram), ns);
		put_cpu_ptr(histogram);
	}
	/* Pairs with the store in prepare_longest(). */
	longest = smp_load_acquire(&line->longest);
	if (flags & WAIT_TAG_LONGEST && longest)
		wait_tag_longest_add(longest, ns);
	if (flags & WAIT_TAG_STACKS)
		wait_tag_stacks_add(tag, ns);
	if (flags & WAIT_TAG_EVENT && ns >= READ_ONCE(line->over))
		code_tag_event(&wait_tag_class, (struct code_tag *)tag, ns);
}

/* Count the time since @start for @tag. May be called in interrupts. */
void __code_time_finish(struct wait_tag *tag, u64 start)
{
	u64 ns = since(start, local_clock());
	unsigned long flags;

	local_irq_save(flags);
	count(tag, 1, ns, ns);
	if (tag->enabled)
		wait_tag_ended(tag, ns);
	local_irq_restore(flags);
}
EXPORT_SYMBOL_GPL(__code_time_finish);
