/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: charge the elements of a mempool to the callers of
 * mempool_alloc().
 */
#ifndef _MM_ALLOC_TAG_MEMPOOL_H
#define _MM_ALLOC_TAG_MEMPOOL_H

#include <linux/alloc_tag/compat.h>
#include <linux/mempool.h>

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

/**
 * alloc_tag_mempool_alloc() - call pool->alloc() with the caller's tag
 * @pool: the memory pool
 * @gfp: allocation flags, passed to pool->alloc()
 *
 * A call through a pointer passes no tag. So the usual values of pool->alloc
 * are called by name, which also avoids the indirect call. With other values
 * the element is charged to that function's own line.
 *
 * Context: as @gfp and pool->alloc().
 * Return: the element, or NULL if memory is short.
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
