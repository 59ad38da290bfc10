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

bool __alloc_tag_put_page_testzero(struct page *page, unsigned int order)
{
	/* Must be read before our reference is dropped. */
	unsigned long idx = *alloc_tag_page_slot(page);
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
	alloc_tag_idx_t *slot = alloc_tag_page_slot(page);
	unsigned long idx = *slot;
	unsigned int i;

	if (!idx || !alloc_tag_idx_valid(idx))
		return;
	for (i = step; i < nr; i += step)
		slot[i] = idx;
	alloc_tag_count_allocs(idx, 0, DIV_ROUND_UP(nr, step) - 1);
}

void __alloc_tag_page_join(struct page *page, unsigned int nr)
{
	alloc_tag_idx_t *slot = alloc_tag_page_slot(page);
	unsigned int i;

	/* Charge all pages to the tag of the first. */
	for (i = 1; i < nr; i++) {
		alloc_tag_count_frees(slot[i], PAGE_SIZE, 1);
		slot[i] = 0;
	}
	alloc_tag_count_allocs(*slot, (nr - 1) * PAGE_SIZE, 0);
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
		*alloc_tag_page_slot(pfn_to_page(pfn)) = idx;
}
