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
 * and constants of the cache, without reading struct slab: see slot.h.
 *
 * Each KFENCE object has a page of its own, and the slot of that page in the
 * table for objects of PAGE_SIZE. SLUB's fast paths never see these objects:
 * KFENCE's own have the hooks for them.
 *
 * A slot belongs to the owner of the object, so it needs no lock. Slots are
 * allocated with the slab, so the hooks that charge and uncharge objects
 * allocate only records (see <linux/alloc_tag/watch.h>), without reclaim. They
 * never sleep, never fail, and may be called in any context.
 *
 * With vm.mem_profiling=samples, nothing is charged, and a slab counts its
 * objects that are a sample: see sampled.h.
 *
 * To be included by mm/slab.h only, after struct slab and struct kmem_cache.
 */
#ifndef _MM_ALLOC_TAG_SLAB_H
#define _MM_ALLOC_TAG_SLAB_H

#include <linux/alloc_tag/boot.h>
#include <linux/alloc_tag/cache.h>
#include <linux/alloc_tag/counter.h>
#include <linux/alloc_tag/fault.h>

#include "debug.h"
#include "sampled.h"
#include "slot.h"

struct slab;

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

/*
 * Setup of caches and slabs, and slow paths: see mm/alloc_tag/slab.c. Those
 * that SLUB's fast path calls have the object first: so it is kept in the
 * register in which memset() gets it, too.
 */
void alloc_tag_cache_init(struct kmem_cache *s, unsigned int order);
bool alloc_tag_slab_populate(const struct kmem_cache *s, const struct page *page,
			     unsigned int order, gfp_t gfp);
void alloc_tag_slab_new(const struct kmem_cache *s, struct slab *slab);
void alloc_tag_vector_clear(const struct kmem_cache *s, struct slab *slab);
void __alloc_tag_slab_watch(const void *obj, const struct kmem_cache *s, size_t requested,
			    gfp_t gfp, unsigned int why, unsigned long caller) __cold;
void __alloc_tag_kfence_alloc(void *obj, const struct kmem_cache *s, gfp_t gfp, size_t requested,
			      const struct alloc_tag *tag);
void __alloc_tag_slab_alloc_bulk(const struct kmem_cache *s, gfp_t gfp, size_t n, void **p,
				 const struct alloc_tag *tag);
void __alloc_tag_slab_free_bulk(const struct kmem_cache *s, size_t n, void **p);
void __alloc_tag_slab_free_slow(const struct kmem_cache *s, const void *obj, unsigned long idx);
void alloc_tag_kfence_free(const struct kmem_cache *s, const void *obj);

void __alloc_tag_slab_sample(const void *obj, const struct kmem_cache *s, size_t requested,
			     gfp_t gfp, const struct alloc_tag *tag,
			     unsigned long caller) __cold;
#ifdef CONFIG_ALLOC_TAG_SAMPLE
void __alloc_tag_slab_unsample(struct slab *slab, size_t n, void **p) __cold;
bool __alloc_tag_free_test_slab(struct folio *folio, const void *obj) __cold;
#endif

/* Are the slots of @s in a table? */
static inline bool alloc_tag_cache_has_table(const struct kmem_cache *s)
{
	return s->alloc_tag.base && !s->alloc_tag.slab_mask;
}

/*
 * Size in bytes of the vector of slots at the end of each slab of @s; 0 if
 * there is none. Checks of the slab's padding must leave it out.
 */
static inline unsigned int alloc_tag_vector_bytes(const struct kmem_cache *s)
{
	if (!s->alloc_tag.slab_mask)
		return 0;
	return -s->alloc_tag.slab_mask - s->alloc_tag.base;
}

/* Number of objects by which the vector reduces the capacity of each slab. */
static inline unsigned int alloc_tag_vector_objects(const struct kmem_cache *s)
{
	unsigned int bytes = -s->alloc_tag.slab_mask;
	unsigned int vector = alloc_tag_vector_bytes(s);

	return vector ? bytes / s->size - (bytes - vector) / s->size : 0;
}

/*
 * The argument @requested of the hooks for @size, which the caller of an
 * allocator asked for: 0 if the compiler sees that it is the size of the whole
 * object, as for all but kmalloc(), so that no register has to keep it.
 */
static __always_inline size_t alloc_tag_slab_requested(const struct kmem_cache *s, size_t size)
{
	return __builtin_constant_p(size == s->object_size) ? 0 : size;
}

