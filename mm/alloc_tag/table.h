/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: tables of slots, indexed by address.
 *
 * A table has a slot for each granule of 2^shift bytes of the linear mapping.
 * Tables are virtually contiguous, like the array of struct page, and cover as
 * much memory as the architecture supports. They are populated only as far as
 * needed; see mm/alloc_tag/table.c.
 */
#ifndef _MM_ALLOC_TAG_TABLE_H
#define _MM_ALLOC_TAG_TABLE_H

#include <linux/alloc_tag/counter.h>
#include <linux/gfp_types.h>
#include <linux/jump_label.h>
#include <linux/log2.h>
#include <linux/mm_types.h>

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

/*
 * Objects of at least 2^shift bytes start in different granules of that size.
 * There is a table for each power of two from 128 bytes to 8 KiB; larger
 * objects use the last one.
 */
#define ALLOC_TAG_MIN_SHIFT	7
#define ALLOC_TAG_MAX_SHIFT	13

/* The tables for slab objects: where the slot of address 0 would be. */
extern alloc_tag_idx_t *alloc_tag_tables[ALLOC_TAG_MAX_SHIFT + 1];

/* The table for pages, starting with the slot of page frame 0. */
extern alloc_tag_idx_t *alloc_tag_page_slots;

/*
 * Where the slot of the struct page at address 0 would be, and how far to shift
 * the address of others; the latter is 0 if that can't be done.
 */
extern unsigned long alloc_tag_page_base;
#ifdef CONFIG_SPARSEMEM_VMEMMAP
#define ALLOC_TAG_PAGE_SHIFT						\
	(is_power_of_2(sizeof(struct page)) ?				\
	 ilog2(sizeof(struct page) / sizeof(alloc_tag_idx_t)) : 0)
#else
#define ALLOC_TAG_PAGE_SHIFT	0
#endif

/*
 * Enabled if there is a KFENCE pool. Cheaper than is_kfence_address() on
 * kernels that have KFENCE built in but not enabled.
 */
DECLARE_STATIC_KEY_FALSE(alloc_tag_kfence_key);

bool alloc_tag_table_populate(unsigned int shift, const void *start, size_t bytes, int nid,
			      gfp_t gfp);
bool alloc_tag_kfence_populate(const void *pool, size_t bytes);
void alloc_tag_table_clear(void);

/* The slot of @addr, in the linear mapping, for granules of 2^@shift bytes. */
static __always_inline alloc_tag_idx_t *alloc_tag_table_slot(unsigned int shift, const void *addr)
{
	return alloc_tag_tables[shift] + ((unsigned long)addr >> shift);
}

#else

static inline bool alloc_tag_kfence_populate(const void *pool, size_t bytes) { return true; }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _MM_ALLOC_TAG_TABLE_H */
