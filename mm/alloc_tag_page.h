/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the hooks of the page allocator.
 *
 * An allocation of 2^order pages has its index in the slot of its first page
 * and counts PAGE_SIZE << order bytes. The slots of its other pages, and those
 * of free pages, are 0. What makes several allocations out of one
 * (alloc_tag_page_split()) or moves contents to other pages
 * (alloc_tag_page_swap()) says so. Pages that were allocated while counting was
 * off, or by memblock, have 0 and can be freed, split and moved like others.
 *
 * A slot belongs to the owner of the page: no lock is needed.
 */
#ifndef _MM_ALLOC_TAG_PAGE_H
#define _MM_ALLOC_TAG_PAGE_H

#include <linux/alloc_tag_counter.h>
#include <linux/mm.h>

#include "alloc_tag_table.h"

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

/* What the slow paths of the hooks below do. See mm/alloc_tag_page.c. */
void __alloc_tag_page_bad_idx(struct page *page, unsigned long idx);
bool __alloc_tag_put_page_testzero(struct page *page, unsigned int order);
void __alloc_tag_page_split(struct page *page, unsigned int nr, unsigned int step);
void __alloc_tag_page_join(struct page *page, unsigned int nr);
void __alloc_tag_page_swap(struct page *to, struct page *from);
void __alloc_tag_page_range(unsigned long pfn, unsigned long end,
			    const struct alloc_tag *tag);

static __always_inline alloc_tag_idx_t *alloc_tag_page_slot(const struct page *page)
{
	return &alloc_tag_page_slots[page_to_pfn(page)];
}

/* @page was just allocated for the caller with @tag; NULL if that failed. Any context. */
static __always_inline void alloc_tag_page_alloc(struct page *page, unsigned int order,
						 const struct alloc_tag *tag)
{
	unsigned long idx;

	if (!alloc_tag_counting() || unlikely(!page))
		return;
	idx = alloc_tag_to_idx(tag);
	*alloc_tag_page_slot(page) = idx;
	alloc_tag_count_allocs(idx, PAGE_SIZE << order, 1);
}

/* @page goes back to the page allocator, or is given up as broken. Any context. */
static __always_inline void alloc_tag_page_free(struct page *page, unsigned int order)
{
	alloc_tag_idx_t *slot;
	unsigned long idx;

	if (!alloc_tag_tracking())
		return;
	slot = alloc_tag_page_slot(page);
	idx = *slot;
	*slot = 0;
	if (alloc_tag_idx_valid(idx))
		alloc_tag_count_frees(idx, PAGE_SIZE << order, 1);
	else
		__alloc_tag_page_bad_idx(page, idx);
}

/*
 * put_page_testzero() of __free_pages(). If somebody else holds a reference to an
 * allocation that isn't compound, all but its first page are freed now, and are
 * uncharged here; the first one keeps its index until the last reference is
 * dropped. The index can only be read as long as we hold ours.
 */
static __always_inline bool alloc_tag_put_page_testzero(struct page *page, unsigned int order)
{
	if (alloc_tag_tracking() && order)
		/* Ours is nearly always the only one. */
		return likely(page_ref_freeze(page, 1)) ||
		       __alloc_tag_put_page_testzero(page, order);
	return put_page_testzero(page);
}

/* From now on, this allocation of @nr pages is freed in parts of @step pages. */
static inline void alloc_tag_page_split(struct page *page, unsigned int nr, unsigned int step)
{
	if (alloc_tag_tracking())
		__alloc_tag_page_split(page, nr, step);
}

/* From now on, @nr single pages are freed as one. */
static inline void alloc_tag_page_join(struct page *page, unsigned int nr)
{
	if (alloc_tag_tracking())
		__alloc_tag_page_join(page, nr);
}

/*
 * The contents of @from are now in @to, of the same size, and @from is about to
 * be freed: its index follows the contents.
 */
static inline void alloc_tag_page_swap(struct page *to, struct page *from)
{
	if (alloc_tag_tracking())
		__alloc_tag_page_swap(to, from);
}

/* Page frames [@pfn, @end) were allocated as single pages for the caller with @tag. */
static inline void alloc_tag_page_range(unsigned long pfn, unsigned long end,
					const struct alloc_tag *tag)
{
	if (alloc_tag_counting())
		__alloc_tag_page_range(pfn, end, tag);
}

/* Before the page allocator has its first page. */
void alloc_tag_init(void);

#else /* !CONFIG_GCC_PLUGIN_ALLOC_TAG */

static inline void alloc_tag_page_alloc(struct page *page, unsigned int order,
					const struct alloc_tag *tag) { }
static inline void alloc_tag_page_free(struct page *page, unsigned int order) { }

static inline bool alloc_tag_put_page_testzero(struct page *page, unsigned int order)
{
	return put_page_testzero(page);
}

static inline void alloc_tag_page_split(struct page *page, unsigned int nr,
					unsigned int step) { }
static inline void alloc_tag_page_join(struct page *page, unsigned int nr) { }
static inline void alloc_tag_page_swap(struct page *to, struct page *from) { }
static inline void alloc_tag_page_range(unsigned long pfn, unsigned long end,
					const struct alloc_tag *tag) { }
static inline void alloc_tag_init(void) { }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _MM_ALLOC_TAG_PAGE_H */
