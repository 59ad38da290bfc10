// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the grammar of queries. See query.h.
 *
 * A query is a sequence of words, separated by white space. A word may be in
 * quotes, and then contain white space.
 */

#include <linux/alloc_tag/compat.h>
#include <linux/alloc_tag/watch.h>
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/limits.h>
#include <linux/parser.h>
#include <linux/stddef.h>
#include <linux/string.h>

#include "../sample/sample.h"
#include "query.h"

/* The flags and their letters, in the order in which they are shown. */
static const struct {
	u8 flag;
	char letter;
} alloc_tag_flags[] = {
	{ ALLOC_TAG_WATCH_CONTEXTS, 'c' },
	{ ALLOC_TAG_WATCH_STACKS, 's' },
	{ ALLOC_TAG_WATCH_REQUESTED, 'r' },
	{ ALLOC_TAG_WATCH_LIFETIMES, 'l' },
	{ ALLOC_TAG_WATCH_PEAK, 'p' },
	{ ALLOC_TAG_WATCH_EVENTS, 'e' },
	{ ALLOC_TAG_WATCH_FAULT, 'f' },
};

/* Store @reason and @word, which it is about, in @error. Returns -EINVAL. */
static int query_error(struct alloc_tag_query_error *error, const char *reason, const char *word)
{
	error->reason = reason;
	strscpy(error->word, word, sizeof(error->word));
	return -EINVAL;
}

/*
 * Cut off the first word of *@text and store it in @word, NULL if there is
 * none. Returns 0, or -EINVAL if a quote is not closed.
 */
static int next_word(char **text, char **word, struct alloc_tag_query_error *error)
{
	char *at = skip_spaces(*text);
	char quote;

	*word = NULL;
	if (*at == '"' || *at == '\'') {
		quote = *at++;
		*word = at;
		at = strchr(at, quote);
		if (!at)
			return query_error(error, "a quote is not closed", *word);
	} else if (*at) {
		*word = at;
		while (*at && !isspace(*at))
			at++;
	}
	if (*at)
		*at++ = '\0';
	*text = at;
	return 0;
}

struct term;

/*
 * Parse @value, the value of @term, and store it in @query. @word is named in
 * an error. Returns 0 or -EINVAL.
 */
typedef int parse_fn(struct alloc_tag_query *query, const struct term *term, char *value,
		     const char *word, struct alloc_tag_query_error *error);

/**
 * struct term - a word of a query other than flags
 * @name: the word; if it ends with "=", the value follows in the same word,
 *	else it is the next word
 * @parse: parses the value
 * @member: offset in struct alloc_tag_query of what @parse stores
 * @max: the largest number that @parse accepts
 * @missing: the option that it needs and that is off, as an error; else NULL
 * @alone: it has no value
 */
struct term {
	const char *name;
	parse_fn *parse;
	size_t member;
	unsigned long long max;
	const char *missing;
	bool alone;
};

/* Store the pattern @value. */
static int parse_pattern(struct alloc_tag_query *query, const struct term *term, char *value,
			 const char *word, struct alloc_tag_query_error *error)
{
	const char **pattern = (void *)query + term->member;

	if (*pattern)
		return query_error(error, "a term is given twice", value);
	*pattern = value;
	return 0;
}

/* Parse @value: LINE, FIRST-LAST, FIRST- or -LAST. */
static int parse_lines(struct alloc_tag_query *query, const struct term *term, char *value,
		       const char *word, struct alloc_tag_query_error *error)
{
	char *dash = strchr(value, '-');
	unsigned int first = 0, last = UINT_MAX;
	bool bad = false;

	if (query->last)
		return query_error(error, "a term is given twice", value);
	if (!dash) {
		bad = kstrtouint(value, 10, &first) || !first;
		last = first;
	} else {
		*dash = '\0';
		if (dash != value)
			bad = kstrtouint(value, 10, &first);
		if (dash[1])
			bad |= kstrtouint(dash + 1, 10, &last) || !last;
		bad |= (dash == value && !dash[1]) || last < first;
		*dash = '-';
	}
	if (bad)
		return query_error(error, "not a line number or a range", value);
	query->first = first;
	query->last = last;
	return 0;
}

