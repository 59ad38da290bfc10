// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: KUnit tests of the per-CPU allocator.
 *
 * There is one function for each entry point of <linux/percpu.h> that is
 * exported, with a single call of it. An object is charged with the size that
 * the allocator rounds it to, for each possible CPU.
 */
#include <linux/align.h>
#include <linux/cpumask.h>
#include <linux/percpu-refcount.h>
#include <linux/percpu.h>
#include <linux/percpu_counter.h>

#include "kunit.h"

/* Its size is not a multiple of PCPU_MIN_ALLOC_SIZE. */
struct alloc_tag_percpu_thing {
	char payload[37];
};

#define THING	"struct alloc_tag_percpu_thing"

/* Define @fn: a function of type alloc_tag_kind.alloc with the call @call. */
#define DEFINE_THING(fn, call)						\
static void *fn(struct alloc_tag_site *at, gfp_t gfp)			\
{									\
	struct alloc_tag_percpu_thing __percpu *obj = ALLOC_TAG_AT(at, call); \
									\
	return (__force void *)obj;					\
}

DEFINE_THING(do_alloc_percpu, alloc_percpu(struct alloc_tag_percpu_thing))
DEFINE_THING(do_alloc_percpu_gfp, alloc_percpu_gfp(struct alloc_tag_percpu_thing, gfp))
DEFINE_THING(do_atomic, alloc_percpu_gfp(struct alloc_tag_percpu_thing, GFP_ATOMIC))
DEFINE_THING(do_account, alloc_percpu_gfp(struct alloc_tag_percpu_thing, gfp | __GFP_ACCOUNT))
DEFINE_THING(do___alloc_percpu, __alloc_percpu(sizeof(*obj), 8))
DEFINE_THING(do___alloc_percpu_gfp, __alloc_percpu_gfp(sizeof(*obj), 64, gfp))

static void free_thing(void *obj)
{
	free_percpu((void __percpu *)obj);
}

/* Bytes that an object of @size bytes on each CPU is charged with. */
static s64 charged(size_t size)
{
	return (s64)ALIGN(size, PCPU_MIN_ALLOC_SIZE) * num_possible_cpus();
}

static size_t thing_bytes(const void *obj)
{
	return charged(sizeof(struct alloc_tag_percpu_thing));
}

#define KIND(name_, alloc_, sleeps_)					\
	{ .name = name_, .alloc = alloc_, .free = free_thing,		\
	  .bytes = thing_bytes, .type = THING, .sleeps = sleeps_ }

static const struct alloc_tag_kind percpu_kinds[] = {
	KIND("alloc_percpu", do_alloc_percpu, true),
	KIND("alloc_percpu_gfp", do_alloc_percpu_gfp, false),
	KIND("alloc_percpu_gfp, GFP_ATOMIC", do_atomic, false),
	KIND("alloc_percpu_gfp, __GFP_ACCOUNT", do_account, false),
	KIND("__alloc_percpu", do___alloc_percpu, true),
	KIND("__alloc_percpu_gfp", do___alloc_percpu_gfp, false),
};

KUNIT_ARRAY_PARAM(alloc_tag_percpu, percpu_kinds, alloc_tag_kind_desc);

/* Sizes are rounded up, and the bytes of all CPUs are charged. */
static void test_sizes(struct kunit *test)
{
	static const size_t bytes[] = { 1, 4, 5, 100, 4096, 10000 };
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	void __percpu *obj;
	u64 calls = 0;
	int i;

	for (i = 0; i < ARRAY_SIZE(bytes); i++) {
		obj = ALLOC_TAG_AT(&at, __alloc_percpu(bytes[i], 1));
		KUNIT_ASSERT_NOT_NULL(test, (__force void *)obj);
		tag = alloc_tag_find(&at);
		KUNIT_ASSERT_NOT_NULL(test, tag);
		alloc_tag_expect(test, tag, calls + 1, calls, charged(bytes[i]));
		free_percpu(obj);
		calls++;
		alloc_tag_expect(test, tag, calls, calls, 0);
	}
}

/* More objects than one chunk has room for: new chunks have slots as well. */
static void test_chunks(struct kunit *test)
{
	enum { NR = 80 };
	const struct alloc_tag *tag = NULL;
	struct alloc_tag_site at = { };
	void __percpu **obj;
	s64 bytes = 0;
	u64 nr = 0;
	int i;

	obj = kunit_kcalloc(test, NR, sizeof(*obj), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, obj);
	for (i = 0; i < NR; i++) {
		obj[i] = ALLOC_TAG_AT(&at, __alloc_percpu_gfp(PCPU_MIN_UNIT_SIZE, 8,
							      GFP_KERNEL | __GFP_NOWARN));
		if (obj[i]) {
			bytes += charged(PCPU_MIN_UNIT_SIZE);
			nr++;
		}
	}
	tag = alloc_tag_find(&at);
	if (tag)
		alloc_tag_expect(test, tag, nr, 0, bytes);
	for (i = 0; i < NR; i++)
		free_percpu(obj[i]);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	KUNIT_EXPECT_EQ(test, nr, (u64)NR);
	alloc_tag_expect(test, tag, nr, nr, 0);
}

