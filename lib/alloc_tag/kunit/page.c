// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: KUnit tests of the page allocator.
 *
 * There is one function for each entry point of <linux/gfp.h>, with a single
 * call of it. The table page_kinds says how to free the pages, and how many
 * bytes are charged for them.
 */
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/gfp.h>
#include <linux/log2.h>
#include <linux/list.h>
#include <linux/migrate.h>
#include <linux/mm.h>
#include <linux/pagemap.h>
#include <linux/sizes.h>
#include <linux/slab.h>

#include "kunit.h"
#include "../../../mm/alloc_tag/page.h"

/* Define @fn: a function of type alloc_tag_kind.alloc with the call @call. */
#define DEFINE_SITE(fn, type, call)					\
static void *fn(struct alloc_tag_site *at, gfp_t gfp)			\
{									\
	type obj = ALLOC_TAG_AT(at, call);				\
									\
	return (void *)obj;						\
}

#define DEFINE_PAGE(fn, call)	DEFINE_SITE(fn, struct page *, call)
#define DEFINE_FOLIO(fn, call)	DEFINE_SITE(fn, struct folio *, call)
#define DEFINE_ADDR(fn, call)	DEFINE_SITE(fn, unsigned long, call)

DEFINE_PAGE(do_alloc_page, alloc_page(gfp))
DEFINE_PAGE(do_alloc_pages, alloc_pages(gfp, 2))
DEFINE_PAGE(do_alloc_pages_comp, alloc_pages(gfp | __GFP_COMP, 3))
DEFINE_PAGE(do_alloc_pages_node, alloc_pages_node(NUMA_NO_NODE, gfp, 1))
DEFINE_PAGE(do___alloc_pages_node, __alloc_pages_node(numa_mem_id(), gfp, 1))
DEFINE_PAGE(do___alloc_pages, __alloc_pages(gfp, 0, numa_mem_id(), NULL))
DEFINE_PAGE(do_account, alloc_page(gfp | __GFP_ACCOUNT))
DEFINE_FOLIO(do_folio_alloc, folio_alloc(gfp, 2))
DEFINE_FOLIO(do___folio_alloc, __folio_alloc(gfp, 1, numa_mem_id(), NULL))
DEFINE_FOLIO(do___folio_alloc_node, __folio_alloc_node(gfp, 0, numa_mem_id()))
DEFINE_ADDR(do___get_free_page, __get_free_page(gfp))
DEFINE_ADDR(do___get_free_pages, __get_free_pages(gfp, 2))
DEFINE_ADDR(do_get_zeroed_page, get_zeroed_page(gfp))
DEFINE_SITE(do_alloc_pages_exact, void *, alloc_pages_exact(3 * PAGE_SIZE, gfp))
DEFINE_SITE(do_alloc_pages_exact_1, void *, alloc_pages_exact(100, gfp))

static void free_order_0(void *obj)
{
	__free_page(obj);
}

static void free_order_1(void *obj)
{
	__free_pages(obj, 1);
}

static void free_order_2(void *obj)
{
	__free_pages(obj, 2);
}

static void free_order_3(void *obj)
{
	__free_pages(obj, 3);
}

static void free_put_page(void *obj)
{
	put_page(obj);
}

static void free_folio_put(void *obj)
{
	folio_put(obj);
}

static void free_release(void *obj)
{
	struct page *page = obj;

	release_pages(&page, 1);
}

static void free_addr_order_0(void *obj)
{
	free_page((unsigned long)obj);
}

static void free_addr_order_2(void *obj)
{
	free_pages((unsigned long)obj, 2);
}

static void free_exact_3(void *obj)
{
	free_pages_exact(obj, 3 * PAGE_SIZE);
}

static void free_exact_1(void *obj)
{
	free_pages_exact(obj, 100);
}

#define KIND(name_, alloc_, free_, pages_, type_)			\
	{ .name = name_, .alloc = alloc_, .free = free_,		\
	  .size = (pages_) * PAGE_SIZE, .type = type_ }

