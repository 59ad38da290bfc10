/* SPDX-License-Identifier: GPL-2.0 */
/* Allocation tags: charge the elements of a mempool to who takes them. */
#ifndef _MM_ALLOC_TAG_MEMPOOL_H
#define _MM_ALLOC_TAG_MEMPOOL_H

#include <linux/alloc_tag_rt_compat.h>
#include <linux/mempool.h>

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

/*
 * pool->alloc(). A call through a pointer can't carry the caller's tag, so the
 * usual functions are called by name; it spares an indirect call as well.
 */
__allocator
static inline void *alloc_tag_mempool_alloc(mempool_t *pool, gfp_t gfp)
{
	if (pool->alloc == mempool_alloc_slab)
		return mempool_alloc_slab(gfp, pool->pool_data);
	if (pool->alloc == mempool_kmalloc)
		return mempool_kmalloc(gfp, pool->pool_data);
	if (pool->alloc == alloc_tag_mempool_kvmalloc)
		return alloc_tag_mempool_kvmalloc(gfp, pool->pool_data);
	if (pool->alloc == mempool_alloc_pages)
		return mempool_alloc_pages(gfp, pool->pool_data);
	return pool->alloc(gfp, pool->pool_data);
}

#else

static inline void *alloc_tag_mempool_alloc(mempool_t *pool, gfp_t gfp)
{
	return pool->alloc(gfp, pool->pool_data);
}

#endif

#endif /* _MM_ALLOC_TAG_MEMPOOL_H */
