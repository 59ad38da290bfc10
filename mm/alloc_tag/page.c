// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: slow paths of the hooks of the page allocator. Each function
 * here is described at its caller in page.h.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/printk.h>

#include "page.h"

/* @page is being freed, and its slot held @idx, which no tag has. */
static void report_bad_idx(struct page *page, unsigned long idx)
{
	pr_err_once("page %#lx is freed with tag index %lu, which no tag has: memory corruption?\n",
		    page_to_pfn(page), idx);
}

/*
 * Uncharge @page, an allocation of @bytes bytes, whose slot held @idx, and drop
 * its record if it has one. If no tag has @idx, reports that. Context: any.
 */
static void uncharge_idx(struct page *page, unsigned long idx, unsigned long bytes)
{
	if (!alloc_tag_count_frees(alloc_tag_watch_free(idx, page, bytes, ALLOC_TAG_PAGES),
				   bytes, 1))
		report_bad_idx(page, idx);
}

/*
 * 2^@order pages are being freed, and their slot held @idx, which no tag has.
 * They have a record, or their free is an event, or the slot was overwritten.
 */
noinline void __alloc_tag_page_free_slow(struct page *page, unsigned int order, unsigned long idx)
{
	uncharge_idx(page, idx, PAGE_SIZE << order);
}

/*
 * Store @idx in the slot of @page, which is charged to this tag from now on. A
 * tag that it is charged to already can't be uncharged any more, and is no
 * longer accurate.
 */
static void store_idx(struct page *page, unsigned long idx)
{
	alloc_tag_idx_t *slot = alloc_tag_page_slot(page);

	alloc_tag_debug_page_alloc(page);
	if (unlikely(alloc_tag_slot_idx(slot)))
		alloc_tag_set_inaccurate(alloc_tag_slot_idx(slot));
	*slot = idx;
}

/* What the slot of @page holds. 0 if there is none, or it may be stale. */
static unsigned long page_idx(struct page *page)
{
	return alloc_tag_tracking() ? alloc_tag_slot_idx(alloc_tag_page_slot(page)) : 0;
}

/* As __alloc_tag_page_split(), of an allocation that has a sample. */
static void split_sample(struct page *page, unsigned int nr, unsigned int step)
{
	unsigned int i;

	for (i = step; i < nr; i += step) {
		if (alloc_tag_sample_split(page + i, page, step * PAGE_SIZE))
			alloc_tag_page_set_sampled(page + i);
		else
			alloc_tag_page_clear_sampled(page + i);
	}
	alloc_tag_record_resize(page, step * PAGE_SIZE);
}

void __alloc_tag_page_split(struct page *page, unsigned int nr, unsigned int step)
{
	unsigned long slot_idx = page_idx(page);
	unsigned long idx = alloc_tag_idx_without_record(slot_idx);
	bool record = alloc_tag_idx_has_record(slot_idx);
	unsigned int i;

	if (alloc_tag_page_sampled(page))
		split_sample(page, nr, step);
	/* An invalid index is reported when the first part is freed. */
	if (!idx || !alloc_tag_idx_valid(idx))
		return;
	/* Count first: memory that has a record must be charged to its line. */
	alloc_tag_count_allocs(idx, 0, DIV_ROUND_UP(nr, step) - 1);
	for (i = step; i < nr; i += step) {
		store_idx(page + i, idx);
		if (record && alloc_tag_watch_split(idx, page + i, page, step * PAGE_SIZE))
			*alloc_tag_page_slot(page + i) |= ALLOC_TAG_IDX_RECORD;
	}
	if (record)
		alloc_tag_record_resize(page, step * PAGE_SIZE);
}

void __alloc_tag_page_join(struct page *page, unsigned int nr)
{
	alloc_tag_idx_t *slot = alloc_tag_page_slot(page);
	unsigned long idx;
	unsigned int i;

	for (i = 1; i < nr; i++)
		if (alloc_tag_page_sampled(page + i))
			__alloc_tag_page_unsample(page + i);
	if (alloc_tag_page_sampled(page))
		alloc_tag_record_resize(page, nr * PAGE_SIZE);
	if (!alloc_tag_tracking())
		return;
	/* Charge all pages to the tag of the first. */
	for (i = 1; i < nr; i++) {
		idx = alloc_tag_slot_idx(&slot[i]);
		slot[i] = ALLOC_TAG_IDX_UNCHARGED;
		uncharge_idx(page + i, idx, PAGE_SIZE);
	}
	idx = alloc_tag_slot_idx(slot);
	alloc_tag_count_allocs(alloc_tag_idx_without_record(idx), (nr - 1) * PAGE_SIZE, 0);
	if (alloc_tag_idx_has_record(idx))
		alloc_tag_record_resize(page, nr * PAGE_SIZE);
}

void __alloc_tag_page_swap(struct page *to, struct page *from)
{
	bool to_sampled = alloc_tag_page_sampled(to);
	bool from_sampled = alloc_tag_page_sampled(from);
	unsigned long to_idx, from_idx;

	/* ZONE_DEVICE pages have no slots, and are never freed here. */
	if (is_zone_device_page(to) || is_zone_device_page(from))
		return;
	to_idx = page_idx(to);
	from_idx = page_idx(from);
	if (alloc_tag_idx_has_record(to_idx) || alloc_tag_idx_has_record(from_idx) ||
	    to_sampled || from_sampled)
		alloc_tag_watch_swap(to_idx, to, from_idx, from);
	if (to_sampled != from_sampled) {
		alloc_tag_page_clear_sampled(to_sampled ? to : from);
		alloc_tag_page_set_sampled(to_sampled ? from : to);
	}
	if (!alloc_tag_tracking())
		return;
	swap(*alloc_tag_page_slot(to), *alloc_tag_page_slot(from));
}

void __alloc_tag_page_range(unsigned long pfn, unsigned long end, const struct alloc_tag *tag)
{
	unsigned long idx = alloc_tag_to_idx(tag);
	unsigned int why;

	if (!alloc_tag_counting()) {
		for (; pfn < end; pfn++)
			if (alloc_tag_mode_order(0) == ALLOC_TAG_SAMPLES)
				__alloc_tag_page_sample(pfn_to_page(pfn), 0, GFP_KERNEL, tag);
		return;
	}
	alloc_tag_add_allocs(idx, (end - pfn) * PAGE_SIZE, end - pfn);
	for (; pfn < end; pfn++) {
		store_idx(pfn_to_page(pfn), idx);
		why = alloc_tag_watched(idx, PAGE_SIZE);
		if (why)
			__alloc_tag_page_watch(pfn_to_page(pfn), 0, GFP_KERNEL, why);
	}
}
