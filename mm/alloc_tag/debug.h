/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: checks of slots, with CONFIG_ALLOC_TAG_DEBUG.
 *
 * The hooks of the page and the slab allocator call these functions before they
 * change a slot. Each compares the slot with the value that it must have at
 * this point and warns if it differs; see mm/alloc_tag/debug.c. Without
 * CONFIG_ALLOC_TAG_DEBUG they are empty.
 *
 * They may be called in any context, like the hooks.
 */
#ifndef _MM_ALLOC_TAG_DEBUG_H
#define _MM_ALLOC_TAG_DEBUG_H

#include <linux/alloc_tag/counter.h>
#include <linux/mm.h>
#include <linux/types.h>

struct kmem_cache;
struct slab;

/**
 * enum alloc_tag_fault - what the checks warn about
 * @ALLOC_TAG_FAULT_FREE: memory is freed that is free already
 * @ALLOC_TAG_FAULT_UNALLOCATED: an object is freed that was never allocated
 * @ALLOC_TAG_FAULT_LIVE: memory is allocated whose slot is still in use
 * @ALLOC_TAG_FAULT_STALE: a page is taken from the free lists, put into a slab,
 *	or freed as part of a larger allocation, while its slot is in use
 * @NR_ALLOC_TAG_FAULTS: number of faults
 */
enum alloc_tag_fault {
	ALLOC_TAG_FAULT_FREE,
	ALLOC_TAG_FAULT_UNALLOCATED,
	ALLOC_TAG_FAULT_LIVE,
	ALLOC_TAG_FAULT_STALE,
	NR_ALLOC_TAG_FAULTS,
};

#ifdef CONFIG_ALLOC_TAG_DEBUG

void alloc_tag_debug_page_new(struct page *page, unsigned int order);
void alloc_tag_debug_page_alloc(struct page *page);
void alloc_tag_debug_page_free(struct page *page, unsigned int order);

void alloc_tag_debug_slab_new(const struct kmem_cache *s, struct slab *slab);
void alloc_tag_debug_slab_alloc(const struct kmem_cache *s, const void *obj);
void alloc_tag_debug_slab_uncharged(const struct kmem_cache *s, const void *obj);
void alloc_tag_debug_slab_free(const struct kmem_cache *s, const void *obj);

void alloc_tag_debug_test_begin(void);
bool alloc_tag_debug_test_end(unsigned int faults[NR_ALLOC_TAG_FAULTS]);

/**
 * alloc_tag_page_new() - check pages that have left the free lists
 * @page: the first page
 * @order: there are 2^@order pages
 *
 * A hook of the page allocator, called for all pages, whether they will be
 * charged or not.
 */
static __always_inline void alloc_tag_page_new(struct page *page, unsigned int order)
{
	if (alloc_tag_tracking())
		alloc_tag_debug_page_new(page, order);
}

/*
 * The value for the slot of a page that is being freed, together with
 * 2^@order - 1 others. A single page that is hardware-poisoned is freed
 * a second time by unpoison_memory(), so it does not count as free.
 */
static inline alloc_tag_idx_t alloc_tag_debug_freed_idx(struct page *page, unsigned int order)
{
	return !order && PageHWPoison(page) ? ALLOC_TAG_IDX_UNCHARGED : ALLOC_TAG_IDX_FREE;
}

#else /* !CONFIG_ALLOC_TAG_DEBUG */

static inline void alloc_tag_debug_page_new(struct page *page, unsigned int order) { }
static inline void alloc_tag_debug_page_alloc(struct page *page) { }
static inline void alloc_tag_debug_page_free(struct page *page, unsigned int order) { }

static inline void alloc_tag_debug_slab_new(const struct kmem_cache *s, struct slab *slab) { }
static inline void alloc_tag_debug_slab_alloc(const struct kmem_cache *s, const void *obj) { }
static inline void alloc_tag_debug_slab_uncharged(const struct kmem_cache *s,
						  const void *obj) { }
static inline void alloc_tag_debug_slab_free(const struct kmem_cache *s, const void *obj) { }

static inline void alloc_tag_debug_test_begin(void) { }

static inline bool alloc_tag_debug_test_end(unsigned int faults[NR_ALLOC_TAG_FAULTS])
{
	return false;
}

static inline void alloc_tag_page_new(struct page *page, unsigned int order) { }

static inline alloc_tag_idx_t alloc_tag_debug_freed_idx(struct page *page, unsigned int order)
{
	return 0;
}

#endif /* CONFIG_ALLOC_TAG_DEBUG */

#endif /* _MM_ALLOC_TAG_DEBUG_H */
