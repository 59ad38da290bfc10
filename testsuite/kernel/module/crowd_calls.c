// SPDX-License-Identifier: GPL-2.0
/*
 * Two call sites for which there is no room: five objects of 128 bytes and
 * three of 1024.
 */
#include <linux/module.h>
#include <linux/slab.h>

static void *objects[8];

static noinline void take_few(void)
{
	unsigned int i;

	for (i = 0; i < 5; i++)
		objects[i] = kmalloc(128, GFP_KERNEL);
}

static noinline void take_more(void)
{
	unsigned int i;

	for (i = 5; i < 8; i++)
		objects[i] = kmalloc(1024, GFP_KERNEL);
}

static int __init crowd_init(void)
{
	take_few();
	take_more();
	return 0;
}
module_init(crowd_init);

static void __exit crowd_exit(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(objects); i++)
		kfree(objects[i]);
}
module_exit(crowd_exit);

MODULE_DESCRIPTION("More tags than there is room for");
MODULE_LICENSE("GPL");
