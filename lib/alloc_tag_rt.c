// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the counters, and whether to count.
 *
 * Counting itself is inline in the allocators (include/linux/alloc_tag_rt.h).
 * What is left for here is to decide at boot, to switch, and to sum up.
 *
 * Counters live in the static per-CPU area. The area is copied to each CPU's
 * unit by setup_per_cpu_areas(), long before the page allocator has its first
 * page, so that all are zero by then and no count is ever copied along.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/alloc_tag_rt.h>
#include <linux/cache.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "alloc_tag_internal.h"

/*
 * Held while module tags come and go, while somebody walks the tags, and while
 * counting is switched.
 */
DEFINE_MUTEX(alloc_tag_mutex);

DEFINE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_counting_key);
DEFINE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_tracking_key);

/* What sysctl.vm.mem_profiling= asks for. */
static bool alloc_tag_boot_never __ro_after_init;
static bool alloc_tag_boot_on __initdata = IS_ENABLED(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT);

bool alloc_tag_never(void)
{
	return alloc_tag_boot_never;
}
EXPORT_SYMBOL_GPL(alloc_tag_never);

static int __init alloc_tag_early_param(char *arg)
{
	if (arg && !strcmp(arg, "never")) {
		alloc_tag_boot_never = true;
	} else if (arg && (!strcmp(arg, "0") || !strcmp(arg, "1"))) {
		alloc_tag_boot_never = false;
		alloc_tag_boot_on = *arg == '1';
	} else {
		pr_warn("sysctl.vm.mem_profiling: \"%s\" is none of 0, 1, never, ignored\n",
			arg ?: "");
	}
	return 0;
}
early_param("sysctl.vm.mem_profiling", alloc_tag_early_param);

/* Context: process, holds alloc_tag_mutex, or boot. */
void alloc_tag_set_counting(bool on)
{
	if (on) {
		/*
		 * In this order: what is counted from now on must be taken from
		 * the books when it is freed.
		 */
		static_branch_enable(&alloc_tag_tracking_key);
		static_branch_enable(&alloc_tag_counting_key);
	} else {
		static_branch_disable(&alloc_tag_counting_key);
	}
}

/*
 * Context: boot, before memblock hands its memory to the page allocator, after
 * jump_label_init() and parse_early_param().
 */
void __init alloc_tag_init(void)
{
	if (!alloc_tag_never())
		alloc_tag_page_init();

	if (alloc_tag_boot_on && !alloc_tag_never()) {
		alloc_tag_set_counting(true);
	} else {
		/* Nothing was counted yet, so nothing has to be tracked either. */
		static_branch_disable(&alloc_tag_counting_key);
		static_branch_disable(&alloc_tag_tracking_key);
	}
}

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
		/* The reserve changes behind the compiler's back. */
		if (READ_ONCE(tag->file))
			return tag;
	return NULL;
}
EXPORT_SYMBOL_GPL(alloc_tag_next);

void alloc_tag_read(const struct alloc_tag *tag, struct alloc_tag_counters *sum)
{
	struct alloc_tag_counter __percpu *counter = alloc_tag_counter(alloc_tag_ref(tag));
	int cpu;

	memset(sum, 0, sizeof(*sum));

	/*
	 * Frees first: an object is freed after it was allocated, perhaps on
	 * another CPU, and neither difference must be seen below zero.
	 */
	for_each_possible_cpu(cpu) {
		sum->frees += READ_ONCE(per_cpu_ptr(counter, cpu)->frees);
		sum->bytes -= READ_ONCE(per_cpu_ptr(counter, cpu)->free_bytes);
	}
	/* The other half is whatever hands an object to the CPU that frees it. */
	smp_rmb();
	for_each_possible_cpu(cpu) {
		sum->allocs += READ_ONCE(per_cpu_ptr(counter, cpu)->allocs);
		sum->bytes += READ_ONCE(per_cpu_ptr(counter, cpu)->alloc_bytes);
	}
}
EXPORT_SYMBOL_GPL(alloc_tag_read);
