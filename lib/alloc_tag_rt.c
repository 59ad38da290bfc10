// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the counters, and whether to count.
 *
 * The slab and the page allocator count inline (<linux/alloc_tag_counter.h>).
 * What is left for here is to decide at boot, to switch, and to sum up.
 *
 * sysctl.vm.mem_profiling= on the kernel's command line says what memory is set
 * aside:
 *
 *	never		none; nothing can be counted until the next boot
 *	0, 1		all that counting takes; 1 counts from the start, 0 when
 *			the sysctl vm.mem_profiling is set to 1
 *	(not given)	as 1 with CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, else never
 *
 * Counters are the last part of the static per-CPU area. Without them the area
 * ends before: alloc_tag_percpu_unused() tells the per-CPU allocator, which has
 * not copied it to the CPUs then.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/alloc_tag_counter.h>
#include <linux/cache.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/panic.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "../mm/alloc_tag_page.h"
#include "alloc_tag_internal.h"

/*
 * Held while module tags come and go, while somebody walks the tags, and while
 * counting is switched.
 */
DEFINE_MUTEX(alloc_tag_mutex);

DEFINE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_counting_key);
DEFINE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_tracking_key);

unsigned long alloc_tag_nr __ro_after_init;

/* What sysctl.vm.mem_profiling= asks for. */
static bool alloc_tag_boot_available __ro_after_init =
	IS_ENABLED(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT);
static bool alloc_tag_boot_counting __initdata = IS_ENABLED(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT);

bool alloc_tag_available(void)
{
	return alloc_tag_boot_available;
}
EXPORT_SYMBOL_GPL(alloc_tag_available);

static int __init alloc_tag_early_param(char *arg)
{
	if (arg && !strcmp(arg, "never")) {
		alloc_tag_boot_available = false;
		alloc_tag_boot_counting = false;
	} else if (arg && (!strcmp(arg, "0") || !strcmp(arg, "1"))) {
		alloc_tag_boot_available = true;
		alloc_tag_boot_counting = *arg == '1';
	} else {
		pr_warn("sysctl.vm.mem_profiling: \"%s\" is none of 0, 1, never, ignored\n",
			arg ?: "");
	}
	return 0;
}
early_param("sysctl.vm.mem_profiling", alloc_tag_early_param);

unsigned long alloc_tag_percpu_unused(void)
{
	if (!IS_ENABLED(CONFIG_SMP) || alloc_tag_available())
		return 0;
	return (__stop_alloc_tags - __start_alloc_tags) * sizeof(struct alloc_tag_counter);
}

/* Context: process, holds alloc_tag_mutex, or boot. */
void alloc_tag_set_counting(bool on)
{
	if (on) {
		/* First: what is counted must be uncharged when it is freed. */
		static_branch_enable(&alloc_tag_tracking_key);
		static_branch_enable(&alloc_tag_counting_key);
	} else {
		static_branch_disable(&alloc_tag_counting_key);
	}
}

/*
 * Context: boot, before memblock hands its memory to the page allocator, after
 * jump_label_init(), setup_per_cpu_areas() and parse_early_param().
 */
void __init alloc_tag_init(void)
{
	alloc_tag_nr = __stop_alloc_tags - __start_alloc_tags;
	if (alloc_tag_available() && !alloc_tag_table_init())
		panic("alloc_tag: no memory for the tables\n");
	if (alloc_tag_available() && alloc_tag_boot_counting) {
		alloc_tag_set_counting(true);
	} else {
		/* Nothing has been counted yet, so nothing has to be tracked. */
		static_branch_disable(&alloc_tag_counting_key);
		static_branch_disable(&alloc_tag_tracking_key);
	}
}

/**
 * alloc_tag_charge() - count memory that an allocator of its own hands out
 * @tag: whom to charge, mostly alloc_tag_caller()
 * @bytes: how much
 *
 * Context: any. Return: the index to pass to alloc_tag_uncharge() when the
 * memory comes back; 0 if counting is off.
 */
alloc_tag_idx_t alloc_tag_charge(const struct alloc_tag *tag, size_t bytes)
{
	unsigned long idx;

	if (!alloc_tag_counting())
		return 0;
	idx = alloc_tag_to_idx(tag);
	alloc_tag_count_allocs(idx, bytes, 1);
	return idx;
}
EXPORT_SYMBOL_GPL(alloc_tag_charge);

/**
 * alloc_tag_uncharge() - memory counted by alloc_tag_charge() has come back
 * @idx: what that returned
 * @bytes: what it was passed
 *
 * Context: any.
 */
void alloc_tag_uncharge(alloc_tag_idx_t idx, size_t bytes)
{
	if (!alloc_tag_tracking())
		return;
	if (alloc_tag_idx_valid(idx))
		alloc_tag_count_frees(idx, bytes, 1);
	else
		WARN_ONCE(1, "alloc_tag: uncharge with tag index %u, there are only %lu tags\n",
			  idx, alloc_tag_nr);
}
EXPORT_SYMBOL_GPL(alloc_tag_uncharge);

void alloc_tag_lock(void)
{
	mutex_lock(&alloc_tag_mutex);
}
EXPORT_SYMBOL_GPL(alloc_tag_lock);

void alloc_tag_unlock(void)
{
	mutex_unlock(&alloc_tag_mutex);
}
EXPORT_SYMBOL_GPL(alloc_tag_unlock);

const struct alloc_tag *alloc_tag_next(const struct alloc_tag *prev)
{
	/* The first is the null tag. */
	const struct alloc_tag *tag = (prev ?: __start_alloc_tags) + 1;

	lockdep_assert_held(&alloc_tag_mutex);

	for (; tag < __stop_alloc_tags; tag++)
		/* Modules' tags change behind the compiler's back. */
		if (READ_ONCE(tag->file))
			return tag;
	return NULL;
}
EXPORT_SYMBOL_GPL(alloc_tag_next);

void alloc_tag_read(const struct alloc_tag *tag, struct alloc_tag_totals *sum)
{
	struct alloc_tag_counter __percpu *counter = &alloc_tag_counters[alloc_tag_to_idx(tag)];
	int cpu;

	memset(sum, 0, sizeof(*sum));
	if (!alloc_tag_available())
		return;

	/*
	 * Frees first: an object is freed after it was allocated, perhaps on
	 * another CPU, and neither difference must be seen below zero.
	 */
	for_each_possible_cpu(cpu) {
		sum->frees += READ_ONCE(per_cpu_ptr(counter, cpu)->frees);
		sum->bytes -= READ_ONCE(per_cpu_ptr(counter, cpu)->free_bytes);
	}
	/* Pairs with what hands an object to the CPU that frees it. */
	smp_rmb();
	for_each_possible_cpu(cpu) {
		sum->allocs += READ_ONCE(per_cpu_ptr(counter, cpu)->allocs);
		sum->bytes += READ_ONCE(per_cpu_ptr(counter, cpu)->alloc_bytes);
	}
}
EXPORT_SYMBOL_GPL(alloc_tag_read);
