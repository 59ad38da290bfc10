// SPDX-License-Identifier: GPL-2.0
/*
 * A module that is built without the plugin, as if by another compiler: its
 * calls pass no tag.
 */
#include <linux/module.h>
#include <linux/slab.h>

static void *objects[10];

/* Not a constant for the compiler, so that kmalloc() calls __kmalloc(). */
static unsigned int size = 1000;
module_param(size, uint, 0444);

static int __init plain_init(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(objects); i++)
		objects[i] = kmalloc(size, GFP_KERNEL);
	return 0;
}
module_init(plain_init);

static void __exit plain_exit(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(objects); i++)
		kfree(objects[i]);
}
module_exit(plain_exit);

MODULE_DESCRIPTION("Calls without tags");
MODULE_LICENSE("GPL");
