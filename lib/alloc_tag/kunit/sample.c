// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: KUnit tests of samples.
 *
 * The tests set rates at which much of the kernel's other memory is sampled,
 * too. They look only at samples of lines in this file. The rate
 * that there was before is set again.
 *
 * There are two suites: with vm.mem_profiling=1, and with samples alone.
 */
#include <linux/cpumask.h>
#include <linux/gfp.h>
#include <linux/irqflags.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kfence.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "kunit.h"
#include "../sample/sample.h"
#ifdef CONFIG_ALLOC_TAG_WATCH
#include "watch.h"
#endif

/* Is a function in the call stack @stack whose name begins with @function? */
bool alloc_tag_in_stack(depot_stack_handle_t stack, const char *function)
{
	unsigned long *entries;
	unsigned int i, nr = stack ? stack_depot_fetch(stack, &entries) : 0;
	char name[KSYM_SYMBOL_LEN];

	for (i = 0; i < nr; i++) {
		snprintf(name, sizeof(name), "%ps", (void *)entries[i]);
		if (!strncmp(name, function, strlen(function)))
			return true;
	}
	return false;
}

/* At this rate nearly every allocation is a sample: all but exp(-64). */
#define EVERY_BYTE	1

/* The rate and the limit before a test. */
static struct alloc_tag_sampling old_sampling;
static unsigned int old_limit;

/* Take a sample in @bytes, or none. Returns 0 or a negative error. */
static int set_rate(u64 bytes, unsigned int limit)
{
	int err;

	alloc_tag_lock();
	err = alloc_tag_sample_set(bytes, limit);
	alloc_tag_unlock();
	return err;
}

static int sample_test_init(struct kunit *test)
{
	old_sampling = alloc_tag_sampling;
	old_limit = alloc_tag_sample_quota.limit;
	return alloc_tag_test_init(test);
}

static void sample_test_exit(struct kunit *test)
{
	set_rate(old_sampling.on ? old_sampling.bytes : 0, old_limit);
	alloc_tag_test_exit(test);
}

/* What the samples of a line represent. */
struct estimate {
	u64 bytes;
	u64 bytes_variance;	/* as in struct alloc_tag_stack */
	u64 calls;		/* with ALLOC_TAG_CALLS_SHIFT fractional bits */
	unsigned int records;
	depot_stack_handle_t stack;
};

/* Add up the samples of the line at @at. Returns 0 or a negative error. */
static int estimate(const struct alloc_tag_site *at, struct estimate *sum)
{
	const struct alloc_tag *tag = alloc_tag_find(at);
	struct alloc_tag_stacks stacks = { };
	size_t i;
	int err;

	memset(sum, 0, sizeof(*sum));
	if (!tag)
		return -ENOENT;
	err = alloc_tag_stacks_collect(&stacks, true);
	for (i = 0; i < stacks.nr && !err; i++) {
		if (stacks.stack[i].idx != alloc_tag_to_idx(tag))
			continue;
		sum->bytes += stacks.stack[i].bytes;
		sum->bytes_variance += stacks.stack[i].bytes_variance;
		sum->calls += stacks.stack[i].calls;
		sum->records += stacks.stack[i].records;
		sum->stack = stacks.stack[i].stack;
	}
	kvfree(stacks.stack);
	return err;
}

/* The number of samples of the line at @at; -1 if that is not known. */
static int samples_at(const struct alloc_tag_site *at)
{
	struct estimate sum;

	return estimate(at, &sum) ? -1 : sum.records;
}

/* Check that @got and @want differ by @allowed at most. */
static void expect_near(struct kunit *test, const char *what, u64 got, u64 want, u64 allowed)
{
	u64 off = got > want ? got - want : want - got;

	KUNIT_EXPECT_LE_MSG(test, off, allowed, "%s: got %llu, want %llu", what, got, want);
}

/* -ln(@random / 2^64) * 2^32, computed with 60 digits. */
static const struct {
	u64 random;
	u64 ln;
} logarithms[] = {
	{ 1, 190530846196 },
	{ 3, 185812342346 },
	{ 1ULL << 32, 95265423098 },
	{ 12345678901234567890ULL, 1724780554 },
	{ 1ULL << 63, 2977044472 },
	{ 0xb504f333f9de6484ULL, 1488522236 },
	{ U64_MAX - (1ULL << 40) + 1, 256 },
	{ U64_MAX, 0 },
};

static void test_logarithm(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(logarithms); i++)
		expect_near(test, "logarithm", alloc_tag_sample_ln(logarithms[i].random),
			    logarithms[i].ln, 2);
}

