/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the interface for authors of allocators.
 *
 * A tag (struct alloc_tag) describes a call site of an allocator. The compiler
 * plugin adds a hidden parameter to each function marked __allocator, in which
 * the caller passes the tag of the call. A marked function that calls another
 * one passes on the tag that it was called with, so memory is charged to the
 * first caller that is not marked. A function that only wraps other allocators
 * needs nothing but the mark:
 *
 *	struct foo *foo_alloc(gfp_t gfp) __allocator;
 *
 *	struct foo *foo_alloc(gfp_t gfp)
 *	{
 *		return kzalloc(sizeof(struct foo), gfp);
 *	}
 *
 * An allocator that divides up larger blocks has to charge its objects itself:
 * the slab and page allocators know only the blocks. It stores the index of the
 * tag with the object, and uncharges the object when it is freed:
 *
 *	void *pool_get(struct pool *pool) __allocator;
 *
 *	void *pool_get(struct pool *pool)
 *	{
 *		struct element *e = pool_take(pool);
 *
 *		if (e)
 *			e->idx = alloc_tag_charge(alloc_tag_caller(),
 *						  pool->size);
 *		return e;
 *	}
 *
 *	void pool_put(struct pool *pool, struct element *e)
 *	{
 *		alloc_tag_uncharge(e->idx, pool->size);
 *		pool_give(pool, e);
 *	}
 *
 * Everything here may be used in any context but NMI, and compiles to nothing
 * without CONFIG_GCC_PLUGIN_ALLOC_TAG.
 */
#ifndef _LINUX_ALLOC_TAG_RT_H
#define _LINUX_ALLOC_TAG_RT_H

#include <linux/types.h>

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG
#include <linux/alloc_tag/abi.h>
#else
/* Only declared: mainline has a structure of the same name. */
struct alloc_tag;
#endif

/*
 * The index of a tag, as it is stored with an allocation; 0 if the allocation
 * is not charged. The top bit is never set.
 */
#ifdef CONFIG_ALLOC_TAG_IDX32
typedef u32 alloc_tag_idx_t;
#else
typedef u16 alloc_tag_idx_t;
#endif

#if defined(ALLOC_TAG_PLUGIN) && defined(CONFIG_GCC_PLUGIN_ALLOC_TAG)
/* The plugin replaces calls of these two; neither is ever defined. */

/**
 * alloc_tag_caller() - the tag that the current function was called with
 *
 * May only be used in a function marked __allocator; elsewhere it is a
 * compile-time error.
 *
 * Return: the tag of the call site. If the function was called through a
 * pointer, or by code built without the plugin, the tag of its definition
 * (see CODE_TAG_UNTAGGED). NULL in code built without the plugin.
 */
__code_tag_caller const struct alloc_tag *alloc_tag_caller(void);

/**
 * alloc_tag_here() - a tag for the line of this call
 *
 * For memory that does not come from a marked function, and for variables
 * marked __allocator_tag. Calls of marked functions in the scope of such a
 * variable pass the tag that it holds, instead of a tag for the call:
 *
 *	const struct alloc_tag *tag __allocator_tag = alloc_tag_here();
 *
 *	t->buckets = kvcalloc(n, sizeof(*t->buckets), GFP_KERNEL);
 *
 * Return: a constant tag with the file, line and function of the call. NULL in
 * code built without the plugin.
 */
__code_tag_here const struct alloc_tag *alloc_tag_here(void);
#else
#define alloc_tag_caller()	((const struct alloc_tag *)NULL)
#define alloc_tag_here()	((const struct alloc_tag *)NULL)
#endif

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

alloc_tag_idx_t alloc_tag_charge(const struct alloc_tag *tag, size_t bytes);
void alloc_tag_uncharge(alloc_tag_idx_t idx, size_t bytes);
void alloc_tag_adopt(const void *object) __allocator;

#else

static inline alloc_tag_idx_t alloc_tag_charge(const struct alloc_tag *tag, size_t bytes)
{
	return 0;
}

static inline void alloc_tag_uncharge(alloc_tag_idx_t idx, size_t bytes) { }
static inline void alloc_tag_adopt(const void *object) { }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _LINUX_ALLOC_TAG_RT_H */