#define MEMBER(member)	offsetof(struct alloc_tag_query, member)

/* Parse @value: FILE, FILE:LINES or FILE:FUNCTION. */
static int parse_file(struct alloc_tag_query *query, const struct term *term, char *value,
		      const char *word, struct alloc_tag_query_error *error)
{
	static const struct term function = { .member = MEMBER(function) };
	char *colon = strrchr(value, ':');
	int err;

	if (colon)
		*colon++ = '\0';
	err = parse_pattern(query, term, value, word, error);
	if (err || !colon)
		return err;
	if (isdigit(*colon) || *colon == '-')
		return parse_lines(query, term, colon, word, error);
	return parse_pattern(query, &function, colon, word, error);
}

/* Parse @value: a number, as kstrtouint() accepts it. */
static int parse_number(struct alloc_tag_query *query, const struct term *term, char *value,
			const char *word, struct alloc_tag_query_error *error)
{
	unsigned int number;

	if (kstrtouint(value, 10, &number) || !number || number > term->max)
		return query_error(error, "this needs a number", word);
	*(unsigned int *)((void *)query + term->member) = number;
	return 0;
}

/*
 * Parse @value: a number that may end with K, M or G. Stores it in @number.
 * Returns 0 or -EINVAL.
 */
static int parse_size(const char *value, unsigned long long *number, const char *word,
		      struct alloc_tag_query_error *error)
{
	char *end;

	*number = memparse(value, &end);
	return isdigit(*value) && !*end ? 0 : query_error(error, "this needs a number", word);
}

/* Parse @value: the same, for a limit. */
static int parse_limit(struct alloc_tag_query *query, const struct term *term, char *value,
		       const char *word, struct alloc_tag_query_error *error)
{
	unsigned long long number;

	if (parse_size(value, &number, word, error))
		return -EINVAL;
	if (!number || number > term->max)
		return query_error(error, "this needs a number", word);
	if (term->max > UINT_MAX)
		*(u64 *)((void *)query + term->member) = number;
	else
		*(unsigned int *)((void *)query + term->member) = number;
	return 0;
}

/* Parse @value: the same, for sample=, where 0 is a value, too. */
static int parse_sample(struct alloc_tag_query *query, const struct term *term, char *value,
			const char *word, struct alloc_tag_query_error *error)
{
	if (query->for_samples)
		return query_error(error, "a term is given twice", word);
	if (parse_size(value, &query->sample, word, error))
		return -EINVAL;
	if (query->sample > ALLOC_TAG_SAMPLE_MAX)
		return query_error(error, "sample= is at most 1G", word);
	query->for_samples = true;
	return 0;
}

/* "oneshot", which has no value. */
static int parse_oneshot(struct alloc_tag_query *query, const struct term *term, char *value,
			 const char *word, struct alloc_tag_query_error *error)
{
	query->times = 1;
	return 0;
}

/* All terms. */
static const struct term terms[] = {
	{ "file", parse_file, MEMBER(file) },
	{ "func", parse_pattern, MEMBER(function) },
	{ "line", parse_lines },
	{ "module", parse_pattern, MEMBER(module) },
	{ "type", parse_pattern, MEMBER(type) },
	{ "allocator", parse_pattern, MEMBER(allocator),
	  .missing = IS_ENABLED(CONFIG_ALLOC_TAG_ALLOCATOR_NAMES) ? NULL :
		     "this needs CONFIG_ALLOC_TAG_ALLOCATOR_NAMES" },
	{ "limit=", parse_limit, MEMBER(limit), INT_MAX },
	{ "every=", parse_limit, MEMBER(every), INT_MAX },
	{ "bytes=", parse_limit, MEMBER(bytes), U64_MAX },
	{ "probability=", parse_number, MEMBER(probability), 100 },
	{ "interval=", parse_number, MEMBER(interval), INT_MAX },
	{ "times=", parse_number, MEMBER(times), INT_MAX },
	{ "task=", parse_number, MEMBER(task), INT_MAX },
	{ "oneshot", parse_oneshot, .alone = true },
	{ "sample=", parse_sample },
};

