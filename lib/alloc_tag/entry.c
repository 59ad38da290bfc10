// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the entries of modules' tags.
 *
 * The tags of a module stay where the module is. Its objects may outlive it, so
 * the index that is stored with them does not depend on the module's address.
 * Each tag of a loaded module has an entry, whose number is stored in
 * the tag; the index is the number of tags in vmlinux plus that number.
 *
 * Entries are allocated in blocks, with counters for each CPU. A block exists
 * only while one of its entries is in use. Entries of one module need not be
 * consecutive: those that objects still refer to after the module has been
 * unloaded do not prevent the others from being used again.
 */

#include <linux/alloc_tag/compat.h>
#include <linux/export.h>
#include <linux/idr.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "entry.h"

/* The counters of a block take a page on each CPU. */
#define ENTRIES_PER_BLOCK	((U16_MAX + 1U) / ALLOC_TAG_BLOCKS)

/*
 * Entries are numbered with 16 bits. Number 0 means that a tag has no entry: it
 * shares the counter of alloc_tag_no_room. The rest of that block is not used.
 */
#define FIRST_ENTRY		ENTRIES_PER_BLOCK

struct alloc_tag_block {
	struct alloc_tag_counter __percpu *counters;
	unsigned int used;		/* number of entries in use */
	struct alloc_tag_entry entries[ENTRIES_PER_BLOCK];
};

/* Allocates the numbers of entries. Protected by alloc_tag_mutex. */
static DEFINE_IDA(entry_numbers);

/*
 * The blocks; NULL where no entry is in use. Protected by
 * alloc_tag_mutex. The functions that count read only
 * alloc_tag_module_blocks[], without it: a block exists as long as a module or
 * a live object has an index in it.
 */
static struct alloc_tag_block *entry_blocks[ALLOC_TAG_BLOCKS];

/*
 * Describes the shared entry of a module, whose tags have no room. It is itself
 * a tag of vmlinux, for modules that don't even have that entry.
 */
const struct alloc_tag alloc_tag_no_room
__used __section(ALLOC_TAG_SECTION_NAME) = {
	.file = __FILE__, .line = __LINE__, .function = "(no room)", .type = "",
};

/* Largest number that an entry can have, so that its index fits into a slot. */
unsigned int alloc_tag_entry_max(void)
{
	unsigned long nr;

	if (sizeof(alloc_tag_idx_t) > 2)
		return U16_MAX;
	/*
	 * The top bit of a 16-bit index is never set. Only whole blocks are
	 * used, so that alloc_tag_module_has() finds no block for an index with
	 * that bit. The largest index is used in debug kernels.
	 */
	nr = ALIGN_DOWN(S16_MAX - min_t(unsigned long, alloc_tag_nr, S16_MAX), ENTRIES_PER_BLOCK);
	return nr ? nr - 1 : 0;
}

/* Entry @nr, whose block exists. */
struct alloc_tag_entry *alloc_tag_entry(unsigned int nr)
{
	return &entry_blocks[nr / ENTRIES_PER_BLOCK]->entries[nr % ENTRIES_PER_BLOCK];
}

/* Is memory still charged to entry @nr? Stores its counters in @sum. */
bool alloc_tag_entry_live(unsigned int nr, struct alloc_tag_totals *sum)
{
	alloc_tag_read(alloc_tag_nr + nr, sum);
	/* A free in progress may have updated only one of the two. */
	return sum->bytes || sum->allocs != sum->frees;
}

/* Let the functions that count find @counters for block @nr; NULL for none. */
static void set_counters(unsigned int nr, struct alloc_tag_counter __percpu *counters)
{
	unsigned long first = (unsigned long)counters;

	/*
	 * Pairs with the address dependency of the READ_ONCE() in
	 * alloc_tag_module_counter().
	 */
	smp_store_release(&alloc_tag_module_blocks[nr],
			  counters ? first - nr * ENTRIES_PER_BLOCK * ALLOC_TAG_SIZE + 1 : 0);
}

/*
 * Free number @nr of an entry, and its block if it was the last one there.
 * Caller must hold alloc_tag_mutex.
 */
static void put_number(unsigned int nr)
{
	struct alloc_tag_block *block = entry_blocks[nr / ENTRIES_PER_BLOCK];

	ida_free(&entry_numbers, nr);
	if (--block->used)
		return;
	entry_blocks[nr / ENTRIES_PER_BLOCK] = NULL;
	set_counters(nr / ENTRIES_PER_BLOCK, NULL);
	free_percpu(block->counters);
	kvfree(block);
}

/*
 * Find a number for an entry, not above @max, and allocate its block if needed.
 * Returns 0 if there is none, or if memory is short. Caller must hold
 * alloc_tag_mutex.
 */
