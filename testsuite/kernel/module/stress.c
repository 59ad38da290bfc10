// SPDX-License-Identifier: GPL-2.0
/*
 * Allocates and frees at random for some seconds, in two threads and a timer
 * for each CPU. insmod returns when they have ended and everything is freed or
 * given to RCU. Then each line of this module must become exactly 0, whatever
 * else happened in the meantime: failing allocations, switching of
 * vm.mem_profiling, hotplug, compaction, other modules.
 *
 * Objects are in tables that all threads share. A step allocates an object,
 * puts it into a random place of a table, and frees the one that was there,
 * which another CPU may have allocated. Objects of kmalloc() are freed in one
 * of several ways: at once, in an interrupt, by call_rcu(), or by kfree_rcu().
 */
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/gfp.h>
#include <linux/hrtimer.h>
#include <linux/irq_work.h>
#include <linux/kthread.h>
#include <linux/llist.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/prandom.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#define PLACES		512
#define BATCH		16
#define ATOMIC		(GFP_ATOMIC | __GFP_NOWARN)
#define SLEEPING	(GFP_KERNEL | __GFP_NOWARN | __GFP_NORETRY)

static unsigned int seconds = 10;
module_param(seconds, uint, 0444);

/* How an object was allocated, and so has to be freed. */
enum kind {
	KMALLOC, OBJECT, TYPESAFE, PAGES,	/* in any context */
	EXACT, KVMALLOC, PERCPU,		/* in threads only */
	NR_KINDS
};

/* The start of objects of kmalloc(). */
union object {
	struct rcu_head rcu;
	struct llist_node node;
};

static void *places[NR_KINDS][PLACES];
static struct kmem_cache *cache, *typesafe;
static atomic_long_t steps, failures;
static bool stop;

static struct task_struct *threads[2 * NR_CPUS];
static DEFINE_PER_CPU(struct hrtimer, timers);
static DEFINE_PER_CPU(struct rnd_state, timer_randoms);
static DEFINE_PER_CPU(struct irq_work, irq_works);
static LLIST_HEAD(to_free_in_irq);

static void free_in_irq(struct irq_work *work)
{
	union object *object, *next;

	llist_for_each_entry_safe(object, next, llist_del_all(&to_free_in_irq), node)
		kfree(object);
}

static void free_in_callback(struct rcu_head *rcu)
{
	kfree(container_of(rcu, union object, rcu));
}

static u32 below(struct rnd_state *random, u32 limit)
{
	return prandom_u32_state(random) % limit;
}

/* 16 bytes to 8 KiB, small sizes more often. */
static size_t any_size(struct rnd_state *random)
{
	return 16 + ((prandom_u32_state(random) & 0x1fff) >> below(random, 10));
}

static void free_kmalloc(union object *object, struct rnd_state *random)
{
	switch (below(random, 8)) {
	case 0:
		call_rcu(&object->rcu, free_in_callback);
		break;
	case 1:
		kfree_rcu(object, rcu);
		break;
	case 2:
		llist_add(&object->node, &to_free_in_irq);
		irq_work_queue(raw_cpu_ptr(&irq_works));
		break;
	default:
		kfree(object);
	}
}

static void free_object(enum kind kind, void *object, struct rnd_state *random)
{
	switch (kind) {
	case KMALLOC:
		free_kmalloc(object, random);
		break;
	case OBJECT:
		kmem_cache_free(cache, object);
		break;
	case TYPESAFE:
		kmem_cache_free(typesafe, object);
		break;
	case PAGES:
		/* The object holds its order. */
		free_pages((unsigned long)object, *(unsigned long *)object);
		break;
	case EXACT:
		/* The object holds its size. */
		free_pages_exact(object, *(unsigned long *)object);
		break;
	case KVMALLOC:
		kvfree(object);
		break;
	default:
		free_percpu((void __percpu __force *)object);
	}
}

/* Put @object into a place and free the one that was there. */
static void put(enum kind kind, void *object, struct rnd_state *random)
{
	void *old;

	if (!object) {
		atomic_long_inc(&failures);
		return;
	}
	old = xchg(&places[kind][below(random, PLACES)], object);
	if (old)
		free_object(kind, old, random);
}

static noinline void *any_pages(struct rnd_state *random, gfp_t gfp)
{
	unsigned long order = below(random, 4);
	unsigned long *pages = (void *)__get_free_pages(gfp, order);

	if (pages)
		*pages = order;
	return pages;
}

static noinline void *exact_pages(struct rnd_state *random)
{
	unsigned long size = (1 + below(random, 5)) * PAGE_SIZE - 100;
	unsigned long *pages = alloc_pages_exact(size, SLEEPING);

	if (pages)
		*pages = size;
	return pages;
}

/* Grow and shrink an object three times. */
static noinline void *resized(struct rnd_state *random, gfp_t gfp)
{
	void *object = kmalloc(32, gfp), *new;
	unsigned int i;

	for (i = 0; i < 3 && object; i++) {
		new = krealloc(object, any_size(random), gfp);
		if (!new)
			break;
		object = new;
	}
	return object;
}

