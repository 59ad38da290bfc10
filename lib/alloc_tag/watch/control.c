// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the files of /sys/kernel/debug/alloctag.
 *
 *	control		takes queries; all lines, with their flags and limits
 *	contexts	the live allocations of lines with the flag c
 *	slack		requested and given sizes, of lines with r
 *	lifetimes	how old objects get, of lines with l
 *	peaks		the most live bytes, of lines with p
 *	nodes		live memory by NUMA node, of lines with n
 *
 * stacks, samples and threshold are in ../sample/stacks.c, whose in ../whose.c,
 * and the files of the code tagging RFC in allocations.c.
 *
 * Opening them takes CAP_SYS_ADMIN. A reader holds alloc_tag_mutex during each
 * read(), so that tags and their names exist, and the lock of a bucket of
 * records while that bucket is copied.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/capability.h>
#include <linux/code_tag/fault.h>
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/nodemask.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../internal.h"
#include "watch.h"

/* Print a time in nanoseconds as seconds. */
static void show_seconds(struct seq_file *m, u64 ns)
{
	u32 rest;
	u64 seconds = div_u64_rem(ns, NSEC_PER_SEC, &rest);

	seq_printf(m, "%llu.%06u", seconds, rest / (u32)NSEC_PER_USEC);
}

/* The first lines of control. Caller must hold alloc_tag_mutex. */
void alloc_tag_control_header(struct seq_file *m)
{
	seq_puts(m, "alloctag control - version: 1.0\n");
	seq_puts(m, "# <file>:<line> [<module>] func:<function> =<flags> <limits> <records>\n");
	if (alloc_tag_sampling.on)
		seq_printf(m, "# sample=%u limit=%u\n", alloc_tag_sampling.bytes,
			   alloc_tag_sample_quota.limit);
	if (alloc_tag_records_buckets())
		seq_printf(m, "# all lines: limit=%u records:%d missed:%ld\n",
			   alloc_tag_all_quota.limit, atomic_read(&alloc_tag_all_quota.records),
			   atomic_long_read(&alloc_tag_all_quota.missed));
}

/*
 * What control has after the line with index @idx, which has @tag. Caller must
 * hold alloc_tag_mutex.
 */
void alloc_tag_control_show(struct seq_file *m, const struct code_tag *tag, unsigned long idx)
{
	struct alloc_tag_line *line = alloc_tag_line_find(idx);
	char text[CODE_TAG_FLAGS_LEN];

	seq_printf(m, " =%s",
		   code_tag_flags_text(&alloc_tag_class, line ? line->flags : 0, text));
	if (line && line->flags) {
		seq_printf(m, " limit=%u", line->quota.limit);
		if (line->every)
			seq_printf(m, " every=%u", line->every);
		if (line->bytes)
			seq_printf(m, " bytes=%llu", line->bytes);
	}
	if (line && line->flags & ALLOC_TAG_WATCH_FAULT)
		alloc_tag_fault_show(m, line);
	/* Objects may have records after the flags were removed. */
	if (line && (line->flags & ALLOC_TAG_WATCH_RECORDS || atomic_read(&line->quota.records)))
		seq_printf(m, " records:%d missed:%ld", atomic_read(&line->quota.records),
			   atomic_long_read(&line->quota.missed));
}

/* The state of line @v, if it has a flag of @flags. NULL for the header. */
static struct alloc_tag_line *line_with(const void *v, u8 flags)
{
	struct alloc_tag_line *line = NULL;

	if (v != SEQ_START_TOKEN)
		line = alloc_tag_line_find(code_tag_seq_idx(v));
	return line && line->flags & flags ? line : NULL;
}

static int slack_show(struct seq_file *m, void *v)
{
	struct alloc_tag_line *line = line_with(v, ALLOC_TAG_WATCH_REQUESTED);
	s64 requested, given;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, "alloctag slack - version: 1.0\n");
		seq_puts(m, "#    <allocs>  <requested>      <given>      <slack> <tag info>\n");
	}
	if (!line)
		return 0;
	/* One of the two may include an allocation that the other doesn't. */
	requested = atomic64_read(&line->requested);
	given = atomic64_read(&line->given);
	seq_printf(m, "%12lld %12lld %12lld %12lld ", atomic64_read(&line->calls), requested,
		   given, max_t(s64, given - requested, 0));
	alloc_tag_print_line(m, line->idx);
	seq_putc(m, '\n');
	return 0;
}

/* Print the start of age class @class. */
static void show_age(struct seq_file *m, unsigned int class)
{
	u64 us = class ? 1ULL << (class - 1) : 0;

	if (us < 1000)
		seq_printf(m, "%8lluus", us);
	else if (us < 1000000)
		seq_printf(m, "%8llums", div_u64(us, 1000));
	else
		seq_printf(m, "%8llus ", div_u64(us, 1000000));
}

