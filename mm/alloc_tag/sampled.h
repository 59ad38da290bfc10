/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: which memory has a sample, while only samples are taken.
 *
 * Then nothing is charged and there need not be any slots. So a free must see
 * in memory that it reads anyway whether what it frees may have a record:
 *
 *  - In a slab, the word that says that the page is a slab also counts the
 *    objects with a record, in its low bits: alloc_tag_slab_word(). A free
 *    compares the whole word with its value in a slab without any, instead of
 *    testing for a slab. If it differs, it looks for a record of the object.
 *
 *  - The first page of an allocation has a page flag.
 *
 *  - There is a count of the per-CPU objects with a record.
 *
 * The hook that makes a record owns the memory, so the count or the flag has
 * changed before anybody else can free it. The count of a slab is changed
 * atomically: its objects have different owners. Each free of an object looks
 * for its record, so a slab without objects has none: nobody changes the word
 * while a slab is made or freed, and the page allocator finds it as it must be.
 */
#ifndef _MM_ALLOC_TAG_SAMPLED_H
#define _MM_ALLOC_TAG_SAMPLED_H

#include <linux/code_tag/compat.h>
#include <linux/alloc_tag/watch.h>
#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/mm.h>
#include <linux/page-flags.h>

#ifdef CONFIG_ALLOC_TAG_SAMPLE

/* MTE needs PG_arch_2 and PG_arch_3 for itself. */
static_assert(!IS_ENABLED(CONFIG_ARM64_MTE));

/* Has the allocation that begins with @page a record, and is not charged? */
static __always_inline bool alloc_tag_page_sampled(const struct page *page)
{
	return test_bit(ALLOC_TAG_PG_SAMPLED, &page->flags);
}

/* The caller must own the pages. */
static inline void alloc_tag_page_set_sampled(struct page *page)
{
	set_bit(ALLOC_TAG_PG_SAMPLED, &page->flags);
}

static inline void alloc_tag_page_clear_sampled(struct page *page)
{
	clear_bit(ALLOC_TAG_PG_SAMPLED, &page->flags);
}

#else

static inline bool alloc_tag_page_sampled(const struct page *page) { return false; }
static inline void alloc_tag_page_set_sampled(struct page *page) { }
static inline void alloc_tag_page_clear_sampled(struct page *page) { }

#endif /* CONFIG_ALLOC_TAG_SAMPLE */

#endif /* _MM_ALLOC_TAG_SAMPLED_H */
