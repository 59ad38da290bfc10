// SPDX-License-Identifier: GPL-2.0
/*
 * Waits by line: the class of tags of functions that wait.
 *
 * The sysctl kernel.wait_tags, or the boot parameter sysctl.kernel.wait_tags=1,
 * enables counting. Then each line has counters on each CPU; see the file
 * stats. /sys/kernel/debug/codetag/wait/control takes queries, which set flags:
 *
 *	e	a trace event for each wait, codetag:line, with nanoseconds. A
 *		query with over=5ms leaves out shorter ones
 *	h	a histogram, in the file histograms
 *	p	who waited longest, in the file longest
 *	s	the call stacks of all waits, in the file stacks
 */

#define pr_fmt(fmt) "wait_tag: " fmt

#include <linux/code_tag/compat.h>
#include <linux/code_tag/query.h>
#include <linux/code_tag/toggle.h>
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/overflow.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/sysctl.h>

#include "internal.h"

/* Have waits ever been counted? Then all lines have counters, and keep them. */
static bool prepared;

/**
 * struct wait_query - a query
 * @common: what queries of all classes have
 * @over: only waits of at least that many nanoseconds; 0 if not given
 */
struct wait_query {
	struct code_tag_query common;
	u64 over;
};

static_assert(sizeof(struct wait_query) <= sizeof(union code_tag_any_query));

#define NEEDS_TRACING	(IS_ENABLED(CONFIG_EVENT_TRACING) ? NULL : "e needs CONFIG_EVENT_TRACING")

static const struct code_tag_flag flags[] = {
	{ WAIT_TAG_EVENT, 'e', NEEDS_TRACING },
	{ WAIT_TAG_HISTOGRAM, 'h' },
	{ WAIT_TAG_LONGEST, 'p' },
	{ WAIT_TAG_STACKS, 's' },
};

static const struct wait_query *query_of(const struct code_tag_query *common)
{
	return container_of(common, struct wait_query, common);
}

/* Parse @value: a number with the unit ns, us, ms or s. */
static int parse_duration(struct code_tag_query *common, const struct code_tag_term *term,
			  char *value, const char *word, struct code_tag_query_error *error)
{
	static const struct {
		const char *name;
		unsigned long long ns;
	} units[] = {
		{ "ns", 1 },
		{ "us", NSEC_PER_USEC },
		{ "ms", NSEC_PER_MSEC },
		{ "s", NSEC_PER_SEC },
	};
	u64 *over = (void *)common + term->member;
	size_t digits = strspn(value, "0123456789");
	unsigned long long n = 0;
	char number[20] = "";
	unsigned int i;

	if (*over)
		return code_tag_query_fail(error, "a term is given twice", word);
	for (i = 0; i < ARRAY_SIZE(units); i++)
		if (!strcmp(value + digits, units[i].name))
			break;
	if (digits < sizeof(number))
		memcpy(number, value, digits);
	if (i == ARRAY_SIZE(units) || kstrtoull(number, 10, &n) || !n ||
	    check_mul_overflow(n, units[i].ns, over))
		return code_tag_query_fail(error, "not a time with ns, us, ms or s", word);
	return 0;
}

static const struct code_tag_term terms[] = {
	{ "over=", parse_duration, offsetof(struct wait_query, over) },
};

static int check(const struct code_tag_query *common, const char *last,
		 struct code_tag_query_error *error)
{
	if (!common->op)
		return code_tag_query_fail(error, "flags are missing", last);
	if (query_of(common)->over && (common->op == '-' || !(common->flags & WAIT_TAG_EVENT)))
		return code_tag_query_fail(error, "over= needs the flag e", last);
	return 0;
}

static void show(struct seq_file *m, const struct code_tag *common, unsigned long idx)
{
	const struct wait_tag *tag = (const struct wait_tag *)common;
	const struct wait_tag_line *line = wait_tag_line(tag);

	if (line && line->enabled & WAIT_TAG_EVENT && line->over)
		seq_printf(m, " over=%lluns", line->over);
	if (tag->flags & CODE_TAG_UNTAGGED)
		seq_puts(m, " no tag");
}

static void show_header(struct seq_file *m)
{
	seq_puts(m, "codetag wait control - version: 1.0\n");
	seq_puts(m, "# <file>:<line> [<module>] func:<function> =<flags> [over=] [no tag]\n");
}

/* The lines of a module, or those of vmlinux. */
static void added(struct code_tag *tags, unsigned long nr)
{
	struct wait_tag *tag = (struct wait_tag *)tags;

	while (prepared && nr && wait_tag_line_prepare(tag, tag->idx)) {
		tag++;
		nr--;
	}
	if (!prepared || !nr)
		return;
	pr_warn("no memory for the counters of %lu lines\n", nr);
	/* Index 0 has no line. The table may have no room for theirs. */
	for (; nr--; tag++)
		tag->idx = 0;
}

/* A module with lines is being unloaded. */
static void retired(struct code_tag *tags, unsigned long nr)
{
	struct wait_tag *tag = (struct wait_tag *)tags;

	/*
	 * While waits aren't counted, finish_wait() does not clear a task. If a
	 * task had one of the tags, it may be using it, or be storing it again,
	 * until it has called schedule().
	 */
	while (prepared && wait_tag_forget(tag, tag + nr))
		synchronize_rcu_tasks();
	wait_tag_stacks_forget(tag, tag + nr);
	while (nr--)
		wait_tag_line_free(tag++);
}

/* Call stacks with functions of @mod are not kept. */
static void forget_code(const struct module *mod, bool init_only)
{
	struct wait_tag_line *line;
	unsigned long idx = 0;

	code_tag_lock(&wait_tag_class);
	while ((idx = code_tag_next(&wait_tag_class, idx))) {
		line = wait_tag_line(wait_tag_from_idx(idx));
		if (line && line->longest)
			wait_tag_longest_forget_code(line->longest, mod, init_only);
	}
	wait_tag_stacks_forget_code(mod, init_only);
	code_tag_unlock(&wait_tag_class);
}

