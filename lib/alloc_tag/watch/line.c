// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the state of each line that is, or was, watched.
 *
 * Each has a struct alloc_tag_line, which is found by the index of its tag.
 *
 * The flags of a line are repeated in its counters on each CPU, where the hooks
 * test them. They share a word with the number of frees, which the hooks change
 * without a lock, so each CPU that is online sets its own.
 */

#include <linux/alloc_tag/compat.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/export.h>
#include <linux/hashtable.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/memblock.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>

#include "../internal.h"
#include "watch.h"

DEFINE_STATIC_KEY_FALSE(alloc_tag_watching_key);
DEFINE_STATIC_KEY_FALSE(alloc_tag_lines_key);

/*
 * All lines that are or were watched, by index. Read under RCU, changed under
 * alloc_tag_mutex.
 */
static DEFINE_HASHTABLE(lines, 9);

/* Nanoseconds since boot. Context: any. */
u64 alloc_tag_watch_now(void)
{
	return ktime_get_mono_fast_ns();
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_watch_now);

/*
 * Allocate @bytes of zeroed memory; from memblock before there are slabs. It is
 * charged to the line that calls this. Returns NULL if memory is short.
 * Context: boot, or process context.
 */
void *__ref alloc_tag_watch_zalloc(size_t bytes)
{
	return slab_is_available() ? kvzalloc(bytes, GFP_KERNEL) :
				     memblock_alloc(bytes, SMP_CACHE_BYTES);
}

/**
 * alloc_tag_line_find() - find the state of a line
 * @idx: index of the tag
 *
 * Context: any. The caller must hold alloc_tag_mutex or rcu_read_lock().
 * Return: NULL if the line has never been watched.
 */
struct alloc_tag_line *alloc_tag_line_find(unsigned long idx)
{
	struct alloc_tag_line *line;

	hash_for_each_possible_rcu(lines, line, node, idx, lockdep_is_held(&alloc_tag_mutex))
		if (line->idx == idx)
			return line;
	return NULL;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_line_find);

/**
 * alloc_tag_line_new() - make the state of a line
 * @idx: index of the tag; alloc_tag_line_find() must have returned NULL
 *
 * Context: boot, or process context; the caller must hold alloc_tag_mutex.
 * Return: a line without flags; NULL if memory is short.
 */
struct alloc_tag_line *alloc_tag_line_new(unsigned long idx)
{
	struct alloc_tag_line *line = alloc_tag_watch_zalloc(sizeof(*line));

	if (!line)
		return NULL;
	line->idx = idx;
	line->quota.limit = ALLOC_TAG_DEFAULT_LIMIT;
	raw_spin_lock_init(&line->peak_lock);
	hash_add_rcu(lines, &line->node, idx);
	return line;
}

static void free_line(struct rcu_head *rcu)
{
	struct alloc_tag_line *line = container_of(rcu, struct alloc_tag_line, rcu);

	kvfree(line->ages);
	kvfree(line->fault);
	kvfree(line);
}

/**
 * alloc_tag_line_remove() - free the state of a line
 * @line: the line, which has no records, and whose tag is being removed
 *
 * It is freed after a grace period: a stale record or an overwritten slot may
 * have led a hook on another CPU to it.
 *
 * Context: process context, the caller must hold alloc_tag_mutex.
 */
void alloc_tag_line_remove(struct alloc_tag_line *line)
{
	lockdep_assert_held(&alloc_tag_mutex);
	hash_del_rcu(&line->node);
	call_rcu(&line->rcu, free_line);
}

/*
 * Raise the peak of @line to its live bytes; if @reset, lower it to them, too.
 * Context: any. In an NMI, nothing is done if the lock is taken.
 */
static void update_peak(struct alloc_tag_line *line, bool reset)
{
	struct alloc_tag_totals sum;
	unsigned long flags;
	u64 bytes;

	alloc_tag_read(line->idx, &sum);
	bytes = max_t(s64, sum.bytes, 0);
	if (!raw_spin_trylock_irqsave(&line->peak_lock, flags)) {
		/* The NMI may have interrupted the CPU that holds it. */
		if (in_nmi())
			return;
		raw_spin_lock_irqsave(&line->peak_lock, flags);
	}
	if (bytes > line->peak || reset) {
		line->peak = bytes;
		line->peak_time = alloc_tag_watch_now();
	}
	raw_spin_unlock_irqrestore(&line->peak_lock, flags);
}