static unsigned int get_number(unsigned int max)
{
	struct alloc_tag_block *block;
	int nr;

	if (max < FIRST_ENTRY)
		return 0;
	nr = ida_alloc_range(&entry_numbers, FIRST_ENTRY, max, GFP_KERNEL | __GFP_NOWARN);
	if (nr < 0)
		return 0;

	block = entry_blocks[nr / ENTRIES_PER_BLOCK];
	if (!block) {
		block = kvzalloc(sizeof(*block), GFP_KERNEL | __GFP_NOWARN);
		if (!block)
			goto fail;
		block->counters = __alloc_percpu_gfp(ENTRIES_PER_BLOCK *
						     sizeof(*block->counters),
						     sizeof(*block->counters),
						     GFP_KERNEL | __GFP_NOWARN);
		if (!block->counters)
			goto fail;
		entry_blocks[nr / ENTRIES_PER_BLOCK] = block;
		set_counters(nr / ENTRIES_PER_BLOCK, block->counters);
	}
	block->used++;
	return nr;

fail:
	kvfree(block);
	ida_free(&entry_numbers, nr);
	return 0;
}

/*
 * Make an entry for @tag, one of module @owner. Returns its number, which is at
 * most @max, or 0 if there is none. Caller must hold alloc_tag_mutex.
 */
unsigned int alloc_tag_entry_new(struct alloc_tag_module *owner,
				 const struct alloc_tag *tag, unsigned int max)
{
	unsigned int nr = get_number(max);
	struct alloc_tag_entry *entry;
	int cpu;

	if (!nr)
		return 0;
	entry = alloc_tag_entry(nr);
	entry->owner = owner;
	entry->tag = tag;
	owner->used++;
	/* No code that counts here can run yet, so no atomics are needed. */
	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(alloc_tag_module_counter(nr), cpu), 0,
		       sizeof(struct alloc_tag_counter));
	return nr;
}

/*
 * Let tags without an entry count as alloc_tag_no_room, see FIRST_ENTRY. To be
 * called before the first module gets its entries. Context: any.
 */
void alloc_tag_entry_init(void)
{
	set_counters(0, &alloc_tag_counters[&alloc_tag_no_room - __start_alloc_tags]);
}

/*
 * Free entry @nr, to which no allocation is charged. Caller must hold
 * alloc_tag_mutex.
 */
void alloc_tag_entry_free(unsigned int nr)
{
	struct alloc_tag_entry *entry = alloc_tag_entry(nr);

	lockdep_assert_held(&alloc_tag_mutex);
	if (entry->copied)
		kfree(entry->tag);
	entry->owner->used--;
	memset(entry, 0, sizeof(*entry));
	put_number(nr);
}

/*
 * The next entry in use after number @nr; 0 if there is none. Caller must hold
 * alloc_tag_mutex.
 */
unsigned int alloc_tag_entry_next(unsigned int nr)
{
	for (nr++; nr <= U16_MAX; nr++) {
		if (!entry_blocks[nr / ENTRIES_PER_BLOCK])
			nr |= ENTRIES_PER_BLOCK - 1;
		else if (alloc_tag_entry(nr)->tag)
			return nr;
	}
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
	unsigned long nr = idx - alloc_tag_nr;
	struct alloc_tag_totals sum;

	if (nr > U16_MAX)
		return 0;
	nr = alloc_tag_entry_next(nr ? nr - 1 : 0);
	while (nr && alloc_tag_entry(nr)->owner->gone && !alloc_tag_entry_live(nr, &sum))
		nr = alloc_tag_entry_next(nr);
	return nr ? alloc_tag_nr + nr : 0;
}

/*
 * The entry of a module's tag with index @idx. NULL if it counts as
 * alloc_tag_no_room, see FIRST_ENTRY.
 */
static struct alloc_tag_entry *entry_of(unsigned long idx)
{
	unsigned long nr = idx - alloc_tag_nr;

	return nr >= FIRST_ENTRY ? alloc_tag_entry(nr) : NULL;
}

/* The tag of a module with index @idx. Context: as alloc_tag_from_idx(). */
const struct alloc_tag *alloc_tag_module_tag(unsigned long idx)
{
	const struct alloc_tag_entry *entry = entry_of(idx);

	return entry ? READ_ONCE(entry->tag) : &alloc_tag_no_room;
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
	const struct alloc_tag_entry *entry = idx < alloc_tag_nr ? NULL : entry_of(idx);

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
	const struct alloc_tag_module *owner = entry_of(idx)->owner;

	*first = owner->allocators;
	return owner->nr_allocators;
}

/* See alloc_tag_exists(). Caller must hold alloc_tag_mutex. */
bool alloc_tag_module_exists(unsigned long idx)
{
	const struct alloc_tag_entry *entry;

	if (!alloc_tag_module_has(idx - alloc_tag_nr))
		return false;
	entry = entry_of(idx);
	return !entry || entry->tag;
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
	const struct alloc_tag_entry *entry = idx < alloc_tag_nr ? NULL : entry_of(idx);

	return entry ? entry->owner->id : 0;
}

/* See alloc_tag_accurate(). The tag with index @idx must exist. */
bool alloc_tag_module_accurate(unsigned long idx)
{
	return !READ_ONCE(alloc_tag_entry(idx - alloc_tag_nr)->inaccurate);
}

/*
 * See alloc_tag_set_inaccurate(). Context: any. Memory is charged to the tag
 * with index @idx, or there is no such tag.
 */
void alloc_tag_module_set_inaccurate(unsigned long idx)
{
	if (alloc_tag_module_has(idx - alloc_tag_nr) && idx - alloc_tag_nr >= FIRST_ENTRY)
		WRITE_ONCE(alloc_tag_entry(idx - alloc_tag_nr)->inaccurate, true);
}
