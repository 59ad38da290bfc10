/* SPDX-License-Identifier: GPL-2.0 */
/*
 * alloctag.h - the interface of liballoctag, for authors of allocators
 *
 * A program that only calls malloc() and the like needs nothing of this: it is
 * compiled with the flags of "pkg-config --cflags alloctag" and linked with
 * liballoctag. A program marks its own allocators:
 *
 *	struct foo *foo_new(void) ALLOC_TAG_ALLOCATOR;
 *
 *	struct foo *foo_new(void)
 *	{
 *		return calloc(1, sizeof(struct foo));
 *	}
 *
 * What foo_new() allocates is then charged to the lines that call it. An
 * allocator that divides up larger blocks charges its objects itself, and
 * stores the index with the object:
 *
 *	void *pool_get(struct pool *pool) ALLOC_TAG_ALLOCATOR;
 *
 *	void *pool_get(struct pool *pool)
 *	{
 *		struct element *e = pool_take(pool);
 *
 *		e->idx = alloc_tag_charge(alloc_tag_caller(), pool->size);
 *		return e;
 *	}
 *
 *	void pool_put(struct pool *pool, struct element *e)
 *	{
 *		alloc_tag_uncharge(e->idx, pool->size);
 *		pool_give(pool, e);
 *	}
 *
 * The names are the same as in the kernel's <linux/alloc_tag_rt.h>. Without the
 * plugin the marks are empty and tags are NULL, which charges nothing.
 */
#ifndef ALLOCTAG_H
#define ALLOCTAG_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct alloc_tag;

/* The index of a call site; 0 if an allocation is not charged. */
typedef uint32_t alloc_tag_idx_t;

#ifdef ALLOC_TAG_PLUGIN

/* On the prototype of a function: calls of it pass their tag. */
#define ALLOC_TAG_ALLOCATOR	__attribute__((allocator))

/*
 * On a local variable of type const struct alloc_tag *: calls of allocators in
 * its scope pass the tag in it.
 */
#define ALLOC_TAG_VARIABLE	__attribute__((allocator_tag, unused))

/* The plugin replaces calls of these two; neither is ever defined. */

/*
 * The tag that the current function was called with. May only be used in a
 * function marked ALLOC_TAG_ALLOCATOR.
 */
const struct alloc_tag *alloc_tag_caller(void) __attribute__((code_tag_caller));

/* A tag for the line of this call. */
const struct alloc_tag *alloc_tag_here(void) __attribute__((code_tag_here));

#else
#define ALLOC_TAG_ALLOCATOR
#define ALLOC_TAG_VARIABLE
#define alloc_tag_caller()	((const struct alloc_tag *)NULL)
#define alloc_tag_here()	((const struct alloc_tag *)NULL)
#endif

/*
 * Charge BYTES to TAG. Returns the index to store with the object, and to pass
 * to alloc_tag_uncharge() when it is freed; 0 if TAG is NULL or there is no
 * memory for its counters. Can be called from any thread.
 */
alloc_tag_idx_t alloc_tag_charge(const struct alloc_tag *tag, size_t bytes);

/*
 * Uncharge BYTES. IDX is the result of alloc_tag_charge() for as many bytes;
 * nothing happens if it is 0. Can be called from any thread.
 */
void alloc_tag_uncharge(alloc_tag_idx_t idx, size_t bytes);

/*
 * Write a line for each call site that has allocated to the file descriptor FD:
 * in the format of /proc/allocinfo or of /proc/alloctag, which has
 * types. The numbers are exact for all that happened before the call; of what
 * other threads allocate meanwhile, they may or may not include a part. Neither
 * allocates memory. Both can be called in a signal handler: if that interrupted
 * an update of the tables, the functions return -1 with errno EBUSY.
 *
 * Return 0, or -1 with errno as write() sets it.
 */
int alloc_tag_report_allocinfo(int fd);
int alloc_tag_report_alloctag(int fd);

#ifdef __cplusplus
}
#endif

#endif /* ALLOCTAG_H */
