// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: functions that the hooks of the allocators call for a line
 * that is watched, or for a sample.
 */

#include <linux/atomic.h>
#include <linux/mm.h>
#include <linux/numa.h>
#include <linux/rcupdate.h>

#include "../internal.h"
#include "watch.h"

/**
 * alloc_tag_watch_alloc() - record an allocation of a watched line, or a sample
 * @idx: index of its tag, to which it is charged already
 * @allocation: the allocation
 *
 * Context: any.
 * Return: what the caller must do with the allocation. If it is to fail, it has
 * no record.
 */
noinline enum alloc_tag_watch_result
alloc_tag_watch_alloc(unsigned long idx, const struct alloc_tag_allocation *allocation)
{
	enum alloc_tag_watch_result result = ALLOC_TAG_WATCH_KEEP;
	struct alloc_tag_line *line;
	bool recorded = false;
	u8 flags, sample = 0;
	u16 generation = 0;

	if (allocation->why & ALLOC_TAG_COUNTED_DOWN && alloc_tag_sample_due(allocation->given)) {
		sample = ALLOC_TAG_WATCH_SAMPLE;
		generation = READ_ONCE(alloc_tag_sampling.generation);
	}
	rcu_read_lock();
	line = alloc_tag_line_find(idx);
	/* Pairs with alloc_tag_line_set_flags(). */
	flags = line ? smp_load_acquire(&line->flags) : 0;
	if (flags & ALLOC_TAG_WATCH_FAULT && alloc_tag_fault_decide(line, allocation)) {
		result = ALLOC_TAG_WATCH_FAIL;
		goto out;
	}
	alloc_tag_line_count(line, flags, allocation->requested, allocation->given);
	if (flags & ALLOC_TAG_WATCH_EVENTS) {
		alloc_tag_event(idx, allocation, false);
		result = ALLOC_TAG_WATCH_MARK;
	}
	if (flags & ALLOC_TAG_WATCH_RECORDS)
		recorded = alloc_tag_record_alloc(line, idx, flags | sample, generation,
						  allocation);
	if (sample && !recorded)
		recorded = alloc_tag_record_alloc(NULL, idx, sample, generation, allocation);
	if (recorded)
		result = ALLOC_TAG_WATCH_MARK;
out:
	rcu_read_unlock();
	return result;
}

/**
 * alloc_tag_watch_missed() - count an allocation that can't have a record
 * @idx: index of its tag
 * @bytes: its size
 * @why: why it should have one: a mask of ALLOC_TAG_LINE_WATCHED and
 *	ALLOC_TAG_COUNTED_DOWN
 *
 * Context: any.
 */
void alloc_tag_watch_missed(unsigned long idx, size_t bytes, unsigned int why)
{
	struct alloc_tag_line *line;
	u8 flags;

	if (why & ALLOC_TAG_COUNTED_DOWN && alloc_tag_sample_due(bytes))
		atomic_long_inc(&alloc_tag_sample_quota.missed);
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
static bool free_event(unsigned long idx, const void *key, size_t bytes,
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
 * alloc_tag_watch_free() - drop the record of an allocation that is being freed
 * @idx: value of its slot; nothing is done if it has no ALLOC_TAG_IDX_RECORD
 * @key: key of the allocation
 * @bytes: the bytes that will be uncharged
 * @memory: kind of memory
 *
 * Also writes a trace event. Must be called before the free is counted: until
 * then, the tag and the state of its line can't be removed.
 *
 * Context: any.
 * Return: the index of the tag to uncharge; @idx if there is no record and the
 * line never had trace events, or if the record is of another tag.
 */
unsigned long alloc_tag_watch_free(unsigned long idx, const void *key, size_t bytes,
				   enum alloc_tag_memory memory)
{
	struct alloc_tag_record *record;
	struct alloc_tag_ages *ages;
	bool events;

	if (!alloc_tag_idx_has_record(idx))
		return idx;
	events = free_event(alloc_tag_idx_without_record(idx), key, bytes, memory);
	/* A stale record may be of a line that is being removed. */
	rcu_read_lock();
	record = alloc_tag_record_take(key);
	if (!record) {
		if (events)
			idx = alloc_tag_idx_without_record(idx);
		goto out;
	}

	/*
	 * If the record is of another tag, the slot was overwritten, and the
	 * caller reports that. Unless the bit was set for trace events: then an
	 * earlier allocation at this address has left the record behind.
	 */
	if (events || alloc_tag_idx_without_record(idx) == record->idx)
		idx = alloc_tag_idx_without_record(idx);
	ages = record->line ? READ_ONCE(record->line->ages) : NULL;
	if (ages && record->flags & ALLOC_TAG_WATCH_LIFETIMES)
		atomic_long_inc(&ages->freed[alloc_tag_age_class(alloc_tag_record_age(record))]);
	alloc_tag_record_free(record);
out:
	rcu_read_unlock();
	return idx;
}

/**
 * alloc_tag_watch_split() - copy the record of an allocation that is split
 * @idx: index of the tag, to which the part is charged
 * @part: first page of the part
 * @page: first page of the allocation, whose slot has ALLOC_TAG_IDX_RECORD set
 * @bytes: size of the part
 *
 * Called for each part but the first, which keeps the record of the whole.
 *
 * Context: any. The caller must own the pages.
 * Return: true if the caller must set ALLOC_TAG_IDX_RECORD in the slot of
 * @part.
 */
bool alloc_tag_watch_split(unsigned long idx, struct page *part, struct page *page, size_t bytes)
{
	bool events;

	rcu_read_lock();
	events = find_with_events(idx);
	rcu_read_unlock();
	return alloc_tag_record_copy(part, page, bytes) || events;
}

/*
 * The slot of @from held @idx, which is moved to @to. Write a trace event if
 * the line has the flag e. Context: any.
 */
static void trace_move_of(unsigned long idx, struct page *from, struct page *to)
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

/**
 * alloc_tag_watch_swap() - two allocations of pages exchange their tags
 * @idx: value in the slot of @page
 * @page: first page of one
 * @other_idx: value in the slot of @other
 * @other: first page of the other
 *
 * Context: any. The caller must own both.
 */
void alloc_tag_watch_swap(unsigned long idx, struct page *page,
			  unsigned long other_idx, struct page *other)
{
	alloc_tag_record_swap(page, page_to_nid(page), other, page_to_nid(other));
	trace_move_of(idx, page, other);
	trace_move_of(other_idx, other, page);
}