/* 2^32 / (1 - exp(-@bytes / @mean)), computed with 60 digits. */
static const struct {
	u64 bytes;
	u64 mean;
	u64 weight;
} weights[] = {
	{ 1, 1000000000, 4294967298147483648ULL },
	{ 8, 1 << 30, 576460754450907139ULL },
	{ 16, 524288, 140739635849899 },
	{ 64, 524288, 35186519616171 },
	{ 4096, 524288, 551906093736 },
	{ 65536, 524288, 36551949612 },
	{ 65537, 524288, 36551426014 },
	{ 262144, 524288, 10915633967 },
	{ 524288, 524288, 6794538219 },
	{ 1572864, 524288, 4520005099 },
	{ 4194304, 524288, 4296408581 },
	{ U32_MAX, 1 << 30, 4375100049 },
	{ 1, 7, 32263367900 },
	{ 1, 1, 6794538219 },
	{ 31, 1, 4294967296 },
	{ 32, 1, 4294967296 },
	{ 1000000000, 1, 4294967296 },
};

static void test_weight(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(weights); i++)
		expect_near(test, "weight",
			    alloc_tag_sample_weight(weights[i].bytes, weights[i].mean),
			    weights[i].weight, div_u64(weights[i].weight, 10000000) + 1);
}

/*
 * What a hook does whose countdown got below 0, after something else happened
 * on the CPU: @countdown is what it finds then. A new countdown begins each
 * time.
 */
static void due_with(struct kunit *test, long countdown, size_t bytes, bool want)
{
	unsigned long flags;
	long left;
	bool due;

	local_irq_save(flags);
	this_cpu_write(alloc_tag_countdown, countdown);
	due = alloc_tag_sample_due(bytes);
	left = this_cpu_read(alloc_tag_countdown);
	local_irq_restore(flags);
	KUNIT_EXPECT_EQ_MSG(test, due, want, "%ld, %zu bytes", countdown, bytes);
	KUNIT_EXPECT_GE(test, left, 0);
}

static void test_due(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, set_rate(4096, 0), 0);
	/* It was from 0 to 99 before, and 100 bytes got it below 0. */
	due_with(test, -1, 100, true);
	due_with(test, -100, 100, true);
	/* It was below 0: the sample is the allocation that was interrupted. */
	due_with(test, -101, 100, false);
	/* That one comes after it, or continues on another CPU. */
	due_with(test, 0, 100, true);
	due_with(test, 5000, 100, true);
	/* Sampling has been switched off meanwhile. */
	KUNIT_ASSERT_EQ(test, set_rate(0, 0), 0);
	due_with(test, -1, 100, false);
}

/* The mean of the distances is the rate, within five standard errors. */
static void test_distances(struct kunit *test)
{
	const unsigned int nr = 10000, mean = 1 << 20;
	unsigned long flags;
	unsigned int i;
	u64 sum = 0;

	KUNIT_ASSERT_EQ(test, set_rate(mean, 0), 0);
	for (i = 0; i < nr; i++) {
		local_irq_save(flags);
		alloc_tag_sample_due(0);
		sum += this_cpu_read(alloc_tag_countdown);
		local_irq_restore(flags);
	}
	/* The standard deviation of an exponential distribution is its mean. */
	expect_near(test, "distances", div_u64(sum, nr), mean, 5 * (mean / 100));
}

/*
 * Read so that sizes are not constants for the compiler. Another size than in
 * watch.c, which would replace the record of test_stale_sample().
 */
static size_t small = 300;

static noinline void *new_object(struct alloc_tag_site *at)
{
	void *obj = ALLOC_TAG_AT(at, kmalloc(small, GFP_KERNEL));

	/* Not a tail call, which would not be in the call stack. */
	barrier();
	return obj;
}

/*
 * Sets of allocations, and the rates that they are sampled at. The first word
 * of each points to the one before, so that the set needs no other memory.
 */
struct set {
	const char *name;
	size_t size;		/* 0: pages */
	unsigned int order;
	unsigned int mean;
	unsigned int nr;	/* live at once */
	unsigned int rounds;
};

static const struct set sets[] = {
	{ "kmalloc(16)", 16, 0, 1024, 4000, 10 },
	{ "kmalloc(200)", 200, 0, 4096, 1000, 16 },
	{ "kmalloc(2000)", 2000, 0, 4096, 250, 16 },
	{ "kmalloc(20000)", 20000, 0, 16384, 100, 12 },
	{ "a page", 0, 0, 16384, 250, 16 },
	{ "8 pages", 0, 3, 16384, 100, 12 },
	{ "64 pages", 0, 6, 131072, 40, 25 },
};

static void *set_alloc(const struct set *set, struct alloc_tag_site *at)
{
	struct page *page;

	if (set->size)
		return ALLOC_TAG_AT(at, kmalloc(set->size, GFP_KERNEL));
	page = ALLOC_TAG_AT(at, alloc_pages(GFP_KERNEL, set->order));
	return page ? page_address(page) : NULL;
}

static void set_free(const struct set *set, void *obj)
{
	if (set->size)
		kfree(obj);
	else
		__free_pages(virt_to_page(obj), set->order);
}

/*
 * Allocate all of @set, and free it. Adds the estimate to *@sum, and the number
 * of allocations to *@nr. Returns the bytes of one allocation, 0 on failure.
 */
