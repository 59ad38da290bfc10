// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: what queries for them have beside those of other classes of
 * code tags. See query.h.
 */

#include <linux/code_tag/compat.h>
#include <linux/alloc_tag/watch.h>
#include <linux/build_bug.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/stddef.h>

#include "../sample/sample.h"
#include "query.h"

static_assert(sizeof(struct alloc_tag_query) <= sizeof(union code_tag_any_query));

/* In the order in which they are shown. */
const struct code_tag_flag alloc_tag_flags[ALLOC_TAG_NR_FLAGS] = {
	{ ALLOC_TAG_WATCH_CONTEXTS, 'c' },
	{ ALLOC_TAG_WATCH_STACKS, 's' },
	{ ALLOC_TAG_WATCH_REQUESTED, 'r' },
	{ ALLOC_TAG_WATCH_LIFETIMES, 'l' },
	{ ALLOC_TAG_WATCH_PEAK, 'p' },
	{ ALLOC_TAG_WATCH_NODES, 'n' },
	{ ALLOC_TAG_WATCH_EVENTS, 'e',
	  IS_ENABLED(CONFIG_EVENT_TRACING) ? NULL : "e needs CONFIG_EVENT_TRACING" },
	{ ALLOC_TAG_WATCH_FAULT, 'f',
	  IS_ENABLED(CONFIG_ALLOC_TAG_FAULT) ? NULL : "f needs CONFIG_ALLOC_TAG_FAULT" },
};

/* @query, of this class. */
static struct alloc_tag_query *own(struct code_tag_query *query)
{
	return container_of(query, struct alloc_tag_query, common);
}

/* Parse @value: for sample=, a size, where 0 is a value, too. */
static int parse_sample(struct code_tag_query *common, const struct code_tag_term *term,
			char *value, const char *word, struct code_tag_query_error *error)
{
	struct alloc_tag_query *query = own(common);

	if (query->for_samples)
		return code_tag_query_fail(error, "a term is given twice", word);
	if (code_tag_parse_size(value, &query->sample, word, error))
		return -EINVAL;
	if (query->sample > ALLOC_TAG_SAMPLE_MAX)
		return code_tag_query_fail(error, "sample= is at most 1G", word);
	query->for_samples = true;
	return 0;
}

#define MEMBER(member)	offsetof(struct alloc_tag_query, member)

const struct code_tag_term alloc_tag_terms[ALLOC_TAG_NR_TERMS] = {
	{ "allocator", code_tag_parse_pattern, MEMBER(allocator),
	  .missing = IS_ENABLED(CONFIG_ALLOC_TAG_ALLOCATOR_NAMES) ? NULL :
		     "this needs CONFIG_ALLOC_TAG_ALLOCATOR_NAMES" },
	{ "limit=", code_tag_parse_limit, MEMBER(limit), INT_MAX },
	{ "every=", code_tag_parse_limit, MEMBER(every), INT_MAX },
	{ "bytes=", code_tag_parse_limit, MEMBER(bytes), U64_MAX },
	CODE_TAG_FAULT_TERMS(MEMBER(fault), MEMBER(select)),
	{ "sample=", parse_sample },
	/*
	 * A term of listed calls. What a failed allocation returns is the same
	 * for all lines, and their functions make an error of it.
	 */
	{ "error=", .missing = "an allocation that fails returns NULL, not an error" },
};

/*
 * Check that the parts of query @common go together. @last is the last word, to
 * be named in an error. Returns 0 or -EINVAL.
 */
int alloc_tag_query_check(const struct code_tag_query *common, const char *last,
			  struct code_tag_query_error *error)
{
	const struct alloc_tag_query *query = alloc_tag_query_of(common);
	bool limits = query->limit || query->every || query->bytes;
	bool fault = code_tag_fault_params_given(&query->fault);

	if (query->for_samples) {
		if (common->op || common->file || common->function || common->module ||
		    common->type || common->last || query->allocator || query->every ||
		    query->bytes || fault || query->select.group || query->select.indexed)
			return code_tag_query_fail(error, "samples are taken of all lines", last);
		return 0;
	}
	if (!common->op && !fault)
		return code_tag_query_fail(error, "flags are missing", last);
	if (!IS_ENABLED(CONFIG_ALLOC_TAG_FAULT) &&
	    (!common->op || common->flags & ALLOC_TAG_WATCH_FAULT))
		return code_tag_query_fail(error, "f needs CONFIG_ALLOC_TAG_FAULT", last);
	if (common->op == '-' && (limits || fault))
		return code_tag_query_fail(error, "limits need + or =", last);
	if (common->op && fault && !(common->flags & ALLOC_TAG_WATCH_FAULT))
		return code_tag_query_fail(error, "parameters of faults need the flag f", last);
	return 0;
}
