// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the files of /sys/kernel/debug/alloctag that add up records
 * by line and call stack.
 *
 *	samples		estimates of the live memory of all lines
 *	stacks		live memory of lines with the flag s; made by
 *			../watch/control.c
 *	threshold	bytes below which both leave out an entry
 *
 * The records are added up when a file is opened: it is a snapshot, sorted by
 * bytes. Opening them takes CAP_SYS_ADMIN. A reader holds alloc_tag_mutex
 * during each read(), so that tags and their names exist, and the lock of a
 * bucket of records while that bucket is copied.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/code_tag/compat.h>
#include <linux/bits.h>
#include <linux/capability.h>
#include <linux/debugfs.h>
#include <linux/export.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/math.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "../internal.h"
#include "sample.h"

/* Fractional bits of variances in struct alloc_tag_stack. */
#define BYTES_VARIANCE_SHIFT	8
#define CALLS_VARIANCE_SHIFT	32

/* Entries with fewer bytes are left out. */
static u64 threshold;

/*
 * Make room for @nr further entries. Returns 0, or -ENOMEM and keeps those that
 * there are. May sleep.
 */
static int stacks_grow(struct alloc_tag_stacks *stacks, size_t nr)
{
	size_t room = 2 * stacks->room + nr + 128;
	struct alloc_tag_stack *stack;

	if (stacks->nr + nr <= stacks->room)
		return 0;
	stack = kvmalloc_array(room, sizeof(*stack), GFP_KERNEL);
	if (!stack)
		return -ENOMEM;
	if (stacks->nr)
		memcpy(stack, stacks->stack, stacks->nr * sizeof(*stack));
	kvfree(stacks->stack);
	stacks->stack = stack;
	stacks->room = room;
	return 0;
}

/*
 * Is @record to be added up: a sample of the current rate for samples, or else
 * one of a line with ALLOC_TAG_WATCH_STACKS?
 */
static bool stacks_want(const struct alloc_tag_stacks *stacks,
			const struct alloc_tag_record *record)
{
	if (stacks->sampling.bytes)
		return record->sample && record->generation == stacks->sampling.generation;
	return record->flags & ALLOC_TAG_WATCH_STACKS;
}

/*
 * Set the variances of @stack, which has only the sample @record, of @weight.
 *
 * With the weight w, the estimate given * w has the variance
 * given^2 * w * (w - 1). If the allocation was split, its parts are one sample,
 * and their errors don't cancel out: with the size of the whole for one of the
 * two sizes, the sum is right if all parts are live, else too large. The same
 * for the calls. If pages were joined, @record is of one of them, but its given
 * bytes are all of them.
 *
 * In units of @mean, the bytes per sample: sampled * (w - 1) is not larger, but
 * for rounding, so that no quotient can overflow, and no sum of bytes. Joined
 * pages are at most 2 MiB, 512 times a page.
 */
static void stack_set_variances(struct alloc_tag_stack *stack,
				const struct alloc_tag_record *record, u64 weight, u64 mean)
{
	/* w - 1: the allocations that it represents besides itself */
	u64 others = weight - BIT_ULL(ALLOC_TAG_WEIGHT_SHIFT);
	u64 bytes = mul_u64_u64_shr(max(record->given, record->sampled), others,
				    ALLOC_TAG_WEIGHT_SHIFT - BYTES_VARIANCE_SHIFT);
	u64 calls;

	stack->bytes_variance = mul_u64_u64_div_u64(stack->bytes, bytes, mean);
	/* With a bit less than there is room for, if it is for one byte. */
	calls = mul_u64_u64_div_u64(others, BIT_ULL(CALLS_VARIANCE_SHIFT - 1), mean);
	calls = mul_u64_u64_shr(weight, calls, 2 * ALLOC_TAG_WEIGHT_SHIFT - 1);
	if (record->given && record->given < record->sampled)
		calls *= record->sampled / record->given;
	stack->calls_variance = calls;
}