static size_t set_round(const struct set *set, struct estimate *sum, u64 *nr)
{
	struct alloc_tag_site at;
	void *obj, *list = NULL;
	struct estimate now;
	size_t bytes = 0;
	unsigned int i;
	int err;

	for (i = 0; i < set->nr; i++) {
		obj = set_alloc(set, &at);
		if (!obj)
			break;
		bytes = set->size ? alloc_tag_slab_bytes(obj) : PAGE_SIZE << set->order;
		*(void **)obj = list;
		list = obj;
	}
	err = estimate(&at, &now);
	while ((obj = list)) {
		list = *(void **)obj;
		set_free(set, obj);
	}
	if (err || !i)
		return 0;
	sum->bytes += now.bytes;
	sum->calls += now.calls;
	sum->records += now.records;
	*nr += i;
	return bytes;
}

/*
 * Is the estimate of all rounds of @set near the truth?
 *
 * Each of n allocations is a sample with the probability p, independent of the
 * others, and then represents 1/p calls. The variance of that is (1-p)/p for
 * each, so the standard error of the estimate of n is
 *
 *	sqrt(n * (1-p)/p) = sqrt(n * (w-1))
 *
 * where w is the weight 1/p. Bytes are calls times the size.
 */
static bool set_is_near(struct kunit *test, const struct set *set)
{
	struct estimate sum = { };
	u64 nr = 0, weight, error, off;
	unsigned int round;
	size_t bytes;

	for (round = 0; round < set->rounds; round++) {
		bytes = set_round(set, &sum, &nr);
		if (!bytes) {
			KUNIT_FAIL(test, "%s: no memory", set->name);
			return false;
		}
	}
	weight = alloc_tag_sample_weight(bytes, set->mean);
	error = int_sqrt64((nr * (weight - (1ULL << ALLOC_TAG_WEIGHT_SHIFT))) >>
			   ALLOC_TAG_WEIGHT_SHIFT) + 1;
	kunit_info(test, "%s: %llu allocations, estimate %llu from %u samples, standard error %llu\n",
		   set->name, nr, sum.calls >> ALLOC_TAG_CALLS_SHIFT, sum.records, error);

	sum.calls >>= ALLOC_TAG_CALLS_SHIFT;
	off = sum.calls > nr ? sum.calls - nr : nr - sum.calls;
	/* Bytes and calls are two sums of the same; only rounding differs. */
	expect_near(test, set->name, sum.bytes, sum.calls * bytes, 2 * bytes + sum.records);
	return off <= 4 * error;
}

/*
 * Estimates are unbiased: within four standard errors of the truth. One in
 * 16,000 is not, just by chance; so it fails only if a second one isn't either.
 */
static void test_unbiased(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sets); i++) {
		KUNIT_ASSERT_EQ(test, set_rate(sets[i].mean, 0), 0);
		KUNIT_EXPECT_TRUE_MSG(test, set_is_near(test, &sets[i]) ||
				      set_is_near(test, &sets[i]), "%s", sets[i].name);
	}
}

/* Objects that a bulk allocation makes are samples each by itself. */
static void test_bulk(struct kunit *test)
{
	void *obj[ALLOC_TAG_KUNIT_OBJS];
	struct alloc_tag_site at;
	struct kmem_cache *cache;
	struct estimate sum;
	size_t bytes;
	int nr;

	cache = kmem_cache_create("alloc_tag_sample_kunit", 64, 0, 0, NULL);
	KUNIT_ASSERT_NOT_NULL(test, cache);
	KUNIT_EXPECT_EQ(test, set_rate(EVERY_BYTE, 0), 0);
	nr = ALLOC_TAG_AT(&at, kmem_cache_alloc_bulk(cache, GFP_KERNEL, ARRAY_SIZE(obj), obj));
	KUNIT_EXPECT_EQ(test, nr, ARRAY_SIZE(obj));
	if (nr) {
		bytes = alloc_tag_slab_bytes(obj[0]);
		KUNIT_EXPECT_EQ(test, estimate(&at, &sum), 0);
		KUNIT_EXPECT_EQ(test, sum.records, nr);
		KUNIT_EXPECT_EQ(test, sum.bytes, nr * bytes);
		KUNIT_EXPECT_EQ(test, sum.calls, (u64)nr << ALLOC_TAG_CALLS_SHIFT);
		kmem_cache_free_bulk(cache, nr, obj);
	}
	KUNIT_EXPECT_EQ(test, samples_at(&at), 0);
	kmem_cache_destroy(cache);
}