/*
 * Charge @obj, whose slot is @slot; otherwise as alloc_tag_slab_alloc().
 * @caller is where the hook returns to if that is not here, else 0.
 */
static __always_inline void alloc_tag_slab_charge(const struct kmem_cache *s, gfp_t gfp,
						  void *obj, alloc_tag_idx_t *slot,
						  size_t requested, const struct alloc_tag *tag,
						  unsigned long caller)
{
	unsigned int why;

	alloc_tag_debug_slab_alloc(s, obj);
	why = alloc_tag_charge_slot(slot, tag, s->size);
	if (why)
		__alloc_tag_slab_watch(obj, s, requested, gfp, why, caller);
}

/**
 * alloc_tag_slab_alloc() - charge a newly allocated object
 * @s: the cache
 * @gfp: allocation flags
 * @obj: the object, not NULL and not one of KFENCE
 * @requested: result of alloc_tag_slab_requested()
 * @tag: tag of the call site, see alloc_tag_keep()
 *
 * To be called where SLUB has taken the object off a list: in its fast path,
 * the object is in a register, and nothing about it needs to be tested. An
 * object is charged as one call of s->size bytes. If only samples are taken, it
 * is not, but may be a sample.
 */
static __always_inline void alloc_tag_slab_alloc(const struct kmem_cache *s, gfp_t gfp,
						 void *obj, size_t requested,
						 const struct alloc_tag **tag)
{
	switch (alloc_tag_mode_size(&s->size)) {
	case ALLOC_TAG_SAMPLES:
		__alloc_tag_slab_sample(obj, s, requested, gfp, alloc_tag_kept(tag), 0);
		fallthrough;
	case ALLOC_TAG_IDLE:
		alloc_tag_debug_slab_uncharged(s, obj);
		break;
	case ALLOC_TAG_COUNTS:
		alloc_tag_slab_charge(s, gfp, obj, alloc_tag_slab_slot(&s->alloc_tag, obj),
				      requested, alloc_tag_kept(tag), 0);
	}
}

/* The same for an object that SLUB got from KFENCE. */
static __always_inline void alloc_tag_kfence_alloc(const struct kmem_cache *s, gfp_t gfp,
						   void *obj, size_t requested,
						   const struct alloc_tag **tag)
{
	if (!alloc_tag_idle())
		__alloc_tag_kfence_alloc(obj, s, gfp, requested, alloc_tag_kept(tag));
}

/**
 * alloc_tag_slab_alloc_bulk() - charge objects that were allocated together
 * @s: the cache
 * @gfp: allocation flags
 * @n: number of objects
 * @p: the objects, none of them NULL
 * @tag: tag of the call site, see alloc_tag_keep()
 *
 * As alloc_tag_slab_alloc() for each.
 */
static __always_inline void alloc_tag_slab_alloc_bulk(const struct kmem_cache *s, gfp_t gfp,
						      size_t n, void **p,
						      const struct alloc_tag **tag)
{
	if (!alloc_tag_idle())
		__alloc_tag_slab_alloc_bulk(s, gfp, n, p, alloc_tag_kept(tag));
}

/**
 * alloc_tag_slab_free_bulk() - uncharge objects that are being freed
 * @s: the cache
 * @n: number of objects
 * @p: the objects; one of KFENCE is alone, and is left to KFENCE's own hook
 *
 * Must be called before any of the objects can be allocated again. Objects that
 * are not charged count under the null tag, with index 0.
 */
static __always_inline void alloc_tag_slab_free_bulk(const struct kmem_cache *s, size_t n,
						     void **p)
{
	if (alloc_tag_tracking())
		__alloc_tag_slab_free_bulk(s, n, p);
}

/**
 * alloc_tag_slab_free() - uncharge an object that is being freed
 * @s: the cache
 * @obj: the object, not one of KFENCE
 *
 * As alloc_tag_slab_free_bulk().
 */
static __always_inline void alloc_tag_slab_free(const struct kmem_cache *s, const void *obj)
{
	alloc_tag_idx_t *slot;
	unsigned long idx;

	if (!alloc_tag_tracking())
		return;
	alloc_tag_debug_slab_free(s, obj);
	slot = alloc_tag_slab_slot(&s->alloc_tag, obj);
	idx = alloc_tag_slot_idx(slot);
	*slot = ALLOC_TAG_IDX_FREE;
	if (!alloc_tag_count_frees(idx, s->size, 1))
		__alloc_tag_slab_free_slow(s, obj, idx);
}

