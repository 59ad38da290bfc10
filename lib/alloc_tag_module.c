// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the tags of modules.
 *
 * The tags of a module stay where the module is. Its objects may outlive it, so
 * what is stored with them is an index that does not depend on the module's
 * address. When a module is loaded, each of its tags gets an entry, whose
 * number is stored in the tag; the index is the number of tags in vmlinux plus
 * that number.
 *
 * Entries are allocated in blocks, with counters for each CPU. A block exists
 * only while one of its entries is in use. Entries of one module need not be
 * consecutive: those that objects still refer to after the module has been
 * unloaded do not prevent the others from being used again.
 *
 * alloc_tag_module_publish()
 *	is called after the module has been relocated and before any of its code
 *	runs, and assigns the entries. It can't fail: if there are too few
 *	entries, or if memory is short, the tags that get none share an entry
 *	"(no room)" of the module. If there is none for that either, they are
 *	charged to alloc_tag_no_room, a tag of vmlinux.
 * alloc_tag_module_release()
 *	is called when the module is unloaded or fails to load, and frees the
 *	entries that no live allocation refers to. The others get a copy of
 *	their tag. alloc_tag_next() skips them after their last object has been
 *	freed, and their memory is freed when the next module is loaded or
 *	unloaded.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/alloc_tag_module.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/idr.h>
#include <linux/list.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "alloc_tag_internal.h"

/* The counters of a block take a page on each CPU. */
#define ENTRIES_PER_BLOCK	((U16_MAX + 1U) / ALLOC_TAG_BLOCKS)

/*
 * Entries are numbered with 16 bits. Number 0 means that a tag has no entry: it
 * shares the counter of alloc_tag_no_room. The rest of that block is not used.
 */
#define FIRST_ENTRY		ENTRIES_PER_BLOCK

/* The last entries that there can be are kept for "(no room)". */
#define SPARE_ENTRIES		256U

/* The tags of one module. */
struct alloc_tag_module {
	struct list_head list;		/* in alloc_tag_modules */
	const struct module *mod;	/* NULL after it was unloaded */
	struct alloc_tag *tags;		/* in the module's memory */
	unsigned int nr;		/* number of tags */
	const struct alloc_tag_allocator *allocators;	/* there, too */
	unsigned int nr_allocators;
	unsigned int used;		/* number of entries */
	bool gone;			/* unloaded, its leaks were reported */
	u64 id;				/* that no other module has had */
	char name[MODULE_NAME_LEN];
};

struct alloc_tag_entry {
	const struct alloc_tag *tag;	/* NULL if the entry is not in use */
	struct alloc_tag_module *owner;
	bool copied;			/* @tag is a copy, freed with the entry */
	bool inaccurate;		/* some memory was not counted */
};

struct alloc_tag_block {
	struct alloc_tag_counter __percpu *counters;
	unsigned int used;		/* number of entries in use */
	struct alloc_tag_entry entries[ENTRIES_PER_BLOCK];
};

/* All modules with entries. Protected by alloc_tag_mutex. */
static LIST_HEAD(alloc_tag_modules);

/* Allocates the numbers of entries. Protected by alloc_tag_mutex. */
static DEFINE_IDA(alloc_tag_entries);

/*
 * Changes whenever alloc_tag_next() finds other tags of modules than before.
 * Protected by alloc_tag_mutex.
 */
static u64 alloc_tag_changes = 1;

/*
 * The blocks; NULL where no entry is in use. Protected by alloc_tag_mutex. The
 * functions that count read only alloc_tag_module_blocks[], without it: a block
 * exists as long as a module or a live object has an index in it.
 */
static struct alloc_tag_block *alloc_tag_blocks[ALLOC_TAG_BLOCKS];
unsigned long alloc_tag_module_blocks[ALLOC_TAG_BLOCKS] __read_mostly;
EXPORT_SYMBOL_GPL(alloc_tag_module_blocks); /* for alloc_tag_idx_valid() in KUnit tests */

/*
 * Describes the shared entry of a module, whose tags have no room. It is itself
 * a tag of vmlinux, for modules that don't even have that entry.
 */
