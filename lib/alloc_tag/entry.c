// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the entries of modules' tags.
 *
 * The tags of a module stay where the module is. Its objects may outlive it, so
 * what is known of a tag by its index does not depend on the module's address:
 * each tag of a loaded module has an entry, which has an index of its own.
 *
 * The counters of all indexes are set aside at boot. Entries are allocated in
 * blocks, when one of a block is needed first, and are kept. Entries of one
 * module need not be consecutive: those that objects still refer to after the
 * module has been unloaded do not prevent the others from being used again.
 *
 * The first index after vmlinux's has no entry. Tags that get none, because all
 * are in use or memory is short, share it: it is alloc_tag_no_room's.
 */

#include <linux/code_tag/compat.h>
#include <linux/export.h>
#include <linux/idr.h>
#include <linux/kernel.h>
#include <linux/math.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "entry.h"

#define ENTRIES_PER_BLOCK	128U
#define BLOCKS	DIV_ROUND_UP(ALLOC_TAG_MODULE_COUNTERS, ENTRIES_PER_BLOCK)

/* Allocates indexes. Protected by alloc_tag_mutex. */
static DEFINE_IDA(indexes);

/*
 * Each is an array of entries; NULL before one of them is needed. Written under
 * alloc_tag_mutex. alloc_tag_module_set_inaccurate() reads it without.
 */
static struct alloc_tag_entry *blocks[BLOCKS];

/* Were tags given the shared index? Protected by alloc_tag_mutex. */
static bool shared;

/* Describes the index that tags share, and such an index of a module. */
static ALLOC_TAG_DEFINE(no_room, __FILE__, __LINE__, "(no room)", "", 0);
const struct alloc_tag *const alloc_tag_no_room = &no_room.tag;

/* The entry with index @idx, which has been in use; NULL for the shared one. */
struct alloc_tag_entry *alloc_tag_entry(unsigned long idx)
{
	unsigned long nr = idx - alloc_tag_nr;

	return nr ? &blocks[nr / ENTRIES_PER_BLOCK][nr % ENTRIES_PER_BLOCK] : NULL;
}

/*
 * Is memory still charged to entry @idx, or is there a sample of memory that is
 * not? Stores its counters in @sum.
 */
bool alloc_tag_entry_live(unsigned long idx, struct alloc_tag_totals *sum)
{
	struct alloc_tag_entry *entry = alloc_tag_entry(idx);

	alloc_tag_read(idx, sum);
	/* A free in progress may have updated only one of the two. */
	return sum->bytes || sum->allocs != sum->frees ||
	       (entry && atomic_read(&entry->samples));
}

/*
 * Keep the tag with index @idx, if it is a module's, until
 * alloc_tag_entry_release(): it has a record although nothing is charged to it.
 * Context: any. The module must be loaded, or the tag have a record already.
 */
void alloc_tag_entry_hold(unsigned long idx)
{
	if (idx > alloc_tag_nr)
		atomic_inc(&alloc_tag_entry(idx)->samples);
}

void alloc_tag_entry_release(unsigned long idx)
{
	if (idx > alloc_tag_nr)
		atomic_dec(&alloc_tag_entry(idx)->samples);
}

/*
 * Let @tag, in the memory of a module, be charged as index @idx; 0 for the
 * shared one. Caller must hold alloc_tag_mutex.
 */
void alloc_tag_entry_assign(struct alloc_tag *tag, unsigned long idx)
{
	if (!idx) {
		idx = alloc_tag_nr;
		shared = true;
	}
	/* See alloc_tag_to_idx(). */
	tag->idx = idx;
}

/*
 * Make an entry for @tag, one of module @owner. Returns its index, or 0 if no
 * more than @spare are left or memory is short. Caller must hold
 * alloc_tag_mutex.
 */
unsigned long alloc_tag_entry_new(struct alloc_tag_module *owner,
				  const struct alloc_tag *tag, unsigned int spare)
{
	unsigned long first = alloc_tag_nr + 1, end = alloc_tag_end();
	struct alloc_tag_entry **block;
	struct alloc_tag_entry *entry;
	int idx;

	if (first + spare >= end)
		return 0;
	idx = ida_alloc_range(&indexes, first, end - spare - 1, GFP_KERNEL | __GFP_NOWARN);
	if (idx < 0)
		return 0;
	block = &blocks[(idx - alloc_tag_nr) / ENTRIES_PER_BLOCK];
	if (!*block) {
		entry = kvcalloc(ENTRIES_PER_BLOCK, sizeof(*entry), GFP_KERNEL | __GFP_NOWARN);
		if (!entry) {
			ida_free(&indexes, idx);
			return 0;
		}
		/* Pairs with the address dependency in alloc_tag_entry(). */
		smp_store_release(block, entry);
	}
	entry = alloc_tag_entry(idx);
	entry->owner = owner;
	entry->tag = tag;
	owner->used++;
	/*
	 * No code that counts here can run yet, and the limit is seen by who
	 * gets an object of it.
	 */
	alloc_tag_reset_counters(idx, 1);
	if (idx >= alloc_tag_limit)
		WRITE_ONCE(alloc_tag_limit, idx + 1);
	return idx;
}

/*
 * Free entry @idx, to which no allocation is charged. Caller must hold
 * alloc_tag_mutex.
 */
void alloc_tag_entry_free(unsigned long idx)
{
	struct alloc_tag_entry *entry = alloc_tag_entry(idx);

	lockdep_assert_held(&alloc_tag_mutex);
	if (entry->copied)
		kfree(entry->tag);
	entry->owner->used--;
	memset(entry, 0, sizeof(*entry));
	ida_free(&indexes, idx);
}

