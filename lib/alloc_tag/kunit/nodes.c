// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: KUnit tests of live memory by NUMA node, of watched lines
 * with the flag n. testsuite/kernel/boot/two-nodes.exp runs them with two
 * nodes.
 */
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/nodemask.h>
#include <linux/percpu.h>
#include <linux/slab.h>

#include "kunit.h"
#include "watch.h"

static noinline struct page *new_page_on(struct alloc_tag_site *at, int nid)
{
	return ALLOC_TAG_AT(at, alloc_pages_node(nid, GFP_KERNEL | __GFP_THISNODE, 1));
}

static noinline struct page *new_page(struct alloc_tag_site *at)
{
	return ALLOC_TAG_AT(at, alloc_pages(GFP_KERNEL, 0));
}

static noinline void __percpu *new_percpu(struct alloc_tag_site *at)
{
	return ALLOC_TAG_AT(at, __alloc_percpu(64, 8));
}

/* What nodes has of the line at @at: element @i of its sums. */
static struct alloc_tag_node node_of(struct kunit *test, const struct alloc_tag_site *at,
				     unsigned int i)
{
	struct alloc_tag_line *line = line_at(at);
	struct alloc_tag_node sum;
	int err;

	alloc_tag_lock();
	err = alloc_tag_records_nodes();
	sum = line->nodes[i];
	alloc_tag_unlock();
	KUNIT_EXPECT_EQ(test, err, 0);
	return sum;
}

static void expect_node(struct kunit *test, const struct alloc_tag_site *at, unsigned int i,
			u64 bytes, u64 live)
{
	struct alloc_tag_node sum = node_of(test, at, i);

	KUNIT_EXPECT_EQ_MSG(test, sum.bytes, bytes, "element %u", i);
	KUNIT_EXPECT_EQ_MSG(test, sum.live, live, "element %u", i);
}

/* Each page counts on its node, until it is freed. */
static void test_pages_of_nodes(struct kunit *test)
{
	const unsigned int rest = alloc_tag_nodes_nr() - 1;
	struct alloc_tag_site at;
	struct page *page;
	int nid, other;

	__free_pages(new_page_on(&at, first_online_node), 1);
	KUNIT_ASSERT_EQ(test, watch(&at, "=n"), 1);
	for_each_online_node(nid) {
		page = new_page_on(&at, nid);
		KUNIT_ASSERT_NOT_NULL(test, page);
		KUNIT_ASSERT_EQ(test, page_to_nid(page), nid);
		for_each_online_node(other)
			expect_node(test, &at, other, other == nid ? 2 * PAGE_SIZE : 0,
				    other == nid);
		expect_node(test, &at, rest, 0, 0);
		__free_pages(page, 1);
		expect_node(test, &at, nid, 0, 0);
	}
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

/* The parts of an allocation that was split count, until they are freed. */
static void test_split(struct kunit *test)
{
	struct alloc_tag_site at;
	struct page *page;
	int nid = first_online_node;

	__free_pages(new_page_on(&at, nid), 1);
	KUNIT_ASSERT_EQ(test, watch(&at, "=n"), 1);
	page = new_page_on(&at, nid);
	KUNIT_ASSERT_NOT_NULL(test, page);
	split_page(page, 1);
	expect_node(test, &at, nid, 2 * PAGE_SIZE, 2);
	__free_page(page + 1);
	expect_node(test, &at, nid, PAGE_SIZE, 1);
	__free_page(page);
	expect_node(test, &at, nid, 0, 0);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

/* The copies of a per-CPU object are on all nodes. */
static void test_percpu_object(struct kunit *test)
{
	const unsigned int all = alloc_tag_nodes_nr() - 2;
	struct alloc_tag_site at;
	void __percpu *obj;

	free_percpu(new_percpu(&at));
	KUNIT_ASSERT_EQ(test, watch(&at, "=n"), 1);
	obj = new_percpu(&at);
	KUNIT_ASSERT_NOT_NULL(test, (__force void *)obj);
	KUNIT_EXPECT_EQ(test, node_of(test, &at, all).live, 1ULL);
	KUNIT_EXPECT_GE(test, node_of(test, &at, all).bytes, 64ULL * num_possible_cpus());
	free_percpu(obj);
	expect_node(test, &at, all, 0, 0);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

/*
 * What is live but has no record is of an unknown node: memory from before the
 * query, and allocations beyond the limit.
 */
static void test_rest(struct kunit *test)
{
	const unsigned int rest = alloc_tag_nodes_nr() - 1;
	struct alloc_tag_site at;
	struct page *page[3];
	unsigned int i;

	/* Its lines may be watched from the start. */
	__free_page(new_page(&at));
	KUNIT_ASSERT_EQ(test, watch(&at, "="), 1);
	page[0] = new_page(&at);
	KUNIT_ASSERT_NOT_NULL(test, page[0]);
	KUNIT_ASSERT_EQ(test, watch(&at, "=n limit=1"), 1);
	expect_node(test, &at, rest, PAGE_SIZE, 1);
	for (i = 1; i < ARRAY_SIZE(page); i++) {
		page[i] = new_page(&at);
		KUNIT_ASSERT_NOT_NULL(test, page[i]);
	}
	expect_node(test, &at, page_to_nid(page[1]), PAGE_SIZE, 1);
	expect_node(test, &at, rest, 2 * PAGE_SIZE, 2);
	for (i = 0; i < ARRAY_SIZE(page); i++)
		__free_page(page[i]);
	expect_node(test, &at, rest, 0, 0);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(test_pages_of_nodes),
	KUNIT_CASE(test_split),
	KUNIT_CASE(test_percpu_object),
	KUNIT_CASE(test_rest),
	{ }
};

ALLOC_TAG_SUITE(nodes);