/*
 * Add the records in @copy that count. Returns 0 or -ENOMEM. Caller must hold
 * alloc_tag_mutex since they were copied.
 */
static int stacks_add(struct alloc_tag_stacks *stacks, const struct alloc_tag_records *copy)
{
	const struct alloc_tag_record *record;
	struct alloc_tag_stack *stack;
	u64 weight;

	if (stacks_grow(stacks, copy->nr))
		return -ENOMEM;
	for (record = copy->record; record < copy->record + copy->nr; record++) {
		if (!stacks_want(stacks, record))
			continue;
		stack = &stacks->stack[stacks->nr++];
		stack->idx = record->idx;
		stack->id = alloc_tag_module_id(record->idx);
		stack->bytes = record->given;
		stack->calls = 0;
		stack->bytes_variance = 0;
		stack->calls_variance = 0;
		stack->records = 1;
		stack->stack = record->stack;
		if (!stacks->sampling.bytes)
			continue;
		weight = alloc_tag_sample_weight(record->sampled, stacks->sampling.bytes);
		stack->bytes = mul_u64_u64_shr(record->given, weight, ALLOC_TAG_WEIGHT_SHIFT);
		stack->calls = weight >> (ALLOC_TAG_WEIGHT_SHIFT - ALLOC_TAG_CALLS_SHIFT);
		stack_set_variances(stack, record, weight, stacks->sampling.bytes);
	}
	return 0;
}

static int stacks_same_first(const void *a, const void *b)
{
	const struct alloc_tag_stack *one = a, *other = b;

	if (one->idx != other->idx)
		return one->idx < other->idx ? -1 : 1;
	if (one->id != other->id)
		return one->id < other->id ? -1 : 1;
	if (one->stack != other->stack)
		return one->stack < other->stack ? -1 : 1;
	return 0;
}

static int stacks_most_first(const void *a, const void *b)
{
	const struct alloc_tag_stack *one = a, *other = b;

	if (one->bytes != other->bytes)
		return one->bytes > other->bytes ? -1 : 1;
	return stacks_same_first(a, b);
}

/* Join entries with the same line and stack, and sort by bytes. */
static void stacks_join(struct alloc_tag_stacks *stacks)
{
	struct alloc_tag_stack *stack = stacks->stack;
	size_t i, nr = 0;

	if (!stacks->nr)
		return;
	sort(stack, stacks->nr, sizeof(*stack), stacks_same_first, NULL);
	for (i = 1; i < stacks->nr; i++) {
		if (stacks_same_first(&stack[nr], &stack[i])) {
			stack[++nr] = stack[i];
		} else {
			stack[nr].bytes += stack[i].bytes;
			stack[nr].calls += stack[i].calls;
			stack[nr].bytes_variance += stack[i].bytes_variance;
			/* Only with tiny objects and rates like 64M. */
			if (check_add_overflow(stack[nr].calls_variance, stack[i].calls_variance,
					       &stack[nr].calls_variance))
				stack[nr].calls_variance = U64_MAX;
			stack[nr].records += stack[i].records;
		}
	}
	stacks->nr = nr + 1;
	sort(stack, stacks->nr, sizeof(*stack), stacks_most_first, NULL);
}

/**
 * alloc_tag_stacks_collect() - add up records by line and call stack
 * @stacks: where to store the entries, zeroed; the caller must kvfree()
 *	stacks->stack in the end, also if this fails
 * @samples: add up the samples of the current rate, or of the last one;
 *	otherwise the records of lines with ALLOC_TAG_WATCH_STACKS
 *
 * Context: process context, may sleep; takes alloc_tag_mutex.
 * Return: 0 or -ENOMEM.
 */
