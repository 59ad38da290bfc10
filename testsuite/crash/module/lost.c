// SPDX-License-Identifier: GPL-2.0
/*
 * A module that loses memory, for dumps and for the logs of the OOM killer. It
 * needs nothing of alloctag, so that mainline's kernel has it, too.
 *
 *	objects=N	N slab objects when it is loaded
 *	pages=N		N pages
 *	percpu=N	N per-CPU objects
 *	hog=1		and then all memory that there is, until the OOM killer
 *			kills insmod; that is freed, and loading fails
 *
 * What it has lost is never freed, also not when it is unloaded.
 */
#include <linux/gfp.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

struct lost {
	char text[100];
};

static unsigned int objects;
module_param(objects, uint, 0444);

static unsigned int pages;
module_param(pages, uint, 0444);

static unsigned int percpu;
module_param(percpu, uint, 0444);

static bool hog;
module_param(hog, bool, 0444);

static LIST_HEAD(hogged);

static noinline struct lost *lost_object(void)
{
	return kzalloc(sizeof(struct lost), GFP_KERNEL);
}

static noinline struct page *lost_page(void)
{
	return alloc_page(GFP_KERNEL);
}

static noinline u64 __percpu *lost_percpu(void)
{
	return alloc_percpu(u64);
}

static noinline struct page *lost_hog(void)
{
	return alloc_page(GFP_KERNEL | __GFP_NOWARN);
}

static int take_all(void)
{
	struct page *page, *next;

	do {
		page = lost_hog();
		if (page)
			list_add(&page->lru, &hogged);
	} while (page && !fatal_signal_pending(current));
	list_for_each_entry_safe(page, next, &hogged, lru)
		__free_page(page);
	return -ENOMEM;
}

static int __init lost_init(void)
{
	unsigned int i;

	for (i = 0; i < objects; i++)
		if (!lost_object())
			return -ENOMEM;
	for (i = 0; i < pages; i++)
		if (!lost_page())
			return -ENOMEM;
	for (i = 0; i < percpu; i++)
		if (!lost_percpu())
			return -ENOMEM;
	return hog ? take_all() : 0;
}
module_init(lost_init);

static void __exit lost_exit(void) { }
module_exit(lost_exit);

MODULE_DESCRIPTION("Loses memory");
MODULE_LICENSE("GPL");
