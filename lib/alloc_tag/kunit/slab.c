// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: KUnit tests of the slab allocator.
 *
 * There is one function for each entry point of <linux/slab.h>, and of
 * functions built on them, with a single call of it. The table
 * alloc_tag_slab_kinds says how to free the object, and which type the tag must
 * have.
 */
#include <linux/alloc_tag/counter.h>
#include <linux/alloc_tag_rt.h>
#include <linux/code_tag/compat.h>
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/kfence.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kunit.h"

/* Not a power of two, so kmalloc() rounds it up to a size class. */
struct alloc_tag_thing {
	struct rcu_head rcu;
	char payload[84];
};

/* More than a page, and not a power of two. */
struct alloc_tag_big_thing {
	char payload[PAGE_SIZE + 128];
};

#define THING	"struct alloc_tag_thing"

static struct kmem_cache *things;
static struct kmem_cache *big_things;
static struct kmem_cache *rcu_things;

static const char text[] = "seven words of which one is repeated";

/* Sizes that are not constants for the compiler, set when the suite starts. */
static size_t small, one_page, large;

/* Define @fn: a function of type alloc_tag_kind.alloc with the call @call. */
#define DEFINE_SITE(fn, type, call)					\
static void *fn(struct alloc_tag_site *at, gfp_t gfp)			\
{									\
	type *obj = ALLOC_TAG_AT(at, call);				\
									\
	return obj;							\
}

#define DEFINE_THING(fn, call)	DEFINE_SITE(fn, struct alloc_tag_thing, call)

DEFINE_THING(do_kmalloc_const, kmalloc(sizeof(*obj), gfp))
DEFINE_THING(do_kmalloc, kmalloc(small, gfp))
DEFINE_THING(do_kmalloc_8, kmalloc(8, gfp))
DEFINE_THING(do_kmalloc_page, kmalloc(one_page, gfp))
DEFINE_THING(do_kmalloc_2_pages, kmalloc(2 * one_page, gfp))
DEFINE_THING(do_kmalloc_large, kmalloc(large, gfp))
DEFINE_THING(do_kmalloc_large_const, kmalloc(3 * PAGE_SIZE, gfp))
DEFINE_THING(do_kmalloc_reclaimable, kmalloc(small, gfp | __GFP_RECLAIMABLE))
DEFINE_THING(do_kmalloc_account, kmalloc(small, gfp | __GFP_ACCOUNT))
DEFINE_THING(do_kzalloc, kzalloc(sizeof(*obj), gfp))
DEFINE_THING(do_kmalloc_array, kmalloc_array(3, sizeof(*obj), gfp))
DEFINE_THING(do_kcalloc, kcalloc(small, 3, gfp))
DEFINE_THING(do_kmalloc_node_const, kmalloc_node(sizeof(*obj), gfp, NUMA_NO_NODE))
DEFINE_THING(do_kmalloc_node, kmalloc_node(small, gfp, numa_mem_id()))
DEFINE_THING(do_kmalloc_node_large, kmalloc_node(3 * PAGE_SIZE, gfp, numa_mem_id()))
DEFINE_THING(do_kzalloc_node, kzalloc_node(sizeof(*obj), gfp, numa_mem_id()))
DEFINE_THING(do_kmalloc_array_node, kmalloc_array_node(3, small, gfp, numa_mem_id()))
DEFINE_THING(do_kcalloc_node, kcalloc_node(3, sizeof(*obj), gfp, numa_mem_id()))
DEFINE_THING(do_kmalloc_track_caller, kmalloc_track_caller(small, gfp))
DEFINE_THING(do_kmalloc_node_track_caller,
	     kmalloc_node_track_caller(small, gfp, numa_mem_id()))
DEFINE_THING(do_krealloc, krealloc(NULL, small, gfp))
DEFINE_THING(do_krealloc_array, krealloc_array(NULL, 3, sizeof(*obj), gfp))
DEFINE_THING(do_kvmalloc, kvmalloc(small, gfp))
DEFINE_THING(do_kvmalloc_large, kvmalloc(large, gfp))
DEFINE_THING(do_kvmalloc_node, kvmalloc_node(small, gfp, numa_mem_id()))
DEFINE_THING(do_kvzalloc, kvzalloc(sizeof(*obj), gfp))
DEFINE_THING(do_kvzalloc_node, kvzalloc_node(sizeof(*obj), gfp, numa_mem_id()))
DEFINE_THING(do_kvmalloc_array, kvmalloc_array(3, small, gfp))
DEFINE_THING(do_kvcalloc, kvcalloc(3, sizeof(*obj), gfp))
DEFINE_THING(do_kmem_cache_alloc, kmem_cache_alloc(things, gfp))
DEFINE_THING(do_kmem_cache_zalloc, kmem_cache_zalloc(things, gfp))
DEFINE_THING(do_kmem_cache_alloc_node,
	     kmem_cache_alloc_node(things, gfp, numa_mem_id()))
