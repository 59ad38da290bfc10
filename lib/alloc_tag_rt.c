// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: enable counting, at boot and later; and charge memory of
 * allocators that have no hooks.
 *
 * The slab, page and per-CPU allocators count inline, see
 * <linux/alloc_tag/counter.h>; the state they share is in
 * lib/alloc_tag/counter.c.
 *
 * The boot parameter sysctl.vm.mem_profiling= says whether memory for slots and
 * counters is set aside, and whether counting starts at boot:
 *
 *	never		no memory; counting can't be enabled until the next boot
 *	0		memory; counting can be enabled with vm.mem_profiling=1
 *	1		memory; counting starts at boot
 *	samples		no memory; only samples are taken, from boot on. Instead
 *			of counting, they can be switched off and on. With
 *			CONFIG_ALLOC_TAG_SAMPLE
 *	(not given)	as 1 with CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, else as
 *			never
 *
 * Other spellings that mainline accepts are accepted, too, so that a command
 * line can be used for both: see parse_bool().
 *
 * The counters are at the end of the static per-CPU area. The per-CPU allocator
 * ends the area before unused counters: alloc_tag_percpu_unused(). It
 * sets up the area after the boot parameters are parsed.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/alloc_tag/boot.h>
#include <linux/code_tag/compat.h>
#include <linux/alloc_tag/counter.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include "alloc_tag/internal.h"

/* From sysctl.vm.mem_profiling=: is counting started at boot? */
static bool boot_counting __initdata = IS_ENABLED(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT);

/*
 * Parse @arg, which may be anything that mainline accepts for 0 or 1, and store
 * the value in @on. Returns false if it is something else.
 */
static bool __init parse_bool(const char *arg, bool *on)
{
	const char *option = strchr(arg, ',');

	/*
	 * Asks mainline to store indexes instead of pointers, as we always do.
	 * kstrtobool() looks only at the first letters.
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

static int __init parse_param(char *arg)
{
	bool on;

	/* Mainline ignores what follows "never", and so do we. */
	if (arg && !strncmp(arg, "never", strlen("never"))) {
		alloc_tag_boot_available = false;
		alloc_tag_boot_memory = false;
		alloc_tag_boot_samples = false;
		boot_counting = false;
	} else if (ALLOC_TAG_CAN_SAMPLE && arg && !strcmp(arg, "samples")) {
		alloc_tag_boot_available = false;
		alloc_tag_boot_memory = false;
		alloc_tag_boot_samples = true;
		boot_counting = false;
		code_tag_stack_depot_early();
	} else if (arg && parse_bool(arg, &on)) {
		alloc_tag_boot_available = true;
		alloc_tag_boot_memory = true;
		alloc_tag_boot_samples = false;
		boot_counting = on;
	} else {
		pr_warn("sysctl.vm.mem_profiling: \"%s\" ignored, expected 0, 1, samples or never\n",
			arg ?: "");
	}
	return 0;
}
early_param("sysctl.vm.mem_profiling", parse_param);

/*
 * Calls of alloc_tag_boot_charge() before alloc_tag_init(), which charges them.
 * The kernel has four such tables.
 */
static struct {
	const struct alloc_tag *tag;
	size_t bytes;
} early_charges[8] __initdata;
static unsigned int early_nr __initdata;

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
	} else if (!WARN_ON(early_nr == ARRAY_SIZE(early_charges))) {
		early_charges[early_nr].tag = tag;
		early_charges[early_nr++].bytes = bytes;
	}
}

/*
 * Was memory charged before counting was disabled? Then slots of memory that
 * was freed since still have an index. Protected by alloc_tag_mutex.
 */
static bool alloc_tag_stale;

/*
 * Forget what was charged before counting was disabled, so that it can be
 * enabled again. Returns 0 or -ENOMEM. Context: as alloc_tag_set_mode().
 */
static int forget_charges(void)
{
	int err = alloc_tag_clear_slots();

	if (err)
		return err;
	alloc_tag_reset_counters(0, alloc_tag_limit);
	alloc_tag_reset_accurate();
	alloc_tag_stale = false;
	return 0;
}

/*
 * Counting has been disabled. From now on, slots are stale, and no free drops a
 * record of what was charged. Context: as alloc_tag_set_mode().
 */
static void end_charges(void)
{
	alloc_tag_stale = true;
	/* A hook that was preempted may still write a slot or make a record. */
	synchronize_rcu_tasks();
	alloc_tag_records_drop_charged();
}

/*
 * Set the static keys for @mode. One of the keys for counting and for idling is
 * disabled before the other is enabled, so that never both are: see
 * alloc_tag_branch_size(). Between the two, samples could be taken alone.
 * Context: as alloc_tag_set_mode().
 */
