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

#include <linux/types.h>

struct kmem_cache;
struct page;
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
void alloc_tag_debug_slab_uncharged(const struct kmem_cache *s, size_t n, void **p);
void alloc_tag_debug_slab_free(const struct kmem_cache *s, const void *obj);

void alloc_tag_debug_test_begin(void);
void alloc_tag_debug_test_end(unsigned int faults[NR_ALLOC_TAG_FAULTS]);

#else /* !CONFIG_ALLOC_TAG_DEBUG */

static inline void alloc_tag_debug_page_new(struct page *page, unsigned int order) { }
static inline void alloc_tag_debug_page_alloc(struct page *page) { }
static inline void alloc_tag_debug_page_free(struct page *page, unsigned int order) { }

static inline void alloc_tag_debug_slab_new(const struct kmem_cache *s, struct slab *slab) { }
static inline void alloc_tag_debug_slab_alloc(const struct kmem_cache *s, const void *obj) { }
static inline void alloc_tag_debug_slab_uncharged(const struct kmem_cache *s, size_t n,
						  void **p) { }
static inline void alloc_tag_debug_slab_free(const struct kmem_cache *s, const void *obj) { }

static inline void alloc_tag_debug_test_begin(void) { }
static inline void alloc_tag_debug_test_end(unsigned int faults[NR_ALLOC_TAG_FAULTS]) { }

#endif /* CONFIG_ALLOC_TAG_DEBUG */

#endif /* _MM_ALLOC_TAG_DEBUG_H */
