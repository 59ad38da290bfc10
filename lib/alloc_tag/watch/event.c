// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: trace events of lines that are watched.
 *
 * A line with the flag e has an event for each allocation and for each free.
 * They are ordinary trace events, with the buffers, filters and triggers of the
 * kernel's tracing; see include/trace/events/alloctag.h.
 *
 * Lines can be watched from the first allocation of the boot on, before there
 * is tracing. Until an initcall is called, events that are not enabled are kept
 * in a small buffer. If they are enabled by then (trace_event=), they are
 * written with the time at which they happened.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/atomic.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/printk.h>

#include "../internal.h"
#include "watch.h"

#define CREATE_TRACE_POINTS
#include <trace/events/alloctag.h>

/* How many events of boot are kept. */
#define EARLY_EVENTS	2048

/**
 * struct early_event - an event that happened before tracing began
 * @allocation: the allocation, or its free
 * @time: when, in nanoseconds since boot; the clock starts late, so it may be 0
 * @idx: index of the tag
 * @free: was it freed?
 */
struct early_event {
	struct alloc_tag_allocation allocation;
	u64 time;
	unsigned int idx;
	bool free;
};

/* Is the buffer in use? Cleared before its memory is freed. */
static bool keep_early = true;

/* Number of events so far, including those that there was no room for. */
static atomic_t early_nr;

static struct early_event early_events[EARLY_EVENTS] __initdata;

/* The address in an event: of the memory, also for pages. */
static const void *ptr_of(const struct alloc_tag_allocation *allocation)
{
	return allocation->memory == ALLOC_TAG_PAGES ? page_address(allocation->key) :
						       allocation->key;
}

/*
 * The line with index @idx, to which memory is charged. The caller must hold
 * rcu_read_lock() as long as it uses the names, which may be in a module.
 */
static struct alloc_tag_event_line line_of(unsigned long idx)
{
	return (struct alloc_tag_event_line) {
		.idx = idx,
		.tag = alloc_tag_from_idx(idx),
		.module = alloc_tag_module_name(idx) ?: "",
	};
}

/* Write an event. @early is 0, or when it happened. */
static void write_event(unsigned long idx, const struct alloc_tag_allocation *allocation,
			bool free, u64 early)
{
	const struct alloc_tag_event_line where = line_of(idx);
	const void *ptr = ptr_of(allocation);

	if (free)
		trace_free(&where, ptr, allocation->given, allocation->nid, early);
	else
		trace_alloc(&where, ptr, allocation->requested, allocation->given,
			    allocation->gfp, allocation->nid, early);
}

/* Keep an event until tracing begins, if there is room. Context: any. */
static void __ref keep_event(unsigned long idx,
			     const struct alloc_tag_allocation *allocation, bool free)
{
	unsigned int nr = atomic_fetch_inc(&early_nr);
	struct early_event *event = &early_events[nr];

	if (nr >= EARLY_EVENTS)
		return;
	event->allocation = *allocation;
	event->time = alloc_tag_watch_now();
	event->idx = idx;
	event->free = free;
}

/**
 * alloc_tag_event() - an allocation or a free of a line with the flag e
 * @idx: index of the tag, to which the memory is charged
 * @allocation: the allocation, or its free
 * @free: is it freed?
 *
 * Context: any. The caller must hold rcu_read_lock().
 */
void alloc_tag_event(unsigned long idx, const struct alloc_tag_allocation *allocation, bool free)
{
	if (free ? trace_free_enabled() : trace_alloc_enabled())
		write_event(idx, allocation, free, 0);
	else if (unlikely(READ_ONCE(keep_early)))
		keep_event(idx, allocation, free);
}

/**
 * alloc_tag_event_move() - pages of a line with the flag e have been migrated
 * @idx: index of the tag
 * @from: the page that the tag was moved from
 * @to: the page that has it now
 *
 * Context: any. The caller must hold rcu_read_lock().
 */
void alloc_tag_event_move(unsigned long idx, const struct page *from, const struct page *to)
{
	const struct alloc_tag_event_line where = line_of(idx);

	trace_move(&where, page_address(from), page_address(to));
}

/*
 * Write those events of boot that have been enabled since. As early initcalls
 * run on one CPU, no other CPU is keeping an event; and the one that calls
 * event_trace_enable_again() has run.
 */
static int __init replay_events(void)
{
	unsigned int i, nr = atomic_read(&early_nr);
	const struct early_event *event;

	WRITE_ONCE(keep_early, false);
	if (!nr || !(trace_alloc_enabled() || trace_free_enabled()))
		return 0;
	for (i = 0; i < min_t(unsigned int, nr, EARLY_EVENTS); i++) {
		event = &early_events[i];
		write_event(event->idx, &event->allocation, event->free, event->time ?: 1);
	}
	if (nr > EARLY_EVENTS)
		pr_warn("%u events of boot are lost, there is room for %u\n",
			nr - EARLY_EVENTS, EARLY_EVENTS);
	return 0;
}
early_initcall(replay_events);
