// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: numbers of allocations and frees that 32 bits don't hold.
 *
 * A CPU counts them in 32 bits each, which makes a counter a third smaller.
 * Once a minute, those from 2^30 on are moved to a number of 64 bits that all
 * CPUs share, and that alloc_tag_read() adds. From there to 2^32 there are 161
 * seconds, if a CPU does nothing but allocate on one line, 20 million times a
 * second. Bytes have 64 bits on each CPU, and stay there.
 *
 * Few lines are ever moved, so the memory for the shared numbers is allocated
 * when the first one is.
 */

#include <linux/code_tag/compat.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/export.h>
#include <linux/gfp.h>
#include <linux/init.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/workqueue.h>

#include "internal.h"

/* From here on, a counter is moved. */
#define HIGH	BIT(30)

/* What to move, and where to. */
struct move {
	struct alloc_tag_counter *from;
	struct alloc_tag_carry *to;
};

/*
 * Runs where nothing else writes the counter: on its CPU, with interrupts
 * disabled, or while that is offline. WRITE_ONCE() for alloc_tag_read().
 */
static void move(void *info)
{
	const struct move *move = info;

	WRITE_ONCE(move->to->allocs, move->to->allocs + move->from->allocs);
	WRITE_ONCE(move->from->allocs, 0);
	WRITE_ONCE(move->to->frees, move->to->frees + move->from->frees);
	WRITE_ONCE(move->from->frees, 0);
}

/*
 * Move the counters of @cpu that are high. Returns false if there is no memory.
 * Caller must hold alloc_tag_mutex.
 */
static bool move_cpu(int cpu)
{
	struct alloc_tag_carry *carry;
	struct move one;
	unsigned long idx;

	for (idx = 1; idx < alloc_tag_limit; idx++) {
		one.from = alloc_tag_counter_of(idx, cpu);
		if ((READ_ONCE(one.from->allocs) | READ_ONCE(one.from->frees)) < HIGH)
			continue;
		if (!alloc_tag_carry) {
			carry = kvcalloc(alloc_tag_end(), sizeof(*carry),
					 GFP_KERNEL | __GFP_NOWARN);
			if (!carry)
				return false;
			/* Pairs with the address dependency in read_tags(). */
			smp_store_release(&alloc_tag_carry, carry);
		}
		one.to = &alloc_tag_carry[idx];
		cpus_read_lock();
		/* Fails if @cpu is offline. */
		if (smp_call_function_single(cpu, move, &one, true))
			move(&one);
		cpus_read_unlock();
	}
	return true;
}

/**
 * alloc_tag_carry_move() - move the counters that are high
 *
 * Without memory for that, does nothing: a minute later there may be some.
 *
 * Context: process context, may sleep; the caller must hold alloc_tag_mutex.
 */
void alloc_tag_carry_move(void)
{
	int cpu;

	lockdep_assert_held(&alloc_tag_mutex);
	for_each_possible_cpu(cpu) {
		if (!move_cpu(cpu))
			break;
		cond_resched();
	}
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_carry_move);

/* As long as anything may count: if it does again, it starts anew. */
static void carry_work(struct work_struct *work)
{
	alloc_tag_lock();
	if (alloc_tag_tracking()) {
		alloc_tag_carry_move();
		alloc_tag_carry_start();
	}
	alloc_tag_unlock();
}

static DECLARE_DELAYED_WORK(carry_dwork, carry_work);

/*
 * Begin to move counters once a minute. Context: any. Early in boot, does
 * nothing, as there are no workqueues: carry_init() does it.
 */
void alloc_tag_carry_start(void)
{
	if (system_state != SYSTEM_BOOTING)
		schedule_delayed_work(&carry_dwork, round_jiffies_relative(60 * HZ));
}

static int __init carry_init(void)
{
	if (alloc_tag_tracking())
		alloc_tag_carry_start();
	return 0;
}
core_initcall(carry_init);
