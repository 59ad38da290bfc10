// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: KUnit tests of counters that are about to overflow.
 */
#include <linux/cpumask.h>
#include <linux/limits.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kunit.h"

/* Allocate an object on a line that the test has to itself. */
static noinline void *take(struct alloc_tag_site *at)
{
	return ALLOC_TAG_AT(at, kmalloc(64, GFP_KERNEL));
}

/*
 * The index of that line; its counters are 0 on each CPU. They are made up by
 * the tests, and 0 again when a test ends, so that none leaves a leak behind.
 */
static unsigned long clear_line(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;

	kfree(take(&at));
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	alloc_tag_lock();
	alloc_tag_reset_counters(alloc_tag_to_idx(tag), 1);
	alloc_tag_unlock();
	return alloc_tag_to_idx(tag);
}

/* Let @cpu have counted this for index @idx. */
static void set_counter(unsigned long idx, int cpu, u32 allocs, u32 frees)
{
	struct alloc_tag_counter *counter = alloc_tag_counter_of(idx, cpu);

	WRITE_ONCE(counter->allocs, allocs);
	WRITE_ONCE(counter->frees, frees);
}

static void expect_totals(struct kunit *test, unsigned long idx, u64 allocs, u64 frees)
{
	struct alloc_tag_totals sum;

	alloc_tag_lock();
	alloc_tag_read(idx, &sum);
	alloc_tag_unlock();
	KUNIT_EXPECT_EQ(test, sum.allocs, allocs);
	KUNIT_EXPECT_EQ(test, sum.frees, frees);
}

static void move_high(void)
{
	alloc_tag_lock();
	alloc_tag_carry_move();
	alloc_tag_unlock();
}

/* What is high is moved, on each CPU, and the totals stay the same. */
static void test_moved(struct kunit *test)
{
	unsigned long idx = clear_line(test);
	u64 allocs = 0, frees = 0;
	unsigned int turn;
	int cpu;

	for (turn = 0; turn < 3; turn++) {
		for_each_possible_cpu(cpu) {
			set_counter(idx, cpu, U32_MAX - cpu, BIT(30) - 1 - cpu);
			allocs += U32_MAX - cpu;
			frees += BIT(30) - 1 - cpu;
		}
		expect_totals(test, idx, allocs, frees);
		move_high();
		expect_totals(test, idx, allocs, frees);
		for_each_possible_cpu(cpu) {
			KUNIT_EXPECT_EQ(test, alloc_tag_counter_of(idx, cpu)->allocs, 0);
			KUNIT_EXPECT_EQ(test, alloc_tag_counter_of(idx, cpu)->frees, 0);
		}
	}
	clear_line(test);
	expect_totals(test, idx, 0, 0);
}

/* One that is not high stays where it is. */
static void test_not_moved(struct kunit *test)
{
	unsigned long idx = clear_line(test);
	int cpu = cpumask_first(cpu_online_mask);

	set_counter(idx, cpu, BIT(30) - 1, BIT(30) - 1);
	move_high();
	KUNIT_EXPECT_EQ(test, alloc_tag_counter_of(idx, cpu)->allocs, BIT(30) - 1);
	KUNIT_EXPECT_EQ(test, alloc_tag_counter_of(idx, cpu)->frees, BIT(30) - 1);
	expect_totals(test, idx, BIT(30) - 1, BIT(30) - 1);
	clear_line(test);
}

/*
 * A counter that overflows, as there was no memory to move it, doesn't change
 * what is live.
 */
static void test_overflow(struct kunit *test)
{
	unsigned long idx = clear_line(test);
	struct alloc_tag_totals sum;
	struct alloc_tag_site at;
	void *obj[8];
	int cpu, i;

	for_each_possible_cpu(cpu)
		set_counter(idx, cpu, U32_MAX - 2, U32_MAX - 2);
	for (i = 0; i < ARRAY_SIZE(obj); i++) {
		obj[i] = take(&at);
		alloc_tag_read(idx, &sum);
		KUNIT_EXPECT_EQ(test, sum.allocs - sum.frees, i + 1);
	}
	while (i--) {
		kfree(obj[i]);
		alloc_tag_read(idx, &sum);
		KUNIT_EXPECT_EQ(test, sum.allocs - sum.frees, i);
	}
	KUNIT_EXPECT_EQ(test, sum.bytes, 0);
	clear_line(test);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(test_moved),
	KUNIT_CASE(test_not_moved),
	KUNIT_CASE(test_overflow),
	{ }
};

ALLOC_TAG_SUITE(carry);
