/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the per-cache constants that locate the slot of an object.
 *
 * Separate from mm/alloc_tag/slab.h because struct kmem_cache embeds the
 * structure, while the functions there need struct kmem_cache.
 */
#ifndef _LINUX_ALLOC_TAG_CACHE_H
#define _LINUX_ALLOC_TAG_CACHE_H

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

#include <linux/alloc_tag_rt.h>

/**
 * struct alloc_tag_cache - constants that locate the slot of an object
 * @neg_bytes: if the slots are in the slab, its size in bytes, negated; 0 if
 *	they are in a table
 * @recip: 2^ALLOC_TAG_RECIP_SHIFT / object size, rounded down
 * @vector_bytes: size of the vector of slots at the end of each slab, in bytes;
 *	0 if there is none
 * @vector_objects: number of objects by which the vector reduces a slab's
 *	capacity
 * @shift: the slot of an object is @table[address >> @shift]
 * @table: base of the table; NULL if the slots are in the slab
 *
 * Initialized by alloc_tag_cache_init() when the cache is created, constant
 * from then on. Slots in the slab use the first four members, slots in a table
 * the last two; see mm/alloc_tag/slab.h for the formulas.
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
