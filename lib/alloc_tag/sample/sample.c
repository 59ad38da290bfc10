// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: samples of the allocations of all lines.
 *
 * While they are on, one in BYTES allocated bytes is chosen, on average, and
 * its allocation gets a record, with its call stack. So a heap profile of the
 * whole kernel costs few instructions for each allocation, and memory only for
 * the records.
 *
 * The distance from one chosen byte to the next has an exponential
 * distribution, as in the heap profilers of tcmalloc and Go: the bytes are a
 * Poisson process, and whether one is chosen doesn't depend on those before. So
 * each CPU can count down for itself, the rest of a countdown can be discarded
 * at any time, and no pattern of sizes is missed or preferred. An allocation of
 * s bytes is sampled with the probability
 *
 *	p = 1 - exp(-s / BYTES)
 *
 * and its record represents 1/p allocations of s bytes. With these weights, the
 * sum over the records of live allocations is an unbiased estimate of all that
 * is live and was allocated since sampling was switched on.
 *
 * The hooks subtract the size from alloc_tag_countdown (see alloc_tag_watched()
 * and, if only samples are taken, alloc_tag_mode_size()), and call
 * alloc_tag_sample_due() when it is below 0. An allocation that fails is
 * subtracted as well, or not at all: it makes no difference to the next one.
 */

#include <linux/code_tag/compat.h>
#include <linux/bitops.h>
#include <linux/export.h>
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/random.h>

#include "../internal.h"
#include "sample.h"

/* 1 in the computations here: fixed point with 62 fractional bits. */
#define ONE_SHIFT	62
#define ONE		BIT_ULL(ONE_SHIFT)

/* ln(2), fixed point with 56 fractional bits. */
#define LN_2		49946518145322874ULL
#define LN_2_SHIFT	56

/* Highest power in a series; its error is less than 2^-32 then. */
#define LAST_POWER	19

DEFINE_STATIC_KEY_FALSE(alloc_tag_sampling_key);

DEFINE_PER_CPU(long, alloc_tag_countdown);
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_countdown);

/* State of the random numbers of each CPU, never 0 while samples are taken. */
static DEFINE_PER_CPU(u64, random_state);

/* Written under alloc_tag_mutex. */
struct alloc_tag_sampling alloc_tag_sampling;
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_sampling);

/* @a * @b, for numbers with ONE_SHIFT fractional bits. */
static u64 fraction_mul(u64 a, u64 b)
{
	return mul_u64_u64_shr(a, b, ONE_SHIFT);
}

/**
 * alloc_tag_sample_ln() - the distance to the next chosen byte, for a mean of 1
 * @random: random number, uniformly distributed from 1 to 2^64 - 1
 *
 * Context: any.
 * Return: -ln(@random / 2^64), fixed point with 32 fractional bits.
 */
u64 alloc_tag_sample_ln(u64 random)
{
	int n, zeros = 64 - fls64(random);
	u64 m, z, z2, sum = 0;

	/* The number is m / 2^zeros, with m from 1/2 to 1. 2 * ONE is 1. */
	m = random << zeros >> 1;
	/* -ln(m) = 2 * (z + z^3/3 + z^5/5 + ...), where z is at most 1/3 */
	z = mul_u64_u64_div_u64(2 * ONE - m, ONE, 2 * ONE + m);
	z2 = fraction_mul(z, z);
	for (n = LAST_POWER; n >= 1; n -= 2)
		sum = ONE / n + fraction_mul(z2, sum);
	sum = fraction_mul(z, sum) >> (ONE_SHIFT - LN_2_SHIFT - 1);
	return (zeros * LN_2 + sum) >> (LN_2_SHIFT - 32);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_sample_ln);

/**
 * alloc_tag_sample_weight() - how many allocations a sample represents
 * @bytes: size of the allocation, at least 1 and less than 2^32
 * @mean: one byte in @mean is chosen; at most ALLOC_TAG_SAMPLE_MAX
 *
 * Context: any.
 * Return: 1 / (1 - exp(-@bytes / @mean)), fixed point with
 * ALLOC_TAG_WEIGHT_SHIFT fractional bits, with a relative error of at most
 * 10^-7.
 */
u64 alloc_tag_sample_weight(u64 bytes, u64 mean)
{
	unsigned int n, doublings;
	u64 x, p = ONE;

	/* exp(-32) is less than the smallest fraction of the result. */
	if (bytes / mean >= 32)
		return 1ULL << ALLOC_TAG_WEIGHT_SHIFT;

	/* With 5 bits for the integer, there are four fractional bits less. */
	x = mul_u64_u64_div_u64(bytes, ONE >> 4, mean);
	/* Halve x until it is at most 1/8. */
	doublings = max(fls64(x) - (ONE_SHIFT - 4 - 3), 0);
	x = doublings > 4 ? x >> (doublings - 4) : x << (4 - doublings);

	/* 1 - exp(-x) = x * (1 - x/2 * (1 - x/3 * (1 - x/4 * (1 - ...)))) */
	for (n = 5; n > 1; n--)
		p = ONE - fraction_mul(x, p) / n;
	p = fraction_mul(x, p);
	/* 1 - exp(-2x) = (1 - exp(-x)) * (2 - (1 - exp(-x))) */
	while (doublings--)
		p = fraction_mul(p, 2 * ONE - p);
	return mul_u64_u64_div_u64(ONE, 1ULL << ALLOC_TAG_WEIGHT_SHIFT, p);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_sample_weight);