static void set_keys(enum alloc_tag_mode mode)
{
	if (mode != ALLOC_TAG_COUNTS) {
		static_branch_disable(&alloc_tag_counting_key);
		/* Debug kernels go on, as all slots must say what is free. */
		if (!ALLOC_TAG_IDX_FREE)
			static_branch_disable(&alloc_tag_tracking_key);
	}
#ifdef CONFIG_ALLOC_TAG_SAMPLE
	if (mode == ALLOC_TAG_IDLE)
		static_branch_enable(&alloc_tag_idle_key);
	else
		static_branch_disable(&alloc_tag_idle_key);
#endif
	if (mode == ALLOC_TAG_COUNTS) {
		/*
		 * The free path must look at slots before the first allocation
		 * is charged.
		 */
		static_branch_enable(&alloc_tag_tracking_key);
		static_branch_enable(&alloc_tag_counting_key);
	}
}

/**
 * alloc_tag_set_mode() - set what the hooks do
 * @mode: the mode
 *
 * Samples that were taken alone remain until their memory is freed, whatever
 * the mode.
 *
 * When counting is disabled, the counters remain as they are then, and frees
 * take no time for them; the records of what is charged are dropped, after a
 * grace period. When it is enabled again, counters begin at 0. That takes a
 * walk over all of memory, and other CPUs are stopped for about a millisecond
 * at a time.
 *
 * Context: boot, or process context and the caller must hold alloc_tag_mutex.
 * Return: 0; -EINVAL if this boot can't have the mode, -ENOMEM if there is no
 * memory for samples or for the walk. Then the mode is as before.
 */
int alloc_tag_set_mode(enum alloc_tag_mode mode)
{
	int err = 0;

	if (mode == ALLOC_TAG_COUNTS ? !alloc_tag_available() : !alloc_tag_indexed())
		return -EINVAL;
	if (mode == ALLOC_TAG_SAMPLES)
		err = alloc_tag_samples_start();
	else if (mode == ALLOC_TAG_COUNTS && alloc_tag_stale)
		err = forget_charges();
	if (err)
		return err;
	set_keys(mode);
	if (alloc_tag_current_mode == ALLOC_TAG_COUNTS && !alloc_tag_tracking())
		end_charges();
	alloc_tag_current_mode = mode;
	if (mode == ALLOC_TAG_COUNTS)
		alloc_tag_carry_start();
	if (mode != ALLOC_TAG_SAMPLES)
		alloc_tag_samples_stop();
	return 0;
}

/* Set up what this boot needs. Returns false if memory is short. */
static bool __init init_memory(void)
{
	return alloc_tag_tags_init() &&
	       (!alloc_tag_available() || (alloc_tag_lines_init() && alloc_tag_table_init()));
}

/**
 * alloc_tag_init() - set up slots and start counting, as the command line says
 *
 * Context: boot, after jump_label_init(), setup_per_cpu_areas() and
 * parse_early_param(), before the page allocator gets its first page from
 * memblock.
 */
void __init alloc_tag_init(void)
{
	enum alloc_tag_mode mode = ALLOC_TAG_IDLE;
	unsigned int i;

	alloc_tag_nr = __stop_alloc_tags - __start_alloc_tags;
	if (alloc_tag_indexed() && !init_memory())
		alloc_tag_boot_failed();
	if (alloc_tag_boot_samples)
		mode = ALLOC_TAG_SAMPLES;
	else if (alloc_tag_available() && boot_counting)
		mode = ALLOC_TAG_COUNTS;
	/*
	 * Until counting is enabled nothing is charged, so frees need not look
	 * at slots. Unless they must say in slots what is free.
	 */
	if (ALLOC_TAG_IDX_FREE && alloc_tag_available())
		static_branch_enable(&alloc_tag_tracking_key);
	else if (mode != ALLOC_TAG_COUNTS)
		static_branch_disable(&alloc_tag_tracking_key);
	alloc_tag_lock();
	if (mode == ALLOC_TAG_IDLE || alloc_tag_set_mode(mode)) {
		if (mode != ALLOC_TAG_IDLE)
			pr_err("no memory for samples\n");
		set_keys(ALLOC_TAG_IDLE);
	}
	alloc_tag_unlock();
	alloc_tag_class_init();
	for (i = 0; i < early_nr; i++)
		alloc_tag_charge(early_charges[i].tag, early_charges[i].bytes);
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
 * Context: any but NMI.
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
 * If counting has been disabled and enabled again since, the free is counted
 * although the allocation no longer is: the runtime can't find @idx to clear
 * it.
 *
 * Context: any but NMI.
 */
void alloc_tag_uncharge(alloc_tag_idx_t idx, size_t bytes)
{
	if (!alloc_tag_tracking())
		return;
	if (!alloc_tag_count_frees(idx, bytes, 1))
		WARN_ONCE(1, "alloc_tag: uncharge with tag index %u, which no tag has\n", idx);
}
EXPORT_SYMBOL_GPL(alloc_tag_uncharge);
