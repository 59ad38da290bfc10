// SPDX-License-Identifier: GPL-2.0
/*
 * Waits by line: the files in /sys/kernel/debug/codetag/wait beside control.
 *
 *	stats		lines that have waited: how often, and how long
 *	histograms	for lines with the flag h, in the format of the code
 *			tagging RFC of 2022, and all that is in their buckets
 *	longest		for lines with the flag p, who waited longest
 *	stacks		for lines with the flag s, the call stacks of all waits
 *
 * Opening one takes CAP_SYS_ADMIN; writing "reset" to one resets all.
 */

#include <linux/capability.h>
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/seq_file.h>
#include <linux/time64.h>

#include "internal.h"

static void *start(struct seq_file *m, loff_t *pos)
{
	return code_tag_seq_start(&wait_tag_class, pos);
}

static void *next(struct seq_file *m, void *v, loff_t *pos)
{
	return code_tag_seq_next(&wait_tag_class, v, pos);
}

static void stop(struct seq_file *m, void *v)
{
	code_tag_unlock(&wait_tag_class);
}

static int stats_show(struct seq_file *m, void *v)
{
	struct wait_tag_counters sum;
	const struct wait_tag *tag;
	unsigned long idx;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, "codetag wait stats - version: 1.0\n");
		seq_puts(m, "# <waits> <wakeups> <ns> <longest ns> <file>:<line> [<module>] func:<function>\n");
		return 0;
	}
	idx = code_tag_seq_idx(v);
	tag = wait_tag_from_idx(idx);
	wait_tag_sum(tag, &sum);
	/* A wait that began before the numbers were reset is not in count. */
	if (!(sum.count + sum.again))
		return 0;
	seq_printf(m, "%llu %llu %llu %llu ", sum.count, sum.count + sum.again, sum.ns, sum.max);
	code_tag_print_line(m, (const struct code_tag *)tag,
			    code_tag_module_name(&wait_tag_class, idx));
	seq_puts(m, tag->flags & CODE_TAG_UNTAGGED ? " no tag\n" : "\n");
	return 0;
}

struct unit {
	const char *name;
	u32 ns;
};

/* The unit in which @ns is at least 2, as in the RFC. */
static struct unit unit_of(u64 ns)
{
	static const struct unit units[] = {
		{ "sec", NSEC_PER_SEC }, { "ms", NSEC_PER_MSEC }, { "us", NSEC_PER_USEC },
	};
	static const struct unit nanoseconds = { "ns", 1 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(units); i++)
		if (ns >= 2ULL * units[i].ns)
			return units[i];
	return nanoseconds;
}

static void print_time(struct seq_file *m, const char *name, u64 ns)
{
	struct unit unit = unit_of(ns);

	seq_printf(m, "%-16s%llu %s\n", name, div_u64(ns, unit.ns), unit.name);
}

/* For programs: of each bucket that has waits, where it ends, and how many. */
static void print_buckets(struct seq_file *m, const struct wait_tag_histogram *sum)
{
	unsigned int i;

	seq_puts(m, "buckets (ns):");
	for (i = 0; i < WAIT_TAG_BUCKETS - 1; i++)
		if (sum->bucket[i])
			seq_printf(m, " %llu:%llu", wait_tag_bucket_end(i), sum->bucket[i]);
	if (sum->bucket[i])
		seq_printf(m, " inf:%llu", sum->bucket[i]);
	seq_putc(m, '\n');
}

/* How many quantiles the RFC has: of 16 equal parts. */
#define PARTS	16

