// SPDX-License-Identifier: GPL-2.0
/*
 * A module that takes a lot of memory on one line, for the tests in
 * testsuite/kernel/oom. With mib=N it has N MiB while it is loaded, and with
 * leak=1 also after that. Without mib=, it takes all memory that there is,
 * until the OOM killer kills insmod; then it frees everything and is not
 * loaded.
 */
#include <linux/gfp.h>
#include <linux/limits.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched/signal.h>

static LIST_HEAD(pages);

static unsigned int mib;
module_param(mib, uint, 0444);

static bool leak;
module_param(leak, bool, 0444);

static noinline struct page *hog_take(void)
{
	return alloc_page(GFP_KERNEL | __GFP_NOWARN);
}

static void hog_free(void)
{
	struct page *page, *next;

	list_for_each_entry_safe(page, next, &pages, lru)
		__free_page(page);
}

static int __init hog_init(void)
{
	unsigned long nr = mib ? (unsigned long)mib << (20 - PAGE_SHIFT) : ULONG_MAX;
	struct page *page;

	while (nr--) {
		page = hog_take();
		if (page)
			list_add(&page->lru, &pages);
		if (!page || fatal_signal_pending(current)) {
			hog_free();
			return -ENOMEM;
		}
	}
	return 0;
}
module_init(hog_init);

static void __exit hog_exit(void)
{
	if (!leak)
		hog_free();
}
module_exit(hog_exit);

MODULE_DESCRIPTION("Takes a lot of memory");
MODULE_LICENSE("GPL");