static const struct alloc_tag_kind page_kinds[] = {
	KIND("alloc_page", do_alloc_page, free_order_0, 1, "struct page"),
	KIND("alloc_page, put_page", do_alloc_page, free_put_page, 1, "struct page"),
	KIND("alloc_page, release_pages", do_alloc_page, free_release, 1, "struct page"),
	KIND("alloc_page, __GFP_ACCOUNT", do_account, free_order_0, 1, "struct page"),
	KIND("alloc_pages", do_alloc_pages, free_order_2, 4, "struct page"),
	KIND("alloc_pages, compound", do_alloc_pages_comp, free_order_3, 8, "struct page"),
	KIND("alloc_pages, compound, put_page", do_alloc_pages_comp, free_put_page, 8,
	     "struct page"),
	KIND("alloc_pages_node", do_alloc_pages_node, free_order_1, 2, "struct page"),
	KIND("__alloc_pages_node", do___alloc_pages_node, free_order_1, 2, "struct page"),
	KIND("__alloc_pages", do___alloc_pages, free_order_0, 1, "struct page"),
	KIND("folio_alloc", do_folio_alloc, free_folio_put, 4, "struct folio"),
	KIND("__folio_alloc", do___folio_alloc, free_folio_put, 2, "struct folio"),
	KIND("__folio_alloc_node", do___folio_alloc_node, free_folio_put, 1, "struct folio"),
	KIND("__get_free_page", do___get_free_page, free_addr_order_0, 1, NULL),
	KIND("__get_free_pages", do___get_free_pages, free_addr_order_2, 4, NULL),
	KIND("get_zeroed_page", do_get_zeroed_page, free_addr_order_0, 1, NULL),
};

KUNIT_ARRAY_PARAM(alloc_tag_page, page_kinds, alloc_tag_kind_desc);

/*
 * Find the tag of the call at @at. Check that @allocs calls were made there so
 * far, none of them freed, and that @bytes are live.
 */
static const struct alloc_tag *tag_with(struct kunit *test, const struct alloc_tag_site *at,
					u64 allocs, s64 bytes)
{
	const struct alloc_tag *tag = alloc_tag_find(at);

	KUNIT_ASSERT_NOT_NULL(test, tag);
	alloc_tag_expect(test, tag, allocs, 0, bytes);
	return tag;
}

/* Check that everything charged to @tag was freed. */
static void expect_none(struct kunit *test, const struct alloc_tag *tag)
{
	struct alloc_tag_totals sum;

	alloc_tag_read(alloc_tag_to_idx(tag), &sum);
	KUNIT_EXPECT_EQ(test, sum.allocs, sum.frees);
	KUNIT_EXPECT_EQ(test, sum.bytes, 0LL);
}

/* Check that @calls allocations of @bytes in total are charged to @tag. */
static void expect_live(struct kunit *test, const struct alloc_tag *tag, u64 calls, s64 bytes)
{
	struct alloc_tag_totals sum;

	alloc_tag_read(alloc_tag_to_idx(tag), &sum);
	KUNIT_EXPECT_EQ(test, sum.allocs - sum.frees, calls);
	KUNIT_EXPECT_EQ(test, sum.bytes, bytes);
}

/* alloc_pages_exact() frees excess pages at once, so these are uncharged. */
static void test_pages_exact(struct kunit *test)
{
	const struct alloc_tag_kind three = {
		.alloc = do_alloc_pages_exact, .free = free_exact_3, .size = 3 * PAGE_SIZE,
	};
	const struct alloc_tag_kind one = {
		.alloc = do_alloc_pages_exact_1, .free = free_exact_1, .size = PAGE_SIZE,
	};
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	struct alloc_tag_totals sum;
	void *obj;

	obj = three.alloc(&at, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, obj);
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	alloc_tag_read(alloc_tag_to_idx(tag), &sum);
	KUNIT_EXPECT_EQ(test, sum.bytes, (s64)three.size);
	three.free(obj);
	expect_none(test, tag);

	obj = one.alloc(&at, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, obj);
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	alloc_tag_read(alloc_tag_to_idx(tag), &sum);
	KUNIT_EXPECT_EQ(test, sum.bytes, (s64)one.size);
	one.free(obj);
	expect_none(test, tag);
}

static void test_bulk_array(struct kunit *test)
{
	struct page *page[ALLOC_TAG_KUNIT_OBJS] = { };
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	unsigned long nr;

	nr = ALLOC_TAG_AT(&at, alloc_pages_bulk_array(GFP_KERNEL, ARRAY_SIZE(page), page));
	KUNIT_ASSERT_GE(test, nr, 1UL);
	tag = tag_with(test, &at, nr, nr * PAGE_SIZE);
	while (nr) {
		__free_page(page[--nr]);
		expect_live(test, tag, nr, nr * PAGE_SIZE);
	}
	expect_none(test, tag);
}

static void test_bulk_list(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct page *page, *next;
	struct alloc_tag_site at;
	unsigned long nr;
	LIST_HEAD(pages);

	nr = ALLOC_TAG_AT(&at, alloc_pages_bulk_list(GFP_KERNEL, 17, &pages));
	KUNIT_ASSERT_GE(test, nr, 1UL);
	tag = tag_with(test, &at, nr, nr * PAGE_SIZE);
	list_for_each_entry_safe(page, next, &pages, lru)
		__free_page(page);
	expect_none(test, tag);
}