static const struct alloc_tag alloc_tag_no_room
__used __section(ALLOC_TAG_SECTION_NAME) = {
	.file = __FILE__, .line = __LINE__, .function = "(no room)", .type = "",
};

/* Stands for the tag of an unloaded module that there was no memory to copy. */
static const struct alloc_tag alloc_tag_unloaded = {
	.file = __FILE__, .line = __LINE__, .function = "(unloaded)", .type = "",
};

/* Largest number that an entry can have, so that its index fits into a slot. */
static unsigned int alloc_tag_max_entry(void)
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

static struct alloc_tag_entry *alloc_tag_entry(unsigned int nr)
{
	return &alloc_tag_blocks[nr / ENTRIES_PER_BLOCK]->entries[nr % ENTRIES_PER_BLOCK];
}

/* Is memory still charged to entry @nr? Stores its counters in @sum. */
static bool alloc_tag_live(unsigned int nr, struct alloc_tag_totals *sum)
{
	alloc_tag_read(alloc_tag_nr + nr, sum);
	/* A free in progress may have updated only one of the two. */
	return sum->bytes || sum->allocs != sum->frees;
}

/* Let the functions that count find @counters for block @nr; NULL for none. */
static void alloc_tag_set_counters(unsigned int nr, struct alloc_tag_counter __percpu *counters)
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
static void alloc_tag_put_number(unsigned int nr)
{
	struct alloc_tag_block *block = alloc_tag_blocks[nr / ENTRIES_PER_BLOCK];

	ida_free(&alloc_tag_entries, nr);
	if (--block->used)
		return;
	alloc_tag_blocks[nr / ENTRIES_PER_BLOCK] = NULL;
	alloc_tag_set_counters(nr / ENTRIES_PER_BLOCK, NULL);
	free_percpu(block->counters);
	kvfree(block);
}

/*
 * Find a number for an entry, not above @max, and allocate its block if needed.
 * Returns 0 if there is none, or if memory is short. Caller must hold
 * alloc_tag_mutex.
 */
static unsigned int alloc_tag_get_number(unsigned int max)
{
	struct alloc_tag_block *block;
	int nr;

	if (max < FIRST_ENTRY)
		return 0;
	nr = ida_alloc_range(&alloc_tag_entries, FIRST_ENTRY, max, GFP_KERNEL | __GFP_NOWARN);
	if (nr < 0)
		return 0;

	block = alloc_tag_blocks[nr / ENTRIES_PER_BLOCK];
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
		alloc_tag_blocks[nr / ENTRIES_PER_BLOCK] = block;
		alloc_tag_set_counters(nr / ENTRIES_PER_BLOCK, block->counters);
	}
	block->used++;
	return nr;

fail:
	kvfree(block);
	ida_free(&alloc_tag_entries, nr);
	return 0;
}

/*
 * Make an entry for @tag, one of module @owner. Returns its number, which is at
 * most @max, or 0 if there is none. Caller must hold alloc_tag_mutex.
 */
