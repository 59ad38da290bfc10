/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the hooks of the page allocator.
 *
 * An allocation of 2^order pages is charged as one call of PAGE_SIZE << order
 * bytes. The slot of its first page holds the index of its tag; the slots of
 * its other pages hold ALLOC_TAG_IDX_UNCHARGED, and the slots of free pages
 * ALLOC_TAG_IDX_FREE. Both are 0, unless debug.h says more. Code that splits an
 * allocation (alloc_tag_page_split()) or moves its contents to other pages
 * (alloc_tag_page_swap()) must call the hook for that, which also copies or
 * moves the record of a sample or of a watched line. Pages that were allocated
 * while counting was disabled, or by memblock, have index 0 and can be freed,
 * split and moved like all others.
 *
 * With vm.mem_profiling=samples, nothing is charged, and pages that are a
 * sample have a page flag: see sampled.h.
 *
 * A slot belongs to the owner of the page, so it needs no lock. The hooks never
 * sleep and never fail. They allocate nothing but records (see
 * <linux/alloc_tag/watch.h>), without reclaim. They may be called in any
 * context.
 */
#ifndef _MM_ALLOC_TAG_PAGE_H
#define _MM_ALLOC_TAG_PAGE_H

#include <linux/alloc_tag/boot.h>
#include <linux/alloc_tag/counter.h>
#include <linux/alloc_tag/fault.h>
#include <linux/mm.h>

#include "debug.h"
#include "sampled.h"
#include "slot.h"

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

/* Slow paths of the hooks below, see mm/alloc_tag/page.c. */
void __alloc_tag_page_watch(struct page *page, unsigned int order, gfp_t gfp,
			    unsigned int why) __cold;
void __alloc_tag_page_sample(struct page *page, unsigned int order, gfp_t gfp,
			     const struct alloc_tag *tag) __cold;
void __alloc_tag_page_unsample(struct page *page) __cold;
void __alloc_tag_page_free_slow(struct page *page, unsigned int order, unsigned long idx);
void __alloc_tag_page_split(struct page *page, unsigned int nr, unsigned int step);
void __alloc_tag_page_join(struct page *page, unsigned int nr);
void __alloc_tag_page_swap(struct page *to, struct page *from);
void __alloc_tag_page_range(unsigned long pfn, unsigned long end,
			    const struct alloc_tag *tag);

/**
 * alloc_tag_page_alloc() - charge newly allocated pages
 * @page: the first page
 * @order: 2^@order pages were allocated
 * @gfp: allocation flags
 * @tag: tag of the call site, see alloc_tag_keep()
 */
static __always_inline void alloc_tag_page_alloc(struct page *page, unsigned int order,
						 gfp_t gfp, const struct alloc_tag **tag)
{
	unsigned int why;

	switch (alloc_tag_mode_order(order)) {
	case ALLOC_TAG_SAMPLES:
		__alloc_tag_page_sample(page, order, gfp, alloc_tag_kept(tag));
		return;
	case ALLOC_TAG_IDLE:
		return;
	case ALLOC_TAG_COUNTS:
		break;
	}
	alloc_tag_debug_page_alloc(page);
	why = alloc_tag_charge_slot(alloc_tag_page_slot(page), alloc_tag_kept(tag),
				    PAGE_SIZE << order);
	if (why)
		__alloc_tag_page_watch(page, order, gfp, why);
}

/**
 * alloc_tag_page_free() - uncharge pages that are being freed
 * @page: the first page
 * @order: 2^@order pages are freed
 *
 * Also called for pages that the page allocator then rejects, because they are
 * in a bad state or hardware-poisoned. The caller must own the pages: none of
 * them can be allocated again yet. A single page that is hardware-poisoned is
 * freed a second time by unpoison_memory().
 */
static __always_inline void alloc_tag_page_free(struct page *page, unsigned int order)
{
	alloc_tag_idx_t *slot;
	unsigned long idx;

	if (!alloc_tag_tracking())
		return;
	alloc_tag_debug_page_free(page, order);
	slot = alloc_tag_page_slot(page);
	idx = alloc_tag_slot_idx(slot);
	*slot = alloc_tag_debug_freed_idx(page, order);
	if (!alloc_tag_count_frees(idx, PAGE_SIZE << order, 1))
		__alloc_tag_page_free_slow(page, order, idx);
}

/**
 * alloc_tag_free_test_mlocked() - folio_test_mlocked(), when pages are freed
 * @folio: the pages
 *
 * Also drops their sample, if they are one that was not charged. One test finds
 * both, so it takes no more instructions.
 *
 * Return: true if the folio is mlocked.
 */
static __always_inline bool alloc_tag_free_test_mlocked(struct folio *folio)
{
#ifdef CONFIG_ALLOC_TAG_SAMPLE
	if (likely(!(READ_ONCE(folio->flags) & (BIT(PG_mlocked) | BIT(ALLOC_TAG_PG_SAMPLED)))))
		return false;
	if (alloc_tag_page_sampled(&folio->page))
		__alloc_tag_page_unsample(&folio->page);
#endif
	return folio_test_mlocked(folio);
}