DEFINE_THING(do_kmem_cache_alloc_lru, kmem_cache_alloc_lru(things, NULL, gfp))
DEFINE_THING(do_rcu_cache, kmem_cache_alloc(rcu_things, gfp))
DEFINE_SITE(do_big_cache, struct alloc_tag_big_thing, kmem_cache_alloc(big_things, gfp))
DEFINE_SITE(do_kstrdup, char, kstrdup(text, gfp))
DEFINE_SITE(do_kstrndup, char, kstrndup(text, 12, gfp))
DEFINE_SITE(do_kmemdup, u8, kmemdup(text, 12, gfp))
DEFINE_SITE(do_kmemdup_nul, char, kmemdup_nul(text, 12, gfp))
DEFINE_SITE(do_kasprintf, char, kasprintf(gfp, "%s %d", text, 7))

/* Strings in the kernel's .rodata are not copied, so take one on the stack. */
static void *do_kstrdup_const(struct alloc_tag_site *at, gfp_t gfp)
{
	char on_stack[] = "not the kernel's own";
	const char *obj = ALLOC_TAG_AT(at, kstrdup_const(on_stack, gfp));

	return (void *)obj;
}

static __printf(3, 4)
void *do_va(struct alloc_tag_site *at, gfp_t gfp, const char *fmt, ...)
{
	va_list args;
	char *obj;

	va_start(args, fmt);
	obj = ALLOC_TAG_AT(at, kvasprintf(gfp, fmt, args));
	va_end(args);
	return obj;
}

static void *do_kvasprintf(struct alloc_tag_site *at, gfp_t gfp)
{
	return do_va(at, gfp, "%s %d", text, 7);
}

static void free_kfree(void *obj)
{
	kfree(obj);
}

static void free_sensitive(void *obj)
{
	kfree_sensitive(obj);
}

static void free_kvfree(void *obj)
{
	kvfree(obj);
}

static void free_const(void *obj)
{
	kfree_const(obj);
}

static void free_krealloc(void *obj)
{
	WARN_ON(krealloc(obj, 0, GFP_ATOMIC) != ZERO_SIZE_PTR);
}

static void free_bulk(void *obj)
{
	kfree_bulk(1, &obj);
}

static void free_thing(void *obj)
{
	kmem_cache_free(things, obj);
}

static void free_thing_bulk(void *obj)
{
	kmem_cache_free_bulk(things, 1, &obj);
}

static void free_big_thing(void *obj)
{
	kmem_cache_free(big_things, obj);
}

static void free_rcu_thing(void *obj)
{
	kmem_cache_free(rcu_things, obj);
}

/* kfree_bulk() must be called with interrupts enabled. */
#define KIND_BULK(name_, alloc_, free_)					\
	{ .name = name_, .alloc = alloc_, .free = free_,		\
	  .bytes = alloc_tag_slab_bytes, .type = THING, .sleeps = true }

#define KIND(name_, alloc_, free_, type_)				\
	{ .name = name_, .alloc = alloc_, .free = free_,		\
	  .bytes = alloc_tag_slab_bytes, .type = type_ }

/* Functions that may fall back to vmalloc(), which sleeps. */
#define KIND_KV(name_, alloc_)						\
	{ .name = name_, .alloc = alloc_, .free = free_kvfree,		\
	  .bytes = alloc_tag_slab_bytes, .type = THING, .sleeps = true }

