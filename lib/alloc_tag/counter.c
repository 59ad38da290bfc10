// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the state that counting shares, and the sums of counters.
 *
 * The lowest layer: the hooks and the rest of the runtime use this, and nothing
 * here uses them.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/code_tag/compat.h>
#include <linux/alloc_tag/boot.h>
#include <linux/alloc_tag/counter.h>
#include <linux/cache.h>
#include <linux/cpumask.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/limits.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "internal.h"

/* See internal.h. */
DEFINE_MUTEX(alloc_tag_mutex);
enum alloc_tag_mode alloc_tag_current_mode = ALLOC_TAG_IDLE;

/* With samples, alloc_tag_init() enables one of the first two, or neither. */
#ifdef CONFIG_ALLOC_TAG_SAMPLE
DEFINE_STATIC_KEY_FALSE(alloc_tag_counting_key);
DEFINE_STATIC_KEY_FALSE(alloc_tag_idle_key);
#else
DEFINE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_counting_key);
#endif
DEFINE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_tracking_key);

unsigned long alloc_tag_nr __ro_after_init;
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_nr);

unsigned long alloc_tag_limit __read_mostly;
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_limit);

/* From alloctag.module_tags=, see alloc_tag_end(). */
static unsigned long module_tags __ro_after_init = CONFIG_ALLOC_TAG_MODULE_TAGS;

/* See alloc_tag_available(). */
bool alloc_tag_boot_available __ro_after_init = IS_ENABLED(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT);

/*
 * Is memory set aside for counters? Differs from alloc_tag_boot_available if
 * there was none for slots.
 */
bool alloc_tag_boot_memory __ro_after_init = IS_ENABLED(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT);

/* Can only samples be taken, because the boot parameter says so? */
bool alloc_tag_boot_samples __ro_after_init;

/*
 * There is not enough memory for the slots: go on as with "never". Context:
 * boot, before counting starts.
 */
void __init alloc_tag_boot_failed(void)
{
	pr_err("no memory for slots, as with sysctl.vm.mem_profiling=never\n");
	alloc_tag_boot_available = false;
	alloc_tag_boot_samples = false;
}

static int __init parse_module_tags(char *arg)
{
	unsigned long nr;

	if (!arg || kstrtoul(arg, 0, &nr) || nr > ALLOC_TAG_MODULE_TAGS_MAX) {
		pr_warn("alloctag.module_tags: \"%s\" ignored, expected at most %u\n",
			arg ?: "", ALLOC_TAG_MODULE_TAGS_MAX);
		return 0;
	}
	module_tags = nr;
	return 0;
}
early_param("alloctag.module_tags", parse_module_tags);

/**
 * alloc_tag_end() - how many tags there is room for
 *
 * Context: any, after parse_early_param().
 * Return: a number larger than every index that a tag can have in this boot.
 * The counters, and all other arrays by index, have that length.
 */
unsigned long alloc_tag_end(void)
{
	unsigned long end = __stop_alloc_tags - __start_alloc_tags;

	if (!IS_ENABLED(CONFIG_MODULES))
		return end;
	/* Without SMP, the linker script has set aside the counters. */
	if (IS_ENABLED(CONFIG_SMP))
		end += 1 + module_tags;
	else
		end += ALLOC_TAG_MODULE_COUNTERS;
	/* A 16-bit index never has its top bit set, and is not 32767. */
	return sizeof(alloc_tag_idx_t) == 2 ? min_t(unsigned long, end, S16_MAX) : end;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_end);

/**
 * alloc_tag_percpu_unused() - unused part of the static per-CPU area
 *
 * The area as linked includes all counters that there can be. The per-CPU
 * allocator must leave out those that are not used in this boot, and no address
 * there is a per-CPU variable.
 *
 * Context: any, after parse_early_param().
 * Return: number of bytes at the end of the area that are not used. Always 0
 * without SMP, where per-CPU variables are in the data section.
 */
unsigned long alloc_tag_percpu_unused(void)
{
	unsigned long linked = __stop_alloc_tags - __start_alloc_tags + ALLOC_TAG_MODULE_COUNTERS;

	if (!IS_ENABLED(CONFIG_SMP))
		return 0;
	return (linked - (alloc_tag_boot_memory ? alloc_tag_end() : 0)) *
	       sizeof(struct alloc_tag_counter);
}

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

/*
 * See carry.c. By index; NULL until something was moved. Written under
 * alloc_tag_mutex, so that its holders don't see a number in neither place, or
 * in both.
 */
struct alloc_tag_carry *alloc_tag_carry;

/* The counters of the tag with index @idx on @cpu. */
struct alloc_tag_counter *alloc_tag_counter_of(unsigned long idx, int cpu)
{
	return per_cpu_ptr(&alloc_tag_counters[idx], cpu);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_counter_of);

