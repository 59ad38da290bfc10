// SPDX-License-Identifier: GPL-2.0
/*
 * Queries about faults, as lib/code_tag/ executes them for all classes whose
 * lines can be made to fail, in the words of the code tagging RFC. Of two such
 * classes, one has calls and the other one allocations.
 *
 * Each line of standard input is a query. Prints "= RESULT" for each, and the
 * lines that fail then: "CLASS:LINE" and parameters; then the messages, after
 * two blanks. No line fails before a query.
 */
#include <linux/kernel.h>

/* What a line that fails has, but for the parameters of queries. */
struct fault_attr { int interval; };
typedef struct { int counter; } atomic_t;
typedef struct { long counter; } atomic_long_t;

#include <linux/code_tag/query.h>
#include <linux/code_tag/fault.h>
#include "lib/code_tag/query.c"
#undef MEMBER
#include "lib/code_tag/fault_query.c"
#undef pr_fmt
#include "lib/code_tag/exec.c"
#include "library.h"

char kernel_log[1 << 20];

struct fault_query {
	struct code_tag_query common;
	struct code_tag_fault_params params;
	struct code_tag_fault_select select;
};

/**
 * struct line - a line that can fail
 * @fails: does it?
 * @params: which calls
 * @group: what the RFC calls its class
 * @place: the file
 * @caller: the function
 */
static struct line {
	CODE_TAG_FIELDS;
	u8 fails;
	struct code_tag_fault_params params;
	const char *group;
	const char *place;
	const char *caller;
} calls[] = {
	{ .line = 7, .group = "xfs:busy", .place = "fs/xfs/busy.c", .caller = "xfs_flush" },
	{ .line = 9, .group = "xfs:full", .place = "fs/xfs/busy.c", .caller = "xfs_flush" },
	{ .line = 5, .group = "bio_wait", .place = "fs/ext4/bio.c", .caller = "ext4_io" },
}, allocations[] = {
	{ .line = 7, .group = "memory", .place = "fs/xfs/iops.c", .caller = "xfs_link" },
	{ .line = 8, .group = "memory", .place = "fs/xfs/iops.c", .caller = "xfs_link" },
	{ .line = 9, .group = "memory", .place = "fs/xfs/busy.c", .caller = "xfs_flush" },
};

#define MEMBER(member)	offsetof(struct fault_query, member)

static const struct code_tag_term fault_terms[] = {
	CODE_TAG_FAULT_TERMS(MEMBER(params), MEMBER(select)),
};

static_assert(ARRAY_SIZE(fault_terms) == CODE_TAG_FAULT_NR_TERMS);

/* Only the calls have this one. */
static const struct code_tag_term call_terms[] = {
	CODE_TAG_FAULT_TERMS(MEMBER(params), MEMBER(select)),
	{ "error=", code_tag_parse_pattern, MEMBER(common.type) },
};

static int apply_to(struct line *line, size_t nr, struct code_tag_query *common,
		    struct code_tag_query_error *error)
{
	struct fault_query *query = container_of(common, struct fault_query, common);
	int matches = 0;

	if (common->op != '-' && !common->file && !common->function && !common->last &&
	    !query->select.group && !query->select.indexed && !query->params.times) {
		code_tag_query_fail(error, "too much", "");
		return -EPERM;
	}
	for (; nr--; line++) {
		if (!code_tag_query_match(common, (struct code_tag *)line, NULL) ||
		    !code_tag_fault_selects(&query->select, line->group))
			continue;
		line->fails = common->op == '-' ? 0 : 4;
		line->params = query->params;
		matches++;
	}
	return matches ?: -ENOENT;
}

static const char *fault_of(const struct code_tag *tag, unsigned long idx,
			    const struct code_tag_fault **fault)
{
	return NULL;
}

/* Parameters alone enable a line. */
static int no_check(const struct code_tag_query *query, const char *last,
		    struct code_tag_query_error *error)
{
	return 0;
}

static struct code_tag_class call_class = {
	.name		= "fault",
	.terms		= call_terms,
	.nr_terms	= ARRAY_SIZE(call_terms),
	.fails		= 4,
	.check		= no_check,
	.fault		= fault_of,
	.log		= "fault",
}, allocation_class = {
	.name		= "allocator",
	.terms		= fault_terms,
	.nr_terms	= ARRAY_SIZE(fault_terms),
	.fails		= 4,
	.check		= no_check,
	.fault		= fault_of,
	.log		= "alloc",
}, other_class = {
	.name		= "other",
};

int code_tag_apply(const struct code_tag_class *class, struct code_tag_query *query,
		   struct code_tag_query_error *error)
{
	if (class == &allocation_class)
		return apply_to(allocations, ARRAY_SIZE(allocations), query, error);
	query->type = NULL;
	return apply_to(calls, ARRAY_SIZE(calls), query, error);
}

/* Let @place and @caller be what the tags of the @nr lines at @line have. */
static void make_tags(struct line *line, size_t nr)
{
	for (; nr--; line++) {
		line->file = line->place - (const char *)line;
		line->function = line->caller - (const char *)line;
	}
}

/* Print those of the @nr lines at @line that fail. None does after that. */
static void print_and_reset(const char *name, struct line *line, size_t nr)
{
	for (; nr--; line++) {
		if (line->fails) {
			printf(" %s:%u", name, line->line);
			if (line->params.interval)
				printf("/interval=%u", line->params.interval);
			if (line->params.times)
				printf("/times=%u", line->params.times);
		}
		line->fails = 0;
	}
}

int main(void)
{
	char *line = NULL;
	size_t size = 0;
	int result;

	list_add_tail(&call_class.list, &code_tag_classes);
	list_add_tail(&other_class.list, &code_tag_classes);
	list_add_tail(&allocation_class.list, &code_tag_classes);
	make_tags(calls, ARRAY_SIZE(calls));
	make_tags(allocations, ARRAY_SIZE(allocations));
	while (getline(&line, &size, stdin) > 0) {
		line[strcspn(line, "\n")] = '\0';
		result = code_tag_exec(NULL, line, NULL);
		printf("= %d", result);
		print_and_reset("call", calls, ARRAY_SIZE(calls));
		print_and_reset("memory", allocations, ARRAY_SIZE(allocations));
		printf("\n%s", kernel_log);
		kernel_log[0] = '\0';
	}
	free(line);
	return 0;
}
