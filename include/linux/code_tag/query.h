/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Code tags: queries, as they are written to the file control of a class.
 *
 * The grammar follows dynamic debug: terms that select lines, all of which must
 * match, then flags to add, remove or set. Each class has its own flags, and
 * may have further terms. For example, of allocation tags:
 *
 *	file extents.c func ext4_ext_* line 100-400 +cs limit=1000
 *
 * All this needs CONFIG_CODE_TAG_CONTROL. Modules may use what parses a value,
 * matches and prints.
 *
 * Parsing a query and comparing it with a tag uses no state of the kernel, so
 * both can be tested alone. lib/code_tag/exec.c executes queries.
 */
#ifndef _LINUX_CODE_TAG_QUERY_H
#define _LINUX_CODE_TAG_QUERY_H

#include <linux/code_tag.h>
#include <linux/types.h>

/**
 * struct code_tag_query - a query
 * @file: pattern of the file, with or without its directory; NULL matches all
 * @function: pattern of the function; NULL matches all
 * @module: pattern of the module; NULL matches all lines, also of vmlinux
 * @type: pattern of the tag's type, with or without "struct"; NULL matches all
 * @first: first line
 * @last: last line; 0 matches all
 * @op: '+' to add flags, '-' to remove them, '=' to set them; 0 if the query
 *	has none
 * @flags: the flags, a mask
 * @named: the flag that the words "enable" and "disable" stand for
 *
 * A class with terms of its own has a larger structure that begins with this
 * one. The strings are in the text that was parsed.
 */
struct code_tag_query {
	const char *file;
	const char *function;
	const char *module;
	const char *type;
	unsigned int first;
	unsigned int last;
	char op;
	u8 flags;
	u8 named;
};

/* Room for a query of any class; code_tag_class_register() checks that. */
union code_tag_any_query {
	struct code_tag_query query;
	u64 space[17];
};

/**
 * struct code_tag_query_error - why a query could not be parsed, or is refused
 * @reason: a description of the error
 * @word: the word with the error, which may be cut off; empty if it is not a
 *	word
 */
struct code_tag_query_error {
	const char *reason;
	char word[40];
};

/**
 * struct code_tag_flag - a flag of the lines of a class
 * @flag: its bit
 * @letter: how queries and the file control write it
 * @missing: the option that it needs and that is off, as an error; else NULL
 */
struct code_tag_flag {
	u8 flag;
	char letter;
	const char *missing;
};

/*
 * Parse @value, the value of @term, and store it in @query. @word is named in
 * an error. Returns 0 or -EINVAL.
 */
typedef int code_tag_parse_fn(struct code_tag_query *query, const struct code_tag_term *term,
			      char *value, const char *word,
			      struct code_tag_query_error *error);

/**
 * struct code_tag_term - a word of a query other than flags
 * @name: the word; if it ends with "=", the value follows in the same word,
 *	else it is the next word
 * @parse: parses the value
 * @member: offset in the class's query structure of what @parse stores
 * @max: the largest number that @parse accepts
 * @missing: the option that it needs and that is off, as an error; else NULL
 * @alone: it has no value
 */
struct code_tag_term {
	const char *name;
	code_tag_parse_fn *parse;
	size_t member;
	unsigned long long max;
	const char *missing;
	bool alone;
};

/* Values: a pattern (const char *), a number (unsigned int), ... */
code_tag_parse_fn code_tag_parse_pattern;
code_tag_parse_fn code_tag_parse_number;
/* ... the name of an error or its number, an unsigned int, ... */
code_tag_parse_fn code_tag_parse_error;
/* ... the same with K, M or G, a u64 if @max is larger than an unsigned int. */
code_tag_parse_fn code_tag_parse_limit;

int code_tag_parse_size(const char *value, unsigned long long *number, const char *word,
			struct code_tag_query_error *error);
int code_tag_query_fail(struct code_tag_query_error *error, const char *reason,
			const char *word);

/* Room for all flags of a class as text, with the 0 at the end. */
#define CODE_TAG_FLAGS_LEN	9

int code_tag_query_parse(const struct code_tag_class *class, char *text, bool faults,
			 struct code_tag_query *query, size_t query_size,
			 struct code_tag_query_error *error);
bool code_tag_query_match(const struct code_tag_query *query, const struct code_tag *tag,
			  const char *module);
u8 code_tag_query_flags(const struct code_tag_query *query, u8 flags);
const char *code_tag_flags_text(const struct code_tag_class *class, u8 flags,
				char text[CODE_TAG_FLAGS_LEN]);

/* Of a class's @prepare: the query is not about lines. */
#define CODE_TAG_NO_LINES	1

bool code_tag_query_selects(const struct code_tag_class *class, struct code_tag_query *query,
			    const struct code_tag *tag, unsigned long idx);
int code_tag_apply(const struct code_tag_class *class, struct code_tag_query *query,
		   struct code_tag_query_error *error);
int code_tag_exec(struct code_tag_class *class, char *text, const char *module);

/* The file control, for a class that has more files. */
int code_tag_control_open(struct file *file, struct code_tag_class *class);
ssize_t code_tag_control_write(struct code_tag_class *class, const char __user *data,
			       size_t len);

#endif /* _LINUX_CODE_TAG_QUERY_H */
