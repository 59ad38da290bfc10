// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: checks of slots, with CONFIG_ALLOC_TAG_DEBUG.
 *
 * Without this option, 0 in a slot means that the memory is free, or that it is
 * in use but not charged. The checks must tell these apart, because memory that
 * isn't charged may be freed, and free memory may not. So a slot has one of
 * these values in a debug kernel:
 *
 *	0
 *		of a page: never allocated by the page allocator since boot, or
 *		since it was hot-added. It may be freed once: that is how
 *		memblock, hotplug and drivers add memory.
 *		of an object: never allocated since its slab is new.
 *	ALLOC_TAG_IDX_FREE
 *		freed.
 *	ALLOC_TAG_IDX_UNCHARGED
 *		in use, but not charged: allocated while counting was disabled,
 *		by code that takes pages without the hook (compaction), or any
 *		page but the first of an allocation of several.
 *	the index of a tag, perhaps with ALLOC_TAG_IDX_RECORD
 *		in use, and charged to the tag; with a record.
 *
 * For this to hold, every page must get its slot set where it leaves the free
 * lists (post_alloc_hook()), and every object where it is allocated, also while
 * counting is disabled. So in a debug kernel frees look at slots from boot on,
 * even if counting starts later.
 *
 * Each fault is reported once for each cache or, for pages, for each call
 * trace. Where a fault means that a line was not uncharged, the line is no
 * longer accurate.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/code_tag/compat.h>
#include <linux/code_tag/line.h>
#include <linux/export.h>
#include <linux/irqflags.h>
#include <linux/jhash.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include "../slab.h"
#include "debug.h"
#include "freed.h"
#include "slot.h"

/* Number of frames that tell call traces apart. */
#define CALL_TRACE_FRAMES	8

/* Room for the name of a line, which may be cut off. */
#define OWNER_LEN	96

/* The faults that were reported: a hash of fault and site, 0 if unused. */
static unsigned long alloc_tag_debug_seen[128];

/* The KUnit test that is provoking faults, and how many of each it provoked. */
static struct task_struct *alloc_tag_debug_tester;
static unsigned int alloc_tag_debug_faults[NR_ALLOC_TAG_FAULTS];

/*
 * Is this the first time that @fault is found at @site? Also false if too many
 * sites have been reported. Context: any.
 */
static bool first_report(enum alloc_tag_fault fault, u32 site)
{
	unsigned long key = (unsigned long)site * NR_ALLOC_TAG_FAULTS + fault + 1;
	unsigned long old;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(alloc_tag_debug_seen); i++) {
		old = cmpxchg(&alloc_tag_debug_seen[i], 0, key);
		if (!old)
			return true;
		if (old == key)
			return false;
	}
	pr_warn_once("too many different faults, no further ones are reported\n");
	return false;
}

/*
 * Report @fault, with a backtrace, if it is the first one at @site. Faults that
 * a test provokes are counted, and have no backtrace. Context: any; printing is
 * deferred, because console drivers may take locks that our caller holds.
 */
static __printf(3, 4)
void alloc_tag_debug_report(enum alloc_tag_fault fault, u32 site, const char *fmt, ...)
{
	bool provoked = current == READ_ONCE(alloc_tag_debug_tester);
	struct va_format vaf = { .fmt = fmt };
	unsigned long flags;
	va_list args;

	va_start(args, fmt);
	vaf.va = &args;
	local_irq_save(flags);
	printk_deferred_enter();
	if (first_report(fault, site)) {
		pr_err("%pV%s\n", &vaf, provoked ? " (provoked by a test)" : "");
		if (provoked)
			alloc_tag_debug_faults[fault]++;
		else
			dump_stack();
	}
	printk_deferred_exit();
	local_irq_restore(flags);
	va_end(args);
}

/* The site of a fault in objects of @s: a hash of the cache's name. */
static u32 cache_site(const struct kmem_cache *s)
{
	return jhash(s->name, strlen(s->name), 0);
}

/* The site of a fault in pages: a hash of our caller's call trace. */
static noinline u32 call_site(void)
{
	unsigned long frames[CALL_TRACE_FRAMES];
	unsigned int nr = stack_trace_save(frames, ARRAY_SIZE(frames), 1);

	return jhash(frames, nr * sizeof(frames[0]), 0);
}

/*
 * Write to @text, of OWNER_LEN bytes, who owns the memory whose slot holds
 * @idx. Returns @text. The names of tags of modules can't be read here, since
 * that takes a mutex.
 */
