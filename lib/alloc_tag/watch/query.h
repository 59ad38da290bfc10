/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: queries, as they are written to alloctag/control.
 *
 * Their grammar is that of all classes of code tags, see
 * <linux/code_tag/query.h>, with other flags and further terms:
 *
 *	file extents.c func ext4_ext_* line 100-400 +cs limit=1000
 *	file extents.c line 120 enable
 *	sample=512K
 *
 * The second is one of the code tagging RFC of 2022, about faults. The last is
 * for samples of all lines. lib/alloc_tag/watch/exec.c executes queries.
 */
#ifndef _LIB_ALLOC_TAG_QUERY_H
#define _LIB_ALLOC_TAG_QUERY_H

#include <linux/alloc_tag/abi.h>
#include <linux/code_tag/fault.h>
#include <linux/code_tag/query.h>
#include <linux/container_of.h>
#include <linux/types.h>

/**
 * struct alloc_tag_query - a query
 * @common: what queries of all classes have; the flags are a mask of
 *	ALLOC_TAG_WATCH_...
 * @allocator: pattern of the name of an allocator that is called; NULL matches
 *	all
 * @limit: how many records a line may have; 0 if not given
 * @every: make a record of every @every-th allocation; 0 if not given
 * @bytes: make a record each time another @bytes bytes have been allocated; 0
 *	if not given
 * @fault: which allocations fail
 * @select: of which lines, in words of the code tagging RFC; the group of each
 *	is ALLOC_TAG_FAULT_GROUP
 * @for_samples: is it about samples of all lines? Then only @sample and @limit
 *	are given
 * @sample: mean number of bytes between two samples; 0 to take none
 */
struct alloc_tag_query {
	struct code_tag_query common;
	const char *allocator;
	unsigned int limit;
	unsigned int every;
	u64 bytes;
	struct code_tag_fault_params fault;
	struct code_tag_fault_select select;
	bool for_samples;
	u64 sample;
};

/* The query that begins with @common. */
static inline const struct alloc_tag_query *alloc_tag_query_of(const struct code_tag_query *common)
{
	return container_of(common, struct alloc_tag_query, common);
}

/* What the RFC calls the class of all allocations. */
#define ALLOC_TAG_FAULT_GROUP	"memory"

#define ALLOC_TAG_NR_FLAGS	8
#define ALLOC_TAG_NR_TERMS	(6 + CODE_TAG_FAULT_NR_TERMS)

extern const struct code_tag_flag alloc_tag_flags[ALLOC_TAG_NR_FLAGS];
extern const struct code_tag_term alloc_tag_terms[ALLOC_TAG_NR_TERMS];

int alloc_tag_query_check(const struct code_tag_query *common, const char *last,
			  struct code_tag_query_error *error);

#ifdef CONFIG_ALLOC_TAG_ALLOCATOR_NAMES
bool alloc_tag_calls(unsigned long idx, const char *pattern);
#else
static inline bool alloc_tag_calls(unsigned long idx, const char *pattern) { return false; }
#endif

#endif /* _LIB_ALLOC_TAG_QUERY_H */
