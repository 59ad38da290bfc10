// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags of slab objects: what caches and slabs need once, and the slots
 * that two constants of the cache don't find. See include/linux/alloc_tag_cache.h
 * for where slots are.
 *
 * Not found by the constants are the slots of an object @obj of cache @s
 *  - that is of a page or more, or KFENCE's: the page's slot serves. No two of them
 *    begin in one page;
 *  - whose cache has slabs of more than one order, or larger than the reciprocal
 *    is exact for: the slab is asked for its size.
 */
#include <linux/alloc_tag_rt_compat.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "../mm/slab.h"

/* Do objects of @size bytes have their slots inside the slab? */
static bool alloc_tag_slots_inside(unsigned int size)
{
	return size < PAGE_SIZE && !alloc_tag_never();
}

/* Bytes that the slots take at the end of a slab of @bytes bytes. */
static unsigned int alloc_tag_slots_bytes(unsigned int bytes, unsigned int size)
{
	if (!alloc_tag_slots_inside(size))
		return 0;
	return DIV_ROUND_UP(bytes, size) * sizeof(alloc_tag_slot_t);
}

unsigned int alloc_tag_room(unsigned int bytes, unsigned int size)
{
	return bytes - alloc_tag_slots_bytes(bytes, size);
}

/*
 * Set the constants of a cache once its object size and slab order are known.
 * The cache has no slabs yet.
 */
void alloc_tag_cache_init(struct kmem_cache *s, unsigned int order)
{
	unsigned long bytes = PAGE_SIZE << order;

	s->alloc_tag.neg_bytes = 0;
	if (!alloc_tag_slots_inside(s->size) || bytes > ALLOC_TAG_MAX_SLAB)
		return;
	s->alloc_tag.recip = div_u64(1ULL << ALLOC_TAG_RECIP_SHIFT, s->size);
	s->alloc_tag.neg_bytes = -bytes;
}

/*
 * A slab has got its pages and its number of objects, and no object has been
 * handed out yet.
 *
 * Where objects use the page allocator's slots, the slab's own reference would
 * be in the way of the first object's: it waits in the slab until the pages go
 * back.
 */
void alloc_tag_slab_new(struct kmem_cache *s, struct slab *slab)
{
	unsigned int bytes;
	alloc_tag_slot_t *slot;

	if (alloc_tag_never())
		return;

	if (alloc_tag_slots_inside(s->size)) {
		/* The slots lie outside all objects: poisoned for KASAN. */
		bytes = alloc_tag_slots_bytes(slab_size(slab), s->size);
		kasan_disable_current();
		memset(kasan_reset_tag(slab_address(slab)) + slab_size(slab) -
		       bytes, 0, bytes);
		kasan_enable_current();
		/*
		 * Memory was short and this slab is smaller than the others.
		 * Whoever sees an object of it got that object through some
		 * synchronisation that came after this store.
		 */
		if (s->alloc_tag.neg_bytes && -slab_size(slab) != s->alloc_tag.neg_bytes)
			WRITE_ONCE(s->alloc_tag.neg_bytes, 0);
		return;
	}

	slot = alloc_tag_page_slot(page_to_pfn(slab_page(slab)));
	if (slot) {
		slab->alloc_tag_ref = *slot;
		*slot = 0;
	}
}

/* All objects of a slab are free and its pages are about to follow. */
void alloc_tag_slab_release(struct kmem_cache *s, struct slab *slab)
{
	alloc_tag_slot_t *slot;

	if (alloc_tag_never() || alloc_tag_slots_inside(s->size))
		return;
	slot = alloc_tag_page_slot(page_to_pfn(slab_page(slab)));
	if (slot) {
		*slot = slab->alloc_tag_ref;
		alloc_tag_slab_ref_reset(slab_page(slab));
	}
}

/* The slot of @obj by what its slab says about itself. */
static noinline alloc_tag_slot_t *alloc_tag_slab_slot_mixed(const struct kmem_cache *s,
							    const void *obj)
{
	struct slab *slab = virt_to_slab(obj);
	void *base = kasan_reset_tag(slab_address(slab));
	void *end = base + slab_size(slab);

	return (alloc_tag_slot_t *)end - DIV_ROUND_UP(slab_size(slab), s->size) +
		__obj_to_index(s, base, (void *)obj);
}

/* NULL if the object's page has none. */
static __always_inline alloc_tag_slot_t *alloc_tag_slab_slot(const struct kmem_cache *s,
							     const void *obj)
{
	obj = kasan_reset_tag(obj);
	if (likely(s->size >= PAGE_SIZE) || is_kfence_address(obj))
		return alloc_tag_page_slot(PHYS_PFN(__pa(obj)));
	return alloc_tag_slab_slot_mixed(s, obj);
}

/*
 * Put @ref into the slot of @obj. Returns the reference to count under: @ref, or
 * 0 if there is no slot. Any context.
 */
unsigned long alloc_tag_slab_put(const struct kmem_cache *s, const void *obj, unsigned long ref)
{
	alloc_tag_slot_t *slot = alloc_tag_slab_slot(s, obj);

	if (!slot)
		return 0;
	*slot = alloc_tag_slot_of(ref);
	return ref;
}

/* Take the reference out of the slot of @obj; 0 if there is none. Any context. */
unsigned long alloc_tag_slab_take(const struct kmem_cache *s, const void *obj)
{
	alloc_tag_slot_t *slot = alloc_tag_slab_slot(s, obj);
	unsigned long ref;

	if (!slot)
		return 0;
	ref = alloc_tag_slot_ref(*slot);
	*slot = 0;
	return ref;
}

void alloc_tag_slab_alloc_called(struct kmem_cache *s, size_t n, void **p,
				 const struct alloc_tag *tag)
{
	__alloc_tag_slab_alloc(s, n, p, tag);
}

void alloc_tag_slab_free_called(struct kmem_cache *s, size_t n, void **p)
{
	__alloc_tag_slab_free(s, n, p);
}
