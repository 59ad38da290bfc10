// SPDX-License-Identifier: GPL-2.0
/*
 * Waits by line: how tasks got to the line, for lines with the flag s.
 *
 * Waits are added up by line and call stack. The file stacks shows them:
 *
 *	212 48120345 9120033 fs/jbd2/journal.c:733 func:jbd2_log_wait_commit
 *		schedule+0x5e/0xa0
 *		jbd2_log_wait_commit+0x9b/0x110
 *		...
 *
 * A wait may end anywhere, so nothing is allocated then. All stacks are in one
 * table, which is allocated when a line gets the flag first, and kept. It has
 * SETS sets of WAYS stacks, each set with a lock. A stack can only be in the
 * set that its hash chooses. If that is full, the wait is counted as missed.
 */

#include <linux/code_tag/compat.h>
#include <linux/code_tag/stack.h>
#include <linux/atomic.h>
#include <linux/jhash.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

#define SETS	256
#define WAYS	16

/* Waits of one line with one call stack. @tag is NULL if it is not in use. */
struct wait_tag_stack {
	const struct wait_tag *tag;
	u64 count;
	u64 ns;
	u64 max;
	unsigned int depth;
	unsigned long entry[WAIT_TAG_STACK];
};

struct wait_tag_stacks_set {
	raw_spinlock_t lock;
	struct wait_tag_stack way[WAYS];
};

/* NULL until a line has the flag s. */
static struct wait_tag_stacks_set *sets;
static atomic_long_t missed;

/* Allocate the table. Returns 0 or -ENOMEM. Needs code_tag_lock(). */
int wait_tag_stacks_prepare(void)
{
	struct wait_tag_stacks_set *new_sets;
	unsigned int i;

	if (sets)
		return 0;
	new_sets = kvcalloc(SETS, sizeof(*new_sets), GFP_KERNEL);
	if (!new_sets)
		return -ENOMEM;
	for (i = 0; i < SETS; i++)
		raw_spin_lock_init(&new_sets[i].lock);
	/* Pairs with the load in wait_tag_stacks_add(). */
	smp_store_release(&sets, new_sets);
	return 0;
}

/*
 * The element of @set for @tag and a stack: the one that has them, or else one
 * that is not in use, which gets them. NULL if there is none. Needs the lock.
 */
static struct wait_tag_stack *find_stack(struct wait_tag_stacks_set *set,
					 const struct wait_tag *tag,
					 const unsigned long *entry, unsigned int depth)
{
	struct wait_tag_stack *stack, *unused = NULL;
	size_t bytes = depth * sizeof(*entry);

	for (stack = set->way; stack < set->way + WAYS; stack++) {
		if (!stack->tag)
			unused = unused ?: stack;
		else if (stack->tag == tag && stack->depth == depth &&
			 !memcmp(stack->entry, entry, bytes))
			return stack;
	}
	if (unused) {
		memset(unused, 0, sizeof(*unused));
		unused->tag = tag;
		unused->depth = depth;
		memcpy(unused->entry, entry, bytes);
	}
	return unused;
}

/**
 * wait_tag_stacks_add() - count a wait for its line and call stack
 * @tag: the line
 * @ns: how long it was
 * @entries: the call stack of the current task, which has waited
 * @depth: how many entries that has, at most WAIT_TAG_STACK
 *
 * Context: any but NMI.
 */
void wait_tag_stacks_add(const struct wait_tag *tag, u64 ns, const unsigned long *entries,
			 unsigned int depth)
{
	/* Pairs with the store in wait_tag_stacks_prepare(). */
	struct wait_tag_stacks_set *set = smp_load_acquire(&sets);
	struct wait_tag_stack *stack;
	unsigned long flags;
	u32 hash;

	if (!set)
		return;
	hash = jhash2((const u32 *)entries, depth * sizeof(*entries) / sizeof(u32),
		      (u32)(unsigned long)tag);
	set += hash % SETS;
	raw_spin_lock_irqsave(&set->lock, flags);
	stack = find_stack(set, tag, entries, depth);
	if (stack) {
		stack->count++;
		stack->ns += ns;
		stack->max = max(stack->max, ns);
	}
	raw_spin_unlock_irqrestore(&set->lock, flags);
	if (!stack)
		atomic_long_inc(&missed);
}

/*
 * Forget the waits of the tags from @start up to @end, which isn't included.
 * Context: process context. Of tags that are being removed, no wait ends.
 */
void wait_tag_stacks_forget(const void *start, const void *end)
{
	struct wait_tag_stack *stack;
	unsigned int i;

	for (i = 0; sets && i < SETS; i++) {
		raw_spin_lock_irq(&sets[i].lock);
		for (stack = sets[i].way; stack < sets[i].way + WAYS; stack++)
			if ((const void *)stack->tag >= start && (const void *)stack->tag < end)
				stack->tag = NULL;
		raw_spin_unlock_irq(&sets[i].lock);
	}
}

/* Forget the waits whose call stacks have functions of @mod. */
void wait_tag_stacks_forget_code(const struct module *mod, bool init_only)
{
	struct wait_tag_stack *stack;
	unsigned int i;

	for (i = 0; sets && i < SETS; i++) {
		raw_spin_lock_irq(&sets[i].lock);
		for (stack = sets[i].way; stack < sets[i].way + WAYS; stack++)
			if (stack->tag &&
			    code_tag_stack_has(stack->entry, stack->depth, mod, init_only))
				stack->tag = NULL;
		raw_spin_unlock_irq(&sets[i].lock);
	}
}

/* Forget all waits, and how many were missed. Context: process context. */
void wait_tag_stacks_reset(void)
{
	wait_tag_stacks_forget(NULL, (void *)ULONG_MAX);
	atomic_long_set(&missed, 0);
}

/* Number of waits that no set had room for. */
long wait_tag_stacks_missed(void)
{
	return atomic_long_read(&missed);
}

/*
 * Print the waits of the line @tag in @module, which is NULL for vmlinux. The
 * caller must hold code_tag_lock().
 */
void wait_tag_stacks_show(struct seq_file *m, const struct wait_tag *tag, const char *module)
{
	struct wait_tag_stack copy;
	unsigned int i, way, k;

	for (i = 0; sets && i < SETS * WAYS; i++) {
		way = i % WAYS;
		if (READ_ONCE(sets[i / WAYS].way[way].tag) != tag)
			continue;
		raw_spin_lock_irq(&sets[i / WAYS].lock);
		copy = sets[i / WAYS].way[way];
		raw_spin_unlock_irq(&sets[i / WAYS].lock);
		if (copy.tag != tag)
			continue;
		seq_printf(m, "%llu %llu %llu ", copy.count, copy.ns, copy.max);
		code_tag_print_line(m, (const struct code_tag *)tag, module);
		seq_putc(m, '\n');
		for (k = 0; k < copy.depth; k++)
			seq_printf(m, "\t%pS\n", (void *)copy.entry[k]);
		seq_putc(m, '\n');
	}
}
