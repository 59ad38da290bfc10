// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: execute queries.
 *
 * A query sets the flags of the lines that it matches, or the rate of samples.
 * Queries come from lib/code_tag/exec.c: from the file control and from
 * parameters. The boot parameter alloctag.query= is parsed here: it must be
 * known early that stacks will be stored. When a module has been unloaded, its
 * lines are forgotten here.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/alloc_tag/boot.h>
#include <linux/code_tag/compat.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "../internal.h"
#include "watch.h"

/* The value of alloctag.query=, NULL if not given. */
static char *boot_query __initdata;

/* Set the static keys as needed now. Caller must hold alloc_tag_mutex. */
static void set_keys(void)
{
	alloc_tag_lines_set_keys(alloc_tag_sampling.on);
}

/*
 * Change the flags and limits of the line with index @idx as @query says. An
 * operator "=" also resets the limits that are not given. Returns 0 or -ENOMEM.
 * Caller must hold alloc_tag_mutex.
 */
static int change_line(unsigned long idx, const struct alloc_tag_query *query)
{
	struct alloc_tag_line *line = alloc_tag_line_find(idx);
	u8 flags = code_tag_query_flags(&query->common, line ? line->flags : 0);

	if (!line && !flags)
		return 0;
	if (!line)
		line = alloc_tag_line_new(idx);
	if (!line)
		return -ENOMEM;
	if (flags & ALLOC_TAG_WATCH_LIFETIMES && !line->ages) {
		struct alloc_tag_ages *ages = alloc_tag_watch_zalloc(sizeof(*ages));

		if (!ages)
			return -ENOMEM;
		/* Pairs with the READ_ONCE() in alloc_tag_line_freed(). */
		smp_store_release(&line->ages, ages);
	}
	if (flags & ALLOC_TAG_WATCH_NODES && !line->nodes) {
		line->nodes = alloc_tag_watch_zalloc(alloc_tag_nodes_nr() * sizeof(*line->nodes));
		if (!line->nodes)
			return -ENOMEM;
	}
	if (query->common.op != '-' && query->common.flags & ALLOC_TAG_WATCH_FAULT &&
	    alloc_tag_fault_set(line, query))
		return -ENOMEM;
	if (flags & ALLOC_TAG_WATCH_EVENTS)
		WRITE_ONCE(line->events, true);
	alloc_tag_line_restart(line, flags & ~line->flags);
	if (query->limit || query->common.op == '=')
		WRITE_ONCE(line->quota.limit, query->limit ?: ALLOC_TAG_DEFAULT_LIMIT);
	if (query->every || query->common.op == '=')
		WRITE_ONCE(line->every, query->every);
	if (query->bytes || query->common.op == '=')
		WRITE_ONCE(line->bytes, query->bytes);
	alloc_tag_line_set_flags(line, flags);
	return 0;
}

/**
 * alloc_tag_watch_apply() - execute a query
 * @common: the query, in a struct alloc_tag_query
 *
 * Context: boot after alloc_tag_init(), or process context.
 * Return: number of lines that it matches, 0 if it is for samples; -ENOENT if
 * it matches none, -EPERM if it would let all allocations fail, -ENOMEM if
 * memory is short, then some lines may have been changed.
 */
int alloc_tag_watch_apply(const struct code_tag_query *common)
{
	struct alloc_tag_query query = *alloc_tag_query_of(common);
	unsigned int index = 0;
	unsigned long idx = 0;
	int matches = 0;
	int err = 0;

	if (alloc_tag_query_fails_all(&query))
		return -EPERM;
	/* Parameters of faults alone enable the line. */
	if (!query.common.op && !query.for_samples) {
		query.common.op = '+';
		query.common.flags = ALLOC_TAG_WATCH_FAULT;
	}
	alloc_tag_lock();
	if (query.for_samples) {
		err = alloc_tag_sample_set(query.sample, query.limit);
		alloc_tag_unlock();
		return err;
	}
	if (query.common.op != '-' && query.common.flags & ALLOC_TAG_WATCH_RECORDS)
		err = alloc_tag_records_prepare();
	if (!err && query.common.op != '-' && query.common.flags & ALLOC_TAG_WATCH_EVENTS)
		err = alloc_tag_events_prepare();
	while (!err && (idx = alloc_tag_next(idx))) {
		if (!code_tag_query_match(&query.common, alloc_tag_common(alloc_tag_from_idx(idx)),
					  alloc_tag_module_name(idx)))
			continue;
		if (query.allocator && !alloc_tag_calls(idx, query.allocator))
			continue;
		if (!code_tag_fault_selects(&query.select, ALLOC_TAG_FAULT_GROUP, &index))
			continue;
		err = change_line(idx, &query);
		matches++;
	}
	if (matches) {
		set_keys();
		if (query.common.op != '+')
			alloc_tag_lines_trim();
	}
	alloc_tag_unlock();
	if (err)
		return err;
	return matches ?: -ENOENT;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_watch_apply);

static int __init parse_param(char *arg)
{
	boot_query = arg;
	if (arg)
		code_tag_stack_depot_early();
	return 0;
}
early_param("alloctag.query", parse_param);

/* lib/code_tag/exec.c has another handler. */
static int __init parse_class_param(char *arg)
{
	if (arg && strstr(arg, "allocator:"))
		code_tag_stack_depot_early();
	return 0;
}
early_param("codetag.query", parse_class_param);

/**
 * alloc_tag_watch_boot() - execute the queries of the boot parameter
 * @class: the class of allocation tags
 *
 * Context: boot, at the end of alloc_tag_init().
 */
void __init alloc_tag_watch_boot(struct code_tag_class *class)
{
	if (!boot_query)
		return;
	if (alloc_tag_available())
		code_tag_exec(class, boot_query, NULL);
	else
		pr_warn("alloctag.query: ignored, there is no accounting in this boot\n");
}

/**
 * alloc_tag_watch_forget() - drop the state of a tag that is being removed
 * @idx: the index of the tag, to which no memory is charged
 *
 * Context: process context, the caller must hold alloc_tag_mutex.
 */
void alloc_tag_watch_forget(unsigned long idx)
{
	struct alloc_tag_line *line = alloc_tag_line_find(idx);

	if (!line)
		return;
	alloc_tag_records_drop(&line->quota);
	alloc_tag_line_remove(line);
}

/**
 * alloc_tag_watch_forgotten() - the last of several tags has been forgotten
 *
 * To be called after alloc_tag_watch_forget(), once for all tags of a module:
 * disables static keys that are no longer needed. No flags have to be
 * published: no code counts at these tags any more.
 *
 * Context: process context, the caller must hold alloc_tag_mutex.
 */
void alloc_tag_watch_forgotten(void)
{
	set_keys();
}
