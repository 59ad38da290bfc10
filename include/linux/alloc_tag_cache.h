/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags of slab objects: what a slab cache has to know.
 *
 * Each live object has a slot (alloc_tag_slot_t). Objects smaller than a page have
 * their slots at the end of their slab:
 *
 *	| object 0 | object 1 | ... | object n-1 | slot 0 | slot 1 | ... | slot n-1 | .. |
 *
 * so that nothing is allocated for them, nothing can fail, and a slot is found
 * by arithmetic alone: an object that begins x object sizes before the end of the
 * slab, rounded up, has the x-th slot before it. The last few slots are nobody's, as
 * their objects would be where the slots are. The price is a few objects less
 * per slab. Where that would cost most, for objects of a page or more, the slot is
 * the one that the page allocator keeps for the object's first page
 * (alloc_tag_page_slot()).
 *
 * This part is separate from alloc_tag_slab.h because struct kmem_cache embeds
 * struct alloc_tag_cache.
 */
#ifndef _LINUX_ALLOC_TAG_CACHE_H
#define _LINUX_ALLOC_TAG_CACHE_H

#include <linux/types.h>

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

#include <linux/bits.h>

/*
 * Fixed-point position of the reciprocal below. With distances of at most 2^22 and
 * sizes from 8 up to 2^12, products stay below 2^59 and rounding the reciprocal
 * down never moves a quotient past an integer.
 */
#define ALLOC_TAG_RECIP_SHIFT	40
#define ALLOC_TAG_MAX_SLAB	BIT(22)

/**
 * struct alloc_tag_cache - constants by which an object's slot is found
 * @recip: 2^ALLOC_TAG_RECIP_SHIFT / object size, rounded down
 * @neg_bytes: size of a slab in bytes, negated; 0 when the quick way is closed
 *	(objects of a page or more, slabs of mixed orders, no profiling at all).
 *	Only ever changes to 0, see alloc_tag_slab_new().
 *
 * Slabs are aligned to their size, so the object's address and these two say
 * all, without a look at struct slab.
 */
struct alloc_tag_cache {
	long recip;
	unsigned long neg_bytes;
};

/* Bytes of a slab of @bytes bytes that are left to objects of @size bytes. */
unsigned int alloc_tag_room(unsigned int bytes, unsigned int size);

#else /* !CONFIG_GCC_PLUGIN_ALLOC_TAG */

struct alloc_tag_cache { };

static inline unsigned int alloc_tag_room(unsigned int bytes, unsigned int size)
{
	return bytes;
}

#endif
#endif /* _LINUX_ALLOC_TAG_CACHE_H */
