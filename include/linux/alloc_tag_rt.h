/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: what the author of an allocator sees.
 *
 * A function marked __allocator receives, in a parameter that only the compiler
 * plugin knows of, the tag of the line that called it. Called from another
 * marked function it receives that function's own tag: the attribution moves up
 * to the first caller that isn't marked. So a function that only calls other
 * allocators needs the mark and nothing else:
 *
 *	struct foo *foo_alloc(gfp_t gfp) __allocator;
 *
 *	struct foo *foo_alloc(gfp_t gfp)
 *	{
 *		return kzalloc(sizeof(struct foo), gfp);
 *	}
 *
 * An allocator with memory of its own, which the slab and page allocators know
 * only as a whole, charges what it hands out itself, and keeps the returned
 * index with the object until it comes back:
 *
 *	void *pool_get(struct pool *pool) __allocator;
 *
 *	void *pool_get(struct pool *pool)
 *	{
 *		struct element *e = pool_take(pool);
 *
 *		if (e)
 *			e->idx = alloc_tag_charge(alloc_tag_caller(), pool->size);
 *		return e;
 *	}
 *
 *	void pool_put(struct pool *pool, struct element *e)
 *	{
 *		alloc_tag_uncharge(e->idx, pool->size);
 *		pool_give(pool, e);
 *	}
 *
 * All of it may be called from any context, NMI included, and costs nothing
 * without CONFIG_GCC_PLUGIN_ALLOC_TAG.
 */
#ifndef _LINUX_ALLOC_TAG_RT_H
#define _LINUX_ALLOC_TAG_RT_H

#include <linux/types.h>

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG
#include <linux/alloc_tag_abi.h>
#else
/* Mainline has a structure of this name, too. */
struct alloc_tag;
#endif

/*
 * The index of a tag, 0 if there is none: what is kept with an allocation. One
 * bit of it stays unused.
 */
#ifdef CONFIG_ALLOC_TAG_IDX32
typedef u32 alloc_tag_idx_t;
#else
typedef u16 alloc_tag_idx_t;
#endif

#ifdef ALLOC_TAG_PLUGIN
/* Known to the plugin by name; neither is ever defined. */

/**
 * alloc_tag_caller() - the tag that this function was called with
 *
 * Only inside a function marked __allocator, an error elsewhere.
 *
 * Return: the tag of the line that called; the tag of the allocator's own
 * definition if the call came through a pointer, or from code that was built
 * without the plugin.
 */
const struct alloc_tag *alloc_tag_caller(void);

/**
 * alloc_tag_here() - a tag of the line that this call stands on
 *
 * For memory that is not allocated by a call of a marked function, and for
 * variables marked __allocator_tag: marked functions that are called in the
 * scope of such a variable are passed the tag that it holds.
 */
const struct alloc_tag *alloc_tag_here(void);
#else
#define alloc_tag_caller()	((const struct alloc_tag *)NULL)
#define alloc_tag_here()	((const struct alloc_tag *)NULL)
#endif

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

alloc_tag_idx_t alloc_tag_charge(const struct alloc_tag *tag, size_t bytes);
void alloc_tag_uncharge(alloc_tag_idx_t idx, size_t bytes);

#else

static inline alloc_tag_idx_t alloc_tag_charge(const struct alloc_tag *tag, size_t bytes)
{
	return 0;
}

static inline void alloc_tag_uncharge(alloc_tag_idx_t idx, size_t bytes) { }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _LINUX_ALLOC_TAG_RT_H */