/* After split_page(), pages are charged and freed one by one. */
static void test_split(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	struct page *page;
	int i;

	page = ALLOC_TAG_AT(&at, alloc_pages(GFP_KERNEL, 2));
	KUNIT_ASSERT_NOT_NULL(test, page);
	tag = tag_with(test, &at, 1, 4 * PAGE_SIZE);
	split_page(page, 2);
	expect_live(test, tag, 4, 4 * PAGE_SIZE);
	/* Not in address order. */
	for (i = 0; i < 4; i++) {
		__free_page(page + (i ^ 2));
		expect_live(test, tag, 3 - i, (3 - i) * PAGE_SIZE);
	}
	expect_none(test, tag);
}

/*
 * Another reference to the first page is held while __free_pages() frees the
 * others. The first page stays charged until that reference is dropped.
 */
static void test_extra_reference(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	struct page *page;

	page = ALLOC_TAG_AT(&at, alloc_pages(GFP_KERNEL, 2));
	KUNIT_ASSERT_NOT_NULL(test, page);
	tag = tag_with(test, &at, 1, 4 * PAGE_SIZE);
	get_page(page);
	__free_pages(page, 2);
	expect_live(test, tag, 1, PAGE_SIZE);
	put_page(page);
	expect_none(test, tag);
}

static void test_extra_reference_compound(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	struct page *page;

	page = ALLOC_TAG_AT(&at, alloc_pages(GFP_KERNEL | __GFP_COMP, 2));
	KUNIT_ASSERT_NOT_NULL(test, page);
	tag = tag_with(test, &at, 1, 4 * PAGE_SIZE);
	/* A reference to any page of a compound page holds all of it. */
	get_page(page + 3);
	__free_pages(page, 2);
	expect_live(test, tag, 1, 4 * PAGE_SIZE);
	put_page(page + 3);
	expect_none(test, tag);
}

/*
 * Movable pages, managed as a memory balloon manages its pages. The array tells
 * their owner where they are now; an entry is only written while holding the
 * lock of the page that it points to.
 */
static struct page *movable[1024];
static unsigned int moved;

static bool movable_isolate(struct page *page, isolate_mode_t mode)
{
	return true;
}

static const struct movable_operations movable_ops;

static int movable_migrate(struct page *dst, struct page *src, enum migrate_mode mode)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(movable); i++)
		if (movable[i] == src)
			break;
	if (i == ARRAY_SIZE(movable))
		return -EAGAIN;

	get_page(dst);
	__SetPageMovable(dst, &movable_ops);
	WRITE_ONCE(movable[i], dst);
	moved++;
	__ClearPageMovable(src);
	put_page(src);
	return MIGRATEPAGE_SUCCESS;
}

static void movable_putback(struct page *page)
{
}

static const struct movable_operations movable_ops = {
	.isolate_page = movable_isolate,
	.migrate_page = movable_migrate,
	.putback_page = movable_putback,
};

/* Free a movable page. Waits while it is being migrated. */
static void movable_free(unsigned int i)
{
	struct page *page;

	for (;;) {
		page = READ_ONCE(movable[i]);
		lock_page(page);
		if (page == movable[i] && !PageIsolated(page))
			break;
		unlock_page(page);
		msleep(20);
	}
	movable[i] = NULL;
	__ClearPageMovable(page);
	unlock_page(page);
	put_page(page);
}

/* The tag follows the contents of pages that compaction migrates. */
static void test_migration(struct kunit *test)
{
	const unsigned int nr = ARRAY_SIZE(movable);
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	struct page *page;
	unsigned int i;
	int err;

	if (!IS_ENABLED(CONFIG_COMPACTION))
		kunit_skip(test, "no CONFIG_COMPACTION");

	moved = 0;
	for (i = 0; i < nr; i++) {
		page = ALLOC_TAG_AT(&at, alloc_page(GFP_HIGHUSER_MOVABLE));
		KUNIT_ASSERT_NOT_NULL(test, page);
		lock_page(page);
		__SetPageMovable(page, &movable_ops);
		movable[i] = page;
		unlock_page(page);
	}
	tag = tag_with(test, &at, nr, nr * PAGE_SIZE);

	/* Free every other page, then let compaction fill the holes. */
	for (i = 0; i < nr; i += 2)
		movable_free(i);
	expect_live(test, tag, nr / 2, nr / 2 * PAGE_SIZE);
	err = alloc_tag_write("/proc/sys/vm/compact_memory", "1\n");
	expect_live(test, tag, nr / 2, nr / 2 * PAGE_SIZE);
	for (i = 1; i < nr; i += 2)
		movable_free(i);
	expect_none(test, tag);

	kunit_info(test, "%u pages moved\n", moved);
	if (!moved)
		kunit_skip(test, "no page moved (%d)", err);
}

