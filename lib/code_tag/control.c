// SPDX-License-Identifier: GPL-2.0
/*
 * Code tags: the files of /sys/kernel/debug/codetag.
 *
 *	CLASS/control	takes queries; all lines of the class, with their flags
 *
 * Opening it takes CAP_SYS_ADMIN. A reader holds code_tag_lock() during each
 * read(), so that tags and their names exist. Allocation tags have more files,
 * in a folder of their own: CLASS is a link to it.
 */

#include <linux/capability.h>
#include <linux/code_tag/fault.h>
#include <linux/code_tag/query.h>
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "internal.h"

/* Largest write to control. */
#define QUERY_MAX	4096

static void *control_start(struct seq_file *m, loff_t *pos)
{
	return code_tag_seq_start(m->private, pos);
}

static void *control_next(struct seq_file *m, void *v, loff_t *pos)
{
	return code_tag_seq_next(m->private, v, pos);
}

static void control_stop(struct seq_file *m, void *v)
{
	code_tag_unlock(m->private);
}

static void show_header(struct seq_file *m, const struct code_tag_class *class)
{
	if (class->show_header) {
		class->show_header(m);
		return;
	}
	seq_printf(m, "codetag %s control - version: 1.0\n", class->name);
	seq_printf(m, "# <file>:<line> [<module>] func:<function>%s\n",
		   class->enabled ? " =<flags>" : "");
}

static int control_show(struct seq_file *m, void *v)
{
	const struct code_tag_class *class = m->private;
	unsigned long idx = code_tag_seq_idx(v);
	char text[CODE_TAG_FLAGS_LEN];
	struct code_tag *tag;
	const u8 *flags;

	if (v == SEQ_START_TOKEN) {
		show_header(m, class);
		return 0;
	}
	tag = code_tag_from_idx(class, idx);
	code_tag_print_line(m, tag, code_tag_module_name(class, idx));
	if (class->enabled) {
		flags = class->enabled(tag);
		seq_printf(m, " =%s", code_tag_flags_text(class, flags ? *flags : 0, text));
	}
	if (class->show)
		class->show(m, tag, idx);
	seq_putc(m, '\n');
	return 0;
}

static const struct seq_operations control_ops = {
	.start	= control_start,
	.next	= control_next,
	.stop	= control_stop,
	.show	= control_show,
};

/* Open the file control of @class. Returns 0 or a negative error. */
int code_tag_control_open(struct file *file, struct code_tag_class *class)
{
	struct code_tag_fault_pause pause;
	int err;

	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	code_tag_fault_pause(&pause);
	err = seq_open(file, &control_ops);
	code_tag_fault_resume(&pause);
	if (!err)
		((struct seq_file *)file->private_data)->private = class;
	return err;
}

/*
 * Execute the queries in the @len bytes at @data; @class is as for
 * code_tag_exec(). Returns @len or a negative error. A query that takes faults
 * back doesn't fail because of them.
 */
ssize_t code_tag_control_write(struct code_tag_class *class, const char __user *data, size_t len)
{
	struct code_tag_fault_pause pause;
	char *text;
	int err;

	if (len > QUERY_MAX)
		return -E2BIG;
	code_tag_fault_pause(&pause);
	text = memdup_user_nul(data, len);
	if (IS_ERR(text)) {
		err = PTR_ERR(text);
	} else {
		err = code_tag_exec(class, text, NULL);
		kfree(text);
	}
	code_tag_fault_resume(&pause);
	return err ?: len;
}

static int control_open(struct inode *inode, struct file *file)
{
	return code_tag_control_open(file, inode->i_private);
}

static ssize_t control_write(struct file *file, const char __user *data, size_t len, loff_t *pos)
{
	return code_tag_control_write(file_inode(file)->i_private, data, len);
}

static const struct file_operations control_fops = {
	.owner		= THIS_MODULE,
	.open		= control_open,
	.read		= seq_read,
	.write		= control_write,
	.llseek		= seq_lseek,
	.release	= seq_release,
};

/* The folder codetag; NULL before there is debugfs. */
static struct dentry *root;

/**
 * code_tag_control_add() - make the files of a class
 * @class: the class
 *
 * Context: process context; boot, then they are made by an initcall. The caller
 * must hold code_tag_classes_sem for writing.
 */
void code_tag_control_add(struct code_tag_class *class)
{
	char target[40];

	if (!root || (class->index && !class->index->available()))
		return;
	if (class->folder) {
		snprintf(target, sizeof(target), "../%s", class->folder);
		class->dir = debugfs_create_symlink(class->name, root, target);
		return;
	}
	class->dir = debugfs_create_dir(class->name, root);
	debugfs_create_file("control", 0600, class->dir, class, &control_fops);
}

/* Remove the files of @class. Waits for their readers and writers. */
void code_tag_control_remove(struct code_tag_class *class)
{
	debugfs_remove(class->dir);
	class->dir = NULL;
}

static int __init code_tag_control_init(void)
{
	struct code_tag_class *class;

	down_write(&code_tag_classes_sem);
	root = debugfs_create_dir("codetag", NULL);
	list_for_each_entry(class, &code_tag_classes, list)
		code_tag_control_add(class);
	up_write(&code_tag_classes_sem);
	return 0;
}
fs_initcall(code_tag_control_init);
