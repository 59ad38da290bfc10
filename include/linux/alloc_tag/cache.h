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
 * @neg_bytes: if the slots are in the slab, its size in bytes, negated: below 0
 * @recip: then, 2^ALLOC_TAG_RECIP_SHIFT / object size, rounded down
 * @shift: if the slots are in a table, the slot of an object is
 *	@table[address >> @shift]
 * @table: then, base of the table
 *
 * Initialized by alloc_tag_cache_init() when the cache is created, constant
 * from then on; all 0 with "never". The formulas are in mm/alloc_tag/slot.h.
 * Small, because the fast paths of SLUB should find all that they need of a
 * cache in one cache line.
 */
struct alloc_tag_cache {
	union {
		long neg_bytes;
		long shift;
	};
	union {
		long recip;
		alloc_tag_idx_t *table;
	};
};

#else

struct alloc_tag_cache { };

#endif
#endif /* _LINUX_ALLOC_TAG_CACHE_H */
