// SPDX-License-Identifier: GPL-2.0
/*
 * Waits by line: count a sleep.
 *
 * schedule() begins with wait_tag_sleep(), which keeps the tag of the line that
 * waits in the task, and ends with wait_tag_slept(), which counts:
 *
 *	msleep(20);			drivers/my.c:40 is passed to msleep(),
 *	  schedule_timeout(...);	which passes it on,
 *	    schedule();			and this knows it.
 *
 * While waits aren't counted, these are two no-ops. The same for
 * rt_mutex_schedule().
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
 * CODE_TAG_UNTAGGED. Such functions call wait_tag_begin() with theirs.
 */

#include <linux/code_tag.h>
#include <linux/code_tag/stack.h>
#include <linux/kernel.h>
#include <linux/export.h>
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

/* When @task, the current one, began to run after its last sleep. */
static u64 came_back(const struct task_struct *task)
{
	return task->sched_info.last_arrival;
}

/* A wait of @ns is longer than any before on this CPU. */
static noinline void raise_max(struct wait_tag_counters __percpu *counters, u64 ns)
{
	unsigned long flags;

	/* The task may have moved to another CPU since it has compared. */
	local_irq_save(flags);
	if (ns > __this_cpu_read(counters->max))
		__this_cpu_write(counters->max, ns);
	local_irq_restore(flags);
}

/*
 * What is known of the line of @tag, with WAIT_TAG_NO_LINE if nothing. Only
 * while waits are counted, or what was begun then ends.
 */
static __always_inline struct wait_tag_line *line_of(const struct wait_tag *tag)
{
	/* Pairs with the store in wait_tag_line_prepare(). */
	unsigned int idx = smp_load_acquire(&tag->idx);

	/*
	 * Pairs with the stores in line.c. For the second one, READ_ONCE()
	 * would take another instruction.
	 */
	return data_race(READ_ONCE(wait_tag_lines)[idx]);
}

static __always_inline bool has_flags(const struct wait_tag *tag)
{
	return READ_ONCE(line_of(tag)->enabled);
}

/*
 * Count for line @tag a sleep of @ns, for a wait that is @new, or that began
 * before, and has taken @max so far. A task that moves to another CPU meanwhile
 * counts on both.
 */
static __always_inline void count(const struct wait_tag *tag, bool new, u64 ns, u64 max)
{
	struct wait_tag_counters __percpu *counters = line_of(tag)->counters;

	if (unlikely(!counters))
		return;
	if (new)
		this_cpu_inc(counters->count);
	else
		this_cpu_inc(counters->again);
	this_cpu_add(counters->ns, ns);
	if (unlikely(max > this_cpu_read(counters->max)))
		raise_max(counters, max);
}

/*
 * Count a sleep of the current task @task, which has called schedule() for the
 * line @tag, and left its CPU at @departed. @ip is the address in schedule().
 */
static __always_inline void count_sleep(struct task_struct *task, const struct wait_tag *tag,
					u64 departed, unsigned long ip)
{
	struct wait_tag_task *wait = &task->waits;
	unsigned long word = wait->word;
	bool new = true;
	u64 now, ns, max;

	if (unlikely(tag->flags & CODE_TAG_UNTAGGED) && wait_tag_of(word))
		tag = wait_tag_of(word);
	now = came_back(task);
	ns = since(departed + run_delay(task) - wait->delay, now);
	wait->ns += ns;
	if (word & WAIT_TAG_STARTED) {
		if (likely(wait_tag_of(word) == tag)) {
			/* It sleeps again for the same condition. */
			departed = wait->start;
			new = false;
		} else {
			/*
			 * Another wait's condition has slept. What sleeps next
			 * for that condition is a new wait.
			 */
			if (word & WAIT_TAG_FLAGGED)
				wait_tag_ended(wait_tag_of(word), since(wait->start, departed),
					       ip);
			WRITE_ONCE(wait->word, WAIT_TAG_PENDING);
			word = 0;
		}
	} else if (word) {
		wait->start = departed;
	}
	max = since(departed, now);
	count(tag, new, ns, max);
	if (word) {
		word = (unsigned long)tag | WAIT_TAG_PENDING | WAIT_TAG_STARTED;
		if (unlikely(has_flags(tag)))
			word |= WAIT_TAG_FLAGGED;
		WRITE_ONCE(wait->word, word);
	} else if (unlikely(has_flags(tag))) {
		wait_tag_ended(tag, max, ip);
	}
}

/*
 * What __wait_tag_slept() does, if that is not simple. Does nothing if the task
 * went to sleep before waits were counted: then there is no tag. @ip is the
 * address in schedule().
 */
static noinline void __sched slept(struct task_struct *task, unsigned long ip)
{
	const struct wait_tag *tag = task->waits.tag;

	if (likely(tag))
		count_sleep(task, tag, task->waits.departed, ip);
	WRITE_ONCE(task->waits.tag, NULL);
}

/*
 * Count a sleep of the current task @task at line @tag, if it is simple: at a
 * line without flags, and shorter than the longest on this CPU. Returns false,
 * and counts nothing, if it is not.
 */
