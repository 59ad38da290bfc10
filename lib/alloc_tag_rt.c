// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: enable counting at boot and later, and sum up the counters.
 *
 * The slab and page allocators count inline, see <linux/alloc_tag_counter.h>.
 *
 * The boot parameter sysctl.vm.mem_profiling= says whether memory for slots and
 * counters is set aside, and whether counting starts at boot:
 *
 *	never		no memory; counting can't be enabled until the next boot
 *	0		memory; counting can be enabled with vm.mem_profiling=1
 *	1		memory; counting starts at boot
 *	(not given)	as 1 with CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, else as
 *			never
 *
 * Other spellings that mainline accepts are accepted, too, so that a command
 * line can be used for both: see alloc_tag_param_bool().
 *
 * The counters are at the end of the static per-CPU area. If they aren't used,
 * alloc_tag_percpu_unused() makes the per-CPU allocator end the area before
 * them. It sets up the area after the boot parameters are parsed.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/alloc_tag_counter.h>
#include <linux/bitmap.h>
#include <linux/cache.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/kstrtox.h>
#include <linux/memblock.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/panic.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "../mm/alloc_tag_page.h"
#include "../mm/alloc_tag_percpu.h"
#include "alloc_tag_internal.h"

/* See alloc_tag_internal.h. */
DEFINE_MUTEX(alloc_tag_mutex);

DEFINE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_counting_key);
DEFINE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_tracking_key);

unsigned long alloc_tag_nr __ro_after_init;
EXPORT_SYMBOL_GPL(alloc_tag_nr); /* for alloc_tag_idx_valid() in KUnit tests */

/* Tags of vmlinux that are not accurate, a bit each; NULL with "never". */
static unsigned long *alloc_tag_inaccurate __ro_after_init;

/* From sysctl.vm.mem_profiling=: is memory set aside; is counting started? */
static bool alloc_tag_boot_available __ro_after_init =
	IS_ENABLED(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT);
static bool alloc_tag_boot_counting __initdata = IS_ENABLED(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT);

/**
 * alloc_tag_available() - can counting be enabled in this boot?
 *
 * Context: any, after parse_early_param().
 * Return: false if sysctl.vm.mem_profiling=never was given, or is the default:
 * then there is no memory for slots and counters.
 */
bool alloc_tag_available(void)
{
	return alloc_tag_boot_available;
}
EXPORT_SYMBOL_GPL(alloc_tag_available);

/*
 * Parse @arg, which may be anything that mainline accepts for 0 or 1, and store
 * the value in @on. Returns false if it is something else.
 */
static bool __init alloc_tag_param_bool(const char *arg, bool *on)
{
	const char *option = strchr(arg, ',');

	/*
	 * Asks mainline to store indexes instead of pointers, as we always do.
	 * kstrtobool() looks only at what is before it.
	 */
	if (option && strcmp(option, ",compressed"))
		return false;

	/* "enabled" and "disabled", which kstrtobool() of newer kernels has. */
	switch (*arg) {
	case 'e':
	case 'E':
		*on = true;
		return true;
	case 'd':
	case 'D':
		*on = false;
		return true;
	}
	return !kstrtobool(arg, on);
}

static int __init alloc_tag_early_param(char *arg)
{
	bool on;

	/* Mainline ignores what follows "never", and so do we. */
	if (arg && !strncmp(arg, "never", strlen("never"))) {
		alloc_tag_boot_available = false;
		alloc_tag_boot_counting = false;
	} else if (arg && alloc_tag_param_bool(arg, &on)) {
		alloc_tag_boot_available = true;
		alloc_tag_boot_counting = on;
	} else {
		pr_warn("sysctl.vm.mem_profiling: \"%s\" ignored, expected 0, 1 or never\n",
			arg ?: "");
	}
	return 0;
}
early_param("sysctl.vm.mem_profiling", alloc_tag_early_param);

/*
 * Calls of alloc_tag_boot_charge() before alloc_tag_init(), which charges them.
 * The kernel has four such tables.
 */
static struct {
	const struct alloc_tag *tag;
	size_t bytes;
} alloc_tag_boot[8] __initdata;
static unsigned int alloc_tag_boot_nr __initdata;

/**
 * alloc_tag_boot_charge() - charge memory from memblock that is never freed
 * @tag: the tag to charge
 * @bytes: size of the allocation in bytes
 *
 * May be called before alloc_tag_init(), which then charges the memory.
 *
 * Context: boot, on one CPU.
 */
void __init alloc_tag_boot_charge(const struct alloc_tag *tag, size_t bytes)
{
	if (alloc_tag_nr) {
		alloc_tag_charge(tag, bytes);
	} else if (!WARN_ON(alloc_tag_boot_nr == ARRAY_SIZE(alloc_tag_boot))) {
		alloc_tag_boot[alloc_tag_boot_nr].tag = tag;
		alloc_tag_boot[alloc_tag_boot_nr++].bytes = bytes;
	}
}

