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

/* What has no slot isn't counted: nothing would take it from the books again. */
static __always_inline void __alloc_tag_page_alloc(struct page *page, unsigned int order,
						   const struct alloc_tag *tag)
{
	unsigned long ref = alloc_tag_ref(tag);
	alloc_tag_slot_t *slot;

	if (likely(page) && alloc_tag_page_find(page_to_pfn(page), &slot)) {
		ref = alloc_tag_count_alloc(ref, PAGE_SIZE << order);
		*slot = alloc_tag_slot_of(ref);
	}
}

static __always_inline void __alloc_tag_page_free(struct page *page, unsigned int order)
{
	alloc_tag_slot_t *slot;
	unsigned long ref;

	if (alloc_tag_page_find(page_to_pfn(page), &slot)) {
		ref = alloc_tag_slot_ref(*slot);
		*slot = 0;
		alloc_tag_count_free(ref, PAGE_SIZE << order);
	}
}

/* The same, called: where memcg is in use as well. */
void alloc_tag_page_alloc_called(struct page *page, unsigned int order,
				 const struct alloc_tag *tag);
void alloc_tag_page_free_called(struct page *page, unsigned int order);

/*
 * @page was just allocated; NULL if that failed. Returns false if memcg has nothing
 * to do.
 */
static __always_inline bool alloc_tag_page_alloc(struct page *page, unsigned int order,
						 const struct alloc_tag *tag)
{
	if (!alloc_tag_any_alloc())
		return false;
	if (alloc_tag_only_alloc()) {
		__alloc_tag_page_alloc(page, order, tag);
		return false;
	}
	if (alloc_tag_counting()) {
		if (IS_ENABLED(CONFIG_JUMP_LABEL))
			__alloc_tag_page_alloc(page, order, tag);
		else
			alloc_tag_page_alloc_called(page, order, tag);
	}
	return true;
}

/*
 * @page goes back to the page allocator, or is given up as broken. Returns false if
 * memcg has nothing to do.
 */
static __always_inline bool alloc_tag_page_free(struct page *page, unsigned int order)
{
	if (!alloc_tag_any_free())
		return false;
	if (alloc_tag_only_free()) {
		__alloc_tag_page_free(page, order);
		return false;
	}
	if (alloc_tag_tracking()) {
		if (IS_ENABLED(CONFIG_JUMP_LABEL))
			__alloc_tag_page_free(page, order);
		else
			alloc_tag_page_free_called(page, order);
	}
	return true;
}

unsigned int alloc_tag_page_put_shared(struct page *page, unsigned int order);

/*
 * put_page_testzero() of high-order allocations. If somebody else still holds a
 * reference to one that isn't compound, the first page stays until that one is
 * dropped, the others go now and leave the books here. Whose they are can only be
 * asked as long as we hold our reference. *@order stays what it is: the function for
 * the rare case hands it through, so that the others need no place to save it in.
 */
static __always_inline bool alloc_tag_page_put_testzero(struct page *page, unsigned int *order)
{
	unsigned int result;

	if (!alloc_tag_tracking()) {
		/* One branch, where returning it would make it a value first. */
		if (put_page_testzero(page))
			return true;
		return false;
	}
	/* Nearly always ours is the only reference. */
	if (likely(page_ref_freeze(page, 1)))
		return true;
	result = alloc_tag_page_put_shared(page, *order);
	*order = result >> 1;
	return result & 1;
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

static inline bool alloc_tag_page_alloc(struct page *page, unsigned int order,
					const struct alloc_tag *tag)
{
	return true;
}

static inline bool alloc_tag_page_free(struct page *page, unsigned int order)
{
	return true;
}

static inline bool alloc_tag_page_put_testzero(struct page *page, unsigned int *order)
{
	return put_page_testzero(page);
}

static inline void alloc_tag_page_split(struct page *page, unsigned int nr) { }
static inline void alloc_tag_page_split_to(struct page *page, unsigned int nr,
					   unsigned int step) { }
static inline void alloc_tag_page_join(struct page *page, unsigned int nr) { }
static inline void alloc_tag_page_swap(struct page *to, struct page *from) { }
static inline void alloc_tag_page_range(unsigned long pfn, unsigned long end,
					const struct alloc_tag *tag) { }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _LINUX_ALLOC_TAG_PAGE_H */