/*
 * The same, in two parts, for where slab_free_hook() gives objects to KFENCE.
 * After it, all others are left, which need no test; but it may also have given
 * some to KASAN's quarantine, or to RCU, to be freed later without a hook. A
 * kernel with such a thing uncharges objects before that, with the test.
 */
#define ALLOC_TAG_FREES_LATER	\
	(IS_ENABLED(CONFIG_KASAN) || IS_ENABLED(CONFIG_SLUB_RCU_DEBUG))

static __always_inline void alloc_tag_slab_free_early(const struct kmem_cache *s, void *obj)
{
	if (ALLOC_TAG_FREES_LATER)
		alloc_tag_slab_free_bulk(s, 1, &obj);
}

static __always_inline void alloc_tag_slab_free_late(const struct kmem_cache *s, const void *obj)
{
	if (!ALLOC_TAG_FREES_LATER)
		alloc_tag_slab_free(s, obj);
}

/**
 * alloc_tag_slab_unsample() - drop samples of objects that are being freed
 * @slab: their slab
 * @n: number of objects
 * @p: the objects
 *
 * For frees that don't use alloc_tag_free_test_slab().
 */
static __always_inline void alloc_tag_slab_unsample(struct slab *slab, size_t n, void **p)
{
#ifdef CONFIG_ALLOC_TAG_SAMPLE
	/* data_race(): counts of other objects may change, but not of these. */
	if (unlikely(data_race(*alloc_tag_slab_word(slab)) != ALLOC_TAG_SLAB_UNSAMPLED))
		__alloc_tag_slab_unsample(slab, n, p);
#endif
}

/**
 * alloc_tag_free_test_slab() - folio_test_slab(), when an object is freed
 * @folio: the folio that has @obj
 * @obj: the object
 *
 * Also drops its sample, if it is one that was not charged. Takes no more
 * instructions than folio_test_slab(), since a slab that has samples fails the
 * same comparison as other folios.
 *
 * Return: true if @obj is in a slab.
 */
static __always_inline bool alloc_tag_free_test_slab(struct folio *folio, const void *obj)
{
#ifdef CONFIG_ALLOC_TAG_SAMPLE
	return likely(alloc_tag_is_unsampled_slab(folio)) || __alloc_tag_free_test_slab(folio, obj);
#else
	return folio_test_slab(folio);
#endif
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

static inline void alloc_tag_slab_alloc(const struct kmem_cache *s, gfp_t gfp, void *obj,
					size_t requested, const struct alloc_tag **tag) { }
static inline void alloc_tag_kfence_alloc(const struct kmem_cache *s, gfp_t gfp, void *obj,
					  size_t requested, const struct alloc_tag **tag) { }
static inline void alloc_tag_slab_alloc_bulk(const struct kmem_cache *s, gfp_t gfp, size_t n,
					     void **p, const struct alloc_tag **tag) { }
static inline void alloc_tag_slab_free_bulk(const struct kmem_cache *s, size_t n, void **p) { }
static inline void alloc_tag_slab_free(const struct kmem_cache *s, const void *obj) { }
static inline void alloc_tag_slab_free_early(const struct kmem_cache *s, void *obj) { }
static inline void alloc_tag_slab_free_late(const struct kmem_cache *s, const void *obj) { }
static inline void alloc_tag_kfence_free(const struct kmem_cache *s, const void *obj) { }
static inline void alloc_tag_slab_unsample(struct slab *slab, size_t n, void **p) { }

static inline bool alloc_tag_free_test_slab(struct folio *folio, const void *obj)
{
	return folio_test_slab(folio);
}

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

/* The slab of @obj, which is being freed and known to be in one; as above. */
static __always_inline struct slab *alloc_tag_free_slab(const void *obj)
{
	struct folio *folio = virt_to_folio(obj);

#ifdef CONFIG_ALLOC_TAG_SAMPLE
	/* data_race(): see alloc_tag_slab_unsample(). */
	if (unlikely(data_race(folio->page.page_type) != ALLOC_TAG_SLAB_UNSAMPLED))
		__alloc_tag_free_test_slab(folio, obj);
#endif
	return folio_slab(folio);
}

/* virt_to_slab() of an object that is freed, see alloc_tag_free_test_slab(). */
static __always_inline struct slab *alloc_tag_free_virt_to_slab(const void *obj)
{
	struct folio *folio = virt_to_folio(obj);

	return alloc_tag_free_test_slab(folio, obj) ? folio_slab(folio) : NULL;
}

#endif /* _MM_ALLOC_TAG_SLAB_H */
