/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: slots by address.
 *
 * A table has a slot for each granule of 2^shift bytes of memory, found by
 * adding the granule's number to the table's base. Tables are virtually
 * contiguous, like the array of struct page, and cover all memory that there
 * can ever be. Behind most of them there are only pages where there are objects
 * that need them; see mm/alloc_tag_table.c.
 */
#ifndef _MM_ALLOC_TAG_TABLE_H
#define _MM_ALLOC_TAG_TABLE_H

#include <linux/alloc_tag_counter.h>
#include <linux/gfp_types.h>

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

/*
 * Objects of at least 2^shift bytes begin in different granules. An object of
 * size bytes costs size >> shift slots. Few tables that are well filled take
 * less memory than many that are not, so they are not made for each power of
 * two: the smallest objects of a table have one slot each, the largest four.
 */
enum alloc_tag_table_id {
	ALLOC_TAG_TABLE_PAGES,	/* one slot a page, of the page allocator */
	ALLOC_TAG_TABLE_128,	/* slab objects of 128 to 255 bytes */
	ALLOC_TAG_TABLE_256,	/* 256 to 1023 */
	ALLOC_TAG_TABLE_1K,	/* 1 to 4 KiB */
	ALLOC_TAG_TABLE_4K,	/* larger ones */
	NR_ALLOC_TAG_TABLES
};

/**
 * struct alloc_tag_table - one table
 * @base: where the slot of address 0 would be
 * @shift: binary logarithm of the size of a granule
 */
struct alloc_tag_table {
	alloc_tag_idx_t *base;
	unsigned int shift;
};

extern struct alloc_tag_table alloc_tag_tables[NR_ALLOC_TAG_TABLES];

/* The slots of ALLOC_TAG_TABLE_PAGES, that of page frame 0 first. */
extern alloc_tag_idx_t *alloc_tag_page_slots;

bool alloc_tag_table_init(void);
bool alloc_tag_table_populate(enum alloc_tag_table_id id, const void *start, size_t bytes,
			      int nid, gfp_t gfp);

/* The slot of @addr, an address of the linear mapping. */
static __always_inline alloc_tag_idx_t *alloc_tag_table_slot(enum alloc_tag_table_id id,
							     const void *addr)
{
	const struct alloc_tag_table *table = &alloc_tag_tables[id];

	return table->base + ((unsigned long)addr >> table->shift);
}

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _MM_ALLOC_TAG_TABLE_H */
