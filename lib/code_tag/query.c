// SPDX-License-Identifier: GPL-2.0
/*
 * Code tags: the grammar of queries. See <linux/code_tag/query.h>.
 *
 * A query is a sequence of words, separated by white space. A word may be in
 * quotes, and then contain white space.
 */

#include <linux/code_tag/compat.h>
#include <linux/code_tag/query.h>
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/errname.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/limits.h>
#include <linux/parser.h>
#include <linux/stddef.h>
#include <linux/string.h>

/* Store @reason and @word, which it is about, in @error. Returns -EINVAL. */
int code_tag_query_fail(struct code_tag_query_error *error, const char *reason, const char *word)
{
	error->reason = reason;
	strscpy(error->word, word, sizeof(error->word));
	return -EINVAL;
}
EXPORT_SYMBOL_GPL(code_tag_query_fail);

/*
 * Cut off the first word of *@text and store it in @word, NULL if there is
 * none, or only a comment. Returns 0, or -EINVAL if a quote is not closed.
 */
static int next_word(char **text, char **word, struct code_tag_query_error *error)
{
	char *at = skip_spaces(*text);
	char quote;

	*word = NULL;
	if (*at == '"' || *at == '\'') {
		quote = *at++;
		*word = at;
		at = strchr(at, quote);
		if (!at)
			return code_tag_query_fail(error, "a quote is not closed", *word);
	} else if (*at && *at != '#') {
		*word = at;
		while (*at && !isspace(*at))
			at++;
	}
	if (*word && *at)
		*at++ = '\0';
	*text = at;
	return 0;
}

/* Store the pattern @value. */
int code_tag_parse_pattern(struct code_tag_query *query, const struct code_tag_term *term,
			   char *value, const char *word, struct code_tag_query_error *error)
{
	const char **pattern = (void *)query + term->member;

	if (*pattern)
		return code_tag_query_fail(error, "a term is given twice", value);
	*pattern = value;
	return 0;
}
EXPORT_SYMBOL_GPL(code_tag_parse_pattern);

/* Parse @value: LINE, FIRST-LAST, FIRST- or -LAST. */
static int parse_lines(struct code_tag_query *query, const struct code_tag_term *term, char *value,
		       const char *word, struct code_tag_query_error *error)
{
	char *dash = strchr(value, '-');
	unsigned int first = 0, last = UINT_MAX;
	bool bad = false;

	if (query->last)
		return code_tag_query_fail(error, "a term is given twice", value);
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
		return code_tag_query_fail(error, "not a line number or a range", value);
	query->first = first;
	query->last = last;
	return 0;
}

#define MEMBER(member)	offsetof(struct code_tag_query, member)

/* Parse @value: FILE, FILE:LINES or FILE:FUNCTION. */
static int parse_file(struct code_tag_query *query, const struct code_tag_term *term, char *value,
		      const char *word, struct code_tag_query_error *error)
{
	static const struct code_tag_term function = { .member = MEMBER(function) };
	char *colon = strrchr(value, ':');
	int err;

	if (colon)
		*colon++ = '\0';
	err = code_tag_parse_pattern(query, term, value, word, error);
	if (err || !colon)
		return err;
	if (isdigit(*colon) || *colon == '-')
		return parse_lines(query, term, colon, word, error);
	return code_tag_parse_pattern(query, &function, colon, word, error);
}

/* Parse @value: a number, as kstrtouint() accepts it. */
int code_tag_parse_number(struct code_tag_query *query, const struct code_tag_term *term,
			  char *value, const char *word, struct code_tag_query_error *error)
{
	unsigned int number;

	if (kstrtouint(value, 10, &number) || !number || number > term->max)
		return code_tag_query_fail(error, "this needs a number", word);
	*(unsigned int *)((void *)query + term->member) = number;
	return 0;
}
EXPORT_SYMBOL_GPL(code_tag_parse_number);

