// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the state that counting shares, and the sums of counters.
 *
 * The lowest layer: the hooks and the rest of the runtime use this, and nothing
 * here uses them.
 */

#include <linux/alloc_tag/compat.h>
#include <linux/alloc_tag/counter.h>
#include <linux/cache.h>
#include <linux/cpumask.h>
#include <linux/export.h>
#include <linux/jump_label.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/string.h>

#include "internal.h"

/* See internal.h. */
DEFINE_MUTEX(alloc_tag_mutex);

DEFINE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_counting_key);
DEFINE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_tracking_key);

unsigned long alloc_tag_nr __ro_after_init;
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_nr);

#ifdef CONFIG_MODULES
unsigned long alloc_tag_module_blocks[ALLOC_TAG_BLOCKS] __read_mostly;
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_module_blocks);
#endif

/* See alloc_tag_available(). */
bool alloc_tag_boot_available __ro_after_init = IS_ENABLED(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT);

/**
 * alloc_tag_lock() - keep the tags of modules from being added or removed
 *
 * Context: process context, may sleep.
 */
void alloc_tag_lock(void)
{
	mutex_lock(&alloc_tag_mutex);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_lock);

/**
 * alloc_tag_unlock() - allow the tags of modules to be added and removed again
 */
void alloc_tag_unlock(void)
{
	mutex_unlock(&alloc_tag_mutex);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_unlock);

/**
 * alloc_tag_read() - sum up the counters of a tag over all CPUs
 * @idx: the index of the tag
 * @sum: where to store the sums; all 0 if counting was never possible
 *
 * Concurrent allocations and frees may or may not be included, but a free is
 * never included without its allocation.
 *
 * Context: any. For the tag of a module, the caller must hold alloc_tag_lock()
 * or otherwise prevent the module from being unloaded.
 */
void alloc_tag_read(unsigned long idx, struct alloc_tag_totals *sum)
{
	struct alloc_tag_counter __percpu *counter;
	int cpu;

	memset(sum, 0, sizeof(*sum));
	if (!alloc_tag_available())
		return;
	counter = alloc_tag_counter_of(idx);

	/*
	 * Read the frees first. An object is freed after it was allocated,
	 * perhaps on another CPU. If the allocations were read first, a free
	 * could be seen without its allocation, and the difference could be
	 * negative.
	 */
	for_each_possible_cpu(cpu) {
		sum->frees += READ_ONCE(per_cpu_ptr(counter, cpu)->frees) & ALLOC_TAG_FREES_MASK;
		sum->bytes -= READ_ONCE(per_cpu_ptr(counter, cpu)->free_bytes);
	}
	/*
	 * Read frees before allocations. Pairs with the
	 * synchronization by which an object gets from the CPU that allocates
	 * it to the CPU that frees it (a lock, RCU, or store-release and
	 * load-acquire): it orders the counter of the allocation before the
	 * counter of the free.
	 */
	smp_rmb();
	for_each_possible_cpu(cpu) {
		sum->allocs += READ_ONCE(per_cpu_ptr(counter, cpu)->allocs);
		sum->bytes += READ_ONCE(per_cpu_ptr(counter, cpu)->alloc_bytes);
	}
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_read);
