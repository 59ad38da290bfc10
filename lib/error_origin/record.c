// SPDX-License-Identifier: GPL-2.0
/*
 * Error origins: what is done when a line with flags is passed.
 *
 *	echo "file super.c errno EINVAL +s" >codetag/error/control
 *
 * Only the notes of such lines call error_origin_report(), through
 * error_origin_passed_flagged() in note_64.S, so that other lines cost nothing
 * more. With "e" it writes the trace event codetag:error; with "r" and "s" it
 * keeps a record, for the file recent, with "s" also the call stack.
 *
 * Notes are anywhere, in NMIs and in the code that this file calls, too. So
 * there is no lock: each writer takes a record for itself, or drops what it has
 * to say if somebody else still has that record: a writer that it has
 * interrupted, or that is NR_RECORDS behind, or who drops the stack in it.
 */

#include <linux/code_tag/stack.h>
#include <linux/atomic.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "internal.h"

/*
 * How many records there are, and how much of a stack each has, with the
 * functions that are left out.
 */
#define NR_RECORDS	128
#define STACK_DEPTH	24

/**
 * struct error_origin_record - an origin
 * @seq: odd while somebody writes it; 0: never written
 * @entry: its site; NULL if its module was unloaded
 * @time: when, in nanoseconds of local_clock(), as messages of the kernel
 * @call: the number of the system call, -1 if there is none
 * @pid: the task; -1 in interrupts. 0 is the idle task
 * @comm: its name
 * @depth: how many addresses @stack has
 * @stack: the call stack, from the function with the note on
 */
struct error_origin_record {
	unsigned int seq;
	const struct error_origin_entry *entry;
	u64 time;
	int call;
	pid_t pid;
	char comm[TASK_COMM_LEN];
	unsigned int depth;
	unsigned long stack[STACK_DEPTH];
};

/* Allocated when a line gets "r" or "s" first, and never freed. */
static struct error_origin_record *records;
static atomic_t next;

/* How many times this CPU is in error_origin_report(). */
static DEFINE_PER_CPU(unsigned int, nested);

/**
 * error_origin_records_prepare() - make room for records
 *
 * Context: process context. The caller must hold error_origin_mutex.
 * Return: 0 or -ENOMEM.
 */
int error_origin_records_prepare(void)
{
	struct error_origin_record *new;

	if (records)
		return 0;
	new = kvcalloc(NR_RECORDS, sizeof(*new), GFP_KERNEL);
	if (!new)
		return -ENOMEM;
	/* Pairs with the load in keep(). */
	smp_store_release(&records, new);
	return 0;
}

/* The number of the system call, -1 if there is none. */
static int current_call(void)
{
	u64 call = current->error_origins.call;

	if (!in_task() || !(call >> ERROR_ORIGIN_NUMBER_SHIFT))
		return -1;
	return call >> ERROR_ORIGIN_CALL_SHIFT & ERROR_ORIGIN_NUMBER_MASK;
}

/* Returns false if somebody else is writing @record. */
static bool begin_write(struct error_origin_record *record)
{
	unsigned int seq = READ_ONCE(record->seq);

	/* cmpxchg() is a full barrier: nothing is written before it. */
	return !(seq & 1) && cmpxchg(&record->seq, seq, seq + 1) == seq;
}

static void end_write(struct error_origin_record *record)
{
	/* Pairs with the load in copy_record(). */
	smp_store_release(&record->seq, record->seq + 1);
}

static void keep(const struct error_origin_entry *entry, u8 flags, unsigned long ip)
{
	/* Pairs with the store in error_origin_records_prepare(). */
	struct error_origin_record *record = smp_load_acquire(&records);

	if (!record)
		return;
	record += ((unsigned int)atomic_inc_return(&next) - 1) % NR_RECORDS;
	if (!begin_write(record))
		return;
	record->entry = entry;
	record->time = local_clock();
	record->call = current_call();
	record->pid = in_task() ? current->pid : -1;
	memcpy(record->comm, current->comm, sizeof(record->comm));
	record->depth = 0;
	if (flags & ERROR_ORIGIN_STACK)
		record->depth = code_tag_stack_save(record->stack, STACK_DEPTH, ip);
	end_write(record);
}

/*
 * The flags of @entry, which may have lost them since its note was replaced.
 * Stores the name of its module in @module, "" for vmlinux.
 */
static u8 flags_of(const struct error_origin_entry *entry, const char **module)
{
	struct error_origin_range *range;
	const u8 *flags;

	list_for_each_entry_rcu(range, &error_origin_ranges, list) {
		if (entry < range->start || entry >= range->start + range->nr)
			continue;
		*module = range->mod ? range->mod->name : "";
		/* Pairs with the store in change(). */
		flags = smp_load_acquire(&range->flags);
		return flags ? READ_ONCE(flags[entry - range->start]) : 0;
	}
	return 0;
}