/*
 * Find the term that @word is or, if the name of the term ends with "=", begins
 * with. Returns NULL if there is none.
 */
static const struct term *find_term(const char *word)
{
	const char *equals = strchr(word, '=');
	size_t len = equals ? equals + 1 - word : strlen(word);
	const struct term *term;

	for (term = terms; term < terms + ARRAY_SIZE(terms); term++)
		if (strlen(term->name) == len && !strncmp(term->name, word, len))
			return term;
	return NULL;
}

/*
 * Parse the term @word; its value may be cut off from *@text. Stores the last
 * word in @last. Returns 0 or -EINVAL.
 */
static int parse_term(struct alloc_tag_query *query, char **text, char *word, char **last,
		      struct alloc_tag_query_error *error)
{
	const struct term *term = find_term(word);
	char *value;

	*last = word;
	if (!term)
		return query_error(error, "unknown word", word);
	if (term->missing)
		return query_error(error, term->missing, word);
	value = strchr(word, '=');
	if (value) {
		value++;
	} else if (!term->alone) {
		if (next_word(text, &value, error))
			return -EINVAL;
		if (!value)
			return query_error(error, "a value is missing", word);
		*last = value;
	}
	return term->parse(query, term, value, word, error);
}

/* Parse flags: an operator, and letters. Returns 0 or -EINVAL. */
static int parse_flags(struct alloc_tag_query *query, const char *word,
		       struct alloc_tag_query_error *error)
{
	const char *letter;
	unsigned int i;

	if (query->op)
		return query_error(error, "flags are given twice", word);
	query->op = *word;
	for (letter = word + 1; *letter; letter++) {
		for (i = 0; i < ARRAY_SIZE(alloc_tag_flags); i++)
			if (*letter == alloc_tag_flags[i].letter)
				break;
		if (i < ARRAY_SIZE(alloc_tag_flags))
			query->flags |= alloc_tag_flags[i].flag;
		else if (*letter != '_')
			return query_error(error, "unknown flag", word);
	}
	if (query->op != '=' && !query->flags)
		return query_error(error, "flags are missing", word);
	if (query->flags & ALLOC_TAG_WATCH_EVENTS && !IS_ENABLED(CONFIG_EVENT_TRACING))
		return query_error(error, "e needs CONFIG_EVENT_TRACING", word);
	if (query->flags & ALLOC_TAG_WATCH_FAULT && !IS_ENABLED(CONFIG_ALLOC_TAG_FAULT))
		return query_error(error, "f needs CONFIG_ALLOC_TAG_FAULT", word);
	return 0;
}

/*
 * Check that the parts of a query go together. @last is the last word, to be
 * named in an error. Returns 0 or -EINVAL.
 */
static int check_query(const struct alloc_tag_query *query, const char *last,
		       struct alloc_tag_query_error *error)
{
	bool limits = query->limit || query->every || query->bytes;
	bool fault = query->probability || query->interval || query->times || query->task;

	if (query->for_samples) {
		if (query->op || query->file || query->function || query->module ||
		    query->type || query->allocator || query->last || query->every ||
		    query->bytes || fault)
			return query_error(error, "samples are taken of all lines", last);
		return 0;
	}
	if (!query->op)
		return query_error(error, "flags are missing", last);
	if (query->op == '-' && (limits || fault))
		return query_error(error, "limits need + or =", last);
	if (fault && !(query->flags & ALLOC_TAG_WATCH_FAULT))
		return query_error(error, "parameters of faults need the flag f", last);
	return 0;
}

/**
 * alloc_tag_query_parse() - parse a query
 * @text: the query; the words are cut apart, and @query points to them
 * @query: where to store the query
 * @error: where to store the reason if the query is wrong
 *
 * Context: any.
 * Return: 0; -ENODATA if there is no word, or only a comment; -EINVAL if the
 * query is wrong, then @error says why.
 */