static int lifetimes_show(struct seq_file *m, void *v)
{
	struct alloc_tag_line *line = line_with(v, ALLOC_TAG_WATCH_LIFETIMES);
	unsigned int class;
	long freed;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, "alloctag lifetimes - version: 1.0\n");
		seq_puts(m, "# <tag info> oldest:<seconds>, then by age: <at least> <freed> <live>\n");
	}
	if (!line)
		return 0;
	alloc_tag_print_line(m, line->idx);
	seq_puts(m, " oldest:");
	show_seconds(m, line->ages->oldest);
	seq_putc(m, '\n');
	for (class = 0; class < ALLOC_TAG_AGES; class++) {
		freed = atomic_long_read(&line->ages->freed[class]);
		if (!freed && !line->ages->live[class])
			continue;
		show_age(m, class);
		seq_printf(m, " %10ld %10lu\n", freed, line->ages->live[class]);
	}
	seq_putc(m, '\n');
	return 0;
}

static int peaks_show(struct seq_file *m, void *v)
{
	struct alloc_tag_line *line = line_with(v, ALLOC_TAG_WATCH_PEAK);
	unsigned long flags;
	u64 peak, time;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, "alloctag peaks - version: 1.0\n");
		seq_puts(m, "#     <peak> <seconds since boot> <tag info>\n");
	}
	if (!line)
		return 0;
	raw_spin_lock_irqsave(&line->peak_lock, flags);
	peak = line->peak;
	time = line->peak_time;
	raw_spin_unlock_irqrestore(&line->peak_lock, flags);
	seq_printf(m, "%12llu ", peak);
	show_seconds(m, time);
	seq_putc(m, ' ');
	alloc_tag_print_line(m, line->idx);
	seq_putc(m, '\n');
	return 0;
}

/* Print a row of nodes, for the part @node of the memory of @line. */
static void show_node(struct seq_file *m, const struct alloc_tag_line *line, const char *node,
		      const struct alloc_tag_node *sum)
{
	seq_printf(m, "%4s %12llu %10llu ", node, sum->bytes, sum->live);
	alloc_tag_print_line(m, line->idx);
	seq_putc(m, '\n');
}

static int nodes_show(struct seq_file *m, void *v)
{
	struct alloc_tag_line *line = line_with(v, ALLOC_TAG_WATCH_NODES);
	unsigned int all = alloc_tag_nodes_nr() - 2;
	unsigned int rest = alloc_tag_nodes_nr() - 1;
	char name[12];
	int nid;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, "alloctag nodes - version: 1.0\n");
		seq_puts(m, "# <node>  <bytes>     <live> <tag info>\n");
	}
	if (!line)
		return 0;
	for_each_online_node(nid) {
		snprintf(name, sizeof(name), "%d", nid);
		show_node(m, line, name, &line->nodes[nid]);
	}
	if (line->nodes[all].live)
		show_node(m, line, "all", &line->nodes[all]);
	if (line->nodes[rest].bytes || line->nodes[rest].live)
		show_node(m, line, "?", &line->nodes[rest]);
	return 0;
}

#define DEFINE_LINES_OPS(name)						\
static const struct seq_operations name##_ops = {			\
	.start	= alloc_tag_seq_start,					\
	.next	= alloc_tag_seq_next,					\
	.stop	= alloc_tag_seq_stop,					\
	.show	= name##_show,						\
}

DEFINE_LINES_OPS(slack);
DEFINE_LINES_OPS(lifetimes);
DEFINE_LINES_OPS(peaks);
DEFINE_LINES_OPS(nodes);

/* Open a file of lines. Returns 0 or a negative error. */
int alloc_tag_lines_open(struct file *file, const struct seq_operations *ops)
{
	struct code_tag_fault_pause pause;
	int err;

	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	code_tag_fault_pause(&pause);
	err = seq_open(file, ops);
	code_tag_fault_resume(&pause);
	return err;
}

static int control_open(struct inode *inode, struct file *file)
{
	return code_tag_control_open(file, &alloc_tag_class);
}

static int slack_open(struct inode *inode, struct file *file)
{
	return alloc_tag_lines_open(file, &slack_ops);
}

static int peaks_open(struct inode *inode, struct file *file)
{
	return alloc_tag_lines_open(file, &peaks_ops);
}

/*
 * Open a file of lines that shows what @add_up, which is called with
 * alloc_tag_mutex held, finds when the file is opened. Returns 0 or a negative
 * error.
 */
static int live_open(struct inode *inode, struct file *file, const struct seq_operations *ops,
		     int (*add_up)(void))
{
	int err = alloc_tag_lines_open(file, ops);

	if (err)
		return err;
	alloc_tag_lock();
	err = add_up();
	alloc_tag_unlock();
	if (err)
		seq_release(inode, file);
	return err;
}

static int lifetimes_open(struct inode *inode, struct file *file)
{
	return live_open(inode, file, &lifetimes_ops, alloc_tag_records_age);
}

static int nodes_open(struct inode *inode, struct file *file)
{
	return live_open(inode, file, &nodes_ops, alloc_tag_records_nodes);
}

/* Execute queries. Returns @len or a negative error. */
ssize_t alloc_tag_control_write(struct file *file, const char __user *data, size_t len,
				loff_t *pos)
{
	return code_tag_control_write(&alloc_tag_class, data, len);
}

