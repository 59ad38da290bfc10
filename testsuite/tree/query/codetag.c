// SPDX-License-Identifier: GPL-2.0
/*
 * The same queries as lib/code_tag/ executes them, for a class that has the
 * terms and flags of dynamic debug. The sites are tags; which module, format
 * and class they have is in sites.h.
 */
#include "program.h"

#include <linux/code_tag/query.h>
#include "lib/code_tag/query.c"
#undef MEMBER
#undef pr_fmt
#include "lib/code_tag/exec.c"
#include "library.h"

/**
 * struct site_query - a query of this class
 * @common: the terms of all classes
 * @format: text in the format, or with ^ at its beginning; NULL matches all
 * @class: name of the class; NULL matches sites without one
 */
struct site_query {
	struct code_tag_query common;
	const char *format;
	const char *class;
};

static struct site {
	CODE_TAG_FIELDS;
	u8 enabled;
} site[ARRAY_SIZE(sites)];

static void set_flags(unsigned int i, unsigned int flags)
{
	site[i].enabled = flags;
}

static unsigned int get_flags(unsigned int i)
{
	return site[i].enabled;
}

static bool match_format(const char *pattern, const char *format)
{
	if (*pattern == '^')
		return !strncmp(format, pattern + 1, strlen(pattern + 1));
	return strstr(format, pattern);
}

/* Does site @i have the class @name? Only ext4 has classes. */
static bool match_class(const char *name, unsigned int i)
{
	if (!name)
		return sites[i].class < 0;
	return sites[i].class >= 0 && !strcmp(name, ext4_classes[sites[i].class]);
}

/* Print @query as dynamic debug does with verbose=3. */
static void print_query(const struct site_query *query)
{
	const struct code_tag_query *common = &query->common;
	int len = query->format ? strlen(query->format) : 0;
	unsigned int flags = common->flags;

	while (len && query->format[len - 1] == '\n')
		len--;
	log_printf("*flagsp=0x%x *maskp=0x%x\n", common->op == '-' ? 0 : flags,
		   common->op == '+' ? ~0U : common->op == '-' ? ~flags : 0);
	log_printf("parsed: func=\"%s\" file=\"%s\" module=\"%s\" format=\"%.*s\" "
		   "lineno=%u-%u class=%s\n", common->function ?: "", common->file ?: "",
		   common->module ?: "", len, query->format ?: "", common->first, common->last,
		   query->class ?: "(null)");
}

int code_tag_apply(const struct code_tag_class *class, struct code_tag_query *query,
		   struct code_tag_query_error *error)
{
	const struct site_query *own = container_of(query, struct site_query, common);
	int matches = 0;
	unsigned int i;

	print_query(own);
	for (i = 0; i < ARRAY_SIZE(sites); i++) {
		if (!code_tag_query_match(query, (struct code_tag *)&site[i], sites[i].module))
			continue;
		if (own->format && !match_format(own->format, sites[i].format))
			continue;
		if (!match_class(own->class, i))
			continue;
		site[i].enabled = code_tag_query_flags(query, site[i].enabled);
		matches++;
	}
	return matches ?: -ENOENT;
}

/* The format, which has escapes. */
static int parse_format(struct code_tag_query *query, const struct code_tag_term *term,
			char *value, const char *word, struct code_tag_query_error *error)
{
	string_unescape_inplace(value, UNESCAPE_SPACE | UNESCAPE_OCTAL | UNESCAPE_SPECIAL);
	return code_tag_parse_pattern(query, term, value, word, error);
}

static int site_check(const struct code_tag_query *query, const char *last,
		      struct code_tag_query_error *error)
{
	return query->op ? 0 : code_tag_query_fail(error, "flags are missing", last);
}

static const struct code_tag_term site_terms[] = {
	{ "format", parse_format, offsetof(struct site_query, format) },
	{ "class", code_tag_parse_pattern, offsetof(struct site_query, class) },
};

static const struct code_tag_flag site_flags[] = {
	{ 1, 'p' }, { 2, 'm' }, { 4, 'f' },
#ifdef HAS_SOURCENAME
	{ 32, 's' },
#endif
	{ 8, 'l' }, { 16, 't' },
};

static struct code_tag_class site_class = {
	.name		= "site",
	.size		= sizeof(struct site),
	.flag		= site_flags,
	.nr_flags	= ARRAY_SIZE(site_flags),
	.terms		= site_terms,
	.nr_terms	= ARRAY_SIZE(site_terms),
	.check		= site_check,
};

static long execute(char *text, size_t len)
{
	return code_tag_exec(&site_class, text, NULL) ?: (long)len;
}

int main(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sites); i++) {
		site[i].file = sites[i].file - (const char *)&site[i];
		site[i].function = sites[i].function - (const char *)&site[i];
		site[i].line = sites[i].line;
	}
	return execute_all();
}