/* A part of an allocation that was split has the weight of the whole. */
static void test_split(struct kunit *test)
{
	struct alloc_tag_site at;
	struct estimate sum;
	struct page *page = NULL;
	u64 weight;
	unsigned int i, try;

	/* One of these is a sample: each is with a probability of 63 %. */
	KUNIT_ASSERT_EQ(test, set_rate(4 * PAGE_SIZE, 0), 0);
	for (try = 0; try < 100; try++) {
		page = ALLOC_TAG_AT(&at, alloc_pages(GFP_KERNEL, 2));
		KUNIT_ASSERT_NOT_NULL(test, page);
		if (samples_at(&at) == 1)
			break;
		__free_pages(page, 2);
		page = NULL;
	}
	KUNIT_ASSERT_NOT_NULL(test, page);
	split_page(page, 2);
	weight = alloc_tag_sample_weight(4 * PAGE_SIZE, 4 * PAGE_SIZE);
	KUNIT_EXPECT_EQ(test, estimate(&at, &sum), 0);
	KUNIT_EXPECT_EQ(test, sum.records, 4);
	expect_near(test, "split", sum.bytes,
		    (4 * PAGE_SIZE * weight) >> ALLOC_TAG_WEIGHT_SHIFT, 4);
	expect_near(test, "split", sum.calls,
		    4 * weight >> (ALLOC_TAG_WEIGHT_SHIFT - ALLOC_TAG_CALLS_SHIFT), 4);
	for (i = 0; i < 4; i++)
		__free_page(page + i);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 0);
}

/*
 * Pages that were joined have the weight of the one that was sampled, and the
 * error of all of them: the variance is given^2 * w * (w - 1).
 */
static void test_join(struct kunit *test)
{
	const u64 given = 512 * PAGE_SIZE, mean = 4 * PAGE_SIZE;
	struct alloc_tag_site at;
	struct page *page = NULL;
	struct estimate sum;
	u64 weight, want;
	unsigned int try;

	KUNIT_ASSERT_EQ(test, set_rate(mean, 0), 0);
	/* Each is a sample with a probability of 22 %. */
	for (try = 0; try < 1000; try++) {
		page = ALLOC_TAG_AT(&at, alloc_page(GFP_KERNEL));
		KUNIT_ASSERT_NOT_NULL(test, page);
		if (samples_at(&at) == 1)
			break;
		__free_page(page);
		page = NULL;
	}
	KUNIT_ASSERT_NOT_NULL(test, page);
	/* What alloc_tag_page_join() does to its record. */
	alloc_tag_record_resize(page, given);
	weight = alloc_tag_sample_weight(PAGE_SIZE, mean);
	KUNIT_EXPECT_EQ(test, estimate(&at, &sum), 0);
	expect_near(test, "bytes of joined pages", sum.bytes,
		    mul_u64_u64_shr(given, weight, ALLOC_TAG_WEIGHT_SHIFT), 4);
	/* With 8 fractional bits, in units of the mean. */
	want = mul_u64_u64_shr(given * given / mean << 8, weight, ALLOC_TAG_WEIGHT_SHIFT);
	want = mul_u64_u64_shr(want, weight - BIT_ULL(ALLOC_TAG_WEIGHT_SHIFT),
			       ALLOC_TAG_WEIGHT_SHIFT);
	expect_near(test, "variance of joined pages", sum.bytes_variance, want, want >> 20);
	alloc_tag_record_resize(page, PAGE_SIZE);
	__free_page(page);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 0);
}

#define FAILED_PAGES	256

/*
 * An allocation that fails does not keep the next one from being a sample. The
 * zone for DMA has few blocks of this size, so the allocation of a further one
 * fails soon.
 */
static void test_failed(struct kunit *test)
{
	const unsigned int mean = 2 * PAGE_SIZE, order = 9;
	struct page *block[16], **page, *failed = NULL;
	unsigned int i, blocks = 0, pages = 0;
	struct alloc_tag_site at;
	u64 weight, allowed;
	struct estimate sum;

	if (!IS_ENABLED(CONFIG_ZONE_DMA))
		kunit_skip(test, "no allocation can be made to fail");
	page = kunit_kcalloc(test, FAILED_PAGES, sizeof(*page), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, page);
	KUNIT_ASSERT_EQ(test, set_rate(mean, 0), 0);
	while (blocks < ARRAY_SIZE(block)) {
		block[blocks] = alloc_pages(__GFP_DMA | __GFP_NOWARN, order);
		if (!block[blocks])
			break;
		blocks++;
	}
	KUNIT_EXPECT_LT(test, blocks, ARRAY_SIZE(block));
	for (i = 0; i < FAILED_PAGES && !failed; i++) {
		failed = alloc_pages(__GFP_DMA | __GFP_NOWARN, order);
		page[i] = ALLOC_TAG_AT(&at, alloc_page(GFP_KERNEL));
		pages += !!page[i];
	}
	KUNIT_EXPECT_NULL(test, failed);
	KUNIT_EXPECT_EQ(test, pages, FAILED_PAGES);
	KUNIT_EXPECT_EQ(test, estimate(&at, &sum), 0);
	/* Within five standard errors, see set_is_near(). */
	weight = alloc_tag_sample_weight(PAGE_SIZE, mean);
	allowed = 5 * int_sqrt64((pages * (weight - BIT_ULL(ALLOC_TAG_WEIGHT_SHIFT))) >>
				 ALLOC_TAG_WEIGHT_SHIFT);
	expect_near(test, "pages after failures", sum.calls >> ALLOC_TAG_CALLS_SHIFT, pages,
		    allowed);
	if (failed)
		__free_pages(failed, order);
	while (blocks--)
		__free_pages(block[blocks], order);
	for (i = 0; i < FAILED_PAGES; i++)
		if (page[i])
			__free_page(page[i]);
}

