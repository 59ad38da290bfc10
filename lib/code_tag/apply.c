// SPDX-License-Identifier: GPL-2.0
/*
 * Code tags: what a query does to the lines that it matches.
 *
 * The walk is the same for all classes. A class says what it needs before,
 * which further lines a term of its own leaves out, and how a line changes.
 */

#include <linux/code_tag/compat.h>
#include <linux/code_tag/query.h>
#include <linux/errno.h>

#include "internal.h"

/* Set the flags of the line of @tag, if the class has flags. */
static int set_flags(const struct code_tag_class *class, const struct code_tag_query *query,
		     struct code_tag *tag)
{
	u8 *flags = class->enabled ? class->enabled(tag) : NULL;

	if (flags)
		WRITE_ONCE(*flags, code_tag_query_flags(query, *flags));
	return 0;
}

/*
 * Does @query match the line with the index @idx, of @tag? To be called in the
 * order of the indexes, under code_tag_lock().
 */
bool code_tag_query_selects(const struct code_tag_class *class, struct code_tag_query *query,
			    const struct code_tag *tag, unsigned long idx)
{
	return code_tag_query_match(query, tag, code_tag_module_name(class, idx)) &&
	       (!class->matches || class->matches(query, tag, idx));
}

/*
 * Change the lines that @query matches, until there is an error. Returns how
 * many these are; *@err gets the error.
 */
static int change_lines(const struct code_tag_class *class, struct code_tag_query *query,
			int *err)
{
	struct code_tag *tag;
	unsigned long idx = 0;
	int nr = 0;

	while (!*err && (idx = code_tag_next(class, idx))) {
		tag = code_tag_from_idx(class, idx);
		if (!code_tag_query_selects(class, query, tag, idx))
			continue;
		*err = class->change ? class->change(query, tag, idx) :
				       set_flags(class, query, tag);
		nr++;
	}
	return nr;
}

/**
 * code_tag_apply() - execute a query that has been parsed
 * @class: the class
 * @query: the query, which the class may modify
 * @error: says why it is refused
 *
 * Context: process context, or boot if the class allows it. Takes
 * code_tag_lock().
 * Return: the number of lines that it matches; -ENOENT if there are none;
 * -EPERM if it is refused; or another error of the class, such as -ENOMEM, then
 * some lines may have been changed. 0 if it is not about lines.
 */
int code_tag_apply(const struct code_tag_class *class, struct code_tag_query *query,
		   struct code_tag_query_error *error)
{
	int err, nr = 0;

	code_tag_lock(class);
	err = class->prepare ? class->prepare(query, error) : 0;
	if (!err)
		nr = change_lines(class, query, &err);
	if (nr && class->changed)
		class->changed(query);
	code_tag_unlock(class);
	if (err == CODE_TAG_NO_LINES)
		return 0;
	return err ?: nr ?: -ENOENT;
}
EXPORT_SYMBOL_IF_KUNIT(code_tag_apply);
