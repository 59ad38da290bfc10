// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: KUnit test of a line that has missed a free.
 *
 * It remains not accurate until counting begins anew, as tests of other suites
 * have it do. So this is the last suite: testsuite/kernel/kunit/alloc_tag.exp
 * looks for the line in /proc/allocinfo.
 */

#include <linux/mm.h>

#include "../../../mm/alloc_tag/page.h"
#include "kunit.h"

/*
 * Pages are split, and one of them is charged to another line already. That
 * line is not uncharged when the page is freed.
 */
static void test_lost_free(struct kunit *test)
{
	unsigned int faults[NR_ALLOC_TAG_FAULTS] = { };
	const struct alloc_tag *tag, *tag_lost;
	struct alloc_tag_site at, at_lost;
	struct page *page, *lost;

	page = ALLOC_TAG_AT(&at, alloc_pages(GFP_KERNEL, 1));
	lost = ALLOC_TAG_AT(&at_lost, alloc_page(GFP_KERNEL));
	KUNIT_ASSERT_NOT_NULL(test, page);
	KUNIT_ASSERT_NOT_NULL(test, lost);
	tag = alloc_tag_find(&at);
	tag_lost = alloc_tag_find(&at_lost);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	KUNIT_ASSERT_NOT_NULL(test, tag_lost);
	KUNIT_EXPECT_TRUE(test, alloc_tag_accurate(alloc_tag_to_idx(tag_lost)));

	alloc_tag_debug_test_begin();
	*alloc_tag_page_slot(page + 1) = alloc_tag_charge(tag_lost, PAGE_SIZE);
	split_page(page, 1);
	if (alloc_tag_debug_test_end(faults))
		KUNIT_EXPECT_EQ(test, faults[ALLOC_TAG_FAULT_LIVE], 1);
	KUNIT_EXPECT_FALSE(test, alloc_tag_accurate(alloc_tag_to_idx(tag_lost)));
	KUNIT_EXPECT_TRUE(test, alloc_tag_accurate(alloc_tag_to_idx(tag)));

	__free_page(page);
	__free_page(page + 1);
	__free_page(lost);
	alloc_tag_expect(test, tag, 2, 2, 0);
	alloc_tag_expect(test, tag_lost, 2, 1, PAGE_SIZE);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(test_lost_free),
	{ }
};

ALLOC_TAG_SUITE(lost);
