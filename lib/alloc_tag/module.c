// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: modules that are loaded and unloaded.
 *
 * alloc_tag_module_publish()
 *	is called after the module has been relocated and before any of its code
 *	runs, and assigns the entries. It can't fail: if there are too few
 *	entries, or if memory is short, the tags that get none share an entry
 *	"(no room)" of the module. If there is none for that either, they are
 *	charged to a line that is not of the module.
 * alloc_tag_module_retire()
 *	is called when the module is unloaded or fails to load, and frees the
 *	entries that no live allocation refers to. The others get a copy of
 *	their tag. alloc_tag_next() skips them after their last object has been
 *	freed, and their memory is freed when the next module is loaded or
 *	unloaded.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/alloc_tag/owner.h>
#include <linux/code_tag/line.h>
#include <linux/code_tag/module.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "entry.h"
#include "internal.h"

/* All modules with entries. Protected by alloc_tag_mutex. */
static LIST_HEAD(owners);

/*
 * Changes whenever alloc_tag_next() finds other tags of modules than before.
 * Protected by alloc_tag_mutex.
 */
static u64 changes = 1;

/* Stands for the tag of an unloaded module that there was no memory to copy. */
static ALLOC_TAG_DEFINE(unloaded, __FILE__, __LINE__, "(unloaded)", "", 0);

/*
 * Free entry @idx, to which no allocation is charged, and the state of its
 * line. Frees its module's structure, too, with the last entry. Caller must
 * hold alloc_tag_mutex.
 */
static void free_entry(unsigned long idx)
{
	struct alloc_tag_module *owner = alloc_tag_entry(idx)->owner;

	alloc_tag_watch_forget(idx);
	alloc_tag_entry_free(idx);
	changes++;
	if (!owner->used) {
		list_del(&owner->list);
		kfree(owner);
	}
}

/*
 * Free the entries of unloaded modules whose last allocation has been freed
 * since. Caller must hold alloc_tag_mutex.
 */
static void free_unused_entries(void)
{
	struct alloc_tag_module *owner;
	struct alloc_tag_totals sum;
	unsigned long idx = 0;
	bool freed = false;

	list_for_each_entry(owner, &owners, list)
		if (owner->gone)
			break;
	if (list_entry_is_head(owner, &owners, list))
		return;

	while ((idx = alloc_tag_entry_next(idx))) {
		if (alloc_tag_entry(idx)->owner->gone && !alloc_tag_entry_live(idx, &sum)) {
			free_entry(idx);
			freed = true;
		}
	}
	if (freed) {
		alloc_tag_owner_forget(alloc_tag_exists);
		alloc_tag_watch_forgotten();
		alloc_tag_records_drop_removed();
	}
}

/*
 * Find the tags of @mod. Returns NULL if none of them has an entry. Caller must
 * hold alloc_tag_mutex.
 */
static struct alloc_tag_module *owner_of(const struct module *mod)
{
	struct alloc_tag_module *owner;

	lockdep_assert_held(&alloc_tag_mutex);
	list_for_each_entry(owner, &owners, list)
		if (owner->mod == mod)
			return owner;
	return NULL;
}

/* Warn that @left of the @nr tags of module @name share an entry. */
static void warn_no_room(const char *name, unsigned int left, unsigned int nr)
{
	pr_warn("%s: no room for %u of its %u allocation tags, they share the line func:%s; boot with alloctag.module_tags= for more\n",
		name, left, nr, alloc_tag_function(alloc_tag_no_room));
}

/*
 * Give an entry to each tag of @owner. If there are too few, the remaining tags
 * share one. Caller must hold alloc_tag_mutex.
 */
static void add_entries(struct alloc_tag_module *owner)
{
	unsigned long idx;
	unsigned int i;

	for (i = 0; i < owner->nr_tags; i++) {
		idx = alloc_tag_entry_new(owner, &owner->tags[i], ALLOC_TAG_SPARE_ENTRIES);
		if (!idx)
			break;
		alloc_tag_entry_assign(&owner->tags[i], idx);
	}
	if (i == owner->nr_tags)
		return;

	warn_no_room(owner->name, owner->nr_tags - i, owner->nr_tags);
	idx = alloc_tag_entry_new(owner, alloc_tag_no_room, 0);
	for (; i < owner->nr_tags; i++)
		alloc_tag_entry_assign(&owner->tags[i], idx);
}

/**
 * alloc_tag_module_publish() - give the tags of a module their indexes
 * @mod: the module being loaded
 * @sections: its sections
 *
 * Can't fail, see above. Afterwards /proc/allocinfo shows the tags.
 *
 * Context: process context, may sleep. None of the module's code has run.
 * Return: true if lines can be watched.
 */
