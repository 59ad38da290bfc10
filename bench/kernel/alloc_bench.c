// SPDX-License-Identifier: GPL-2.0
/*
 * Measure the cost of an allocation and its free, with loops over the kernel's
 * allocators.
 *
 * The same source measures all variants of the kernel, so it does not use
 * allocation tags in any form. It is a module for kernels with a user space to
 * load it (bench/init), and is linked into kernels without one
 * (bench/run-uml.sh), and into one to compare lines of vmlinux with lines of
 * modules (bench/link-loops.sh). The parameters are the same:
 *
 *	loops=NAME[,NAME...]	loops to run, or "all"; none by default
 *	live=SIZE		measure the memory of objects of SIZE bytes
 *	fallback=1		with live: in slabs of the smallest order
 *	account=1		allocate with __GFP_ACCOUNT; the task must be in
 *				a memory cgroup
 *	rounds=N		how often to measure each loop; 31 by default
 *	poweroff=1		power off afterwards
 *
 * The loops start when the module is loaded or, linked in, with the initcalls.
 * After boot, loops, account and rounds can be written, and any text in "run"
 * starts the loops once more: so bench/init runs them where it would load the
 * module.
 *
 * A loop is measured in rounds that are short compared with the timer tick,
 * after some rounds to warm up. So the median of the rounds includes neither
 * ticks nor cold caches. Loops do not check for failed allocations where the
 * function that frees accepts NULL: a round with failures would be an outlier.
 * The result of a loop is printed as
 *
 *	alloc_bench: LOOP UNIT per op: median M min A q1 B q3 C max D
 *
 * UNIT is "cycles" if there is a time stamp counter, which counts instructions
 * in QEMU with -icount shift=0, else "ns". An op is one allocation and one
 * free, including its share of the loop.
 *
 * The result of live=SIZE is printed as follows, with fallback-SIZE instead of
 * live-SIZE if fallback=1 is given:
 *
 *	alloc_bench: live-SIZE on N CPUs: B bytes per object, ...
 */

#define pr_fmt(fmt) "alloc_bench: " fmt

#include <linux/cpu.h>
#include <linux/gfp.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/mmzone.h>
#include <linux/module.h>
#include <linux/reboot.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/timex.h>
#include <linux/vmstat.h>
#include <linux/workqueue.h>

static char *loops = "";
module_param(loops, charp, 0200);
static unsigned int live;
module_param(live, uint, 0);
static bool fallback;
module_param(fallback, bool, 0);
static bool account;
module_param(account, bool, 0200);
static unsigned int rounds = 31;
module_param(rounds, uint, 0200);
static bool poweroff;
module_param(poweroff, bool, 0);

#define MAX_ROUNDS	1024
#define WARM_UP		4
#define BATCH		64
#define PAGE_BATCH	16
#define REMOTE		1024
#define SLABS		32
#define SLAB_VISIT	8
#define LIVE_BYTES	(128UL << 20)
#define LIVE_WARM_UP	(2UL << 20)

/* Objects that are allocated in the batch loops. One loop runs at a time. */
static void *batch[BATCH];
static void *remote[REMOTE];

/* kmem_cache-2k-*: one object in each slab of cache_2k. */
static void *in_slab[SLABS];

static struct kmem_cache *cache, *remote_cache, *cache_2k;

/* The measured values of one loop. */
static u64 sample[MAX_ROUNDS];

static __always_inline u64 now(void)
{
#if defined(CONFIG_X86_TSC) && !defined(CONFIG_UML)
	return get_cycles();
#else
	return ktime_get_ns();
#endif
}

#if defined(CONFIG_X86_TSC) && !defined(CONFIG_UML)
#define UNIT	"cycles"
#else
#define UNIT	"ns"
#endif

/*
 * The bodies of the loops. @gfp is a constant in each instance, as in most
 * calls in the kernel. So are sizes, except in kmalloc_var().
 */

static __always_inline void kmalloc_var(gfp_t gfp)
{
	unsigned int i;
	size_t size;

	for (i = 0; i < 100; i++) {
		for (size = 8; size <= 240; size += 8) {
			OPTIMIZER_HIDE_VAR(size);
			kfree(kmalloc(size, gfp));
		}
	}
}

