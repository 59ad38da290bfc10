/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: where the supported kernels differ.
 *
 * The one file of the runtime that asks for the kernel's version. What differs
 * in the places that the runtime is called from is in the patches.
 */
#ifndef _LINUX_ALLOC_TAG_RT_COMPAT_H
#define _LINUX_ALLOC_TAG_RT_COMPAT_H

#include <linux/init.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/sysctl.h>
#include <linux/version.h>

/* What a sysctl's handler is given. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
#define alloc_tag_ctl_table	const struct ctl_table
#else
#define alloc_tag_ctl_table	struct ctl_table
#endif

/*
 * Register one sysctl. An empty one follows it in its array: the end, to kernels
 * that are not told the number.
 */
#ifdef CONFIG_SYSCTL
static inline void __init alloc_tag_register_sysctl(const char *path, struct ctl_table *table)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
	__register_sysctl_init(path, table, "alloc_tag", 1);
#else
	register_sysctl_init(path, table);
#endif
}
#endif

/* Older kernels have no mempool_kvmalloc(). */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
#define alloc_tag_mempool_kvmalloc	mempool_kvmalloc
#else
#define alloc_tag_mempool_kvmalloc	mempool_kmalloc
#endif

/* For tests: newer kernels know the old size. */
__allocator
static inline void *alloc_tag_kvrealloc(const void *p, size_t old, size_t new)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
	return kvrealloc(p, new, GFP_KERNEL);
#else
	return kvrealloc(p, old, new, GFP_KERNEL);
#endif
}

#endif /* _LINUX_ALLOC_TAG_RT_COMPAT_H */
