// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: objects that are somebody else's from now on.
 *
 * A file in /proc or /sys is charged to the line that creates it. When its
 * module has removed it, a dentry may still hold it, until it is looked up
 * again or memory is short. That is no leak of the module.
 */

#include <linux/alloc_tag/counter.h>
#include <linux/alloc_tag_rt.h>
#include <linux/code_tag/compat.h>
#include <asm/sections.h>

#include "../slab.h"

/**
 * alloc_tag_adopt() - charge an object to the line of this call
 * @object: the object, or an address in it, for which the caller has a
 *	reference; or a constant, for which nothing is done
 *
 * Nor is anything done for an object that has a record, which keeps its line.
 *
 * Context: any but NMI.
 */
void alloc_tag_adopt(const void *object)
{
	alloc_tag_idx_t *slot;
	struct kmem_cache *s;
	unsigned long idx;
	struct slab *slab;

	if (!alloc_tag_tracking() || is_kernel_rodata((unsigned long)object))
		return;
	slab = virt_to_slab(object);
	if (!slab)
		return;
	s = slab->slab_cache;
	/* Slots are found by the start of an object only. */
	slot = alloc_tag_object_slot(&s->alloc_tag, nearest_obj(s, slab, (void *)object));
	idx = alloc_tag_slot_idx(slot);
	/* Index 0: it was not charged. */
	if (idx && !alloc_tag_idx_has_record(idx) && alloc_tag_count_frees(idx, s->size, 1))
		alloc_tag_charge_slot(slot, alloc_tag_caller(), s->size);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_adopt);
