// SPDX-License-Identifier: GPL-2.0
/*
 * Code tags: the tags of each class.
 *
 * The tags of a class are one array in vmlinux, and one in each module that
 * calls functions of the class. Each array is a range of indexes, which count
 * from 1; those of a module are given to others after it was unloaded. A module
 * may be loaded before the class is registered: that is what a module does that
 * registers it. Its range waits for the class.
 *
 * A class with a struct code_tag_index has no ranges.
 *
 * Since 6.10, Linux has lib/codetag.c for its own allocation profiling, which
 * finds the tags of a type in sections, too. It isn't used here: 6.1 has none;
 * its tags have pointers, which are relocated at boot, and no index; and it has
 * neither queries nor files.
 */

#define pr_fmt(fmt) "code_tag: " fmt

#include <linux/errno.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/minmax.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

DECLARE_RWSEM(code_tag_classes_sem);
LIST_HEAD(code_tag_classes);

/* See internal.h. */
DEFINE_MUTEX(code_tag_mutex);

LIST_HEAD(code_tag_ranges);

/*
 * Find class @name. Returns NULL if it is not registered. Caller must hold
 * code_tag_classes_sem.
 */
struct code_tag_class *code_tag_class_find(const char *name)
{
	struct code_tag_class *class;

	lockdep_assert_held(&code_tag_classes_sem);
	list_for_each_entry(class, &code_tag_classes, list)
		if (!strcmp(class->name, name))
			return class;
	return NULL;
}

/* A range of @class that has one of the @nr indexes from @first on, or NULL. */
static struct code_tag_range *range_with(const struct code_tag_class *class, unsigned long first,
					 unsigned long nr)
{
	struct code_tag_range *range;

	lockdep_assert_held(&code_tag_mutex);
	list_for_each_entry(range, &code_tag_ranges, list)
		if (range->class == class && range->first < first + nr &&
		    first < range->first + range->nr)
			return range;
	return NULL;
}

/* Tag @i of @range, if its tags have the size of @class. */
static struct code_tag *tag_at(const struct code_tag_range *range,
			       const struct code_tag_class *class, unsigned long i)
{
	return range->start + i * class->size;
}

/*
 * Does @range consist of tags with the size of @class? Each has names, and no
 * index yet. Of tags with another size, at least the second has not.
 */
static bool has_tags_of(const struct code_tag_range *range, const struct code_tag_class *class)
{
	const struct code_tag *tag;
	unsigned long i;

	if (class->index || range->bytes % class->size)
		return false;
	for (i = 0; i < range->bytes / class->size; i++) {
		tag = tag_at(range, class, i);
		if (!tag->file || !tag->function || tag->idx)
			return false;
	}
	return true;
}

/*
 * Give the tags of @range their indexes: the first free ones of @class. Does
 * nothing if they are not tags of the class. Caller must hold code_tag_mutex.
 */
void code_tag_range_attach(struct code_tag_range *range, struct code_tag_class *class)
{
	struct code_tag_range *other;
	unsigned long first = 1;
	unsigned long i;

	if (!has_tags_of(range, class)) {
		pr_err("%s: its tags of class %s are of another size: build it with the same header\n",
		       range->module, range->name);
		return;
	}
	range->nr = range->bytes / class->size;
	while ((other = range_with(class, first, range->nr)))
		first = other->first + other->nr;
	range->first = first;
	range->class = class;
	for (i = 0; i < range->nr; i++)
		tag_at(range, class, i)->idx = first + i;
	if (class->added)
		class->added(range->start, range->nr);
}

/* Take the indexes of @range back. Caller must hold code_tag_mutex. */
void code_tag_range_detach(struct code_tag_range *range)
{
	unsigned long i;

	for (i = 0; i < range->nr; i++)
		tag_at(range, range->class, i)->idx = 0;
	range->class = NULL;
}

/**
 * code_tag_range_add() - add tags
 * @range: the tags; the caller has set @name, @mod, @module, @start and @bytes
 *
 * Context: the caller must hold code_tag_classes_sem.
 */
void code_tag_range_add(struct code_tag_range *range)
{
	struct code_tag_class *class = code_tag_class_find(range->name);

	mutex_lock(&code_tag_mutex);
	list_add_tail(&range->list, &code_tag_ranges);
	if (class)
		code_tag_range_attach(range, class);
	mutex_unlock(&code_tag_mutex);
}

/**
 * code_tag_range_remove() - remove all tags of a module, or of vmlinux
 * @mod: the module; NULL for vmlinux
 * @name: the class; NULL for all
 *
 * Context: process context. No code can run that has the tags.
 */
