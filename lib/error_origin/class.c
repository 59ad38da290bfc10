// SPDX-License-Identifier: GPL-2.0
/*
 * Error origins as a class of code tags: see <linux/code_tag.h>.
 *
 *	codetag/error/control	all sites, with their errors
 *	codetag/error/stats	sites that were passed, and how often
 *
 * Sites have no tags, but entries: a tag is made of an entry when it is asked
 * for. The index of a site is its number among all of vmlinux and the modules,
 * from 1 on.
 */

#include <linux/capability.h>
#include <linux/code_tag/module.h>
#include <linux/code_tag/query.h>
#include <linux/debugfs.h>
#include <linux/init.h>
#include <linux/seq_file.h>

#include "internal.h"

/* The entry with index @idx, NULL if there is none; @found gets its range. */
static const struct error_origin_entry *entry_of(unsigned long idx,
						 struct error_origin_range **found)
{
	struct error_origin_range *range;

	list_for_each_entry(range, &error_origin_ranges, list) {
		*found = range;
		if (idx <= range->nr)
			return &range->start[idx - 1];
		idx -= range->nr;
	}
	return NULL;
}

static void lock(void)
{
	mutex_lock(&error_origin_mutex);
}

static void unlock(void)
{
	mutex_unlock(&error_origin_mutex);
}

/* The next site whose code exists. */
static unsigned long next(unsigned long idx)
{
	const struct error_origin_entry *entry;
	struct error_origin_range *range;

	while ((entry = entry_of(++idx, &range)))
		if (error_origin_note_exists(range, entry))
			return idx;
	return 0;
}

static struct code_tag *tag(unsigned long idx)
{
	/* Protected by error_origin_mutex. */
	static struct code_tag made;
	static const char none[] = "";
	const struct error_origin_entry *entry;
	struct error_origin_range *range;

	entry = entry_of(idx, &range);
	made.file = error_origin_file(entry) - (const char *)&made;
	made.function = error_origin_function(entry) - (const char *)&made;
	made.type = none - (const char *)&made;
	made.line = error_origin_line(entry);
	made.idx = idx;
	return &made;
}

static const char *module(unsigned long idx)
{
	struct error_origin_range *range;

	entry_of(idx, &range);
	return range->mod ? range->mod->name : NULL;
}

static bool available(void)
{
	return true;
}

static void show(struct seq_file *m, const struct code_tag *tag, unsigned long idx)
{
	struct error_origin_range *range;

	seq_puts(m, " errno:");
	error_origin_print_error(m, entry_of(idx, &range));
}

static const struct code_tag_index index = {
	.lock		= lock,
	.unlock		= unlock,
	.next		= next,
	.tag		= tag,
	.module		= module,
	.available	= available,
	.publish	= error_origin_module_publish,
	.release	= error_origin_module_release,
};

static struct code_tag_class class = {
	.name		= "error",
	.size		= sizeof(struct code_tag),
	.index		= &index,
	.log		= "error_origin",
	.show		= show,
};

#ifdef CONFIG_CODE_TAG_CONTROL
static void *stats_start(struct seq_file *m, loff_t *pos)
{
	return code_tag_seq_start(&class, pos);
}

static void *stats_next(struct seq_file *m, void *v, loff_t *pos)
{
	return code_tag_seq_next(&class, v, pos);
}

static void stats_stop(struct seq_file *m, void *v)
{
	code_tag_unlock(&class);
}

static int stats_show(struct seq_file *m, void *v)
{
	unsigned long idx = code_tag_seq_idx(v);
	struct error_origin_range *range;
	u64 count;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, "codetag error stats - version: 1.0\n");
		seq_puts(m, "# <count> <file>:<line> [<module>] func:<function> errno:<error>\n");
		return 0;
	}
	count = error_origin_count(entry_of(idx, &range));
	if (!count)
		return 0;
	seq_printf(m, "%8llu ", count);
	code_tag_print_line(m, tag(idx), module(idx));
	show(m, NULL, idx);
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

/* "reset" sets all counts to 0. */
static ssize_t stats_write(struct file *file, const char __user *data, size_t len, loff_t *pos)
{
	char text[8];

	if (len >= sizeof(text))
		return -EINVAL;
	memset(text, 0, sizeof(text));
	if (copy_from_user(text, data, len))
		return -EFAULT;
	if (strcmp(strim(text), "reset"))
		return -EINVAL;
	lock();
	error_origin_reset_counts();
	unlock();
	return len;
}

static const struct file_operations stats_fops = {
	.owner		= THIS_MODULE,
	.open		= stats_open,
	.read		= seq_read,
	.write		= stats_write,
	.llseek		= seq_lseek,
	.release	= seq_release,
};

static int __init stats_init(void)
{
	debugfs_create_file("stats", 0600, class.dir, NULL, &stats_fops);
	return 0;
}
late_initcall(stats_init);
#endif

/* Before modules are loaded. */
static int __init class_init(void)
{
	return code_tag_class_register(&class);
}
core_initcall(class_init);
