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
	vector = DIV_ROUND_UP(bytes, s->size) * sizeof(alloc_tag_idx_t);
	lost = bytes / s->size - (bytes - vector) / s->size;
	table_bytes = (bytes >> shift) * sizeof(alloc_tag_idx_t);

	/*
	 * Use a table for objects of a page or more, which bounds the error of
	 * the reciprocal; if slabs may differ in order, since a vector is
	 * located by a constant slab size; or if the objects lost to a vector
	 * are larger than the slab's part of the table.
	 */
	if (shift >= ALLOC_TAG_MIN_SHIFT &&
	    (s->size >= PAGE_SIZE || s->oo.x != s->min.x || lost * s->size > table_bytes)) {
		cache->table = alloc_tag_tables[shift];
		cache->shift = shift;
		return;
	}

	/* The low bits of oo are the number of objects. */
	s->oo.x -= lost;
	s->min = s->oo;
	cache->neg_bytes = -(long)bytes;
	cache->recip = div_u64(1ULL << ALLOC_TAG_RECIP_SHIFT, s->size);
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
	return alloc_tag_table_populate(s->alloc_tag.shift, page_address(page),
					PAGE_SIZE << order, page_to_nid(page), gfp);
}

/**
 * alloc_tag_slab_new() - clear the slots in a new slab
 * @s: the cache
 * @slab: the slab, set up, with no object allocated yet
 *
 * Slots in a table are clear already: that is done when the table is allocated,
 * and by each free. Debug kernels check them.
 */
void alloc_tag_slab_new(const struct kmem_cache *s, struct slab *slab)
{
	unsigned int bytes = alloc_tag_vector_bytes(s);

	alloc_tag_debug_slab_new(s, slab);
	if (!bytes)
		return;
	/* The vector is outside of all objects, so KASAN has poisoned it. */
	kasan_disable_current();
	memset(kasan_reset_tag(slab_address(slab)) + slab_size(slab) - bytes, 0, bytes);
	kasan_enable_current();
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
