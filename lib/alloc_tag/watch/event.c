// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: trace events of lines that are watched.
 *
 * A line with the flag e has an event for each allocation and for each free.
 * They are ordinary trace events, with the buffers, filters and triggers of the
 * kernel's tracing; see include/trace/events/alloctag.h.
 *
 * Lines can be watched from the first allocation of the boot on, before there
 * is tracing. Then the first events are kept in a small buffer. Those that are
 * enabled as soon as there is tracing (trace_event=) are written with the time
 * at which they happened. They are written again at the end of boot if tracing
 * has dropped them: it changes to another clock if that of the CPUs is not
 * stable.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/atomic.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/kmemleak.h>
#include <linux/math64.h>
#include <linux/memblock.h>
#include <linux/mm.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/sched/clock.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../internal.h"
#include "watch.h"

#define CREATE_TRACE_POINTS
#include <trace/events/alloctag.h>

/* How many events of boot are kept. */
#define EARLY_EVENTS	2048

/**
 * struct early_event - an event of boot
 * @allocation: the allocation, or its free
 * @time: when, in nanoseconds since boot; the clock starts late, so it may be 0
 * @idx: index of the tag
 * @free: was it freed?
 * @written: was it written as it happened?
 */
struct early_event {
	struct alloc_tag_allocation allocation;
	u64 time;
	unsigned int idx;
	bool free;
	bool written;
};

#define EARLY_BYTES	PAGE_ALIGN(EARLY_EVENTS * sizeof(struct early_event))

/*
 * The buffer: NULL unless a boot parameter asks for events, and after these
 * have been replayed.
 */
static struct early_event *early_events;

/* Number of events so far, including events for which there was no room. */
static atomic_t early_nr;

/* How many of the latter were not written, either. */
static atomic_t early_lost;

/* Is there tracing? Then only events that are enabled are kept. */
static bool tracing_began __read_mostly;

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

/*
 * Keep an event in @event, the buffer, if there is room. @written: it is in the
 * trace. Context: any. The caller must hold rcu_read_lock().
 */
static void keep_event(struct early_event *event, unsigned long idx,
		       const struct alloc_tag_allocation *allocation, bool free, bool written)
{
	unsigned int nr = atomic_fetch_inc(&early_nr);

	if (nr >= EARLY_EVENTS) {
		if (!written)
			atomic_inc(&early_lost);
		return;
	}
	event += nr;
	event->allocation = *allocation;
	event->time = alloc_tag_watch_now();
	event->idx = idx;
	event->free = free;
	event->written = written;
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
	bool enabled = free ? trace_free_enabled() : trace_alloc_enabled();
	struct early_event *early = READ_ONCE(early_events);

	if (enabled)
		write_event(idx, allocation, free, 0);
	if (unlikely(early) && (enabled || !READ_ONCE(tracing_began)))
		keep_event(early, idx, allocation, free, enabled);
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

/**
 * alloc_tag_events_prepare() - allocate what events of boot need
 *
 * Must be called before the first line gets the flag e. Does nothing after
 * boot.
 *
 * Context: boot after alloc_tag_init(), or process context; the caller must
 * hold alloc_tag_mutex.
 * Return: 0 or -ENOMEM.
 */
int __ref alloc_tag_events_prepare(void)
{
	struct early_event *events;

	if (slab_is_available() || early_events)
		return 0;
	events = memblock_alloc(EARLY_BYTES, PAGE_SIZE);
	if (!events)
		return -ENOMEM;
	/* Pairs with the READ_ONCE() in alloc_tag_event(). */
	smp_store_release(&early_events, events);
	return 0;
}

/*
 * Has tracing changed its clock? late_trace_init() does, which is called before
 * this file's initcall, as the kernel is linked.
 */
static bool __init trace_was_dropped(void)
{
	return IS_ENABLED(CONFIG_HAVE_UNSTABLE_SCHED_CLOCK) && !sched_clock_stable() &&
	       !strstr(saved_command_line, "trace_clock=");
}

/* Write those of @events, the buffer, that are not in the trace, or all. */
static void __init write_events(struct early_event *events, bool all)
{
	unsigned int i, nr = min_t(unsigned int, atomic_read(&early_nr), EARLY_EVENTS);
	struct early_event *event;

	for (i = 0; i < nr; i++) {
		event = &events[i];
		if (event->written && !all)
			continue;
		write_event(event->idx, &event->allocation, event->free, event->time ?: 1);
		event->written = event->free ? trace_free_enabled() : trace_alloc_enabled();
	}
}

/*
 * The initcall that calls event_trace_enable_again() has run. Early initcalls
 * run on one CPU, so no other CPU is keeping an event.
 */
static int __init replay_events(void)
{
	write_events(early_events, false);
	WRITE_ONCE(tracing_began, true);
	return 0;
}
early_initcall(replay_events);

/* Tracing has its clock: write what was dropped, and free the buffer. */
static int __init end_early_events(void)
{
	struct early_event *events = early_events;
	unsigned int nr, lost;

	if (!events)
		return 0;
	WRITE_ONCE(early_events, NULL);
	/* Wait for keep_event(). */
	synchronize_rcu();
	nr = atomic_read(&early_nr);
	lost = atomic_read(&early_lost);
	if (trace_was_dropped()) {
		write_events(events, true);
		lost = nr - min_t(unsigned int, nr, EARLY_EVENTS);
	}
	if (lost && (trace_alloc_enabled() || trace_free_enabled()))
		pr_warn("%u events of boot are lost, there is room for %u\n", lost, EARLY_EVENTS);
	kmemleak_free_part_phys(__pa(events), EARLY_BYTES);
	free_reserved_area(events, (void *)events + EARLY_BYTES, -1, "alloctag events");
	return 0;
}
late_initcall_sync(end_early_events);