int alloc_tag_stacks_collect(struct alloc_tag_stacks *stacks, bool samples)
{
	struct alloc_tag_records copy = { };
	unsigned int bucket;
	int err = 0;

	if (samples) {
		alloc_tag_lock();
		stacks->sampling = alloc_tag_sampling;
		alloc_tag_unlock();
		if (!stacks->sampling.bytes)
			return 0;
	}
	for (bucket = 0; bucket < alloc_tag_records_buckets() && !err; bucket++) {
		if (alloc_tag_records_empty(bucket))
			continue;
		alloc_tag_lock();
		err = alloc_tag_records_copy(&copy, bucket);
		if (!err)
			err = stacks_add(stacks, &copy);
		alloc_tag_unlock();
		cond_resched();
	}
	kvfree(copy.record);
	if (!err)
		stacks_join(stacks);
	return err;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_stacks_collect);

static void *stacks_seek(struct alloc_tag_stacks *stacks, loff_t pos)
{
	return pos <= stacks->nr ? &stacks->stack[pos - 1] : NULL;
}

static void *stacks_start(struct seq_file *m, loff_t *pos)
{
	alloc_tag_lock();
	return *pos ? stacks_seek(m->private, *pos) : SEQ_START_TOKEN;
}

static void *stacks_next(struct seq_file *m, void *v, loff_t *pos)
{
	return stacks_seek(m->private, ++*pos);
}

static void stacks_stop(struct seq_file *m, void *v)
{
	alloc_tag_unlock();
}

/*
 * Is an entry to be shown? Its line may have been removed with its module since
 * the file was opened. Caller must hold alloc_tag_mutex.
 */
static bool stacks_shown(const struct alloc_tag_stack *stack)
{
	return stack->bytes >= READ_ONCE(threshold) && alloc_tag_exists(stack->idx) &&
	       alloc_tag_module_id(stack->idx) == stack->id;
}

static int stacks_show(struct seq_file *m, void *v)
{
	const struct alloc_tag_stack *stack = v;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, "alloctag stacks - version: 1.0\n");
		seq_puts(m, "#     <size>  <calls> <tag info>, then the call stack\n");
	} else if (stacks_shown(stack)) {
		seq_printf(m, "%12llu %8u ", stack->bytes, stack->records);
		alloc_tag_print_line(m, stack->idx);
		seq_putc(m, '\n');
		alloc_tag_print_stack(m, stack->stack, "\t");
	}
	return 0;
}

/* The standard error of an estimate of bytes, rounded up. */
static u64 bytes_error(const struct alloc_tag_stack *stack, u64 mean)
{
	u64 variance, error;

	if (check_mul_overflow(stack->bytes_variance >> BYTES_VARIANCE_SHIFT, mean, &variance))
		return (u64)int_sqrt64(mean) *
		       int_sqrt64(stack->bytes_variance >> BYTES_VARIANCE_SHIFT);
	variance = mul_u64_u64_shr(stack->bytes_variance, mean, BYTES_VARIANCE_SHIFT);
	error = int_sqrt64(variance);
	return error + (error * error < variance);
}

/*
 * The same of a number of allocations. Their variance may be below 1, so it has
 * eight fractional bits if there is room for them.
 */
static u64 calls_error(const struct alloc_tag_stack *stack, u64 mean)
{
	u64 variance = mul_u64_u64_shr(stack->calls_variance, mean, CALLS_VARIANCE_SHIFT);

	if (variance >> 48)
		return int_sqrt64(variance);
	variance = mul_u64_u64_shr(stack->calls_variance, mean, CALLS_VARIANCE_SHIFT - 8);
	return ((u64)int_sqrt64(variance) + 15) >> 4;
}

static void samples_show_header(struct seq_file *m, const struct alloc_tag_stacks *stacks)
{
	unsigned int records = 0;
	size_t i;

	for (i = 0; i < stacks->nr; i++)
		records += stacks->stack[i].records;
	seq_puts(m, "alloctag samples - version: 1.1\n");
	seq_printf(m, "# sample:%u samples:%u missed:%ld\n", stacks->sampling.bytes, records,
		   atomic_long_read(&alloc_tag_sample_quota.missed));
	seq_puts(m, "#     <size>  <calls> <samples> <size error> <calls error> <tag info>, then the call stack\n");
}

