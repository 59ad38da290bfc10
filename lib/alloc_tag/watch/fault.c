// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: lines whose allocations are to fail.
 *
 * Each line with the flag f has a struct code_tag_fault, which decides for each
 * allocation whether it fails. The hooks ask after the memory has been
 * allocated and charged, in a function that they only call for watched lines.
 * So the other paths need no test. The hook frees the memory and returns NULL
 * to its caller. The line's counters show an allocation that was freed at once.
 *
 * Allocations with __GFP_NOFAIL and allocations for records never fail.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/code_tag/compat.h>
#include <linux/code_tag/line.h>
#include <linux/atomic.h>
#include <linux/code_tag/fault.h>
#include <linux/export.h>
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../internal.h"
#include "query.h"
#include "watch.h"

/**
 * alloc_tag_fault_set() - set which allocations of a line fail
 * @line: the line, which gets or has ALLOC_TAG_WATCH_FAULT
 * @query: a query with that flag; missing parameters get their defaults
 *
 * Faults are counted from 0 again.
 *
 * Context: boot, or process context; the caller must hold alloc_tag_mutex.
 * Return: 0 or -ENOMEM.
 */
int alloc_tag_fault_set(struct alloc_tag_line *line, const struct alloc_tag_query *query)
{
	struct code_tag_fault *fault = line->fault;

	if (!fault) {
		fault = alloc_tag_watch_zalloc(sizeof(*fault));
		if (!fault)
			return -ENOMEM;
		code_tag_fault_init(fault);
	}
	code_tag_fault_set(fault, &query->fault);
	/* Pairs with the READ_ONCE() in alloc_tag_fault_decide(). */
	smp_store_release(&line->fault, fault);
	return 0;
}

/*
 * Say in the log why allocations of the line @line fail. The caller must hold
 * rcu_read_lock(), and memory must be charged to the line.
 */
static void log_fault(const struct alloc_tag_line *line)
{
	const struct alloc_tag *tag = alloc_tag_from_idx(line->idx);

	/* The line may be one that the console uses, with its locks held. */
	printk_deferred(pr_fmt(CODE_TAG_FMT ": allocations fail, as asked in alloctag/control\n"),
			CODE_TAG_ARGS(alloc_tag_file(tag), tag->line, "",
				      alloc_tag_function(tag)));
}

/**
 * alloc_tag_fault_decide() - is an allocation to fail?
 * @line: its line, which has ALLOC_TAG_WATCH_FAULT
 * @allocation: the allocation, which is charged to the line
 *
 * The first fault of a line is logged.
 *
 * Context: any. The caller must hold rcu_read_lock().
 * Return: true if the hook must free it, and report a failure to its caller.
 */
bool alloc_tag_fault_decide(struct alloc_tag_line *line,
			    const struct alloc_tag_allocation *allocation)
{
	struct code_tag_fault *fault = READ_ONCE(line->fault);

	if (!fault || allocation->nofail || allocation->gfp & __GFP_NOFAIL)
		return false;
	/* SLUB's own first objects can't fail. */
	if (!slab_is_available() || alloc_tag_record_in_progress())
		return false;
	if (!code_tag_fault_decide(fault, allocation->given))
		return false;
	if (code_tag_fault_is_first(fault))
		log_fault(line);
	return true;
}

/**
 * alloc_tag_fault_show() - print the parameters and the number of faults
 * @m: where to print them, each after a space
 * @line: the line, which has ALLOC_TAG_WATCH_FAULT
 *
 * Context: process context, the caller must hold alloc_tag_mutex.
 */
void alloc_tag_fault_show(struct seq_file *m, const struct alloc_tag_line *line)
{
	code_tag_fault_show(m, line->fault);
}

/* For the list of all lines that can fail: as in the code tagging RFC. */
const char *alloc_tag_fault_of(const struct code_tag *tag, unsigned long idx,
			       const struct code_tag_fault **fault)
{
	const struct alloc_tag_line *line = alloc_tag_line_find(idx);

	if (line && line->flags & ALLOC_TAG_WATCH_FAULT)
		*fault = line->fault;
	else
		*fault = NULL;
	return ALLOC_TAG_FAULT_GROUP;
}

/*
 * How many allocations of @line have failed since the last query for faults.
 * The line has or had ALLOC_TAG_WATCH_FAULT.
 */
long alloc_tag_fault_count(const struct alloc_tag_line *line)
{
	return atomic_long_read(&line->fault->faults);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_fault_count);
