// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: KUnit tests of the checks of CONFIG_ALLOC_TAG_DEBUG.
 *
 * Each fault is provoked by writing the value to a slot that it would hold
 * after the fault: memory that was really freed twice would corrupt the
 * allocator. Each is provoked twice in the same place, and must be reported
 * once. testsuite/kernel/debug/kunit.exp checks the reports.
 */
#include <linux/gfp.h>
#include <linux/irqflags.h>
#include <linux/kfence.h>
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kunit.h"
#include "../../../mm/alloc_tag/page.h"

/* How often each fault is provoked; read so that loops are not unrolled. */
static unsigned int rounds = 2;

/* Sizes of objects: one whose slots are in the slab, one with a table. */
static const unsigned int sizes[] = { 64, PAGE_SIZE };
static const char *const names[] = { "alloc_tag_debug_small", "alloc_tag_debug_large" };

/* The caches of a test; destroyed when it ends. */
static struct kmem_cache *cache[ARRAY_SIZE(sizes)];

/* A constructor, because caches that have one are not merged with others. */
static void do_nothing(void *obj)
{
}

static int debug_test_init(struct kunit *test)
{
	int err = alloc_tag_test_init(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes) && !err; i++) {
		cache[i] = kmem_cache_create(names[i], sizes[i], 0, SLAB_NO_USER_FLAGS,
					     do_nothing);
		if (!cache[i])
			err = -ENOMEM;
	}
	return err;
}

static void debug_test_exit(struct kunit *test)
{
	unsigned int faults[NR_ALLOC_TAG_FAULTS], i;

	/* The test may have been aborted. */
	alloc_tag_debug_test_end(faults);
	alloc_tag_test_exit(test);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		kmem_cache_destroy(cache[i]);
		cache[i] = NULL;
	}
}

/* End a test that must have provoked @nr reports of @fault, and no others. */
static void end_with(struct kunit *test, enum alloc_tag_fault fault, unsigned int nr)
{
	unsigned int faults[NR_ALLOC_TAG_FAULTS], i;

	alloc_tag_debug_test_end(faults);
	for (i = 0; i < NR_ALLOC_TAG_FAULTS; i++)
		KUNIT_EXPECT_EQ_MSG(test, faults[i], i == fault ? nr : 0, "fault %u", i);
}

/* The call sites of all objects and pages of these tests, but one. */
static void *new_object(struct kmem_cache *from, struct alloc_tag_site *at)
{
	return ALLOC_TAG_AT(at, kmem_cache_alloc(from, GFP_KERNEL));
}

static struct page *new_pages(unsigned int order, struct alloc_tag_site *at)
{
	return ALLOC_TAG_AT(at, alloc_pages(GFP_KERNEL, order));
}

/* Set the slot of @page to @idx, as if it had been overwritten. */
static alloc_tag_idx_t overwrite_page(struct page *page, alloc_tag_idx_t idx)
{
	alloc_tag_idx_t *slot = alloc_tag_page_slot(page);
	alloc_tag_idx_t old = *slot;

	*slot = idx;
	return old;
}

/* Free an object of each cache while its slot holds @idx. */
static void free_with(struct kunit *test, alloc_tag_idx_t idx)
{
	struct alloc_tag_site at;
	alloc_tag_idx_t old;
	unsigned int i, round;
	void *obj;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		for (round = 0; round < READ_ONCE(rounds); round++) {
			obj = new_object(cache[i], &at);
			KUNIT_ASSERT_NOT_NULL(test, obj);
			old = alloc_tag_slab_overwrite(obj, idx);
			/* The free won't do that. */
			alloc_tag_uncharge(old, alloc_tag_slab_bytes(obj));
			kmem_cache_free(cache[i], obj);
		}
	}
}

static void test_object_freed_twice(struct kunit *test)
{
	alloc_tag_debug_test_begin();
	free_with(test, ALLOC_TAG_IDX_FREE);
	end_with(test, ALLOC_TAG_FAULT_FREE, ARRAY_SIZE(sizes));
}

static void test_object_never_allocated(struct kunit *test)
{
	alloc_tag_debug_test_begin();
	free_with(test, 0);
	end_with(test, ALLOC_TAG_FAULT_UNALLOCATED, ARRAY_SIZE(sizes));
}

/*
 * Free @obj and allocate it again, with @idx in its slot meanwhile. Returns
 * false if it can't be allocated again. The caller must keep another object of
 * the same slab, so that the slab is not freed.
 */