static unsigned int alloc_tag_add_entry(struct alloc_tag_module *owner,
					const struct alloc_tag *tag, unsigned int max)
{
	unsigned int nr = alloc_tag_get_number(max);
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
 * Free entry @nr, to which no allocation is charged. Frees its module's
 * structure, too, with the last entry. Caller must hold alloc_tag_mutex.
 */
static void alloc_tag_free_entry(unsigned int nr)
{
	struct alloc_tag_entry *entry = alloc_tag_entry(nr);
	struct alloc_tag_module *owner = entry->owner;

	lockdep_assert_held(&alloc_tag_mutex);
	alloc_tag_watch_forget(alloc_tag_nr + nr);
	if (entry->copied)
		kfree(entry->tag);
	memset(entry, 0, sizeof(*entry));
	alloc_tag_put_number(nr);
	alloc_tag_changes++;
	if (!--owner->used) {
		list_del(&owner->list);
		kfree(owner);
	}
}

/*
 * The next entry in use after number @nr; 0 if there is none. Caller must hold
 * alloc_tag_mutex.
 */
static unsigned int alloc_tag_next_entry(unsigned int nr)
{
	for (nr++; nr <= U16_MAX; nr++) {
		if (!alloc_tag_blocks[nr / ENTRIES_PER_BLOCK])
			nr |= ENTRIES_PER_BLOCK - 1;
		else if (alloc_tag_entry(nr)->tag)
			return nr;
	}
	return 0;
}

/*
 * Free the entries of unloaded modules whose last allocation has been freed
 * since. Caller must hold alloc_tag_mutex.
 */
static void alloc_tag_free_unused_entries(void)
{
	struct alloc_tag_module *owner;
	struct alloc_tag_totals sum;
	unsigned int nr = 0;
	bool freed = false;

	list_for_each_entry(owner, &alloc_tag_modules, list)
		if (owner->gone)
			break;
	if (list_entry_is_head(owner, &alloc_tag_modules, list))
		return;

	while ((nr = alloc_tag_next_entry(nr))) {
		if (alloc_tag_entry(nr)->owner->gone && !alloc_tag_live(nr, &sum)) {
			alloc_tag_free_entry(nr);
			freed = true;
		}
	}
	if (freed)
		alloc_tag_watch_forgotten();
}

/*
 * Find the tags of @mod. Returns NULL if none of them has an entry. Caller must
 * hold alloc_tag_mutex.
 */
static struct alloc_tag_module *alloc_tag_find_module(const struct module *mod)
{
	struct alloc_tag_module *owner;

	lockdep_assert_held(&alloc_tag_mutex);
	list_for_each_entry(owner, &alloc_tag_modules, list)
		if (owner->mod == mod)
			return owner;
	return NULL;
}

/* Warn that @left of the @nr tags of module @name get no entry of their own. */
static void alloc_tag_warn_no_room(const char *name, unsigned int left, unsigned int nr)
{
	pr_warn("%s: no room for %u of its %u allocation tags, they share the line func:%s\n",
		name, left, nr, alloc_tag_no_room.function);
}

/*
 * Give an entry to each tag of @owner, and one to those that are left if there
 * are too few. Caller must hold alloc_tag_mutex.
 */
static void alloc_tag_add_module(struct alloc_tag_module *owner)
{
	unsigned int max = alloc_tag_max_entry();
	unsigned int ordinary = max - min(max, SPARE_ENTRIES);
	unsigned int i, nr;

	for (i = 0; i < owner->nr; i++) {
		owner->tags[i].entry = alloc_tag_add_entry(owner, &owner->tags[i], ordinary);
		if (!owner->tags[i].entry)
			break;
	}
	if (i == owner->nr)
		return;

	alloc_tag_warn_no_room(owner->name, owner->nr - i, owner->nr);
	nr = alloc_tag_add_entry(owner, &alloc_tag_no_room, max);
	for (; i < owner->nr; i++)
		owner->tags[i].entry = nr;
}

/*
 * Find section @name of a module. Returns its address, and its size in *@bytes;
 * NULL if there is none. The other arguments are those of
 * alloc_tag_module_publish().
 */
static void *alloc_tag_find_section(const char *name, size_t *bytes, const char *names,
				    unsigned int nr_sections, const Elf_Shdr section[])
{
	unsigned int i;

	*bytes = 0;
	for (i = 1; i < nr_sections; i++) {
		if ((section[i].sh_flags & SHF_ALLOC) &&
		    !strcmp(names + section[i].sh_name, name)) {
			*bytes = section[i].sh_size;
			return (void *)section[i].sh_addr;
		}
	}
	return NULL;
}

/**
 * alloc_tag_module_publish() - give the tags of a module their indexes
 * @mod: the module being loaded
 * @names: string table of the section names
 * @nr_sections: number of sections
 * @section: the section headers; the sections are at their final addresses,
 *	relocated and still writable
 *
 * Can't fail, see above. Afterwards /proc/allocinfo shows the tags, and the
 * queries for the module on the kernel's command line have been executed.
 *
 * Context: process context, may sleep. None of the module's code has run.
 */
void alloc_tag_module_publish(struct module *mod, const char *names, unsigned int nr_sections,
			      const Elf_Shdr section[])
{
	struct alloc_tag_module *owner;
	struct alloc_tag *tags;
	unsigned int nr;
	size_t bytes;

	tags = alloc_tag_find_section(ALLOC_TAG_SECTION_NAME, &bytes, names, nr_sections, section);
	nr = bytes / sizeof(*tags);
	if (!nr || !alloc_tag_available())
		return;

	/* Tags without an entry count there; see FIRST_ENTRY. */
	alloc_tag_set_counters(0, &alloc_tag_counters[&alloc_tag_no_room - __start_alloc_tags]);

	owner = kzalloc(sizeof(*owner), GFP_KERNEL);
	if (!owner) {
		alloc_tag_warn_no_room(mod->name, nr, nr);
		return;
	}
	owner->mod = mod;
	owner->tags = tags;
	owner->nr = nr;
	owner->allocators = alloc_tag_find_section(ALLOC_TAG_ALLOCATOR_SECTION_NAME, &bytes,
						   names, nr_sections, section);
	owner->nr_allocators = bytes / sizeof(*owner->allocators);
	strscpy(owner->name, mod->name, sizeof(owner->name));

	alloc_tag_lock();
	alloc_tag_free_unused_entries();
	alloc_tag_add_module(owner);
	if (owner->used) {
		list_add(&owner->list, &alloc_tag_modules);
		owner->id = ++alloc_tag_changes;
	} else {
		kfree(owner);
	}
	alloc_tag_unlock();
	alloc_tag_watch_module(mod->name);
}

/* Copy @tag and its strings. Returns NULL if memory is short. */
static const struct alloc_tag *alloc_tag_copy(const struct alloc_tag *tag)
{
	size_t file = strlen(tag->file) + 1;
	size_t function = strlen(tag->function) + 1;
	size_t type = strlen(tag->type) + 1;
	struct alloc_tag *copy;
	char *text;

	/* The slab allocator aligns sizes that are powers of two. */
	copy = kmalloc(roundup_pow_of_two(sizeof(*copy) + file + function + type), GFP_KERNEL);
	if (!copy)
		return NULL;
	*copy = *tag;
	text = (char *)(copy + 1);
	copy->file = memcpy(text, tag->file, file);
	copy->function = memcpy(text + file, tag->function, function);
	copy->type = memcpy(text + file + function, tag->type, type);
	return copy;
}

/*
 * Module @owner leaves entry @nr behind, with @sum charged to it: report that,
 * and keep a copy of the tag. Caller must hold alloc_tag_mutex.
 */
static void alloc_tag_leak(struct alloc_tag_module *owner, unsigned int nr,
			   const struct alloc_tag_totals *sum)
{
	struct alloc_tag_entry *entry = alloc_tag_entry(nr);
	const struct alloc_tag *tag = entry->tag;

	pr_warn("%s: unloaded with %lld bytes in %llu allocations from %s:%u func:%s\n",
		owner->name, sum->bytes, sum->allocs - sum->frees,
		tag->file, tag->line, tag->function);
	if (tag == &alloc_tag_no_room)
		return;
	tag = alloc_tag_copy(tag);
	entry->copied = tag;
	/* Pairs with the address dependency in alloc_tag_module_tag(). */
	smp_store_release(&entry->tag, tag ?: &alloc_tag_unloaded);
}

/* Is memory charged to an entry of @owner? Caller must hold alloc_tag_mutex. */
static bool alloc_tag_module_live(const struct alloc_tag_module *owner)
{
	struct alloc_tag_totals sum;
	unsigned int i;

	for (i = 0; i < owner->nr; i++)
		if (owner->tags[i].entry && alloc_tag_live(owner->tags[i].entry, &sum))
			return true;
	return false;
}

static void alloc_tag_drop_sb_entries(struct super_block *sb, void *unused)
{
	shrink_dcache_sb(sb);
}

/*
 * Drop the unused dentries of /proc and /sys. The dentry of a file that the
 * module has removed may still be cached; it holds the inode, and the inode a
 * structure that is charged to the module. Otherwise it would remain until it
 * is looked up again, or memory is short.
 *
 * Context: process context, may sleep.
 */
static void alloc_tag_drop_removed_files(void)
{
	static const char * const names[] = { "proc", "sysfs" };
	struct file_system_type *type;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		type = get_fs_type(names[i]);
		if (!type)
			continue;
		iterate_supers_type(type, alloc_tag_drop_sb_entries, NULL);
		put_filesystem(type);
	}
}