/* Objects that are lost are found, with the call stack; freed ones are gone. */
static noinline void test_leak(struct kunit *test)
{
	void *obj[ALLOC_TAG_KUNIT_OBJS];
	struct alloc_tag_site at;
	struct estimate sum;
	unsigned int i;

	KUNIT_ASSERT_EQ(test, set_rate(EVERY_BYTE, 0), 0);
	for (i = 0; i < ARRAY_SIZE(obj); i++)
		obj[i] = new_object(&at);
	/* Half of them are not lost. */
	for (i = 0; i < ARRAY_SIZE(obj) / 2; i++)
		kfree(obj[i]);
	KUNIT_EXPECT_EQ(test, estimate(&at, &sum), 0);
	KUNIT_EXPECT_EQ(test, sum.records, ARRAY_SIZE(obj) / 2);
	KUNIT_EXPECT_EQ(test, sum.bytes, ARRAY_SIZE(obj) / 2 * alloc_tag_slab_bytes(obj[i]));
	KUNIT_EXPECT_TRUE(test, alloc_tag_in_stack(sum.stack, "new_object"));
	KUNIT_EXPECT_TRUE(test, alloc_tag_in_stack(sum.stack, "test_leak"));
	KUNIT_EXPECT_FALSE(test, alloc_tag_in_stack(sum.stack, "__alloc_tag_"));
	for (i = ARRAY_SIZE(obj) / 2; i < ARRAY_SIZE(obj); i++)
		kfree(obj[i]);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 0);
}

/* A per-CPU object can be a sample, with the bytes of all of its copies. */
static void test_percpu(struct kunit *test)
{
	struct alloc_tag_site at;
	struct estimate sum;
	void __percpu *obj;

	KUNIT_ASSERT_EQ(test, set_rate(EVERY_BYTE, 0), 0);
	obj = ALLOC_TAG_AT(&at, __alloc_percpu(40, 8));
	KUNIT_ASSERT_NOT_NULL(test, (__force void *)obj);
	KUNIT_EXPECT_EQ(test, estimate(&at, &sum), 0);
	KUNIT_EXPECT_EQ(test, sum.records, 1);
	KUNIT_EXPECT_EQ(test, sum.bytes, 40 * num_possible_cpus());
	free_percpu(obj);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 0);
}

/* A new rate begins a new set of samples, and 0 takes no further ones. */
static void test_rates(struct kunit *test)
{
	struct alloc_tag_site at;
	void *obj[4];
	unsigned int i;

	KUNIT_ASSERT_EQ(test, set_rate(EVERY_BYTE, 0), 0);
	obj[0] = new_object(&at);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 1);
	KUNIT_ASSERT_EQ(test, set_rate(EVERY_BYTE, 0), 0);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 0);
	obj[1] = new_object(&at);
	obj[2] = new_object(&at);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 2);
	/* The samples remain until they are freed. */
	KUNIT_ASSERT_EQ(test, set_rate(0, 0), 0);
	obj[3] = new_object(&at);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 2);
	kfree(obj[1]);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 1);
	obj[1] = NULL;
	for (i = 0; i < ARRAY_SIZE(obj); i++)
		kfree(obj[i]);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 0);
}

/* Samples beyond the limit are counted as missed, and have no record. */
static void test_limited(struct kunit *test)
{
	int records = atomic_read(&alloc_tag_sample_quota.records);
	void *obj[ALLOC_TAG_KUNIT_OBJS];
	struct alloc_tag_site at;
	unsigned int i;

	/* As many as there are; others may be freed meanwhile. */
	KUNIT_ASSERT_EQ(test, set_rate(EVERY_BYTE, max(records, 1)), 0);
	for (i = 0; i < ARRAY_SIZE(obj); i++)
		obj[i] = new_object(&at);
	KUNIT_EXPECT_LE(test, atomic_read(&alloc_tag_sample_quota.records), max(records, 1));
	KUNIT_EXPECT_GE(test, atomic_long_read(&alloc_tag_sample_quota.missed) + samples_at(&at),
			ARRAY_SIZE(obj));
	for (i = 0; i < ARRAY_SIZE(obj); i++)
		kfree(obj[i]);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 0);
}

/* What an allocator charges itself can't have a record: it is missed. */
static void test_charged(struct kunit *test)
{
	struct alloc_tag_site at;
	alloc_tag_idx_t idx;
	long missed;

	KUNIT_ASSERT_EQ(test, set_rate(EVERY_BYTE, 0), 0);
	missed = atomic_long_read(&alloc_tag_sample_quota.missed);
	idx = ALLOC_TAG_AT(&at, alloc_tag_charge(alloc_tag_here(), 100));
	KUNIT_EXPECT_GT(test, atomic_long_read(&alloc_tag_sample_quota.missed), missed);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 0);
	alloc_tag_uncharge(idx, 100);
}