/*
 * Sum up the counters of @nr tags, from index @first on. @nr is a constant:
 * then the inner loop is unrolled, and takes six instructions for a tag.
 *
 * Walks the CPUs once. An object that was allocated and freed on one CPU is not
 * seen freed unless it is seen allocated. One that is allocated on a CPU behind
 * the walk and freed on one ahead of it may be. Another walk, before this one
 * and of the frees only, would prevent that. But it would take as long, and all
 * that is allocated between the two would seem to be live.
 */
static __always_inline void read_tags(unsigned long first, const unsigned int nr,
				      struct alloc_tag_totals *sums)
{
	const struct alloc_tag_counter *counter;
	const struct alloc_tag_carry *carry;
	unsigned int cpu, i;

	memset(sums, 0, nr * sizeof(*sums));
	if (!alloc_tag_available())
		return;

	/* for_each_possible_cpu() takes twice as long to find the next one. */
	for (cpu = 0; cpu < nr_cpu_ids; cpu++) {
		if (!cpu_possible(cpu))
			continue;
		counter = per_cpu_ptr(&alloc_tag_counters[first], cpu);
#pragma GCC unroll 8
		for (i = 0; i < nr; i++) {
			sums[i].frees += READ_ONCE(counter[i].frees);
			/*
			 * Pairs with the synchronization by which an object
			 * gets from the CPU that allocates it to the CPU that
			 * frees it (a lock, RCU, or store-release and
			 * load-acquire): it orders the counter of the
			 * allocation before the counter of the free.
			 */
			smp_rmb();
			sums[i].allocs += READ_ONCE(counter[i].allocs);
			sums[i].bytes += READ_ONCE(counter[i].bytes);
		}
	}
	carry = READ_ONCE(alloc_tag_carry);
	for (i = 0; i < nr; i++) {
		if (carry) {
			sums[i].frees += READ_ONCE(carry[first + i].frees);
			sums[i].allocs += READ_ONCE(carry[first + i].allocs);
		}
		/*
		 * As described above, or as there was no memory to move the
		 * allocations, and they have overflowed: then they lack 2^32.
		 */
		if (sums[i].allocs < sums[i].frees)
			sums[i].allocs = sums[i].frees +
					 max_t(s32, sums[i].allocs - sums[i].frees, 0);
		sums[i].bytes = max_t(s64, sums[i].bytes, 0);
	}
}

/**
 * alloc_tag_read() - sum up the counters of a tag over all CPUs
 * @idx: the index of the tag
 * @sum: where to store the sums; all 0 if counting was never possible
 *
 * Concurrent allocations and frees may or may not be included. A free may be
 * included without its allocation, if another CPU made that at the same time:
 * then one object that is live is missing. Sums that are negative for that
 * reason are stored as 0, and there are never more frees than allocations.
 *
 * A caller that doesn't hold alloc_tag_mutex may read allocations and frees
 * while they are moved, see carry.c, and must not rely on them.
 *
 * Context: any. For the tag of a module, the caller must hold alloc_tag_lock()
 * or otherwise prevent the module from being unloaded.
 */
void alloc_tag_read(unsigned long idx, struct alloc_tag_totals *sum)
{
	read_tags(idx, 1, sum);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_read);

/**
 * alloc_tag_read_ahead() - the same for one of many tags, read in order
 * @block: the sums that were read last, of tags with consecutive indexes; at
 *	first all 0
 * @idx: the index of the tag
 *
 * Most of what alloc_tag_read() takes is to find the CPUs, so this reads some
 * tags more. The sums in @block are as of when its first tag was read: it must
 * be forgotten, by setting its @nr to 0, when alloc_tag_lock() is released.
 *
 * Context: as for alloc_tag_read().
 * Return: the sums, in @block.
 */
const struct alloc_tag_totals *alloc_tag_read_ahead(struct alloc_tag_block *block,
						    unsigned long idx)
{
	if (idx - block->first >= block->nr) {
		block->nr = ARRAY_SIZE(block->sums);
		/* There are always more tags than that. */
		block->first = min(idx, alloc_tag_limit - block->nr);
		read_tags(block->first, ARRAY_SIZE(block->sums), block->sums);
	}
	return &block->sums[idx - block->first];
}

/**
 * alloc_tag_reset_counters() - begin to count from 0
 * @first: the index of the first tag
 * @nr: how many tags with consecutive indexes
 *
 * Context: process context, the caller must hold alloc_tag_mutex. Nothing may
 * count for these tags meanwhile.
 */
void alloc_tag_reset_counters(unsigned long first, unsigned long nr)
{
	int cpu;

	if (!alloc_tag_available())
		return;
	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(&alloc_tag_counters[first], cpu), 0,
		       nr * sizeof(struct alloc_tag_counter));
	if (alloc_tag_carry)
		memset(&alloc_tag_carry[first], 0, nr * sizeof(*alloc_tag_carry));
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_reset_counters);
