// SPDX-License-Identifier: GPL-2.0
/*
 * What an allocation and its free cost: loops over the kernel's allocators.
 *
 * The same file measures every variant of the kernel, so it uses nothing of
 * alloctag or of mainline's profiling. It is a module where there is a user space
 * to load it (bench/init), and can be linked into a kernel that has none
 * (bench/run-uml.sh); the parameters are the same:
 *
 *	loops=NAME[,NAME...]	which loops to run, "all" for all; none by default
 *	live=SIZE		what memory objects of this size take
 *	fallback=1		with live: in slabs of the smallest order
 *	account=1		allocate with __GFP_ACCOUNT; to mean anything, the
 *				task has to be in a memory cgroup
 *	rounds=N		how often to measure each loop, 31 by default
 *	poweroff=1		power off afterwards
 *
 * A loop is measured in rounds that are short against the timer tick, after some
 * rounds to warm up, so that the median of the rounds has neither ticks nor first
 * times in it. Allocations aren't checked inside the loops: all kinds of free
 * take a failed one, and a round that failed would be an outlier. On the console:
 *
 *	alloc_bench: LOOP UNIT per op: median M min A q1 B q3 C max D
 *
 * UNIT is "cycles" where there is a time stamp counter (QEMU's counts
 * instructions under -icount shift=0) and "ns" elsewhere. An op is one allocation
 * and one free, its share of the loop around them included.
 *
 * For live=SIZE, with fallback-SIZE instead of live-SIZE for fallback=1:
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
module_param(loops, charp, 0);
static unsigned int live;
module_param(live, uint, 0);
static bool fallback;
module_param(fallback, bool, 0);
static bool account;
module_param(account, bool, 0);
static unsigned int rounds = 31;
module_param(rounds, uint, 0);
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

/* What the batch loops hold at a time. Loops run one after another. */
static void *batch[BATCH];
static void *remote[REMOTE];

/* kmem_cache-2k: an object in each slab of cache_2k. */
static void *in_slab[SLABS];

static struct kmem_cache *cache, *remote_cache, *cache_2k;

/* Measured values of one loop. */
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
 * The loops' bodies. @gfp is a constant in each instance, as it is in the
 * kernel's own calls, and sizes are constants unless hidden.
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
		/* The only kind of free here that doesn't take NULL. */
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
 * Few enough for the CPU's own list of pages: with more, it is refilled and drained
 * in turn or not, depending on what happened to be in it.
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
 * remote-free: one CPU allocates, the next one frees. Each measures its own part
 * while all others are idle; the sum is the sample.
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

/* Caches with a constructor are not merged with others of the same size. */
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
	 * One of its own: in kmalloc-128, the slabs that others have objects in
	 * are more or less full from kernel to kernel, and that shows.
	 */
	remote_cache = kmem_cache_create("alloc_bench_remote", 128, 0, 0, remote_construct);
	if (!remote_cache)
		return;

	/* So many objects take longer to find their places. */
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
 * Slabs of the smallest order, which SLUB falls back to where memory is
 * fragmented.
 *
 * First, all free memory is taken in blocks of that order. Every other block
 * is given back; without its buddy it can't be merged. Free memory is then
 * above the watermarks again, so that the larger blocks can be taken that the
 * watermarks protected before.
 */
static LIST_HEAD(taken);

static void take_blocks(unsigned int order)
{
	/* What others use is left to them: no reclaim. */
	const gfp_t gfp = (GFP_KERNEL | __GFP_NOWARN | __GFP_NORETRY) & ~__GFP_RECLAIM;
	struct page *page;

	while ((page = alloc_pages(gfp, order))) {
		set_page_private(page, order);
		list_add(&page->lru, &taken);
		cond_resched();
	}
}

/* Give back all blocks, or those alone that are the first of two buddies. */
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

/* No free block is larger than @order until give_blocks_back(true). */
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
 * kmem_cache-2k-fresh: all slabs are of the order that SLUB prefers.
 * kmem_cache-2k-mixed: every second one is of the smallest order.
 */

/* The other objects in the slabs of cache_2k; each points to the next. */
static void *others_2k;

/*
 * Fill SLABS / 2 new slabs, and put an object of each into every second element
 * of in_slab[], from @first on. Slabs that exist already must be full.
 */
static int fill_slabs(unsigned int first)
{
	unsigned int slabs = 0, objects = 0, per_slab = 0;
	struct page *slab = NULL;
	void *object;

	/* How many objects a slab has is known once the second one begins. */
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

/* Check that the slabs are of the orders that the loop's name promises. */
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
 * From slab to slab, all of them full. In each, the first free and the
 * allocation that gets the object back take SLUB's slow path, the others its
 * fast path. That doesn't depend on how many objects a slab has.
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

/* Linux 6.5 and later. */
#ifndef SLAB_NO_MERGE
#define SLAB_NO_MERGE	0
#endif

static int measure_2k(const char *name, bool mixed)
{
	unsigned int i;
	void *object;
	int err;

	/* Charged, each depends on what the CPU has in stock, which differs. */
	if (account)
		return 0;

	/* Earlier kernels don't merge caches that user space may copy from. */
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
 * live=SIZE: the memory that LIVE_BYTES of objects take, an equal part of them
 * allocated on each CPU, one CPU after the other: each has slabs of its own.
 * All that is not free any more counts, so slabs as well as what the kernel
 * keeps for objects elsewhere.
 *
 * Each CPU first allocates so many that slabs with free objects are full, and
 * then counts from the first object of a slab to the first of another. So no
 * object gets memory that was in use before, and all slabs are counted with
 * all their objects.
 */
static void *live_objects;		/* each points to the next */
static struct page *live_slab;		/* of the object allocated last */
static unsigned long live_counted;	/* objects */
static long live_pages;
static unsigned long live_orders;	/* of the slabs, a bit each */
static unsigned long live_slabs;
static unsigned long live_min_slabs;	/* those of the smallest order */

/*
 * Free pages of @zone, as after draining the CPUs' lists: pages on those included.
 * With all lists locked, none are on the way from a list to the zone or back.
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
 * Allocate one object. Returns 1 if it is in another slab than the last one, 0
 * if not, or -ENOMEM.
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

/* Allocate and count the part of the CPU that this runs on: at least @bytes. */
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
		pr_err("no slabs have objects of %u bytes\n", live);
		return -EINVAL;
	}
	if (fallback)
		fragment_memory(get_order(live));
	/* In a workqueue this would make the kernel start more workers. */
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
		/* Few may find a larger block that was freed just now. */
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

/* Is @name one of the comma-separated @loops? */
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

static int __init alloc_bench_init(void)
{
	bool all = wanted("all");
	unsigned int i;
	int err = 0;

	if (!*loops && !live)
		return 0;
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
	/* Last: it changes the lists of free pages, which other loops show. */
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
late_initcall(alloc_bench_init);

static void __exit alloc_bench_exit(void)
{
}
module_exit(alloc_bench_exit);

MODULE_DESCRIPTION("Cost of memory allocations");
MODULE_LICENSE("GPL");
