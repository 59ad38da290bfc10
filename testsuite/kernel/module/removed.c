// SPDX-License-Identifier: GPL-2.0
/*
 * A module that has a file in /proc and one in /sys, and removes them when it
 * is unloaded. If they were read, the kernel still has them in its cache then;
 * they are no leak.
 */
#include <linux/kobject.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/sysfs.h>

static struct kobject *folder;

static ssize_t value_show(struct kobject *kobj, struct kobj_attribute *attr, char *text)
{
	return sysfs_emit(text, "in sysfs\n");
}

static struct kobj_attribute value = __ATTR_RO(value);

static int removed_show(struct seq_file *m, void *v)
{
	seq_puts(m, "in proc\n");
	return 0;
}

static int __init removed_init(void)
{
	int err;

	folder = kobject_create_and_add("alloc_tag_files", kernel_kobj);
	if (!folder)
		return -ENOMEM;
	err = sysfs_create_file(folder, &value.attr);
	if (!err && !proc_create_single("alloc_tag_files", 0444, NULL, removed_show))
		err = -ENOMEM;
	if (err)
		kobject_put(folder);
	return err;
}
module_init(removed_init);

static void __exit removed_exit(void)
{
	remove_proc_entry("alloc_tag_files", NULL);
	sysfs_remove_file(folder, &value.attr);
	kobject_put(folder);
}
module_exit(removed_exit);

MODULE_DESCRIPTION("Files in /proc and /sys");
MODULE_LICENSE("GPL");
