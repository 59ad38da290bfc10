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

/**
 * struct alloc_tag_cache - constants that locate the slot of an object
 * @slab_mask: if the slots are in the slab, the bits of an address that are the
 *	start of the slab; 0 if they are in a table
 * @recip: 2^64 / object size, rounded up; with a table, 2^64 / granule
 * @base: where the slots are: offset in the slab, or address of the table
 *
 * Initialized by alloc_tag_cache_init() when the cache is created, constant
 * from then on; all 0 with "never". The formula is in mm/alloc_tag/slot.h.
 * Small, because the fast paths of SLUB should find all that they need of a
 * cache in one cache line.
 */
struct alloc_tag_cache {
	unsigned long slab_mask;
	unsigned long recip;
	unsigned long base;
};

#else

struct alloc_tag_cache { };

#endif
#endif /* _LINUX_ALLOC_TAG_CACHE_H */
