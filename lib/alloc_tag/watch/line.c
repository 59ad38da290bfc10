// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the state of each line that is, or was, watched.
 *
 * Each has a struct alloc_tag_line, which is found by the index of its tag.
 *
 * The flags of all lines are repeated in an array by index, where the hooks
 * test them.
 */

#include <linux/alloc_tag/boot.h>
#include <linux/code_tag/compat.h>
#include <linux/cache.h>
#include <linux/export.h>
#include <linux/hashtable.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/math64.h>
#include <linux/memblock.h>
#include <linux/mm.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include "../internal.h"
#include "watch.h"

DEFINE_STATIC_KEY_FALSE(alloc_tag_watching_key);
DEFINE_STATIC_KEY_FALSE(alloc_tag_lines_key);
DEFINE_STATIC_KEY_FALSE(alloc_tag_faults_key);

/*
 * All lines that are or were watched, by index. Read under RCU, changed under
 * alloc_tag_mutex.
 */
static DEFINE_HASHTABLE(lines, 9);

/* NULL with "never". */
u8 *alloc_tag_line_flags __ro_after_init;

/* See alloc_tag_init(). */
bool __init alloc_tag_lines_init(void)
{
	alloc_tag_line_flags = memblock_alloc(alloc_tag_end(), SMP_CACHE_BYTES);
	return alloc_tag_line_flags;
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
	line->early = !slab_is_available();
	line->quota.limit = ALLOC_TAG_DEFAULT_LIMIT;
	raw_spin_lock_init(&line->peak_lock);
	hash_add_rcu(lines, &line->node, idx);
	return line;
}

static void free_line(struct rcu_head *rcu)
{
	struct alloc_tag_line *line = container_of(rcu, struct alloc_tag_line, rcu);

	kvfree(line->ages);
	kvfree(line->nodes);
	kvfree(line->fault);
	kvfree(line);
}

/**
 * alloc_tag_line_remove() - free the state of a line
 * @line: the line, which has no records and gets none
 *
 * It is freed after a grace period: a stale record or an overwritten slot may
 * have led a hook on another CPU to it.
 *
 * Context: process context, the caller must hold alloc_tag_mutex.
 */
void alloc_tag_line_remove(struct alloc_tag_line *line)
{
	lockdep_assert_held(&alloc_tag_mutex);
	WRITE_ONCE(alloc_tag_line_flags[line->idx], 0);
	hash_del_rcu(&line->node);
	call_rcu(&line->rcu, free_line);
}

/*
 * Does @line have nothing that a later query or free needs? Memory of memblock
 * can't be freed. Caller must hold alloc_tag_mutex.
 */
static bool is_unused(const struct alloc_tag_line *line)
{
	return !line->flags && !line->events && !line->early && !line->every && !line->bytes &&
	       line->quota.limit == ALLOC_TAG_DEFAULT_LIMIT &&
	       !atomic_read(&line->quota.records);
}

/**
 * alloc_tag_lines_trim() - free the state of lines that are as if never watched
 *
 * A hook that has found the flags of a line before they were removed may still
 * be making a record.
 *
 * Context: boot, or process context; the caller must hold alloc_tag_mutex.
 */
void alloc_tag_lines_trim(void)
{
	struct alloc_tag_line *line;
	struct hlist_node *next;
	bool waited = false;
	int bucket;

	lockdep_assert_held(&alloc_tag_mutex);
	hash_for_each_safe(lines, bucket, next, line, node) {
		if (is_unused(line) && !waited) {
			synchronize_rcu();
			waited = true;
		}
		if (is_unused(line))
			alloc_tag_line_remove(line);
	}
}

/*
 * Raise the peak of @line to its live bytes; if @reset, lower it to them, too.
 * Context: any but NMI.
 */
static void update_peak(struct alloc_tag_line *line, bool reset)
{
	struct alloc_tag_totals sum;
	unsigned long flags;
	u64 bytes;

	alloc_tag_read(line->idx, &sum);
	bytes = max_t(s64, sum.bytes, 0);
	raw_spin_lock_irqsave(&line->peak_lock, flags);
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
 * Do every= and bytes= of the query select an allocation of @given bytes?
 * Context: any.
 */
bool alloc_tag_line_selects(struct alloc_tag_line *line, size_t given)
{
	unsigned int every = READ_ONCE(line->every);
	u64 bytes = READ_ONCE(line->bytes);
	u64 sum;

	if (every && ((unsigned int)atomic_inc_return(&line->turn) - 1) % every)
		return false;
	if (!bytes)
		return true;
	/* Has the sum passed a multiple of @bytes? */
	sum = atomic64_add_return(given, &line->sum);
	return div64_u64(sum, bytes) != div64_u64(sum - given, bytes);
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

/**
 * alloc_tag_line_set_flags() - change what of a line is watched
 * @line: the line, with all that these flags need
 * @flags: a mask of ALLOC_TAG_WATCH_...
 *
 * Context: boot, or process context; the caller must hold alloc_tag_mutex.
 */
void alloc_tag_line_set_flags(struct alloc_tag_line *line, u8 flags)
{
	/* Pairs with smp_load_acquire() in alloc_tag_line_alloc(). */
	smp_store_release(&line->flags, flags);
	WRITE_ONCE(alloc_tag_line_flags[line->idx], flags);
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
	u8 flags = 0;
	bool watched;
	int bucket;

	lockdep_assert_held(&alloc_tag_mutex);
	hash_for_each(lines, bucket, line, node)
		flags |= line->flags;
	watched = flags & ~ALLOC_TAG_WATCH_FAULT;
	set_key(&alloc_tag_lines_key, watched);
	set_key(&alloc_tag_watching_key, watched || sampling);
	set_key(&alloc_tag_faults_key, flags & ALLOC_TAG_WATCH_FAULT);
}