/* Parse @value: the name of an error, as EINVAL or -EINVAL, or its number. */
int code_tag_parse_error(struct code_tag_query *query, const struct code_tag_term *term,
			 char *value, const char *word, struct code_tag_query_error *error)
{
	unsigned int *found = (void *)query + term->member;
	unsigned int i;

	if (*found)
		return code_tag_query_fail(error, "a term is given twice", value);
	value += *value == '-';
	for (i = 1; i <= MAX_ERRNO; i++)
		if (errname(i) && !strcmp(errname(i), value))
			break;
	if (i > MAX_ERRNO && (kstrtouint(value, 10, &i) || !i || i > MAX_ERRNO))
		return code_tag_query_fail(error, "not the name or number of an error", value);
	*found = i;
	return 0;
}
EXPORT_SYMBOL_GPL(code_tag_parse_error);

/*
 * Parse @value: a number that may end with K, M or G. Stores it in @number.
 * Returns 0 or -EINVAL.
 */
int code_tag_parse_size(const char *value, unsigned long long *number, const char *word,
			struct code_tag_query_error *error)
{
	char *end;

	*number = memparse(value, &end);
	if (!isdigit(*value) || *end)
		return code_tag_query_fail(error, "this needs a number", word);
	return 0;
}
EXPORT_SYMBOL_GPL(code_tag_parse_size);

/* Parse @value: the same, for a limit. */
int code_tag_parse_limit(struct code_tag_query *query, const struct code_tag_term *term,
			 char *value, const char *word, struct code_tag_query_error *error)
{
	unsigned long long number;

	if (code_tag_parse_size(value, &number, word, error))
		return -EINVAL;
	if (!number || number > term->max)
		return code_tag_query_fail(error, "this needs a number", word);
	if (term->max > UINT_MAX)
		*(u64 *)((void *)query + term->member) = number;
	else
		*(unsigned int *)((void *)query + term->member) = number;
	return 0;
}
EXPORT_SYMBOL_GPL(code_tag_parse_limit);

/* The terms of all classes. */
static const struct code_tag_term terms[] = {
	{ "file", parse_file, MEMBER(file) },
	{ "func", code_tag_parse_pattern, MEMBER(function) },
	{ "line", parse_lines },
	{ "module", code_tag_parse_pattern, MEMBER(module) },
	{ "type", code_tag_parse_pattern, MEMBER(type) },
};

/*
 * Find the term among the @nr at @term that @word is or, if the name of the
 * term ends with "=", begins with. Returns NULL if there is none.
 */
static const struct code_tag_term *find_term(const struct code_tag_term *term, unsigned int nr,
					     const char *word)
{
	const char *equals = strchr(word, '=');
	size_t len = equals ? equals + 1 - word : strlen(word);

	for (; nr--; term++)
		if (strlen(term->name) == len && !strncmp(term->name, word, len))
			return term;
	return NULL;
}

/*
 * Parse the term @word; its value may be cut off from *@text. Stores the last
 * word in @last. Returns 0 or -EINVAL.
 */
static int parse_term(const struct code_tag_class *class, struct code_tag_query *query,
		      char **text, char *word, char **last,
		      struct code_tag_query_error *error)
{
	const struct code_tag_term *term = find_term(terms, ARRAY_SIZE(terms), word);
	char *value;

	*last = word;
	if (!term)
		term = find_term(class->terms, class->nr_terms, word);
	if (!term)
		return code_tag_query_fail(error, "unknown word", word);
	if (term->missing)
		return code_tag_query_fail(error, term->missing, word);
	value = strchr(word, '=');
	if (value) {
		value++;
	} else if (!term->alone) {
		if (next_word(text, &value, error))
			return -EINVAL;
		if (!value)
			return code_tag_query_fail(error, "a value is missing", word);
		*last = value;
	}
	return term->parse(query, term, value, word, error);
}

/* The flag of @class with @letter, NULL if there is none. */
static const struct code_tag_flag *find_flag(const struct code_tag_class *class, char letter)
{
	unsigned int i;

	for (i = 0; i < class->nr_flags; i++)
		if (class->flag[i].letter == letter)
			return &class->flag[i];
	return NULL;
}