void code_tag_range_remove(const struct module *mod, const char *name)
{
	struct code_tag_range *range, *next;

	mutex_lock(&code_tag_mutex);
	list_for_each_entry_safe(range, next, &code_tag_ranges, list) {
		if (range->mod != mod || (name && strcmp(range->name, name)))
			continue;
		if (range->class) {
			if (range->class->retired)
				range->class->retired(range->start, range->nr);
			code_tag_range_detach(range);
		}
		list_del(&range->list);
		kfree(range->query);
		kfree(range);
	}
	mutex_unlock(&code_tag_mutex);
}

/**
 * code_tag_range_exists() - does a module have tags of a registered class?
 * @class: the class
 * @mod: the module
 *
 * Context: process context.
 * Return: true if it has.
 */
bool code_tag_range_exists(const struct code_tag_class *class, const struct module *mod)
{
	struct code_tag_range *range;
	bool exists = false;

	mutex_lock(&code_tag_mutex);
	list_for_each_entry(range, &code_tag_ranges, list)
		exists |= range->class == class && range->mod == mod;
	mutex_unlock(&code_tag_mutex);
	return exists;
}

/**
 * code_tag_range_keep_query() - keep a query until its class is registered
 * @module: the module for whose lines it is
 * @name: the name of the class
 * @query: the query
 *
 * Context: process context.
 * Return: 0; -ENOENT if no tags of the module wait for the class; -ENOMEM.
 */
int code_tag_range_keep_query(const char *module, const char *name, const char *query)
{
	struct code_tag_range *range;
	int err = -ENOENT;
	char *text;

	mutex_lock(&code_tag_mutex);
	/* The newest first: one with this name may just be unloaded. */
	list_for_each_entry_reverse(range, &code_tag_ranges, list) {
		if (range->class || strcmp(range->module, module) || strcmp(range->name, name))
			continue;
		text = kasprintf(GFP_KERNEL, "%s;%s", range->query ?: "", query);
		err = text ? 0 : -ENOMEM;
		if (text) {
			kfree(range->query);
			range->query = text;
		}
		break;
	}
	mutex_unlock(&code_tag_mutex);
	return err;
}

/**
 * code_tag_lock() - keep the tags of a class from being added or removed
 * @class: the class
 *
 * Context: process context, may sleep.
 */
void code_tag_lock(const struct code_tag_class *class)
{
	if (class->index)
		class->index->lock();
	else
		mutex_lock(&code_tag_mutex);
}
EXPORT_SYMBOL_GPL(code_tag_lock);

/**
 * code_tag_unlock() - allow the tags of a class to be added and removed again
 * @class: the class
 */
void code_tag_unlock(const struct code_tag_class *class)
{
	if (class->index)
		class->index->unlock();
	else
		mutex_unlock(&code_tag_mutex);
}
EXPORT_SYMBOL_GPL(code_tag_unlock);

/**
 * code_tag_next() - walk the tags of a class in the order of their indexes
 * @class: the class
 * @idx: the index of the tag before, or 0 to start
 *
 * Context: the caller must hold code_tag_lock().
 * Return: the index of the next tag, or 0 at the end.
 */
unsigned long code_tag_next(const struct code_tag_class *class, unsigned long idx)
{
	const struct code_tag_range *range;
	unsigned long found = 0, at;

	if (class->index)
		return class->index->next(idx);
	lockdep_assert_held(&code_tag_mutex);
	list_for_each_entry(range, &code_tag_ranges, list) {
		at = max(idx + 1, range->first);
		if (range->class == class && at < range->first + range->nr &&
		    (!found || at < found))
			found = at;
	}
	return found;
}
EXPORT_SYMBOL_GPL(code_tag_next);

/**
 * code_tag_from_idx() - the tag with an index that code_tag_next() returned
 * @class: the class
 * @idx: the index
 *
 * Context: the caller must hold code_tag_lock().
 * Return: the tag.
 */
struct code_tag *code_tag_from_idx(const struct code_tag_class *class, unsigned long idx)
{
	const struct code_tag_range *range;

	if (class->index)
		return class->index->tag(idx);
	range = range_with(class, idx, 1);
	return tag_at(range, class, idx - range->first);
}
EXPORT_SYMBOL_GPL(code_tag_from_idx);

/**
 * code_tag_module_name() - the module of the tag with an index
 * @class: the class
 * @idx: the index, that code_tag_next() returned
 *
 * Context: the caller must hold code_tag_lock(), as long as it uses the name.
 * Return: the name of the module, NULL for vmlinux.
 */
const char *code_tag_module_name(const struct code_tag_class *class, unsigned long idx)
{
	const struct code_tag_range *range;

	if (class->index)
		return class->index->module(idx);
	range = range_with(class, idx, 1);
	return range->mod ? range->module : NULL;
}
EXPORT_SYMBOL_GPL(code_tag_module_name);
