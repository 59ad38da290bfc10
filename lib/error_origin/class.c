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

/* A tag for @entry. Protected by error_origin_mutex, until the next one. */
static struct code_tag *tag_of(const struct error_origin_entry *entry)
{
	static struct code_tag made;
	static const char none[] = "";

	made.file = error_origin_file(entry) - (const char *)&made;
	made.function = error_origin_function(entry) - (const char *)&made;
	made.type = none - (const char *)&made;
	made.line = error_origin_line(entry);
	return &made;
}

static struct code_tag *tag(unsigned long idx)
{
	struct code_tag *made = tag_of(error_origin_from_idx(idx));

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

/* Print the error of @entry, after what is known of its line. */
static void print_error(struct seq_file *m, const struct error_origin_entry *entry)
{
	seq_puts(m, " errno:");
	error_origin_print_error(m, entry);
}

/* Print a line for @entry, without a newline. Needs error_origin_mutex. */
void error_origin_print_site(struct seq_file *m, const struct error_origin_entry *entry)
{
	code_tag_print_line(m, tag_of(entry), error_origin_module(entry));
	print_error(m, entry);
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
	print_error(m, entry);
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

static int check(const struct code_tag_query *query, const char *last,
		 struct code_tag_query_error *error)
{
	return query->op ? 0 : code_tag_query_fail(error, "flags are missing", last);
}

static bool matches(const struct error_query *query, const struct error_origin_range *range,
		    const struct error_origin_entry *entry)
{
	if (query->error && query->error != error_origin_error(entry))
		return false;
	return error_origin_note_exists(range, entry) &&
	       code_tag_query_match(&query->query, tag_of(entry),
				    range->mod ? range->mod->name : NULL);
}

/*
 * Set the flags of the sites in @range that @query matches. Returns how many
 * these are, or -ENOMEM.
 */
static int apply_to(struct error_origin_range *range, const struct error_query *query)
{
	int found = 0;
	unsigned long n;
	u8 *new;

	for (n = 0; n < range->nr; n++) {
		if (!matches(query, range, &range->start[n]))
			continue;
		if (!range->flags) {
			new = kvzalloc(range->nr, GFP_KERNEL);
			if (!new)
				return -ENOMEM;
			/* Pairs with the load in flags_of(). */
			smp_store_release(&range->flags, new);
		}
		WRITE_ONCE(range->flags[n], code_tag_query_flags(&query->query, range->flags[n]));
		found++;
	}
	if (found && static_key_enabled(&error_origin_enabled))
		error_origin_patch(range, true);
	return found;
}

static int apply(const struct code_tag_query *query)
{
	struct error_origin_range *range;
	int err = 0, found = 0;

	lock();
	if (query->op != '-' && query->flags & (ERROR_ORIGIN_RECORD | ERROR_ORIGIN_STACK))
		err = error_origin_records_prepare();
	list_for_each_entry(range, &error_origin_ranges, list) {
		if (err < 0)
			break;
		err = apply_to(range, (const struct error_query *)query);
		found += max(err, 0);
	}
	unlock();
	if (err < 0)
		return err;
	return found ?: -ENOENT;
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
	.release	= error_origin_module_release,
};

struct code_tag_class error_origin_class = {
	.name		= "error",
	.size		= sizeof(struct code_tag),
	.index		= &index,
	.log		= "error_origin",
#ifdef CONFIG_CODE_TAG_CONTROL
	.show_header	= show_header,
	.show		= show,
	.flag		= flags,
	.nr_flags	= ARRAY_SIZE(flags),
	.terms		= terms,
	.nr_terms	= ARRAY_SIZE(terms),
	.check		= check,
	.apply		= apply,
#endif
};

/* Before modules are loaded. */
static int __init class_init(void)
{
	return code_tag_class_register(&error_origin_class);
}
core_initcall(class_init);
