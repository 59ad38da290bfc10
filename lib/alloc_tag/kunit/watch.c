// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: KUnit tests of lines that are watched.
 *
 * Each test watches other lines. That the counters of all lines stay exact
 * while everything is watched is tested by running all suites again, with the
 * argument alloctag= of the module, in
 * testsuite/kernel/watch/kunit-watched.exp.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/gfp.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/numa.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "kunit.h"
#include "watch.h"

/* The address under which the record of @page is found. */
static const void *page_key(const struct page *page)
{
	return page;
}

/*
 * Copy the records of @key to *@found, one over the other, unless they are
 * samples and nothing else. If @key is NULL, copy the records of the line
 * @line. Returns their number.
 */
static unsigned int find_records(const void *key, const struct alloc_tag_line *line,
				 struct alloc_tag_record *found)
{
	struct alloc_tag_records copy = { };
	struct alloc_tag_record *record;
	unsigned int bucket, nr = 0;
	bool matches;

	alloc_tag_lock();
	for (bucket = 0; bucket < alloc_tag_records_buckets(); bucket++) {
		if (alloc_tag_records_empty(bucket) || alloc_tag_records_copy(&copy, bucket))
			continue;
		for (record = copy.record; record < copy.record + copy.nr; record++) {
			matches = alloc_tag_record_line(record) == line;
			if (key)
				matches = record->key == key && alloc_tag_record_line(record);
			if (matches) {
				*found = *record;
				nr++;
			}
		}
	}
	alloc_tag_unlock();
	kvfree(copy.record);
	return nr;
}

/* The same for the address @key. The number must be 0 or 1. */
static unsigned int find_record(const void *key, struct alloc_tag_record *found)
{
	return find_records(key, NULL, found);
}

/* Read so that sizes are not constants for the compiler. */
static size_t small = 84;

static noinline void *new_object(struct alloc_tag_site *at)
{
	void *obj = ALLOC_TAG_AT(at, kmalloc(small, GFP_KERNEL));

	/* Not a tail call, which would not be in the call stack. */
	barrier();
	return obj;
}

static noinline struct page *new_pages(struct alloc_tag_site *at, unsigned int order)
{
	struct page *page = ALLOC_TAG_AT(at, alloc_pages(GFP_KERNEL, order));

	barrier();
	return page;
}

static noinline void __percpu *new_percpu(struct alloc_tag_site *at)
{
	void __percpu *obj = ALLOC_TAG_AT(at, __alloc_percpu(small + 1, 8));

	barrier();
	return obj;
}

