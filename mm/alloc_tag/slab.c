// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: setup of the slots of caches and slabs, and slow paths
 * of the hooks. See slab.h for where the slots of a cache are.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/printk.h>

#include "../slab.h"

/**
 * alloc_tag_cache_init() - choose where the slots of a cache are
 * @s: the cache; s->size, s->oo and s->min are set, and there are no slabs yet
 * @order: order of the slabs that s->oo describes
 *
 * If the slots go to a vector in the slab, reduces the number of objects in
 * s->oo and s->min, and sets both to the same order. With "never", does nothing
 * but clear s->alloc_tag.
 */
void alloc_tag_cache_init(struct kmem_cache *s, unsigned int order)
{
	unsigned int shift = min(ilog2(s->size), ALLOC_TAG_MAX_SHIFT);
	struct alloc_tag_cache *cache = &s->alloc_tag;
	unsigned int bytes, vector, lost, table_bytes;

	memset(cache, 0, sizeof(*cache));
	if (!alloc_tag_available())
		return;

	/*
	 * The smallest objects always use a vector, so all their slabs must
	 * have the same order. Take the smallest one, which holds dozens of
	 * them. (SLUB would choose a larger one on machines with 128 CPUs, or
	 * with slab_min_order=.)
	 */
	if (shift < ALLOC_TAG_MIN_SHIFT) {
		s->oo = s->min;
		order = get_order(s->size);
	}

	bytes = PAGE_SIZE << order;
	vector = bytes / s->size * sizeof(alloc_tag_idx_t);
	lost = bytes / s->size - (bytes - vector) / s->size;
	table_bytes = (bytes >> shift) * sizeof(alloc_tag_idx_t);

	/*
	 * Use a table if slabs may differ in order, since a vector is located
	 * by a constant slab size; or if the objects lost to a vector are
	 * larger than the slab's part of the table.
	 */
	if (shift >= ALLOC_TAG_MIN_SHIFT &&
	    (s->oo.x != s->min.x || lost * s->size > table_bytes)) {
		cache->recip = 1UL << (64 - shift);
		cache->base = (unsigned long)alloc_tag_tables[shift];
		return;
	}

	/* The low bits of oo are the number of objects. */
	s->oo.x -= lost;
	s->min = s->oo;
	cache->slab_mask = -(unsigned long)bytes;
	cache->recip = div64_u64(U64_MAX, s->size) + 1;
	cache->base = bytes - vector;
}

/**
 * alloc_tag_slab_populate() - allocate the slots of a new slab
 * @s: the cache
 * @page: first page of the new slab
 * @order: the slab has 2^@order pages
 * @gfp: flags that the slab was allocated with
 *
 * Does nothing if the slots are in the slab itself.
 *
 * Context: as @gfp.
 * Return: true on success; false if memory is short, then the slab must not be
 * used.
 */
bool alloc_tag_slab_populate(const struct kmem_cache *s, const struct page *page,
			     unsigned int order, gfp_t gfp)
{
	if (!alloc_tag_cache_has_table(s))
		return true;
	return alloc_tag_table_populate(64 - ilog2(s->alloc_tag.recip), page_address(page),
					PAGE_SIZE << order, page_to_nid(page), gfp);
}

/**
 * alloc_tag_slab_new() - clear the slots in a new slab
 * @s: the cache
 * @slab: the slab, set up, with no object allocated yet
 *
 * Slots in a table are clear already: that is done when the table is allocated,
 * and by each free. Unless counting was disabled: then all are cleared when it
 * is enabled again. Debug kernels check them.
 */
void alloc_tag_slab_new(const struct kmem_cache *s, struct slab *slab)
{
	alloc_tag_debug_slab_new(s, slab);
	alloc_tag_vector_clear(s, slab);
}

/* Clear the vector of @slab, one of cache @s, if it has one. Context: any. */
void alloc_tag_vector_clear(const struct kmem_cache *s, struct slab *slab)
{
	unsigned int bytes = alloc_tag_vector_bytes(s);

	if (!bytes)
		return;
	/* The vector is outside of all objects, so KASAN has poisoned it. */
	kasan_disable_current();
	memset(kasan_reset_tag(slab_address(slab)) + slab_size(slab) - bytes, 0, bytes);
	kasan_enable_current();
}

/* @obj is not charged, but may be a sample. The rest is as for alloc_any(). */
static __always_inline void alloc_uncharged(void *obj, const struct kmem_cache *s, gfp_t gfp,
					    size_t requested, const struct alloc_tag *tag,
					    unsigned long caller)
{
#ifdef CONFIG_ALLOC_TAG_SAMPLE
	if (!static_branch_likely(&alloc_tag_idle_key) && unlikely(alloc_tag_count_down(s->size)))
		__alloc_tag_slab_sample(obj, s, requested, gfp, tag, caller);
#endif
	alloc_tag_debug_slab_uncharged(s, obj);
}

/*
 * What alloc_tag_slab_alloc() does, in all modes, for any object. @caller is
 * where the hook returns to. Context: as the hook.
 */
