// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: slow paths of the hooks of the page allocator. Each function
 * here is described at its caller in alloc_tag_page.h.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/printk.h>

#include "alloc_tag_page.h"

/* @page is being freed, and its slot holds @idx, which is no index of a tag. */
noinline void __alloc_tag_page_bad_idx(struct page *page, unsigned long idx)
{
	pr_err_once("page %#lx is freed with tag index %lu, which no tag has: memory corruption?\n",
		    page_to_pfn(page), idx);
}

/*
 * Store @idx in the slot of @page, which is charged to this tag from now on. If
 * it is charged to another one, that tag will never be uncharged.
 */
static void alloc_tag_page_store(struct page *page, unsigned long idx)
{
	alloc_tag_idx_t *slot = alloc_tag_page_slot(page);

	alloc_tag_debug_page_alloc(page);
	if (unlikely(alloc_tag_slot_idx(slot)))
		alloc_tag_set_inaccurate(alloc_tag_slot_idx(slot));
	*slot = idx;
}

bool __alloc_tag_put_page_testzero(struct page *page, unsigned int order)
{
	/* Must be read before our reference is dropped. */
	unsigned long idx = alloc_tag_slot_idx(alloc_tag_page_slot(page));
	bool head = PageHead(page);

	if (put_page_testzero(page))
		return true;
	/* The first page is what is left of this call. */
	if (!head)
		alloc_tag_count_frees(idx, (PAGE_SIZE << order) - PAGE_SIZE, 0);
	return false;
}

void __alloc_tag_page_split(struct page *page, unsigned int nr, unsigned int step)
{
	unsigned long idx = alloc_tag_slot_idx(alloc_tag_page_slot(page));
	unsigned int i;

	/* An invalid index is reported when the first part is freed. */
	if (!idx || !alloc_tag_idx_valid(idx))
		return;
	for (i = step; i < nr; i += step)
		alloc_tag_page_store(page + i, idx);
	alloc_tag_count_allocs(idx, 0, DIV_ROUND_UP(nr, step) - 1);
}

void __alloc_tag_page_join(struct page *page, unsigned int nr)
{
	alloc_tag_idx_t *slot = alloc_tag_page_slot(page);
	unsigned long idx;
	unsigned int i;

	/* Charge all pages to the tag of the first. */
	for (i = 1; i < nr; i++) {
		idx = alloc_tag_slot_idx(&slot[i]);
		slot[i] = ALLOC_TAG_IDX_UNCHARGED;
		if (!alloc_tag_count_frees(idx, PAGE_SIZE, 1))
			__alloc_tag_page_bad_idx(page + i, idx);
	}
	alloc_tag_count_allocs(alloc_tag_slot_idx(slot), (nr - 1) * PAGE_SIZE, 0);
}

void __alloc_tag_page_swap(struct page *to, struct page *from)
{
	/* ZONE_DEVICE pages have no slots, and are never freed here. */
	if (!is_zone_device_page(to) && !is_zone_device_page(from))
		swap(*alloc_tag_page_slot(to), *alloc_tag_page_slot(from));
}

void __alloc_tag_page_range(unsigned long pfn, unsigned long end, const struct alloc_tag *tag)
{
	unsigned long idx = alloc_tag_to_idx(tag);

	alloc_tag_count_allocs(idx, (end - pfn) * PAGE_SIZE, end - pfn);
	for (; pfn < end; pfn++)
		alloc_tag_page_store(pfn_to_page(pfn), idx);
}
