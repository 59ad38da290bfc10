// SPDX-License-Identifier: GPL-2.0
/*
 * Waits by line: histograms of how long waits take.
 *
 * Bucket 0 is for less than 1,024 ns. From there on, each power of two has four
 * of equal size, up to 64 minutes; the last one also has what is longer. The
 * middle of a bucket differs from anything in it by at most an eighth.
 */

#include <linux/bitops.h>
#include <linux/ktime.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/string.h>

#include "internal.h"

/*
 * For how long waits were counted before, and since when they are; 0 if they
 * are not. Protected by code_tag_lock().
 */
static u64 counted_before;
static u64 counting_since;

/* Waits are counted from now on, or not any more. Needs code_tag_lock(). */
void wait_tag_set_counting(bool counting)
{
	counted_before = wait_tag_counted();
	counting_since = counting ? ktime_get_ns() : 0;
}

/*
 * For how many nanoseconds waits have been counted since boot. Needs
 * code_tag_lock().
 */
u64 wait_tag_counted(void)
{
	return counted_before + (counting_since ? ktime_get_ns() - counting_since : 0);
}

#define FIRST	10	/* 1 << FIRST ns is where bucket 1 begins */

static unsigned int bucket_of(u64 ns)
{
	unsigned int order;

	if (ns < BIT_ULL(FIRST))
		return 0;
	order = ilog2(ns);
	return min_t(unsigned int, 1 + (order - FIRST) * 4 + (ns >> (order - 2) & 3),
		     WAIT_TAG_BUCKETS - 1);
}

/* The middle of bucket @i, in nanoseconds. */
static u64 middle_of(unsigned int i)
{
	unsigned int order = FIRST + (i - 1) / 4;

	if (!i)
		return BIT_ULL(FIRST) / 2;
	/* The bucket begins at 4/4, 5/4, 6/4 or 7/4 of the power. */
	return BIT_ULL(order - 3) * (2 * (4 + (i - 1) % 4) + 1);
}

/**
 * wait_tag_bucket_end() - where a bucket ends
 * @i: its number; not that of the last one, which has no end
 *
 * Context: any.
 * Return: nanoseconds; waits in it are shorter.
 */
u64 wait_tag_bucket_end(unsigned int i)
{
	unsigned int order = FIRST + (i - 1) / 4;

	return i ? BIT_ULL(order - 2) * (4 + (i - 1) % 4 + 1) : BIT_ULL(FIRST);
}

/* Add a wait of @ns. The caller must not be preempted. */
void wait_tag_histogram_add(struct wait_tag_histogram *histogram, u64 ns)
{
	histogram->bucket[bucket_of(ns)]++;
	histogram->ns += ns;
	histogram->max = max(histogram->max, ns);
}

/*
 * Empty @histogram. A CPU that is counting may keep its old values. Caller must
 * hold code_tag_lock().
 */
void wait_tag_histogram_reset(struct wait_tag_histogram __percpu *histogram)
{
	u64 since = wait_tag_counted();
	int cpu;

	for_each_possible_cpu(cpu) {
		memset(per_cpu_ptr(histogram, cpu), 0, sizeof(*histogram));
		per_cpu_ptr(histogram, cpu)->since = since;
	}
}

/**
 * wait_tag_histogram_sum() - add up what all CPUs have
 * @line: the line, with a histogram
 * @sum: where to store the sum
 *
 * Context: any. CPUs may be counting.
 * Return: the number of waits in it.
 */
u64 wait_tag_histogram_sum(const struct wait_tag_line *line, struct wait_tag_histogram *sum)
{
	const struct wait_tag_histogram *histogram;
	u64 count = 0;
	unsigned int i;
	int cpu;

	memset(sum, 0, sizeof(*sum));
	for_each_possible_cpu(cpu) {
		histogram = per_cpu_ptr(line->histogram, cpu);
		for (i = 0; i < WAIT_TAG_BUCKETS; i++)
			sum->bucket[i] += READ_ONCE(histogram->bucket[i]);
		sum->ns += READ_ONCE(histogram->ns);
		sum->max = max(sum->max, READ_ONCE(histogram->max));
		sum->since = READ_ONCE(histogram->since);
	}
	for (i = 0; i < WAIT_TAG_BUCKETS; i++)
		count += sum->bucket[i];
	return count;
}

/**
 * wait_tag_quantile() - how long a part of the waits take at most
 * @sum: a histogram
 * @count: how many waits it has; not 0
 * @part: the part, ...
 * @of: ... of so many
 *
 * Context: any.
 * Return: nanoseconds, within an eighth.
 */
u64 wait_tag_quantile(const struct wait_tag_histogram *sum, u64 count, unsigned int part,
		      unsigned int of)
{
	u64 rank = div_u64(count * part + of - 1, of), seen = 0;
	unsigned int i;

	for (i = 0; i < WAIT_TAG_BUCKETS - 1; i++) {
		seen += sum->bucket[i];
		if (seen >= max(rank, 1ULL))
			break;
	}
	return middle_of(i);
}
