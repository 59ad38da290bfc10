// SPDX-License-Identifier: GPL-2.0
/*
 * Code tags: which queries about faults are refused.
 *
 * If most calls fail, or those that each process needs, nobody can take that
 * back. A process that has the file with the queries open may get no page for
 * its own code, and then tries again for ever. So such a query is refused,
 * unless its faults end by themselves. What counts is how many lines it
 * matches, not how it is written.
 */

#include <linux/code_tag.h>
#include <linux/code_tag/compat.h>
#include <linux/code_tag/fault.h>
#include <linux/code_tag/line.h>
#include <linux/code_tag/query.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/parser.h>

/* Of all lines, so many calls may fail: a command succeeds if tried again. */
#define RARE_PERCENT	1

/* What fork(), execve() and page faults call: lines of these files. */
static const struct {
	const char *file;
	const char *function;
} needed[] = {
	{ "arch/*/mm/pgtable.c", "*" },
	{ "fs/binfmt_elf.c", "*" },
	{ "fs/exec.c", "*" },
	{ "fs/namei.c", "getname*" },
	{ "include/asm-generic/pgalloc.h", "*" },
	{ "kernel/cred.c", "*" },
	{ "kernel/fork.c", "*" },
	{ "kernel/pid.c", "*" },
	{ "mm/memory.c", "*" },
	{ "mm/mmap.c", "*" },
	{ "mm/rmap.c", "*" },
	{ "mm/vma.c", "*" },
};

static bool is_needed(const struct code_tag *tag)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(needed); i++)
		if (match_wildcard(needed[i].file, code_tag_file(tag)) &&
		    match_wildcard(needed[i].function, code_tag_function(tag)))
			return true;
	return false;
}

/**
 * code_tag_fault_check() - would a query let too much fail?
 * @class: the class of the query
 * @query: a query that enables faults
 * @params: its parameters of faults
 * @error: why it is refused
 *
 * Nothing is refused that ends by itself (@times, @seconds), is for one task,
 * or rare. Lines of modules do not count: a module can be unloaded.
 *
 * Context: the caller must hold code_tag_lock(). Matches lines with @query; if
 * the class counts these, the caller must start again.
 * Return: 0, or -EPERM.
 */
int code_tag_fault_check(const struct code_tag_class *class, struct code_tag_query *query,
			 const struct code_tag_fault_params *params,
			 struct code_tag_query_error *error)
{
	unsigned long idx = 0, all = 0, matching = 0;
	const char *file = NULL;
	struct code_tag *tag;
	bool own;

	if (params->times || params->task || params->seconds ||
	    (params->probability ?: 100) / (params->interval ?: 1) <= RARE_PERCENT)
		return 0;
	while ((idx = code_tag_next(class, idx))) {
		tag = code_tag_from_idx(class, idx);
		own = !code_tag_module_name(class, idx);
		all += own;
		if (!code_tag_query_selects(class, query, tag, idx) || !own)
			continue;
		matching++;
		if (!file && is_needed(tag))
			file = code_tag_file(tag);
	}
	if (matching > all / 2)
		code_tag_query_fail(error, "most lines would fail, give times= or task=",
				    "");
	else if (file)
		code_tag_query_fail(error, "all processes need this, give times= or task=",
				    file);
	else
		return 0;
	return -EPERM;
}
EXPORT_SYMBOL_IF_KUNIT(code_tag_fault_check);