/* Parse flags: an operator, and letters. Returns 0 or -EINVAL. */
static int parse_flags(const struct code_tag_class *class, struct code_tag_query *query,
		       const char *word, struct code_tag_query_error *error)
{
	const struct code_tag_flag *flag;
	const char *missing = NULL;
	const char *letter;

	if (query->op)
		return code_tag_query_fail(error, "flags are given twice", word);
	query->op = *word;
	for (letter = word + 1; *letter; letter++) {
		flag = find_flag(class, *letter);
		if (flag) {
			query->flags |= flag->flag;
			missing = missing ?: flag->missing;
		} else if (*letter != '_') {
			return code_tag_query_fail(error, "unknown flag", word);
		}
	}
	if (query->op != '=' && !query->flags)
		return code_tag_query_fail(error, "flags are missing", word);
	return missing ? code_tag_query_fail(error, missing, word) : 0;
}

/**
 * code_tag_query_parse() - parse a query
 * @class: the class that it is for
 * @text: the query; the words are cut apart, and @query points to them
 * @faults: is it about faults? Then "enable" is the flag of lines that fail
 * @query: where to store the query
 * @query_size: size of the structure that the class has for queries
 * @error: where to store the reason if the query is wrong
 *
 * Context: any.
 * Return: 0; -ENODATA if there is no word, or only a comment; -EINVAL if the
 * query is wrong, then @error says why.
 */
int code_tag_query_parse(const struct code_tag_class *class, char *text, bool faults,
			 struct code_tag_query *query, size_t query_size,
			 struct code_tag_query_error *error)
{
	char *word, *last = NULL;
	int err;

	memset(query, 0, query_size);
	query->named = faults ? class->fails : class->enables;
	for (;;) {
		err = next_word(&text, &word, error);
		if (err)
			return err;
		if (!word)
			break;
		if (*word == '+' || *word == '-' || *word == '=') {
			last = word;
			err = parse_flags(class, query, word, error);
		} else {
			err = parse_term(class, query, &text, word, &last, error);
		}
		if (err)
			return err;
	}
	if (!last)
		return -ENODATA;
	if (class->check)
		return class->check(query, last, error);
	return query->op ? 0 : code_tag_query_fail(error, "flags are missing", last);
}
EXPORT_SYMBOL_IF_KUNIT(code_tag_query_parse);

/* Does @type match @pattern, perhaps without "struct" or the like? */
static bool match_type(const char *pattern, const char *type)
{
	const char *space = strchr(type, ' ');

	return match_wildcard(pattern, type) || (space && match_wildcard(pattern, space + 1));
}

/**
 * code_tag_query_match() - do the terms of a query match a line?
 * @query: the query
 * @tag: the tag of the line
 * @module: name of its module, NULL for vmlinux
 *
 * Compares the terms of all classes only.
 *
 * Context: any.
 * Return: true if all match. A query without terms matches all lines.
 */
bool code_tag_query_match(const struct code_tag_query *query, const struct code_tag *tag,
			  const char *module)
{
	if (query->last && (tag->line < query->first || tag->line > query->last))
		return false;
	if (query->file && !match_wildcard(query->file, code_tag_file(tag)) &&
	    !match_wildcard(query->file, kbasename(code_tag_file(tag))))
		return false;
	if (query->function && !match_wildcard(query->function, code_tag_function(tag)))
		return false;
	if (query->module && (!module || !match_wildcard(query->module, module)))
		return false;
	return !query->type || match_type(query->type, code_tag_type(tag));
}
EXPORT_SYMBOL_GPL(code_tag_query_match);

/* The flags that a line with @flags has after @query. */
u8 code_tag_query_flags(const struct code_tag_query *query, u8 flags)
{
	switch (query->op) {
	case '+':
		return flags | query->flags;
	case '-':
		return flags & ~query->flags;
	}
	return query->flags;
}
EXPORT_SYMBOL_GPL(code_tag_query_flags);

/* Write @flags to @text as letters, "_" if there are none. Returns @text. */
const char *code_tag_flags_text(const struct code_tag_class *class, u8 flags,
				char text[CODE_TAG_FLAGS_LEN])
{
	unsigned int i, n = 0;

	for (i = 0; i < class->nr_flags; i++)
		if (flags & class->flag[i].flag)
			text[n++] = class->flag[i].letter;
	if (!n)
		text[n++] = '_';
	text[n] = '\0';
	return text;
}
EXPORT_SYMBOL_GPL(code_tag_flags_text);
