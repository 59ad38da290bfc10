// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: walk all tags, of vmlinux and of modules, and find them by
 * their index.
 *
 * Also says which tags are accurate: all but those for which a hook has found
 * that an allocation or a free was not counted.
 */

#include <linux/alloc_tag/boot.h>
#include <linux/code_tag/compat.h>
#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/cache.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/lockdep.h>
#include <linux/memblock.h>

#include "internal.h"

/* Tags of vmlinux that are not accurate, a bit each; NULL with "never". */
static unsigned long *alloc_tag_inaccurate __ro_after_init;

/* Set by alloc_tag_class_init(): it refers to files that walk the tags. */
struct code_tag_class alloc_tag_class;
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_class);

/**
 * alloc_tag_tags_init() - number the tags of vmlinux
 *
 * Stores the index of each in the tag, and allocates what
 * alloc_tag_set_inaccurate() needs.
 *
 * Context: boot, after alloc_tag_nr was set, before memblock gives its memory
 * to the page allocator and before constants are made read-only.
 * Return: true on success; false if memory is short.
 */
bool __init alloc_tag_tags_init(void)
{
	struct alloc_tag *tags = (struct alloc_tag *)__start_alloc_tags;
	unsigned long idx;

	/* The shared index of modules exists from now on. */
	alloc_tag_limit = alloc_tag_nr + IS_ENABLED(CONFIG_MODULES);
	for (idx = 0; idx < alloc_tag_nr; idx++)
		tags[idx].idx = idx;
	alloc_tag_inaccurate = memblock_alloc(BITS_TO_LONGS(alloc_tag_nr) * sizeof(long),
					      sizeof(long));
	return alloc_tag_inaccurate;
}

/**
 * alloc_tag_next() - walk all tags in the order of their indexes
 * @idx: the index of the tag before, or 0 to start
 *
 * The tags of vmlinux come first, then the tags of modules. Skipped are the
 * null tag, and tags of unloaded modules for which no memory is charged.
 *
 * Context: the caller must hold alloc_tag_lock().
 * Return: the index of the next tag, or 0 at the end.
 */
unsigned long alloc_tag_next(unsigned long idx)
{
	lockdep_assert_held(&alloc_tag_mutex);
	return ++idx < alloc_tag_nr ? idx : alloc_tag_module_next(idx);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_next);

/**
 * alloc_tag_exists() - is there a tag with an index?
 * @idx: an index that a tag has, or had
 *
 * Context: any, the caller must hold alloc_tag_lock().
 * Return: false if the tag was a module's, and has been removed.
 */
bool alloc_tag_exists(unsigned long idx)
{
	return idx < alloc_tag_nr || alloc_tag_module_exists(idx);
}

/**
 * alloc_tag_from_idx() - the tag with an index that alloc_tag_next() returned
 * @idx: the index
 *
 * Context: any. The caller must hold alloc_tag_lock(), or otherwise prevent the
 * module from being unloaded that the tag belongs to; or hold rcu_read_lock(),
 * while memory is charged to the tag.
 * Return: the tag, never NULL.
 */
const struct alloc_tag *alloc_tag_from_idx(unsigned long idx)
{
	return idx < alloc_tag_nr ? &__start_alloc_tags[idx] : alloc_tag_module_tag(idx);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_from_idx);

/**
 * alloc_tag_accurate() - are the counters of a tag complete?
 * @idx: the index of the tag
 *
 * Context: as for alloc_tag_read().
 * Return: false if allocations or frees are known to have been missed.
 * /proc/allocinfo then says "accurate:no".
 */
bool alloc_tag_accurate(unsigned long idx)
{
	if (idx >= alloc_tag_nr)
		return alloc_tag_module_accurate(idx);
	return !alloc_tag_inaccurate || !test_bit(idx, alloc_tag_inaccurate);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_accurate);

/**
 * alloc_tag_set_inaccurate() - an allocation or a free was not counted
 * @idx: the index of its tag, as a slot holds it; nothing is done if no tag has
 *	it
 *
 * See alloc_tag_accurate(). The tag remains inaccurate until counting begins
 * anew or, if it is a module's, until its index is given to another tag.
 *
 * Context: any. If the tag is a module's, memory must be charged
 * to it: that keeps the index valid.
 */
void alloc_tag_set_inaccurate(unsigned long idx)
{
	idx = alloc_tag_idx_without_record(idx);
	if (idx >= alloc_tag_nr)
		alloc_tag_module_set_inaccurate(idx);
	else if (alloc_tag_inaccurate)
		set_bit(idx, alloc_tag_inaccurate);
}

/**
 * alloc_tag_reset_accurate() - all tags are accurate, as counting begins anew
 *
 * Context: the caller must hold alloc_tag_mutex.
 */
void alloc_tag_reset_accurate(void)
{
	bitmap_zero(alloc_tag_inaccurate, alloc_tag_nr);
	alloc_tag_modules_reset_accurate();
}
