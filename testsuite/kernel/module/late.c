// SPDX-License-Identifier: GPL-2.0
/*
 * A module that passes its objects to kfree_rcu() when it is unloaded. They are
 * freed some seconds later, but they are no leak.
 */
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

struct late {
	struct rcu_head rcu;
	char data[100];
};

static struct late *objects[1000];

static int __init late_init(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(objects); i++)
		objects[i] = kmalloc(sizeof(*objects[i]), GFP_KERNEL);
	return 0;
}
module_init(late_init);

static void __exit late_exit(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(objects); i++)
		if (objects[i])
			kfree_rcu(objects[i], rcu);
}
module_exit(late_exit);

MODULE_DESCRIPTION("Objects that kfree_rcu() frees");
MODULE_LICENSE("GPL");
