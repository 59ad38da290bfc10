// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: lines whose allocations are to fail.
 *
 * Each line with the flag f has a struct code_tag_fault, which decides for each
 * allocation whether it fails. The allocators ask before they allocate, behind
 * a static key; see <linux/alloc_tag/fault.h>.
 *
 * Allocations with __GFP_NOFAIL and allocations for records never fail. While
 * memory is not accounted, none does: a way out for whoever has asked for too
 * many faults.
 */

#include <linux/alloc_tag/fault.h>
#include <linux/code_tag/fault.h>
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/rcupdate.h>
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
	/* Pairs with the READ_ONCE() in should_fail_line(). */
	smp_store_release(&line->fault, fault);
	return 0;
}

/*
 * Is an allocation of @line to fail, which is not NULL if it has ever been
 * watched? The caller must be allocating at this line, so that its tag exists,
 * and hold rcu_read_lock().
 */
static bool should_fail_line(const struct alloc_tag_line *line)
{
	struct code_tag_fault *fault = line ? READ_ONCE(line->fault) : NULL;

	if (!fault || !code_tag_fault_decide(fault))
		return false;
	code_tag_fault_log(fault, (const struct code_tag *)alloc_tag_from_idx(line->idx),
			   "alloc_tag", "allocations fail, as asked in alloctag/control");
	return true;
}

/*
 * The same as alloc_tag_should_fail(), while any line has faults: @idx is the
 * index of the tag.
 */
noinline bool __alloc_tag_should_fail(unsigned long idx, gfp_t gfp)
{
	bool fails;

	if (!(READ_ONCE(alloc_tag_line_flags[idx]) & ALLOC_TAG_WATCH_FAULT))
		return false;
	if (gfp & __GFP_NOFAIL || !alloc_tag_counting())
		return false;
	/* SLUB's own first objects can't fail. */
	if (!slab_is_available() || alloc_tag_record_in_progress())
		return false;
	rcu_read_lock();
	fails = should_fail_line(alloc_tag_line_find(idx));
	rcu_read_unlock();
	return fails;
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