static void test_failed_allocation(struct kunit *test)
{
	const gfp_t gfp = GFP_KERNEL | __GFP_NOWARN;
	struct alloc_tag_site at;
	struct page *page;

	/* One more than the largest order. */
	page = ALLOC_TAG_AT(&at, alloc_pages(gfp, KMALLOC_MAX_ORDER + 1));
	KUNIT_EXPECT_NULL(test, page);
	tag_with(test, &at, 0, 0);
}

static void test_allocated_while_off(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	struct page *page;

	alloc_tag_switch_or_skip(test, false);
	page = ALLOC_TAG_AT(&at, alloc_pages(GFP_KERNEL, 1));
	alloc_tag_switch_or_skip(test, true);
	KUNIT_ASSERT_NOT_NULL(test, page);
	tag = tag_with(test, &at, 0, 0);
	__free_pages(page, 1);
	alloc_tag_expect(test, tag, 0, 0, 0);
}

static void test_split_while_off(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	struct page *page;

	page = ALLOC_TAG_AT(&at, alloc_pages(GFP_KERNEL, 1));
	KUNIT_ASSERT_NOT_NULL(test, page);
	tag = tag_with(test, &at, 1, 2 * PAGE_SIZE);
	alloc_tag_switch_or_skip(test, false);
	split_page(page, 1);
	__free_page(page);
	if (ALLOC_TAG_GOES_ON)
		expect_live(test, tag, 1, PAGE_SIZE);
	else
		expect_live(test, tag, 1, 2 * PAGE_SIZE);
	alloc_tag_switch_or_skip(test, true);
	__free_page(page + 1);
	expect_none(test, tag);
}

static void test_freed_while_off(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	struct page *page;

	page = ALLOC_TAG_AT(&at, alloc_pages(GFP_KERNEL, 1));
	KUNIT_ASSERT_NOT_NULL(test, page);
	tag = tag_with(test, &at, 1, 2 * PAGE_SIZE);
	alloc_tag_switch_or_skip(test, false);
	__free_pages(page, 1);
	if (ALLOC_TAG_GOES_ON)
		expect_none(test, tag);
	else
		expect_live(test, tag, 1, 2 * PAGE_SIZE);
	alloc_tag_switch_or_skip(test, true);
	expect_none(test, tag);
}

/*
 * The slots of pages are on their pages' node. A page of slots is for several
 * MiB of memory; those where two nodes meet are left out.
 */
static void test_slots_on_node(struct kunit *test)
{
	const unsigned long pages = PAGE_SIZE / sizeof(alloc_tag_idx_t);
	const unsigned int order = ilog2(SZ_2M / PAGE_SIZE);
	unsigned int i, checked;
	struct page *block[8], *slots;
	unsigned long first;
	int nid;

	if (!IS_ENABLED(CONFIG_SPARSEMEM_VMEMMAP))
		kunit_skip(test, "the table of slots is not mapped by nodes");
	for_each_node_state(nid, N_MEMORY) {
		checked = 0;
		for (i = 0; i < ARRAY_SIZE(block); i++) {
			block[i] = alloc_pages_node(nid, GFP_KERNEL | __GFP_THISNODE | __GFP_NOWARN,
						    order);
			if (!block[i])
				break;
			first = ALIGN_DOWN(page_to_pfn(block[i]), pages);
			if (pfn_to_nid(first) != nid || !pfn_valid(first + pages - 1) ||
			    pfn_to_nid(first + pages - 1) != nid)
				continue;
			checked++;
			slots = vmalloc_to_page(alloc_tag_page_slot(block[i]));
			KUNIT_EXPECT_EQ(test, nid, page_to_nid(slots));
		}
		KUNIT_EXPECT_GT(test, checked, 0U);
		while (i)
			__free_pages(block[--i], order);
	}
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(alloc_tag_test_same_thread, alloc_tag_page_gen_params),
	KUNIT_CASE_PARAM(alloc_tag_test_other_cpu, alloc_tag_page_gen_params),
	KUNIT_CASE_PARAM(alloc_tag_test_hardirq, alloc_tag_page_gen_params),
	KUNIT_CASE(test_pages_exact),
	KUNIT_CASE(test_bulk_array),
	KUNIT_CASE(test_bulk_list),
	KUNIT_CASE(test_split),
	KUNIT_CASE(test_extra_reference),
	KUNIT_CASE(test_extra_reference_compound),
	KUNIT_CASE(test_migration),
	KUNIT_CASE(test_failed_allocation),
	KUNIT_CASE(test_allocated_while_off),
	KUNIT_CASE(test_split_while_off),
	KUNIT_CASE(test_freed_while_off),
	KUNIT_CASE(test_slots_on_node),
	{ }
};

ALLOC_TAG_SUITE(page);