static noinline void bulk(struct rnd_state *random, gfp_t gfp)
{
	void *objects[BATCH], *old[BATCH];
	unsigned int i, nr = 0, got = kmem_cache_alloc_bulk(cache, gfp, BATCH, objects);

	if (!got)
		atomic_long_inc(&failures);
	for (i = 0; i < got; i++) {
		old[nr] = xchg(&places[OBJECT][below(random, PLACES)], objects[i]);
		if (old[nr])
			nr++;
	}
	if (nr)
		kmem_cache_free_bulk(cache, nr, old);
}

/* A step in any context. */
static void step(struct rnd_state *random, gfp_t gfp)
{
	atomic_long_inc(&steps);
	switch (below(random, 6)) {
	case 0:
		put(KMALLOC, kmalloc(any_size(random), gfp), random);
		break;
	case 1:
		put(KMALLOC, resized(random, gfp), random);
		break;
	case 2:
		put(OBJECT, kmem_cache_alloc(cache, gfp), random);
		break;
	case 3:
		put(TYPESAFE, kmem_cache_alloc(typesafe, gfp), random);
		break;
	case 4:
		put(PAGES, any_pages(random, gfp), random);
		break;
	default:
		bulk(random, gfp);
	}
}

/* A step that may sleep. */
static void thread_step(struct rnd_state *random)
{
	switch (below(random, 20)) {
	case 0:
		put(EXACT, exact_pages(random), random);
		break;
	case 1:
		put(KVMALLOC, kvmalloc(any_size(random) * 16, SLEEPING), random);
		break;
	case 2:
		put(PERCPU, (void __force *)__alloc_percpu(16 + below(random, 200), 8), random);
		break;
	default:
		step(random, SLEEPING);
	}
}

static int thread(void *seed)
{
	struct rnd_state random;

	prandom_seed_state(&random, (unsigned long)seed);
	while (!kthread_should_stop()) {
		thread_step(&random);
		cond_resched();
	}
	return 0;
}

/*
 * Threads keep at least four fifths of a CPU's time, however slow the machine
 * is: only allocations that may sleep make KASAN free what it keeps back.
 */
static enum hrtimer_restart tick(struct hrtimer *timer)
{
	ktime_t start = ktime_get(), end;
	unsigned int i;

	for (i = 0; i < 4; i++)
		step(this_cpu_ptr(&timer_randoms), ATOMIC);
	end = ktime_get();
	hrtimer_set_expires(timer, ktime_add_ns(end, max_t(s64, 500 * NSEC_PER_USEC,
							   4 * ktime_sub(end, start))));
	return READ_ONCE(stop) ? HRTIMER_NORESTART : HRTIMER_RESTART;
}

static void start_timer(void *unused)
{
	struct hrtimer *timer = this_cpu_ptr(&timers);

	hrtimer_start(timer, ns_to_ktime(500 * NSEC_PER_USEC), HRTIMER_MODE_REL_PINNED);
}

static void start_all(void)
{
	struct task_struct *task;
	unsigned int cpu, i;

	for_each_possible_cpu(cpu) {
		prandom_seed_state(per_cpu_ptr(&timer_randoms, cpu), 1000 + cpu);
		per_cpu(irq_works, cpu) = IRQ_WORK_INIT(free_in_irq);
		/* In hard interrupts, but not with PREEMPT_RT. */
		hrtimer_init(per_cpu_ptr(&timers, cpu), CLOCK_MONOTONIC,
			     HRTIMER_MODE_REL_PINNED);
		per_cpu(timers, cpu).function = tick;
	}
	on_each_cpu(start_timer, NULL, 1);
	for (i = 0; i < 2 * num_online_cpus(); i++) {
		task = kthread_run(thread, (void *)(unsigned long)(i + 1), "stress/%u", i);
		threads[i] = IS_ERR(task) ? NULL : task;
	}
}

static void stop_all(void)
{
	struct rnd_state random;
	enum kind kind;
	unsigned int i;

	WRITE_ONCE(stop, true);
	for (i = 0; i < ARRAY_SIZE(threads); i++)
		if (threads[i])
			kthread_stop(threads[i]);
	for_each_possible_cpu(i)
		hrtimer_cancel(per_cpu_ptr(&timers, i));

	prandom_seed_state(&random, 1);
	for (kind = 0; kind < NR_KINDS; kind++)
		for (i = 0; i < PLACES; i++)
			if (places[kind][i])
				free_object(kind, places[kind][i], &random);
	for_each_possible_cpu(i)
		irq_work_sync(per_cpu_ptr(&irq_works, i));
	/* The callbacks are in this module. */
	rcu_barrier();
}

static int __init stress_init(void)
{
	cache = kmem_cache_create("stress", 200, 0, 0, NULL);
	typesafe = kmem_cache_create("stress_typesafe", 96, 0, SLAB_TYPESAFE_BY_RCU, NULL);
	if (!cache || !typesafe) {
		kmem_cache_destroy(cache);
		kmem_cache_destroy(typesafe);
		return -ENOMEM;
	}
	start_all();
	ssleep(seconds);
	stop_all();
	pr_info("stress: %ld steps, %ld allocations failed\n",
		atomic_long_read(&steps), atomic_long_read(&failures));
	return 0;
}
module_init(stress_init);

static void __exit stress_exit(void)
{
	kmem_cache_destroy(cache);
	kmem_cache_destroy(typesafe);
}
module_exit(stress_exit);

MODULE_DESCRIPTION("Allocates and frees at random");
MODULE_LICENSE("GPL");
