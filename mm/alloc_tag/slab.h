/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the hooks of the slab allocator.
 *
 * Each object has a slot for the index of its tag, which is 0 or
 * ALLOC_TAG_IDX_FREE while the object is free. The slots of a cache are in one
 * of two places, whichever takes less memory:
 *
 *  - In a vector at the end of each slab. Used for objects below 128 bytes,
 *    where a table would be too large, and for other sizes that leave enough
 *    unused space at the end of the slab:
 *
 *	| object 0 | object 1 | ... | object n-1 |  | slot 0 | ... | slot n-1 |
 *
 *    All slabs of such a cache have the same order.
 *
 *  - In a table indexed by address (table.h). It does not depend on
 *    the slab's order, on the offset of its objects or on red zones.
 *
 * In both cases the address of the slot is computed from the object's address
 * and constants of the cache, without reading struct slab: see slot.h. KFENCE
 * objects each have a page to themselves and use the slot of that page in the
 * table with granules of PAGE_SIZE.
 *
 * A slot belongs to the owner of the object, so it needs no lock. Slots are
 * allocated with the slab, so the hooks that charge and uncharge objects
 * allocate only records (see <linux/alloc_tag/watch.h>), without reclaim. They
 * never sleep, fail only if a watched line is to have faults, and may be called
 * in any context.
 *
 * To be included by mm/slab.h only, after struct slab and struct kmem_cache.
 */
#ifndef _MM_ALLOC_TAG_SLAB_H
#define _MM_ALLOC_TAG_SLAB_H

#include <linux/alloc_tag/boot.h>
#include <linux/alloc_tag/cache.h>
#include <linux/alloc_tag/counter.h>

#include "debug.h"
#include "slot.h"

struct slab;

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

/* Setup of caches and slabs, and slow paths: see mm/alloc_tag/slab.c. */
void alloc_tag_cache_init(struct kmem_cache *s, unsigned int order);
bool alloc_tag_slab_populate(const struct kmem_cache *s, const struct page *page,
			     unsigned int order, gfp_t gfp);
void alloc_tag_slab_new(const struct kmem_cache *s, struct slab *slab);
bool __alloc_tag_slab_watch(const struct kmem_cache *s, const void *obj, size_t requested,
			    gfp_t gfp, unsigned int why) __cold;
void __alloc_tag_slab_free_slow(const struct kmem_cache *s, const void *obj, unsigned long idx);

/* Are the slots of @s in a table? */
static inline bool alloc_tag_cache_has_table(const struct kmem_cache *s)
{
	return s->alloc_tag.shift > 0;
}

/*
 * Size in bytes of the vector of slots at the end of each slab of @s; 0 if
 * there is none. Checks of the slab's padding must leave it out.
 */
static inline unsigned int alloc_tag_vector_bytes(const struct kmem_cache *s)
{
	if (s->alloc_tag.neg_bytes >= 0)
		return 0;
	return DIV_ROUND_UP(-s->alloc_tag.neg_bytes, s->size) * sizeof(alloc_tag_idx_t);
}

/* Number of objects by which the vector reduces the capacity of each slab. */
static inline unsigned int alloc_tag_vector_objects(const struct kmem_cache *s)
{
	unsigned int bytes = -s->alloc_tag.neg_bytes;
	unsigned int vector = alloc_tag_vector_bytes(s);

	return vector ? bytes / s->size - (bytes - vector) / s->size : 0;
}

/*
 * The argument @requested of alloc_tag_slab_alloc() for @size, which the caller
 * of an allocator asked for: 0 if the compiler sees that it is the size of the
 * whole object, as for all but kmalloc(), so that no register has to keep it.
 */
static __always_inline size_t alloc_tag_slab_requested(const struct kmem_cache *s, size_t size)
{
	return __builtin_constant_p(size == s->object_size) ? 0 : size;
}

/**
 * alloc_tag_slab_alloc() - charge newly allocated objects
 * @s: the cache
 * @gfp: allocation flags
 * @n: number of objects
 * @p: the objects; NULL for those whose allocation failed
 * @requested: result of alloc_tag_slab_requested()
 * @tag: tag of the call site
 *
 * Each object is charged as one call of s->size bytes. Does nothing if counting
 * is disabled.
 *
 * Return: false if the line is watched and one of the allocations is to fail.
 * Then all objects have been freed, and if it is a single one, *@p is NULL. The
 * caller must return the failure to its caller.
 */
static __always_inline bool alloc_tag_slab_alloc(struct kmem_cache *s, gfp_t gfp, size_t n,
						 void **p, size_t requested,
						 const struct alloc_tag *tag)
{
	bool fails = false;
	unsigned int why;
	size_t i;

	if (!alloc_tag_counting()) {
		alloc_tag_debug_slab_uncharged(s, n, p);
		return true;
	}
	for (i = 0; i < n; i++) {
		if (unlikely(!p[i]))
			continue;
		alloc_tag_debug_slab_alloc(s, p[i]);
		why = alloc_tag_charge_slot(alloc_tag_slab_slot(&s->alloc_tag, p[i]), tag, s->size);
		if (why && __alloc_tag_slab_watch(s, p[i], requested, gfp, why))
			fails = ALLOC_TAG_CAN_FAIL;
	}
	if (likely(!fails))
		return true;
	if (n == 1) {
		/* Take no address: p[0] can stay in a register. */
		kmem_cache_free(s, p[0]);
		p[0] = NULL;
	} else {
		kmem_cache_free_bulk(s, n, p);
	}
	return false;
}

/**
 * alloc_tag_slab_free() - uncharge objects that are being freed
 * @s: the cache
 * @n: number of objects
 * @p: the objects
 *
 * Must be called before any of the objects can be allocated again. Objects that
 * are not charged count under the null tag, with index 0.
 */
static __always_inline void alloc_tag_slab_free(const struct kmem_cache *s, size_t n, void **p)
{
	alloc_tag_idx_t *slot;
	unsigned long idx;
	size_t i;

	if (!alloc_tag_tracking())
		return;
	for (i = 0; i < n; i++) {
		alloc_tag_debug_slab_free(s, p[i]);
		slot = alloc_tag_slab_slot(&s->alloc_tag, p[i]);
		idx = alloc_tag_slot_idx(slot);
		*slot = ALLOC_TAG_IDX_FREE;
		if (!alloc_tag_count_frees(idx, s->size, 1))
			__alloc_tag_slab_free_slow(s, p[i], idx);
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
static inline unsigned int alloc_tag_vector_bytes(const struct kmem_cache *s) { return 0; }
static inline unsigned int alloc_tag_vector_objects(const struct kmem_cache *s) { return 0; }

static inline size_t alloc_tag_slab_requested(const struct kmem_cache *s, size_t size)
{
	return size;
}

static inline bool alloc_tag_slab_alloc(struct kmem_cache *s, gfp_t gfp, size_t n, void **p,
					size_t requested, const struct alloc_tag *tag)
{
	return true;
}

static inline void alloc_tag_slab_free(const struct kmem_cache *s, size_t n, void **p) { }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _MM_ALLOC_TAG_SLAB_H */