static const char *describe_owner(char *text, unsigned long idx)
{
	const struct alloc_tag *tag;

	if (idx == ALLOC_TAG_IDX_UNCHARGED) {
		scnprintf(text, OWNER_LEN, "in use and not charged");
		return text;
	}
	idx = alloc_tag_idx_without_record(idx);
	if (idx < alloc_tag_nr) {
		tag = &__start_alloc_tags[idx];
		scnprintf(text, OWNER_LEN, "charged to " CODE_TAG_FMT,
			  CODE_TAG_ARGS(alloc_tag_file(tag), tag->line, "",
					alloc_tag_function(tag)));
	} else if (alloc_tag_idx_valid(idx)) {
		scnprintf(text, OWNER_LEN, "charged to tag %lu, of a module", idx);
	} else {
		scnprintf(text, OWNER_LEN, "charged to tag %lu, which doesn't exist", idx);
	}
	return text;
}

/* Does a slot that holds @idx belong to memory in use? */
static bool idx_in_use(unsigned long idx)
{
	return idx && idx != ALLOC_TAG_IDX_FREE;
}

/* Is memory charged to a tag by a slot that holds @idx? */
static bool idx_charged(unsigned long idx)
{
	return idx_in_use(idx) && idx != ALLOC_TAG_IDX_UNCHARGED;
}

/**
 * alloc_tag_debug_page_new() - check pages that have left the free lists
 * @page: the first page
 * @order: there are 2^@order pages
 *
 * Sets their slots to ALLOC_TAG_IDX_UNCHARGED.
 */
void alloc_tag_debug_page_new(struct page *page, unsigned int order)
{
	alloc_tag_idx_t *slot = alloc_tag_page_slot(page);
	unsigned long i, idx;
	char owner[OWNER_LEN];

	for (i = 0; i < 1UL << order; i++) {
		idx = slot[i];
		slot[i] = ALLOC_TAG_IDX_UNCHARGED;
		if (!idx_in_use(idx))
			continue;
		if (idx_charged(idx))
			alloc_tag_set_inaccurate(idx);
		alloc_tag_debug_report(ALLOC_TAG_FAULT_STALE, call_site(),
				       "page %#lx was free, but is still %s: was it freed without free_pages_prepare()?",
				       page_to_pfn(page) + i, describe_owner(owner, idx));
	}
}

/**
 * alloc_tag_debug_page_alloc() - check a page that is about to be charged
 * @page: the page
 */
void alloc_tag_debug_page_alloc(struct page *page)
{
	unsigned long idx = *alloc_tag_page_slot(page);
	char owner[OWNER_LEN];

	if (!idx_charged(idx))
		return;
	alloc_tag_set_inaccurate(idx);
	alloc_tag_debug_report(ALLOC_TAG_FAULT_LIVE, call_site(),
			       "page %#lx is charged to a line, but is already %s: is one allocation charged twice?",
			       page_to_pfn(page), describe_owner(owner, idx));
}

/**
 * alloc_tag_debug_page_free() - check pages that are being freed
 * @page: the first page
 * @order: 2^@order pages are freed
 *
 * Sets the slots of all pages but the first to ALLOC_TAG_IDX_FREE. The caller
 * still needs the slot of the first, and sets it.
 */
void alloc_tag_debug_page_free(struct page *page, unsigned int order)
{
	alloc_tag_idx_t *slot = alloc_tag_page_slot(page);
	unsigned long i, idx;
	char owner[OWNER_LEN];

	for (i = 0; i < 1UL << order; i++) {
		idx = slot[i];
		if (i)
			slot[i] = ALLOC_TAG_IDX_FREE;
		if (idx == ALLOC_TAG_IDX_FREE) {
			alloc_tag_debug_report(ALLOC_TAG_FAULT_FREE, call_site(),
					       "page %#lx is freed, but it is free: is it freed twice?",
					       page_to_pfn(page) + i);
		} else if (i && idx_charged(idx)) {
			alloc_tag_set_inaccurate(idx);
			alloc_tag_debug_report(ALLOC_TAG_FAULT_STALE, call_site(),
					       "page %#lx is freed as part of %lu pages, but is itself %s: are they freed with another order than allocated?",
					       page_to_pfn(page) + i, 1UL << order,
					       describe_owner(owner, idx));
		}
	}
}

/**
 * alloc_tag_debug_slab_new() - check and clear the slots of a new slab
 * @s: the cache
 * @slab: the slab, set up, with no object allocated yet
 *
 * Slots in the slab itself are not checked: they hold whatever was in the page
 * before, and the caller clears them. Slots in a table hold what the last slab
 * in that page left there.
 */
