// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags of slab objects: the slots that two constants of the cache
 * don't find. See include/linux/alloc_tag_cache.h for where slots are.
 */
#include <linux/mm.h>
#include <linux/slab.h>

#include "../mm/slab.h"

/* The slot of @obj by what its slab says about itself. */
static noinline u32 *alloc_tag_slab_slot_mixed(const struct kmem_cache *s, const void *obj)
{
	struct slab *slab = virt_to_slab(obj);
	void *base = kasan_reset_tag(slab_address(slab));

	return (u32 *)(base + slab_size(slab)) - 1 - __obj_to_index(s, base, (void *)obj);
}

/*
 * The slot of @obj, an object of @s without its KASAN tag, when
 *  - it is of a page or more, or KFENCE's: then the page's slot serves. No two
 *    of them begin in one page;
 *  - the slabs of @s are of more than one order, or larger than the reciprocal
 *    is exact for: then the slab is asked for its size.
 * NULL if the page has no slot. Any context. Never reads the slot, which KASAN
 * would take for an access outside all objects.
 */
u32 *alloc_tag_slab_slot_slow(const struct kmem_cache *s, const void *obj)
{
	if (likely(s->size >= PAGE_SIZE) || is_kfence_address(obj))
		return alloc_tag_page_slot(PHYS_PFN(__pa(obj)));
	return alloc_tag_slab_slot_mixed(s, obj);
}