/**
 * alloc_tag_frees_block() - is a block freed that may be charged, or a sample?
 * @page: the first page that __free_pages() was called with
 * @order: the order that it was called with
 *
 * If somebody else holds a reference to a non-compound allocation,
 * __free_pages() frees all pages but the first, bypassing the usual path. So a
 * function of its own frees blocks that may be charged: there, single pages
 * take no more than a static branch or two. It calls alloc_tag_block_idx()
 * while it has its reference, and if that was not the last one,
 * alloc_tag_block_uncharge().
 */
static __always_inline bool alloc_tag_frees_block(struct page *page, unsigned int order)
{
	return (alloc_tag_tracking() ||
		(!alloc_tag_idle() && unlikely(alloc_tag_page_sampled(page)))) && order;
}

/*
 * The index of the tag that @page, the first page of a block, is charged to, or
 * 0. If the block has a record and is not @compound, this has the size of one
 * page from now on. A sample that was taken alone keeps its size if samples
 * have been switched off since, until the first page is freed.
 */
static __always_inline unsigned long alloc_tag_block_idx(struct page *page, bool compound)
{
	unsigned long idx = 0;

	if (alloc_tag_tracking())
		idx = alloc_tag_slot_idx(alloc_tag_page_slot(page));
	if (unlikely(alloc_tag_idx_has_record(idx) || alloc_tag_page_sampled(page)) && !compound)
		alloc_tag_record_resize(page, PAGE_SIZE);
	return idx;
}

/*
 * Uncharge all pages but the first of a block of 2^@order pages, of which
 * alloc_tag_block_idx() was @idx. The first stays charged until its last
 * reference is dropped.
 */
static __always_inline void alloc_tag_block_uncharge(unsigned long idx, unsigned int order)
{
	if (idx)
		alloc_tag_count_frees(alloc_tag_idx_without_record(idx),
				      (PAGE_SIZE << order) - PAGE_SIZE, 0);
}

/**
 * alloc_tag_page_split() - split an allocation into parts freed separately
 * @page: the first page
 * @nr: number of pages of the allocation
 * @step: number of pages of each part
 *
 * Each part is charged to the same tag as the whole was. The bytes do not
 * change, but each further part counts as a call, so that the frees balance.
 * The caller must own the pages.
 */
static inline void alloc_tag_page_split(struct page *page, unsigned int nr, unsigned int step)
{
	if (alloc_tag_tracking() || alloc_tag_page_sampled(page))
		__alloc_tag_page_split(page, nr, step);
}

/**
 * alloc_tag_page_join() - join single pages into one allocation
 * @page: the first page
 * @nr: number of pages
 *
 * The reverse of alloc_tag_page_split(), but the pages may be charged to
 * different tags: then all of them are charged to the tag of the first. The
 * caller must own the pages.
 */
static inline void alloc_tag_page_join(struct page *page, unsigned int nr)
{
	if (alloc_tag_tracking() || alloc_tag_indexed())
		__alloc_tag_page_join(page, nr);
}

/**
 * alloc_tag_page_swap() - let the tag follow the contents of a migrated page
 * @to: the new page
 * @from: the old page, of the same order; about to be freed
 *
 * Afterwards @to is charged to the call site that allocated @from, and vice
 * versa. The caller must own both.
 */
static inline void alloc_tag_page_swap(struct page *to, struct page *from)
{
	if (alloc_tag_tracking() || alloc_tag_page_sampled(to) || alloc_tag_page_sampled(from))
		__alloc_tag_page_swap(to, from);
}

/**
 * alloc_tag_page_range() - charge a range of pages, allocated as single pages
 * @pfn: the first page frame
 * @end: the page frame after the last one
 * @tag: tag of the call site
 *
 * Each page is charged as one call, because each is freed alone. The caller
 * must own the pages.
 */
static inline void alloc_tag_page_range(unsigned long pfn, unsigned long end,
					const struct alloc_tag *tag)
{
	if (alloc_tag_indexed())
		__alloc_tag_page_range(pfn, end, tag);
}

#else /* !CONFIG_GCC_PLUGIN_ALLOC_TAG */

static inline void alloc_tag_page_alloc(struct page *page, unsigned int order, gfp_t gfp,
					const struct alloc_tag **tag) { }
static inline void alloc_tag_page_free(struct page *page, unsigned int order) { }

static inline bool alloc_tag_free_test_mlocked(struct folio *folio)
{
	return folio_test_mlocked(folio);
}

static inline bool alloc_tag_frees_block(struct page *page, unsigned int order)
{
	return false;
}

static inline unsigned long alloc_tag_block_idx(struct page *page, bool compound) { return 0; }
static inline void alloc_tag_block_uncharge(unsigned long idx, unsigned int order) { }
static inline void alloc_tag_page_split(struct page *page, unsigned int nr,
					unsigned int step) { }
static inline void alloc_tag_page_join(struct page *page, unsigned int nr) { }
static inline void alloc_tag_page_swap(struct page *to, struct page *from) { }
static inline void alloc_tag_page_range(unsigned long pfn, unsigned long end,
					const struct alloc_tag *tag) { }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _MM_ALLOC_TAG_PAGE_H */