/*
 * The next number of a xorshift generator, from 1 to 2^64 - 1. @state must not
 * be 0, and never gets 0. (Marsaglia, "Xorshift RNGs"; the factor is from
 * Vigna, "An experimental exploration of Marsaglia's xorshift generators,
 * scrambled".)
 */
static u64 next_random(u64 *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * 0x2545F4914F6CDD1DULL;
}

/*
 * Draw the distance to the next chosen byte. The fraction can be dropped: a
 * byte is chosen if the distance ends anywhere in it.
 */
static long draw_distance(u64 *state)
{
	return mul_u64_u64_shr(alloc_tag_sample_ln(next_random(state)),
			       READ_ONCE(alloc_tag_sampling.bytes), 32);
}

/**
 * alloc_tag_sample_due() - start a new countdown, and say if a sample was due
 * @bytes: size of the allocation for which alloc_tag_count_down() returned true
 *
 * The task may have been moved to this CPU since it counted down. As a rule,
 * the allocation is the sample all the same: the countdown here is not below 0.
 * That a new one is started here changes nothing, as the distance does not
 * depend on what has been counted down. Only if a task was moved away from this
 * CPU at the same point is the countdown below 0, and one sample is lost.
 *
 * Context: any.
 * Return: true if the allocation is a sample. False if the countdown was below
 * 0 before it: then the sample is the allocation before, whose task has been
 * moved to another CPU on its way here, or interrupted by this one.
 */
bool alloc_tag_sample_due(size_t bytes)
{
	long countdown;
	u64 state;

	/*
	 * No other CPU may get this state, or both would draw the same numbers
	 * from then on. (Debug kernels check __this_cpu_read().) An interrupt
	 * may use the same number, which is rare.
	 */
	preempt_disable_notrace();
	countdown = __this_cpu_read(alloc_tag_countdown);
	state = __this_cpu_read(random_state);
	__this_cpu_write(alloc_tag_countdown, draw_distance(&state));
	__this_cpu_write(random_state, state);
	preempt_enable_notrace();
	return READ_ONCE(alloc_tag_sampling.on) && countdown + (long)bytes >= 0;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_sample_due);

/**
 * alloc_tag_sample_set() - set the rate of samples
 * @bytes: mean number of bytes between two chosen ones, at most
 *	ALLOC_TAG_SAMPLE_MAX; 0 to take no further samples
 * @limit: number of records for samples of lines that are not watched; 0 for
 *	ALLOC_TAG_SAMPLE_LIMIT
 *
 * A new rate begins a new set of samples: the old ones remain until their
 * allocations are freed, but are not counted any more. A hook that is
 * interrupted in the middle while the rate is changed may take one sample with
 * the wrong weight, or continue its CPU's old countdown until that ends, after
 * at most ALLOC_TAG_SAMPLE_MAX bytes.
 *
 * Context: boot in or after alloc_tag_init(), or process context; the caller
 * must hold alloc_tag_mutex.
 * Return: 0 or -ENOMEM.
 */
int alloc_tag_sample_set(u64 bytes, unsigned int limit)
{
	bool alone = alloc_tag_current_mode == ALLOC_TAG_SAMPLES;
	int err = bytes ? alloc_tag_records_prepare() : 0;
	int cpu;

	if (err)
		return err;
	/* From here on, no hook begins to use the countdowns: see above. */
	static_branch_disable(&alloc_tag_sampling_key);
	if (alone)
		static_branch_enable(&alloc_tag_idle_key);
	WRITE_ONCE(alloc_tag_sampling.on, false);
	if (bytes) {
		WRITE_ONCE(alloc_tag_sampling.bytes, bytes);
		WRITE_ONCE(alloc_tag_sampling.generation, alloc_tag_sampling.generation + 1);
		WRITE_ONCE(alloc_tag_sample_quota.limit, limit ?: ALLOC_TAG_SAMPLE_LIMIT);
		atomic_long_set(&alloc_tag_sample_quota.missed, 0);
		/* Also for CPUs that come online later. */
		for_each_possible_cpu(cpu) {
			u64 *state = per_cpu_ptr(&random_state, cpu);

			*state = get_random_u64() | 1;
			per_cpu(alloc_tag_countdown, cpu) = draw_distance(state);
		}
		WRITE_ONCE(alloc_tag_sampling.on, true);
		static_branch_enable(&alloc_tag_sampling_key);
		if (alone)
			static_branch_disable(&alloc_tag_idle_key);
	}
	alloc_tag_lines_set_keys(bytes);
	return 0;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_sample_set);
