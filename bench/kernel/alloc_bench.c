// SPDX-License-Identifier: GPL-2.0
/*
 * What an allocation and its free cost: loops over the kernel's allocators.
 *
 * The same file measures every variant of the kernel, so it knows nothing of
 * allocation tags, ours or anybody's. It is a module where there is a user space
 * to load it (bench/run-icount.sh), and can be linked into a kernel that has none
 * (bench/run-uml.sh); the parameters are the same:
 *
 *	loops=NAME[,NAME...]	which loops to run, "all" for all; none by default
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
 */

#define pr_fmt(fmt) "alloc_bench: " fmt

#include <linux/cpu.h>
#include <linux/gfp.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/reboot.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/timex.h>
#include <linux/workqueue.h>

static char *loops = "";
module_param(loops, charp, 0);
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
#define LIVE		(1000 * 1000)

/* What the batch loops hold at a time. Loops run one after another. */
static void *batch[BATCH];
static void *remote[REMOTE];

static struct kmem_cache *cache, *remote_cache;

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
 * live-64: a million small objects, to see what memory they take. They live as long as
 * the module does. Only when asked for by name.
 */
static struct object {
	struct object *next;
	char more[56];
} *live;

static int __init make_live(void)
{
	struct object *one;
	unsigned int i;

	BUILD_BUG_ON(sizeof(*one) != 64);

	for (i = 0; i < LIVE; i++) {
		one = kmalloc(sizeof(*one), GFP_KERNEL);
		if (!one)
			return -ENOMEM;
		one->next = live;
		live = one;
		if (!(i % 4096))
			cond_resched();
	}
	return 0;
}

static void free_live(void)
{
	struct object *one;

	while ((one = live)) {
		live = one->next;
		kfree(one);
	}
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

	if (!*loops)
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
	if (wanted("live-64"))
		err = make_live();

	kmem_cache_destroy(cache);
	pr_info("done\n");
	if (poweroff)
		kernel_power_off();
	if (err)
		free_live();
	return err;
}
late_initcall(alloc_bench_init);

static void __exit alloc_bench_exit(void)
{
	free_live();
}
module_exit(alloc_bench_exit);

MODULE_DESCRIPTION("Cost of memory allocations");
MODULE_LICENSE("GPL");
