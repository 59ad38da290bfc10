// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: KUnit tests of the report of show_mem().
 *
 * What the report looks like is tested in testsuite/kernel/oom.
 * testsuite/kernel/kunit/alloc_tag.exp looks for the reports made here.
 */
#include <linux/gfp.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "kunit.h"

/* 32 MiB: more than most lines have. */
#define BLOCKS		128
#define ORDER	6

/* The test allocates a lot on one line, and finds it at the right place. */
static void test_top(struct kunit *test)
{
	const s64 bytes = (s64)BLOCKS * (PAGE_SIZE << ORDER);
	static struct page *page[BLOCKS];
	const struct alloc_tag *tag;
	struct alloc_tag_top list[10];
	struct alloc_tag_site at;
	unsigned int nr, i, found = 0, allocated;

	for (allocated = 0; allocated < BLOCKS; allocated++) {
		page[allocated] = ALLOC_TAG_AT(&at, alloc_pages(GFP_KERNEL | __GFP_NOWARN,
								ORDER));
		if (!page[allocated])
			break;
	}
	tag = alloc_tag_find(&at);

	alloc_tag_lock();
	nr = alloc_tag_top(list, ARRAY_SIZE(list), true);
	alloc_tag_unlock();

	KUNIT_EXPECT_EQ(test, allocated, BLOCKS);
	while (allocated)
		__free_pages(page[--allocated], ORDER);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	KUNIT_EXPECT_EQ(test, nr, ARRAY_SIZE(list));
	for (i = 0; i < nr; i++) {
		if (list[i].idx == alloc_tag_to_idx(tag)) {
			found++;
			KUNIT_EXPECT_EQ(test, list[i].bytes, bytes);
			KUNIT_EXPECT_EQ(test, list[i].calls, BLOCKS);
		}
		if (i)
			KUNIT_EXPECT_LE(test, list[i].bytes, list[i - 1].bytes);
		KUNIT_EXPECT_GT(test, list[i].bytes, 0LL);
	}
	KUNIT_EXPECT_EQ(test, found, 1);
}

/* Allocate two blocks on one line, with a tag each. */
static noinline void take_two(struct page **one, struct page **other)
{
	const gfp_t gfp = GFP_KERNEL | __GFP_NOWARN;

	*one = alloc_pages(gfp, ORDER), *other = alloc_pages(gfp, ORDER);
}

/* A place is listed once, with all its tags. */
static void test_one_place(struct kunit *test)
{
	static struct page *page[BLOCKS];
	struct alloc_tag_top list[10];
	unsigned int nr, i, found = 0;

	for (i = 0; i < BLOCKS; i += 2)
		take_two(&page[i], &page[i + 1]);

	alloc_tag_lock();
	nr = alloc_tag_top(list, ARRAY_SIZE(list), true);
	for (i = 0; i < nr; i++) {
		if (strcmp(alloc_tag_function(alloc_tag_from_idx(list[i].idx)), "take_two"))
			continue;
		found++;
		KUNIT_EXPECT_EQ(test, list[i].bytes, (s64)BLOCKS * (PAGE_SIZE << ORDER));
		KUNIT_EXPECT_EQ(test, list[i].calls, BLOCKS);
	}
	alloc_tag_unlock();

	for (i = 0; i < BLOCKS; i++) {
		KUNIT_EXPECT_NOT_NULL(test, page[i]);
		if (page[i])
			__free_pages(page[i], ORDER);
	}
	KUNIT_EXPECT_EQ(test, found, 1);
}

/* A short list has the beginning of a long one. */
static void test_top_short(struct kunit *test)
{
	struct alloc_tag_top one, list[10];

	alloc_tag_lock();
	KUNIT_EXPECT_EQ(test, alloc_tag_top(&one, 1, true), 1);
	KUNIT_EXPECT_EQ(test, alloc_tag_top(list, ARRAY_SIZE(list), true), ARRAY_SIZE(list));
	alloc_tag_unlock();
	/* Other code may have allocated and freed some in between. */
	KUNIT_EXPECT_TRUE(test, one.idx == list[0].idx || one.idx == list[1].idx);
}

/* The report does not wait for the lock of the tags of modules. */
static void test_locked(struct kunit *test)
{
	alloc_tag_lock();
	alloc_tag_show_mem();
	alloc_tag_unlock();
}

static void show_mem_in_interrupt(struct irq_work *work)
{
	alloc_tag_show_mem();
}

/* The report can be made in an interrupt. */
static void test_interrupt(struct kunit *test)
{
	static struct irq_work work = IRQ_WORK_INIT_HARD(show_mem_in_interrupt);

	KUNIT_EXPECT_TRUE(test, irq_work_queue(&work));
	irq_work_sync(&work);
}

static void show_mem_on_cpu(void *unused)
{
	alloc_tag_show_mem();
}

/* Several CPUs can make it at once. All but one may do without. */
static void test_all_cpus(struct kunit *test)
{
	on_each_cpu(show_mem_on_cpu, NULL, 1);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(test_top),
	KUNIT_CASE(test_one_place),
	KUNIT_CASE(test_top_short),
	KUNIT_CASE(test_locked),
	KUNIT_CASE(test_interrupt),
	KUNIT_CASE(test_all_cpus),
	{ }
};

ALLOC_TAG_SUITE(show);