/* Any write resets all peaks to the live bytes. */
static ssize_t peaks_write(struct file *file, const char __user *data, size_t len, loff_t *pos)
{
	struct alloc_tag_line *line;
	unsigned long idx = 0;

	alloc_tag_lock();
	while ((idx = alloc_tag_next(idx))) {
		line = alloc_tag_line_find(idx);
		if (line && line->flags & ALLOC_TAG_WATCH_PEAK)
			alloc_tag_line_reset_peak(line);
	}
	alloc_tag_unlock();
	return len;
}

/*
 * contexts: the position in the file is the number of a bucket plus 1, and 0
 * for the header.
 */

static void *contexts_seek(loff_t *pos)
{
	unsigned int nr = alloc_tag_records_buckets();

	while (*pos <= nr && alloc_tag_records_empty(*pos - 1))
		++*pos;
	return *pos <= nr ? pos : NULL;
}

static void *contexts_start(struct seq_file *m, loff_t *pos)
{
	alloc_tag_lock();
	return *pos ? contexts_seek(pos) : SEQ_START_TOKEN;
}

static void *contexts_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return contexts_seek(pos);
}

static void contexts_show_record(struct seq_file *m, const struct alloc_tag_record *record)
{
	static const char *const memory[] = { "object", "page", "percpu" };
	static const char *const level[] = { "task", "softirq", "hardirq" };
	gfp_t gfp = record->gfp;

	alloc_tag_print_line(m, record->idx);
	seq_printf(m, " %s:%p requested:%u given:%u gfp:%pGg node:%d age:",
		   memory[record->memory], record->key, record->requested, record->given,
		   &gfp, record->nid);
	show_seconds(m, alloc_tag_record_age(record));
	seq_printf(m, " in:%s pid:%d tgid:%d comm:", level[record->level], record->pid,
		   record->tgid);
	seq_escape(m, record->comm, "\n\\");
	seq_putc(m, '\n');
	alloc_tag_print_stack(m, record->stack, "\t");
}

static int contexts_show(struct seq_file *m, void *v)
{
	struct alloc_tag_records *copy = m->private;
	unsigned int i;
	int err;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, "alloctag contexts - version: 1.0\n");
		seq_puts(m, "# <tag info> <context>, then the call stack\n");
		return 0;
	}
	err = alloc_tag_records_copy(copy, *(loff_t *)v - 1);
	if (err)
		return err;
	for (i = 0; i < copy->nr; i++)
		if (copy->record[i].flags & ALLOC_TAG_WATCH_CONTEXTS)
			contexts_show_record(m, &copy->record[i]);
	return 0;
}

static const struct seq_operations contexts_ops = {
	.start	= contexts_start,
	.next	= contexts_next,
	.stop	= alloc_tag_seq_stop,
	.show	= contexts_show,
};

/* Open a file that shows records with @ops. Returns 0 or a negative error. */
int alloc_tag_contexts_open(struct file *file, const struct seq_operations *ops)
{
	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	return seq_open_private(file, ops, sizeof(struct alloc_tag_records));
}

static int contexts_open(struct inode *inode, struct file *file)
{
	return alloc_tag_contexts_open(file, &contexts_ops);
}

int alloc_tag_contexts_release(struct inode *inode, struct file *file)
{
	struct alloc_tag_records *copy = ((struct seq_file *)file->private_data)->private;

	kvfree(copy->record);
	return seq_release_private(inode, file);
}

#define DEFINE_FILE_FOPS(name, write_, release_)			\
static const struct file_operations name##_fops = {			\
	.owner		= THIS_MODULE,					\
	.open		= name##_open,					\
	.read		= seq_read,					\
	.write		= write_,					\
	.llseek		= seq_lseek,					\
	.release	= release_,					\
}

DEFINE_FILE_FOPS(control, alloc_tag_control_write, seq_release);
DEFINE_FILE_FOPS(contexts, NULL, alloc_tag_contexts_release);
DEFINE_FILE_FOPS(slack, NULL, seq_release);
DEFINE_FILE_FOPS(lifetimes, NULL, seq_release);
DEFINE_FILE_FOPS(peaks, peaks_write, seq_release);
DEFINE_FILE_FOPS(nodes, NULL, seq_release);

static int __init alloc_tag_control_init(void)
{
	struct dentry *dir;

	if (!alloc_tag_available())
		return 0;
	dir = alloc_tag_debugfs_dir();
	debugfs_create_file("control", 0600, dir, NULL, &control_fops);
	debugfs_create_file("contexts", 0400, dir, NULL, &contexts_fops);
	debugfs_create_file("stacks", 0400, dir, NULL, &alloc_tag_stacks_fops);
	debugfs_create_file("slack", 0400, dir, NULL, &slack_fops);
	debugfs_create_file("lifetimes", 0400, dir, NULL, &lifetimes_fops);
	debugfs_create_file("peaks", 0600, dir, NULL, &peaks_fops);
	debugfs_create_file("nodes", 0400, dir, NULL, &nodes_fops);
	return 0;
}
fs_initcall(alloc_tag_control_init);
