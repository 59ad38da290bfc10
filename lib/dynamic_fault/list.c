// SPDX-License-Identifier: GPL-2.0
/*
 * Dynamic faults: all lines that can be made to fail, as the code tagging RFC
 * of 2022 listed them:
 *
 *	fs/dcache.c:9 module:vmlinux func:d_alloc class:memory disabled
 *
 * /sys/kernel/debug/codetag/fault/dynamic_faults has those of the class fault
 * and, as class:memory, allocations. It takes the queries of the RFC, which are
 * executed for both, as if they were written to codetag/fault/control and to
 * codetag/allocator/control.
 */

#include <linux/capability.h>
#include <linux/code_tag.h>
#include <linux/code_tag/fault.h>
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/sizes.h>

#include "internal.h"

static void show_tag(struct seq_file *m, const struct code_tag_class *class, unsigned long idx)
{
	const struct code_tag *tag = code_tag_from_idx(class, idx);
	const char *module = code_tag_module_name(class, idx);
	const struct code_tag_fault *fault;
	const char *name = class->fault(tag, idx, &fault);

	seq_printf(m, "%s:%u module:%s func:%s class:%s ", code_tag_file(tag), tag->line,
		   module ?: "vmlinux", code_tag_function(tag), name);
	if (!fault)
		seq_puts(m, "disabled\n");
	else if (fault->times == 1)
		seq_puts(m, "oneshot\n");
	else if (fault->attr.interval > 1)
		seq_printf(m, "enabled frequency %lu\n", fault->attr.interval);
	else
		seq_puts(m, "enabled\n");
}

/* Print the lines of @class, if it has any that can be made to fail. */
static void show_class(const struct code_tag_class *class, void *m)
{
	unsigned long idx = 0;

	if (!class->fault || (class->index && !class->index->available()))
		return;
	code_tag_lock(class);
	while ((idx = code_tag_next(class, idx)))
		show_tag(m, class, idx);
	code_tag_unlock(class);
}

static int list_show(struct seq_file *m, void *v)
{
	code_tag_each_class(show_class, m);
	return 0;
}

static int list_open(struct inode *inode, struct file *file)
{
	struct code_tag_fault_pause pause;
	int err;

	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	code_tag_fault_pause(&pause);
	/* About what it takes: list_show() is repeated if it is too small. */
	err = single_open_size(file, list_show, NULL, SZ_1M);
	code_tag_fault_resume(&pause);
	return err;
}

static ssize_t list_write(struct file *file, const char __user *data, size_t len, loff_t *pos)
{
	return code_tag_control_write(NULL, data, len);
}

static const struct file_operations list_fops = {
	.owner		= THIS_MODULE,
	.open		= list_open,
	.read		= seq_read,
	.write		= list_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};

static int __init list_init(void)
{
	if (dynamic_fault_class.dir)
		debugfs_create_file("dynamic_faults", 0600, dynamic_fault_class.dir, NULL,
				    &list_fops);
	return 0;
}
late_initcall(list_init);