static const struct alloc_tag_kind alloc_tag_slab_kinds[] = {
	KIND("kmalloc, constant size", do_kmalloc_const, free_kfree, THING),
	KIND("kmalloc", do_kmalloc, free_kfree, THING),
	KIND("kmalloc, smallest size class", do_kmalloc_8, free_kfree, THING),
	KIND("kmalloc, one page", do_kmalloc_page, free_kfree, THING),
	KIND("kmalloc, two pages", do_kmalloc_2_pages, free_kfree, THING),
	KIND("kmalloc, large", do_kmalloc_large, free_kfree, THING),
	KIND("kmalloc, large constant size", do_kmalloc_large_const, free_kfree, THING),
	KIND("kmalloc, __GFP_RECLAIMABLE", do_kmalloc_reclaimable, free_kfree, THING),
	KIND("kmalloc, __GFP_ACCOUNT", do_kmalloc_account, free_kfree, THING),
	KIND("kzalloc", do_kzalloc, free_kfree, THING),
	KIND("kmalloc_array", do_kmalloc_array, free_kfree, THING),
	KIND("kcalloc", do_kcalloc, free_kfree, THING),
	KIND("kmalloc_node, constant size", do_kmalloc_node_const, free_kfree, THING),
	KIND("kmalloc_node", do_kmalloc_node, free_kfree, THING),
	KIND("kmalloc_node, large", do_kmalloc_node_large, free_kfree, THING),
	KIND("kzalloc_node", do_kzalloc_node, free_kfree, THING),
	KIND("kmalloc_array_node", do_kmalloc_array_node, free_kfree, THING),
	KIND("kcalloc_node", do_kcalloc_node, free_kfree, THING),
	KIND("kmalloc_track_caller", do_kmalloc_track_caller, free_kfree, THING),
	KIND("kmalloc_node_track_caller", do_kmalloc_node_track_caller, free_kfree, THING),
	KIND("krealloc of NULL", do_krealloc, free_kfree, THING),
	KIND("krealloc_array of NULL", do_krealloc_array, free_kfree, THING),
	KIND("kfree_sensitive", do_kmalloc, free_sensitive, THING),
	KIND_BULK("kfree_bulk", do_kmalloc, free_bulk),
	KIND_BULK("kfree_bulk, large", do_kmalloc_large, free_bulk),
	KIND("krealloc to size 0", do_kmalloc, free_krealloc, THING),
	KIND_KV("kvmalloc", do_kvmalloc),
	KIND_KV("kvmalloc, large", do_kvmalloc_large),
	KIND_KV("kvmalloc_node", do_kvmalloc_node),
	KIND_KV("kvzalloc", do_kvzalloc),
	KIND_KV("kvzalloc_node", do_kvzalloc_node),
	KIND_KV("kvmalloc_array", do_kvmalloc_array),
	KIND_KV("kvcalloc", do_kvcalloc),
	KIND("kmem_cache_alloc", do_kmem_cache_alloc, free_thing, THING),
	KIND("kmem_cache_zalloc", do_kmem_cache_zalloc, free_thing, THING),
	KIND("kmem_cache_alloc_node", do_kmem_cache_alloc_node, free_thing, THING),
	KIND("kmem_cache_alloc_lru", do_kmem_cache_alloc_lru, free_thing, THING),
	KIND("kmem_cache_alloc, kfree", do_kmem_cache_alloc, free_kfree, THING),
	KIND_BULK("kmem_cache_free_bulk", do_kmem_cache_alloc, free_thing_bulk),
	KIND("kmem_cache_alloc, more than a page", do_big_cache, free_big_thing,
	     "struct alloc_tag_big_thing"),
	KIND("kmem_cache_alloc, SLAB_TYPESAFE_BY_RCU", do_rcu_cache, free_rcu_thing, THING),
	KIND("kstrdup", do_kstrdup, free_kfree, "char"),
	KIND("kstrdup_const", do_kstrdup_const, free_const, NULL),
	KIND("kstrndup", do_kstrndup, free_kfree, "char"),
	KIND("kmemdup", do_kmemdup, free_kfree, NULL),
	KIND("kmemdup_nul", do_kmemdup_nul, free_kfree, "char"),
	KIND("kasprintf", do_kasprintf, free_kfree, "char"),
	KIND("kvasprintf", do_kvasprintf, free_kfree, "char"),
};

KUNIT_ARRAY_PARAM(alloc_tag_slab, alloc_tag_slab_kinds, alloc_tag_kind_desc);

/* The call site that most tests below use. */
static struct alloc_tag_thing *new_thing(struct alloc_tag_site *at)
{
	struct alloc_tag_thing *thing = ALLOC_TAG_AT(at, kmalloc(sizeof(*thing), GFP_KERNEL));

	return thing;
}

/* The number of calls charged to @tag so far, all of which must be freed. */
static u64 calls_until_now(struct kunit *test, const struct alloc_tag *tag)
{
	struct alloc_tag_totals sum;

	alloc_tag_read(alloc_tag_to_idx(tag), &sum);
	alloc_tag_expect(test, tag, sum.allocs, sum.allocs, 0);
	return sum.allocs;
}

/* Find the tag of new_thing(). Allocates an object there and frees it. */
static const struct alloc_tag *tag_of_thing(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;

	kfree(new_thing(&at));
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	return tag;
}

/* An object is charged with its size class, not with the requested size. */
static void test_bytes_of_size_class(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_totals sum;
	struct alloc_tag_site at;
	void *obj;

	obj = ALLOC_TAG_AT(&at, kmalloc(100, GFP_KERNEL));
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	alloc_tag_read(alloc_tag_to_idx(tag), &sum);
	KUNIT_EXPECT_GE(test, sum.bytes, 128LL);
	if (!alloc_tag_slab_padded(obj))
		KUNIT_EXPECT_EQ(test, sum.bytes, 128LL);
	kfree(obj);
	alloc_tag_read(alloc_tag_to_idx(tag), &sum);
	KUNIT_EXPECT_EQ(test, sum.bytes, 0LL);
}

/*
 * Somebody else's object is charged to the line that takes it over, unless it
 * has a record, as where all lines are watched.
 */
static void test_adopt(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	unsigned int i, adopted = 0;
	alloc_tag_idx_t before;
	size_t bytes;
	void *obj;

	/* The first time to learn the line. Some objects may be samples. */
	for (i = 0; i < 100 && adopted < 2; i++) {
		obj = kmalloc(small, GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, obj);
		before = alloc_tag_slab_overwrite(obj, 0);
		alloc_tag_slab_overwrite(obj, before);
		bytes = alloc_tag_slab_bytes(obj);
		/* Any address in it will do. */
		ALLOC_TAG_AT(&at, alloc_tag_adopt(obj + small - 1));
		if (alloc_tag_idx_has_record(before)) {
			KUNIT_EXPECT_EQ(test, alloc_tag_slab_overwrite(obj, before), before);
			kfree(obj);
			continue;
		}
		tag = alloc_tag_find(&at);
		KUNIT_ASSERT_NOT_NULL(test, tag);
		alloc_tag_expect(test, tag, adopted + 1, adopted, bytes);
		kfree(obj);
		adopted++;
		alloc_tag_expect(test, tag, adopted, adopted, 0);
	}
}

