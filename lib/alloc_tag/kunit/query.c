// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: KUnit tests of queries: how they are parsed, and which tags
 * they match.
 */
#include <linux/alloc_tag/watch.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/string.h>

#include "kunit.h"
#include "../watch/query.h"

#define C	ALLOC_TAG_WATCH_CONTEXTS
#define S	ALLOC_TAG_WATCH_STACKS
#define R	ALLOC_TAG_WATCH_REQUESTED
#define L	ALLOC_TAG_WATCH_LIFETIMES
#define P	ALLOC_TAG_WATCH_PEAK
#define N	ALLOC_TAG_WATCH_NODES
#define E	ALLOC_TAG_WATCH_EVENTS
#define F	ALLOC_TAG_WATCH_FAULT

static const struct {
	const char *text;
	struct alloc_tag_query query;
} good[] = {
	{ "+c", { .common = { .op = '+', .flags = C } } },
	{ "=_", { .common = { .op = '=' } } },
	{ "=", { .common = { .op = '=' } } },
	{ "-csrlp", { .common = { .op = '-', .flags = C | S | R | L | P } } },
	{ " \tfile  a.c\t+c ", { .common = { .file = "a.c", .op = '+', .flags = C } } },
	{ "file a.c:7 +c",
	  { .common = { .file = "a.c", .first = 7, .last = 7, .op = '+', .flags = C } } },
	{ "file a.c:7-9 +c",
	  { .common = { .file = "a.c", .first = 7, .last = 9, .op = '+', .flags = C } } },
	{ "file a.c:f* +c",
	  { .common = { .file = "a.c", .function = "f*", .op = '+', .flags = C } } },
	{ "func f line 5- =s",
	  { .common = { .function = "f", .first = 5, .last = UINT_MAX, .op = '=', .flags = S } } },
	{ "line -5 =s", { .common = { .last = 5, .op = '=', .flags = S } } },
	{ "module ext4 type \"struct inode\" +r",
	  { .common = { .module = "ext4", .type = "struct inode", .op = '+', .flags = R } } },
	{ "type 'struct a' +l # no more",
	  { .common = { .type = "struct a", .op = '+', .flags = L } } },
	{ "type '#a' func b#c +l #no more",
	  { .common = { .type = "#a", .function = "b#c", .op = '+', .flags = L } } },
	{ "+c limit=5 every=3 bytes=64K",
	  { .common = { .op = '+', .flags = C }, .limit = 5, .every = 3, .bytes = 65536 } },
	{ "limit=5 +c func f",
	  { .common = { .function = "f", .op = '+', .flags = C }, .limit = 5 } },
#ifdef CONFIG_ALLOC_TAG_FAULT
	{ "+f", { .common = { .op = '+', .flags = F } } },
	{ "-f", { .common = { .op = '-', .flags = F } } },
	{ "=cf oneshot", { .common = { .op = '=', .flags = C | F }, .fault.times = 1 } },
	{ "+f probability=100 interval=3 times=5 task=77 for=10",
	  { .common = { .op = '+', .flags = F }, .fault.probability = 100, .fault.interval = 3,
	    .fault.times = 5, .fault.task = 77, .fault.seconds = 10 } },
	/* These words are about contexts, as in the file allocations.ctx. */
	{ "file a.c line 7 enable",
	  { .common = { .file = "a.c", .first = 7, .last = 7, .op = '+', .flags = C } } },
	{ "func f disable", { .common = { .function = "f", .op = '-', .flags = C } } },
	{ "func f oneshot", { .common = { .function = "f" }, .fault.times = 1 } },
	{ "func f frequency 10", { .common = { .function = "f" }, .fault.interval = 10 } },
	{ "class mem* func f index 3 enable",
	  { .common = { .function = "f", .op = '+', .flags = C },
	    .select = { .group = "mem*", .indexed = true, .first = 3, .last = 3 } } },
	{ "index 0-2 +c", { .common = { .op = '+', .flags = C },
			    .select = { .indexed = true, .last = 2 } } },
#endif
#ifdef CONFIG_ALLOC_TAG_ALLOCATOR_NAMES
	{ "allocator kmalloc* +c",
	  { .common = { .op = '+', .flags = C }, .allocator = "kmalloc*" } },
#endif
	{ "sample=512K", { .for_samples = true, .sample = 512 << 10 } },
	{ "sample=1G # few", { .for_samples = true, .sample = 1 << 30 } },
	{ "limit=5 sample=100", { .for_samples = true, .sample = 100, .limit = 5 } },
	{ "sample=0", { .for_samples = true } },
};