static bool free_and_allocate(struct kmem_cache *from, void *obj, alloc_tag_idx_t idx)
{
	static void *other[256];
	struct alloc_tag_site at;
	unsigned int nr = 0;
	bool same = false;

	kmem_cache_free(from, obj);
	/* KASAN's quarantine gives it back, and CPUs give back their slabs. */
	kmem_cache_shrink(from);
	alloc_tag_slab_overwrite(obj, idx);
	/* The slab will be this CPU's. */
	migrate_disable();
	while (nr < ARRAY_SIZE(other) && !same) {
		other[nr] = new_object(from, &at);
		if (!other[nr])
			break;
		same = other[nr++] == obj;
	}
	migrate_enable();
	if (!same)
		alloc_tag_slab_overwrite(obj, ALLOC_TAG_IDX_FREE);
	while (nr)
		kmem_cache_free(from, other[--nr]);
	return same;
}

/* An object that is allocated while it is charged: its line is not accurate. */
static void test_object_in_use(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	unsigned int i, round;
	void *keep, *obj;

	alloc_tag_debug_test_begin();
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		for (round = 0; round < READ_ONCE(rounds); round++) {
			keep = new_object(cache[i], &at);
			obj = new_object(cache[i], &at);
			KUNIT_ASSERT_NOT_NULL(test, keep);
			KUNIT_ASSERT_NOT_NULL(test, obj);
			if (is_kfence_address(keep) || is_kfence_address(obj) ||
			    virt_to_head_page(keep) != virt_to_head_page(obj)) {
				kmem_cache_free(cache[i], keep);
				kmem_cache_free(cache[i], obj);
				round--;
				continue;
			}
			tag = alloc_tag_find(&at);
			KUNIT_ASSERT_NOT_NULL(test, tag);
			KUNIT_EXPECT_TRUE(test, free_and_allocate(cache[i], obj,
								  alloc_tag_to_idx(tag)));
			KUNIT_EXPECT_FALSE(test, alloc_tag_accurate(alloc_tag_to_idx(tag)));
			kmem_cache_free(cache[i], keep);
		}
	}
	end_with(test, ALLOC_TAG_FAULT_LIVE, ARRAY_SIZE(sizes));
}

/* Memory of a new slab in which an object is charged. */
static void test_object_in_new_slab(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	unsigned int round;
	void *obj;

	alloc_tag_debug_test_begin();
	for (round = 0; round < READ_ONCE(rounds); round++) {
		/* Not one of KFENCE's, whose slabs have no slots. */
		while ((obj = new_object(cache[1], &at)) && is_kfence_address(obj))
			kmem_cache_free(cache[1], obj);
		KUNIT_ASSERT_NOT_NULL(test, obj);
		tag = alloc_tag_find(&at);
		KUNIT_ASSERT_NOT_NULL(test, tag);
		alloc_tag_slab_renew(obj);
		KUNIT_EXPECT_EQ(test, alloc_tag_slab_overwrite(obj, alloc_tag_to_idx(tag)), 0);
		kmem_cache_free(cache[1], obj);
	}
	end_with(test, ALLOC_TAG_FAULT_STALE, 1);
}

/* Free 2^@order pages while the slot of page @nr of them holds @idx. */
static noinline void free_pages_with(struct kunit *test, unsigned int order, unsigned int nr,
				     alloc_tag_idx_t idx)
{
	struct alloc_tag_site at;
	struct page *page;
	alloc_tag_idx_t old;

	page = new_pages(order, &at);
	KUNIT_ASSERT_NOT_NULL(test, page);
	old = overwrite_page(page + nr, idx);
	/* The free won't do that. */
	if (!nr)
		alloc_tag_uncharge(old, PAGE_SIZE << order);
	__free_pages(page, order);
}

static void test_page_freed_twice(struct kunit *test)
{
	unsigned int round;

	alloc_tag_debug_test_begin();
	for (round = 0; round < READ_ONCE(rounds); round++)
		free_pages_with(test, 0, 0, ALLOC_TAG_IDX_FREE);
	end_with(test, ALLOC_TAG_FAULT_FREE, 1);
}

/* A part of an allocation was freed before. */
static void test_part_freed_twice(struct kunit *test)
{
	unsigned int round;

	alloc_tag_debug_test_begin();
	for (round = 0; round < READ_ONCE(rounds); round++)
		free_pages_with(test, 2, 3, ALLOC_TAG_IDX_FREE);
	end_with(test, ALLOC_TAG_FAULT_FREE, 1);
}

/* A part of an allocation is charged by itself. */
static void test_part_charged(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	unsigned int round;
	struct page *page;

	page = new_pages(0, &at);
	KUNIT_ASSERT_NOT_NULL(test, page);
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);

	alloc_tag_debug_test_begin();
	for (round = 0; round < READ_ONCE(rounds); round++)
		free_pages_with(test, 2, 3, alloc_tag_to_idx(tag));
	end_with(test, ALLOC_TAG_FAULT_STALE, 1);
	KUNIT_EXPECT_FALSE(test, alloc_tag_accurate(alloc_tag_to_idx(tag)));
	__free_page(page);
}

