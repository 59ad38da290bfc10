// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: what the hooks of the allocators do for a line that is
 * watched. They call ../sample/hooks.c, which calls this.
 */

#include <linux/atomic.h>
#include <linux/mm.h>
#include <linux/numa.h>
#include <linux/rcupdate.h>

#include "../internal.h"
#include "watch.h"

/**
 * alloc_tag_line_alloc() - count and record an allocation of a watched line
 * @idx: index of its tag, to which it is charged already
 * @allocation: the allocation
 * @sample: is it a sample?
 * @generation: of a sample, alloc_tag_sampling.generation
 * @recorded: set to true if it has a record now
 *
 * Does nothing if the line is not watched.
 *
 * Context: any. The caller must hold rcu_read_lock().
 * Return: true if its free is to be an event.
 */
bool alloc_tag_line_alloc(unsigned long idx, const struct alloc_tag_allocation *allocation,
			  bool sample, u16 generation, bool *recorded)
{
	struct alloc_tag_line *line = alloc_tag_line_find(idx);
	/* Pairs with alloc_tag_line_set_flags(). */
	u8 flags = line ? smp_load_acquire(&line->flags) : 0;

	alloc_tag_line_count(line, flags, allocation->requested, allocation->given);
	if (flags & ALLOC_TAG_WATCH_EVENTS)
		alloc_tag_event(idx, allocation, false);
	if (flags & ALLOC_TAG_WATCH_RECORDS && alloc_tag_line_selects(line, allocation->given))
		*recorded = alloc_tag_record_alloc(&line->quota, idx, flags,
						   sample, generation,
						   allocation);
	return flags & ALLOC_TAG_WATCH_EVENTS;
}

/**
 * alloc_tag_line_missed() - count an allocation that can't have a record
 * @idx: index of its tag
 * @bytes: its size
 *
 * Context: any.
 */
void alloc_tag_line_missed(unsigned long idx, size_t bytes)
{
	struct alloc_tag_line *line;
	u8 flags;

	rcu_read_lock();
	line = alloc_tag_line_find(idx);
	flags = line ? READ_ONCE(line->flags) : 0;
	alloc_tag_line_count(line, flags, bytes, bytes);
	if (flags & ALLOC_TAG_WATCH_RECORDS)
		atomic_long_inc(&line->quota.missed);
	rcu_read_unlock();
}

/*
 * The line with index @idx, if objects of it may have ALLOC_TAG_IDX_RECORD set
 * for trace events. The caller must hold rcu_read_lock().
 */
static struct alloc_tag_line *find_with_events(unsigned long idx)
{
	struct alloc_tag_line *line = alloc_tag_line_find(idx);

	return line && READ_ONCE(line->events) ? line : NULL;
}

/* The node of an allocation, for struct alloc_tag_allocation. */
static int nid_of(const void *key, enum alloc_tag_memory memory)
{
	switch (memory) {
	case ALLOC_TAG_OBJECT:
		return page_to_nid(virt_to_page(key));
	case ALLOC_TAG_PAGES:
		return page_to_nid(key);
	default:
		return NUMA_NO_NODE;
	}
}

/*
 * Write a trace event for the free of an allocation of @bytes bytes, whose slot
 * has ALLOC_TAG_IDX_RECORD set, if the line with index @idx (without that bit)
 * has the flag e. Returns false if the line never had it. Context: any.
 */
bool alloc_tag_line_free(unsigned long idx, const void *key, size_t bytes,
			 enum alloc_tag_memory memory)
{
	const struct alloc_tag_allocation allocation = {
		.key = key,
		.given = bytes,
		.nid = nid_of(key, memory),
		.memory = memory,
	};
	struct alloc_tag_line *line;

	rcu_read_lock();
	line = find_with_events(idx);
	if (line && READ_ONCE(line->flags) & ALLOC_TAG_WATCH_EVENTS)
		alloc_tag_event(idx, &allocation, true);
	rcu_read_unlock();
	return line;
}

/**
 * alloc_tag_line_freed() - count an object that had a record by its age
 * @record: its record, which no table has any more
 *
 * Context: any. The caller must hold rcu_read_lock().
 */
void alloc_tag_line_freed(const struct alloc_tag_record *record)
{
	struct alloc_tag_line *line = alloc_tag_record_line(record);
	struct alloc_tag_ages *ages = line ? READ_ONCE(line->ages) : NULL;

	if (ages && record->flags & ALLOC_TAG_WATCH_LIFETIMES)
		atomic_long_inc(&ages->freed[alloc_tag_age_class(alloc_tag_record_age(record))]);
}

/* Has the line with index @idx, or had it, trace events? Context: any. */
bool alloc_tag_line_has_events(unsigned long idx)
{
	bool events;

	rcu_read_lock();
	events = find_with_events(idx);
	rcu_read_unlock();
	return events;
}

/*
 * The slot of @from held @idx, which is moved to @to. Write a trace event if
 * the line has the flag e. Context: any.
 */
void alloc_tag_line_move(unsigned long idx, struct page *from, struct page *to)
{
	struct alloc_tag_line *line;

	if (!alloc_tag_idx_has_record(idx))
		return;
	idx = alloc_tag_idx_without_record(idx);
	rcu_read_lock();
	line = alloc_tag_line_find(idx);
	if (line && READ_ONCE(line->flags) & ALLOC_TAG_WATCH_EVENTS)
		alloc_tag_event_move(idx, from, to);
	rcu_read_unlock();
}