static int histograms_show(struct seq_file *m, void *v)
{
	const struct wait_tag_line *line;
	struct wait_tag_histogram *sum;
	const struct wait_tag *tag;
	const char *module;
	unsigned long idx;
	unsigned int i;
	struct unit unit;
	u64 count, time;

	if (v == SEQ_START_TOKEN)
		return 0;
	idx = code_tag_seq_idx(v);
	tag = wait_tag_from_idx(idx);
	line = wait_tag_line(tag);
	if (!line || !(line->enabled & WAIT_TAG_HISTOGRAM))
		return 0;
	sum = m->private;
	count = wait_tag_histogram_sum(line, sum);
	if (!count)
		return 0;
	time = wait_tag_counted() - sum->since;
	module = code_tag_module_name(&wait_tag_class, idx);
	seq_printf(m, "%s:%u ", code_tag_file((const struct code_tag *)tag), tag->line);
	if (module)
		seq_printf(m, "module:%s ", module);
	seq_printf(m, "func:%s\n", code_tag_function((const struct code_tag *)tag));
	seq_printf(m, "%-16s%llu\n", "count:", count);
	seq_printf(m, "%-16s%llu/sec\n", "rate:",
		   mul_u64_u64_div_u64(count, NSEC_PER_SEC, max_t(u64, time, 1)));
	print_time(m, "frequency:", div64_u64(time, count));
	print_time(m, "avg duration:", div64_u64(sum->ns, count));
	print_time(m, "max duration:", sum->max);
	unit = unit_of(wait_tag_quantile(sum, count, PARTS / 2, PARTS));
	seq_printf(m, "quantiles (%s):", unit.name);
	for (i = 1; i < PARTS; i++)
		seq_printf(m, " %llu", div_u64(wait_tag_quantile(sum, count, i, PARTS), unit.ns));
	seq_putc(m, '\n');
	seq_printf(m, "p50 p90 p99 p99.9 (ns): %llu %llu %llu %llu\n",
		   wait_tag_quantile(sum, count, 50, 100), wait_tag_quantile(sum, count, 90, 100),
		   wait_tag_quantile(sum, count, 99, 100),
		   wait_tag_quantile(sum, count, 999, 1000));
	print_buckets(m, sum);
	seq_putc(m, '\n');
	return 0;
}

static int longest_show(struct seq_file *m, void *v)
{
	unsigned long idx = code_tag_seq_idx(v);
	const struct wait_tag_line *line;
	const struct wait_tag *tag;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, "codetag wait longest - version: 1.0\n");
		seq_puts(m, "# <ns> <file>:<line> [<module>] func:<function> pid:<pid> comm:<name> time:<end>\n");
		return 0;
	}
	tag = wait_tag_from_idx(idx);
	line = wait_tag_line(tag);
	if (line && line->enabled & WAIT_TAG_LONGEST)
		wait_tag_longest_show(m, line->longest, tag,
				      code_tag_module_name(&wait_tag_class, idx));
	return 0;
}

static int stacks_show(struct seq_file *m, void *v)
{
	unsigned long idx = code_tag_seq_idx(v);
	const struct wait_tag_line *line;
	const struct wait_tag *tag;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, "codetag wait stacks - version: 1.0\n");
		seq_puts(m, "# <waits> <ns> <longest ns> <file>:<line> [<module>] func:<function>, then the call stack\n");
		seq_printf(m, "# missed:%ld\n", wait_tag_stacks_missed());
		return 0;
	}
	tag = wait_tag_from_idx(idx);
	line = wait_tag_line(tag);
	if (line && line->enabled & WAIT_TAG_STACKS)
		wait_tag_stacks_show(m, tag, code_tag_module_name(&wait_tag_class, idx));
	return 0;
}

static const struct seq_operations stats_ops = {
	.start	= start,
	.next	= next,
	.stop	= stop,
	.show	= stats_show,
};

static const struct seq_operations histograms_ops = {
	.start	= start,
	.next	= next,
	.stop	= stop,
	.show	= histograms_show,
};

static const struct seq_operations longest_ops = {
	.start	= start,
	.next	= next,
	.stop	= stop,
	.show	= longest_show,
};

static const struct seq_operations stacks_ops = {
	.start	= start,
	.next	= next,
	.stop	= stop,
	.show	= stacks_show,
};

/* The private data is for histograms, protected by code_tag_lock(). */
static int files_open(struct inode *inode, struct file *file)
{
	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	return seq_open_private(file, inode->i_private, sizeof(struct wait_tag_histogram));
}

static ssize_t files_write(struct file *file, const char __user *data, size_t len, loff_t *pos)
{
	int err = code_tag_parse_reset(data, len);

	if (!err)
		wait_tag_reset();
	return err ?: len;
}

static const struct file_operations files_fops = {
	.owner		= THIS_MODULE,
	.open		= files_open,
	.read		= seq_read,
	.write		= files_write,
	.llseek		= seq_lseek,
	.release	= seq_release_private,
};

static void __init make_file(const char *name, const struct seq_operations *ops)
{
	debugfs_create_file(name, 0600, wait_tag_class.dir, (void *)ops, &files_fops);
}

static int __init wait_tag_files_init(void)
{
	if (!wait_tag_class.dir)
		return 0;
	make_file("stats", &stats_ops);
	make_file("histograms", &histograms_ops);
	make_file("longest", &longest_ops);
	make_file("stacks", &stacks_ops);
	return 0;
}
late_initcall(wait_tag_files_init);
