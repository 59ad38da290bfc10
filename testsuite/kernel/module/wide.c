// SPDX-License-Identifier: GPL-2.0
/*
 * 10,000 tags, one of them of a call: the size of all modules of a
 * large machine together.
 */
#include <linux/alloc_tag/abi.h>
#include <linux/module.h>
#include <linux/slab.h>

static const struct alloc_tag fill[9999]
__attribute__((used, section(ALLOC_TAG_SECTION_NAME))) = {
	[0 ... 9998] = { .file = "fill", .line = 1, .function = "fill", .type = "" },
};

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
