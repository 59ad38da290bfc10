// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags of slab objects: what caches and slabs need once. See
 * alloc_tag_slab.h for where an object's slot is.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/printk.h>

#include "slab.h"

DEFINE_STATIC_KEY_FALSE(alloc_tag_kfence_key);
EXPORT_SYMBOL_GPL(alloc_tag_kfence_key); /* for KUnit tests, which look at slots */

/*
 * Choose the place of the slots of @s, whose object size is known, with slabs of
 * @order in s->oo and of the smallest possible order in s->min. There are no
 * slabs yet. A vector may take the place of some objects.
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
	 * The smallest objects have no table. Dozens of them fit the smallest
	 * slab, so they don't need larger ones and do without (SLUB would use
	 * them on machines with 128 CPUs, or with slab_min_order=).
	 */
	if (shift < ALLOC_TAG_MIN_SHIFT) {
		s->oo = s->min;
		order = get_order(s->size);
	}

	bytes = PAGE_SIZE << order;
	vector = DIV_ROUND_UP(bytes, s->size) * sizeof(alloc_tag_idx_t);
	lost = bytes / s->size - (bytes - vector) / s->size;
	table_bytes = (bytes >> shift) * sizeof(alloc_tag_idx_t);

	/* A vector is found only where all slabs are of one order. */
	if (shift >= ALLOC_TAG_MIN_SHIFT &&
	    (s->size >= PAGE_SIZE || s->oo.x != s->min.x || lost * s->size > table_bytes)) {
		cache->table = alloc_tag_tables[shift];
		cache->shift = shift;
		return;
	}

	/* The number of objects is in the low bits of oo. */
	s->oo.x -= lost;
	s->min = s->oo;
	cache->vector_bytes = vector;
	cache->vector_objects = lost;
	cache->neg_bytes = -(unsigned long)bytes;
	cache->recip = div_u64(1ULL << ALLOC_TAG_RECIP_SHIFT, s->size);
}

/*
 * @page, of 2^@order pages, is going to be a slab of @s, allocated with @gfp: see
 * to it that its objects have slots. Returns false if memory is short.
 * Context: as @gfp.
 */
bool alloc_tag_slab_populate(const struct kmem_cache *s, const struct page *page,
			     unsigned int order, gfp_t gfp)
{
	if (!s->alloc_tag.shift)
		return true;
	return alloc_tag_table_populate(s->alloc_tag.shift, page_address(page),
					PAGE_SIZE << order, page_to_nid(page), gfp);
}

/* @slab has been set up, and no object of it has been handed out. */
void alloc_tag_slab_new(const struct kmem_cache *s, struct slab *slab)
{
	unsigned int bytes = alloc_tag_vector_bytes(s);

	if (!bytes)
		return;
	/* Slots are outside all objects: poisoned for KASAN. */
	kasan_disable_current();
	memset(kasan_reset_tag(slab_address(slab)) + slab_size(slab) - bytes, 0, bytes);
	kasan_enable_current();
}

/*
 * KFENCE is about to use @pool. Returns false if there is no memory for the
 * slots of its objects: then it must not. Context: may allocate with GFP_KERNEL.
 */
bool alloc_tag_kfence_populate(const void *pool, size_t bytes)
{
	if (!alloc_tag_available())
		return true;
	if (!alloc_tag_table_populate(PAGE_SHIFT, pool, bytes, page_to_nid(virt_to_page(pool)),
				      GFP_KERNEL))
		return false;
	static_branch_enable(&alloc_tag_kfence_key);
	return true;
}

/* The slot of @obj, which is being freed, holds @idx, and no tag has that index. */
noinline void __alloc_tag_slab_bad_idx(const struct kmem_cache *s, const void *obj,
				       unsigned long idx)
{
	pr_err_once("object %p of cache %s is freed with tag index %lu, there are only %lu tags: memory corruption?\n",
		    obj, s->name, idx, alloc_tag_nr);
}
