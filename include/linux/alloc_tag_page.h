/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the hooks of the page allocator.
 *
 * An allocation of 2^order pages is one reference, in the slot of its first page,
 * and counts PAGE_SIZE << order bytes. The slots of its other pages, and those
 * of free pages, are 0. Whatever makes several allocations out of one
 * (alloc_tag_page_split()) or moves contents (alloc_tag_page_swap()) tells us.
 * Pages that were allocated before counting was on, or straight from memblock,
 * have 0 and can be freed, split and moved like others.
 */
#ifndef _LINUX_ALLOC_TAG_PAGE_H
#define _LINUX_ALLOC_TAG_PAGE_H

#include <linux/alloc_tag_rt.h>
#include <linux/mm.h>

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

/*
 * @page was just allocated; NULL if that failed. What has no slot isn't counted,
 * since nothing would take it from the books again.
 */
static __always_inline void alloc_tag_page_alloc(struct page *page, unsigned int order,
						 const struct alloc_tag *tag)
{
	u32 *slot;

	if (!alloc_tag_counting() || unlikely(!page))
		return;
	if (alloc_tag_page_find(page_to_pfn(page), &slot)) {
		unsigned long ref = alloc_tag_ref(tag);

		*slot = ref;
		alloc_tag_count_alloc(ref, PAGE_SIZE << order);
	}
}

/* @page goes back to the page allocator, or is given up as broken. */
static __always_inline void alloc_tag_page_free(struct page *page, unsigned int order)
{
	u32 *slot, ref;

	if (!alloc_tag_tracking())
		return;
	if (alloc_tag_page_find(page_to_pfn(page), &slot)) {
		ref = *slot;
		*slot = 0;
		alloc_tag_count_free(ref, PAGE_SIZE << order);
	}
}

u32 __alloc_tag_page_peek(struct page *page);

/*
 * __free_pages() on a high-order allocation that isn't compound and that
 * somebody else holds a reference to: the first page stays until that one is
 * dropped, the others go now. alloc_tag_page_peek() is to be called as long as
 * the reference is held, alloc_tag_page_free_tail() once the others are to go.
 */
static __always_inline u32 alloc_tag_page_peek(struct page *page, unsigned int order)
{
	/* Single pages have no others: ask that first, and nothing else of them. */
	if (likely(!order) || !alloc_tag_tracking())
		return 0;
	return __alloc_tag_page_peek(page);
}

static __always_inline void alloc_tag_page_free_tail(u32 ref, unsigned int order)
{
	if (alloc_tag_tracking())
		alloc_tag_count_frees(ref, (PAGE_SIZE << order) - PAGE_SIZE, 0);
}

void __alloc_tag_page_split(struct page *page, unsigned int nr, unsigned int step);
void __alloc_tag_page_join(struct page *page, unsigned int nr);
void __alloc_tag_page_swap(struct page *to, struct page *from);
void __alloc_tag_page_range(unsigned long pfn, unsigned long end,
			    const struct alloc_tag *tag);

/* From now on, each of the @nr pages of this allocation is freed on its own. */
static inline void alloc_tag_page_split(struct page *page, unsigned int nr)
{
	if (alloc_tag_tracking())
		__alloc_tag_page_split(page, nr, 1);
}

/* From now on, this allocation of @nr pages is freed in parts of @step pages. */
static inline void alloc_tag_page_split_to(struct page *page, unsigned int nr,
					   unsigned int step)
{
	if (alloc_tag_tracking())
		__alloc_tag_page_split(page, nr, step);
}

/* @nr single pages become one that is freed as a whole. */
static inline void alloc_tag_page_join(struct page *page, unsigned int nr)
{
	if (alloc_tag_tracking())
		__alloc_tag_page_join(page, nr);
}

/*
 * The contents of @from are now in @to, of the same size, and @from is about to
 * be freed: its tag follows the contents.
 */
static inline void alloc_tag_page_swap(struct page *to, struct page *from)
{
	if (alloc_tag_tracking())
		__alloc_tag_page_swap(to, from);
}

/* Page frames [@pfn, @end) were allocated as single pages. */
static inline void alloc_tag_page_range(unsigned long pfn, unsigned long end,
					const struct alloc_tag *tag)
{
	if (alloc_tag_counting())
		__alloc_tag_page_range(pfn, end, tag);
}

#else /* !CONFIG_GCC_PLUGIN_ALLOC_TAG */

static inline void alloc_tag_page_alloc(struct page *page, unsigned int order,
					const struct alloc_tag *tag) { }
static inline void alloc_tag_page_free(struct page *page, unsigned int order) { }
static inline u32 alloc_tag_page_peek(struct page *page, unsigned int order) { return 0; }
static inline void alloc_tag_page_free_tail(u32 ref, unsigned int order) { }
static inline void alloc_tag_page_split(struct page *page, unsigned int nr) { }
static inline void alloc_tag_page_split_to(struct page *page, unsigned int nr,
					   unsigned int step) { }
static inline void alloc_tag_page_join(struct page *page, unsigned int nr) { }
static inline void alloc_tag_page_swap(struct page *to, struct page *from) { }
static inline void alloc_tag_page_range(unsigned long pfn, unsigned long end,
					const struct alloc_tag *tag) { }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _LINUX_ALLOC_TAG_PAGE_H */
