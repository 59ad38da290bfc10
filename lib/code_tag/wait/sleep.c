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
 * the kernel's version has written it.
 *
 * A wait is for one condition. wait_event() sleeps as often as it is woken
 * before its condition is true: from prepare_to_wait() to finish_wait(), sleeps
 * at the same line are one wait. Elsewhere each sleep is a wait.
 *
 * Where a function sleeps by calling through a pointer, as __wait_on_bit(), the
 * pointer has no tag: there schedule() has the one that says so, with
 * ALLOC_TAG_UNTAGGED. Such functions call wait_tag_begin() with theirs.
 */

#include <linux/code_tag.h>
#include <linux/export.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/sched/debug.h>

#include "internal.h"

#define FLAGS	(WAIT_TAG_SLEEPS | WAIT_TAG_PENDING | WAIT_TAG_STARTED)

static struct wait_tag *tag_of(unsigned long word)
{
	return (struct wait_tag *)(word & ~FLAGS);
}

/* Nanoseconds since @start. Clocks of CPUs may differ a little. */
static u64 since(u64 start, u64 now)
{
	return now > start ? now - start : 0;
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
static void count(struct wait_tag *tag, unsigned int new, u64 ns, u64 max)
{
	struct wait_tag_counters *counters;
	struct wait_tag_line *line;

	/* Pairs with the store in prepare_line(). */
	line = smp_load_acquire(&tag->state);
	if (!line)
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
 * Sleep, and count it for @tag. Returns false if the current task is not going
 * to sleep. The caller is schedule(), unless this function has called that.
 */
bool __sched __wait_tag_schedule(struct wait_tag *tag __code_tag_variable)
{
	struct task_struct *task = current;
	struct wait_tag_task *wait = &task->waits;
	unsigned long word = wait->word;
	unsigned long switches = task->nvcsw;
	unsigned long pending = word & WAIT_TAG_PENDING;
	u64 begin, now, delay, ns;
	bool started, nested;

	if (task_is_running(task))
		return false;
	if (tag->flags & ALLOC_TAG_UNTAGGED && tag_of(word))
		tag = tag_of(word);
	started = word & WAIT_TAG_STARTED && tag_of(word) == tag;
	/* The condition of another wait sleeps: it goes on as a new one. */
	nested = word & WAIT_TAG_STARTED && !started;
	delay = run_delay(task);
	begin = local_clock();
	if (nested && tag_of(word)->enabled)
		wait_tag_ended(tag_of(word), since(wait->start, begin));
	if (!started)
		wait->start = begin;
	word = (unsigned long)tag | pending;
	WRITE_ONCE(wait->word, word | WAIT_TAG_STARTED | WAIT_TAG_SLEEPS);

	schedule();

	/* Otherwise a wakeup or a signal came first. */
	if (task->nvcsw != switches) {
		now = came_back(task);
		ns = since(begin + run_delay(task) - delay, now);
		wait->ns += ns;
		count(tag, !started, ns, since(wait->start, now));
		if (tag->enabled && (!pending || nested))
			wait_tag_ended(tag, since(wait->start, now));
		started = true;
	}
	if (!pending || nested)
		word = pending;
	else if (started)
		word |= WAIT_TAG_STARTED;
	WRITE_ONCE(wait->word, word);
	return true;
}

void __wait_tag_finish(void)
{
	struct wait_tag_task *wait = &current->waits;
	unsigned long word = wait->word;

	if (word & WAIT_TAG_STARTED && tag_of(word)->enabled)
		wait_tag_ended(tag_of(word), since(wait->start, local_clock()));
	WRITE_ONCE(wait->word, 0);
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
