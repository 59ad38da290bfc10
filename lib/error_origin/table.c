// SPDX-License-Identifier: GPL-2.0
/*
 * Error origins: the sites, and how often each was passed.
 *
 * The compiler plugin (scripts/gcc-plugins/error_origin_plugin.c) puts a no-op,
 * a note, where a constant error enters what a function returns:
 *
 *	if (!S_ISDIR(inode->i_mode))
 *		return -ENOTDIR;		the note is here
 *
 * and an entry with the note's address, file, function, line and error into the
 * section error_origins. While kernel.error_origin is 1, notes are calls of
 * error_origin_passed() in note_64.S, which counts them, and writes the address
 * that it returns to into the ring of the current task (task.c). Only a reader
 * looks for the entry of an address.
 *
 * The table is a hash table of these addresses with linear probing, which
 * assembly reads without a lock. So it has a fixed size: it is allocated when
 * notes become calls, with room for more modules, and is not freed before all
 * notes are no-ops again. An address that has been added stays where it is
 * until its module is unloaded. Then it leaves a mark, if there are others
 * behind it that readers have to find. Addresses that are added later take the
 * place of marks.
 *
 * Each CPU has a counter for each slot of the table. A task may be preempted
 * and moved to another CPU before it counts, so counting is atomic.
 */

#define pr_fmt(fmt) "error_origin: " fmt

#include <linux/cpumask.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>

#include "internal.h"

/* Protects the table, the ranges, and whether notes are calls. */
DEFINE_MUTEX(error_origin_mutex);
LIST_HEAD(error_origin_ranges);
DEFINE_STATIC_KEY_FALSE(error_origin_enabled);

/* An address that was removed. No address is odd and that small. */
#define REMOVED		1

/**
 * struct error_origin_slot - an address in the table
 * @ip: the low half of the address after a note, 0 if the slot is free
 * @entry: the low half of the address of its entry
 *
 * Both are in the upper 2 GiB of the address space, as all of the kernel and
 * its modules is.
 */
struct error_origin_slot {
	u32 ip;
	u32 entry;
};

/*
 * For note_64.S. The number of slots is a power of two; the mask is one less.
 */
struct error_origin_slot *error_origin_slots;
u32 error_origin_mask;
DEFINE_PER_CPU(u64 *, error_origin_counts);

/* How many slots are in use, those with REMOVED included. */
static unsigned long used;

static u32 ip_of(const struct error_origin_entry *entry)
{
	return (u32)(unsigned long)error_origin_note(entry) + ERROR_ORIGIN_NOTE_SIZE;
}

/*
 * The first slot for @ip. note_64.S computes the same, so it is short:
 * functions begin at multiples of 16, but notes are anywhere.
 */
static u32 hash(u32 ip)
{
	return ip & error_origin_mask;
}

/* The slot of @ip, NULL if there is none. */
static struct error_origin_slot *find_slot(u32 ip)
{
	u32 i;

	if (!error_origin_slots)
		return NULL;
	for (i = hash(ip); error_origin_slots[i].ip; i = (i + 1) & error_origin_mask)
		if (error_origin_slots[i].ip == ip)
			return &error_origin_slots[i];
	return NULL;
}

/*
 * The slot of @entry, NULL if there is none. Once the .init.text of its module
 * was freed, another module may have its address.
 */
static struct error_origin_slot *slot_of(const struct error_origin_entry *entry)
{
	struct error_origin_slot *slot = find_slot(ip_of(entry));

	return slot && slot->entry == (u32)(unsigned long)entry ? slot : NULL;
}

/* Set the count of slot @i to 0 on all CPUs. */
static void reset_count(u32 i)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		per_cpu(error_origin_counts, cpu)[i] = 0;
}

static void free_table(void)
{
	struct error_origin_range *range;
	unsigned int cpu;

	/* A task may have been preempted while it reads, in note_64.S. */
	if (error_origin_slots)
		synchronize_rcu_tasks();
	list_for_each_entry(range, &error_origin_ranges, list)
		range->in_table = false;
	kvfree(error_origin_slots);
	error_origin_slots = NULL;
	for_each_possible_cpu(cpu) {
		kvfree(per_cpu(error_origin_counts, cpu));
		per_cpu(error_origin_counts, cpu) = NULL;
	}
	used = 0;
}

/* Room for twice as many addresses as there are, and for some more modules. */
static unsigned long slots_needed(void)
{
	struct error_origin_range *range;
	unsigned long nr = 2048;

	list_for_each_entry(range, &error_origin_ranges, list)
		nr += range->nr;
	return roundup_pow_of_two(2 * nr);
}

/* Add the ranges that aren't in the table. Returns false if one has no room. */
static bool add_ranges(void)
{
	struct error_origin_range *range;

	list_for_each_entry(range, &error_origin_ranges, list)
		if (!range->in_table && !error_origin_table_add(range))
			return false;
	return true;
}