static void test_bulk_alloc(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	s64 bytes = 0;
	void *obj[40];
	u64 calls;
	int i, nr;

	/* The first time to learn the line, the second time to count. */
	for (i = 0; i < 2; i++) {
		nr = ALLOC_TAG_AT(&at, kmem_cache_alloc_bulk(things, GFP_KERNEL, 40, obj));
		KUNIT_ASSERT_EQ(test, nr, 40);
		if (i)
			break;
		kmem_cache_free_bulk(things, nr, obj);
		tag = alloc_tag_find(&at);
		KUNIT_ASSERT_NOT_NULL(test, tag);
		calls = calls_until_now(test, tag);
	}
	for (i = 0; i < nr; i++)
		bytes += alloc_tag_slab_bytes(obj[i]);
	alloc_tag_expect(test, tag, calls + nr, calls, bytes);

	/* Free half of them one by one. */
	for (i = 0; i < nr / 2; i++) {
		bytes -= alloc_tag_slab_bytes(obj[i]);
		kmem_cache_free(things, obj[i]);
	}
	alloc_tag_expect(test, tag, calls + nr, calls + nr / 2, bytes);
	kmem_cache_free_bulk(things, nr - nr / 2, obj + nr / 2);
	alloc_tag_expect(test, tag, calls + nr, calls + nr, 0);
}

/* kfree_bulk() of objects of several caches, and of pages. */
static void test_bulk_free_mixed(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	size_t size = 8;
	void *obj[14];
	s64 bytes = 0;
	u64 calls;
	int i;

	for (i = 0; i < ARRAY_SIZE(obj); i++, size *= 2) {
		obj[i] = ALLOC_TAG_AT(&at, kmalloc(size, GFP_KERNEL));
		KUNIT_ASSERT_NOT_NULL(test, obj[i]);
		bytes += alloc_tag_slab_bytes(obj[i]);
	}
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	calls = ARRAY_SIZE(obj);
	alloc_tag_expect(test, tag, calls, 0, bytes);
	kfree_bulk(ARRAY_SIZE(obj), obj);
	alloc_tag_expect(test, tag, calls, calls, 0);
}

static void test_krealloc_in_place(struct kunit *test)
{
	const struct alloc_tag *tag = tag_of_thing(test);
	u64 calls = calls_until_now(test, tag);
	struct alloc_tag_site at, at_realloc;
	void *obj, *same;
	s64 bytes;

	obj = new_thing(&at);
	KUNIT_ASSERT_NOT_NULL(test, obj);
	bytes = alloc_tag_slab_bytes(obj);

	/* Shrinking: the object stays in place, charged to the same line. */
	same = ALLOC_TAG_AT(&at_realloc, krealloc(obj, 70, GFP_KERNEL));
	KUNIT_EXPECT_PTR_EQ(test, same, obj);
	alloc_tag_expect(test, tag, calls + 1, calls, bytes);
	alloc_tag_expect(test, alloc_tag_find(&at_realloc), 0, 0, 0);
	kfree(same);
	alloc_tag_expect(test, tag, calls + 1, calls + 1, 0);
}

static void test_krealloc_grows(struct kunit *test)
{
	const struct alloc_tag *tag = tag_of_thing(test), *tag_realloc;
	u64 calls = calls_until_now(test, tag);
	struct alloc_tag_site at, at_realloc;
	void *obj, *other;

	obj = new_thing(&at);
	KUNIT_ASSERT_NOT_NULL(test, obj);
	other = ALLOC_TAG_AT(&at_realloc, krealloc(obj, 3000, GFP_KERNEL));
	KUNIT_ASSERT_NOT_NULL(test, other);
	/* From one line to the other. */
	alloc_tag_expect(test, tag, calls + 1, calls + 1, 0);
	tag_realloc = alloc_tag_find(&at_realloc);
	KUNIT_ASSERT_NOT_NULL(test, tag_realloc);
	alloc_tag_expect(test, tag_realloc, 1, 0, alloc_tag_slab_bytes(other));
	kfree(other);
	alloc_tag_expect(test, tag_realloc, 1, 1, 0);
}

static void test_kvrealloc_grows(struct kunit *test)
{
	const struct alloc_tag *tag = tag_of_thing(test), *tag_realloc;
	u64 calls = calls_until_now(test, tag);
	struct alloc_tag_site at, at_realloc;
	void *obj, *other;

	obj = new_thing(&at);
	KUNIT_ASSERT_NOT_NULL(test, obj);
	other = ALLOC_TAG_AT(&at_realloc, alloc_tag_kvrealloc(obj, 100, 3000));
	KUNIT_ASSERT_NOT_NULL(test, other);
	alloc_tag_expect(test, tag, calls + 1, calls + 1, 0);
	tag_realloc = alloc_tag_find(&at_realloc);
	KUNIT_ASSERT_NOT_NULL(test, tag_realloc);
	alloc_tag_expect(test, tag_realloc, 1, 0, alloc_tag_slab_bytes(other));
	kvfree(other);
	alloc_tag_expect(test, tag_realloc, 1, 1, 0);
}

