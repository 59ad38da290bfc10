// SPDX-License-Identifier: GPL-2.0
/*
 * Code tags: a class of vmlinux, to test with. It counts the calls of
 * code_tag_test_call() by line, which this file and modules make.
 *
 * /sys/kernel/debug/codetag/code_tag_test/control shows them. Flags:
 *
 *	e	a trace event for each call; its value is the number of the call
 *	s	skip: don't count the calls
 */

#include <linux/code_tag/query.h>
#include <linux/code_tag/test.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>

static void show(struct seq_file *m, const struct code_tag *tag, unsigned long idx)
{
	const struct code_tag_test *line = (const struct code_tag_test *)tag;

	seq_printf(m, " calls:%d", atomic_read(&line->calls));
	if (line->arg1)
		seq_printf(m, " what:%s",
			   code_tag_string(tag, line->arg1));
}

static u8 *enabled_of(struct code_tag *tag)
{
	return &((struct code_tag_test *)tag)->enabled;
}

/* Calls by lines of modules that were unloaded. */
static atomic_t gone;

static void retired(struct code_tag *tags, unsigned long nr)
{
	struct code_tag_test *tag = (struct code_tag_test *)tags;

	while (nr--)
		atomic_add(atomic_read(&tag++->calls), &gone);
}

static void show_header(struct seq_file *m)
{
	seq_puts(m, "codetag code_tag_test control - version: 1.0\n");
	seq_puts(m, "# <file>:<line> [<module>] func:<function> =<flags> <calls> <argument>\n");
	seq_printf(m, "# unloaded: calls:%d\n", atomic_read(&gone));
}

static const struct code_tag_flag test_flags[] = {
	{ CODE_TAG_TEST_EVENTS, 'e' },
	{ CODE_TAG_TEST_SKIP, 's' },
};

CODE_TAG_ARRAY(code_tag_test);
static struct code_tag_class test_class = {
	.name		= "code_tag_test",
	.size		= sizeof(struct code_tag_test),
	CODE_TAG_VMLINUX(code_tag_test),
	.enabled	= enabled_of,
	.flag		= test_flags,
	.nr_flags	= ARRAY_SIZE(test_flags),
	.show_header	= show_header,
	.show		= show,
	.retired	= retired,
};

__code_tag_caller struct code_tag_test *code_tag_test_caller(void);

/**
 * code_tag_test_call() - count a call of the calling line
 * @what: text to be shown with the line, if it is a constant
 *
 * Context: any.
 */
void code_tag_test_call(const char *what)
{
	struct code_tag_test *line = code_tag_test_caller();
	u8 enabled = READ_ONCE(line->enabled);
	int calls;

	if (enabled & CODE_TAG_TEST_SKIP)
		return;
	calls = atomic_inc_return(&line->calls);
	if (enabled & CODE_TAG_TEST_EVENTS)
		code_tag_event(&test_class, (struct code_tag *)line, calls);
}
EXPORT_SYMBOL_GPL(code_tag_test_call);

/* The lines that call this one are shown. */
static noinline void call_twice(const char *what) __code_tag(code_tag_test);

static noinline void call_twice(const char *what)
{
	code_tag_test_call(what);
	code_tag_test_call(what);
}

static int __init code_tag_test_init(void)
{
	int err = code_tag_class_register(&test_class);
	unsigned int i;

	if (err)
		return err;
	code_tag_test_call("once");
	for (i = 0; i < 5; i++)
		code_tag_test_call("five times");
	call_twice("twice");
	return 0;
}
late_initcall(code_tag_test_init);
