/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Code tags: names that differ between kernel versions, for all classes.
 *
 * No other file of the runtime depends on the version. Differences at the
 * places where the kernel calls the runtime are in the patches.
 */
#ifndef _LINUX_CODE_TAG_COMPAT_H
#define _LINUX_CODE_TAG_COMPAT_H

#include <linux/export.h>
#include <linux/init.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/stackdepot.h>
#include <linux/sysctl.h>
#include <linux/version.h>

/* The type that a sysctl handler gets its table as. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
#define code_tag_ctl_table	const struct ctl_table
#else
#define code_tag_ctl_table	struct ctl_table
#endif

/*
 * Register a single sysctl. @table must have an empty second entry: kernels
 * before 6.11 expect one at the end of the table, instead of a size.
 */
#ifdef CONFIG_SYSCTL
static inline void __init code_tag_register_sysctl(const char *path, struct ctl_table *table)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
	__register_sysctl_init(path, table, "code_tag", 1);
#else
	register_sysctl_init(path, table);
#endif
}
#endif

/* Its name since 6.3. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
#define code_tag_stack_depot_early	stack_depot_request_early_init
#else
#define code_tag_stack_depot_early	stack_depot_want_early_init
#endif

/*
 * Exports for KUnit tests, with CONFIG_KUNIT only: new in 6.3. <linux/export.h>
 * has the namespace in any case. No #elif: make series leaves out the tests of
 * the version, and only that.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
#include <kunit/visibility.h>
#else
#if IS_ENABLED(CONFIG_KUNIT)
#define EXPORT_SYMBOL_IF_KUNIT(symbol)	EXPORT_SYMBOL_NS(symbol, EXPORTED_FOR_KUNIT_TESTING)
#else
#define EXPORT_SYMBOL_IF_KUNIT(symbol)
#endif
#endif

/* Copies a __string() of a trace event. It knows the source since 6.10. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 10, 0)
#define code_tag_assign_str(field, text)	__assign_str(field)
#else
#define code_tag_assign_str(field, text)	__assign_str(field, text)
#endif

/* One per-CPU variable has the current task and preempt_count() since 6.2. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0)
#define ERROR_ORIGIN_PCPU_HOT
#endif

/*
 * Where it is stored which memory has a sample, see mm/alloc_tag/sampled.h: a
 * page flag that nothing else on x86 uses, and a word of struct slab, with its
 * value if no object has a sample. Since 6.12 this word is the page's type;
 * before, it is unused, but must be -1 when the page is freed.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
#define ALLOC_TAG_PG_SAMPLED		PG_arch_3
#define ALLOC_TAG_SLAB_UNSAMPLED	((unsigned int)PGTY_slab << 24)
#define alloc_tag_slab_word(slab)	(&(slab)->__page_type)
#define alloc_tag_is_unsampled_slab(f)				\
	/* The count of samples may change. */			\
	(data_race((f)->page.page_type) == ALLOC_TAG_SLAB_UNSAMPLED)
#else
#define ALLOC_TAG_PG_SAMPLED		PG_arch_2
#define ALLOC_TAG_SLAB_UNSAMPLED	UINT_MAX
#define alloc_tag_slab_word(slab)	(&(slab)->__unused)
#define alloc_tag_is_unsampled_slab(f)				\
({									\
	struct folio *tested = (f);					\
									\
	folio_test_slab(tested) &&					\
	/* The count of samples may change. */				\
	data_race(tested->page.page_type) == ALLOC_TAG_SLAB_UNSAMPLED;	\
})
#endif

/* For the KUnit tests. Since 6.12, kvrealloc() needs no old size. */
__allocator
static inline void *alloc_tag_kvrealloc(const void *p, size_t old, size_t new)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
	return kvrealloc(p, new, GFP_KERNEL);
#else
	return kvrealloc(p, old, new, GFP_KERNEL);
#endif
}

#endif /* _LINUX_CODE_TAG_COMPAT_H */
