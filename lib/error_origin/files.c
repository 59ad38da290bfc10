// SPDX-License-Identifier: GPL-2.0
/*
 * Error origins: the files in /sys/kernel/debug/codetag/error beside control.
 *
 *	stats	lines that were passed, and how often
 *	recent	the last origins of lines with the flags "r" and "s"
 *
 * Opening one takes CAP_SYS_ADMIN; writing "reset" drops what it has.
 */

#include <linux/capability.h>
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/limits.h>
#include <linux/seq_file.h>

#include "internal.h"

/* As those of a class, but with lines of code that was freed after boot. */
static void *stats_seek(loff_t *pos, unsigned long idx)
{
	idx = error_origin_next_passed(idx);
	*pos = idx ?: LONG_MAX;
	return idx ? (void *)(idx + 1) : NULL;
}

static void *stats_start(struct seq_file *m, loff_t *pos)
{
	code_tag_lock(&error_origin_class);
	return *pos ? stats_seek(pos, *pos - 1) : SEQ_START_TOKEN;
}

static void *stats_next(struct seq_file *m, void *v, loff_t *pos)
{
	return stats_seek(pos, code_tag_seq_idx(v));
}

static void stats_stop(struct seq_file *m, void *v)
{
	code_tag_unlock(&error_origin_class);
}

static int stats_show(struct seq_file *m, void *v)
{
	const struct error_origin_entry *entry;
	unsigned long idx;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, "codetag error stats - version: 1.0\n");
		seq_puts(m, "# <count> <file>:<line> [<module>] func:<function> [freed] errno:<error>\n");
		return 0;
	}
	idx = code_tag_seq_idx(v);
	entry = error_origin_from_idx(idx);
	seq_printf(m, "%8llu ", error_origin_count(entry));
	code_tag_print_line(m, error_origin_tag(entry), error_origin_module(entry));
	if (error_origin_freed(idx))
		seq_puts(m, " freed");
	error_origin_print_errno(m, entry);
	seq_putc(m, '\n');
	return 0;
}

static const struct seq_operations stats_ops = {
	.start	= stats_start,
	.next	= stats_next,
	.stop	= stats_stop,
	.show	= stats_show,
};

static int stats_open(struct inode *inode, struct file *file)
{
	return capable(CAP_SYS_ADMIN) ? seq_open(file, &stats_ops) : -EPERM;
}

static int recent_show(struct seq_file *m, void *v)
{
	seq_puts(m, "codetag error recent - version: 1.0\n");
	seq_puts(m, "# <seconds> <task>:<pid> <system call> <file>:<line> [<module>] ");
	seq_puts(m, "func:<function> errno:<error>, then the call stack\n");
	mutex_lock(&error_origin_mutex);
	error_origin_show_records(m);
	mutex_unlock(&error_origin_mutex);
	return 0;
}

static int recent_open(struct inode *inode, struct file *file)
{
	return capable(CAP_SYS_ADMIN) ? single_open(file, recent_show, NULL) : -EPERM;
}

/* Call @reset if "reset" was written. Returns @len or a negative error. */
static ssize_t write_reset(const char __user *data, size_t len, void (*reset)(void))
{
	int err = code_tag_parse_reset(data, len);

	if (err)
		return err;
	mutex_lock(&error_origin_mutex);
	reset();
	mutex_unlock(&error_origin_mutex);
	return len;
}

static ssize_t stats_write(struct file *file, const char __user *data, size_t len, loff_t *pos)
{
	return write_reset(data, len, error_origin_reset_counts);
}

static ssize_t recent_write(struct file *file, const char __user *data, size_t len, loff_t *pos)
{
	return write_reset(data, len, error_origin_reset_records);
}

static const struct file_operations stats_fops = {
	.owner		= THIS_MODULE,
	.open		= stats_open,
	.read		= seq_read,
	.write		= stats_write,
	.llseek		= seq_lseek,
	.release	= seq_release,
};

static const struct file_operations recent_fops = {
	.owner		= THIS_MODULE,
	.open		= recent_open,
	.read		= seq_read,
	.write		= recent_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};

static int __init error_origin_files_init(void)
{
	struct dentry *dir = error_origin_class.dir;

	if (!dir)
		return 0;
	debugfs_create_file("stats", 0600, dir, NULL, &stats_fops);
	debugfs_create_file("recent", 0600, dir, NULL, &recent_fops);
	return 0;
}
late_initcall(error_origin_files_init);