bool alloc_tag_module_publish(struct module *mod, const struct code_tag_sections *sections)
{
	struct alloc_tag_module *owner;
	struct alloc_tag *tags;
	unsigned int i, nr;
	size_t bytes;

	tags = code_tag_module_section(sections, ALLOC_TAG_SECTION_NAME, &bytes);
	nr = bytes / sizeof(*tags);
	if (!nr || !alloc_tag_indexed())
		return false;

	owner = kzalloc(sizeof(*owner), GFP_KERNEL);
	if (!owner) {
		warn_no_room(mod->name, nr, nr);
		alloc_tag_lock();
		for (i = 0; i < nr; i++)
			alloc_tag_entry_assign(&tags[i], 0);
		changes++;
		alloc_tag_unlock();
		return false;
	}
	owner->mod = mod;
	owner->tags = tags;
	owner->nr_tags = nr;
	owner->allocators = code_tag_module_section(sections, ALLOC_TAG_ALLOCATOR_SECTION_NAME,
						    &bytes);
	owner->nr_allocators = bytes / sizeof(*owner->allocators);
	strscpy(owner->name, mod->name, sizeof(owner->name));

	alloc_tag_lock();
	free_unused_entries();
	add_entries(owner);
	if (owner->used) {
		list_add(&owner->list, &owners);
		owner->id = ++changes;
	} else {
		kfree(owner);
		changes++;
	}
	alloc_tag_unlock();
	return true;
}

/* Copy @tag and its strings. Returns NULL if memory is short. */
static const struct alloc_tag *copy_tag(const struct alloc_tag *tag)
{
	size_t file = strlen(alloc_tag_file(tag)) + 1;
	size_t function = strlen(alloc_tag_function(tag)) + 1;
	size_t type = strlen(alloc_tag_type(tag)) + 1;
	struct alloc_tag *copy;
	char *text;

	copy = kmalloc(sizeof(*copy) + file + function + type, GFP_KERNEL);
	if (!copy)
		return NULL;
	*copy = *tag;
	text = (char *)(copy + 1);
	memcpy(text, alloc_tag_file(tag), file);
	memcpy(text + file, alloc_tag_function(tag), function);
	memcpy(text + file + function, alloc_tag_type(tag), type);
	copy->file = sizeof(*copy);
	copy->function = copy->file + file;
	copy->type = copy->function + function;
	return copy;
}

/*
 * Module @owner leaves entry @idx behind, with @sum charged to it, or with
 * samples of memory that is not charged: report the former, and keep a copy of
 * the tag. Caller must hold alloc_tag_mutex.
 */
static void leave_behind(struct alloc_tag_module *owner, unsigned long idx,
			 const struct alloc_tag_totals *sum)
{
	struct alloc_tag_entry *entry = alloc_tag_entry(idx);
	const struct alloc_tag *tag = entry->tag;

	/* Once counting is disabled, what is freed since isn't known. */
	if (sum->bytes && alloc_tag_tracking())
		pr_warn("%s: unloaded with %lld bytes in %llu allocations from " CODE_TAG_FMT "\n",
			owner->name, sum->bytes, sum->allocs - sum->frees,
			CODE_TAG_ARGS(alloc_tag_file(tag), tag->line, "",
				      alloc_tag_function(tag)));
	if (tag == alloc_tag_no_room)
		return;
	tag = copy_tag(tag);
	entry->copied = tag;
	/* Pairs with the address dependency in alloc_tag_module_tag(). */
	smp_store_release(&entry->tag, tag ?: &unloaded.tag);
}

/* Is memory charged to an entry of @owner? Caller must hold alloc_tag_mutex. */
static bool is_live(const struct alloc_tag_module *owner)
{
	struct alloc_tag_totals sum;
	unsigned long idx = 0;

	while ((idx = alloc_tag_entry_next(idx)))
		if (alloc_tag_entry(idx)->owner == owner && alloc_tag_entry_live(idx, &sum))
			return true;
	return false;
}

/**
 * alloc_tag_module_retire() - free the entries of a module
 * @mod: the module that is being unloaded, or that failed to load
 *
 * Entries that live allocations refer to are kept, and reported in the kernel
 * log as a leak. If there are any, first waits for what kfree_rcu() and RCU
 * callbacks have still to free. It does not drop caches of others. Removed
 * files of /proc and /sys, which dentries may hold for long, are not the
 * module's any more: see alloc_tag_adopt().
 *
 * Context: process context, may sleep. None of the module's code can run any
 * more. Its memory is freed an RCU grace period later: the trace event of a
 * free may still read names in it.
 */
void alloc_tag_module_retire(struct module *mod)
{
	struct alloc_tag_module *owner;
	struct alloc_tag_totals sum;
	unsigned long idx = 0;
	bool live;

	alloc_tag_lock();
	owner = owner_of(mod);
	live = owner && is_live(owner);
	alloc_tag_unlock();
	if (!owner)
		return;

	/* Without the mutex: this may take seconds, and would block readers. */
	if (live) {
		kvfree_rcu_barrier();
		rcu_barrier();
	}

	alloc_tag_lock();
	owner->mod = NULL;
	owner->nr_allocators = 0;
	owner->gone = true;
	changes++;
	while ((idx = alloc_tag_entry_next(idx))) {
		if (alloc_tag_entry(idx)->owner == owner && alloc_tag_entry_live(idx, &sum))
			leave_behind(owner, idx, &sum);
	}
	/* Frees @owner with its last entry. */
	free_unused_entries();
	alloc_tag_unlock();
}

/**
 * alloc_tag_content_id() - identify the set of tags that alloc_tag_next() walks
 *
 * Also frees the entries of unloaded modules whose last object has been freed.
 * alloc_tag_next() skips them from that moment on, which changes the set, and
 * the free path does not notice.
 *
 * Context: process context, the caller must hold alloc_tag_lock().
 * Return: a number that changes whenever a tag is added or removed.
 */
u64 alloc_tag_content_id(void)
{
	lockdep_assert_held(&alloc_tag_mutex);
	free_unused_entries();
	return changes;
}
