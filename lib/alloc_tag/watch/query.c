// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the grammar of queries. See alloc_tag_query.h.
 *
 * A query is a sequence of words, separated by white space. A word may be in
 * quotes, and then contain white space.
 */

#include <linux/alloc_tag_watch.h>
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/parser.h>
#include <linux/string.h>

#include "alloc_tag_query.h"

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

/* Store the pattern @word of a term in @term. Returns 0 or -EINVAL. */
static int parse_pattern(const char **term, const char *word, struct alloc_tag_query_error *error)
{
	if (*term)
		return query_error(error, "a term is given twice", word);
	*term = word;
	return 0;
}

/* Parse @word: LINE, FIRST-LAST, FIRST- or -LAST. Returns 0 or -EINVAL. */
static int parse_lines(struct alloc_tag_query *query, char *word,
		       struct alloc_tag_query_error *error)
{
	char *dash = strchr(word, '-');
	unsigned int first = 0, last = UINT_MAX;
	bool bad = false;

	if (query->last)
		return query_error(error, "a term is given twice", word);
	if (!dash) {
		bad = kstrtouint(word, 10, &first) || !first;
		last = first;
	} else {
		*dash = '\0';
		if (dash != word)
			bad = kstrtouint(word, 10, &first);
		if (dash[1])
			bad |= kstrtouint(dash + 1, 10, &last) || !last;
		bad |= (dash == word && !dash[1]) || last < first;
		*dash = '-';
	}
	if (bad)
		return query_error(error, "this is no line and no range of lines", word);
	query->first = first;
	query->last = last;
	return 0;
}

/* Parse @word: FILE, FILE:LINES or FILE:FUNCTION. Returns 0 or -EINVAL. */
static int parse_file(struct alloc_tag_query *query, char *word,
		      struct alloc_tag_query_error *error)
{
	char *colon = strrchr(word, ':');
	int err;

	if (colon)
		*colon++ = '\0';
	err = parse_pattern(&query->file, word, error);
	if (err || !colon)
		return err;
	if (isdigit(*colon) || *colon == '-')
		return parse_lines(query, colon, error);
	return parse_pattern(&query->function, colon, error);
}

/* Parse the term @word, with its value @value. Returns 0 or -EINVAL. */
static int parse_term(struct alloc_tag_query *query, const char *word, char *value,
		      struct alloc_tag_query_error *error)
{
	if (strcmp(word, "file") && strcmp(word, "func") && strcmp(word, "line") &&
	    strcmp(word, "module") && strcmp(word, "type") && strcmp(word, "allocator"))
		return query_error(error, "unknown word", word);
	if (*word == 'a' && !IS_ENABLED(CONFIG_ALLOC_TAG_ALLOCATOR_NAMES))
		return query_error(error, "this needs CONFIG_ALLOC_TAG_ALLOCATOR_NAMES", word);
	if (!value)
		return query_error(error, "a value is missing", word);
	switch (*word) {
	case 'a':
		return parse_pattern(&query->allocator, value, error);
	case 'l':
		return parse_lines(query, value, error);
	case 'm':
		return parse_pattern(&query->module, value, error);
	case 't':
		return parse_pattern(&query->type, value, error);
	}
	if (!strcmp(word, "func"))
		return parse_pattern(&query->function, value, error);
	return parse_file(query, value, error);
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
 * Parse @word if it is a limit: NAME=NUMBER, where the number may end with K, M
 * or G. Returns 1 if it is one, 0 if not, and -EINVAL if the number is wrong.
 */
static int parse_limit(struct alloc_tag_query *query, const char *word,
		       struct alloc_tag_query_error *error)
{
	const char *equals = strchr(word, '=');
	unsigned long long number;
	char *end;

