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
 * To divide by the object size, multiply by its reciprocal, a fixed-point
 * number with this many fractional bits. The quotient is too small by less than
 * slab size / 2^40. It is exact after rounding as long as this error is at most
 * 1 / object size, that is, if slab size * object size is at most 2^40. The
 * product is at most 2^34, see alloc_tag_cache_init().
 */
#define ALLOC_TAG_RECIP_SHIFT	40

/* The slot of @page. Every page frame has one, except in ZONE_DEVICE. */
static __always_inline alloc_tag_idx_t *alloc_tag_page_slot(const struct page *page)
{
	return &alloc_tag_page_slots[page_to_pfn(page)];
}

/*
 * The slot of @obj, an object of KFENCE, which is being freed. The slot of the
 * page after it, where nothing is ever allocated, keeps what it holds, for
 * reports: see mm/alloc_tag/owner.c. A second free has nothing to keep.
 */
static __always_inline alloc_tag_idx_t *alloc_tag_kfence_freed_slot(const void *obj)
{
	alloc_tag_idx_t *slot = alloc_tag_table_slot(PAGE_SHIFT, obj);

	if (*slot != ALLOC_TAG_IDX_FREE)
		slot[1] = *slot;
	return slot;
}

/* KFENCE allocates @obj: forget who had the object that was there before. */
static inline void alloc_tag_kfence_new(const void *obj)
{
	if (static_branch_unlikely(&alloc_tag_kfence_key))
		alloc_tag_table_slot(PAGE_SHIFT, obj)[1] = 0;
}

/*
 * The slot of @obj, an object of the cache that has @cache. With @freed, it is
 * being freed.
 */
static __always_inline alloc_tag_idx_t *__alloc_tag_slab_slot(const struct alloc_tag_cache *cache,
							      const void *obj, bool freed)
{
	unsigned long addr = (unsigned long)kasan_reset_tag(obj);
	long from_end;

	if (static_branch_unlikely(&alloc_tag_kfence_key) && is_kfence_address((void *)addr))
		return freed ? alloc_tag_kfence_freed_slot((void *)addr) :
			       alloc_tag_table_slot(PAGE_SHIFT, (void *)addr);
	if (cache->neg_bytes >= 0)
		return cache->table + (addr >> cache->shift);

	/*
	 * The vector ends where the slab ends. With d = end of slab - address,
	 * the slot is number DIV_ROUND_UP(d, object size) before the end. Slabs
	 * are aligned to their size, so the OR yields -d. The shift of the
	 * negative product rounds down, that is, away from the end.
	 */
	from_end = addr | cache->neg_bytes;
	return (alloc_tag_idx_t *)(addr - from_end) +
		((from_end * cache->recip) >> ALLOC_TAG_RECIP_SHIFT);
}

static __always_inline alloc_tag_idx_t *alloc_tag_slab_slot(const struct alloc_tag_cache *cache,
							    const void *obj)
{
	return __alloc_tag_slab_slot(cache, obj, false);
}

static __always_inline alloc_tag_idx_t *
alloc_tag_slab_freed_slot(const struct alloc_tag_cache *cache, const void *obj)
{
	return __alloc_tag_slab_slot(cache, obj, true);
}

#else

static inline void alloc_tag_kfence_new(const void *obj) { }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _MM_ALLOC_TAG_SLOT_H */