/* From now on, no record is made because the line at @at is watched. */
static void unwatch_line(struct kunit *test, const struct alloc_tag_site *at)
{
#ifdef CONFIG_ALLOC_TAG_WATCH
	KUNIT_ASSERT_EQ(test, watch(at, "=_"), 1);
#endif
}

#ifdef CONFIG_ALLOC_TAG_WATCH
/* An object of a line that is watched as well has one record with both. */
static void test_watched(struct kunit *test)
{
	struct alloc_tag_query query = {
		.common = { .op = '=', .flags = ALLOC_TAG_WATCH_STACKS },
	};
	struct code_tag_query_error error;
	struct alloc_tag_line *line;
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	void *obj;

	kfree(new_object(&at));
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	query.common.file = at.file;
	query.common.function = at.function;
	query.common.first = at.line;
	query.common.last = at.line;
	KUNIT_ASSERT_EQ(test, code_tag_apply(&alloc_tag_class, &query.common, &error), 1);
	KUNIT_ASSERT_EQ(test, set_rate(EVERY_BYTE, 0), 0);
	obj = new_object(&at);
	alloc_tag_lock();
	line = alloc_tag_line_find(alloc_tag_to_idx(tag));
	alloc_tag_unlock();
	KUNIT_EXPECT_EQ(test, atomic_read(&line->quota.records), 1);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 1);
	kfree(obj);
	KUNIT_EXPECT_EQ(test, atomic_read(&line->quota.records), 0);

	/* Beyond the limit of the line, it is a sample only. */
	query.every = 1000;
	KUNIT_EXPECT_EQ(test, code_tag_apply(&alloc_tag_class, &query.common, &error), 1);
	kfree(new_object(&at));
	obj = new_object(&at);
	KUNIT_EXPECT_EQ(test, atomic_read(&line->quota.records), 0);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 1);
	kfree(obj);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 0);
	query.every = 0;
	query.common.flags = 0;
	KUNIT_EXPECT_EQ(test, code_tag_apply(&alloc_tag_class, &query.common, &error), 1);
}
#endif

/*
 * Leave a record behind that no free drops, as after an overwritten slot. It
 * goes when the module is unloaded, which is tested in
 * testsuite/kernel/watch/kunit-watched.exp. This case must be the last one of
 * those that take samples, so that the record is one of the last set.
 */
static void test_stale_sample(struct kunit *test)
{
	struct alloc_tag_site at;
	unsigned int round;
	void *obj;

	for (round = 0; round < 2; round++) {
		obj = ALLOC_TAG_AT(&at, kmalloc(small, GFP_KERNEL));
		KUNIT_ASSERT_NOT_NULL(test, obj);
		if (round) {
			KUNIT_EXPECT_EQ(test, samples_at(&at), 1);
			KUNIT_EXPECT_EQ(test, set_rate(0, 0), 0);
			alloc_tag_slab_overwrite(obj, alloc_tag_to_idx(alloc_tag_find(&at)));
		}
		kfree(obj);
		if (!round) {
			/* The line is not watched: its record is a sample. */
			unwatch_line(test, &at);
			KUNIT_ASSERT_EQ(test, set_rate(EVERY_BYTE, 0), 0);
		}
	}
}

/* Samples alone: nothing is counted. */
static void test_uncounted(struct kunit *test)
{
	struct alloc_tag_totals before, after;
	struct alloc_tag_site at;
	struct page *page;
	void *obj;

	KUNIT_ASSERT_EQ(test, set_rate(EVERY_BYTE, 0), 0);
	kfree(new_object(&at));
	alloc_tag_read(alloc_tag_to_idx(alloc_tag_find(&at)), &before);
	obj = new_object(&at);
	alloc_tag_read(alloc_tag_to_idx(alloc_tag_find(&at)), &after);
	KUNIT_EXPECT_EQ(test, after.allocs, before.allocs);
	kfree(obj);
	alloc_tag_read(alloc_tag_to_idx(alloc_tag_find(&at)), &after);
	KUNIT_EXPECT_EQ(test, after.frees, before.frees);

	page = ALLOC_TAG_AT(&at, alloc_page(GFP_KERNEL));
	KUNIT_ASSERT_NOT_NULL(test, page);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 1);
	__free_page(page);
	alloc_tag_read(alloc_tag_to_idx(alloc_tag_find(&at)), &after);
	KUNIT_EXPECT_EQ(test, after.allocs, 0);
	KUNIT_EXPECT_EQ(test, after.frees, 0);
}

/*
 * Allocate an object of @cache in one of its slabs: KFENCE's objects have none
 * that counts samples. Sets *@at to the line.
 */
static void *alloc_in_slab(struct kmem_cache *cache, struct alloc_tag_site *at)
{
	void *obj;

	for (;;) {
		obj = ALLOC_TAG_AT(at, kmem_cache_alloc(cache, GFP_KERNEL));
		if (!is_kfence_address(obj))
			return obj;
		kmem_cache_free(cache, obj);
	}
}