/* Learn the line of new_object(), and stop watching it. */
static const struct alloc_tag *object_line(struct kunit *test, struct alloc_tag_site *at)
{
	const struct alloc_tag *tag;

	kfree(new_object(at));
	tag = alloc_tag_find(at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	KUNIT_ASSERT_EQ(test, watch(at, "="), 1);
	return tag;
}

static const struct alloc_tag *page_line(struct kunit *test, struct alloc_tag_site *at)
{
	const struct alloc_tag *tag;

	__free_pages(new_pages(at, 0), 0);
	tag = alloc_tag_find(at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	KUNIT_ASSERT_EQ(test, watch(at, "="), 1);
	return tag;
}

/* All that was allocated on the line of @tag has been freed. */
static void expect_nothing(struct kunit *test, const struct alloc_tag *tag,
			   const struct alloc_tag_site *at)
{
	struct alloc_tag_totals sum;

	alloc_tag_read(alloc_tag_to_idx(tag), &sum);
	KUNIT_EXPECT_EQ(test, sum.bytes, 0LL);
	KUNIT_EXPECT_EQ(test, sum.allocs, sum.frees);
	KUNIT_EXPECT_EQ(test, atomic_read(&line_at(at)->quota.records), 0);
}

/* The record of an object has everything in it, and goes with the object. */
static noinline void test_object_record(struct kunit *test)
{
	struct alloc_tag_record record;
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	void *obj;

	tag = object_line(test, &at);
	KUNIT_ASSERT_EQ(test, watch(&at, "=cs"), 1);
	obj = new_object(&at);
	KUNIT_ASSERT_NOT_NULL(test, obj);

	KUNIT_ASSERT_EQ(test, find_record(obj, &record), 1);
	KUNIT_EXPECT_EQ(test, record.idx, alloc_tag_to_idx(tag));
	KUNIT_EXPECT_EQ(test, record.requested, small);
	KUNIT_EXPECT_EQ(test, record.given, alloc_tag_slab_bytes(obj));
	KUNIT_EXPECT_EQ(test, (__force unsigned int)record.gfp, (__force unsigned int)GFP_KERNEL);
	KUNIT_EXPECT_EQ(test, record.nid, page_to_nid(virt_to_page(obj)));
	KUNIT_EXPECT_EQ(test, record.pid, current->pid);
	KUNIT_EXPECT_EQ(test, record.tgid, current->tgid);
	KUNIT_EXPECT_STREQ(test, record.comm, current->comm);
	KUNIT_EXPECT_EQ(test, record.level, 0);
	KUNIT_EXPECT_EQ(test, record.memory, ALLOC_TAG_OBJECT);
	/* kmalloc() of a constant size calls kmalloc_trace() in 6.1. */
	KUNIT_EXPECT_TRUE(test,
			  alloc_tag_in_stack(record.stack, "__kmalloc") ||
			  alloc_tag_in_stack(record.stack, "kmalloc_trace"));
	KUNIT_EXPECT_TRUE(test, alloc_tag_in_stack(record.stack, "new_object"));
	KUNIT_EXPECT_TRUE(test, alloc_tag_in_stack(record.stack, "test_object_record"));
	KUNIT_EXPECT_FALSE(test, alloc_tag_in_stack(record.stack, "alloc_tag_"));
	KUNIT_EXPECT_FALSE(test, alloc_tag_in_stack(record.stack, "__alloc_tag_"));

	kfree(obj);
	KUNIT_EXPECT_EQ(test, find_record(obj, &record), 0);
	expect_nothing(test, tag, &at);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

/* Pages have a record, and their parts do after a split. */
static void test_page_record(struct kunit *test)
{
	struct alloc_tag_record record;
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	struct page *page;
	unsigned int i;

	tag = page_line(test, &at);
	KUNIT_ASSERT_EQ(test, watch(&at, "=c"), 1);
	page = new_pages(&at, 2);
	KUNIT_ASSERT_NOT_NULL(test, page);
	KUNIT_ASSERT_EQ(test, find_record(page_key(page), &record), 1);
	KUNIT_EXPECT_EQ(test, record.given, 4 * PAGE_SIZE);
	KUNIT_EXPECT_EQ(test, record.nid, page_to_nid(page));
	KUNIT_EXPECT_EQ(test, record.memory, ALLOC_TAG_PAGES);
	KUNIT_EXPECT_TRUE(test, alloc_tag_in_stack(record.stack, "__alloc_pages"));
	KUNIT_EXPECT_TRUE(test, alloc_tag_in_stack(record.stack, "new_pages"));
	KUNIT_EXPECT_FALSE(test, alloc_tag_in_stack(record.stack, "alloc_tag_"));
	KUNIT_EXPECT_FALSE(test, alloc_tag_in_stack(record.stack, "__alloc_tag_"));

	split_page(page, 2);
	for (i = 0; i < 4; i++) {
		KUNIT_EXPECT_EQ(test, find_record(page_key(page + i), &record), 1);
		KUNIT_EXPECT_EQ(test, record.given, PAGE_SIZE);
	}
	KUNIT_EXPECT_EQ(test, atomic_read(&line_at(&at)->quota.records), 4);
	for (i = 0; i < 4; i++)
		__free_page(page + i);
	expect_nothing(test, tag, &at);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

/* Pages of which another reference keeps the first one. */
static void test_page_kept(struct kunit *test)
{
	struct alloc_tag_record record;
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	struct page *page;

	tag = page_line(test, &at);
	KUNIT_ASSERT_EQ(test, watch(&at, "=c"), 1);
	page = new_pages(&at, 1);
	KUNIT_ASSERT_NOT_NULL(test, page);
	get_page(page);
	__free_pages(page, 1);
	KUNIT_EXPECT_EQ(test, find_record(page_key(page), &record), 1);
	KUNIT_EXPECT_EQ(test, record.given, PAGE_SIZE);
	put_page(page);
	expect_nothing(test, tag, &at);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

/*
 * So does a per-CPU object. Its sizes include all copies, and it has no
 * node.
 */
static void test_percpu_record(struct kunit *test)
{
	const unsigned int copies = num_possible_cpus();
	struct alloc_tag_record record;
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	void __percpu *obj[3];
	unsigned int i;

	free_percpu(new_percpu(&at));
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	KUNIT_ASSERT_EQ(test, watch(&at, "="), 1);
	KUNIT_ASSERT_EQ(test, watch(&at, "=cslrp"), 1);
	obj[0] = new_percpu(&at);
	KUNIT_ASSERT_NOT_NULL(test, (__force void *)obj[0]);

	KUNIT_ASSERT_EQ(test, find_records(NULL, line_at(&at), &record), 1);
	KUNIT_EXPECT_EQ(test, record.idx, alloc_tag_to_idx(tag));
	KUNIT_EXPECT_EQ(test, record.requested, (small + 1) * copies);
	KUNIT_EXPECT_EQ(test, record.given, (small + PCPU_MIN_ALLOC_SIZE) * copies);
	KUNIT_EXPECT_EQ(test, (__force unsigned int)record.gfp, (__force unsigned int)GFP_KERNEL);
	KUNIT_EXPECT_EQ(test, record.nid, NUMA_NO_NODE);
	KUNIT_EXPECT_EQ(test, record.memory, ALLOC_TAG_PERCPU);
	KUNIT_EXPECT_TRUE(test, alloc_tag_in_stack(record.stack, "pcpu_alloc"));
	KUNIT_EXPECT_TRUE(test, alloc_tag_in_stack(record.stack, "new_percpu"));
	KUNIT_EXPECT_FALSE(test, alloc_tag_in_stack(record.stack, "alloc_tag_"));
	KUNIT_EXPECT_FALSE(test, alloc_tag_in_stack(record.stack, "__alloc_tag_"));
	KUNIT_EXPECT_EQ(test, atomic64_read(&line_at(&at)->requested), (small + 1) * copies);
	KUNIT_EXPECT_EQ(test, line_at(&at)->peak, record.given);

	/* Each has a record. */
	for (i = 1; i < ARRAY_SIZE(obj); i++)
		obj[i] = new_percpu(&at);
	KUNIT_EXPECT_EQ(test, find_records(NULL, line_at(&at), &record), ARRAY_SIZE(obj));
	KUNIT_EXPECT_EQ(test, atomic_long_read(&line_at(&at)->quota.missed), 0);
	for (i = 0; i < ARRAY_SIZE(obj); i++)
		free_percpu(obj[i]);
	expect_nothing(test, tag, &at);

	/* Without a record, but with its bit in the slot. */
	if (IS_ENABLED(CONFIG_EVENT_TRACING)) {
		KUNIT_ASSERT_EQ(test, watch(&at, "=e"), 1);
		free_percpu(new_percpu(&at));
		obj[0] = new_percpu(&at);
		KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
		free_percpu(obj[0]);
		expect_nothing(test, tag, &at);
	}
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

/* Objects beyond the limit are counted as missed, and have no record. */
static void test_limited(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	void *obj[ALLOC_TAG_KUNIT_OBJS];
	unsigned int i;

	tag = object_line(test, &at);
	KUNIT_ASSERT_EQ(test, watch(&at, "=c limit=3"), 1);
	for (i = 0; i < ARRAY_SIZE(obj); i++)
		obj[i] = new_object(&at);
	KUNIT_EXPECT_EQ(test, atomic_read(&line_at(&at)->quota.records), 3);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&line_at(&at)->quota.missed), ARRAY_SIZE(obj) - 3);
	for (i = 0; i < ARRAY_SIZE(obj); i++)
		kfree(obj[i]);
	expect_nothing(test, tag, &at);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

/*
 * So are objects beyond the limit of all lines, although their line has room.
 * (No record at all has room here, because other lines may be watched.)
 */
static void test_limited_in_all(struct kunit *test)
{
	struct alloc_tag_quota *all = &alloc_tag_all_quota;
	const unsigned int limit = all->limit;
	struct alloc_tag_record record;
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	void *obj;

	tag = object_line(test, &at);
	KUNIT_ASSERT_EQ(test, watch(&at, "=c"), 1);
	WRITE_ONCE(all->limit, 0);
	obj = new_object(&at);
	WRITE_ONCE(all->limit, limit);
	KUNIT_EXPECT_EQ(test, find_record(obj, &record), 0);
	KUNIT_EXPECT_EQ(test, atomic_read(&line_at(&at)->quota.records), 0);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&line_at(&at)->quota.missed), 1);
	KUNIT_EXPECT_GE(test, atomic_long_read(&all->missed), 1);
	atomic_long_set(&all->missed, 0);
	kfree(obj);

	obj = new_object(&at);
	KUNIT_EXPECT_EQ(test, find_record(obj, &record), 1);
	KUNIT_EXPECT_GE(test, atomic_read(&all->records), 1);
	kfree(obj);
	expect_nothing(test, tag, &at);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

/* A record of every 4th object only, and of one in a number of bytes. */
static void test_every(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	void *obj[ALLOC_TAG_KUNIT_OBJS];
	unsigned int i, round;
	char text[40];

	tag = object_line(test, &at);
	for (round = 0; round < 2; round++) {
		obj[0] = new_object(&at);
		KUNIT_ASSERT_NOT_NULL(test, obj[0]);
		snprintf(text, sizeof(text), round ? "=c bytes=%zu" : "=c every=4",
			 4 * alloc_tag_slab_bytes(obj[0]));
		kfree(obj[0]);
		KUNIT_ASSERT_EQ(test, watch(&at, text), 1);
		for (i = 0; i < ARRAY_SIZE(obj); i++)
			obj[i] = new_object(&at);
		KUNIT_EXPECT_EQ(test, atomic_read(&line_at(&at)->quota.records),
				ARRAY_SIZE(obj) / 4);
		KUNIT_EXPECT_EQ(test, atomic_long_read(&line_at(&at)->quota.missed), 0);
		for (i = 0; i < ARRAY_SIZE(obj); i++)
			kfree(obj[i]);
		expect_nothing(test, tag, &at);
		KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
	}
}

/* The record goes with the object, also if the line isn't watched any more. */
static void test_no_longer_watched(struct kunit *test)
{
	struct alloc_tag_record record;
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	void *obj, *other;

	tag = object_line(test, &at);
	KUNIT_ASSERT_EQ(test, watch(&at, "=c"), 1);
	obj = new_object(&at);
	KUNIT_ASSERT_EQ(test, watch(&at, "-c"), 1);
	other = new_object(&at);
	KUNIT_EXPECT_EQ(test, find_record(obj, &record), 1);
	KUNIT_EXPECT_EQ(test, find_record(other, &record), 0);
	kfree(obj);
	kfree(other);
	KUNIT_EXPECT_EQ(test, find_record(obj, &record), 0);
	expect_nothing(test, tag, &at);
}

struct interrupt {
	struct irq_work work;
	struct alloc_tag_site at;
	void *obj;
};

static void alloc_in_interrupt(struct irq_work *work)
{
	struct interrupt *in = container_of(work, struct interrupt, work);

	in->obj = ALLOC_TAG_AT(&in->at, kmalloc(small, GFP_ATOMIC));
}

/* A record can be made in an interrupt, and says so. */
static void test_interrupt(struct kunit *test)
{
	static struct interrupt in;
	struct alloc_tag_record record;
	const struct alloc_tag *tag;
	unsigned int round;

	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		kunit_skip(test, "PREEMPT_RT can't allocate in interrupts");
	in.work = IRQ_WORK_INIT_HARD(alloc_in_interrupt);
	/* The first round is to learn the line. */
	for (round = 0; round < 2; round++) {
		KUNIT_EXPECT_TRUE(test, irq_work_queue(&in.work));
		irq_work_sync(&in.work);
		KUNIT_ASSERT_NOT_NULL(test, in.obj);
		if (round) {
			KUNIT_ASSERT_EQ(test, find_record(in.obj, &record), 1);
			KUNIT_EXPECT_EQ(test, record.level, 2);
			KUNIT_EXPECT_TRUE(test, alloc_tag_in_stack(record.stack,
								   "alloc_in_interrupt"));
		} else {
			KUNIT_ASSERT_EQ(test, watch(&in.at, "=c"), 1);
		}
		kfree(in.obj);
	}
	tag = alloc_tag_find(&in.at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	expect_nothing(test, tag, &in.at);
	KUNIT_EXPECT_EQ(test, watch(&in.at, "="), 1);
}

/* Requested sizes are summed up. No records are needed. */
static void test_requested(struct kunit *test)
{
	struct alloc_tag_site at;
	struct alloc_tag_line *line;
	size_t bytes = 0;
	unsigned int i;
	void *obj;

	object_line(test, &at);
	KUNIT_ASSERT_EQ(test, watch(&at, "=r"), 1);
	for (i = 0; i < ALLOC_TAG_KUNIT_OBJS; i++) {
		obj = new_object(&at);
		KUNIT_ASSERT_NOT_NULL(test, obj);
		bytes += alloc_tag_slab_bytes(obj);
		kfree(obj);
	}
	line = line_at(&at);
	KUNIT_EXPECT_EQ(test, atomic64_read(&line->calls), ALLOC_TAG_KUNIT_OBJS);
	KUNIT_EXPECT_EQ(test, atomic64_read(&line->requested), ALLOC_TAG_KUNIT_OBJS * small);
	KUNIT_EXPECT_EQ(test, atomic64_read(&line->given), bytes);
	KUNIT_EXPECT_EQ(test, atomic_read(&line->quota.records), 0);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&line->quota.missed), 0);

	/* They begin at 0 when the flag is set again. */
	KUNIT_EXPECT_EQ(test, watch(&at, "-r"), 1);
	KUNIT_EXPECT_EQ(test, watch(&at, "+r"), 1);
	KUNIT_EXPECT_EQ(test, atomic64_read(&line_at(&at)->calls), 0);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

/* The clock of another CPU may be behind the allocating CPU's. */
static void test_age_of_future(struct kunit *test)
{
	struct alloc_tag_record record = { .time = ktime_get_mono_fast_ns() + NSEC_PER_SEC };

	KUNIT_EXPECT_EQ(test, alloc_tag_record_age(&record), 0);
}

static void test_age_classes(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, alloc_tag_age_class(0), 0);
	KUNIT_EXPECT_EQ(test, alloc_tag_age_class(999), 0);
	KUNIT_EXPECT_EQ(test, alloc_tag_age_class(1000), 1);
	KUNIT_EXPECT_EQ(test, alloc_tag_age_class(1999), 1);
	KUNIT_EXPECT_EQ(test, alloc_tag_age_class(2000), 2);
	KUNIT_EXPECT_EQ(test, alloc_tag_age_class(1000 * NSEC_PER_USEC), 10);
	KUNIT_EXPECT_EQ(test, alloc_tag_age_class(U64_MAX), ALLOC_TAG_AGES - 1);
}

/* Objects are counted by their age, when they are freed and while they live. */
static void test_lifetimes(struct kunit *test)
{
	const unsigned int at_least = alloc_tag_age_class(3 * NSEC_PER_MSEC);
	unsigned int young = 0, old = 0, class;
	struct alloc_tag_line *line;
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	void *obj[2];
	u64 start;

	tag = object_line(test, &at);
	KUNIT_ASSERT_EQ(test, watch(&at, "=l"), 1);
	obj[0] = new_object(&at);
	obj[1] = new_object(&at);
	/* By the clock of the records; mdelay() may use another one. */
	start = alloc_tag_watch_now();
	while (alloc_tag_watch_now() - start < 3 * NSEC_PER_MSEC)
		usleep_range(500, 1000);
	kfree(obj[0]);

	line = line_at(&at);
	alloc_tag_lock();
	KUNIT_EXPECT_EQ(test, alloc_tag_records_age(), 0);
	alloc_tag_unlock();
	KUNIT_EXPECT_GE(test, line->ages->oldest, 3 * NSEC_PER_MSEC);
	for (class = 0; class < ALLOC_TAG_AGES; class++) {
		if (class < at_least)
			young += atomic_long_read(&line->ages->freed[class]) +
				 line->ages->live[class];
		else
			old += atomic_long_read(&line->ages->freed[class]) * 10 +
			       line->ages->live[class];
	}
	KUNIT_EXPECT_EQ(test, young, 0);
	KUNIT_EXPECT_EQ(test, old, 11);
	kfree(obj[1]);
	expect_nothing(test, tag, &at);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

/* The peak is the most that was live at once, until it is reset. */
static void test_peak(struct kunit *test)
{
	struct alloc_tag_line *line;
	struct alloc_tag_site at;
	size_t bytes = 0;
	unsigned int i;
	void *obj[5];

	object_line(test, &at);
	KUNIT_ASSERT_EQ(test, watch(&at, "=p"), 1);
	line = line_at(&at);
	for (i = 0; i < ARRAY_SIZE(obj); i++) {
		obj[i] = new_object(&at);
		KUNIT_ASSERT_NOT_NULL(test, obj[i]);
		bytes += alloc_tag_slab_bytes(obj[i]);
	}
	for (i = 0; i < ARRAY_SIZE(obj); i++)
		kfree(obj[i]);
	kfree(new_object(&at));
	KUNIT_EXPECT_EQ(test, line->peak, bytes);
	KUNIT_EXPECT_LE(test, line->peak_time, alloc_tag_watch_now());
	alloc_tag_line_reset_peak(line);
	KUNIT_EXPECT_EQ(test, line->peak, 0);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

/*
 * What an allocator charges itself has no record, and is counted as missed. It
 * counts for the flags that need no record.
 */
static void test_charged(struct kunit *test)
{
	struct alloc_tag_site at;
	alloc_tag_idx_t idx;
	unsigned int round;

	for (round = 0; round < 2; round++) {
		idx = ALLOC_TAG_AT(&at, alloc_tag_charge(alloc_tag_here(), 100));
		alloc_tag_uncharge(idx, 100);
		if (!round) {
			/* In two steps, so that what is missed begins at 0. */
			KUNIT_ASSERT_EQ(test, watch(&at, "="), 1);
			KUNIT_ASSERT_EQ(test, watch(&at, "=crp"), 1);
		}
	}
	KUNIT_EXPECT_EQ(test, atomic_long_read(&line_at(&at)->quota.missed), 1);
	KUNIT_EXPECT_EQ(test, atomic64_read(&line_at(&at)->calls), 1);
	KUNIT_EXPECT_EQ(test, atomic64_read(&line_at(&at)->given), 100);
	KUNIT_EXPECT_EQ(test, line_at(&at)->peak, 100);
	KUNIT_EXPECT_EQ(test, atomic_read(&line_at(&at)->quota.records), 0);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

/*
 * If the slot of an object with a record is overwritten, the record is replaced
 * when the object is allocated again.
 */
static void test_overwritten(struct kunit *test)
{
	struct alloc_tag_record record;
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	alloc_tag_idx_t idx;
	unsigned int i;
	void *obj;

	tag = object_line(test, &at);
	KUNIT_ASSERT_EQ(test, watch(&at, "=c"), 1);
	obj = new_object(&at);
	KUNIT_ASSERT_NOT_NULL(test, obj);
	idx = alloc_tag_slab_overwrite(obj, alloc_tag_to_idx(tag));
	KUNIT_EXPECT_EQ(test, idx, (alloc_tag_idx_t)(alloc_tag_to_idx(tag) | ALLOC_TAG_IDX_RECORD));
	KUNIT_ASSERT_EQ(test, find_record(obj, &record), 1);
	kfree(obj);
	KUNIT_EXPECT_EQ(test, find_record(obj, &record), 1);
	for (i = 0; i < 1000; i++) {
		void *again = new_object(&at);

		kfree(again);
		if (again == obj)
			break;
	}
	if (i == 1000)
		kunit_skip(test, "the object was not allocated again");
	KUNIT_EXPECT_EQ(test, find_record(obj, &record), 0);
	expect_nothing(test, tag, &at);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}

/*
 * Leave a record behind that no free drops, as after an overwritten slot. It
 * goes when the module is unloaded, which is tested in
 * testsuite/kernel/watch/kunit-watched.exp.
 */
static void test_stale(struct kunit *test)
{
	struct alloc_tag_record record;
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	unsigned int round;
	void *obj;

	for (round = 0; round < 2; round++) {
		obj = ALLOC_TAG_AT(&at, kmalloc(small, GFP_KERNEL));
		KUNIT_ASSERT_NOT_NULL(test, obj);
		tag = alloc_tag_find(&at);
		KUNIT_ASSERT_NOT_NULL(test, tag);
		if (round)
			alloc_tag_slab_overwrite(obj, alloc_tag_to_idx(tag));
		kfree(obj);
		KUNIT_ASSERT_EQ(test, watch(&at, round ? "=" : "=c"), 1);
	}
	KUNIT_EXPECT_LE(test, find_record(obj, &record), 1);
}

#ifdef CONFIG_EVENT_TRACING
/*
 * Memory of a line with trace events has ALLOC_TAG_IDX_RECORD in its slot, so
 * that its free is an event, although it has no record. It is uncharged like
 * all other memory, also after the flag was removed. The events themselves are
 * tested in testsuite/kernel/watch/events.exp.
 */
static void test_events_of_objects(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	alloc_tag_idx_t idx;
	unsigned int round;
	void *obj[2];

	tag = object_line(test, &at);
	/* Without records, and with them. */
	for (round = 0; round < 2; round++) {
		KUNIT_ASSERT_EQ(test, watch(&at, round ? "=ec" : "=e"), 1);
		obj[0] = new_object(&at);
		obj[1] = new_object(&at);
		KUNIT_ASSERT_NOT_NULL(test, obj[0]);
		KUNIT_ASSERT_NOT_NULL(test, obj[1]);
		KUNIT_EXPECT_EQ(test, atomic_read(&line_at(&at)->quota.records), 2 * round);
		idx = alloc_tag_slab_overwrite(obj[0], 0);
		KUNIT_EXPECT_EQ(test, idx,
				(alloc_tag_idx_t)(alloc_tag_to_idx(tag) | ALLOC_TAG_IDX_RECORD));
		alloc_tag_slab_overwrite(obj[0], idx);
		kfree(obj[0]);
		KUNIT_EXPECT_EQ(test, watch(&at, "-e"), 1);
		kfree(obj[1]);
		expect_nothing(test, tag, &at);
	}
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
	/* If samples are taken, some objects have a record, but not all. */
	for (round = 0; round < 100; round++) {
		obj[0] = new_object(&at);
		KUNIT_ASSERT_NOT_NULL(test, obj[0]);
		idx = alloc_tag_slab_overwrite(obj[0], 0);
		alloc_tag_slab_overwrite(obj[0], idx);
		kfree(obj[0]);
		if (!alloc_tag_idx_has_record(idx))
			break;
	}
	KUNIT_EXPECT_EQ(test, idx, (alloc_tag_idx_t)alloc_tag_to_idx(tag));
	expect_nothing(test, tag, &at);
}

/*
 * A record that was left behind, as after an overwritten slot, does not keep
 * the next object at that address, which has none, from being uncharged.
 */
static void test_events_after_stale(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at, stale_at;
	void *obj, *again = NULL;
	unsigned int i, round;

	tag = object_line(test, &at);
	for (round = 0; round < 2; round++) {
		obj = ALLOC_TAG_AT(&stale_at, kmalloc(small, GFP_KERNEL));
		KUNIT_ASSERT_NOT_NULL(test, obj);
		if (round)
			alloc_tag_slab_overwrite(obj, alloc_tag_to_idx(alloc_tag_find(&stale_at)));
		kfree(obj);
		KUNIT_ASSERT_EQ(test, watch(&stale_at, round ? "=" : "=c"), 1);
	}
	/* The state of the line is there as long as the record is. */
	if (!line_at(&stale_at))
		kunit_skip(test, "another object has replaced the record");
	KUNIT_EXPECT_EQ(test, atomic_read(&line_at(&stale_at)->quota.records), 1);
	KUNIT_ASSERT_EQ(test, watch(&at, "=e"), 1);
	for (i = 0; i < 1000 && again != obj; i++) {
		again = new_object(&at);
		kfree(again);
	}
	expect_nothing(test, tag, &at);
	if (again == obj)
		KUNIT_EXPECT_EQ(test, atomic_read(&line_at(&stale_at)->quota.records), 0);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
	if (again != obj)
		kunit_skip(test, "the object was not allocated again");
}

/* As new_object(), on a line that no other test watches. */
static noinline void *new_other(struct alloc_tag_site *at)
{
	return ALLOC_TAG_AT(at, kmalloc(small, GFP_KERNEL));
}

/* The state of a line is freed with its last flag, if nothing needs it. */
static void test_state_freed(struct kunit *test)
{
	struct alloc_tag_line *line;
	struct alloc_tag_site at;
	void *obj;

	kfree(new_other(&at));
	line = line_at(&at);
	if (line && line->events)
		kunit_skip(test, "the line had trace events before");
	KUNIT_ASSERT_EQ(test, watch(&at, "="), 1);
	KUNIT_EXPECT_NULL(test, line_at(&at));
	KUNIT_EXPECT_EQ(test, watch(&at, "+l"), 1);
	KUNIT_EXPECT_NOT_NULL(test, line_at(&at));
	KUNIT_EXPECT_EQ(test, watch(&at, "-l"), 1);
	KUNIT_EXPECT_NULL(test, line_at(&at));

	/* A limit, until "=" resets it. */
	KUNIT_EXPECT_EQ(test, watch(&at, "=c every=2"), 1);
	KUNIT_EXPECT_EQ(test, watch(&at, "-c"), 1);
	KUNIT_EXPECT_NOT_NULL(test, line_at(&at));
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
	KUNIT_EXPECT_NULL(test, line_at(&at));

	/* A record. */
	KUNIT_EXPECT_EQ(test, watch(&at, "=c"), 1);
	obj = new_other(&at);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
	KUNIT_EXPECT_NOT_NULL(test, line_at(&at));
	kfree(obj);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
	KUNIT_EXPECT_NULL(test, line_at(&at));

	/* Slots of objects that had trace events. */
	KUNIT_EXPECT_EQ(test, watch(&at, "=e"), 1);
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
	KUNIT_EXPECT_NOT_NULL(test, line_at(&at));
}

/* As for objects: pages that are split, and pages with another reference. */
static void test_events_of_pages(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	struct page *page;
	unsigned int i, round;

	tag = page_line(test, &at);
	for (round = 0; round < 2; round++) {
		KUNIT_ASSERT_EQ(test, watch(&at, "=e"), 1);
		page = new_pages(&at, 2);
		KUNIT_ASSERT_NOT_NULL(test, page);
		split_page(page, 2);
		if (round)
			KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
		for (i = 0; i < 4; i++)
			__free_page(page + i);
		expect_nothing(test, tag, &at);

		KUNIT_ASSERT_EQ(test, watch(&at, "=e"), 1);
		page = new_pages(&at, 1);
		KUNIT_ASSERT_NOT_NULL(test, page);
		get_page(page);
		__free_pages(page, 1);
		put_page(page);
		expect_nothing(test, tag, &at);
	}
	KUNIT_EXPECT_EQ(test, watch(&at, "="), 1);
}
#endif

/* No line matches. */
static void test_no_match(struct kunit *test)
{
	const struct alloc_tag_site nowhere = { "nowhere.c", "nothing", 1 };

	KUNIT_EXPECT_EQ(test, watch(&nowhere, "=c"), -ENOENT);
}

#ifdef CONFIG_ALLOC_TAG_ALLOCATOR_NAMES
/* Lines can be selected by the allocator that they call. */
static void test_by_allocator(struct kunit *test)
{
	struct alloc_tag_site object, pages;

	object_line(test, &object);
	page_line(test, &pages);
	KUNIT_EXPECT_EQ(test, watch(&object, "allocator kmalloc ="), 1);
	KUNIT_EXPECT_EQ(test, watch(&object, "allocator kma* ="), 1);
	KUNIT_EXPECT_EQ(test, watch(&object, "allocator malloc ="), -ENOENT);
	KUNIT_EXPECT_EQ(test, watch(&object, "allocator alloc_pages ="), -ENOENT);
	KUNIT_EXPECT_EQ(test, watch(&pages, "allocator alloc_pages ="), 1);
	KUNIT_EXPECT_EQ(test, watch(&pages, "allocator kmalloc ="), -ENOENT);
}
#endif

static struct kunit_case cases[] = {
	KUNIT_CASE(test_object_record),
	KUNIT_CASE(test_page_record),
	KUNIT_CASE(test_page_kept),
	KUNIT_CASE(test_percpu_record),
	KUNIT_CASE(test_limited),
	KUNIT_CASE(test_limited_in_all),
	KUNIT_CASE(test_every),
	KUNIT_CASE(test_no_longer_watched),
	KUNIT_CASE(test_interrupt),
	KUNIT_CASE(test_requested),
	KUNIT_CASE(test_age_of_future),
	KUNIT_CASE(test_age_classes),
	KUNIT_CASE(test_lifetimes),
	KUNIT_CASE(test_peak),
	KUNIT_CASE(test_charged),
#ifdef CONFIG_EVENT_TRACING
	KUNIT_CASE(test_events_of_objects),
	KUNIT_CASE(test_events_after_stale),
	KUNIT_CASE(test_state_freed),
	KUNIT_CASE(test_events_of_pages),
#endif
#ifdef CONFIG_ALLOC_TAG_ALLOCATOR_NAMES
	KUNIT_CASE(test_by_allocator),
#endif
	KUNIT_CASE(test_overwritten),
	KUNIT_CASE(test_stale),
	KUNIT_CASE(test_no_match),
	{ }
};

ALLOC_TAG_SUITE(watch);