static __always_inline bool count_simple(struct task_struct *task, const struct wait_tag *tag)
{
	struct wait_tag_task *wait = &task->waits;
	struct wait_tag_counters __percpu *counters;
	u64 ns, max;

	/* READ_ONCE() would take another instruction, as in line_of(). */
	counters = data_race(line_of(tag)->simple);
	max = came_back(task) - wait->departed;
	/* Also if it is less than 0, as clocks of CPUs differ. */
	if (unlikely(max >= this_cpu_read(counters->max)))
		return false;
	ns = max - (run_delay(task) - wait->delay);
	if (unlikely((s64)ns < 0))
		return false;
	wait->ns += ns;
	this_cpu_inc(counters->count);
	this_cpu_add(counters->ns, ns);
	return true;
}

/**
 * __wait_tag_slept() - count a sleep
 * @task: the current task, which has returned from its sleep in schedule() or
 *	rt_mutex_schedule()
 *
 * Does nothing if the task has not slept, as a wakeup or a signal came first:
 * then the scheduler has not seen it leave. Only if it was preempted just then,
 * the time of that is counted.
 *
 * Most sleeps are simple, and the first for their condition, or for none. For
 * these, no register is saved.
 *
 * Context: as schedule().
 */
void __sched __wait_tag_slept(struct task_struct *task)
{
	struct wait_tag_task *wait = &task->waits;
	const struct wait_tag *tag = wait->tag;
	unsigned long word = wait->word;

	if (!wait->departed)
		goto out;
	if (unlikely(!tag))
		goto not_simple;
	if (!word) {
		if (unlikely(!count_simple(task, tag)))
			goto not_simple;
		goto out;
	}
	/* More than prepare_to_wait() has stored: it has the tag of a line. */
	if (unlikely(word > WAIT_TAG_PENDING)) {
		if (word & WAIT_TAG_STARTED)
			goto not_simple;
		if (tag->flags & CODE_TAG_UNTAGGED)
			tag = wait_tag_of(word);
	}
	if (unlikely(!count_simple(task, tag)))
		goto not_simple;
	wait->start = wait->departed;
	WRITE_ONCE(wait->word, (unsigned long)tag | WAIT_TAG_PENDING | WAIT_TAG_STARTED);
out:
	WRITE_ONCE(wait->tag, NULL);
	return;
not_simple:
	slept(task, _RET_IP_);
}

/* The wait of the current task is over, at a line that has flags. */
void __wait_tag_finish(void)
{
	struct wait_tag_task *wait = &current->waits;

	wait_tag_ended(wait_tag_of(wait->word), since(wait->start, local_clock()), _RET_IP_);
}

/*
 * Keep how the current task got to its wait of @ns at line @tag. @longest is
 * the line's longest wait, NULL if it need not be kept.
 */
static noinline void keep_stack(const struct wait_tag *tag, struct wait_tag_longest *longest,
				u8 flags, u64 ns, unsigned long ip)
{
	unsigned long entries[CODE_TAG_STACK_OURS + WAIT_TAG_STACK];
	unsigned int depth;

	if (longest && ns <= READ_ONCE(longest->ns))
		longest = NULL;
	if (!longest && !(flags & WAIT_TAG_STACKS))
		return;
	depth = code_tag_stack_save(entries, ARRAY_SIZE(entries), ip);
	if (longest)
		wait_tag_longest_add(longest, ns, entries, depth);
	if (flags & WAIT_TAG_STACKS)
		wait_tag_stacks_add(tag, ns, entries, depth);
}

/*
 * A wait of @ns at line @tag, which has flags, is over. @ip is where our caller
 * returns to: the first entry of call stacks.
 */
void wait_tag_ended(const struct wait_tag *tag, u64 ns, unsigned long ip)
{
	struct wait_tag_histogram __percpu *histogram;
	struct wait_tag_line *line = line_of(tag);
	struct wait_tag_longest *longest;
	u8 flags;

	flags = READ_ONCE(line->enabled);
	if (flags == WAIT_TAG_NO_LINE)
		return;
	/* Pairs with the store in prepare_histogram(). */
	histogram = smp_load_acquire(&line->histogram);
	if (flags & WAIT_TAG_HISTOGRAM && histogram) {
		wait_tag_histogram_add(get_cpu_ptr(histogram), ns);
		put_cpu_ptr(histogram);
	}
	/* Pairs with the store in prepare_longest(). */
	longest = smp_load_acquire(&line->longest);
	if (flags & (WAIT_TAG_LONGEST | WAIT_TAG_STACKS))
		keep_stack(tag, flags & WAIT_TAG_LONGEST ? longest : NULL, flags, ns, ip);
	if (flags & WAIT_TAG_EVENT && ns >= READ_ONCE(line->over))
		code_tag_event(&wait_tag_class, (struct code_tag *)tag, ns);
}

/* Count the time since @start for @tag. May be called in interrupts. */
void __code_time_finish(const struct wait_tag *tag, u64 start)
{
	u64 ns = since(start, local_clock());
	unsigned long flags;

	local_irq_save(flags);
	count(tag, true, ns, ns);
	if (has_flags(tag))
		wait_tag_ended(tag, ns, _RET_IP_);
	local_irq_restore(flags);
}
EXPORT_SYMBOL_GPL(__code_time_finish);