static void free_thing_by_rcu(struct rcu_head *rcu)
{
	kfree(container_of(rcu, struct alloc_tag_thing, rcu));
}

static void test_rcu_callback(struct kunit *test)
{
	const struct alloc_tag *tag = tag_of_thing(test);
	u64 calls = calls_until_now(test, tag);
	struct alloc_tag_thing *thing;
	struct alloc_tag_site at;
	int i;

	for (i = 0; i < ALLOC_TAG_KUNIT_OBJS; i++) {
		thing = new_thing(&at);
		KUNIT_ASSERT_NOT_NULL(test, thing);
		call_rcu(&thing->rcu, free_thing_by_rcu);
	}
	rcu_barrier();
	alloc_tag_expect(test, tag, calls + i, calls + i, 0);
}

static void test_rcu_kfree(struct kunit *test)
{
	const struct alloc_tag *tag = tag_of_thing(test);
	u64 calls = calls_until_now(test, tag);
	struct alloc_tag_thing *thing;
	struct alloc_tag_totals sum;
	struct alloc_tag_site at;
	int i, tries;

	for (i = 0; i < ALLOC_TAG_KUNIT_OBJS; i++) {
		thing = new_thing(&at);
		KUNIT_ASSERT_NOT_NULL(test, thing);
		/* Half of them with an rcu_head, half without. */
		if (i & 1)
			kfree_rcu(thing, rcu);
		else
			kvfree_rcu_mightsleep(thing);
	}
	/*
	 * There is no barrier for kfree_rcu(), which collects objects for some
	 * seconds before it waits for a grace period.
	 */
	for (tries = 0; tries < 300; tries++) {
		alloc_tag_read(alloc_tag_to_idx(tag), &sum);
		if (sum.frees >= calls + i)
			break;
		msleep(100);
	}
	alloc_tag_expect(test, tag, calls + i, calls + i, 0);
}

/* A constructor, because caches that have one are not merged with others. */
static void do_nothing(void *obj)
{
}

/* Pages that were in a slab before must not keep the indexes of that time. */
static void test_slab_reused(struct kunit *test)
{
	struct kmem_cache *cache;
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	void *obj[64];
	s64 bytes = 0;
	int i, round;

	for (round = 1; round <= 2; round++) {
		cache = kmem_cache_create("alloc_tag_reused", 1000, 0, SLAB_NO_USER_FLAGS,
					  do_nothing);
		KUNIT_ASSERT_NOT_NULL(test, cache);
		for (i = 0; i < ARRAY_SIZE(obj); i++) {
			obj[i] = ALLOC_TAG_AT(&at, kmem_cache_alloc(cache, GFP_KERNEL));
			KUNIT_ASSERT_NOT_NULL(test, obj[i]);
			bytes += alloc_tag_slab_bytes(obj[i]);
			/* The owner may write to all of the object. */
			memset(obj[i], 0xff, kmem_cache_size(cache));
		}
		tag = alloc_tag_find(&at);
		KUNIT_ASSERT_NOT_NULL(test, tag);
		alloc_tag_expect(test, tag, round * i, (round - 1) * i, bytes);
		while (i--)
			kmem_cache_free(cache, obj[i]);
		bytes = 0;
		alloc_tag_expect(test, tag, round * ARRAY_SIZE(obj), round * ARRAY_SIZE(obj), 0);
		kmem_cache_destroy(cache);
	}
}

/* Number of objects that fill() allocates. */
#define FILL	48

/* Allocate FILL objects of @cache, and write to all of each. */
static void fill(struct kunit *test, struct kmem_cache *cache, void **obj,
		 struct alloc_tag_site *at, s64 *bytes)
{
	unsigned int i;

	for (i = 0; i < FILL; i++) {
		obj[i] = ALLOC_TAG_AT(at, kmem_cache_alloc(cache, GFP_KERNEL));
		KUNIT_ASSERT_NOT_NULL(test, obj[i]);
		memset(obj[i], 0xff, kmem_cache_size(cache));
		*bytes += alloc_tag_slab_bytes(obj[i]);
	}
}

/* Objects of any size up to two pages do not overlap any slot. */
static void test_all_sizes(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	struct kmem_cache *cache;
	unsigned int size, i;
	void *obj[FILL];
	u64 calls = 0;
	s64 bytes;

	for (size = 8; size <= 2 * PAGE_SIZE; size += size < 256 ? 8 : size / 9) {
		cache = kmem_cache_create("alloc_tag_sizes", size, 0, SLAB_NO_USER_FLAGS,
					  do_nothing);
		KUNIT_ASSERT_NOT_NULL(test, cache);
		bytes = 0;
		fill(test, cache, obj, &at, &bytes);
		tag = alloc_tag_find(&at);
		KUNIT_ASSERT_NOT_NULL(test, tag);
		alloc_tag_expect(test, tag, calls + FILL, calls, bytes);
		calls += FILL;
		for (i = 0; i < FILL; i++)
			kmem_cache_free(cache, obj[i]);
		alloc_tag_expect(test, tag, calls, calls, 0);
		kmem_cache_destroy(cache);
	}
}