static __always_inline void kmalloc_const(gfp_t gfp)
{
	unsigned int i;

	for (i = 0; i < 3000; i++)
		kfree(kmalloc(64, gfp));
}

static __always_inline void kmalloc_batch(gfp_t gfp)
{
	unsigned int i, n;

	for (n = 0; n < 48; n++) {
		for (i = 0; i < BATCH; i++)
			batch[i] = kmalloc(128, gfp);
		for (i = 0; i < BATCH; i++)
			kfree(batch[i]);
	}
}

static __always_inline void kmem_cache(gfp_t gfp)
{
	unsigned int i;
	void *p;

	for (i = 0; i < 3000; i++) {
		p = kmem_cache_alloc(cache, gfp);
		/* Does not accept NULL, unlike the others. */
		if (likely(p))
			kmem_cache_free(cache, p);
	}
}

static __always_inline void bulk(gfp_t gfp)
{
	unsigned int n;

	for (n = 0; n < 48; n++) {
		if (likely(kmem_cache_alloc_bulk(cache, gfp, BATCH, batch)))
			kmem_cache_free_bulk(cache, BATCH, batch);
	}
}

static __always_inline void kmalloc_2k(gfp_t gfp)
{
	unsigned int i;

	for (i = 0; i < 3000; i++)
		kfree(kmalloc(2048, gfp));
}

static __always_inline void kmalloc_8k(gfp_t gfp)
{
	unsigned int i;

	for (i = 0; i < 3000; i++)
		kfree(kmalloc(8192, gfp));
}

static __always_inline void page(gfp_t gfp)
{
	unsigned int i;

	for (i = 0; i < 1000; i++)
		free_page(__get_free_page(gfp));
}

static __always_inline void page_order3(gfp_t gfp)
{
	unsigned int i;

	for (i = 0; i < 1000; i++)
		free_pages(__get_free_pages(gfp, 3), 3);
}

/*
 * A batch fits in the per-CPU list of free pages. With larger ones the list
 * would be refilled and drained in turn or not, depending on its initial
 * length.
 */
static __always_inline void page_batch(gfp_t gfp)
{
	unsigned int i, n;

	for (n = 0; n < 64; n++) {
		for (i = 0; i < PAGE_BATCH; i++)
			batch[i] = (void *)__get_free_page(gfp);
		for (i = 0; i < PAGE_BATCH; i++)
			free_page((unsigned long)batch[i]);
	}
}

/* Two instances of the loop @name: with and without __GFP_ACCOUNT. */
#define LOOP(name)						\
static noinline void name##_loop(void)				\
{								\
	name(GFP_KERNEL);					\
}								\
								\
static noinline void name##_account_loop(void)			\
{								\
	name(GFP_KERNEL_ACCOUNT);				\
}

LOOP(kmalloc_var)
LOOP(kmalloc_const)
LOOP(kmalloc_batch)
LOOP(kmem_cache)
LOOP(bulk)
LOOP(kmalloc_2k)
LOOP(kmalloc_8k)
LOOP(page)
LOOP(page_order3)
LOOP(page_batch)

#define ENTRY(text, fn, n) { text, fn##_loop, fn##_account_loop, n }

static const struct {
	const char *name;
	void (*loop)(void);
	void (*account)(void);
	unsigned int ops;	/* in one call of the loop */
} table[] = {
	ENTRY("kmalloc-var", kmalloc_var, 3000),
	ENTRY("kmalloc-const", kmalloc_const, 3000),
	ENTRY("kmalloc-batch", kmalloc_batch, 48 * BATCH),
	ENTRY("kmem_cache", kmem_cache, 3000),
	ENTRY("bulk", bulk, 48 * BATCH),
	ENTRY("kmalloc-2k", kmalloc_2k, 3000),
	ENTRY("kmalloc-8k", kmalloc_8k, 3000),
	ENTRY("page", page, 1000),
	ENTRY("page-order3", page_order3, 1000),
	ENTRY("page-batch", page_batch, 64 * PAGE_BATCH),
};

