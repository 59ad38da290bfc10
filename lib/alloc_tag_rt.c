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
#include <linux/memblock.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include "alloc_tag_internal.h"

/*
 * Held while module tags come and go, while somebody walks the tags, and while
 * counting is switched.
 */
DEFINE_MUTEX(alloc_tag_mutex);

#ifdef CONFIG_JUMP_LABEL
DEFINE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_counting_key);
DEFINE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_tracking_key);
DEFINE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_any_key);

static void alloc_tag_track(bool on)
{
	if (on) {
		static_branch_enable(&alloc_tag_any_key);
		static_branch_enable(&alloc_tag_tracking_key);
	} else {
		static_branch_disable(&alloc_tag_tracking_key);
		static_branch_disable(&alloc_tag_any_key);
	}
}

static void alloc_tag_count(bool on)
{
	if (on)
		static_branch_enable(&alloc_tag_counting_key);
	else
		static_branch_disable(&alloc_tag_counting_key);
}

static void alloc_tag_serve_memcg(void)
{
	static_branch_enable(&alloc_tag_any_key);
}
#else
struct alloc_tag_work alloc_tag_alloc_work __read_mostly;
struct alloc_tag_work alloc_tag_free_work __read_mostly;
static DEFINE_SPINLOCK(alloc_tag_work_lock);

/* Change @which, a field of @work, and all that follows from it. */
static void alloc_tag_set_work(struct alloc_tag_work *work, bool *which, bool on)
{
	spin_lock(&alloc_tag_work_lock);
	WRITE_ONCE(*which, on);
	WRITE_ONCE(work->only, work->tags && !work->memcg);
	WRITE_ONCE(work->any, work->tags || work->memcg);
	spin_unlock(&alloc_tag_work_lock);
}

static void alloc_tag_track(bool on)
{
	alloc_tag_set_work(&alloc_tag_free_work, &alloc_tag_free_work.tags, on);
}

static void alloc_tag_count(bool on)
{
	alloc_tag_set_work(&alloc_tag_alloc_work, &alloc_tag_alloc_work.tags, on);
}

static void alloc_tag_serve_memcg(void)
{
	alloc_tag_set_work(&alloc_tag_free_work, &alloc_tag_free_work.memcg, true);
	alloc_tag_set_work(&alloc_tag_alloc_work, &alloc_tag_alloc_work.memcg, true);
}
#endif

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
	/* First: what is counted must be taken from the books when it is freed. */
	if (on)
		alloc_tag_track(true);
	alloc_tag_count(on);
}

/*
 * Called before memcg charges anything: what is charged must find the way to its
 * uncharging open. Never undone, as memcg's own branch isn't. Context: process.
 */
void alloc_tag_memcg_online(void)
{
	alloc_tag_serve_memcg();
}

/*
 * Give the counters' pages to the page allocator, when they will never be used: they
 * begin and mostly fill pages of their own. Not if kmemleak is to scan the
 * per-CPU area, and only where that is in the linear mapping.
 */
static void __init alloc_tag_free_counters(void)
{
	size_t size = PAGE_ALIGN_DOWN((void *)__stop_alloc_tags - (void *)__start_alloc_tags);
	int cpu;

	if (!IS_ENABLED(CONFIG_SMP) || IS_ENABLED(CONFIG_DEBUG_KMEMLEAK))
		return;
	for_each_possible_cpu(cpu) {
		void *counters = per_cpu_ptr(alloc_tag_counters, cpu);

		if (PAGE_ALIGNED(counters) && virt_addr_valid(counters))
			memblock_free(counters, size);
	}
}

/*
 * Context: boot, before memblock hands its memory to the page allocator, after
 * jump_label_init(), setup_per_cpu_areas() and parse_early_param().
 */
void __init alloc_tag_init(void)
{
	if (alloc_tag_never())
		alloc_tag_free_counters();
	else
		alloc_tag_page_init();

	if (alloc_tag_boot_on && !alloc_tag_never()) {
		alloc_tag_set_counting(true);
	} else {
		/* Nothing was counted yet, so nothing has to be tracked either. */
		alloc_tag_count(false);
		alloc_tag_track(false);
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
	if (alloc_tag_never())
		return;

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
