// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: KUnit tests of lines whose allocations are to fail.
 *
 * The caller gets NULL when the query asks for that, and only then. Nothing is
 * allocated or counted for a failed allocation.
 */
#include <linux/atomic.h>
#include <linux/code_tag/fault.h>
#include <linux/gfp.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kunit.h"
#include "watch.h"

/* Read so that sizes are not constants for the compiler. */
static size_t small = 84;

static struct kmem_cache *things;

/* A cache that has no slab at first, and how many objects its slabs have. */
static struct kmem_cache *fresh;
static unsigned int constructed;

/* Define @fn: a function of type alloc_tag_kind.alloc with the call @call. */
#define DEFINE_SITE(fn, call)						\
static noinline void *fn(struct alloc_tag_site *at, gfp_t gfp)		\
{									\
	return ALLOC_TAG_AT(at, (void *)(call));			\
}

DEFINE_SITE(do_kmalloc, kmalloc(small, gfp))
DEFINE_SITE(do_kzalloc_const, kzalloc(48, gfp))
DEFINE_SITE(do_kmalloc_account, kmalloc(small, gfp | __GFP_ACCOUNT))
DEFINE_SITE(do_kmalloc_large, kmalloc(3 * PAGE_SIZE + small, gfp))
DEFINE_SITE(do_kmem_cache_alloc, kmem_cache_alloc(things, gfp))
DEFINE_SITE(do_alloc_fresh, kmem_cache_alloc(fresh, gfp))
DEFINE_SITE(do_get_free_page, __get_free_page(gfp))
DEFINE_SITE(do_get_free_pages, __get_free_pages(gfp | __GFP_COMP, 2))
DEFINE_SITE(do_account_page, __get_free_page(gfp | __GFP_ACCOUNT))
DEFINE_SITE(do_alloc_percpu, (__force void *)__alloc_percpu_gfp(small, 8, gfp))

static void free_thing(void *obj)
{
	kmem_cache_free(things, obj);
}

static void free_one_page(void *obj)
{
	free_page((unsigned long)obj);
}

static void free_four_pages(void *obj)
{
	free_pages((unsigned long)obj, 2);
}

static void free_of_cpus(void *obj)
{
	free_percpu((__force void __percpu *)obj);
}

static void kfree_object(void *obj)
{
	kfree(obj);
}

static const struct alloc_tag_kind kinds[] = {
	{ .name = "kmalloc", .alloc = do_kmalloc, .free = kfree_object },
	{ .name = "kzalloc, constant", .alloc = do_kzalloc_const, .free = kfree_object },
	{ .name = "kmalloc, account", .alloc = do_kmalloc_account, .free = kfree_object },
	{ .name = "kmalloc, large", .alloc = do_kmalloc_large, .free = kfree_object },
	{ .name = "kmem_cache_alloc", .alloc = do_kmem_cache_alloc, .free = free_thing },
	{ .name = "__get_free_page", .alloc = do_get_free_page, .free = free_one_page },
	{ .name = "__get_free_page, account", .alloc = do_account_page, .free = free_one_page },
	{ .name = "__get_free_pages, order 2", .alloc = do_get_free_pages,
	  .free = free_four_pages },
	{ .name = "__alloc_percpu_gfp", .alloc = do_alloc_percpu, .free = free_of_cpus },
};

KUNIT_ARRAY_PARAM(alloc_tag_fault, kinds, alloc_tag_kind_desc);

/* Allocate @n times on one line, and free. Returns how many have failed. */
static unsigned int attempts(const struct alloc_tag_kind *kind, struct alloc_tag_site *at,
			     gfp_t gfp, unsigned int n)
{
	unsigned int failed = 0;
	void *obj;

	while (n--) {
		obj = kind->alloc(at, gfp);
		if (obj)
			kind->free(obj);
		else
			failed++;
	}
	return failed;
}

/* Learn the line of @kind, and stop watching it. */
static const struct alloc_tag *line_of(struct kunit *test, const struct alloc_tag_kind *kind,
				       struct alloc_tag_site *at)
{
	const struct alloc_tag *tag;