int alloc_tag_query_parse(char *text, struct alloc_tag_query *query,
			  struct alloc_tag_query_error *error)
{
	char *word, *last = NULL;
	int err;

	memset(query, 0, sizeof(*query));
	for (;;) {
		err = next_word(&text, &word, error);
		if (err)
			return err;
		if (!word || *word == '#')
			break;
		if (*word == '+' || *word == '-' || *word == '=') {
			last = word;
			err = parse_flags(query, word, error);
		} else {
			err = parse_term(query, &text, word, &last, error);
		}
		if (err)
			return err;
	}
	if (!last)
		return -ENODATA;
	return check_query(query, last, error);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_query_parse);

/* Does @type match @pattern, perhaps without "struct" or the like? */
static bool match_type(const char *pattern, const char *type)
{
	const char *space = strchr(type, ' ');

	return match_wildcard(pattern, type) || (space && match_wildcard(pattern, space + 1));
}

/**
 * alloc_tag_query_match() - do the terms of a query match a line?
 * @query: the query
 * @tag: the tag of the line
 * @module: name of its module, NULL for vmlinux
 *
 * Does not compare @query->allocator, which is not in the tag: see
 * alloc_tag_calls().
 *
 * Context: any.
 * Return: true if all match. A query without terms matches all lines.
 */
bool alloc_tag_query_match(const struct alloc_tag_query *query, const struct alloc_tag *tag,
			   const char *module)
{
	if (query->last && (tag->line < query->first || tag->line > query->last))
		return false;
	if (query->file && !match_wildcard(query->file, alloc_tag_file(tag)) &&
	    !match_wildcard(query->file, kbasename(alloc_tag_file(tag))))
		return false;
	if (query->function && !match_wildcard(query->function, alloc_tag_function(tag)))
		return false;
	if (query->module && (!module || !match_wildcard(query->module, module)))
		return false;
	return !query->type || match_type(query->type, alloc_tag_type(tag));
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_query_match);

/* Does a term with @pattern match each line? */
static bool matches_all(const char *pattern)
{
	return !pattern || !pattern[strspn(pattern, "*")];
}

/**
 * alloc_tag_query_fails_all() - would a query let all allocations fail?
 * @query: the query, which has been parsed
 *
 * That is, each allocation of each line. No process could run, and so none
 * could take that back. Any parameter that lets some allocations succeed will
 * do, and any term that leaves out some lines.
 *
 * Context: any.
 * Return: true if it must not be executed.
 */
bool alloc_tag_query_fails_all(const struct alloc_tag_query *query)
{
	if (query->op == '-' || !(query->flags & ALLOC_TAG_WATCH_FAULT))
		return false;
	if ((query->probability && query->probability < 100) || query->interval > 1 ||
	    query->times || query->task)
		return false;
	if (query->last && (query->first > 1 || query->last != UINT_MAX))
		return false;
	return !query->module && matches_all(query->file) && matches_all(query->function) &&
	       matches_all(query->type) && matches_all(query->allocator);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_query_fails_all);

/* The flags that a line with @flags has after @query. */
u8 alloc_tag_query_flags(const struct alloc_tag_query *query, u8 flags)
{
	switch (query->op) {
	case '+':
		return flags | query->flags;
	case '-':
		return flags & ~query->flags;
	}
	return query->flags;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_query_flags);

/* Write @flags to @text as letters, "_" if there are none. Returns @text. */
const char *alloc_tag_flags_text(u8 flags, char text[ALLOC_TAG_FLAGS_LEN])
{
	unsigned int i, n = 0;

	for (i = 0; i < ARRAY_SIZE(alloc_tag_flags); i++)
		if (flags & alloc_tag_flags[i].flag)
			text[n++] = alloc_tag_flags[i].letter;
	if (!n)
		text[n++] = '_';
	text[n] = '\0';
	return text;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_flags_text);