/*
 * The index of the next entry in use after @idx, or of the first one. 0 if
 * there is none. Caller must hold alloc_tag_mutex.
 */
unsigned long alloc_tag_entry_next(unsigned long idx)
{
	for (idx = max(idx, alloc_tag_nr) + 1; idx < alloc_tag_limit; idx++)
		if (blocks[(idx - alloc_tag_nr) / ENTRIES_PER_BLOCK] && alloc_tag_entry(idx)->tag)
			return idx;
	return 0;
}

/**
 * alloc_tag_module_next() - walk the tags of modules
 * @idx: smallest index to return
 *
 * Context: the caller must hold alloc_tag_lock().
 * Return: the index of the next tag, or 0 at the end.
 */
unsigned long alloc_tag_module_next(unsigned long idx)
{
	struct alloc_tag_totals sum;

	if (idx <= alloc_tag_nr && shared)
		return alloc_tag_nr;
	idx = alloc_tag_entry_next(idx - 1);
	while (idx && alloc_tag_entry(idx)->owner->gone && !alloc_tag_entry_live(idx, &sum))
		idx = alloc_tag_entry_next(idx);
	return idx;
}

/* The tag of a module with index @idx. Context: as alloc_tag_from_idx(). */
const struct alloc_tag *alloc_tag_module_tag(unsigned long idx)
{
	const struct alloc_tag_entry *entry = alloc_tag_entry(idx);

	return entry ? READ_ONCE(entry->tag) : alloc_tag_no_room;
}

/*
 * The tag of a module with index @idx, without holding alloc_tag_mutex, and its
 * module's name in @module; each NULL if there is none. Context: any. If the
 * module is unloaded at the same time, the addresses may be of memory that is
 * not there any more: the caller must read it without faulting.
 */
const struct alloc_tag *alloc_tag_module_peek(unsigned long idx, const char **module)
{
	const struct alloc_tag_module *owner;
	const struct alloc_tag_entry *entry;

	*module = NULL;
	if (idx == alloc_tag_nr)
		return alloc_tag_no_room;
	/* An index that no tag has had may be in a block that isn't there. */
	if (!READ_ONCE(blocks[(idx - alloc_tag_nr) / ENTRIES_PER_BLOCK]))
		return NULL;
	entry = alloc_tag_entry(idx);
	owner = READ_ONCE(entry->owner);
	if (owner)
		*module = owner->name;
	return READ_ONCE(entry->tag);
}

/**
 * alloc_tag_module_name() - the module that a tag belongs to
 * @idx: the index of the tag
 *
 * Context: the caller must hold alloc_tag_lock(), or otherwise prevent the
 * module from being unloaded.
 * Return: the name of the module, which may be unloaded; NULL for tags of
 * vmlinux.
 */
const char *alloc_tag_module_name(unsigned long idx)
{
	const struct alloc_tag_entry *entry = idx < alloc_tag_nr ? NULL : alloc_tag_entry(idx);

	return entry ? entry->owner->name : NULL;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_module_name);

/**
 * alloc_tag_module_allocators() - which allocators the lines of a module call
 * @idx: index of a tag for which alloc_tag_module_name() returns a name
 * @first: where to store the address of the structures that say so
 *
 * Context: the caller must hold alloc_tag_lock().
 * Return: the number of structures; 0 if the module has been unloaded.
 */
unsigned int alloc_tag_module_allocators(unsigned long idx,
					 const struct alloc_tag_allocator **first)
{
	const struct alloc_tag_module *owner = alloc_tag_entry(idx)->owner;

	*first = owner->allocators;
	return owner->nr_allocators;
}

/* See alloc_tag_exists(). Caller must hold alloc_tag_mutex. */
bool alloc_tag_module_exists(unsigned long idx)
{
	if (idx == alloc_tag_nr)
		return shared;
	return idx < alloc_tag_limit && blocks[(idx - alloc_tag_nr) / ENTRIES_PER_BLOCK] &&
	       alloc_tag_entry(idx)->tag;
}

/**
 * alloc_tag_module_id() - tell apart tags that have the same index in turn
 * @idx: index of a tag that exists
 *
 * Context: the caller must hold alloc_tag_lock().
 * Return: a number that is the same for the tags of a module, and that tags
 * of another module, or of the same one when it is loaded again, never have; 0
 * for tags of vmlinux.
 */
u64 alloc_tag_module_id(unsigned long idx)
{
	const struct alloc_tag_entry *entry = idx < alloc_tag_nr ? NULL : alloc_tag_entry(idx);

	return entry ? entry->owner->id : 0;
}

/* See alloc_tag_accurate(). The tag with index @idx must exist. */
bool alloc_tag_module_accurate(unsigned long idx)
{
	const struct alloc_tag_entry *entry = alloc_tag_entry(idx);

	return !entry || !READ_ONCE(entry->inaccurate);
}

/*
 * See alloc_tag_set_inaccurate(). Context: any. Memory is charged to the tag
 * with index @idx. Or @idx was read from a slot that was overwritten: then the
 * tag need not exist, and its entry need not be in use.
 */
void alloc_tag_module_set_inaccurate(unsigned long idx)
{
	if (idx > alloc_tag_nr && alloc_tag_idx_valid(idx) &&
	    READ_ONCE(blocks[(idx - alloc_tag_nr) / ENTRIES_PER_BLOCK]))
		WRITE_ONCE(alloc_tag_entry(idx)->inaccurate, true);
}

/* See alloc_tag_reset_accurate(). Caller must hold alloc_tag_mutex. */
void alloc_tag_modules_reset_accurate(void)
{
	unsigned long idx = 0;

	while ((idx = alloc_tag_entry_next(idx)))
		WRITE_ONCE(alloc_tag_entry(idx)->inaccurate, false);
}
