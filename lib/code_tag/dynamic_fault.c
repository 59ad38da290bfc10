// SPDX-License-Identifier: GPL-2.0
/*
 * Dynamic faults: the class of tags of dynamic_fault().
 *
 * /sys/kernel/debug/codetag/fault/control lists the lines that call it, and
 * takes queries, also with the words of the code tagging RFC of 2022:
 *
 *	class journal file super.c line 40 enable	+f
 *	class journal disable				-f
 *	func journal_commit oneshot			+f times=1
 *	module ext4 index 0-2 frequency 10		+f interval=10
 *
 * A class is what a call of dynamic_fault() has as its argument, and index N
 * the number of a line among those that match the rest of the query. Unlike
 * there, a line with oneshot keeps its flag when it has failed, and each query
 * sets all parameters.
 */

#define pr_fmt(fmt) "dynamic_fault: " fmt

#include <linux/build_bug.h>
#include <linux/code_tag/fault.h>
#include <linux/container_of.h>
#include <linux/dynamic_fault.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/kstrtox.h>
#include <linux/lockdep.h>
#include <linux/parser.h>
#include <linux/printk.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

/* How many lines are enabled. */
DEFINE_STATIC_KEY_FALSE(dynamic_fault_key);
EXPORT_SYMBOL_GPL(dynamic_fault_key);

/**
 * struct fault_query - a query
 * @common: what queries of all classes have
 * @params: which calls fail
 * @group: pattern of the argument of dynamic_fault(), NULL matches all
 * @indexed: only the lines from @first to @last of those that match
 * @first: the first one, from 0
 * @last: the last one
 */
struct fault_query {
	struct code_tag_query common;
	struct code_tag_fault_params params;
	const char *group;
	bool indexed;
	unsigned int first;
	unsigned int last;
};

static_assert(sizeof(struct fault_query) <= sizeof(union code_tag_any_query));

static const struct code_tag_flag flags[] = {
	{ DYNAMIC_FAULT_ENABLED, 'f' },
};

static const struct fault_query *query_of(const struct code_tag_query *common)
{
	return container_of(common, struct fault_query, common);
}

/* Set the flag as @op says. Returns 0 or -EINVAL. */
static int set_op(struct code_tag_query *common, char op, const char *word,
		  struct code_tag_query_error *error)
{
	if (common->op)
		return code_tag_query_fail(error, "flags are given twice", word);
	common->op = op;
	common->flags = DYNAMIC_FAULT_ENABLED;
	return 0;
}

static int parse_enable(struct code_tag_query *common, const struct code_tag_term *term,
			char *value, const char *word, struct code_tag_query_error *error)
{
	return set_op(common, '+', word, error);
}

static int parse_disable(struct code_tag_query *common, const struct code_tag_term *term,
			 char *value, const char *word, struct code_tag_query_error *error)
{
	return set_op(common, '-', word, error);
}

static int parse_oneshot(struct code_tag_query *common, const struct code_tag_term *term,
			 char *value, const char *word, struct code_tag_query_error *error)
{
	container_of(common, struct fault_query, common)->params.times = 1;
	return 0;
}

/* Parse @value: N or FIRST-LAST, from 0. */
static int parse_index(struct code_tag_query *common, const struct code_tag_term *term,
		       char *value, const char *word, struct code_tag_query_error *error)
{
	struct fault_query *query = container_of(common, struct fault_query, common);
	char *dash = strchr(value, '-');
	bool bad;

	if (query->indexed)
		return code_tag_query_fail(error, "a term is given twice", word);
	if (dash)
		*dash++ = '\0';
	bad = kstrtouint(value, 10, &query->first) ||
	      kstrtouint(dash ?: value, 10, &query->last) || query->last < query->first;
	query->indexed = true;
	return bad ? code_tag_query_fail(error, "not a number or a range", word) : 0;
}

#define MEMBER(member)	offsetof(struct fault_query, member)

static const struct code_tag_term terms[] = {
	CODE_TAG_FAULT_TERMS(MEMBER(params)),
	{ "class", code_tag_parse_pattern, MEMBER(group) },
	{ "index", parse_index },
	{ "enable", parse_enable, .alone = true },
	{ "disable", parse_disable, .alone = true },
	{ "oneshot", parse_oneshot, .alone = true },
	{ "frequency", code_tag_parse_number, MEMBER(params.interval), INT_MAX },
};

static int check(const struct code_tag_query *common, const char *last,
		 struct code_tag_query_error *error)
{
	bool params = code_tag_fault_params_given(&query_of(common)->params);

	if (!common->op && !params)
		return code_tag_query_fail(error, "flags are missing", last);
	if (params && (common->op == '-' || (common->op && !common->flags)))
		return code_tag_query_fail(error, "parameters of faults need the flag f", last);
	return 0;
}

static const char *group_of(const struct dynamic_fault_tag *line)
{
	return line->arg1 ? alloc_tag_string((const struct alloc_tag *)line, line->arg1) : "";
}

/* Does @pattern match @group, or what is before the colon in it? */
static bool match_group(const char *pattern, const char *group)
{
	size_t len = strcspn(group, ":");

	return !pattern || match_wildcard(pattern, group) ||
	       (strlen(pattern) == len && !strncmp(pattern, group, len));
}