/**
 * error_origin_table_prepare() - make a table for all sites
 *
 * If there is one that has room for all, its counts remain.
 *
 * Context: process context. No note is a call; the caller must hold
 * error_origin_mutex.
 * Return: 0 or -ENOMEM.
 */
int error_origin_table_prepare(void)
{
	unsigned long nr = slots_needed();
	unsigned int cpu;

	if (error_origin_slots && error_origin_mask + 1 >= nr && add_ranges())
		return 0;
	free_table();
	error_origin_slots = kvcalloc(nr, sizeof(*error_origin_slots), GFP_KERNEL);
	if (!error_origin_slots)
		return -ENOMEM;
	error_origin_mask = nr - 1;
	for_each_possible_cpu(cpu) {
		per_cpu(error_origin_counts, cpu) =
			kvcalloc(nr, sizeof(u64), GFP_KERNEL);
		if (!per_cpu(error_origin_counts, cpu)) {
			free_table();
			return -ENOMEM;
		}
	}
	add_ranges();
	return 0;
}

/*
 * The slot for @ip, which is going to be added: the one that has it, or the
 * first one in its chain that has no other address.
 */
static u32 slot_for(u32 ip)
{
	u32 i, first = 0;
	bool removed = false;

	for (i = hash(ip); error_origin_slots[i].ip; i = (i + 1) & error_origin_mask) {
		/* A module's .init.text, which was freed, may have had it. */
		if (error_origin_slots[i].ip == ip)
			return i;
		if (error_origin_slots[i].ip == REMOVED && !removed) {
			removed = true;
			first = i;
		}
	}
	return removed ? first : i;
}

/*
 * Remove the address in slot @i. If the next slot is free, no chain goes on
 * behind @i: then @i is free again, and so are those with REMOVED before it.
 */
static void remove_from(u32 i)
{
	WRITE_ONCE(error_origin_slots[i].ip, REMOVED);
	if (error_origin_slots[(i + 1) & error_origin_mask].ip)
		return;
	for (; error_origin_slots[i].ip == REMOVED; i = (i - 1) & error_origin_mask) {
		WRITE_ONCE(error_origin_slots[i].ip, 0);
		used--;
	}
}

/**
 * error_origin_table_add() - add the addresses of a range
 * @range: the range, which is not in the table
 *
 * Context: process context. The caller must hold error_origin_mutex.
 * Return: false if there is no table, or it would become too full.
 */
bool error_origin_table_add(struct error_origin_range *range)
{
	unsigned long n;
	u32 ip, i;

	if (!error_origin_slots || used + range->nr > error_origin_mask / 4 * 3)
		return false;
	for (n = 0; n < range->nr; n++) {
		ip = ip_of(&range->start[n]);
		i = slot_for(ip);
		if (error_origin_slots[i].ip)
			reset_count(i);
		used += !error_origin_slots[i].ip;
		error_origin_slots[i].entry = (u32)(unsigned long)&range->start[n];
		/* note_64.S doesn't read @entry. */
		WRITE_ONCE(error_origin_slots[i].ip, ip);
	}
	range->in_table = true;
	return true;
}

/**
 * error_origin_table_remove() - remove the addresses of a range
 * @range: the range. None of its code can run
 *
 * Context: process context. The caller must hold error_origin_mutex.
 */
void error_origin_table_remove(const struct error_origin_range *range)
{
	struct error_origin_slot *slot;
	unsigned long n;

	for (n = 0; n < range->nr; n++) {
		slot = slot_of(&range->start[n]);
		if (!slot)
			continue;
		reset_count(slot - error_origin_slots);
		remove_from(slot - error_origin_slots);
	}
}

/**
 * error_origin_find() - find the entry of an origin
 * @ip: the low half of the address after a note
 *
 * Context: any; it is valid as long as the module isn't unloaded, for which the
 * caller holds error_origin_mutex, runs in that module, or is in an RCU
 * read-side critical section.
 * Return: the entry; NULL if there is none.
 */
const struct error_origin_entry *error_origin_find(u32 ip)
{
	struct error_origin_slot *slot = find_slot(ip);

	return slot ? (const struct error_origin_entry *)(long)(s32)slot->entry : NULL;
}

/* How often the note of @entry was passed. error_origin_mutex must be held. */
u64 error_origin_count(const struct error_origin_entry *entry)
{
	struct error_origin_slot *slot = slot_of(entry);
	unsigned int cpu;
	u64 count = 0;

	if (!slot)
		return 0;
	for_each_possible_cpu(cpu)
		count += READ_ONCE(per_cpu(error_origin_counts, cpu)[slot - error_origin_slots]);
	return count;
}

/* Set all counts to 0. error_origin_mutex must be held. */
void error_origin_reset_counts(void)
{
	unsigned int cpu;

	if (!error_origin_slots)
		return;
	for_each_possible_cpu(cpu)
		memset(per_cpu(error_origin_counts, cpu), 0,
		       (error_origin_mask + 1UL) * sizeof(u64));
}
