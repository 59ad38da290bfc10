// SPDX-License-Identifier: GPL-2.0
/*
 * error_origin_except.c - the list of exceptions: code that has no notes
 *
 * -fplugin-arg-error_origin_plugin-except=FILE names it. Each line has one of
 *
 *	FILE			no function in it, also not of a header
 *	FILE:FUNCTION		this function
 *
 * with the name of the file as in entries, and the wildcards *, ? and [...] in
 * both. What follows a # is a comment.
 */
#include "error_origin.h"
#include <fnmatch.h>

struct exception {
	const char *file;
	const char *function;
};

static auto_vec<exception> exceptions;

/* The list, until it is a dependency of the unit. */
static const char *list_name;

/* Add the exception in LINE, which is kept. It may have none. */
static void add_exception(char *line)
{
	struct exception exception = { line + strspn(line, " \t"), "*" };
	char *colon;

	line[strcspn(line, "#\n")] = '\0';
	for (size_t length = strlen(line); length && ISSPACE(line[length - 1]); length--)
		line[length - 1] = '\0';
	if (!*exception.file)
		return;
	colon = strrchr(line, ':');
	if (colon) {
		*colon = '\0';
		exception.function = colon + 1;
	}
	exceptions.safe_push(exception);
}

/* Read the list FILE. Reports an error if that fails. */
void read_exceptions(const char *file)
{
	FILE *in = fopen(file, "r");
	char line[1024];

	if (!in) {
		error("cannot open the list of exceptions %qs: %m", file);
		inform(UNKNOWN_LOCATION, "%<-fplugin-arg-%s-except=%> names it", PLUGIN_NAME);
		return;
	}
	while (fgets(line, sizeof(line), in))
		add_exception(xstrdup(line));
	if (ferror(in))
		error("cannot read the list of exceptions %qs: %m", file);
	fclose(in);
	list_name = file;
}

/* Whether the list has FUNCTION. */
bool is_exception(tree function)
{
	const char *file = tag_file(DECL_SOURCE_FILE(function));
	const char *name = IDENTIFIER_POINTER(DECL_NAME(function));
	unsigned int i;

	for (i = 0; i < exceptions.length(); i++)
		if (!fnmatch(exceptions[i].file, file, 0) &&
		    !fnmatch(exceptions[i].function, name, 0))
			return true;
	return false;
}

/*
 * PLUGIN_INCLUDE_FILE callback: the list is a dependency of the object, once
 * for each unit.
 */
void add_exceptions_dependency(void *, void *)
{
	if (list_name && add_dependency(list_name))
		list_name = NULL;
}
