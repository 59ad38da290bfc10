// SPDX-License-Identifier: GPL-2.0
/*
 * Code tags: what queries about faults have in all classes, in the words of the
 * code tagging RFC of 2022:
 *
 *	file super.c line 40 enable			+f
 *	file super.c line 40 disable			-f
 *	func journal_commit oneshot			+f times=1
 *	module ext4 class memory index 0-2 frequency 10	+f interval=10
 *
 * In a file that isn't about faults alone, "enable" and "disable" may stand for
 * another flag: in alloctag/control and allocations.ctx, for c.
 *
 * index N is the number of a line among those that match the rest of the query.
 * Unlike there, a line with oneshot keeps its flag when it has failed, and each
 * query sets all parameters.
 */

#include <linux/code_tag/fault.h>
#include <linux/kstrtox.h>
#include <linux/parser.h>
#include <linux/string.h>

/* Add the flag with a name, or remove it, as @op says. Returns 0 or -EINVAL. */
static int set_op(struct code_tag_query *query, char op, const char *word,
		  struct code_tag_query_error *error)
{
	if (query->op)
		return code_tag_query_fail(error, "flags are given twice", word);
	query->op = op;
	query->flags = query->named;
	return 0;
}

/* "enable" and "disable", which have no value. */
int code_tag_parse_enable(struct code_tag_query *query, const struct code_tag_term *term,
			  char *value, const char *word, struct code_tag_query_error *error)
{
	return set_op(query, '+', word, error);
}

int code_tag_parse_disable(struct code_tag_query *query, const struct code_tag_term *term,
			   char *value, const char *word, struct code_tag_query_error *error)
{
	return set_op(query, '-', word, error);
}

/* "oneshot", which has no value: sets a limit, an unsigned int, to 1. */
int code_tag_parse_oneshot(struct code_tag_query *query, const struct code_tag_term *term,
			   char *value, const char *word, struct code_tag_query_error *error)
{
	*(unsigned int *)((void *)query + term->member) = 1;
	return 0;
}

/* Parse @value: N or FIRST-LAST, from 0; a struct code_tag_fault_select. */
int code_tag_parse_index(struct code_tag_query *query, const struct code_tag_term *term,
			 char *value, const char *word, struct code_tag_query_error *error)
{
	struct code_tag_fault_select *select = (void *)query + term->member;
	char *dash = strchr(value, '-');
	bool bad;

	if (select->indexed)
		return code_tag_query_fail(error, "a term is given twice", word);
	if (dash)
		*dash++ = '\0';
	bad = kstrtouint(value, 10, &select->first) ||
	      kstrtouint(dash ?: value, 10, &select->last) || select->last < select->first;
	select->indexed = true;
	return bad ? code_tag_query_fail(error, "not a number or a range", word) : 0;
}

/**
 * code_tag_fault_matches_group() - does the class in a query match a line?
 * @select: the words about faults
 * @group: the line's class, in the words of the RFC
 *
 * Context: any.
 * Return: true if it matches @group, or what is before the colon in it.
 */
bool code_tag_fault_matches_group(const struct code_tag_fault_select *select, const char *group)
{
	const char *pattern = select->group;
	size_t len = strcspn(group, ":");

	return !pattern || match_wildcard(pattern, group) ||
	       (strlen(pattern) == len && !strncmp(pattern, group, len));
}

/**
 * code_tag_fault_selects() - do the words about faults match a line?
 * @select: the words; counts the lines in @seen
 * @group: the line's class, in the words of the RFC
 *
 * To be called in the order of the file control, for each line that the rest of
 * the query matches.
 *
 * Context: any.
 * Return: true if the query is for this line.
 */
bool code_tag_fault_selects(struct code_tag_fault_select *select, const char *group)
{
	unsigned int n;

	if (!code_tag_fault_matches_group(select, group))
		return false;
	n = select->seen++;
	return !select->indexed || (n >= select->first && n <= select->last);
}
