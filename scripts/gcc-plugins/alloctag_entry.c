// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_entry.c - lists of functions, which both plugins are given
 *
 * A list has one entry a line; # starts a comment:
 *
 *	NAME			functions of this name
 *	FILE:NAME		those that the unit declares or defines in FILE
 *	!NAME, !FILE:NAME	not those
 *	NAME = RESULT, FILE:NAME = RESULT
 *				and what they return
 *
 * NAME and FILE may have the wildcards *, ? and [...]. FILE is compared with
 * the file name in a tag: with the whole name, and with the rest of it after
 * each slash. What an entry means, and which results there are, is said in
 * alloctag_list.c and error_origin_list.c.
 */
#include "alloctag-common.h"
#include <fnmatch.h>

/* The lists that have been read, until they are dependencies of the unit. */
static auto_vec<const char *> lists;

/*
 * Whether NAME is a name or a pattern of names. Lists may be made from the
 * output of nm, so it may be any name of a symbol.
 */
static bool valid_name(const char *name)
{
	const char *close;

	if (!*name || ISDIGIT(*name))
		return false;
	while (*name) {
		if (*name == '[') {
			/* A "]" that comes first is one of the characters. */
			close = name + 1 + (name[1] == '!' || name[1] == '^');
			close = *close ? strchr(close + 1, ']') : NULL;
			if (!close)
				return false;
			name = close;
		} else if (!ISALNUM(*name) && !strchr("_$.@*?", *name) &&
			   static_cast<unsigned char>(*name) < 0x80) {
			return false;
		}
		name++;
	}
	return true;
}

/*
 * Cut RESULT off TEXT, which is changed, and return a copy. NULL if there is
 * none.
 */
static const char *cut_result(char *text)
{
	char *equals = strchr(text, '=');
	char *end;

	if (!equals)
		return NULL;
	for (end = equals; end > text && strchr(" \t", end[-1]); end--)
		;
	*end = '\0';
	equals++;
	return xstrdup(equals + strspn(equals, " \t"));
}

/*
 * Make ENTRY of TEXT, a line, which is changed. ENTRY has its list and number.
 * Returns false and reports an error if the line is malformed.
 */
static bool parse_entry(struct list_entry *entry, char *text)
{
	char *name, *colon;

	entry->text = xstrdup(text);
	entry->result = cut_result(text);
	entry->exclude = *text == '!';
	text += entry->exclude;
	colon = strrchr(text, ':');
	name = colon ? colon + 1 : text;
	if (colon) {
		*colon = '\0';
		while (text[0] == '.' && text[1] == '/')
			text += 2;
		entry->file = xstrdup(text);
		entry->file_wildcard = strpbrk(text, "*?[\\") != NULL;
	}
	if (!valid_name(name) || strpbrk(text, " \t\r\n\f\v") ||
	    strpbrk(name, " \t\r\n\f\v") || (entry->exclude && entry->result) ||
	    (colon && (!*text || colon[-1] == ':' || colon[-1] == '/'))) {
		error("%s:%u: %qs is not %<NAME%>, %<FILE:NAME%>, %<!NAME%>, %<!FILE:NAME%> or one of the first two with %<= RESULT%>",
		      entry->list, entry->number, entry->text);
		return false;
	}
	entry->name = xstrdup(name);
	entry->wildcard = strpbrk(name, "*?[") != NULL;
	return true;
}

/*
 * Read the list FILE, and call ADD with each entry, whose strings are kept, and
 * DATA. Reports malformed lines. Returns false, after an error, if FILE can't
 * be opened.
 */
bool read_entries(const char *file, void (*add)(struct list_entry *entry, void *data),
		  void *data)
{
	FILE *stream = fopen(file, "r");
	unsigned int number = 0;
	char *line = NULL;
	size_t size = 0;
	ssize_t length;

	if (!stream) {
		error("cannot read the list of functions %qs: %m", file);
		return false;
	}
	lists.safe_push(file);
	while ((length = getline(&line, &size, stream)) >= 0) {
		char *text = line + strspn(line, " \t\r\n");
		struct list_entry entry = { file, ++number };
		char *end;

		if (strlen(line) < static_cast<size_t>(length)) {
			error("%s:%u: this is not a text file", file, number);
			break;
		}
		text[strcspn(text, "#")] = '\0';
		end = text + strlen(text);
		while (end > text && strchr(" \t\r\n", end[-1]))
			end--;
		*end = '\0';
		if (*text && parse_entry(&entry, text))
			add(&entry, data);
	}
	if (ferror(stream))
		error("cannot read the list of functions %qs: %m", file);
	free(line);
	fclose(stream);
	return true;
}

/* Whether ENTRY's NAME is the name of DECL, a function that has one. */
bool entry_has_name(const struct list_entry *entry, tree decl)
{
	const char *name = IDENTIFIER_POINTER(DECL_NAME(decl));

	return entry->wildcard ? !fnmatch(entry->name, name, 0) :
				 !strcmp(entry->name, name);
}

/*
 * Whether ENTRY's FILE is the file of WHERE. fnmatch() is slower than strcmp():
 * it converts both first.
 */
bool entry_has_file(const struct list_entry *entry, location_t where)
{
	const char *file = tag_file(expand_location(where).file);

	while (entry->file_wildcard ? fnmatch(entry->file, file, 0) :
				      strcmp(entry->file, file)) {
		file = strchr(file, '/');
		if (!file)
			return false;
		file++;
	}
	return true;
}

/*
 * PLUGIN_INCLUDE_FILE callback: the lists are dependencies of the object, for
 * -MD and the like. GCC expects the source file to be the first dependency, so
 * it is too early when arguments are read.
 */
void add_list_dependencies(void *, void *)
{
	const char *list;
	unsigned int i;

	FOR_EACH_VEC_ELT(lists, i, list)
		if (!add_dependency(list))
			return;
	/* Once for each unit. */
	lists.truncate(0);
}