/* Check a pattern that the query @text has. */
static void same_text(struct kunit *test, const char *text, const char *got, const char *want)
{
	KUNIT_EXPECT_STREQ_MSG(test, got ?: "", want ?: "", "%s", text);
}

/* Check a number, or flags, that the query @text has. */
static void same_number(struct kunit *test, const char *text, u64 got, u64 want)
{
	KUNIT_EXPECT_EQ_MSG(test, got, want, "%s", text);
}

/* Parse @text as a query for allocation tags. Returns 0 or -EINVAL. */
static int parse(char *text, struct alloc_tag_query *query, struct code_tag_query_error *error)
{
	return code_tag_query_parse(&alloc_tag_class, text, false, &query->common, sizeof(*query),
				    error);
}

static void test_parse_good(struct kunit *test)
{
	struct code_tag_query_error error;
	struct alloc_tag_query query;
	const struct alloc_tag_query *want;
	char text[100];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(good); i++) {
		want = &good[i].query;
		strscpy(text, good[i].text, sizeof(text));
		KUNIT_EXPECT_EQ_MSG(test, parse(text, &query, &error), 0,
				    "%s", good[i].text);
		same_text(test, good[i].text, query.common.file, want->common.file);
		same_text(test, good[i].text, query.common.function, want->common.function);
		same_text(test, good[i].text, query.common.module, want->common.module);
		same_text(test, good[i].text, query.common.type, want->common.type);
		same_text(test, good[i].text, query.allocator, want->allocator);
		same_number(test, good[i].text, query.common.first, want->common.first);
		same_number(test, good[i].text, query.common.last, want->common.last);
		same_number(test, good[i].text, query.common.op, want->common.op);
		same_number(test, good[i].text, query.common.flags, want->common.flags);
		same_number(test, good[i].text, query.limit, want->limit);
		same_number(test, good[i].text, query.every, want->every);
		same_number(test, good[i].text, query.bytes, want->bytes);
		same_number(test, good[i].text, query.fault.probability, want->fault.probability);
		same_number(test, good[i].text, query.fault.interval, want->fault.interval);
		same_number(test, good[i].text, query.fault.times, want->fault.times);
		same_number(test, good[i].text, query.fault.task, want->fault.task);
		same_number(test, good[i].text, query.fault.seconds, want->fault.seconds);
		same_text(test, good[i].text, query.select.group, want->select.group);
		same_number(test, good[i].text, query.select.indexed, want->select.indexed);
		same_number(test, good[i].text, query.select.first, want->select.first);
		same_number(test, good[i].text, query.select.last, want->select.last);
		same_number(test, good[i].text, query.for_samples, want->for_samples);
		same_number(test, good[i].text, query.sample, want->sample);
	}
}

/* A wrong query, and the word that the error names. */
static const struct {
	const char *text;
	const char *word;
} bad[] = {
	{ "file a.c", "a.c" },			/* no flags */
	{ "file", "file" },			/* no value */
	{ "file # a.c +c", "file" },
	{ "'# a.c' +c", "# a.c" },		/* no comment */
	{ "+c file", "file" },
	{ "fil a.c +c", "fil" },
	{ "file a.c file b.c +c", "b.c" },
	{ "file a.c:f func g +c", "g" },
	{ "line 5 line 6 +c", "6" },
	{ "line x +c", "x" },
	{ "line 0 +c", "0" },
	{ "line 9-5 +c", "9-5" },
	{ "line - +c", "-" },
	{ "line 5-x +c", "5-x" },
	{ "line 99999999999 +c", "99999999999" },
	{ "+", "+" },
	{ "-_", "-_" },
	{ "+cx", "+cx" },
	{ "+c -s", "-s" },
	{ "type \"struct inode +c", "struct inode +c" },
	{ "+c limit=", "limit=" },
	{ "+c limit=0", "limit=0" },
	{ "+c limit=-1", "limit=-1" },
	{ "+c every=3x", "every=3x" },
	{ "+c limit=3000000000", "limit=3000000000" },
	{ "+c most=3", "most=3" },
	{ "-c limit=5", "limit=5" },
#ifdef CONFIG_ALLOC_TAG_FAULT
	{ "+f probability=101", "probability=101" },
	{ "+f times=0", "times=0" },
	{ "+f times=", "times=" },
	{ "+f interval=3K", "interval=3K" },
	{ "+f task=-1", "task=-1" },
	{ "+f for=0", "for=0" },
	{ "+f for=3601", "for=3601" },
	{ "-f oneshot", "oneshot" },
	{ "enable disable", "disable" },
	{ "+f enable", "enable" },
	{ "func f frequency 0", "frequency" },
	{ "func f enable frequency 3", "3" },
	{ "disable frequency 3", "3" },
	{ "index 3-2 enable", "index" },
	{ "index x enable", "index" },
	{ "index 1 index 2 enable", "index" },
	{ "class a class b enable", "b" },
	{ "class memory sample=1K", "sample=1K" },
	{ "index 1 sample=1K", "sample=1K" },
#else
	{ "+f", "+f" },
	{ "func f oneshot", "oneshot" },
#endif
#ifdef CONFIG_ALLOC_TAG_ALLOCATOR_NAMES
	{ "allocator +c", "+c" },
	{ "allocator a allocator b +c", "b" },
	{ "allocator a sample=1K", "sample=1K" },
#else
	{ "allocator kmalloc +c", "allocator" },
#endif
	{ "+c times=2", "times=2" },
	{ "sample=", "sample=" },
	{ "sample=x", "sample=x" },
	{ "sample=-1", "sample=-1" },
	{ "sample=1Gx", "sample=1Gx" },
	{ "sample=1025M", "sample=1025M" },
	{ "sample=99999999999999999999", "sample=99999999999999999999" },
	{ "sample=1 sample=2", "sample=2" },
	{ "sample=1K every=2", "every=2" },
	{ "sample=1K bytes=2", "bytes=2" },
	{ "sample=1K +c", "+c" },
	{ "file a.c sample=1K", "sample=1K" },
	{ "line 5 sample=1K", "sample=1K" },
};

