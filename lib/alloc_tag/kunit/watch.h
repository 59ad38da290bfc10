/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: watching a line, for the KUnit suites that do.
 */
#ifndef _ALLOC_TAG_WATCH_KUNIT_H
#define _ALLOC_TAG_WATCH_KUNIT_H

#include <linux/string.h>

#include "kunit.h"
#include "../watch/watch.h"

/* Execute the query @text for the line at @at. Returns how many match. */
static inline int watch(const struct alloc_tag_site *at, const char *text)
{
	struct code_tag_query_error error;
	struct alloc_tag_query query;
	char copy[100];
	int err;

	strscpy(copy, text, sizeof(copy));
	err = code_tag_query_parse(&alloc_tag_class, copy, false, &query.common, sizeof(query),
				   &error);
	if (err)
		return err;
	query.common.file = kbasename(at->file);
	query.common.function = at->function;
	query.common.first = at->line;
	query.common.last = at->line;
	return code_tag_apply(&alloc_tag_class, &query.common, &error);
}

/* The state of the line at @at. NULL if it was never watched. */
static inline struct alloc_tag_line *line_at(const struct alloc_tag_site *at)
{
	const struct alloc_tag *tag = alloc_tag_find(at);
	struct alloc_tag_line *found;

	if (!tag)
		return NULL;
	alloc_tag_lock();
	found = alloc_tag_line_find(alloc_tag_to_idx(tag));
	alloc_tag_unlock();
	return found;
}

#endif /* _ALLOC_TAG_WATCH_KUNIT_H */