/*
 * Samples alone: a slab counts its objects that are a sample, so that frees of
 * others look for none when the last of them is gone. SLAB_NOLEAKTRACE keeps
 * the cache from being merged with others, so that all objects are of this
 * test.
 */
static void test_slab_samples(struct kunit *test)
{
	void *obj[ALLOC_TAG_KUNIT_OBJS];
	struct alloc_tag_site at;
	struct kmem_cache *cache;
	unsigned int i;

	cache = kmem_cache_create("alloc_tag_samples_kunit", 64, 0, SLAB_NOLEAKTRACE, NULL);
	KUNIT_ASSERT_NOT_NULL(test, cache);
	/* All objects are in one slab, which is of one CPU. */
	migrate_disable();
	KUNIT_EXPECT_EQ(test, set_rate(EVERY_BYTE, 0), 0);
	for (i = 0; i < 4; i++)
		obj[i] = alloc_in_slab(cache, &at);
	KUNIT_EXPECT_EQ(test, alloc_tag_slab_samples(obj[0]), 4);
	KUNIT_EXPECT_EQ(test, set_rate(0, 0), 0);
	/* One that is no sample, in the same slab. */
	obj[4] = alloc_in_slab(cache, &at);
	KUNIT_EXPECT_EQ(test, alloc_tag_slab_samples(obj[4]), 4);
	kmem_cache_free(cache, obj[4]);
	KUNIT_EXPECT_EQ(test, alloc_tag_slab_samples(obj[0]), 4);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 4);
	/* In each way to free an object. */
	kfree(obj[1]);
	KUNIT_EXPECT_EQ(test, alloc_tag_slab_samples(obj[0]), 3);
	kmem_cache_free(cache, obj[2]);
	KUNIT_EXPECT_EQ(test, alloc_tag_slab_samples(obj[0]), 2);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 2);
	obj[1] = alloc_in_slab(cache, &at);
	obj[4] = obj[0];
	obj[5] = obj[3];
	kmem_cache_free_bulk(cache, 2, &obj[4]);
	KUNIT_EXPECT_EQ(test, alloc_tag_slab_samples(obj[1]), 0);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 0);
	kmem_cache_free(cache, obj[1]);
	migrate_enable();
	kmem_cache_destroy(cache);
}

/* Set vm.mem_profiling to @text, and keep on taking samples of everything. */
static void set_state(struct kunit *test, const char *text)
{
	KUNIT_ASSERT_EQ(test, alloc_tag_set_state(text), 0);
}

/*
 * Samples that are taken alone are dropped by frees in any mode, whatever has
 * been set since. So are others, unless they were dropped when counting ended.
 */
static void test_modes(struct kunit *test)
{
	static const char *const states[] = { "samples\n", "1\n", "0\n" };
	struct alloc_tag_totals sum;
	struct alloc_tag_site at_page, at;
	unsigned int made, freed, calls = 0;
	struct kmem_cache *cache;
	bool counts, ended;
	void __percpu *percpu;
	struct page *page;
	void *obj;

	if (alloc_tag_set_state("1\n"))
		kunit_skip(test, "samples are all that this boot has");
	/* Slabs of the test alone: others may keep samples in theirs. */
	cache = kmem_cache_create("alloc_tag_modes_kunit", 64, 0, SLAB_NOLEAKTRACE, NULL);
	KUNIT_ASSERT_NOT_NULL(test, cache);
	/* In both modes, from here on. */
	KUNIT_ASSERT_EQ(test, set_rate(EVERY_BYTE, 0), 0);
	for (made = 0; made < 2; made++) {
		for (freed = 0; freed < ARRAY_SIZE(states); freed++) {
			set_state(test, states[made]);
			obj = alloc_in_slab(cache, &at);
			page = ALLOC_TAG_AT(&at_page, alloc_pages(GFP_KERNEL, 1));
			percpu = __alloc_percpu(24, 8);
			KUNIT_EXPECT_EQ(test, samples_at(&at), 1);
			KUNIT_EXPECT_EQ(test, samples_at(&at_page), 1);
			KUNIT_EXPECT_EQ(test, alloc_tag_slab_samples(obj), !made);
			set_state(test, states[freed]);
			counts = states[made][0] == '1';
			ended = counts && states[freed][0] != '1' && !ALLOC_TAG_GOES_ON;
			KUNIT_EXPECT_EQ(test, samples_at(&at), !ended);
			KUNIT_EXPECT_EQ(test, samples_at(&at_page), !ended);
			free_percpu(percpu);
			kfree(obj);
			__free_pages(page, 1);
			KUNIT_EXPECT_EQ(test, samples_at(&at), 0);
			KUNIT_EXPECT_EQ(test, samples_at(&at_page), 0);
			alloc_tag_read(alloc_tag_to_idx(alloc_tag_find(&at_page)), &sum);
			calls += counts;
			KUNIT_EXPECT_EQ(test, sum.allocs, calls);
			KUNIT_EXPECT_EQ(test, sum.frees, calls - ended);
			KUNIT_EXPECT_EQ(test, sum.bytes, ended ? 2 * PAGE_SIZE : 0);
			/* Counting begins anew the next time. */
			if (ended)
				calls = 0;
		}
	}
	KUNIT_EXPECT_EQ(test, set_rate(0, 0), 0);
	kmem_cache_destroy(cache);
}