void alloc_tag_debug_slab_new(const struct kmem_cache *s, struct slab *slab)
{
	void *obj = fixup_red_left((struct kmem_cache *)s, slab_address(slab));
	alloc_tag_idx_t *slot;
	char owner[OWNER_LEN];
	unsigned long idx;
	unsigned int i;

	if (!alloc_tag_cache_has_table(s))
		return;
	for (i = 0; i < slab->objects; i++, obj += s->size) {
		slot = alloc_tag_slab_slot(&s->alloc_tag, obj);
		idx = *slot;
		*slot = 0;
		if (!idx_in_use(idx))
			continue;
		if (idx_charged(idx))
			alloc_tag_set_inaccurate(idx);
		alloc_tag_debug_report(ALLOC_TAG_FAULT_STALE, cache_site(s),
				       "object %p in a new slab of cache %s is still %s: was a slab freed before its objects?",
				       obj, s->name, describe_owner(owner, idx));
	}
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_debug_slab_new);

/**
 * alloc_tag_debug_slab_alloc() - check an object that is about to be charged
 * @s: the cache
 * @obj: the object
 */
void alloc_tag_debug_slab_alloc(const struct kmem_cache *s, const void *obj)
{
	unsigned long idx = *alloc_tag_object_slot(&s->alloc_tag, obj);
	char owner[OWNER_LEN];

	if (!idx_in_use(idx))
		return;
	if (idx_charged(idx))
		alloc_tag_set_inaccurate(idx);
	alloc_tag_debug_report(ALLOC_TAG_FAULT_LIVE, cache_site(s),
			       "object %p of cache %s is allocated, but is already %s: was it freed without the hook, or its slot overwritten?",
			       obj, s->name, describe_owner(owner, idx));
}

/**
 * alloc_tag_debug_slab_uncharged() - check an object that won't be charged
 * @s: the cache
 * @obj: the object
 *
 * Sets its slot to ALLOC_TAG_IDX_UNCHARGED.
 */
void alloc_tag_debug_slab_uncharged(const struct kmem_cache *s, const void *obj)
{
	if (!alloc_tag_tracking())
		return;
	alloc_tag_debug_slab_alloc(s, obj);
	*alloc_tag_object_slot(&s->alloc_tag, obj) = ALLOC_TAG_IDX_UNCHARGED;
}

/**
 * alloc_tag_debug_slab_free() - check an object that is being freed
 * @s: the cache
 * @obj: the object
 *
 * Also keeps who had it, for the report of a use after free.
 */
void alloc_tag_debug_slab_free(const struct kmem_cache *s, const void *obj)
{
	unsigned long idx = *alloc_tag_object_slot(&s->alloc_tag, obj);

	if (idx != ALLOC_TAG_IDX_FREE)
		alloc_tag_freed_keep(obj, idx);
	if (idx == ALLOC_TAG_IDX_FREE)
		alloc_tag_debug_report(ALLOC_TAG_FAULT_FREE, cache_site(s),
				       "object %p of cache %s is freed, but it is free: is it freed twice?",
				       obj, s->name);
	else if (!idx)
		alloc_tag_debug_report(ALLOC_TAG_FAULT_UNALLOCATED, cache_site(s),
				       "object %p of cache %s is freed, but was never allocated: is the pointer wrong, or was it allocated without the hook?",
				       obj, s->name);
}

/**
 * alloc_tag_debug_test_begin() - count the faults that a test provokes
 *
 * For KUnit tests. Until alloc_tag_debug_test_end(), faults that the current
 * task, or an interrupt on its CPU, runs into are reported without a backtrace.
 * All sites are reported again that were reported before.
 *
 * Context: process context. Only one test at a time.
 */
void alloc_tag_debug_test_begin(void)
{
	memset(alloc_tag_debug_seen, 0, sizeof(alloc_tag_debug_seen));
	memset(alloc_tag_debug_faults, 0, sizeof(alloc_tag_debug_faults));
	WRITE_ONCE(alloc_tag_debug_tester, current);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_debug_test_begin);

/**
 * alloc_tag_debug_test_end() - end what alloc_tag_debug_test_begin() began
 * @faults: where to store how many faults of each kind were reported
 *
 * Context: process context, the same task.
 * Return: true; false without CONFIG_ALLOC_TAG_DEBUG, then nothing is stored.
 */
bool alloc_tag_debug_test_end(unsigned int faults[NR_ALLOC_TAG_FAULTS])
{
	WRITE_ONCE(alloc_tag_debug_tester, NULL);
	memcpy(faults, alloc_tag_debug_faults, sizeof(alloc_tag_debug_faults));
	return true;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_debug_test_end);