/**
 * alloc_tag_percpu_unused() - unused part of the static per-CPU area
 *
 * The area as linked includes the counters. If they are not used, the per-CPU
 * allocator must leave them out, and no address there is a per-CPU variable.
 *
 * Context: any, after parse_early_param().
 * Return: number of bytes at the end of the area that are not used: the size of
 * the counters, or 0 if they are used. Always 0 without SMP, where per-CPU
 * variables are in the data section.
 */
unsigned long alloc_tag_percpu_unused(void)
{
	if (!IS_ENABLED(CONFIG_SMP) || alloc_tag_available())
		return 0;
	return (__stop_alloc_tags - __start_alloc_tags) * sizeof(struct alloc_tag_counter);
}

/*
 * Enable or disable counting. Only if alloc_tag_available(). Context: boot, or
 * process context and the caller must hold alloc_tag_mutex.
 */
void alloc_tag_set_counting(bool on)
{
	if (on) {
		/*
		 * The free path must look at slots before the first allocation
		 * is charged.
		 */
		static_branch_enable(&alloc_tag_tracking_key);
		static_branch_enable(&alloc_tag_counting_key);
	} else {
		static_branch_disable(&alloc_tag_counting_key);
	}
}

/**
 * alloc_tag_init() - set up slots and start counting, as the command line says
 *
 * Panics if there is not enough memory for the tables of slots.
 *
 * Context: boot, after jump_label_init(), setup_per_cpu_areas() and
 * parse_early_param(), before the page allocator gets its first page from
 * memblock.
 */
void __init alloc_tag_init(void)
{
	unsigned int i;

	alloc_tag_nr = __stop_alloc_tags - __start_alloc_tags;
	if (alloc_tag_available()) {
		alloc_tag_inaccurate = memblock_alloc(BITS_TO_LONGS(alloc_tag_nr) * sizeof(long),
						      sizeof(long));
		if (!alloc_tag_inaccurate || !alloc_tag_table_init() || !alloc_tag_percpu_init())
			panic("alloc_tag: failed to allocate the tables of slots\n");
	}
	if (alloc_tag_available() && alloc_tag_boot_counting) {
		alloc_tag_set_counting(true);
	} else {
		static_branch_disable(&alloc_tag_counting_key);
		/*
		 * Nothing is charged yet, so frees need not look at slots.
		 * Except in debug kernels, which check all frees.
		 */
		if (IS_ENABLED(CONFIG_ALLOC_TAG_DEBUG) && alloc_tag_available())
			static_branch_enable(&alloc_tag_tracking_key);
		else
			static_branch_disable(&alloc_tag_tracking_key);
	}
	alloc_tag_watch_boot();
	for (i = 0; i < alloc_tag_boot_nr; i++)
		alloc_tag_charge(alloc_tag_boot[i].tag, alloc_tag_boot[i].bytes);
}

/**
 * alloc_tag_charge() - charge an allocation to a tag
 * @tag: the tag to charge, usually alloc_tag_caller()
 * @bytes: size of the allocation in bytes
 *
 * For allocators that divide up larger blocks. Memory that comes from the slab
 * or page allocators as it is has been charged already. See the example in
 * <linux/alloc_tag_rt.h>.
 *
 * Context: any, including NMI.
 * Return: the index to store with the object, and to pass to
 * alloc_tag_uncharge() when it is freed; 0 if counting is disabled.
 */
alloc_tag_idx_t alloc_tag_charge(const struct alloc_tag *tag, size_t bytes)
{
	alloc_tag_idx_t idx = 0;
	unsigned int why;

	if (!alloc_tag_counting())
		return 0;
	why = alloc_tag_charge_slot(&idx, tag, bytes);
	/* There is no address to find a record by. */
	if (why)
		alloc_tag_watch_missed(idx, bytes, why);
	return idx;
}
EXPORT_SYMBOL_GPL(alloc_tag_charge);

/**
 * alloc_tag_uncharge() - uncharge an allocation that is being freed
 * @idx: index that alloc_tag_charge() returned; 0 if the memory is not charged
 * @bytes: the size that was passed to alloc_tag_charge(), in bytes
 *
 * Context: any, including NMI.
 */
void alloc_tag_uncharge(alloc_tag_idx_t idx, size_t bytes)
{
	if (!alloc_tag_tracking())
		return;
	if (!alloc_tag_count_frees(idx, bytes, 1))
		WARN_ONCE(1, "alloc_tag: uncharge with tag index %u, which no tag has\n", idx);
}
EXPORT_SYMBOL_GPL(alloc_tag_uncharge);

