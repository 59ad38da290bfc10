/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the hooks of <linux/alloc_tag.h>, without hooks
 *
 * From Linux 6.10 on, macros around the allocators tell the line of the call to
 * CONFIG_MEM_ALLOC_PROFILING. The alloctag plugin does not need them, so
 * alloc_hooks() is the plain call. What remains is memory that is charged to
 * another line than the call's, such as the tables of an rhashtable:
 *
 *	alloc_tag_record(ht->alloc_tag);		in rhashtable_init()
 *
 *	tbl = alloc_hooks_tag(ht->alloc_tag,		in the worker
 *			      kzalloc(size, gfp));
 *
 * Older kernels include this file for the same purpose.
 */
#ifndef _LINUX_ALLOC_TAG_NO_HOOKS_H
#define _LINUX_ALLOC_TAG_NO_HOOKS_H

#include <linux/alloc_tag_rt.h>

#define alloc_hooks(_do_alloc)		(_do_alloc)

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

/* Charge what _do_alloc allocates to _tag. */
#define alloc_hooks_tag(_tag, _do_alloc)				\
({									\
	const struct alloc_tag *_held __allocator_tag = (_tag);		\
									\
	_do_alloc;							\
})

/* Keep our caller's tag in p. Mainline's name; not struct alloc_tag_record. */
#define alloc_tag_record(p)		((p) = alloc_tag_caller())

#else

#define alloc_hooks_tag(_tag, _do_alloc)	(_do_alloc)
#define alloc_tag_record(p)		do { } while (0)

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

/* Mainline's profiling can't be enabled together with alloctag. */
static inline bool mem_alloc_profiling_permanently_disabled(void) { return true; }

#endif /* _LINUX_ALLOC_TAG_NO_HOOKS_H */
