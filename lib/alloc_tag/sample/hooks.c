// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: functions that the hooks of the allocators call for a
 * sample, or for a line that is watched.
 */

#include <linux/atomic.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>

#include "../internal.h"
#include "sample.h"

/**
 * alloc_tag_watch_alloc() - record an allocation of a watched line, or a sample
 * @idx: index of its tag, to which it is charged already
 * @allocation: the allocation
 *
 * Context: any.
 * Return: true if the caller must set ALLOC_TAG_IDX_RECORD in its slot.
 */
noinline bool alloc_tag_watch_alloc(unsigned long idx,
				    const struct alloc_tag_allocation *allocation)
{
	bool recorded = false;
	u16 generation = 0;
	bool sample = false;
	bool event;

	if (allocation->why & ALLOC_TAG_COUNTED_DOWN && alloc_tag_sample_due(allocation->given)) {
		sample = true;
		generation = READ_ONCE(alloc_tag_sampling.generation);
	}
	rcu_read_lock();
	event = alloc_tag_line_alloc(idx, allocation, sample, generation, &recorded);
	if (sample && !recorded)
		recorded = alloc_tag_record_alloc(&alloc_tag_sample_quota, idx, 0, sample,
						  generation, allocation);
	rcu_read_unlock();
	return event || recorded;
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
	if (why & ALLOC_TAG_COUNTED_DOWN && alloc_tag_sample_due(bytes))
		atomic_long_inc(&alloc_tag_sample_quota.missed);
	alloc_tag_line_missed(idx, bytes);
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
	bool events;

	if (!alloc_tag_idx_has_record(idx))
		return idx;
	events = alloc_tag_line_free(alloc_tag_idx_without_record(idx), key, bytes, memory);
	/* A stale record may be of a line that is being removed. */
	rcu_read_lock();
	record = alloc_tag_record_take(key, false);
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
	alloc_tag_line_freed(record);
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
	bool events = alloc_tag_line_has_events(idx);

	return alloc_tag_record_copy(part, page, bytes) || events;
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
	alloc_tag_line_move(idx, page, other);
	alloc_tag_line_move(other_idx, other, page);
}

/**
 * alloc_tag_sample_alloc() - record an allocation that may be a sample, while
 *	nothing is charged
 * @tag: tag of the call site
 * @allocation: the allocation, which has counted down to below 0
 *
 * Context: any.
 * Return: true if it has a record now. Then the caller must set its page flag,
 * or add to the count of its slab, so that a free calls
 * alloc_tag_sample_free().
 */
noinline bool alloc_tag_sample_alloc(const struct alloc_tag *tag,
				     const struct alloc_tag_allocation *allocation)
{
	bool recorded;

	/*
	 * The mode or the rate is being changed. Not the largest number: should
	 * it be written after the new countdown, it must come to an end.
	 */
	if (!READ_ONCE(alloc_tag_sampling.on)) {
		this_cpu_write(alloc_tag_countdown, ALLOC_TAG_SAMPLE_MAX);
		return false;
	}
	if (!alloc_tag_sample_due(allocation->given))
		return false;
	rcu_read_lock();
	recorded = alloc_tag_record_alloc(&alloc_tag_sample_quota, alloc_tag_to_idx(tag), 0, true,
					  READ_ONCE(alloc_tag_sampling.generation), allocation);
	rcu_read_unlock();
	return recorded;
}

/**
 * alloc_tag_sample_free() - drop the record of a sample that was not charged
 * @key: key of an allocation that may have one, and is being freed
 *
 * Context: any.
 * Return: true if it had one.
 */
noinline bool alloc_tag_sample_free(const void *key)
{
	struct alloc_tag_record *record;

	rcu_read_lock();
	record = alloc_tag_record_take(key, true);
	if (record)
		alloc_tag_record_free(record);
	rcu_read_unlock();
	return record;
}

/**
 * alloc_tag_sample_split() - copy the record of a sample that was not charged
 * @part: first page of a part
 * @page: first page of the allocation that is split
 * @bytes: size of the part
 *
 * Context: any. The caller must own the pages.
 * Return: true if @part has a record now, and must get the page flag.
 */
bool alloc_tag_sample_split(struct page *part, struct page *page, size_t bytes)
{
	return alloc_tag_record_copy(part, page, bytes);
}
