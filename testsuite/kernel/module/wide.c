// SPDX-License-Identifier: GPL-2.0
/*
 * 10,000 tags, one of them of a call: the size of all modules of a
 * large machine together.
 */
#include <linux/module.h>
#include <linux/slab.h>

#include "fill_tags.h"

FILL_TAGS(9999);

static void *object;

static int __init wide_init(void)
{
	object = kmalloc(1024, GFP_KERNEL);
	return 0;
}
module_init(wide_init);

static void __exit wide_exit(void)
{
	kfree(object);
}
module_exit(wide_exit);

MODULE_DESCRIPTION("10,000 tags");
MODULE_LICENSE("GPL");