/* A counter is charged to the line that makes it. */
static void test_counter(struct kunit *test)
{
	static struct percpu_counter count;
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	int err;

	if (!IS_ENABLED(CONFIG_SMP))
		kunit_skip(test, "no per-CPU memory without SMP");
	err = ALLOC_TAG_AT(&at, percpu_counter_init(&count, 0, GFP_KERNEL));
	KUNIT_ASSERT_EQ(test, err, 0);
	tag = alloc_tag_find(&at);
	KUNIT_EXPECT_NOT_NULL(test, tag);
	if (tag)
		alloc_tag_expect(test, tag, 1, 0, charged(sizeof(s32)));
	percpu_counter_destroy(&count);
	if (tag)
		alloc_tag_expect(test, tag, 1, 1, 0);
}

static void ref_released(struct percpu_ref *ref)
{
}

/* A percpu_ref has a per-CPU and a slab object, charged to the same line. */
static void test_refcount(struct kunit *test)
{
	static struct percpu_ref ref;
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	struct alloc_tag_totals sum;
	int err;

	err = ALLOC_TAG_AT(&at, percpu_ref_init(&ref, ref_released, 0, GFP_KERNEL));
	KUNIT_ASSERT_EQ(test, err, 0);
	tag = alloc_tag_find(&at);
	KUNIT_EXPECT_NOT_NULL(test, tag);
	if (tag) {
		alloc_tag_read(alloc_tag_to_idx(tag), &sum);
		KUNIT_EXPECT_EQ(test, sum.allocs, 2ULL);
		KUNIT_EXPECT_GT(test, sum.bytes, charged(sizeof(unsigned long)));
	}
	percpu_ref_exit(&ref);
	if (tag)
		alloc_tag_expect(test, tag, 2, 2, 0);
}

static void test_failed_allocation(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	void __percpu *obj;

	obj = ALLOC_TAG_AT(&at, __alloc_percpu_gfp(PCPU_MIN_UNIT_SIZE + 4, 8,
						   GFP_KERNEL | __GFP_NOWARN));
	KUNIT_EXPECT_NULL(test, (__force void *)obj);
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	alloc_tag_expect(test, tag, 0, 0, 0);
}

static void test_allocated_while_off(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	void __percpu *obj;

	alloc_tag_switch_or_skip(test, false);
	obj = ALLOC_TAG_AT(&at, __alloc_percpu(40, 8));
	alloc_tag_switch_or_skip(test, true);
	KUNIT_ASSERT_NOT_NULL(test, (__force void *)obj);
	free_percpu(obj);
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	alloc_tag_expect(test, tag, 0, 0, 0);
}

/* Allocate an object, and return the tag that it is charged to in @tag. */
static void __percpu *take(struct kunit *test, const struct alloc_tag **tag)
{
	struct alloc_tag_site at;
	void __percpu *obj;

	obj = ALLOC_TAG_AT(&at, __alloc_percpu(40, 8));
	KUNIT_ASSERT_NOT_NULL(test, (__force void *)obj);
	*tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, *tag);
	return obj;
}

static void test_freed_while_off(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_totals sum;
	void __percpu *obj = take(test, &tag);

	alloc_tag_read(alloc_tag_to_idx(tag), &sum);
	alloc_tag_switch_or_skip(test, false);
	free_percpu(obj);
	alloc_tag_switch_or_skip(test, true);
	if (ALLOC_TAG_GOES_ON)
		alloc_tag_expect(test, tag, sum.allocs, sum.allocs, 0);
	else
		alloc_tag_expect(test, tag, 0, 0, 0);
}

static void test_freed_when_on_again(struct kunit *test)
{
	const struct alloc_tag *tag;
	void __percpu *obj;

	if (ALLOC_TAG_GOES_ON)
		kunit_skip(test, "counting goes on in a debug kernel");
	obj = take(test, &tag);
	alloc_tag_switch_or_skip(test, false);
	alloc_tag_switch_or_skip(test, true);
	free_percpu(obj);
	alloc_tag_expect(test, tag, 0, 0, 0);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(alloc_tag_test_same_thread, alloc_tag_percpu_gen_params),
	KUNIT_CASE_PARAM(alloc_tag_test_other_cpu, alloc_tag_percpu_gen_params),
	KUNIT_CASE_PARAM(alloc_tag_test_hardirq, alloc_tag_percpu_gen_params),
	KUNIT_CASE(test_sizes),
	KUNIT_CASE(test_chunks),
	KUNIT_CASE(test_counter),
	KUNIT_CASE(test_refcount),
	KUNIT_CASE(test_failed_allocation),
	KUNIT_CASE(test_allocated_while_off),
	KUNIT_CASE(test_freed_while_off),
	KUNIT_CASE(test_freed_when_on_again),
	{ }
};

ALLOC_TAG_SUITE(percpu);
