// SPDX-License-Identifier: GPL-2.0
/*
 * Code tags: register classes of tags.
 */

#include <linux/code_tag/query.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/* Give @class its tags that wait for it. */
static void attach_waiting(struct code_tag_class *class)
{
	struct code_tag_range *range;

	mutex_lock(&code_tag_mutex);
	list_for_each_entry(range, &code_tag_ranges, list)
		if (!strcmp(range->name, class->name))
			code_tag_range_attach(range, class);
	mutex_unlock(&code_tag_mutex);
}

/*
 * Execute the queries for @class: first those for all lines, then those for the
 * lines of a module. Caller must hold code_tag_classes_sem for writing, so that
 * no range is added or removed.
 */
static void exec_waiting(struct code_tag_class *class)
{
	struct code_tag_range *range;

	code_tag_exec_boot(class);
	list_for_each_entry(range, &code_tag_ranges, list) {
		if (range->class != class || !range->mod)
			continue;
		code_tag_exec_module(class, range->module, range->query);
		/* Only once. */
		kfree(range->query);
		range->query = NULL;
	}
}

/* Can a query of @class have all its terms? */
static bool terms_fit(const struct code_tag_class *class)
{
	unsigned int i;

	for (i = 0; i < class->nr_terms; i++)
		if (class->terms[i].member + sizeof(u64) > sizeof(union code_tag_any_query))
			return false;
	return true;
}

/* Add the tags that @class has in vmlinux. Returns 0 or -ENOMEM. */
static int add_vmlinux(struct code_tag_class *class)
{
	struct code_tag_range *range;

	if (class->start == class->stop)
		return 0;
	range = kzalloc(sizeof(*range), GFP_KERNEL);
	if (!range)
		return -ENOMEM;
	range->name = class->name;
	range->start = class->start;
	range->bytes = (void *)class->stop - (void *)class->start;
	mutex_lock(&code_tag_mutex);
	list_add_tail(&range->list, &code_tag_ranges);
	mutex_unlock(&code_tag_mutex);
	return 0;
}

/**
 * code_tag_class_register() - register a class of tags
 * @class: the class; it must remain until code_tag_class_unregister()
 *
 * Numbers its tags, makes its folder in debugfs, and executes the queries for
 * its lines in the boot parameter codetag.query= and in those of modules.
 *
 * Context: process context, may sleep; or boot, if it has a struct
 * code_tag_index.
 * Return: 0; -EINVAL if its tags don't begin as those of all classes do, or its
 * queries are larger than union code_tag_any_query; -EEXIST if there is a class
 * with this name; -ENOMEM.
 */
int code_tag_class_register(struct code_tag_class *class)
{
	int err = -EEXIST;

	if (class->size < sizeof(struct code_tag) || !terms_fit(class))
		return -EINVAL;
	down_write(&code_tag_classes_sem);
	if (!code_tag_class_find(class->name))
		err = add_vmlinux(class);
	if (!err) {
		list_add_tail(&class->list, &code_tag_classes);
		attach_waiting(class);
		code_tag_control_add(class);
		exec_waiting(class);
	}
	up_write(&code_tag_classes_sem);
	return err;
}
EXPORT_SYMBOL_GPL(code_tag_class_register);

/**
 * code_tag_class_unregister() - undo code_tag_class_register()
 * @class: the class
 *
 * Its functions may be called all the same, and find tags without an index.
 * Waits for readers of its files.
 *
 * Context: process context, may sleep.
 */
void code_tag_class_unregister(struct code_tag_class *class)
{
	struct code_tag_range *range;

	/* A reader of the files holds the lock below: not under it. */
	code_tag_control_remove(class);
	down_write(&code_tag_classes_sem);
	list_del(&class->list);
	mutex_lock(&code_tag_mutex);
	list_for_each_entry(range, &code_tag_ranges, list)
		if (range->class == class)
			code_tag_range_detach(range);
	mutex_unlock(&code_tag_mutex);
	code_tag_range_remove(NULL, class->name);
	up_write(&code_tag_classes_sem);
}
EXPORT_SYMBOL_GPL(code_tag_class_unregister);

/**
 * code_tag_each_class() - walk all classes
 * @fn: is called for each; no class is registered or unregistered meanwhile
 * @data: is passed to it
 *
 * Context: process context, may sleep.
 */
void code_tag_each_class(code_tag_class_fn *fn, void *data)
{
	const struct code_tag_class *class;

	down_read(&code_tag_classes_sem);
	list_for_each_entry(class, &code_tag_classes, list)
		fn(class, data);
	up_read(&code_tag_classes_sem);
}
