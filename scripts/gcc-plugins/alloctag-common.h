/* SPDX-License-Identifier: GPL-2.0 */
/*
 * alloctag-common.h - declarations that both plugins share
 */
#ifndef ALLOCTAG_COMMON_H
#define ALLOCTAG_COMMON_H

#include "alloctag-compat.h"

/*
 * A line of a list of functions; see alloctag_entry.c.
 *
 * @list:	name of the list
 * @number:	the number of the line, from 1
 * @text:	the line, without blanks around it and without the comment
 * @file:	pattern of FILE, or NULL if the line has none
 * @name:	pattern of NAME
 * @result:	RESULT, which may be empty; NULL if the line has none
 * @exclude:	the line begins with "!"
 * @wildcard:	NAME has wildcards
 * @file_wildcard: FILE has some, or a backslash before one
 */
struct list_entry {
	const char *list;
	unsigned int number;
	const char *text;
	const char *file;
	const char *name;
	const char *result;
	bool exclude;
	bool wildcard;
	bool file_wildcard;
};

/* alloctag_common.c */
bool is_same_compiler(const char *plugin, struct plugin_gcc_version *version);
const char *tag_file(const char *file);
bool add_dependency(const char *file);
int error_number(const char *name);

/* alloctag_entry.c */
bool read_entries(const char *file, void (*add)(struct list_entry *entry, void *data),
		  void *data);
bool entry_has_name(const struct list_entry *entry, tree decl);
bool entry_has_file(const struct list_entry *entry, location_t where);
void add_list_dependencies(void *gcc_data, void *user_data);

#endif /* ALLOCTAG_COMMON_H */
