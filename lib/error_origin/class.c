// SPDX-License-Identifier: GPL-2.0
/*
 * Error origins as a class of code tags: see <linux/code_tag.h>.
 *
 * /sys/kernel/debug/codetag/error/control lists all sites, with their errors,
 * and takes queries, which may have the term "errno". Flags:
 *
 *	e	a trace event for each origin, codetag:error
 *	r	a record, in the file recent
 *	s	the same with the call stack
 *
 * Sites have no tags, but entries: a tag is made of an entry when it is asked
 * for. The index of a site is its number among all of vmlinux and the modules,
 * from 1 on.
 */

#include <linux/code_tag/module.h>
#include <linux/code_tag/query.h>
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "internal.h"

/* The entry with index @idx, NULL if there is none; @found gets its range. */
static const struct error_origin_entry *entry_of(unsigned long idx,
						 struct error_origin_range **found)
{
	struct error_origin_range *range;

	list_for_each_entry(range, &error_origin_ranges, list) {
		*found = range;
		if (idx <= range->nr)
			return &range->start[idx - 1];
		idx -= range->nr;
	}
	return NULL;
}

/* The entry with index @idx. error_origin_mutex must be held. */
const struct error_origin_entry *error_origin_from_idx(unsigned long idx)
{
	struct error_origin_range *range;

	return entry_of(idx, &range);
}

static void lock(void)
{
	mutex_lock(&error_origin_mutex);
}

static void unlock(void)
{
	mutex_unlock(&error_origin_mutex);
}

/* The next site whose code exists. */
static unsigned long next(unsigned long idx)
{
	const struct error_origin_entry *entry;
	struct error_origin_range *range;

	while ((entry = entry_of(++idx, &range)))
		if (error_origin_note_exists(range, entry))
			return idx;
	return 0;
}

/*
 * The index of the next entry that was passed, also if its code was freed; 0 at
 * the end. error_origin_mutex must be held.
 */
unsigned long error_origin_next_passed(unsigned long idx)
{
	const struct error_origin_entry *entry;
	struct error_origin_range *range;

	while ((entry = entry_of(++idx, &range)))
		if (error_origin_count(entry))
			return idx;
	return 0;
}

/* Was the code at index @idx freed? error_origin_mutex must be held. */
bool error_origin_freed(unsigned long idx)
{
	const struct error_origin_entry *entry;
	struct error_origin_range *range;

	entry = entry_of(idx, &range);
	return !error_origin_note_exists(range, entry);
}

static struct code_tag *tag(unsigned long idx)
{
	struct code_tag *made = error_origin_tag(error_origin_from_idx(idx));

	made->idx = idx;
	return made;
}

static const char *module(unsigned long idx)
{
	return error_origin_module(error_origin_from_idx(idx));
}

static bool available(void)
{
	return true;
}

#ifdef CONFIG_CODE_TAG_CONTROL
static void show_header(struct seq_file *m)
{
	seq_puts(m, "codetag error control - version: 1.0\n");
	seq_puts(m, "# <file>:<line> [<module>] func:<function> =<flags> errno:<error>\n");
}

static void show(struct seq_file *m, const struct code_tag *tag, unsigned long idx)
{
	const struct error_origin_entry *entry;
	struct error_origin_range *range;
	char text[CODE_TAG_FLAGS_LEN];

	entry = entry_of(idx, &range);
	seq_printf(m, " =%s", code_tag_flags_text(&error_origin_class, range->flags ?
			range->flags[entry - range->start] : 0, text));
	error_origin_print_errno(m, entry);
}

/**
 * struct error_query - a query of this class
 * @query: the terms of all classes
 * @error: the error, positive; 0 matches all
 */
struct error_query {
	struct code_tag_query query;
	unsigned int error;
};

static const struct code_tag_term terms[] = {
	{ "errno", code_tag_parse_error, offsetof(struct error_query, error) },
};

#define NEEDS_TRACING	(IS_ENABLED(CONFIG_EVENT_TRACING) ? NULL : "e needs CONFIG_EVENT_TRACING")
#define NEEDS_STACKS	(IS_ENABLED(CONFIG_STACKTRACE) ? NULL : "s needs CONFIG_STACKTRACE")

static const struct code_tag_flag flags[] = {
	{ ERROR_ORIGIN_EVENT, 'e', NEEDS_TRACING },
	{ ERROR_ORIGIN_RECORD, 'r' },
	{ ERROR_ORIGIN_STACK, 's', NEEDS_STACKS },
};

static int prepare(struct code_tag_query *query, struct code_tag_query_error *error)
{
	if (query->op == '-' || !(query->flags & (ERROR_ORIGIN_RECORD | ERROR_ORIGIN_STACK)))
		return 0;
	return error_origin_records_prepare();
}

static bool matches(struct code_tag_query *query, const struct code_tag *tag, unsigned long idx)
{
	unsigned int error = ((const struct error_query *)query)->error;

	return !error || error == error_origin_error(error_origin_from_idx(idx));
}

/* Set the flags of a site as a query says. Returns 0 or -ENOMEM. */
static int change(const struct code_tag_query *query, struct code_tag *tag, unsigned long idx)
{
	const struct error_origin_entry *entry;
	struct error_origin_range *range;
	u8 *flags;

	entry = entry_of(idx, &range);
	if (!range->flags) {
		flags = kvzalloc(range->nr, GFP_KERNEL);
		if (!flags)
			return -ENOMEM;
		/* Pairs with the load in flags_of(). */
		smp_store_release(&range->flags, flags);
	}
	flags = &range->flags[entry - range->start];
	WRITE_ONCE(*flags, code_tag_query_flags(query, *flags));
	return 0;
}

/* Sites call another function if they have flags. */
static void changed(const struct code_tag_query *query)
{
	struct error_origin_range *range;

	if (!static_key_enabled(&error_origin_enabled))
		return;
	list_for_each_entry(range, &error_origin_ranges, list)
		if (range->flags)
			error_origin_patch(range, true);
}
#endif /* CONFIG_CODE_TAG_CONTROL */

static const struct code_tag_index index = {
	.lock		= lock,
	.unlock		= unlock,
	.next		= next,
	.tag		= tag,
	.module		= module,
	.available	= available,
	.publish	= error_origin_module_publish,
	.retire		= error_origin_module_retire,
};

struct code_tag_class error_origin_class = {
	.name		= "error",
	.size		= sizeof(struct code_tag),
	.index		= &index,
	.forget_code	= error_origin_forget_code,
	.log		= "error_origin",
#ifdef CONFIG_CODE_TAG_CONTROL
	.show_header	= show_header,
	.show		= show,
	.flag		= flags,
	.nr_flags	= ARRAY_SIZE(flags),
	.terms		= terms,
	.nr_terms	= ARRAY_SIZE(terms),
	.prepare	= prepare,
	.matches	= matches,
	.change		= change,
	.changed	= changed,
#endif
};

/* Before modules are loaded. */
static int __init class_init(void)
{
	return code_tag_class_register(&error_origin_class);
}
core_initcall(class_init);