/**
 * alloc_tag_lock() - keep the tags of modules from being added or removed
 *
 * Context: process context, may sleep.
 */
void alloc_tag_lock(void)
{
	mutex_lock(&alloc_tag_mutex);
}
EXPORT_SYMBOL_GPL(alloc_tag_lock);

/**
 * alloc_tag_unlock() - allow the tags of modules to be added and removed again
 */
void alloc_tag_unlock(void)
{
	mutex_unlock(&alloc_tag_mutex);
}
EXPORT_SYMBOL_GPL(alloc_tag_unlock);

/**
 * alloc_tag_next() - walk all tags in the order of their indexes
 * @idx: the index of the tag before, or 0 to start
 *
 * Tags of vmlinux come first, then those of modules. Skipped are the null tag,
 * and tags of unloaded modules for which no memory is charged.
 *
 * Context: the caller must hold alloc_tag_lock().
 * Return: the index of the next tag, or 0 at the end.
 */
unsigned long alloc_tag_next(unsigned long idx)
{
	lockdep_assert_held(&alloc_tag_mutex);
	return ++idx < alloc_tag_nr ? idx : alloc_tag_module_next(idx);
}
EXPORT_SYMBOL_GPL(alloc_tag_next);

/**
 * alloc_tag_exists() - is there a tag with an index?
 * @idx: an index that a tag has, or had
 *
 * Context: any, the caller must hold alloc_tag_lock().
 * Return: false if it was that of a module, and has been removed.
 */
bool alloc_tag_exists(unsigned long idx)
{
	return idx < alloc_tag_nr || alloc_tag_module_exists(idx);
}

/**
 * alloc_tag_idx_of() - the index of a tag
 * @tag: the tag; its module, if any, must be loaded
 *
 * The same as alloc_tag_to_idx(), for code in modules.
 *
 * Context: any.
 * Return: the index.
 */
unsigned long alloc_tag_idx_of(const struct alloc_tag *tag)
{
	return alloc_tag_to_idx(tag);
}
EXPORT_SYMBOL_GPL(alloc_tag_idx_of);

/**
 * alloc_tag_from_idx() - the tag with an index that alloc_tag_next() returned
 * @idx: the index
 *
 * Context: any. The caller must hold alloc_tag_lock(), or otherwise prevent the
 * module from being unloaded that the tag belongs to; or hold rcu_read_lock(),
 * while memory is charged to the tag.
 * Return: the tag, never NULL.
 */
const struct alloc_tag *alloc_tag_from_idx(unsigned long idx)
{
	return idx < alloc_tag_nr ? &__start_alloc_tags[idx] : alloc_tag_module_tag(idx);
}
EXPORT_SYMBOL_GPL(alloc_tag_from_idx);

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
	 * Order the reads of frees before those of allocations. Pairs with the
	 * synchronization by which an object gets from the CPU that allocates
	 * it to the CPU that frees it (a lock, RCU, or store-release and
	 * load-acquire): it orders the counter of the allocation before that of
	 * the free.
	 */
	smp_rmb();
	for_each_possible_cpu(cpu) {
		sum->allocs += READ_ONCE(per_cpu_ptr(counter, cpu)->allocs);
		sum->bytes += READ_ONCE(per_cpu_ptr(counter, cpu)->alloc_bytes);
	}
}
EXPORT_SYMBOL_GPL(alloc_tag_read);

/**
 * alloc_tag_accurate() - are the counters of a tag complete?
 * @idx: the index of the tag
 *
 * Context: as for alloc_tag_read().
 * Return: false if allocations or frees are known to have been missed.
 * /proc/allocinfo then says "accurate:no".
 */
bool alloc_tag_accurate(unsigned long idx)
{
	if (idx >= alloc_tag_nr)
		return alloc_tag_module_accurate(idx);
	return !alloc_tag_inaccurate || !test_bit(idx, alloc_tag_inaccurate);
}
EXPORT_SYMBOL_GPL(alloc_tag_accurate);

/**
 * alloc_tag_set_inaccurate() - an allocation or a free was not counted
 * @idx: the index of its tag, as a slot holds it; nothing is done if no tag has
 *	it
 *
 * See alloc_tag_accurate(). The tag remains inaccurate until the next boot or,
 * if it is that of a module, until its index is given to another tag.
 *
 * Context: any, including NMI. If the tag is that of a module, memory must be
 * charged to it: that is what keeps the index valid.
 */
void alloc_tag_set_inaccurate(unsigned long idx)
{
	idx = alloc_tag_idx_without_record(idx);
	if (idx >= alloc_tag_nr)
		alloc_tag_module_set_inaccurate(idx);
	else if (alloc_tag_inaccurate)
		set_bit(idx, alloc_tag_inaccurate);
}