/*
 * A cache with slabs of two orders. Objects in slabs of one order are freed
 * after slabs of the other order were allocated, and vice versa. Done for each
 * size class with each kind of debugging.
 */
static void test_mixed_orders(struct kunit *test)
{
	static const slab_flags_t flags[] = {
		0,
#ifdef CONFIG_SLUB_DEBUG
		SLAB_CONSISTENCY_CHECKS, SLAB_RED_ZONE, SLAB_POISON, SLAB_STORE_USER,
		SLAB_CONSISTENCY_CHECKS | SLAB_RED_ZONE | SLAB_POISON | SLAB_STORE_USER,
#endif
	};
	static const unsigned int classes[] = {
		8, 16, 32, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096, 8192
	};
	static void *obj[3][FILL];
	unsigned int c, f, i, round, mixed = 0;
	const struct alloc_tag *tag;
	struct alloc_tag_totals sum;
	struct alloc_tag_site at;
	struct kmem_cache *cache;
	u64 calls = 0;
	s64 bytes;

	for (c = 0; c < ARRAY_SIZE(classes) * ARRAY_SIZE(flags); c++) {
		f = c % ARRAY_SIZE(flags);
		cache = kmem_cache_create("alloc_tag_orders", classes[c / ARRAY_SIZE(flags)], 0,
					  SLAB_NO_USER_FLAGS | flags[f], do_nothing);
		KUNIT_ASSERT_NOT_NULL(test, cache);
		bytes = 0;
		/* The preferred order, the smallest one, the preferred one. */
		for (round = 0; round < 3; round++) {
			if (round)
				alloc_tag_slab_order(cache, round == 1);
			fill(test, cache, obj[round], &at, &bytes);
		}
		tag = alloc_tag_find(&at);
		KUNIT_ASSERT_NOT_NULL(test, tag);
		/* Other tests have called fill(), too. */
		if (!c) {
			alloc_tag_read(alloc_tag_to_idx(tag), &sum);
			calls = sum.frees;
		}
		alloc_tag_expect(test, tag, calls + 3 * FILL, calls, bytes);
		if (alloc_tag_slab_has_orders(cache)) {
			mixed++;
			/* An object of KFENCE is in a slab of one page. */
			for (i = 0; i < FILL - 1 && is_kfence_address(obj[0][i]); i++)
				;
			KUNIT_EXPECT_LT(test, alloc_tag_slab_pages(obj[1][FILL - 1]),
					alloc_tag_slab_pages(obj[0][i]));
		}
		for (i = 0; i < 3 * FILL; i++)
			kmem_cache_free(cache, obj[i % 3][i / 3]);
		calls += 3 * FILL;
		alloc_tag_expect(test, tag, calls, calls, 0);
		kmem_cache_destroy(cache);
	}
	/* At least two size classes have slabs that differ in order. */
	KUNIT_EXPECT_GE(test, mixed, 2 * ARRAY_SIZE(flags));
}

/*
 * If a slot was overwritten with an invalid index, the free is not counted. It
 * is reported once; testsuite/kernel/kunit/overwritten.exp checks the report.
 */
static void test_overwritten_slot(struct kunit *test)
{
	static const size_t sizes[] = { 8, 64, 200, 3000 };
	const struct alloc_tag *tag;
	struct alloc_tag_totals sum;
	struct alloc_tag_site at;
	alloc_tag_idx_t idx;
	unsigned int i;
	u64 calls = 0;
	void *obj;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		obj = ALLOC_TAG_AT(&at, kmalloc(sizes[i], GFP_KERNEL));
		KUNIT_ASSERT_NOT_NULL(test, obj);
		tag = alloc_tag_find(&at);
		KUNIT_ASSERT_NOT_NULL(test, tag);
		idx = alloc_tag_slab_overwrite(obj, (alloc_tag_idx_t)~0);
		KUNIT_EXPECT_NE(test, idx, 0);
		kfree(obj);
		alloc_tag_read(alloc_tag_to_idx(tag), &sum);
		/* The object stays charged: the slot was the only reference. */
		KUNIT_EXPECT_EQ(test, sum.allocs, ++calls);
		KUNIT_EXPECT_EQ(test, sum.frees, 0);
	}
}

/* An index that no tag has ever had is not counted. */
static void test_limit(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, alloc_tag_idx_valid(alloc_tag_nr - 1));
	KUNIT_EXPECT_TRUE(test, alloc_tag_idx_valid(alloc_tag_limit - 1));
	KUNIT_EXPECT_FALSE(test, alloc_tag_idx_valid(alloc_tag_limit));
	KUNIT_EXPECT_LE(test, alloc_tag_limit, alloc_tag_end());
	/* This test is in a module, with tags. */
	if (IS_MODULE(CONFIG_ALLOC_TAG_KUNIT_TEST))
		KUNIT_EXPECT_GT(test, alloc_tag_limit, alloc_tag_nr + 1);
}