/*
 * Free a page and allocate it again, with @idx in its slot meanwhile. Returns
 * false if another page was allocated; then nothing was done.
 */
static noinline bool free_and_allocate_page(alloc_tag_idx_t idx)
{
	struct alloc_tag_site at;
	struct page *page, *again;
	unsigned long flags;
	bool same;

	page = new_pages(0, &at);
	if (!page)
		return false;
	/* Nothing else can take the page from this CPU's list. */
	local_irq_save(flags);
	__free_page(page);
	overwrite_page(page, idx);
	again = alloc_page(GFP_NOWAIT | __GFP_NOWARN);
	same = again == page;
	if (!same)
		overwrite_page(page, ALLOC_TAG_IDX_FREE);
	local_irq_restore(flags);
	if (again)
		__free_page(again);
	return same;
}

/* A page that is charged while it is free. */
static void test_free_page_charged(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	unsigned int round, tries;
	struct page *page;
	bool same;

	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		kunit_skip(test, "PREEMPT_RT can't allocate with interrupts disabled");

	page = new_pages(0, &at);
	KUNIT_ASSERT_NOT_NULL(test, page);
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);

	alloc_tag_debug_test_begin();
	for (round = 0; round < READ_ONCE(rounds); round++) {
		same = false;
		for (tries = 0; tries < 100 && !same; tries++)
			same = free_and_allocate_page(alloc_tag_to_idx(tag));
		KUNIT_EXPECT_TRUE(test, same);
	}
	end_with(test, ALLOC_TAG_FAULT_STALE, 1);
	KUNIT_EXPECT_FALSE(test, alloc_tag_accurate(alloc_tag_to_idx(tag)));
	__free_page(page);
}

/* A page that is charged, and then again as part of an allocation. */
static void test_page_in_use(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	unsigned int round;
	struct page *page;

	alloc_tag_debug_test_begin();
	for (round = 0; round < READ_ONCE(rounds); round++) {
		page = new_pages(1, &at);
		KUNIT_ASSERT_NOT_NULL(test, page);
		tag = alloc_tag_find(&at);
		KUNIT_ASSERT_NOT_NULL(test, tag);
		overwrite_page(page + 1, alloc_tag_to_idx(tag));
		split_page(page, 1);
		__free_page(page);
		__free_page(page + 1);
	}
	end_with(test, ALLOC_TAG_FAULT_LIVE, 1);
}

/* Allocations and frees as they should be, also while counting is disabled. */
static void test_no_fault(struct kunit *test)
{
	static struct page *page[ALLOC_TAG_KUNIT_OBJS];
	static void *obj[ALLOC_TAG_KUNIT_OBJS];
	unsigned int faults[NR_ALLOC_TAG_FAULTS], i, round;
	struct alloc_tag_site at;

	alloc_tag_debug_test_begin();
	for (round = 0; round < 4; round++) {
		/* Allocate and free with counting on, off, and one of each. */
		alloc_tag_switch_or_skip(test, round & 1);
		for (i = 0; i < ARRAY_SIZE(obj); i++) {
			obj[i] = new_object(cache[i & 1], &at);
			KUNIT_ASSERT_NOT_NULL(test, obj[i]);
			page[i] = new_pages(1, &at);
			KUNIT_ASSERT_NOT_NULL(test, page[i]);
		}
		alloc_tag_switch_or_skip(test, round & 2);
		for (i = 0; i < ARRAY_SIZE(obj); i++) {
			kmem_cache_free(cache[i & 1], obj[i]);
			split_page(page[i], 1);
			__free_page(page[i]);
			__free_page(page[i] + 1);
		}
	}
	alloc_tag_switch_or_skip(test, true);
	alloc_tag_debug_test_end(faults);
	for (i = 0; i < NR_ALLOC_TAG_FAULTS; i++)
		KUNIT_EXPECT_EQ_MSG(test, faults[i], 0, "fault %u", i);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(test_object_freed_twice),
	KUNIT_CASE(test_object_never_allocated),
	KUNIT_CASE(test_object_in_use),
	KUNIT_CASE(test_object_in_new_slab),
	KUNIT_CASE(test_page_freed_twice),
	KUNIT_CASE(test_part_freed_twice),
	KUNIT_CASE(test_part_charged),
	KUNIT_CASE(test_free_page_charged),
	KUNIT_CASE(test_page_in_use),
	KUNIT_CASE(test_no_fault),
	{ }
};

static struct kunit_suite alloc_tag_debug_suite = {
	.name = "alloc_tag_debug",
	.suite_init = alloc_tag_suite_init,
	.suite_exit = alloc_tag_suite_exit,
	.init = debug_test_init,
	.exit = debug_test_exit,
	.test_cases = cases,
};

kunit_test_suite(alloc_tag_debug_suite);
