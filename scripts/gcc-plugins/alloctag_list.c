// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_list.c - functions marked by a list (allocators=FILE)
 *
 * A list has one function name per line; # starts a comment. It marks functions
 * whose prototypes can't be changed, and is how the test suite marks every
 * function of a program.
 */
#include "alloctag.h"

/*
 * The value of a name in listed_names.
 *
 * @file:	the first list that has the name
 * @used:	the unit declares a function of this name
 */
struct listed_name {
	const char *file;
	bool used;
};

static hash_map<nofree_string_hash, listed_name> *listed_names;

/* Add the names in FILE. Report an error if it can't be read. */
void read_list(const char *file)
{
	FILE *stream = fopen(file, "r");
	char *line = NULL;
	size_t size = 0;

	if (!stream) {
		error("cannot read the list of allocators %qs: %m", file);
		inform(UNKNOWN_LOCATION,
		       "it was given with %<-fplugin-arg-%s-allocators=%>",
		       PLUGIN_NAME);
		return;
	}
	if (!listed_names)
		listed_names = new hash_map<nofree_string_hash, listed_name>;
	while (getline(&line, &size, stream) >= 0) {
		char *name = line + strspn(line, " \t\r\n");
		listed_name entry = { file, false };

		name[strcspn(name, "# \t\r\n")] = '\0';
		if (*name && !listed_names->get(name))
			listed_names->put(xstrdup(name), entry);
	}
	if (ferror(stream))
		error("cannot read the list of allocators %qs: %m", file);
	free(line);
	fclose(stream);
}

/* Whether a list names the function DECL. Sets the name's used flag. */
bool marked_by_list(tree decl)
{
	listed_name *listed;

	if (!listed_names || !DECL_NAME(decl))
		return false;
	listed = listed_names->get(IDENTIFIER_POINTER(DECL_NAME(decl)));
	if (!listed)
		return false;
	listed->used = true;
	return true;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*static_cast<const char *const *>(a),
		      *static_cast<const char *const *>(b));
}

/* With verbose: note each listed name that does not occur in the unit. */
void report_unused_names(void)
{
	auto_vec<const char *> unused;
	const char *name;
	unsigned int i;

	if (!verbose_requested || !listed_names)
		return;
	for (hash_map<nofree_string_hash, listed_name>::iterator entry =
	     listed_names->begin(); entry != listed_names->end(); ++entry)
		if (!(*entry).second.used)
			unused.safe_push((*entry).first);
	unused.qsort(compare_names);
	FOR_EACH_VEC_ELT(unused, i, name)
		inform(UNKNOWN_LOCATION,
		       "alloctag: %qs, named in %qs, does not occur in this unit",
		       name, listed_names->get(name)->file);
}