	KUNIT_ASSERT_EQ(test, attempts(kind, at, GFP_KERNEL, 1), 0);
	tag = alloc_tag_find(at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	KUNIT_ASSERT_EQ(test, watch(at, "="), 1);
	return tag;
}

/* Nothing is live on the line, which had @allocs allocations since @before. */
static void expect_nothing(struct kunit *test, const struct alloc_tag *tag, u64 before,
			   u64 allocs)
{
	struct alloc_tag_totals sum;

	alloc_tag_read(alloc_tag_to_idx(tag), &sum);
	KUNIT_EXPECT_EQ(test, sum.bytes, 0LL);
	KUNIT_EXPECT_EQ(test, sum.allocs - before, allocs);
	KUNIT_EXPECT_EQ(test, sum.frees, sum.allocs);
}

static u64 allocs_of(const struct alloc_tag *tag)
{
	struct alloc_tag_totals sum;

	alloc_tag_read(alloc_tag_to_idx(tag), &sum);
	return sum.allocs;
}

/* How many allocations have failed there since the last query for faults. */
static long faults_of(const struct alloc_tag_site *at)
{
	return atomic_long_read(&line_at(at)->fault->faults);
}

/* One allocation fails, of each kind, and the next ones do not. */
static void test_once(struct kunit *test)
{
	const struct alloc_tag_kind *kind = test->param_value;
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	unsigned int round;
	u64 before;
	void *obj;

	tag = line_of(test, kind, &at);
	before = allocs_of(tag);
	/* With a second query, it fails again. */
	for (round = 0; round < 2; round++) {
		KUNIT_ASSERT_EQ(test, watch(&at, "+f oneshot"), 1);
		KUNIT_EXPECT_EQ(test, faults_of(&at), 0);
		obj = kind->alloc(&at, GFP_KERNEL);
		KUNIT_EXPECT_NULL(test, obj);
		if (obj)
			kind->free(obj);
		KUNIT_EXPECT_EQ(test, attempts(kind, &at, GFP_KERNEL, 20), 0);
		KUNIT_EXPECT_EQ(test, faults_of(&at), 1);
	}
	KUNIT_EXPECT_EQ(test, watch(&at, "-f"), 1);
	expect_nothing(test, tag, before, 40);
}

/* What the parameters select. The calls are counted from the query on. */
static void test_parameters(struct kunit *test)
{
	const struct {
		const char *query;
		unsigned int failed;
	} cases[] = {
		{ "=f", 30 },
		{ "=f interval=3", 10 },
		{ "=f interval=31", 0 },
		{ "=f times=7", 7 },
		{ "=f interval=4 times=2", 2 },
		{ "=f", 30 },			/* the defaults again */
		{ "=", 0 },
	};
	const struct alloc_tag_kind *kind = &kinds[0];
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	unsigned int succeeded = 0;
	unsigned int i;
	u64 before;

	tag = line_of(test, kind, &at);
	before = allocs_of(tag);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		KUNIT_ASSERT_EQ(test, watch(&at, cases[i].query), 1);
		KUNIT_EXPECT_EQ_MSG(test, attempts(kind, &at, GFP_KERNEL, 30), cases[i].failed,
				    "%s", cases[i].query);
		succeeded += 30 - cases[i].failed;
	}
	expect_nothing(test, tag, before, succeeded);
}

/* Half of many calls, within nine standard deviations. */
static void test_half_of_many(struct kunit *test)
{
	const struct alloc_tag_kind *kind = &kinds[0];
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	unsigned int failed;
	u64 before;

	tag = line_of(test, kind, &at);
	before = allocs_of(tag);
	KUNIT_ASSERT_EQ(test, watch(&at, "=f probability=50"), 1);
	failed = attempts(kind, &at, GFP_KERNEL, 1000);
	KUNIT_EXPECT_GT(test, failed, 350);
	KUNIT_EXPECT_LT(test, failed, 650);
	KUNIT_EXPECT_EQ(test, faults_of(&at), failed);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
	expect_nothing(test, tag, before, 1000 - failed);
}

/* Only this task's allocations fail, or only another task's. */
static void test_one_task(struct kunit *test)
{
	const struct alloc_tag_kind *kind = &kinds[0];
	struct alloc_tag_site at;
	char text[40];

	line_of(test, kind, &at);
	snprintf(text, sizeof(text), "=f task=%d", current->pid);
	KUNIT_ASSERT_EQ(test, watch(&at, text), 1);
	KUNIT_EXPECT_EQ(test, attempts(kind, &at, GFP_KERNEL, 10), 10);
	KUNIT_ASSERT_EQ(test, watch(&at, "=f task=1"), 1);
	KUNIT_EXPECT_EQ(test, attempts(kind, &at, GFP_KERNEL, 10), 0);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

/* An allocation that must not fail does not, and isn't one of an interval. */
static void test_nofail(struct kunit *test)
{
	static const unsigned int which[] = { 0, 4, 5 };
	const struct alloc_tag_kind *kind;
	struct alloc_tag_site at;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(which); i++) {
		kind = &kinds[which[i]];
		line_of(test, kind, &at);
		KUNIT_ASSERT_EQ(test, watch(&at, "=f interval=2"), 1);
		KUNIT_EXPECT_EQ(test, attempts(kind, &at, GFP_KERNEL | __GFP_NOFAIL, 9), 0);
		KUNIT_EXPECT_EQ(test, attempts(kind, &at, GFP_KERNEL, 1), 0);
		KUNIT_EXPECT_EQ(test, attempts(kind, &at, GFP_KERNEL, 1), 1);
		KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
	}
}