	if (!equals)
		return 0;
	number = memparse(equals + 1, &end);
	if (strncmp(word, "limit=", 6) && strncmp(word, "every=", 6) && strncmp(word, "bytes=", 6))
		return 0;
	if (!isdigit(equals[1]) || *end || !number || (*word != 'b' && number > INT_MAX))
		return query_error(error, "this needs a number", word);
	if (*word == 'l')
		query->limit = number;
	else if (*word == 'e')
		query->every = number;
	else
		query->bytes = number;
	return 1;
}

/*
 * Parse @word if it is a parameter of faults. Returns 1 if it is one, 0 if not,
 * and -EINVAL if its number is wrong.
 */
static int parse_fault(struct alloc_tag_query *query, const char *word,
		       struct alloc_tag_query_error *error)
{
	const struct {
		const char *name;
		unsigned int *number;
		unsigned int max;
	} parameters[] = {
		{ "probability=", &query->probability, 100 },
		{ "interval=", &query->interval, INT_MAX },
		{ "times=", &query->times, INT_MAX },
		{ "task=", &query->task, INT_MAX },
	};
	unsigned int i, number;
	size_t len;

	if (!strcmp(word, "oneshot")) {
		query->times = 1;
		return 1;
	}
	for (i = 0; i < ARRAY_SIZE(parameters); i++) {
		len = strlen(parameters[i].name);
		if (strncmp(word, parameters[i].name, len))
			continue;
		if (kstrtouint(word + len, 10, &number) || !number ||
		    number > parameters[i].max)
			return query_error(error, "this needs a number", word);
		*parameters[i].number = number;
		return 1;
	}
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

/*
 * Parse @word if it is sample=BYTES, where BYTES may end with K, M or G.
 * Returns 1 if it is, 0 if not, and -EINVAL if the number is wrong.
 */
static int parse_sample(struct alloc_tag_query *query, const char *word,
			struct alloc_tag_query_error *error)
{
	char *end;

	if (strncmp(word, "sample=", 7))
		return 0;
	if (query->for_samples)
		return query_error(error, "a term is given twice", word);
	query->sample = memparse(word + 7, &end);
	if (!isdigit(word[7]) || *end)
		return query_error(error, "this needs a number", word);
	if (query->sample > ALLOC_TAG_SAMPLE_MAX)
		return query_error(error, "there is at least one sample in 1G", word);
	query->for_samples = true;
	return 1;
}

/**
 * alloc_tag_query_parse() - parse a query
 * @text: the query; the words are cut apart, and @query points to them
 * @query: where to store the query
 * @error: where to store the word with an error, and what is wrong with it
 *
 * Context: any.
 * Return: 0; -ENODATA if there is no word, or only a comment; -EINVAL if the
 * query is wrong, then @error says why.
 */
int alloc_tag_query_parse(char *text, struct alloc_tag_query *query,
			  struct alloc_tag_query_error *error)
{
	char *word, *value, *last = NULL;
	int err;

	memset(query, 0, sizeof(*query));
	for (;;) {
		err = next_word(&text, &word, error);
		if (err)
			return err;
		if (!word || *word == '#')
			break;
		last = word;
		if (*word == '+' || *word == '-' || *word == '=') {
			err = parse_flags(query, word, error);
		} else {
			err = parse_sample(query, word, error) ?:
			      parse_limit(query, word, error) ?:
			      parse_fault(query, word, error);
			if (!err) {
				err = next_word(&text, &value, error);
				if (!err)
					err = parse_term(query, word, value, error);
				last = value;
			}
		}
		if (err < 0)
			return err;
	}
	if (!last)
		return -ENODATA;
	return check_query(query, last, error);
}
EXPORT_SYMBOL_GPL(alloc_tag_query_parse); /* for KUnit tests */

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
 * What a tag does not have is not compared: see alloc_tag_calls().
 *
 * Context: any.
 * Return: true if all match. A query without terms matches all lines.
 */
bool alloc_tag_query_match(const struct alloc_tag_query *query, const struct alloc_tag *tag,
			   const char *module)
{
	if (query->last && (tag->line < query->first || tag->line > query->last))
		return false;
	if (query->file && !match_wildcard(query->file, tag->file) &&
	    !match_wildcard(query->file, kbasename(tag->file)))
		return false;
	if (query->function && !match_wildcard(query->function, tag->function))
		return false;
	if (query->module && (!module || !match_wildcard(query->module, module)))
		return false;
	return !query->type || match_type(query->type, tag->type);
}
EXPORT_SYMBOL_GPL(alloc_tag_query_match); /* for KUnit tests */

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
EXPORT_SYMBOL_GPL(alloc_tag_query_flags); /* for KUnit tests */

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
EXPORT_SYMBOL_GPL(alloc_tag_flags_text); /* for KUnit tests */