/**
 * alloc_tag_module_release() - free the entries of a module
 * @mod: the module that is being unloaded, or that failed to load
 *
 * Entries that live allocations refer to are kept, and reported in the kernel
 * log as a leak. If there are any, first drops the unused dentries of /proc and
 * /sys, and waits for what kfree_rcu() and RCU callbacks have still to free.
 *
 * Context: process context, may sleep. None of the module's code can run any
 * more; its memory has not been freed.
 */
void alloc_tag_module_release(struct module *mod)
{
	struct alloc_tag_module *owner;
	struct alloc_tag_totals sum;
	unsigned int nr = 0;
	bool leaks = false;
	bool live;

	alloc_tag_lock();
	owner = alloc_tag_find_module(mod);
	live = owner && alloc_tag_module_live(owner);
	alloc_tag_unlock();
	if (!owner)
		return;

	/* Without the mutex: this may take seconds, and would block readers. */
	if (live) {
		alloc_tag_drop_removed_files();
		kvfree_rcu_barrier();
		rcu_barrier();
	}

	alloc_tag_lock();
	owner->mod = NULL;
	owner->nr_allocators = 0;
	owner->gone = true;
	alloc_tag_changes++;
	while ((nr = alloc_tag_next_entry(nr))) {
		if (alloc_tag_entry(nr)->owner == owner && alloc_tag_live(nr, &sum)) {
			alloc_tag_leak(owner, nr, &sum);
			leaks = true;
		}
	}
	/* Frees @owner with its last entry. */
	alloc_tag_free_unused_entries();
	alloc_tag_unlock();
	/* The trace event of a free may still read names in the module. */
	if (leaks)
		synchronize_rcu();
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
	nr = alloc_tag_next_entry(nr ? nr - 1 : 0);
	while (nr && alloc_tag_entry(nr)->owner->gone && !alloc_tag_live(nr, &sum))
		nr = alloc_tag_next_entry(nr);
	return nr ? alloc_tag_nr + nr : 0;
}