static void report(unsigned long ip)
{
	const struct error_origin_entry *entry = error_origin_find((u32)ip);
	const char *module;
	u8 flags;

	if (!entry)
		return;
	rcu_read_lock();
	flags = flags_of(entry, &module);
	if (flags & ERROR_ORIGIN_EVENT)
		error_origin_event(entry, current_call(), module);
	if (flags & (ERROR_ORIGIN_RECORD | ERROR_ORIGIN_STACK))
		keep(entry, flags, ip);
	rcu_read_unlock();
}

/**
 * error_origin_report() - a line with flags was passed
 * @ip: the address after the note
 *
 * What happens in code that it calls itself, or while RCU doesn't watch this
 * CPU, is only counted.
 *
 * Context: any that per-CPU variables can be used in.
 */
void error_origin_report(unsigned long ip)
{
	if (!rcu_is_watching())
		return;
	preempt_disable_notrace();
	if (this_cpu_inc_return(nested) == 1)
		report(ip);
	this_cpu_dec(nested);
	preempt_enable_notrace();
}

/* Copy record @n to @copy. Returns false if it is empty or being written. */
static bool copy_record(unsigned int n, struct error_origin_record *copy)
{
	struct error_origin_record *record = &records[n % NR_RECORDS];
	/* Pairs with the store in end_write(). */
	unsigned int seq = smp_load_acquire(&record->seq);

	if (!seq || seq & 1)
		return false;
	memcpy(copy, record, sizeof(*copy));
	/* The copy is complete before @seq is read again. */
	smp_rmb();
	return READ_ONCE(record->seq) == seq && copy->entry;
}

static void show_record(struct seq_file *m, const struct error_origin_record *record)
{
	unsigned int i;

	seq_printf(m, "%5llu.%06llu ", record->time / NSEC_PER_SEC,
		   record->time % NSEC_PER_SEC / NSEC_PER_USEC);
	if (record->pid >= 0) {
		seq_escape(m, record->comm, " \t\n\\");
		seq_printf(m, ":%d ", record->pid);
	} else {
		seq_puts(m, "interrupt ");
	}
	if (record->call >= 0)
		seq_printf(m, "%d ", record->call);
	else
		seq_puts(m, "- ");
	error_origin_print_site(m, record->entry);
	seq_putc(m, '\n');
	for (i = 0; i < record->depth; i++)
		seq_printf(m, "\t%pS\n", (void *)record->stack[i]);
}

/* Print all records, the oldest first. error_origin_mutex must be held. */
void error_origin_show_records(struct seq_file *m)
{
	/* Too large for the stack; protected by error_origin_mutex. */
	static struct error_origin_record copy;
	unsigned int first = atomic_read(&next), n;

	if (!records)
		return;
	for (n = 0; n < NR_RECORDS; n++)
		if (copy_record(first + n, &copy))
			show_record(m, &copy);
}

/* Drop all records, or those of @range. */
static void drop_records(const struct error_origin_range *range)
{
	const struct error_origin_entry *entry;
	unsigned int n;

	for (n = 0; records && n < NR_RECORDS; n++) {
		entry = READ_ONCE(records[n].entry);
		if (!range || (entry >= range->start && entry < range->start + range->nr))
			/* Not what somebody writes meanwhile. */
			cmpxchg(&records[n].entry, entry, NULL);
	}
}

/* Drop all records. error_origin_mutex must be held. */
void error_origin_reset_records(void)
{
	drop_records(NULL);
}

/*
 * Drop the records of a range whose module is being unloaded.
 * error_origin_mutex must be held, and none of its code can run.
 */
void error_origin_forget_records(const struct error_origin_range *range)
{
	drop_records(range);
}

/* Does the call stack of @record have functions of @mod? */
static bool stack_has(const struct error_origin_record *record, const struct module *mod,
		      bool init_only)
{
	return code_tag_stack_has(record->stack, READ_ONCE(record->depth), mod, init_only);
}

/**
 * error_origin_forget_stacks() - drop call stacks with functions of a module
 * @mod: the module, whether or not it has entries
 * @init_only: only those with functions of its initialization
 *
 * Another module may have these addresses next.
 *
 * Context: process context. The caller must hold error_origin_mutex, and none
 * of that code can run: so what is written meanwhile has none of it.
 */
void error_origin_forget_stacks(const struct module *mod, bool init_only)
{
	struct error_origin_record *record;

	for (record = records; record && record < records + NR_RECORDS; record++) {
		if (!stack_has(record, mod, init_only) || !begin_write(record))
			continue;
		if (stack_has(record, mod, init_only))
			record->depth = 0;
		end_write(record);
	}
}
