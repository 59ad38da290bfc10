// SPDX-License-Identifier: GPL-2.0
/*
 * error_origin_list.c - the list of functions: what is known of them
 *
 * -fplugin-arg-error_origin_plugin-list=FILE names it. Its entries, each also
 * with a file (alloctag_entry.c), are
 *
 *	!NAME				functions of this name have no notes
 *	NAME = argument			returns its argument, as ERR_PTR()
 *	NAME = is-error			returns whether its argument is an error
 *	NAME = is-error-or-null		the same, or NULL
 *	NAME = if-ESTALE		returns 0 unless its first argument is
 *					this error
 *	NAME = sets-null		leaves NULL in the variables whose
 *					addresses it is given
 *
 * So a constant error can be followed through calls of these functions. What
 * they do is not looked up in their bodies: most are inline functions, but
 * others are defined in another unit.
 */
#include "error_origin.h"

/*
 * A line of the list.
 *
 * @is:		what it says of functions; IS_UNKNOWN: they have no notes
 * @error:	for IS_ONE_ERROR_TEST, the error
 */
struct function_entry : list_entry {
	enum function_result is;
	unsigned int error;
};

static auto_vec<function_entry> exceptions, functions;

/* Set what ENTRY says. Returns false if it doesn't say anything. */
static bool parse_result(struct function_entry *entry)
{
	const char *result = entry->result;

	if (!result)
		entry->is = IS_UNKNOWN;
	else if (!strcmp(result, "argument"))
		entry->is = IS_ARGUMENT;
	else if (!strcmp(result, "is-error"))
		entry->is = IS_ERROR_TEST;
	else if (!strcmp(result, "is-error-or-null"))
		entry->is = IS_ERROR_OR_NULL_TEST;
	else if (!strcmp(result, "sets-null"))
		entry->is = SETS_NULL;
	else if (!strncmp(result, "if-", 3))
		entry->is = IS_ONE_ERROR_TEST;
	else
		return false;
	entry->error = entry->is == IS_ONE_ERROR_TEST ? error_number(result + 3) : 0;
	return entry->is == IS_UNKNOWN ? entry->exclude :
	       entry->is != IS_ONE_ERROR_TEST || entry->error;
}

/* read_entries() callback: add LINE. */
static void add_entry(struct list_entry *line, void *)
{
	struct function_entry entry;

	*static_cast<list_entry *>(&entry) = *line;
	if (!parse_result(&entry)) {
		error("%s:%u: %qs does not say what is known of the function",
		      line->list, line->number, line->text);
		inform(UNKNOWN_LOCATION, "write %<!NAME%>, or a result: %<argument%>, %<is-error%>, %<is-error-or-null%>, %<sets-null%>, or an error, as in %<if-ESTALE%>");
	} else if (entry.exclude) {
		exceptions.safe_push(entry);
	} else {
		functions.safe_push(entry);
	}
}

/* Read the list FILE. Reports an error if that fails. */
void read_function_list(const char *file)
{
	if (!read_entries(file, add_entry, NULL))
		inform(UNKNOWN_LOCATION, "it was given with %<-fplugin-arg-%s-list=%>",
		       PLUGIN_NAME);
}

/* The entry of ENTRIES for DECL, or NULL. */
static const function_entry *find_entry(const vec<function_entry> &entries, tree decl)
{
	unsigned int i;

	for (i = 0; DECL_NAME(decl) && i < entries.length(); i++)
		if (entry_has_name(&entries[i], decl) &&
		    (!entries[i].file ||
		     entry_has_file(&entries[i], DECL_SOURCE_LOCATION(decl))))
			return &entries[i];
	return NULL;
}

/* Whether the list says that FUNCTION has no notes. */
bool has_no_notes(tree function)
{
	return find_entry(exceptions, function);
}

/*
 * What the list says of the function that STMT calls. IS_UNKNOWN if STMT is no
 * call. If that is IS_ONE_ERROR_TEST, *ERROR gets the error.
 */
enum function_result result_of_call(gimple *stmt, unsigned int *error)
{
	tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
	const function_entry *entry = callee ? find_entry(functions, callee) : NULL;

	if (!entry || !gimple_call_num_args(stmt))
		return IS_UNKNOWN;
	if (error)
		*error = entry->error;
	return entry->is;
}