/*
 * The entry of a module's tag with index @idx. NULL if it counts as
 * alloc_tag_no_room, see FIRST_ENTRY.
 */
static struct alloc_tag_entry *alloc_tag_entry_of(unsigned long idx)
{
	unsigned long nr = idx - alloc_tag_nr;

	return nr >= FIRST_ENTRY ? alloc_tag_entry(nr) : NULL;
}

/* The tag of a module with index @idx. Context: as alloc_tag_from_idx(). */
const struct alloc_tag *alloc_tag_module_tag(unsigned long idx)
{
	const struct alloc_tag_entry *entry = alloc_tag_entry_of(idx);

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
	const struct alloc_tag_entry *entry = idx < alloc_tag_nr ? NULL : alloc_tag_entry_of(idx);

	return entry ? entry->owner->name : NULL;
}
EXPORT_SYMBOL_GPL(alloc_tag_module_name);

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
	const struct alloc_tag_module *owner = alloc_tag_entry_of(idx)->owner;

	*first = owner->allocators;
	return owner->nr_allocators;
}

/* See alloc_tag_exists(). Caller must hold alloc_tag_mutex. */
bool alloc_tag_module_exists(unsigned long idx)
{
	const struct alloc_tag_entry *entry;

	if (!alloc_tag_module_has(idx - alloc_tag_nr))
		return false;
	entry = alloc_tag_entry_of(idx);
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
	const struct alloc_tag_entry *entry = idx < alloc_tag_nr ? NULL : alloc_tag_entry_of(idx);

	return entry ? entry->owner->id : 0;
}

/**
 * alloc_tag_content_id() - identify the set of tags that alloc_tag_next() walks
 *
 * Also frees the entries of unloaded modules whose last object has been freed.
 * alloc_tag_next() skips them from that moment on, which changes the set, and
 * the free path does not notice.
 *
 * Context: process context, the caller must hold alloc_tag_lock().
 * Return: a number that differs from that of an earlier call if a tag was added
 * or removed since then.
 */
u64 alloc_tag_content_id(void)
{
	lockdep_assert_held(&alloc_tag_mutex);
	alloc_tag_free_unused_entries();
	return alloc_tag_changes;
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
