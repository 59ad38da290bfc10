// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the files of the code tagging RFC of 2022, in the root of
 * debugfs, for what was written for them.
 *
 *	allocations		the live memory of all lines
 *	allocations.ctx		the live allocations of lines with the flag c;
 *				takes queries, where "enable" is +c
 *	alloc_tags		links: what the RFC called them first
 *	alloc_tags.ctx
 *
 * /proc/allocinfo and the files contexts and control of control.c have more.
 * Opening these files, and locks, are as there.
 */

#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/string_helpers.h>

#include "../internal.h"
#include "watch.h"

/* Print what is live of the line with index @idx, as "  153MiB 8599 ...". */
static void show_line(struct seq_file *m, unsigned long idx)
{
	const struct alloc_tag *tag = alloc_tag_from_idx(idx);
	const struct alloc_tag_totals *sum = alloc_tag_seq_read(idx);
	char size[16], *space;

	string_get_size(sum->bytes, 1, STRING_UNITS_2, size, sizeof(size));
	space = strchr(size, ' ');
	if (space)
		memmove(space, space + 1, strlen(space));
	seq_printf(m, "%8s %8lld %s:%u module:%s func:%s\n", size, (s64)(sum->allocs - sum->frees),
		   alloc_tag_file(tag), tag->line, alloc_tag_module_name(idx) ?: "vmlinux",
		   alloc_tag_function(tag));
}

static int allocations_show(struct seq_file *m, void *v)
{
	if (v != SEQ_START_TOKEN)
		show_line(m, code_tag_seq_idx(v));
	return 0;
}

static const struct seq_operations allocations_ops = {
	.start	= alloc_tag_seq_start,
	.next	= alloc_tag_seq_next,
	.stop	= alloc_tag_seq_stop,
	.show	= allocations_show,
};

/*
 * The position in allocations.ctx: the index of a line in the upper half; 0 for
 * the line itself in the lower half, or the number of a bucket plus 1, for
 * those of its records that are there.
 */
static unsigned long idx_at(loff_t pos)
{
	return pos >> 32;
}

static u32 bucket_at(loff_t pos)
{
	return pos;
}

/* Does the line with index @idx have the flag c? */
static bool has_contexts(unsigned long idx)
{
	const struct alloc_tag_line *line = alloc_tag_line_find(idx);

	return line && line->flags & ALLOC_TAG_WATCH_CONTEXTS;
}

/* Move *@pos on to something to show. Returns NULL at the end. */
static void *contexts_seek(loff_t *pos)
{
	unsigned int nr = alloc_tag_records_buckets();
	unsigned long idx = idx_at(*pos);
	u32 bucket = bucket_at(*pos);

	if (idx && has_contexts(idx)) {
		while (bucket && bucket <= nr && alloc_tag_records_empty(bucket - 1))
			bucket++;
		if (bucket <= nr)
			goto found;
	}
	bucket = 0;
	do {
		idx = alloc_tag_next(idx);
		if (!idx)
			return NULL;
	} while (!has_contexts(idx));
found:
	*pos = (loff_t)idx << 32 | bucket;
	return pos;
}

static void *contexts_start(struct seq_file *m, loff_t *pos)
{
	alloc_tag_lock();
	return contexts_seek(pos);
}

static void *contexts_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return contexts_seek(pos);
}

static void show_record(struct seq_file *m, const struct alloc_tag_record *record)
{
	seq_printf(m, "    size: %u\n    pid: %d\n    tgid: %d\n    comm: ", record->requested,
		   record->pid, record->tgid);
	seq_escape(m, record->comm, "\n\\");
	seq_printf(m, "\n    ts: %llu\n    call stack:\n", record->time);
	alloc_tag_print_stack(m, record->stack, "         ");
}

static int contexts_show(struct seq_file *m, void *v)
{
	struct alloc_tag_records *copy = m->private;
	loff_t pos = *(loff_t *)v;
	unsigned int i;
	int err;

	if (!bucket_at(pos)) {
		show_line(m, idx_at(pos));
		return 0;
	}
	err = alloc_tag_records_copy(copy, bucket_at(pos) - 1);
	if (err)
		return err;
	for (i = 0; i < copy->nr; i++)
		if (copy->record[i].idx == idx_at(pos) &&
		    copy->record[i].flags & ALLOC_TAG_WATCH_CONTEXTS)
			show_record(m, &copy->record[i]);
	return 0;
}

static const struct seq_operations contexts_ops = {
	.start	= contexts_start,
	.next	= contexts_next,
	.stop	= alloc_tag_seq_stop,
	.show	= contexts_show,
};

static int allocations_open(struct inode *inode, struct file *file)
{
	return alloc_tag_lines_open(file, &allocations_ops);
}

static int contexts_open(struct inode *inode, struct file *file)
{
	return alloc_tag_contexts_open(file, &contexts_ops);
}

static const struct file_operations allocations_fops = {
	.owner		= THIS_MODULE,
	.open		= allocations_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= seq_release,
};

static const struct file_operations contexts_fops = {
	.owner		= THIS_MODULE,
	.open		= contexts_open,
	.read		= seq_read,
	.write		= alloc_tag_control_write,
	.llseek		= seq_lseek,
	.release	= alloc_tag_contexts_release,
};

static int __init alloc_tag_allocations_init(void)
{
	if (!alloc_tag_available())
		return 0;
	debugfs_create_file("allocations", 0400, NULL, NULL, &allocations_fops);
	debugfs_create_file("allocations.ctx", 0600, NULL, NULL, &contexts_fops);
	debugfs_create_symlink("alloc_tags", NULL, "allocations");
	debugfs_create_symlink("alloc_tags.ctx", NULL, "allocations.ctx");
	return 0;
}
fs_initcall(alloc_tag_allocations_init);
