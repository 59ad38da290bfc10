// SPDX-License-Identifier: GPL-2.0
/*
 * Dynamic faults: the class of tags of dynamic_fault(), and of calls of listed
 * functions (decide.c).
 *
 * /sys/kernel/debug/codetag/fault/control lists the lines that call them, and
 * takes queries, also with the words of the code tagging RFC of 2022, see
 * fault_query.c. A class is what a call of dynamic_fault() has as its argument,
 * or the listed function.
 */

#include <linux/build_bug.h>
#include <linux/code_tag/fault.h>
#include <linux/container_of.h>
#include <linux/dynamic_fault.h>
#include <linux/init.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

#define ENABLED	0x01

/**
 * struct fault_query - a query
 * @common: what queries of all classes have
 * @params: which calls fail
 * @error: what they fail with; 0 for what the list says
 * @select: which lines; the group is the argument of dynamic_fault(), or the
 *	name of the listed function
 */
struct fault_query {
	struct code_tag_query common;
	struct code_tag_fault_params params;
	unsigned int error;
	struct code_tag_fault_select select;
};

static_assert(sizeof(struct fault_query) <= sizeof(union code_tag_any_query));

static const struct code_tag_flag flags[] = {
	{ ENABLED, 'f' },
};

static const struct fault_query *query_of(const struct code_tag_query *common)
{
	return container_of(common, struct fault_query, common);
}

#define MEMBER(member)	offsetof(struct fault_query, member)

static const struct code_tag_term terms[] = {
	CODE_TAG_FAULT_TERMS(MEMBER(params), MEMBER(select)),
	{ "error=", code_tag_parse_error, MEMBER(error) },
};

static int check(const struct code_tag_query *common, const char *last,
		 struct code_tag_query_error *error)
{
	const struct fault_query *query = query_of(common);
	bool params = query->error || code_tag_fault_params_given(&query->params);

	if (!common->op && !params)
		return code_tag_query_fail(error, "flags are missing", last);
	if (params && (common->op == '-' || (common->op && !common->flags)))
		return code_tag_query_fail(error, "parameters of faults need the flag f", last);
	return 0;
}

/* What is printed as the class of @tag. */
static const char *group_of(const struct dynamic_fault_tag *tag)
{
	return dynamic_fault_string(tag, tag->arg1 && !tag->result ? tag->arg1 : tag->callee);
}

/* Can @tag fail with any error: is the one in the list an error? */
static bool fails_with_error(const struct dynamic_fault_tag *tag)
{
	return !strncmp(dynamic_fault_string(tag, tag->result), "-E", 2);
}

static bool matches(struct code_tag_query *common, const struct code_tag *tag, unsigned long idx)
{
	struct fault_query *query = container_of(common, struct fault_query, common);

	return code_tag_fault_selects(&query->select,
				      group_of((const struct dynamic_fault_tag *)tag));
}

/* Can all lines that @query selects fail as it says? Needs code_tag_lock(). */
static bool can_fail(struct fault_query *query)
{
	const struct code_tag_class *class = &dynamic_fault_class;
	const struct code_tag *tag;
	unsigned long idx = 0;

	while (query->error && (idx = code_tag_next(class, idx))) {
		tag = code_tag_from_idx(class, idx);
		if (code_tag_query_selects(class, &query->common, tag, idx) &&
		    !fails_with_error((const struct dynamic_fault_tag *)tag))
			return false;
	}
	return true;
}

/*
 * Returns -EPERM if a line can't fail with the error of a query, or if too much
 * would fail, with the reason in @error.
 */
static int prepare(struct code_tag_query *common, struct code_tag_query_error *error)
{
	struct fault_query *query = container_of(common, struct fault_query, common);
	struct code_tag_fault_params params = query->params;
	int err = 0;

	/* Parameters alone enable the line. */
	if (!common->op) {
		common->op = '+';
		common->flags = ENABLED;
	}
	if (!can_fail(query)) {
		code_tag_query_fail(error, "a call that it matches returns no error", "");
		err = -EPERM;
	}
	query->select.seen = 0;
	/* Faults of copy_from_user() may kill init before they end. */
	params.seconds = 0;
	if (!err && common->op != '-' && common->flags)
		err = code_tag_fault_check(&dynamic_fault_class, common, &params, error);
	query->select.seen = 0;
	return err;
}

