// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags of slab objects: the slots that two constants of the cache
 * don't find. See include/linux/alloc_tag_cache.h for where slots are.
 *
 * These are the slots of an object @obj of cache @s
 *  - that is of a page or more, or KFENCE's: the page's slot serves. No two of them
 *    begin in one page;
 *  - whose cache has slabs of more than one order, or larger than the reciprocal
 *    is exact for: the slab is asked for its size.
 */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "../mm/slab.h"

/* Does @obj, an object without its KASAN tag, use the page's slot? */
static bool alloc_tag_slab_uses_page(const struct kmem_cache *s, const void *obj)
{
	return s->size >= PAGE_SIZE || is_kfence_address(obj);
}

/* The slot of @obj by what its slab says about itself. */
static alloc_tag_slot_t *alloc_tag_slab_slot_mixed(const struct kmem_cache *s, const void *obj)
{
	struct slab *slab = virt_to_slab(obj);
	void *base = kasan_reset_tag(slab_address(slab));
	void *end = base + slab_size(slab);

	return (alloc_tag_slot_t *)end - DIV_ROUND_UP(slab_size(slab), s->size) +
		__obj_to_index(s, base, (void *)obj);
}

/*
 * Put @ref into the slot of @obj. Returns the reference to count under: @ref, or
 * 0 if the object's page has no slot. Any context.
 */
unsigned long alloc_tag_slab_put(const struct kmem_cache *s, const void *obj, unsigned long ref)
{
	obj = kasan_reset_tag(obj);
	if (likely(alloc_tag_slab_uses_page(s, obj))) {
		u32 *slot = alloc_tag_page_slot(PHYS_PFN(__pa(obj)));

		if (!slot)
			return 0;
		*slot = ref;
	} else {
		*alloc_tag_slab_slot_mixed(s, obj) = ref / sizeof(struct alloc_tag);
	}
	return ref;
}

/* Take the reference out of the slot of @obj; 0 if there is none. Any context. */
unsigned long alloc_tag_slab_take(const struct kmem_cache *s, const void *obj)
{
	unsigned long ref;

	obj = kasan_reset_tag(obj);
	if (likely(alloc_tag_slab_uses_page(s, obj))) {
		u32 *slot = alloc_tag_page_slot(PHYS_PFN(__pa(obj)));

		if (!slot)
			return 0;
		ref = *slot;
		*slot = 0;
	} else {
		alloc_tag_slot_t *slot = alloc_tag_slab_slot_mixed(s, obj);

		ref = *slot * sizeof(struct alloc_tag);
		*slot = 0;
	}
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
