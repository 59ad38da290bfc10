// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: execute queries.
 *
 * Queries come from alloctag/control, from the boot parameter alloctag.query=,
 * and for a module from MODULE.alloctag= on the kernel's command line or
 * alloctag= among the arguments of the module. A query sets the flags of the
 * lines that it matches, or the rate of samples. When a module has been
 * unloaded, its lines are forgotten here.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/alloc_tag/boot.h>
#include <linux/alloc_tag/compat.h>
#include <linux/alloc_tag/module.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>
#include <linux/ratelimit.h>
#include <linux/slab.h>
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
	u8 flags = alloc_tag_query_flags(query, line ? line->flags : 0);

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
	if (query->op != '-' && query->flags & ALLOC_TAG_WATCH_FAULT &&
	    alloc_tag_fault_set(line, query))
		return -ENOMEM;
	if (flags & ALLOC_TAG_WATCH_EVENTS)
		WRITE_ONCE(line->events, true);
	alloc_tag_line_restart(line, flags & ~line->flags);
	if (query->limit || query->op == '=')
		WRITE_ONCE(line->quota.limit, query->limit ?: ALLOC_TAG_DEFAULT_LIMIT);
	if (query->every || query->op == '=')
		WRITE_ONCE(line->every, query->every);
	if (query->bytes || query->op == '=')
		WRITE_ONCE(line->bytes, query->bytes);
	alloc_tag_line_set_flags(line, flags);
	return 0;
}

/**
 * alloc_tag_watch_apply() - execute a query
 * @query: the query
 *
 * Context: boot after alloc_tag_init(), or process context.
 * Return: number of lines that it matches, 0 if it is for samples; -ENOENT if
 * it matches none, -EPERM if it would let all allocations fail, -ENOMEM if
 * memory is short, then some lines may have been changed.
 */
int alloc_tag_watch_apply(const struct alloc_tag_query *query)
{
	unsigned long idx = 0;
	int matches = 0;
	int err = 0;

	if (alloc_tag_query_fails_all(query))
		return -EPERM;
	alloc_tag_lock();
	if (query->for_samples) {
		err = alloc_tag_sample_set(query->sample, query->limit);
		alloc_tag_unlock();
		return err;
	}
	if (query->op != '-' && query->flags & ALLOC_TAG_WATCH_RECORDS)
		err = alloc_tag_records_prepare();
	if (!err && query->op != '-' && query->flags & ALLOC_TAG_WATCH_EVENTS)
		err = alloc_tag_events_prepare();
	while (!err && (idx = alloc_tag_next(idx))) {
		if (!alloc_tag_query_match(query, alloc_tag_from_idx(idx),
					   alloc_tag_module_name(idx)))
			continue;
		if (query->allocator && !alloc_tag_calls(idx, query->allocator))
			continue;
		err = change_line(idx, query);
		matches++;
	}
	if (matches) {
		set_keys();
		if (query->op != '+')
			alloc_tag_lines_trim();
	}
	alloc_tag_unlock();
	if (err)
		return err;
	return matches ?: -ENOENT;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_watch_apply);

/*
 * Execute @text, a single query, which is modified; @module is as for
 * alloc_tag_watch_exec(). Returns 0 or an error, which has been logged.
 */
static int exec_query(char *text, const char *module)
{
	/* One write to control can have 2,000 wrong queries. */
	static DEFINE_RATELIMIT_STATE(errors, 5 * HZ, 50);
	struct alloc_tag_query_error error;
	struct alloc_tag_query query;
	char beginning[60];
	int err;

	strscpy(beginning, skip_spaces(text), sizeof(beginning));
	err = alloc_tag_query_parse(text, &query, &error);
	if (err == -ENODATA)
		return 0;
	if (!err) {
		if (!query.module)
			query.module = module;
		err = alloc_tag_watch_apply(&query);
	}
	if (err >= 0)
		return 0;
	if (!__ratelimit(&errors))
		return err;
	if (err == -EINVAL)
		pr_err("query: %s: \"%s\"\n", error.reason, error.word);
	else if (err == -ENOENT)
		pr_err("query matches no line: \"%s\"\n", beginning);
	else if (err == -EPERM)
		pr_err("query would let all allocations fail: \"%s\"\n", beginning);
	else
		pr_err("no memory for the query: \"%s\"\n", beginning);
	return err;
}

/**
 * alloc_tag_watch_exec() - execute queries
 * @text: queries, separated by newlines or semicolons; modified
 * @module: name of the module that queries without the term "module" are for;
 *	NULL if they are for all lines
 *
 * If a query is wrong, the reason is logged, unless many are, and the ones
 * after it are still executed.
 *
 * Context: boot after alloc_tag_init(), or process context.
 * Return: 0 or the first error: -EINVAL for a wrong query, -ENOENT for one that
 * matches no line, -EPERM for one that would let all allocations fail, -ENOMEM.
 */
int alloc_tag_watch_exec(char *text, const char *module)
{
	int err, first = 0;
	char *next;

	while ((next = strsep(&text, ";\n"))) {
		err = exec_query(next, module);
		if (!first)
			first = err;
	}
	return first;
}

static int __init parse_param(char *arg)
{
	boot_query = arg;
	if (arg)
		alloc_tag_stack_depot_early();
	return 0;
}
early_param("alloctag.query", parse_param);

/**
 * alloc_tag_watch_boot() - execute the queries of the boot parameter
 *
 * Context: boot, at the end of alloc_tag_init().
 */
void __init alloc_tag_watch_boot(void)
{
	if (!boot_query)
		return;
	if (alloc_tag_available())
		alloc_tag_watch_exec(boot_query, NULL);
	else
		pr_warn("alloctag.query: ignored, there is no accounting in this boot\n");
}

/**
 * alloc_tag_watch_module() - execute the queries of the boot parameter
 * MODULE.alloctag=
 * @name: name of the module, whose lines exist
 *
 * Context: process context. None of the module's code has run.
 */
void alloc_tag_watch_module(const char *name)
{
	size_t len = strlen(name);
	char *line, *next, *param, *val;

	if (!alloc_tag_available() || !strstr(saved_command_line, ".alloctag="))
		return;
	line = kstrdup(saved_command_line, GFP_KERNEL);
	if (!line)
		return;
	next = skip_spaces(line);
	while (*next) {
		next = next_arg(next, &param, &val);
		if (val && parameqn(param, name, len) && !strcmp(param + len, ".alloctag"))
			alloc_tag_watch_exec(val, name);
	}
	kfree(line);
}

/**
 * alloc_tag_watch_module_param() - the argument alloctag= of a module
 * @param: name of an argument that is no parameter of the module
 * @val: its value, or NULL
 * @module: name of the module, whose lines exist
 *
 * Errors of the query are logged only: the module is loaded all the same.
 *
 * Context: process context. Of the module's code, only its parameters' has run.
 * Return: true if @param is "alloctag".
 */
bool alloc_tag_watch_module_param(const char *param, const char *val, const char *module)
{
	char *text;

	if (strcmp(param, "alloctag"))
		return false;
	text = kstrdup(val ?: "", GFP_KERNEL);
	if (text && alloc_tag_available())
		alloc_tag_watch_exec(text, module);
	kfree(text);
	return true;
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
