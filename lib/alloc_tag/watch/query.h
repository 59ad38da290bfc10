/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: queries, as they are written to alloctag/control.
 *
 * The grammar follows dynamic debug: terms that select lines, all of which must
 * match, then flags to add, remove or set, and limits for the records of
 * these lines. For example:
 *
 *	file extents.c func ext4_ext_* line 100-400 +cs limit=1000
 *	sample=512K
 *
 * The latter is for samples of all lines.
 *
 * Parsing a query and comparing it with a tag uses no state of the kernel, so
 * both can be tested alone. lib/alloc_tag/watch/exec.c executes queries.
 */
#ifndef _LIB_ALLOC_TAG_QUERY_H
#define _LIB_ALLOC_TAG_QUERY_H

#include <linux/alloc_tag/abi.h>
#include <linux/bits.h>
#include <linux/types.h>

/**
 * struct alloc_tag_query - a query
 * @file: pattern of the file, with or without its directory; NULL matches all
 * @function: pattern of the function; NULL matches all
 * @module: pattern of the module; NULL matches all lines, also of vmlinux
 * @type: pattern of the object's type, with or without "struct"; NULL matches
 *	all
 * @allocator: pattern of the name of an allocator that is called; NULL matches
 *	all
 * @first: first line
 * @last: last line; 0 matches all
 * @op: '+' to add flags, '-' to remove them, '=' to set them
 * @flags: the flags, a mask of ALLOC_TAG_WATCH_...
 * @limit: how many records a line may have; 0 if not given
 * @every: make a record of every @every-th allocation; 0 if not given
 * @bytes: make a record each time another @bytes bytes have been allocated; 0
 *	if not given
 * @probability: probability of a fault, per cent; 0 if not given
 * @interval: let every @interval-th allocation fail; 0 if not given
 * @times: let at most @times allocations fail; 0 if not given
 * @task: let only allocations of this task or process fail; 0 if not given
 * @for_samples: is it about samples of all lines? Then only @sample and @limit
 *	are given
 * @sample: mean number of bytes between two samples; 0 to take none
 */
struct alloc_tag_query {
	const char *file;
	const char *function;
	const char *module;
	const char *type;
	const char *allocator;
	unsigned int first;
	unsigned int last;
	char op;
	u8 flags;
	unsigned int limit;
	unsigned int every;
	u64 bytes;
	unsigned int probability;
	unsigned int interval;
	unsigned int times;
	unsigned int task;
	bool for_samples;
	u64 sample;
};

/**
 * struct alloc_tag_query_error - why a query could not be parsed
 * @reason: a description of the error
 * @word: the word with the error, which may be cut off
 */
struct alloc_tag_query_error {
	const char *reason;
	char word[40];
};

/* Room for all flags as text, with the 0 at the end. */
#define ALLOC_TAG_FLAGS_LEN	9

int alloc_tag_query_parse(char *text, struct alloc_tag_query *query,
			  struct alloc_tag_query_error *error);
bool alloc_tag_query_match(const struct alloc_tag_query *query, const struct alloc_tag *tag,
			   const char *module);
bool alloc_tag_query_fails_all(const struct alloc_tag_query *query);
u8 alloc_tag_query_flags(const struct alloc_tag_query *query, u8 flags);
const char *alloc_tag_flags_text(u8 flags, char text[ALLOC_TAG_FLAGS_LEN]);

#ifdef CONFIG_ALLOC_TAG_ALLOCATOR_NAMES
bool alloc_tag_calls(unsigned long idx, const char *pattern);
#else
static inline bool alloc_tag_calls(unsigned long idx, const char *pattern) { return false; }
#endif

#endif /* _LIB_ALLOC_TAG_QUERY_H */
