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
 * A query is going to be executed: get what it needs. Returns -EPERM if it
 * would let too many allocations fail, with the reason in @error; -ENOMEM if
 * memory is short.
 */
int alloc_tag_watch_prepare(struct code_tag_query *common, struct code_tag_query_error *error)
{
	struct alloc_tag_query *query = container_of(common, struct alloc_tag_query, common);
	int err = 0;

	if (query->for_samples)
		return alloc_tag_sample_set(query->sample, query->limit) ?: CODE_TAG_NO_LINES;
	/* Parameters of faults alone enable the line. */
	if (!common->op) {
		common->op = '+';
		common->flags = ALLOC_TAG_WATCH_FAULT;
	}
	if (common->op != '-' && common->flags & ALLOC_TAG_WATCH_FAULT)
		err = code_tag_fault_check(&alloc_tag_class, common, &query->fault, error);
	query->select.seen = 0;
	if (!err && common->op != '-' && common->flags & ALLOC_TAG_WATCH_RECORDS)
		err = alloc_tag_records_prepare();
	if (!err && common->op != '-' && common->flags & ALLOC_TAG_WATCH_EVENTS)
		err = alloc_tag_events_prepare();
	return err;
}

/* Do the terms of this class match the line with index @idx? */
bool alloc_tag_watch_matches(struct code_tag_query *common, const struct code_tag *tag,
			     unsigned long idx)
{
	struct alloc_tag_query *query = container_of(common, struct alloc_tag_query, common);

	if (query->allocator && !alloc_tag_calls(idx, query->allocator))
		return false;
	return code_tag_fault_selects(&query->select, ALLOC_TAG_FAULT_GROUP);
}

/*
 * Change the flags and limits of the line with index @idx as @common says. An
 * operator "=" also resets the limits that are not given. Returns 0 or -ENOMEM.
 * Caller must hold alloc_tag_mutex.
 */
int alloc_tag_watch_change(const struct code_tag_query *common, struct code_tag *tag,
			   unsigned long idx)
{
	const struct alloc_tag_query *query = alloc_tag_query_of(common);
	struct alloc_tag_line *line = alloc_tag_line_find(idx);
	u8 flags = code_tag_query_flags(common, line ? line->flags : 0);

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
	if (common->op != '-' && common->flags & ALLOC_TAG_WATCH_FAULT &&
	    alloc_tag_fault_set(line, query))
		return -ENOMEM;
	if (flags & ALLOC_TAG_WATCH_EVENTS)
		WRITE_ONCE(line->events, true);
	alloc_tag_line_restart(line, flags & ~line->flags);
	if (query->limit || common->op == '=')
		WRITE_ONCE(line->quota.limit, query->limit ?: ALLOC_TAG_DEFAULT_LIMIT);
	if (query->every || common->op == '=')
		WRITE_ONCE(line->every, query->every);
	if (query->bytes || common->op == '=')
		WRITE_ONCE(line->bytes, query->bytes);
	alloc_tag_line_set_flags(line, flags);
	return 0;
}

/* Lines have been changed. */
void alloc_tag_watch_changed(const struct code_tag_query *common)
{
	set_keys();
	if (common->op != '+')
		alloc_tag_lines_trim();
}

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
