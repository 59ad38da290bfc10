/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags of slab objects: what a slab cache has to know.
 *
 * Each live object has a slot, a u32 that holds the reference of the tag it was
 * allocated under (0: none). Objects smaller than a page have their slots at
 * the end of their slab, growing down:
 *
 *	| object 0 | object 1 | ... | object n-1 | pad | slot n-1 | ... | slot 0 |
 *
 * so that nothing is allocated for them, nothing can fail, and a slot is found
 * by arithmetic alone. The price is a few objects less per slab. Where that
 * would cost most, for objects of a page or more, the slot is the one that the
 * page allocator keeps for the object's first page (alloc_tag_page_slot()).
 *
 * This part is separate from alloc_tag_slab.h because struct kmem_cache embeds
 * struct alloc_tag_cache.
 */
#ifndef _LINUX_ALLOC_TAG_CACHE_H
#define _LINUX_ALLOC_TAG_CACHE_H

#include <linux/types.h>

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

#include <linux/alloc_tag_rt.h>
#include <linux/bits.h>
#include <asm/page.h>

/*
 * Fixed-point position of the reciprocal below. With offsets below 2^22 and
 * sizes below 2^16 the product stays below 2^60, and the quotient is exact.
 */
#define ALLOC_TAG_RECIP_SHIFT	40
#define ALLOC_TAG_MAX_SLAB	BIT(22)

/**
 * struct alloc_tag_cache - constants by which an object's slot is found
 * @recip: 2^ALLOC_TAG_RECIP_SHIFT / object size, rounded up
 * @mask: size of a slab in bytes, less one; 0 when the quick way is closed
 *	(objects of a page or more, slabs of mixed orders, no profiling at all).
 *	Only ever changes from a mask to 0, see alloc_tag_slab_new().
 *
 * Slabs are aligned to their size, so the object's address and these two say
 * all, without a look at struct slab.
 */
struct alloc_tag_cache {
	u64 recip;
	unsigned int mask;
};

/* Do objects of @size bytes have their slots inside the slab? */
static inline bool alloc_tag_slots_inside(unsigned int size)
{
	return size < PAGE_SIZE && !alloc_tag_never();
}

/* Bytes of a slab that an object of @size bytes takes, its slot included. */
static inline unsigned int alloc_tag_stride(unsigned int size)
{
	return alloc_tag_slots_inside(size) ? size + sizeof(u32) : size;
}

#else /* !CONFIG_GCC_PLUGIN_ALLOC_TAG */

struct alloc_tag_cache { };

static inline unsigned int alloc_tag_stride(unsigned int size)
{
	return size;
}

#endif
#endif /* _LINUX_ALLOC_TAG_CACHE_H */