/* Set the peak of @line to its live bytes. Context: any but NMI. */
void alloc_tag_line_reset_peak(struct alloc_tag_line *line)
{
	update_peak(line, true);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_line_reset_peak);

/*
 * Count an allocation for the flags in @flags that need no record: @requested
 * bytes were asked for, @given are charged. Context: any.
 */
void alloc_tag_line_count(struct alloc_tag_line *line, u8 flags, size_t requested, size_t given)
{
	if (flags & ALLOC_TAG_WATCH_REQUESTED) {
		atomic64_inc(&line->calls);
		atomic64_add(requested, &line->requested);
		atomic64_add(given, &line->given);
	}
	if (flags & ALLOC_TAG_WATCH_PEAK)
		update_peak(line, false);
}

/*
 * Reset the counts for the flags @added, which @line is about to get.
 * Caller must hold alloc_tag_mutex.
 */
void alloc_tag_line_restart(struct alloc_tag_line *line, u8 added)
{
	unsigned int i;

	if (added & ALLOC_TAG_WATCH_REQUESTED) {
		atomic64_set(&line->calls, 0);
		atomic64_set(&line->requested, 0);
		atomic64_set(&line->given, 0);
	}
	if (added & ALLOC_TAG_WATCH_LIFETIMES)
		for (i = 0; i < ALLOC_TAG_AGES; i++)
			atomic_long_set(&line->ages->freed[i], 0);
	if (added & ALLOC_TAG_WATCH_PEAK)
		alloc_tag_line_reset_peak(line);
	if (added & ALLOC_TAG_WATCH_RECORDS && !(line->flags & ALLOC_TAG_WATCH_RECORDS)) {
		atomic_long_set(&line->quota.missed, 0);
		atomic_set(&line->turn, 0);
		atomic64_set(&line->sum, 0);
	}
}

/*
 * Set the flags of all lines in the counters of this CPU. Context: an IPI, or
 * boot; alloc_tag_mutex is held by alloc_tag_lines_publish().
 */
static void publish_here(void *unused)
{
	struct alloc_tag_counter __percpu *counter;
	struct alloc_tag_line *line;
	int bucket;

	hash_for_each(lines, bucket, line, node) {
		counter = alloc_tag_counter_of(line->idx);
		this_cpu_write(counter->flags, line->flags);
	}
}

/* The same for @cpu, on which nothing runs. */
static void publish_offline(int cpu)
{
	struct alloc_tag_line *line;
	int bucket;

	hash_for_each(lines, bucket, line, node)
		per_cpu_ptr(alloc_tag_counter_of(line->idx), cpu)->flags = line->flags;
}

/*
 * Tell the hooks about changed flags of lines. Context: boot, or process
 * context; the caller must hold alloc_tag_mutex, so that no line is added or
 * removed.
 */
void alloc_tag_lines_publish(void)
{
	int cpu;

	lockdep_assert_held(&alloc_tag_mutex);
	cpus_read_lock();
	for_each_possible_cpu(cpu)
		if (!cpu_online(cpu))
			publish_offline(cpu);
	/* Early in boot, one CPU runs, and no IPI may be sent. */
	if (system_state == SYSTEM_BOOTING)
		publish_here(NULL);
	else
		on_each_cpu(publish_here, NULL, 1);
	cpus_read_unlock();
}

static void set_key(struct static_key_false *key, bool on)
{
	if (on)
		static_branch_enable(key);
	else
		static_branch_disable(key);
}

/*
 * Enable the static keys that the hooks need for the lines that are watched
 * and, if @sampling, for samples; disable the others. Context: boot, or process
 * context; the caller must hold alloc_tag_mutex.
 */
void alloc_tag_lines_set_keys(bool sampling)
{
	struct alloc_tag_line *line;
	bool watched = false;
	int bucket;

	lockdep_assert_held(&alloc_tag_mutex);
	hash_for_each(lines, bucket, line, node)
		watched |= line->flags;
	set_key(&alloc_tag_lines_key, watched);
	set_key(&alloc_tag_watching_key, watched || sampling);
}