static int compare(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

/* Print the quartiles of sample[], each of which is for @ops operations. */
static void report(const char *name, unsigned int ops)
{
	unsigned int i;

	/* In hundredths, rounded. */
	for (i = 0; i < rounds; i++)
		sample[i] = (sample[i] * 100 + ops / 2) / ops;
	sort(sample, rounds, sizeof(*sample), compare, NULL);

#define SAMPLE(i)	sample[i] / 100, sample[i] % 100
	pr_info("%s%s " UNIT " per op: median %llu.%02llu min %llu.%02llu q1 %llu.%02llu q3 %llu.%02llu max %llu.%02llu\n",
		name, account ? "-account" : "", SAMPLE(rounds / 2), SAMPLE(0),
		SAMPLE(rounds / 4), SAMPLE(rounds - 1 - rounds / 4),
		SAMPLE(rounds - 1));
#undef SAMPLE
}

/* Measure @loop, a call of which does @ops operations, and print the result. */
static void measure(const char *name, void (*loop)(void), unsigned int ops)
{
	unsigned int i;
	u64 start;

	for (i = 0; i < WARM_UP; i++)
		loop();
	for (i = 0; i < rounds; i++) {
		cond_resched();
		start = now();
		loop();
		sample[i] = now() - start;
	}
	report(name, ops);
}

/*
 * remote-free: one CPU allocates, the next one frees. Each measures its own
 * part while all other CPUs are idle. A sample is the sum of both.
 */
static long remote_alloc(void *time)
{
	u64 start = now();
	unsigned int i;

	for (i = 0; i < REMOTE; i++)
		remote[i] = kmem_cache_alloc(remote_cache, GFP_KERNEL);
	*(u64 *)time = now() - start;
	return 0;
}

static long remote_free(void *time)
{
	u64 start = now();
	unsigned int i;

	for (i = 0; i < REMOTE; i++)
		kfree(remote[i]);	/* takes NULL */
	*(u64 *)time += now() - start;
	return 0;
}

/* A constructor, because caches that have one are not merged with others. */
static void remote_construct(void *object)
{
}

static void measure_remote(void)
{
	unsigned int i, cpu = 0, next;
	u64 time = 0;

	if (num_online_cpus() < 2 || account)
		return;

	/*
	 * Not kmalloc-128: its slabs also hold other objects, are filled to a
	 * different degree in each kernel, and that affects the result.
	 */
	remote_cache = kmem_cache_create("alloc_bench_remote", 128, 0, 0, remote_construct);
	if (!remote_cache)
		return;

	/* Many objects, so it takes longer to reach a steady state. */
	for (i = 0; i < 4 * WARM_UP + rounds; i++) {
		next = cpumask_next(cpu, cpu_online_mask);
		if (next >= nr_cpu_ids)
			next = cpumask_first(cpu_online_mask);
		work_on_cpu(cpu, remote_alloc, &time);
		work_on_cpu(next, remote_free, &time);
		if (i >= 4 * WARM_UP)
			sample[i - 4 * WARM_UP] = time;
		cpu = next;
	}
	report("remote-free", REMOTE);
	kmem_cache_destroy(remote_cache);
}

/*
 * Fragment memory, so that SLUB falls back to slabs of the smallest order.
 *
 * First, allocate all free memory in blocks of that order. Then free every
 * other block, which can't be merged because its buddy is allocated. Now free
 * memory is above the watermarks again. So the larger blocks that they
 * protected can be allocated, too.
 */
static LIST_HEAD(taken);

/* Allocate all free blocks of 2^@order pages, and put them on the list. */
static void take_blocks(unsigned int order)
{
	/* No reclaim: leave memory that is in use alone. */
	const gfp_t gfp = (GFP_KERNEL | __GFP_NOWARN | __GFP_NORETRY) & ~__GFP_RECLAIM;
	struct page *page;

	while ((page = alloc_pages(gfp, order))) {
		set_page_private(page, order);
		list_add(&page->lru, &taken);
		cond_resched();
	}
}

/* Free all blocks on the list, or only the first of each pair of buddies. */
static void give_blocks_back(bool all)
{
	struct page *page, *next;
	unsigned int order;

	list_for_each_entry_safe(page, next, &taken, lru) {
		order = page_private(page);
		if (!all && page_to_pfn(page) >> order & 1)
			continue;
		list_del(&page->lru);
		set_page_private(page, 0);
		__free_pages(page, order);
		cond_resched();
	}
}

/* Leave no free block larger than @order, until give_blocks_back(true). */
static void fragment_memory(unsigned int order)
{
	take_blocks(order);
	give_blocks_back(false);
	take_blocks(order + 1);
}

/* The order of the slab that @object is in. */
static unsigned int slab_order(const void *object)
{
	return compound_order(virt_to_head_page(object));
}

/*
 * kmem_cache-2k-fresh: all slabs have the order that SLUB prefers.
 * kmem_cache-2k-mixed: every other slab has the smallest order.
 */

/* All further objects in the slabs of cache_2k; each points to the next. */
static void *others_2k;

/*
 * Fill SLABS / 2 new slabs, and store one object of each in every other element
 * of in_slab[], starting with @first. Existing slabs must be full. Returns 0 or
 * a negative error.
 */
static int fill_slabs(unsigned int first)
{
	unsigned int slabs = 0, objects = 0, per_slab = 0;
	struct page *slab = NULL;
	void *object;

	/* The number of objects per slab is known once the second starts. */
	while (!per_slab || objects < SLABS / 2 * per_slab) {
		object = kmem_cache_alloc(cache_2k, GFP_KERNEL);
		if (!object)
			return -ENOMEM;
		if (virt_to_head_page(object) == slab) {
			*(void **)object = others_2k;
			others_2k = object;
		} else {
			if (slabs == SLABS / 2) {
				kmem_cache_free(cache_2k, object);
				return -EINVAL;
			}
			if (slabs == 1)
				per_slab = objects;
			slab = virt_to_head_page(object);
			in_slab[2 * slabs++ + first] = object;
		}
		objects++;
	}
	return slabs == SLABS / 2 ? 0 : -EINVAL;
}

/* Check that the slabs have the orders that the loop @name is to measure. */
static int check_slabs(const char *name, bool mixed)
{
	const unsigned int min_order = get_order(2048);
	unsigned int i;

	for (i = 0; i < SLABS; i++) {
		if (!in_slab[i])
			return -ENOMEM;
		if ((slab_order(in_slab[i]) == min_order) != (mixed && i % 2)) {
			pr_err("%s: slab %u is of order %u\n", name, i,
			       slab_order(in_slab[i]));
			return -EINVAL;
		}
	}
	return 0;
}

/*
 * Free and allocate an object in one slab after the other. All slabs are full,
 * so the first free in each, and the allocation after it, take SLUB's slow
 * path, and the others its fast path. This does not depend on the number of
 * objects in a slab.
 */
static noinline void kmem_cache_2k_loop(void)
{
	unsigned int i, n, slab;

	for (n = 0; n < 12; n++) {
		for (slab = 0; slab < SLABS; slab++) {
			for (i = 0; i < SLAB_VISIT; i++) {
				if (likely(in_slab[slab]))
					kmem_cache_free(cache_2k, in_slab[slab]);
				in_slab[slab] = kmem_cache_alloc(cache_2k, GFP_KERNEL);
			}
		}
	}
}

/* New in Linux 6.5. */
#ifndef SLAB_NO_MERGE
#define SLAB_NO_MERGE	0
#endif

static int measure_2k(const char *name, bool mixed)
{
	unsigned int i;
	void *object;
	int err;

	/*
	 * With accounting, the cost depends on the CPU's stock of charged
	 * pages, which varies.
	 */
	if (account)
		return 0;

	/* Before SLAB_NO_MERGE, usercopy caches are not merged either. */
	cache_2k = kmem_cache_create_usercopy("alloc_bench_2k", 2048, 0,
			SLAB_NO_MERGE, 0, 2048, NULL);
	if (!cache_2k)
		return -ENOMEM;

	err = fill_slabs(0);
	if (!err) {
		if (mixed)
			fragment_memory(get_order(2048));
		err = fill_slabs(1);
		give_blocks_back(true);
	}
	if (!err)
		err = check_slabs(name, mixed);
	if (!err) {
		measure(name, kmem_cache_2k_loop, 12 * SLABS * SLAB_VISIT);
		err = check_slabs(name, mixed);
	}

	for (i = 0; i < SLABS; i++) {
		if (in_slab[i])
			kmem_cache_free(cache_2k, in_slab[i]);
		in_slab[i] = NULL;
	}
	while ((object = others_2k)) {
		others_2k = *(void **)object;
		kmem_cache_free(cache_2k, object);
	}
	kmem_cache_destroy(cache_2k);
	return err;
}

/*
 * live=SIZE: measure the memory that LIVE_BYTES of objects take, as the
 * decrease in free pages. So it includes the slabs, and everything that the
 * kernel allocates for the objects elsewhere. Each CPU in turn allocates an
 * equal part of the objects, because each CPU has its own slabs.
 *
 * Each CPU first allocates enough objects to fill up existing slabs. It then
 * counts from the first object of a slab to the first object of another one. So
 * no object is in memory that was in use before, and each slab is counted with
 * all of its objects.
 */
static void *live_objects;		/* each points to the next */
static struct page *live_slab;		/* slab of the last object */
static unsigned long live_counted;	/* number of objects */
static long live_pages;			/* pages that they take */
static unsigned long live_orders;	/* bitmap of the orders of slabs */
static unsigned long live_slabs;	/* number of slabs */
static unsigned long live_min_slabs;	/* of which have the smallest order */

/*
 * The number of free pages of @zone, including those on per-CPU lists. While
 * all lists are locked, no pages are moved between a list and the zone.
 */
static long zone_free_pages(struct zone *zone)
{
	struct per_cpu_pages *list;
	long pages;
	int cpu;

	preempt_disable();
	for_each_possible_cpu(cpu)
		spin_lock(&per_cpu_ptr(zone->per_cpu_pageset, cpu)->lock);
	pages = zone_page_state_snapshot(zone, NR_FREE_PAGES);
	for_each_possible_cpu(cpu) {
		list = per_cpu_ptr(zone->per_cpu_pageset, cpu);
		pages += list->count;
		spin_unlock(&list->lock);
	}
	preempt_enable();
	return pages;
}

/* The number of free pages of all zones. */
static long free_pages_now(void)
{
	struct zone *zone;
	long pages = 0;
	int nid;

	for_each_online_node(nid) {
		for (zone = NODE_DATA(nid)->node_zones;
		     zone < NODE_DATA(nid)->node_zones + MAX_NR_ZONES; zone++) {
			if (populated_zone(zone))
				pages += zone_free_pages(zone);
		}
	}
	return pages;
}

/*
 * Allocate one object. Returns 1 if it is in another slab than the object
 * before, 0 if it is in the same slab, or -ENOMEM.
 */
static int live_one(void)
{
	struct page *slab;
	void *object;

	cond_resched();
	object = kmalloc(live, GFP_KERNEL);
	if (!object)
		return -ENOMEM;
	*(void **)object = live_objects;
	live_objects = object;
	slab = virt_to_head_page(object);
	if (slab == live_slab)
		return 0;
	live_slab = slab;
	return 1;
}

/*
 * Allocate and count objects of at least @bytes in total on the current CPU.
 * Returns 0 or -ENOMEM.
 */
static int live_here(unsigned long bytes)
{
	unsigned int order;
	unsigned long n;
	int fresh = 0;

	live_slab = NULL;
	for (n = 0; n * live < LIVE_WARM_UP || !fresh; n++) {
		fresh = live_one();
		if (fresh < 0)
			return fresh;
	}

	live_pages += free_pages_now();
	for (n = 0; n * live < bytes || !fresh; n++) {
		fresh = live_one();
		if (fresh < 0)
			return fresh;
		if (fresh) {
			order = compound_order(live_slab);
			live_orders |= BIT(order);
			live_min_slabs += order == get_order(live);
			live_slabs++;
		}
	}
	live_pages -= free_pages_now();
	live_counted += n;
	return 0;
}

static int measure_live(void)
{
	unsigned long bytes = LIVE_BYTES / num_online_cpus(), hundredths;
	const char *name = fallback ? "fallback" : "live";
	void *object;
	int cpu, err = 0;

	if (live < sizeof(void *) || live > KMALLOC_MAX_CACHE_SIZE) {
		pr_err("live=%u: no slab cache for this size\n", live);
		return -EINVAL;
	}
	if (fallback)
		fragment_memory(get_order(live));
	/* Not work_on_cpu(): the kernel would start more workers meanwhile. */
	for_each_online_cpu(cpu) {
		err = set_cpus_allowed_ptr(current, cpumask_of(cpu)) ?: live_here(bytes);
		if (err)
			break;
	}
	set_cpus_allowed_ptr(current, cpu_possible_mask);
	give_blocks_back(true);

	if (err) {
		pr_err("%s-%u: error %d\n", name, live, err);
	} else if (fallback && live_min_slabs < live_slabs - live_slabs / 100) {
		/* Tolerate a few: larger blocks may be freed meanwhile. */
		pr_err("%s-%u: %lu of %lu slabs are of order %u\n", name, live,
		       live_min_slabs, live_slabs, get_order(live));
		err = -EINVAL;
	} else {
		hundredths = (live_pages * PAGE_SIZE * 100 + live_counted / 2) /
			     live_counted;
		pr_info("%s-%u on %u CPUs: %lu.%02lu bytes per object, %lu objects, slabs of order %*pbl\n",
			name, live, num_online_cpus(), hundredths / 100, hundredths % 100,
			live_counted, BITS_PER_LONG, &live_orders);
	}
	while ((object = live_objects)) {
		live_objects = *(void **)object;
		kfree(object);
		cond_resched();
	}
	return err;
}

/* Is @name in the comma-separated list @loops? */
static bool wanted(const char *name)
{
	size_t len = strlen(name);
	const char *at = loops;

	while (at) {
		if (!strncmp(at, name, len) && (!at[len] || at[len] == ','))
			return true;
		at = strchr(at, ',');
		if (at)
			at++;
	}
	return false;
}

static int run_loops(void)
{
	bool all = wanted("all");
	unsigned int i;
	int err = 0;

	rounds = clamp(rounds, 1U, (unsigned int)MAX_ROUNDS);

	cache = kmem_cache_create("alloc_bench", 192, 0,
				  account ? SLAB_ACCOUNT : 0, NULL);
	if (!cache)
		return -ENOMEM;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		if (all || wanted(table[i].name))
			measure(table[i].name,
				account ? table[i].account : table[i].loop,
				table[i].ops);
	}
	if (all || wanted("remote-free"))
		measure_remote();
	if (all || wanted("kmem_cache-2k-fresh"))
		err = measure_2k("kmem_cache-2k-fresh", false);
	/* Last, because it changes the free lists, and so the other loops. */
	if (!err && (all || wanted("kmem_cache-2k-mixed")))
		err = measure_2k("kmem_cache-2k-mixed", true);
	if (!err && live)
		err = measure_live();

	kmem_cache_destroy(cache);
	pr_info("done\n");
	if (poweroff)
		kernel_power_off();
	return err;
}

static int run_set(const char *value, const struct kernel_param *kp)
{
	/* On the kernel's command line, it is too early. */
	return system_state < SYSTEM_RUNNING ? -EBUSY : run_loops();
}

static const struct kernel_param_ops run_ops = {
	.set = run_set,
};
module_param_cb(run, &run_ops, NULL, 0200);

static int __init alloc_bench_init(void)
{
	return *loops || live ? run_loops() : 0;
}
late_initcall(alloc_bench_init);

static void __exit alloc_bench_exit(void)
{
}
module_exit(alloc_bench_exit);

MODULE_DESCRIPTION("Cost of memory allocations");
MODULE_LICENSE("GPL");