/* Enable a line or disable it, as a query says. Returns 0 or -ENOMEM. */
static int change(const struct code_tag_query *common, struct code_tag *common_tag,
		  unsigned long idx)
{
	struct dynamic_fault_tag *tag = (struct dynamic_fault_tag *)common_tag;
	const struct fault_query *query = query_of(common);
	struct dynamic_fault_line *line = dynamic_fault_line(tag);
	u8 enabled = code_tag_query_flags(common, line ? ENABLED : 0);
	bool added = enabled && !line;

	if (line && !enabled)
		dynamic_fault_remove(line);
	if (!enabled)
		return 0;
	if (added) {
		line = kzalloc(sizeof(*line), GFP_KERNEL);
		if (!line)
			return -ENOMEM;
		code_tag_fault_init(&line->fault);
		line->tag = tag;
	}
	if (common->op != '-') {
		code_tag_fault_set(&line->fault, &query->params);
		WRITE_ONCE(line->error, query->error);
	}
	if (added)
		dynamic_fault_add(line);
	return 0;
}

static u8 *enabled_of(struct code_tag *tag)
{
	static u8 enabled = ENABLED;

	return dynamic_fault_line((struct dynamic_fault_tag *)tag) ? &enabled : NULL;
}

static void show(struct seq_file *m, const struct code_tag *common, unsigned long idx)
{
	const struct dynamic_fault_tag *tag = (const struct dynamic_fault_tag *)common;
	const struct dynamic_fault_line *line = dynamic_fault_line(tag);

	seq_printf(m, " class:%s", group_of(tag));
	if (tag->result && !(line && line->error))
		seq_printf(m, " result:%s", dynamic_fault_string(tag, tag->result));
	if (!line)
		return;
	if (line->error)
		seq_printf(m, " error=%pe", ERR_PTR(-(long)line->error));
	code_tag_fault_show(m, &line->fault);
	seq_printf(m, " calls:%ld", atomic_long_read(&line->fault.calls));
}

static void show_header(struct seq_file *m)
{
	seq_puts(m, "codetag fault control - version: 1.0\n");
	seq_puts(m, "# <file>:<line> [<module>] func:<function> =<flags> class:<argument or function>");
	seq_puts(m, " [result:] [error=] [probability=] [interval=] [times=] [task=] [faults:] [calls:]\n");
	seq_printf(m, "# enabled lines: %d\n", static_key_count(&dynamic_fault_key.key));
}

/* A module with lines is being unloaded. */
static void retired(struct code_tag *tags, unsigned long nr)
{
	struct dynamic_fault_tag *tag = (struct dynamic_fault_tag *)tags;
	struct dynamic_fault_line *line;

	for (; nr--; tag++) {
		line = dynamic_fault_line(tag);
		if (line)
			dynamic_fault_remove(line);
	}
}

/* For the list of all lines. */
static const char *fault_of(const struct code_tag *common, unsigned long idx,
			    const struct code_tag_fault **fault)
{
	const struct dynamic_fault_tag *tag = (const struct dynamic_fault_tag *)common;
	const struct dynamic_fault_line *line = dynamic_fault_line(tag);

	*fault = line ? &line->fault : NULL;
	return group_of(tag);
}

CODE_TAG_ARRAY(fault);
struct code_tag_class dynamic_fault_class = {
	.name		= "fault",
	.size		= sizeof(struct dynamic_fault_tag),
	CODE_TAG_VMLINUX(fault),
	.enabled	= enabled_of,
	.flag		= flags,
	.nr_flags	= ARRAY_SIZE(flags),
	.enables	= ENABLED,
	.fails		= ENABLED,
	.terms		= terms,
	.nr_terms	= ARRAY_SIZE(terms),
	.check		= check,
	.prepare	= prepare,
	.matches	= matches,
	.change		= change,
	.show_header	= show_header,
	.show		= show,
	.retired	= retired,
	.fault		= fault_of,
	.log		= "dynamic_fault",
};

static int __init dynamic_fault_init(void)
{
	return code_tag_class_register(&dynamic_fault_class);
}

/* Before the drivers, which queries at boot are for. */
postcore_initcall(dynamic_fault_init);
