/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the hooks of the slab allocator.
 *
 * Each object has a slot for the index of its tag, 0 while it is free. A cache
 * has its slots in one of two places, by what takes less memory:
 *
 *  - In a vector at the end of each slab. Objects of 8 to 64 bytes would fill a
 *    table in a few pages, and other sizes leave room for a vector anyway:
 *
 *	| object 0 | object 1 | ... | object n-1 |  | slot 0 | ... | slot n-1 |
 *
 *    All slabs of such a cache are of one order.
 *
 *  - In a table by address (alloc_tag_table.h), which doesn't depend on the
 *    slab: its order, the offset of its objects, or red zones.
 *
 * Either way the slot is found from the object's address and constants of the
 * cache alone, without a look at struct slab. Objects of KFENCE are in pages of
 * their own, one in each: theirs is the slot of the page in the table for 4 KiB.
 *
 * A slot belongs to the owner of the object, so it needs no lock. The hooks
 * never sleep, never allocate and never fail: a slab without slots is never
 * used. Any context.
 *
 * Only for inclusion by mm/slab.h, after struct slab and struct kmem_cache.
 */
#ifndef _MM_ALLOC_TAG_SLAB_H
#define _MM_ALLOC_TAG_SLAB_H

#include <linux/alloc_tag_cache.h>
#include <linux/alloc_tag_counter.h>
#include <linux/kfence.h>

#include "alloc_tag_table.h"

struct slab;

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

/*
 * Fixed-point position of the reciprocal of the object size. The error of a
 * quotient is less than slab size / 2^40, so it never moves past an integer as
 * long as slab size * object size is below that; the product of the two is at
 * most 2^34, see alloc_tag_cache_init().
 */
#define ALLOC_TAG_RECIP_SHIFT	40

/* Is there a KFENCE pool? It mostly isn't, and asking this is one instruction. */
DECLARE_STATIC_KEY_FALSE(alloc_tag_kfence_key);

/* What is rarely called, see mm/alloc_tag_slab.c. */
void alloc_tag_cache_init(struct kmem_cache *s, unsigned int order);
bool alloc_tag_slab_populate(const struct kmem_cache *s, const struct page *page,
			     unsigned int order, gfp_t gfp);
void alloc_tag_slab_new(const struct kmem_cache *s, struct slab *slab);
bool alloc_tag_kfence_populate(const void *pool, size_t bytes);
void __alloc_tag_slab_bad_idx(const struct kmem_cache *s, const void *obj, unsigned long idx);

/* Bytes at the end of each slab of @s that are neither objects nor padding. */
static inline unsigned int alloc_tag_vector_bytes(const struct kmem_cache *s)
{
	return s->alloc_tag.vector_bytes;
}

/* How many objects less each slab of @s has because of that. */
static inline unsigned int alloc_tag_vector_objects(const struct kmem_cache *s)
{
	return s->alloc_tag.vector_objects;
}

/* The slot of @obj, an object of @s that is in use. */
static __always_inline alloc_tag_idx_t *alloc_tag_slab_slot(const struct kmem_cache *s,
							    const void *obj)
{
	const struct alloc_tag_cache *cache = &s->alloc_tag;
	unsigned long addr = (unsigned long)kasan_reset_tag(obj);
	long from_end;

	if (static_branch_unlikely(&alloc_tag_kfence_key) && is_kfence_address((void *)addr))
		return alloc_tag_table_slot(PAGE_SHIFT, (void *)addr);
	if (!cache->neg_bytes)
		return cache->table + (addr >> cache->shift);

	/*
	 * The vector ends where the slab does. An object that begins x object
	 * sizes before that, rounded up, has the x-th slot from the end. Slabs
	 * are aligned to their size, so this is the object's distance from the
	 * end, negative.
	 */
	from_end = addr | cache->neg_bytes;
	return (alloc_tag_idx_t *)(addr - from_end) +
		((from_end * cache->recip) >> ALLOC_TAG_RECIP_SHIFT);
}

/* Charge the @n objects of @p, of @s, to @tag. One whose allocation failed is NULL. */
static __always_inline void alloc_tag_slab_alloc(const struct kmem_cache *s, size_t n, void **p,
						 const struct alloc_tag *tag)
{
	unsigned long idx;
	size_t i;

	if (!alloc_tag_counting())
		return;
	idx = alloc_tag_to_idx(tag);
	for (i = 0; i < n; i++) {
		if (unlikely(!p[i]))
			continue;
		*alloc_tag_slab_slot(s, p[i]) = idx;
		alloc_tag_count_allocs(idx, s->size, 1);
	}
}

/* Uncharge the @n objects of @p, of @s, before any of them can be reused. */
static __always_inline void alloc_tag_slab_free(const struct kmem_cache *s, size_t n, void **p)
{
	alloc_tag_idx_t *slot;
	unsigned long idx;
	size_t i;

	if (!alloc_tag_tracking())
		return;
	for (i = 0; i < n; i++) {
		slot = alloc_tag_slab_slot(s, p[i]);
		idx = *slot;
		*slot = 0;
		if (alloc_tag_idx_valid(idx))
			alloc_tag_count_frees(idx, s->size, 1);
		else
			__alloc_tag_slab_bad_idx(s, p[i], idx);
	}
}

#else /* !CONFIG_GCC_PLUGIN_ALLOC_TAG */

static inline void alloc_tag_cache_init(struct kmem_cache *s, unsigned int order) { }

static inline bool alloc_tag_slab_populate(const struct kmem_cache *s, const struct page *page,
					   unsigned int order, gfp_t gfp)
{
	return true;
}

static inline void alloc_tag_slab_new(const struct kmem_cache *s, struct slab *slab) { }
static inline bool alloc_tag_kfence_populate(const void *pool, size_t bytes) { return true; }
static inline unsigned int alloc_tag_vector_bytes(const struct kmem_cache *s) { return 0; }
static inline unsigned int alloc_tag_vector_objects(const struct kmem_cache *s) { return 0; }
static inline void alloc_tag_slab_alloc(const struct kmem_cache *s, size_t n, void **p,
					const struct alloc_tag *tag) { }
static inline void alloc_tag_slab_free(const struct kmem_cache *s, size_t n, void **p) { }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _MM_ALLOC_TAG_SLAB_H */