/*
 * Enable @line or disable it, as @query says. Returns 0 or -ENOMEM. The caller
 * must hold code_tag_lock().
 */
static int change_line(struct dynamic_fault_tag *line, const struct fault_query *query)
{
	u8 enabled = code_tag_query_flags(&query->common, line->enabled);
	struct code_tag_fault *fault = line->fault;

	if (!fault && !enabled)
		return 0;
	if (!fault) {
		fault = kzalloc(sizeof(*fault), GFP_KERNEL);
		if (!fault)
			return -ENOMEM;
		code_tag_fault_init(fault);
	}
	if (query->common.op != '-' && enabled)
		code_tag_fault_set(fault, &query->params);
	/* Pairs with the load in dynamic_fault_decide(). */
	smp_store_release(&line->fault, fault);
	if (enabled && !line->enabled)
		static_branch_inc(&dynamic_fault_key);
	if (!enabled && line->enabled)
		static_branch_dec(&dynamic_fault_key);
	WRITE_ONCE(line->enabled, enabled);
	return 0;
}

static int apply(const struct code_tag_query *common);

static void show(struct seq_file *m, const struct code_tag *tag, unsigned long idx)
{
	const struct dynamic_fault_tag *line = (const struct dynamic_fault_tag *)tag;

	seq_printf(m, " class:%s", group_of(line));
	if (line->enabled)
		code_tag_fault_show(m, line->fault);
}

static void show_header(struct seq_file *m)
{
	seq_puts(m, "codetag fault control - version: 1.0\n");
	seq_puts(m, "# <file>:<line> [<module>] func:<function> =<flags> class:<argument>");
	seq_puts(m, " [probability=] [interval=] [times=] [task=] [faults:]\n");
	seq_printf(m, "# enabled lines: %d\n", static_key_count(&dynamic_fault_key.key));
}

/* The module of the line is being unloaded. */
static void forget(struct code_tag *tag)
{
	struct dynamic_fault_tag *line = (struct dynamic_fault_tag *)tag;

	if (line->enabled)
		static_branch_dec(&dynamic_fault_key);
	kfree(line->fault);
}

CODE_TAG_ARRAY(fault);
static struct code_tag_class fault_class = {
	.name		= "fault",
	.size		= sizeof(struct dynamic_fault_tag),
	CODE_TAG_VMLINUX(fault),
	.enabled	= offsetof(struct dynamic_fault_tag, enabled),
	.flag		= flags,
	.nr_flags	= ARRAY_SIZE(flags),
	.terms		= terms,
	.nr_terms	= ARRAY_SIZE(terms),
	.check		= check,
	.apply		= apply,
	.show_header	= show_header,
	.show		= show,
	.forget		= forget,
	.log		= "dynamic_fault",
};

/* Returns the number of lines that match, -ENOENT if none does, or -ENOMEM. */
static int apply(const struct code_tag_query *common)
{
	struct fault_query query = *query_of(common);
	struct dynamic_fault_tag *line;
	unsigned long idx = 0;
	unsigned int index = 0;
	int matches = 0;
	int err = 0;

	/* Parameters alone enable the line. */
	if (!query.common.op) {
		query.common.op = '+';
		query.common.flags = DYNAMIC_FAULT_ENABLED;
	}
	code_tag_lock(&fault_class);
	while (!err && (idx = code_tag_next(&fault_class, idx))) {
		struct code_tag *tag = code_tag_from_idx(&fault_class, idx);

		line = (struct dynamic_fault_tag *)tag;
		if (!code_tag_query_match(common, tag, code_tag_module_name(&fault_class, idx)) ||
		    !match_group(query.group, group_of(line)))
			continue;
		index++;
		if (query.indexed && (index - 1 < query.first || index - 1 > query.last))
			continue;
		err = change_line(line, &query);
		matches++;
	}
	code_tag_unlock(&fault_class);
	return err ?: matches ?: -ENOENT;
}

/**
 * dynamic_fault_decide() - is this call of an enabled line to fail?
 * @line: the line
 *
 * Only for dynamic_fault().
 *
 * Context: as dynamic_fault().
 * Return: true if it is.
 */
bool dynamic_fault_decide(struct dynamic_fault_tag *line)
{
	/* Pairs with the store in change_line(). */
	struct code_tag_fault *fault = smp_load_acquire(&line->fault);

	if (!fault || !code_tag_fault_decide(fault, 0))
		return false;
	if (code_tag_fault_is_first(fault))
		/* The line may be one that the console uses. */
		printk_deferred(pr_fmt("%s:%u %s: fails, as asked in codetag/fault/control\n"),
				code_tag_file((struct code_tag *)line), line->line,
				code_tag_function((struct code_tag *)line));
	return true;
}
EXPORT_SYMBOL_GPL(dynamic_fault_decide);

static int __init dynamic_fault_init(void)
{
	return code_tag_class_register(&fault_class);
}

/* Before the drivers, which queries at boot are for. */
postcore_initcall(dynamic_fault_init);
