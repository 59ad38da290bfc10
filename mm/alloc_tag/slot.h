/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: where the slot of a page or of a slab object is. For the
 * hooks and for debug.c.
 */
#ifndef _MM_ALLOC_TAG_SLOT_H
#define _MM_ALLOC_TAG_SLOT_H

#include <linux/alloc_tag/cache.h>
#include <linux/kfence.h>
#include <linux/mm.h>

#include "table.h"

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

/*
 * The slot of @page. Every page frame has one, except in ZONE_DEVICE. Where
 * struct pages are in one array and their size is a power of two, the address
 * of the slot is that of the struct page, shifted, plus a constant: this takes
 * an instruction less than the number of the page frame does.
 */
static __always_inline alloc_tag_idx_t *alloc_tag_page_slot(const struct page *page)
{
	if (ALLOC_TAG_PAGE_SHIFT)
		return (alloc_tag_idx_t *)(alloc_tag_page_base +
					   ((unsigned long)page >> ALLOC_TAG_PAGE_SHIFT));
	return &alloc_tag_page_slots[page_to_pfn(page)];
}

/*
 * The slot of @obj, an object of the cache that has @cache, but not one of
 * KFENCE.
 *
 * One formula for both places, without a branch: a slab has a slot for each
 * object, a table, which begins at address 0, one for each granule. So the
 * number of the slot is the offset divided by the size of these. To divide,
 * multiply by the reciprocal, of which 64 bits are a fraction. It is rounded
 * up, so the quotient is too large, by less than offset / 2^64, and has the
 * right integer part as long as this is less than 1 / object size. A table's is
 * exact, as granules are powers of two.
 */
static __always_inline alloc_tag_idx_t *alloc_tag_slab_slot(const struct alloc_tag_cache *cache,
							    const void *obj)
{
	unsigned long addr = (unsigned long)kasan_reset_tag(obj);
	unsigned long start = addr & cache->slab_mask;

	return (alloc_tag_idx_t *)(start + cache->base) +
		alloc_tag_mul_high(addr - start, cache->recip);
}

/* The same for any object: one of KFENCE has the slot of its page. */
static __always_inline alloc_tag_idx_t *alloc_tag_object_slot(const struct alloc_tag_cache *cache,
							      const void *obj)
{
	if (is_kfence_address(obj))
		return alloc_tag_table_slot(PAGE_SHIFT, kasan_reset_tag(obj));
	return alloc_tag_slab_slot(cache, obj);
}

/* KFENCE allocates @obj: forget who had the object that was there before. */
static inline void alloc_tag_kfence_new(const void *obj)
{
	if (static_branch_unlikely(&alloc_tag_kfence_key))
		alloc_tag_table_slot(PAGE_SHIFT, obj)[1] = 0;
}

#else

static inline void alloc_tag_kfence_new(const void *obj) { }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _MM_ALLOC_TAG_SLOT_H */