/* Functions that copy from user space free their object if the copy faults. */
static void test_memdup_user_fault(struct kunit *test)
{
	const void __user *nowhere = (void __user *)-4096UL;
	struct alloc_tag_site at[3];
	void *copy[3];
	int i;

	copy[0] = ALLOC_TAG_AT(&at[0], memdup_user(nowhere, 100));
	copy[1] = ALLOC_TAG_AT(&at[1], memdup_user_nul(nowhere, 100));
	copy[2] = ALLOC_TAG_AT(&at[2], vmemdup_user(nowhere, 100));
	for (i = 0; i < ARRAY_SIZE(copy); i++) {
		const struct alloc_tag *tag = alloc_tag_find(&at[i]);

		KUNIT_EXPECT_EQ(test, PTR_ERR(copy[i]), -EFAULT);
		KUNIT_ASSERT_NOT_NULL(test, tag);
		alloc_tag_expect(test, tag, 1, 1, 0);
	}
}

/* Two nested marked functions pass on the tag of the outermost call. */
static __allocator void *inner(size_t size)
{
	return kmalloc(size, GFP_KERNEL);
}

static noinline __allocator void *outer(size_t size)
{
	return inner(size + 1);
}

static void test_forwarded(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	void *obj;

	obj = ALLOC_TAG_AT(&at, outer(90));
	KUNIT_ASSERT_NOT_NULL(test, obj);
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	alloc_tag_expect(test, tag, 1, 0, alloc_tag_slab_bytes(obj));
	kfree(obj);
	alloc_tag_expect(test, tag, 1, 1, 0);
}

/* A call through a pointer is charged to the allocator's definition. */
static void test_through_pointer(struct kunit *test)
{
	char *(*fn)(const char *s, gfp_t gfp) = kstrdup;
	struct alloc_tag_totals before, after;
	const struct alloc_tag *tag;
	void *obj;

	/* Keep the compiler from turning it into a direct call. */
	OPTIMIZER_HIDE_VAR(fn);
	tag = alloc_tag_find_untagged("kstrdup");
	KUNIT_ASSERT_NOT_NULL(test, tag);
	alloc_tag_read(alloc_tag_to_idx(tag), &before);
	obj = fn(text, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, obj);
	alloc_tag_read(alloc_tag_to_idx(tag), &after);
	KUNIT_EXPECT_GE(test, after.allocs, before.allocs + 1);
	kfree(obj);
}

/* ZERO_SIZE_PTR and NULL are not charged, and can be freed. */
static void test_zero_size(struct kunit *test)
{
	const struct alloc_tag *tag;
	size_t none = small - sizeof(struct alloc_tag_thing);
	struct alloc_tag_site at;
	void *obj;

	obj = ALLOC_TAG_AT(&at, kmalloc(none, GFP_KERNEL));
	KUNIT_EXPECT_PTR_EQ(test, obj, ZERO_SIZE_PTR);
	kfree(obj);
	kfree(NULL);
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	alloc_tag_expect(test, tag, 0, 0, 0);
}

static void test_failed_allocation(struct kunit *test)
{
	const struct alloc_tag *tag;
	size_t much = KMALLOC_MAX_SIZE + one_page;
	struct alloc_tag_site at;
	void *obj;

	obj = ALLOC_TAG_AT(&at, kmalloc(much, GFP_KERNEL | __GFP_NOWARN));
	KUNIT_EXPECT_NULL(test, obj);
	kfree(obj);
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	alloc_tag_expect(test, tag, 0, 0, 0);
}

/* A line that was never executed has a tag with counters of 0. */
static void test_not_run(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at = { __FILE__, __func__, __LINE__ + 4 };
	void *obj = NULL;

	if (!READ_ONCE(small))
		obj = kmalloc(10, GFP_KERNEL);
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	alloc_tag_expect(test, tag, 0, 0, 0);
	kfree(obj);
}

static void test_allocated_while_off(struct kunit *test)
{
	const struct alloc_tag *tag = tag_of_thing(test);
	u64 calls = calls_until_now(test, tag);
	struct alloc_tag_thing *thing;
	struct alloc_tag_site at;

	alloc_tag_switch_or_skip(test, false);
	thing = new_thing(&at);
	alloc_tag_switch_or_skip(test, true);
	KUNIT_ASSERT_NOT_NULL(test, thing);
	if (!ALLOC_TAG_GOES_ON)
		calls = 0;
	alloc_tag_expect(test, tag, calls, calls, 0);
	kfree(thing);
	alloc_tag_expect(test, tag, calls, calls, 0);
}

