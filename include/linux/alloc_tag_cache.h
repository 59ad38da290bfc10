/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: what a slab cache knows to find an object's slot. Apart from
 * mm/alloc_tag_slab.h because struct kmem_cache embeds it.
 */
#ifndef _LINUX_ALLOC_TAG_CACHE_H
#define _LINUX_ALLOC_TAG_CACHE_H

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

#include <linux/alloc_tag_rt.h>

/**
 * struct alloc_tag_cache - constants by which the slot of an object is found
 * @neg_bytes: size of a slab in bytes, negated, if the slots are in the slab; 0
 *	if they are in a table
 * @recip: 2^ALLOC_TAG_RECIP_SHIFT / object size, rounded down
 * @vector_bytes: bytes of slots at the end of each slab, 0 if there are none
 * @vector_objects: how many objects of a slab make room for them
 * @shift: the slot is @table[address >> @shift]
 * @table: see @shift
 *
 * Set when the cache is created, never changed. See mm/alloc_tag_slab.h.
 */
struct alloc_tag_cache {
	unsigned long neg_bytes;
	long recip;
	unsigned int vector_bytes;
	unsigned int vector_objects;
	unsigned int shift;
	alloc_tag_idx_t *table;
};

#else

struct alloc_tag_cache { };

#endif
#endif /* _LINUX_ALLOC_TAG_CACHE_H */