static void alloc_any(void *obj, const struct kmem_cache *s, gfp_t gfp, size_t requested,
		      const struct alloc_tag *tag, unsigned long caller)
{
	if (alloc_tag_counting())
		alloc_tag_slab_charge(s, gfp, obj, alloc_tag_object_slot(&s->alloc_tag, obj),
				      requested, tag, caller);
	else
		alloc_uncharged(obj, s, gfp, requested, tag, caller);
}

/* What alloc_tag_kfence_alloc() does, in all modes. Context: as the hook. */
noinline void __alloc_tag_kfence_alloc(void *obj, const struct kmem_cache *s, gfp_t gfp,
				       size_t requested, const struct alloc_tag *tag)
{
	alloc_any(obj, s, gfp, requested, tag, _RET_IP_);
}

/* Store @idx in the slots of the @n objects of @p. */
static __always_inline void store_idx(const struct kmem_cache *s, size_t n, void **p,
				      unsigned long idx, bool kfence)
{
	size_t i;

	for (i = 0; i < n; i++)
		*(kfence ? alloc_tag_object_slot(&s->alloc_tag, p[i]) :
			   alloc_tag_slab_slot(&s->alloc_tag, p[i])) = idx;
}

/*
 * What alloc_tag_slab_alloc_bulk() does, in all modes. Objects that are only
 * charged are counted at once. Context: as the hook.
 */
noinline void __alloc_tag_slab_alloc_bulk(const struct kmem_cache *s, gfp_t gfp, size_t n,
					  void **p, const struct alloc_tag *tag)
{
	unsigned long idx = alloc_tag_to_idx(tag);
	size_t i;

	if (!alloc_tag_counting()) {
		for (i = 0; i < n; i++)
			alloc_uncharged(p[i], s, gfp, 0, tag, _RET_IP_);
	} else if (alloc_tag_watching()) {
		for (i = 0; i < n; i++)
			alloc_any(p[i], s, gfp, 0, tag, _RET_IP_);
	} else {
		for (i = 0; i < n; i++)
			alloc_tag_debug_slab_alloc(s, p[i]);
		if (static_branch_unlikely(&alloc_tag_kfence_key))
			store_idx(s, n, p, idx, true);
		else
			store_idx(s, n, p, idx, false);
		alloc_tag_add_allocs(idx, n * s->size, n);
	}
}

/*
 * @obj is being freed, and its slot held @idx, which is no index of a tag. It
 * has a record, or its free is an event, or its slot was overwritten.
 */
noinline void __alloc_tag_slab_free_slow(const struct kmem_cache *s, const void *obj,
					 unsigned long idx)
{
	if (!alloc_tag_count_frees(alloc_tag_watch_free(idx, obj, s->size, ALLOC_TAG_OBJECT),
				   s->size, 1))
		pr_err_once("object %p of cache %s is freed with tag index %lu, which no tag has: memory corruption?\n",
			    obj, s->name, idx);
}

/*
 * What alloc_tag_slab_free_bulk() does. Objects of one line that follow each
 * other are counted at once. Context: as the hook.
 */
noinline void __alloc_tag_slab_free_bulk(const struct kmem_cache *s, size_t n, void **p)
{
	unsigned long idx, run_idx = 0;
	alloc_tag_idx_t *slot;
	size_t i, run = 0;

	if (is_kfence_address(p[0]))
		return;
	for (i = 0; i < n; i++) {
		alloc_tag_debug_slab_free(s, p[i]);
		slot = alloc_tag_slab_slot(&s->alloc_tag, p[i]);
		idx = alloc_tag_slot_idx(slot);
		*slot = ALLOC_TAG_IDX_FREE;
		if (likely(idx == run_idx)) {
			run++;
		} else if (alloc_tag_idx_valid(idx)) {
			alloc_tag_count_frees(run_idx, run * s->size, run);
			run_idx = idx;
			run = 1;
		} else {
			__alloc_tag_slab_free_slow(s, p[i], idx);
		}
	}
	alloc_tag_count_frees(run_idx, run * s->size, run);
}

/**
 * alloc_tag_kfence_free() - uncharge an object of KFENCE that is being freed
 * @s: its cache; NULL if that has been destroyed, then nothing is done
 * @obj: the object
 *
 * The slot of the page after it, where nothing is ever allocated, keeps what
 * the slot held, for reports: see mm/alloc_tag/owner.c. A second free has
 * nothing to keep, and is left to KFENCE to report.
 *
 * Context: any but NMI; before the object can be allocated again.
 */
void alloc_tag_kfence_free(const struct kmem_cache *s, const void *obj)
{
	alloc_tag_idx_t *slot;
	unsigned long idx;

	if (!alloc_tag_tracking() || !s)
		return;
	slot = alloc_tag_object_slot(&s->alloc_tag, obj);
	idx = alloc_tag_slot_idx(slot);
	if (*slot != ALLOC_TAG_IDX_FREE)
		slot[1] = *slot;
	*slot = ALLOC_TAG_IDX_FREE;
	if (!alloc_tag_count_frees(idx, s->size, 1))
		__alloc_tag_slab_free_slow(s, obj, idx);
}