static void test_freed_while_off(struct kunit *test)
{
	const struct alloc_tag *tag = tag_of_thing(test);
	u64 calls = calls_until_now(test, tag);
	struct alloc_tag_thing *thing;
	struct alloc_tag_site at;

	thing = new_thing(&at);
	KUNIT_ASSERT_NOT_NULL(test, thing);
	alloc_tag_switch_or_skip(test, false);
	alloc_tag_expect(test, tag, calls + 1, calls, alloc_tag_slab_bytes(thing));
	if (ALLOC_TAG_GOES_ON) {
		kfree(thing);
		alloc_tag_expect(test, tag, calls + 1, calls + 1, 0);
		alloc_tag_switch_or_skip(test, true);
		alloc_tag_expect(test, tag, calls + 1, calls + 1, 0);
	} else {
		s64 bytes = alloc_tag_slab_bytes(thing);

		kfree(thing);
		alloc_tag_expect(test, tag, calls + 1, calls, bytes);
		alloc_tag_switch_or_skip(test, true);
		alloc_tag_expect(test, tag, 0, 0, 0);
	}
}

/* Objects with slots in a vector and in a table, charged before. */
static void test_freed_when_on_again(struct kunit *test)
{
	struct alloc_tag_site at, at_large;
	const struct alloc_tag *tag, *tag_large;
	void *obj, *large_obj;

	if (ALLOC_TAG_GOES_ON)
		kunit_skip(test, "counting goes on in a debug kernel");
	obj = ALLOC_TAG_AT(&at, kmalloc(24, GFP_KERNEL));
	large_obj = ALLOC_TAG_AT(&at_large, kmalloc(2048, GFP_KERNEL));
	KUNIT_ASSERT_NOT_NULL(test, obj);
	KUNIT_ASSERT_NOT_NULL(test, large_obj);
	tag = alloc_tag_find(&at);
	tag_large = alloc_tag_find(&at_large);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	KUNIT_ASSERT_NOT_NULL(test, tag_large);
	alloc_tag_expect(test, tag, 1, 0, alloc_tag_slab_bytes(obj));
	alloc_tag_switch_or_skip(test, false);
	alloc_tag_switch_or_skip(test, true);
	alloc_tag_expect(test, tag, 0, 0, 0);
	kfree(obj);
	kfree(large_obj);
	alloc_tag_expect(test, tag, 0, 0, 0);
	alloc_tag_expect(test, tag_large, 0, 0, 0);
}

static int slab_suite_init(struct kunit_suite *suite)
{
	small = sizeof(struct alloc_tag_thing);
	one_page = PAGE_SIZE;
	large = 3 * PAGE_SIZE;

	things = KMEM_CACHE(alloc_tag_thing, 0);
	big_things = KMEM_CACHE(alloc_tag_big_thing, 0);
	rcu_things = kmem_cache_create("alloc_tag_rcu_thing", sizeof(struct alloc_tag_thing), 0,
				       SLAB_TYPESAFE_BY_RCU, NULL);
	if (!things || !big_things || !rcu_things)
		return -ENOMEM;
	return alloc_tag_suite_init(suite);
}

static void slab_suite_exit(struct kunit_suite *suite)
{
	alloc_tag_suite_exit(suite);
	kmem_cache_destroy(rcu_things);
	kmem_cache_destroy(big_things);
	kmem_cache_destroy(things);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(alloc_tag_test_same_thread, alloc_tag_slab_gen_params),
	KUNIT_CASE_PARAM(alloc_tag_test_other_cpu, alloc_tag_slab_gen_params),
	KUNIT_CASE_PARAM(alloc_tag_test_hardirq, alloc_tag_slab_gen_params),
	KUNIT_CASE(test_bytes_of_size_class),
	KUNIT_CASE(test_adopt),
	KUNIT_CASE(test_bulk_alloc),
	KUNIT_CASE(test_bulk_free_mixed),
	KUNIT_CASE(test_krealloc_in_place),
	KUNIT_CASE(test_krealloc_grows),
	KUNIT_CASE(test_kvrealloc_grows),
	KUNIT_CASE(test_rcu_callback),
	KUNIT_CASE(test_rcu_kfree),
	KUNIT_CASE(test_slab_reused),
	KUNIT_CASE(test_all_sizes),
	KUNIT_CASE(test_mixed_orders),
	KUNIT_CASE(test_overwritten_slot),
	KUNIT_CASE(test_limit),
	KUNIT_CASE(test_memdup_user_fault),
	KUNIT_CASE(test_forwarded),
	KUNIT_CASE(test_through_pointer),
	KUNIT_CASE(test_zero_size),
	KUNIT_CASE(test_failed_allocation),
	KUNIT_CASE(test_not_run),
	KUNIT_CASE(test_allocated_while_off),
	KUNIT_CASE(test_freed_while_off),
	KUNIT_CASE(test_freed_when_on_again),
	{ }
};

static struct kunit_suite alloc_tag_slab_suite = {
	.name = "alloc_tag_slab",
	.suite_init = slab_suite_init,
	.suite_exit = slab_suite_exit,
	.init = alloc_tag_test_init,
	.exit = alloc_tag_test_exit,
	.test_cases = cases,
};

kunit_test_suite(alloc_tag_slab_suite);
