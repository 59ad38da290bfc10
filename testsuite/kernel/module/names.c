// SPDX-License-Identifier: GPL-2.0
/*
 * Two call sites in functions whose names are longer than the 63 characters
 * that the ioctls of /proc/allocinfo have room for, and differ only before
 * these.
 */
#include <linux/module.h>
#include <linux/slab.h>

static void *object[3];

static noinline void
first_with_a_name_longer_than_the_ioctls_of_this_file_have_got_room_for(void)
{
	object[0] = kmalloc(100, GFP_KERNEL);
}

static noinline void
other_with_a_name_longer_than_the_ioctls_of_this_file_have_got_room_for(void)
{
	unsigned int i;

	for (i = 1; i < ARRAY_SIZE(object); i++)
		object[i] = kmalloc(100, GFP_KERNEL);
}

static int __init names_init(void)
{
	first_with_a_name_longer_than_the_ioctls_of_this_file_have_got_room_for();
	other_with_a_name_longer_than_the_ioctls_of_this_file_have_got_room_for();
	return 0;
}
module_init(names_init);

static void __exit names_exit(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(object); i++)
		kfree(object[i]);
}
module_exit(names_exit);

MODULE_DESCRIPTION("Call sites in functions with long names");
MODULE_LICENSE("GPL");
