// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_list.c - functions that are marked by a list (allocators=FILE)
 */
#include "alloctag.h"

/* A function named in an allocators= file. */
struct listed_name {
	const char *file;
	bool seen;
};

static hash_map<nofree_string_hash, listed_name> *listed_names;

bool marked_by_list(tree decl)
{
	listed_name *listed;

	if (!listed_names || !DECL_NAME(decl))
		return false;
	listed = listed_names->get(IDENTIFIER_POINTER(DECL_NAME(decl)));
	if (!listed)
		return false;
	listed->seen = true;
	return true;
}

/* Reads the names in FILE; a file that can't be read is an error. */
void read_allocators(const char *file)
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

static int compare_names(const void *a, const void *b)
{
	return strcmp(*static_cast<const char *const *>(a),
		      *static_cast<const char *const *>(b));
}

/* Names in lists that this unit neither defines nor refers to. */
void report_unseen_names(void)
{
	auto_vec<const char *> unseen;
	const char *name;
	unsigned int i;

	if (!verbose_requested || !listed_names)
		return;
	for (hash_map<nofree_string_hash, listed_name>::iterator entry =
	     listed_names->begin(); entry != listed_names->end(); ++entry)
		if (!(*entry).second.seen)
			unseen.safe_push((*entry).first);
	unseen.qsort(compare_names);
	FOR_EACH_VEC_ELT(unseen, i, name)
		inform(UNKNOWN_LOCATION,
		       "alloctag: %qs, named in %qs, does not occur in this unit",
		       name, listed_names->get(name)->file);
}