static void construct(void *obj)
{
	constructed++;
}

/* A failed allocation of an object does not even make a slab. */
static void test_no_slab(struct kunit *test)
{
	static const struct alloc_tag_kind kind = {
		.alloc = do_alloc_fresh, .free = free_thing,
	};
	struct alloc_tag_site at;
	void *obj;

	fresh = things;
	line_of(test, &kind, &at);
	fresh = kmem_cache_create("alloc_tag_fault_fresh", 200, 0, 0, construct);
	KUNIT_ASSERT_NOT_NULL(test, fresh);
	constructed = 0;
	KUNIT_EXPECT_EQ(test, watch(&at, "=f oneshot"), 1);
	obj = do_alloc_fresh(&at, GFP_KERNEL);
	KUNIT_EXPECT_NULL(test, obj);
	KUNIT_EXPECT_EQ(test, constructed, 0);
	if (obj)
		kmem_cache_free(fresh, obj);
	obj = do_alloc_fresh(&at, GFP_KERNEL);
	KUNIT_EXPECT_NOT_NULL(test, obj);
	KUNIT_EXPECT_GT(test, constructed, 0);
	if (obj)
		kmem_cache_free(fresh, obj);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
	kmem_cache_destroy(fresh);
}

/*
 * A bulk allocation of objects is one for the interval, and fails as a whole:
 * no object is allocated.
 */
static void test_bulk_objects(struct kunit *test)
{
	void *obj[ALLOC_TAG_KUNIT_OBJS];
	const struct alloc_tag *tag = NULL;
	struct alloc_tag_site at;
	unsigned int round;
	u64 before = 0;
	int nr;

	for (round = 0; round < 4; round++) {
		memset(obj, 0, sizeof(obj));
		nr = ALLOC_TAG_AT(&at, kmem_cache_alloc_bulk(things, GFP_KERNEL,
							     ARRAY_SIZE(obj), obj));
		KUNIT_EXPECT_EQ(test, nr, round == 2 ? 0 : (int)ARRAY_SIZE(obj));
		if (nr)
			kmem_cache_free_bulk(things, nr, obj);
		else
			KUNIT_EXPECT_NULL(test, obj[0]);
		if (!round) {
			tag = alloc_tag_find(&at);
			KUNIT_ASSERT_NOT_NULL(test, tag);
			before = allocs_of(tag);
			KUNIT_ASSERT_EQ(test, watch(&at, "=cf interval=2"), 1);
		}
	}
	KUNIT_EXPECT_EQ(test, faults_of(&at), 1);
	KUNIT_EXPECT_EQ(test, atomic_read(&line_at(&at)->quota.records), 0);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
	expect_nothing(test, tag, before, 2 * ARRAY_SIZE(obj));
}

/* A bulk allocation of pages that fails allocates none. */
static void test_bulk_pages(struct kunit *test)
{
	const struct alloc_tag *tag = NULL;
	struct page *page[12];
	struct alloc_tag_site at;
	unsigned int round, i, nr;

	for (round = 0; round < 3; round++) {
		memset(page, 0, sizeof(page));
		nr = ALLOC_TAG_AT(&at, alloc_pages_bulk_array(GFP_KERNEL, ARRAY_SIZE(page), page));
		for (i = 0; i < nr; i++)
			__free_page(page[i]);
		/* The kernel may always allocate a single page instead. */
		if (nr == 1)
			kunit_skip(test, "there was no bulk allocation");
		KUNIT_EXPECT_EQ(test, nr, round == 1 ? 0 : ARRAY_SIZE(page));
		if (!nr)
			KUNIT_EXPECT_NULL(test, page[0]);
		if (!round) {
			tag = alloc_tag_find(&at);
			KUNIT_ASSERT_NOT_NULL(test, tag);
			KUNIT_ASSERT_EQ(test, watch(&at, "=cf oneshot"), 1);
		}
	}
	KUNIT_EXPECT_EQ(test, atomic_read(&line_at(&at)->quota.records), 0);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
	expect_nothing(test, tag, 0, 2 * ARRAY_SIZE(page));
}

