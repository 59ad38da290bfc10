/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the entries of modules' tags, see entry.c. For what makes
 * and frees them when modules are loaded and unloaded.
 */
#ifndef _LIB_ALLOC_TAG_ENTRY_H
#define _LIB_ALLOC_TAG_ENTRY_H

#include <linux/atomic.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/types.h>

#include "internal.h"

/* The last entries that there can be are kept for "(no room)". */
#define ALLOC_TAG_SPARE_ENTRIES	64U

/**
 * struct alloc_tag_module - the tags of a module
 * @list: in the list of module.c
 * @mod: the module; NULL after it was unloaded
 * @tags: its tags, in its memory
 * @nr_tags: how many
 * @allocators: the names of the allocators that it calls, there, too
 * @nr_allocators: how many
 * @used: number of entries that it has
 * @gone: has it been unloaded, and were its leaks reported?
 * @id: a number that no other module has had
 * @name: its name
 */
struct alloc_tag_module {
	struct list_head list;
	const struct module *mod;
	struct alloc_tag *tags;
	unsigned int nr_tags;
	const struct alloc_tag_allocator *allocators;
	unsigned int nr_allocators;
	unsigned int used;
	bool gone;
	u64 id;
	char name[MODULE_NAME_LEN];
};

/**
 * struct alloc_tag_entry - the entry of a module's tag
 * @tag: the tag; NULL if the entry is not in use
 * @owner: its module
 * @copied: is @tag a copy, which is freed with the entry?
 * @inaccurate: was some memory not counted?
 * @samples: number of records of memory that is not charged to it
 */
struct alloc_tag_entry {
	const struct alloc_tag *tag;
	struct alloc_tag_module *owner;
	bool copied;
	bool inaccurate;
	atomic_t samples;
};

extern const struct alloc_tag *const alloc_tag_no_room;

void alloc_tag_entry_assign(struct alloc_tag *tag, unsigned long idx);
unsigned long alloc_tag_entry_new(struct alloc_tag_module *owner, const struct alloc_tag *tag,
				  unsigned int spare);
void alloc_tag_entry_free(unsigned long idx);
struct alloc_tag_entry *alloc_tag_entry(unsigned long idx);
unsigned long alloc_tag_entry_next(unsigned long idx);
bool alloc_tag_entry_live(unsigned long idx, struct alloc_tag_totals *sum);

#endif /* _LIB_ALLOC_TAG_ENTRY_H */