/* Set the flags of a line as a query says. Returns 0 or -ENOMEM. */
static int change(const struct code_tag_query *common, struct code_tag *common_tag,
		  unsigned long idx)
{
	struct wait_tag *tag = (struct wait_tag *)common_tag;
	struct wait_tag_line *line = wait_tag_line(tag);
	u8 enabled = code_tag_query_flags(common, line ? line->enabled : 0);

	if (!line && !enabled)
		return 0;
	line = wait_tag_line_prepare(tag, idx);
	if (!line)
		return -ENOMEM;
	if (common->op != '-' && common->flags & WAIT_TAG_EVENT)
		WRITE_ONCE(line->over, query_of(common)->over);
	return wait_tag_line_enable(line, enabled);
}

static u8 *enabled_of(struct code_tag *tag)
{
	struct wait_tag_line *line = wait_tag_line((struct wait_tag *)tag);

	return line ? &line->enabled : NULL;
}

CODE_TAG_ARRAY(wait);
struct code_tag_class wait_tag_class = {
	.name		= "wait",
	.size		= sizeof(struct wait_tag),
	CODE_TAG_VMLINUX(wait),
	.enabled	= enabled_of,
	.flag		= flags,
	.nr_flags	= ARRAY_SIZE(flags),
	.terms		= terms,
	.nr_terms	= ARRAY_SIZE(terms),
	.check		= check,
	.change		= change,
	.show_header	= show_header,
	.show		= show,
	.added		= added,
	.retired	= retired,
	.forget_code	= forget_code,
	.log		= "wait_tag",
};

/* The tag with an index that code_tag_next() has returned. */
struct wait_tag *wait_tag_from_idx(unsigned long idx)
{
	return (struct wait_tag *)code_tag_from_idx(&wait_tag_class, idx);
}

/*
 * Give all tags their lines. Returns 0, -ENOMEM, or -ENODATA if there are none.
 * Needs code_tag_lock().
 */
static int prepare_lines(void)
{
	unsigned long idx = 0;

	while ((idx = code_tag_next(&wait_tag_class, idx)))
		if (!wait_tag_line_prepare(wait_tag_from_idx(idx), idx))
			return -ENOMEM;
	return wait_tag_lines ? 0 : -ENODATA;
}

static int set_enabled(bool enable)
{
	int err = 0;

	code_tag_lock(&wait_tag_class);
	if (enable == static_key_enabled(&wait_tag_key))
		goto out;
	if (enable) {
		err = prepare_lines();
		if (err)
			goto out;
		/* What began before counting was disabled has ended. */
		wait_tag_forget(NULL, (void *)ULONG_MAX);
		prepared = true;
		wait_tag_set_counting(true);
		static_branch_enable(&wait_tag_key);
		/* And what has ended while this took effect. */
		wait_tag_forget(NULL, (void *)ULONG_MAX);
	} else {
		static_branch_disable(&wait_tag_key);
		wait_tag_set_counting(false);
	}
out:
	code_tag_unlock(&wait_tag_class);
	return err;
}

static int wait_tag_sysctl(code_tag_ctl_table *table, int write, void *buffer, size_t *lenp,
			   loff_t *ppos)
{
	return code_tag_toggle(write, buffer, lenp, ppos, static_key_enabled(&wait_tag_key),
			       set_enabled);
}

static struct ctl_table wait_tag_sysctls[] = {
	{
		.procname	= "wait_tags",
		.mode		= 0644,
		.proc_handler	= wait_tag_sysctl,
	},
	{ }
};

/**
 * wait_tag_sum() - add up what all CPUs have counted for a line
 * @tag: its tag
 * @sum: where to store the sum
 *
 * Context: the caller must hold code_tag_lock(). CPUs may be counting.
 */
void wait_tag_sum(const struct wait_tag *tag, struct wait_tag_counters *sum)
{
	const struct wait_tag_line *line = wait_tag_line(tag);
	const struct wait_tag_counters *counters;
	int cpu;

	memset(sum, 0, sizeof(*sum));
	if (!line)
		return;
	for_each_possible_cpu(cpu) {
		counters = per_cpu_ptr(line->counters, cpu);
		sum->count += READ_ONCE(counters->count);
		sum->again += READ_ONCE(counters->again);
		sum->ns += READ_ONCE(counters->ns);
		sum->max = max(sum->max, READ_ONCE(counters->max));
	}
}

static void reset_line(struct wait_tag_line *line)
{
	int cpu;

	if (line->longest)
		wait_tag_longest_reset(line->longest);
	if (line->histogram)
		wait_tag_histogram_reset(line->histogram);
	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(line->counters, cpu), 0, sizeof(struct wait_tag_counters));
}

/* Forget what was counted. A CPU that is counting may keep its old values. */
void wait_tag_reset(void)
{
	struct wait_tag_line *line;
	unsigned long idx = 0;

	code_tag_lock(&wait_tag_class);
	while ((idx = code_tag_next(&wait_tag_class, idx))) {
		line = wait_tag_line(wait_tag_from_idx(idx));
		if (line)
			reset_line(line);
	}
	wait_tag_stacks_reset();
	code_tag_unlock(&wait_tag_class);
}

static int __init wait_tag_init(void)
{
	int err = code_tag_class_register(&wait_tag_class);

	if (!err)
		code_tag_register_sysctl("kernel", wait_tag_sysctls);
	return err;
}

/* Before the drivers, whose waits a query at boot may be for. */
postcore_initcall(wait_tag_init);