/* A failed allocation has no record, and is not one of the requested sizes. */
static void test_not_recorded(struct kunit *test)
{
	const struct alloc_tag_kind *kind = &kinds[0];
	struct alloc_tag_site at;
	void *obj;

	line_of(test, kind, &at);
	KUNIT_ASSERT_EQ(test, watch(&at, "=crf oneshot"), 1);
	obj = kind->alloc(&at, GFP_KERNEL);
	KUNIT_EXPECT_NULL(test, obj);
	KUNIT_EXPECT_EQ(test, atomic_read(&line_at(&at)->quota.records), 0);
	KUNIT_EXPECT_EQ(test, atomic64_read(&line_at(&at)->calls), 0);
	kfree(obj);
	obj = kind->alloc(&at, GFP_KERNEL);
	KUNIT_EXPECT_NOT_NULL(test, obj);
	KUNIT_EXPECT_EQ(test, atomic_read(&line_at(&at)->quota.records), 1);
	KUNIT_EXPECT_EQ(test, atomic64_read(&line_at(&at)->calls), 1);
	kfree(obj);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

struct interrupt {
	struct irq_work work;
	struct alloc_tag_site at;
	void *obj;
};

static void alloc_in_interrupt(struct irq_work *work)
{
	struct interrupt *in = container_of(work, struct interrupt, work);

	in->obj = do_kmalloc(&in->at, GFP_ATOMIC);
}

/* An interrupt's allocations fail, too, unless the query names a task. */
static void test_interrupt(struct kunit *test)
{
	static struct interrupt in;
	char text[40];

	line_of(test, &kinds[0], &in.at);
	init_irq_work(&in.work, alloc_in_interrupt);
	KUNIT_ASSERT_EQ(test, watch(&in.at, "=f"), 1);
	irq_work_queue(&in.work);
	irq_work_sync(&in.work);
	KUNIT_EXPECT_NULL(test, in.obj);
	kfree(in.obj);
	snprintf(text, sizeof(text), "=f task=%d", current->pid);
	KUNIT_ASSERT_EQ(test, watch(&in.at, text), 1);
	irq_work_queue(&in.work);
	irq_work_sync(&in.work);
	KUNIT_EXPECT_NOT_NULL(test, in.obj);
	kfree(in.obj);
	KUNIT_EXPECT_EQ(test, watch(&in.at, "="), 1);
}

/*
 * While a task pauses faults, its allocations don't fail, but allocations of
 * interrupts do. Pauses can be nested.
 */
static void test_paused(struct kunit *test)
{
	struct code_tag_fault_pause outer, inner;
	const struct alloc_tag_kind *kind = &kinds[0];
	static struct interrupt in;
	struct alloc_tag_site at;

	line_of(test, kind, &at);
	line_of(test, kind, &in.at);
	init_irq_work(&in.work, alloc_in_interrupt);
	KUNIT_ASSERT_EQ(test, watch(&at, "=f"), 1);
	code_tag_fault_pause(&outer);
	KUNIT_EXPECT_EQ(test, attempts(kind, &at, GFP_KERNEL, 5), 0);
	code_tag_fault_pause(&inner);
	KUNIT_EXPECT_EQ(test, attempts(kind, &at, GFP_KERNEL, 5), 0);
	code_tag_fault_resume(&inner);
	KUNIT_EXPECT_EQ(test, attempts(kind, &at, GFP_KERNEL, 5), 0);
	irq_work_queue(&in.work);
	irq_work_sync(&in.work);
	KUNIT_EXPECT_NULL(test, in.obj);
	kfree(in.obj);
	code_tag_fault_resume(&outer);
	KUNIT_EXPECT_EQ(test, attempts(kind, &at, GFP_KERNEL, 5), 5);
	/* The one of the interrupt, and five. */
	KUNIT_EXPECT_EQ(test, faults_of(&at), 6);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

static int fault_suite_init(struct kunit_suite *suite)
{
	things = kmem_cache_create("alloc_tag_fault_things", 200, 0, 0, NULL);
	if (!things)
		return -ENOMEM;
	return alloc_tag_suite_init(suite);
}

static void fault_suite_exit(struct kunit_suite *suite)
{
	alloc_tag_suite_exit(suite);
	kmem_cache_destroy(things);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(test_once, alloc_tag_fault_gen_params),
	KUNIT_CASE(test_parameters),
	KUNIT_CASE(test_half_of_many),
	KUNIT_CASE(test_one_task),
	KUNIT_CASE(test_nofail),
	KUNIT_CASE(test_no_slab),
	KUNIT_CASE(test_bulk_objects),
	KUNIT_CASE(test_bulk_pages),
	KUNIT_CASE(test_not_recorded),
	KUNIT_CASE(test_interrupt),
	KUNIT_CASE(test_paused),
	{ }
};

static struct kunit_suite alloc_tag_fault_suite = {
	.name = "alloc_tag_fault",
	.suite_init = fault_suite_init,
	.suite_exit = fault_suite_exit,
	.init = alloc_tag_test_init,
	.exit = alloc_tag_test_exit,
	.test_cases = cases,
};

kunit_test_suite(alloc_tag_fault_suite);