/* Samples alone: memory that is freed in other ways than it was allocated. */
static void test_slab_and_pages(struct kunit *test)
{
	struct alloc_tag_site at;
	struct page *page;
	void *obj;

	KUNIT_ASSERT_EQ(test, set_rate(EVERY_BYTE, 0), 0);
	/* A large kmalloc() has pages, which kfree() frees. */
	obj = ALLOC_TAG_AT(&at, kmalloc(5 * PAGE_SIZE, GFP_KERNEL));
	KUNIT_ASSERT_NOT_NULL(test, obj);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 1);
	kfree(obj);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 0);
	obj = ALLOC_TAG_AT(&at, vmalloc(3 * PAGE_SIZE));
	KUNIT_ASSERT_NOT_NULL(test, obj);
	KUNIT_EXPECT_GE(test, samples_at(&at), 3);
	vfree(obj);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 0);
	/* Somebody else has a reference: the first page remains. */
	page = ALLOC_TAG_AT(&at, alloc_pages(GFP_KERNEL, 2));
	KUNIT_ASSERT_NOT_NULL(test, page);
	get_page(page);
	__free_pages(page, 2);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 1);
	put_page(page);
	KUNIT_EXPECT_EQ(test, samples_at(&at), 0);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(test_logarithm),
	KUNIT_CASE(test_weight),
	KUNIT_CASE(test_due),
	KUNIT_CASE(test_distances),
	KUNIT_CASE(test_unbiased),
	KUNIT_CASE(test_bulk),
	KUNIT_CASE(test_split),
	KUNIT_CASE(test_join),
	KUNIT_CASE(test_failed),
	KUNIT_CASE(test_leak),
	KUNIT_CASE(test_percpu),
	KUNIT_CASE(test_rates),
	KUNIT_CASE(test_limited),
	KUNIT_CASE(test_charged),
#ifdef CONFIG_ALLOC_TAG_WATCH
	KUNIT_CASE(test_watched),
#endif
	KUNIT_CASE(test_stale_sample),
	{ }
};

static struct kunit_suite alloc_tag_sample_suite = {
	.name = "alloc_tag_sample",
	.suite_init = alloc_tag_suite_init,
	.suite_exit = alloc_tag_suite_exit,
	.init = sample_test_init,
	.exit = sample_test_exit,
	.test_cases = cases,
};

kunit_test_suite(alloc_tag_sample_suite);

/* What was set before the suite: with the mode before, it may be lost. */
static struct alloc_tag_sampling suite_sampling;
static unsigned int suite_limit;

static int alone_suite_init(struct kunit_suite *suite)
{
	alloc_tag_suite_init(suite);
	suite_sampling = alloc_tag_sampling;
	suite_limit = alloc_tag_sample_quota.limit;
	alloc_tag_set_state("samples\n");
	return 0;
}

static void alone_suite_exit(struct kunit_suite *suite)
{
	alloc_tag_suite_exit(suite);
	set_rate(suite_sampling.on ? suite_sampling.bytes : 0, suite_limit);
}

static int alone_test_init(struct kunit *test)
{
	if (alloc_tag_state() != 's' && alloc_tag_set_state("samples\n"))
		kunit_skip(test, "samples can't be enabled");
	old_sampling = alloc_tag_sampling;
	old_limit = alloc_tag_sample_quota.limit;
	return 0;
}

static void alone_test_exit(struct kunit *test)
{
	if (alloc_tag_state() != 's')
		alloc_tag_set_state("samples\n");
	set_rate(old_sampling.on ? old_sampling.bytes : 0, old_limit);
}

static struct kunit_case alone_cases[] = {
	KUNIT_CASE(test_due),
	KUNIT_CASE(test_distances),
	KUNIT_CASE(test_unbiased),
	KUNIT_CASE(test_bulk),
	KUNIT_CASE(test_split),
	KUNIT_CASE(test_join),
	KUNIT_CASE(test_failed),
	KUNIT_CASE(test_leak),
	KUNIT_CASE(test_percpu),
	KUNIT_CASE(test_rates),
	KUNIT_CASE(test_limited),
	KUNIT_CASE(test_uncounted),
	KUNIT_CASE(test_slab_samples),
	KUNIT_CASE(test_slab_and_pages),
	KUNIT_CASE(test_modes),
	{ }
};

static struct kunit_suite alloc_tag_alone_suite = {
	.name = "alloc_tag_alone",
	.suite_init = alone_suite_init,
	.suite_exit = alone_suite_exit,
	.init = alone_test_init,
	.exit = alone_test_exit,
	.test_cases = alone_cases,
};

kunit_test_suite(alloc_tag_alone_suite);