static void test_parse_bad(struct kunit *test)
{
	struct code_tag_query_error error;
	struct alloc_tag_query query;
	char text[100];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		memset(&error, 0, sizeof(error));
		strscpy(text, bad[i].text, sizeof(text));
		KUNIT_EXPECT_EQ_MSG(test, parse(text, &query, &error), -EINVAL,
				    "%s", bad[i].text);
		KUNIT_EXPECT_STREQ_MSG(test, error.word, bad[i].word, "%s", bad[i].text);
		KUNIT_EXPECT_NOT_NULL_MSG(test, error.reason, "%s", bad[i].text);
	}
}

static void test_parse_nothing(struct kunit *test)
{
	static const char *const empty[] = { "", " \t ", "# +c", "  # file a.c +c" };
	struct code_tag_query_error error;
	struct alloc_tag_query query;
	char text[100];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(empty); i++) {
		strscpy(text, empty[i], sizeof(text));
		KUNIT_EXPECT_EQ_MSG(test, parse(text, &query, &error), -ENODATA,
				    "\"%s\"", empty[i]);
	}
}

/* A long word is cut off in the error. */
static void test_parse_long(struct kunit *test)
{
	struct code_tag_query_error error;
	struct alloc_tag_query query;
	char text[100];

	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	KUNIT_EXPECT_EQ(test, parse(text, &query, &error), -EINVAL);
	KUNIT_EXPECT_EQ(test, strlen(error.word), sizeof(error.word) - 1);
}

static const struct {
	const char *text;
	bool matches;
} terms[] = {
	{ "=", true },
	{ "file fs/ext4/inode.c =", true },
	{ "file inode.c =", true },
	{ "file fs/*/inode.c =", true },
	{ "file fs/* =", true },
	{ "file node.c =", false },
	{ "file fs =", false },
	{ "func ext4_alloc =", true },
	{ "func ext?_* =", true },
	{ "func ext4 =", false },
	{ "line 120 =", true },
	{ "line 119-120 =", true },
	{ "line 120- =", true },
	{ "line -119 =", false },
	{ "line 121- =", false },
	{ "file inode.c:120 =", true },
	{ "file inode.c:121 =", false },
	{ "module ext4 =", true },
	{ "module ext* =", true },
	{ "module jbd2 =", false },
	{ "type \"struct ext4_inode\" =", true },
	{ "type ext4_inode =", true },
	{ "type *inode =", true },
	{ "type inode =", false },
	{ "file inode.c func ext4_alloc line 100-200 module ext4 type *inode =", true },
	{ "file inode.c func ext4_alloc line 100-119 module ext4 type *inode =", false },
	{ "file inode.c func ext4_free =", false },
};

