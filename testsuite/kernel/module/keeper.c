// SPDX-License-Identifier: GPL-2.0
/*
 * Keeps objects that other modules allocated after those have been unloaded,
 * and frees them when it is unloaded itself.
 */
#include <linux/list.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "keeper.h"

static LIST_HEAD(objects);

void keeper_keep(struct kept *object)
{
	list_add(&object->list, &objects);
}
EXPORT_SYMBOL_GPL(keeper_keep);

static int __init keeper_init(void)
{
	return 0;
}
module_init(keeper_init);

static void __exit keeper_exit(void)
{
	struct kept *object, *next;

	list_for_each_entry_safe(object, next, &objects, list)
		kfree(object);
}
module_exit(keeper_exit);

MODULE_DESCRIPTION("Keeps objects of other modules");
MODULE_LICENSE("GPL");