static int samples_show(struct seq_file *m, void *v)
{
	const struct alloc_tag_stacks *stacks = m->private;
	const struct alloc_tag_stack *stack = v;
	u64 mean = stacks->sampling.bytes;
	const char *type;

	if (v == SEQ_START_TOKEN) {
		samples_show_header(m, stacks);
	} else if (stacks_shown(stack)) {
		seq_printf(m, "%12llu %8llu %9u %12llu %13llu ", stack->bytes,
			   (stack->calls + (1ULL << (ALLOC_TAG_CALLS_SHIFT - 1))) >>
			   ALLOC_TAG_CALLS_SHIFT, stack->records, bytes_error(stack, mean),
			   calls_error(stack, mean));
		alloc_tag_print_line(m, stack->idx);
		type = alloc_tag_type(alloc_tag_from_idx(stack->idx));
		seq_printf(m, "%s%s\n", *type ? " type:" : "", type);
		alloc_tag_print_stack(m, stack->stack, "\t");
	}
	return 0;
}

static const struct seq_operations stacks_ops = {
	.start	= stacks_start,
	.next	= stacks_next,
	.stop	= stacks_stop,
	.show	= stacks_show,
};

static const struct seq_operations samples_ops = {
	.start	= stacks_start,
	.next	= stacks_next,
	.stop	= stacks_stop,
	.show	= samples_show,
};

static int stacks_release(struct inode *inode, struct file *file)
{
	struct alloc_tag_stacks *stacks = ((struct seq_file *)file->private_data)->private;

	kvfree(stacks->stack);
	return seq_release_private(inode, file);
}

/* Open stacks or samples. Returns 0 or a negative error. */
static int stacks_open_with(struct inode *inode, struct file *file,
			    const struct seq_operations *ops)
{
	struct alloc_tag_stacks *stacks;
	int err;

	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	stacks = __seq_open_private(file, ops, sizeof(*stacks));
	if (!stacks)
		return -ENOMEM;
	err = alloc_tag_stacks_collect(stacks, ops == &samples_ops);
	if (err)
		stacks_release(inode, file);
	return err;
}

static int stacks_open(struct inode *inode, struct file *file)
{
	return stacks_open_with(inode, file, &stacks_ops);
}

static int samples_open(struct inode *inode, struct file *file)
{
	return stacks_open_with(inode, file, &samples_ops);
}

static int threshold_get(void *data, u64 *val)
{
	*val = READ_ONCE(threshold);
	return 0;
}

static int threshold_set(void *data, u64 val)
{
	WRITE_ONCE(threshold, val);
	return 0;
}

/* DEFINE_DEBUGFS_ATTRIBUTE() has no place for a check. */
static int threshold_open(struct inode *inode, struct file *file)
{
	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	return simple_attr_open(inode, file, threshold_get, threshold_set, "%llu\n");
}

/* Of the file "stacks". */
const struct file_operations alloc_tag_stacks_fops = {
	.owner		= THIS_MODULE,
	.open		= stacks_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= stacks_release,
};

static const struct file_operations samples_fops = {
	.owner		= THIS_MODULE,
	.open		= samples_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= stacks_release,
};

static const struct file_operations threshold_fops = {
	.owner		= THIS_MODULE,
	.open		= threshold_open,
	.read		= simple_attr_read,
	.write		= simple_attr_write,
	.llseek		= generic_file_llseek,
	.release	= simple_attr_release,
};

static int __init alloc_tag_stacks_init(void)
{
	struct dentry *dir;

	if (!alloc_tag_indexed())
		return 0;
	dir = alloc_tag_debugfs_dir();
	debugfs_create_file("samples", 0400, dir, NULL, &samples_fops);
	debugfs_create_file("threshold", 0600, dir, NULL, &threshold_fops);
	return 0;
}
fs_initcall(alloc_tag_stacks_init);