static void test_match(struct kunit *test)
{
	static ALLOC_TAG_DEFINE(line, "fs/ext4/inode.c", 120, "ext4_alloc",
				"struct ext4_inode", 0);
	const struct code_tag *tag = alloc_tag_common(&line.tag);
	struct code_tag_query_error error;
	struct alloc_tag_query query;
	char text[100];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(terms); i++) {
		strscpy(text, terms[i].text, sizeof(text));
		KUNIT_EXPECT_EQ_MSG(test, parse(text, &query, &error), 0,
				    "%s", terms[i].text);
		KUNIT_EXPECT_EQ_MSG(test, code_tag_query_match(&query.common, tag, "ext4"),
				    terms[i].matches, "%s", terms[i].text);
		/* A line of vmlinux has no module. */
		KUNIT_EXPECT_EQ_MSG(test, code_tag_query_match(&query.common, tag, NULL),
				    terms[i].matches && !query.common.module, "%s", terms[i].text);
	}
}

static void test_flags(struct kunit *test)
{
	struct code_tag_query query = { .op = '+', .flags = C | L };
	char text[CODE_TAG_FLAGS_LEN];

	KUNIT_EXPECT_EQ(test, code_tag_query_flags(&query, S | L), C | S | L);
	query.op = '-';
	KUNIT_EXPECT_EQ(test, code_tag_query_flags(&query, S | L), S);
	query.op = '=';
	KUNIT_EXPECT_EQ(test, code_tag_query_flags(&query, S | L), C | L);

	KUNIT_EXPECT_STREQ(test, code_tag_flags_text(&alloc_tag_class, 0, text), "_");
	KUNIT_EXPECT_STREQ(test, code_tag_flags_text(&alloc_tag_class,
						     C | S | R | L | P | N | E | F, text),
			   "csrlpnef");
}

#ifdef CONFIG_ALLOC_TAG_FAULT
static const struct {
	const char *text;
	int err;
} faults[] = {
	{ "+f", -EPERM },
	{ "=cf", -EPERM },
	{ "+f probability=100", -EPERM },
	{ "file * func ** type * +f", -EPERM },
	{ "file ?* +f", -EPERM },
	{ "func ?* +f", -EPERM },
	{ "line 2- +f", -EPERM },
	{ "line 0-4294967294 +f", -EPERM },
	{ "file *?* +f probability=99", -EPERM },
	{ "+f interval=50", -EPERM },
	{ "+f probability=2", -EPERM },
	{ "class memory +f", -EPERM },
	{ "frequency 1", -EPERM },
	/* Few lines, but each process needs them. */
	{ "file kernel/fork.c +f", -EPERM },
	{ "func alloc_thread_stack_node +f", -EPERM },
	{ "file mm/* +f", -EPERM },
	{ "+f interval=100", 0 },
	{ "+f probability=1", 0 },
	{ "+f probability=50 interval=50", 0 },
	{ "+f times=1000", 0 },
	{ "+f oneshot", 0 },
	{ "+f task=1", 0 },
	{ "+f for=10", 0 },
	{ "file kernel/fork.c +f times=1", 0 },
	{ "file fs/ext4/* +f", 0 },
	{ "type inode +f", 0 },
	{ "module * +f", 0 },
	{ "class m +f", 0 },
};

/* Which queries would let too many allocations fail. */
static void test_too_many(struct kunit *test)
{
	struct code_tag_query_error error;
	struct alloc_tag_query query;
	char text[100];
	unsigned int i;
	int err;

	for (i = 0; i < ARRAY_SIZE(faults); i++) {
		strscpy(text, faults[i].text, sizeof(text));
		KUNIT_EXPECT_EQ_MSG(test, parse(text, &query, &error), 0,
				    "%s", faults[i].text);
		code_tag_lock(&alloc_tag_class);
		err = code_tag_fault_check(&alloc_tag_class, &query.common, &query.fault, &error);
		code_tag_unlock(&alloc_tag_class);
		KUNIT_EXPECT_EQ_MSG(test, err, faults[i].err, "%s", faults[i].text);
	}
}
#endif

static struct kunit_case cases[] = {
	KUNIT_CASE(test_parse_good),
	KUNIT_CASE(test_parse_bad),
	KUNIT_CASE(test_parse_nothing),
	KUNIT_CASE(test_parse_long),
	KUNIT_CASE(test_match),
	KUNIT_CASE(test_flags),
#ifdef CONFIG_ALLOC_TAG_FAULT
	KUNIT_CASE(test_too_many),
#endif
	{ }
};

static struct kunit_suite alloc_tag_query_suite = {
	.name = "alloc_tag_query",
	.test_cases = cases,
};

kunit_test_suite(alloc_tag_query_suite);
