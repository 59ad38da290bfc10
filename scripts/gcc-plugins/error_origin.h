/* SPDX-License-Identifier: GPL-2.0 */
/*
 * error_origin.h - declarations that the files of the error_origin plugin share
 *
 * A function in one of these files calls only functions of the same file and of
 * files above it:
 *
 *   alloctag_common.c      what both plugins need: names of files, as in tags
 *   alloctag_entry.c       lists of functions, for both plugins
 *   error_origin_list.c    what a list says of functions
 *   error_origin_name.c    whether the source names an error
 *   error_origin_local.c   local pointers that are NULL where an error is set
 *   error_origin_certain.c whether an error will be returned
 *   error_origin_store.c   where an error that is stored is certain
 *   error_origin_find.c    where constant errors enter what a function returns
 *   error_origin_note.c    the instruction and the table entry of a site
 *   error_origin_pure.c    passes that make notes no side effects
 *   error_origin_plugin.c  plugin arguments; the pass
 *
 * Terms:
 *
 *   error   a constant from -4095 to -1 that the source writes as -ENAME
 *   site    a place in a function where an error enters what it returns
 *   note    the instruction at a site. It does nothing, until something
 *           replaces it with a call
 */
#ifndef ERROR_ORIGIN_H
#define ERROR_ORIGIN_H

#include "alloctag-common.h"

#define PLUGIN_NAME		"error_origin_plugin"

/* As MAX_ERRNO of the kernel. */
#define MAX_ERROR		4095

/*
 * A site.
 *
 * @edge_in:	the edge of the control flow graph that the error enters by, or
 *		NULL
 * @before:	otherwise, the statement that it is entered by
 * @where:	the location to report
 * @error:	the error, positive
 */
struct error_site {
	edge edge_in;
	gimple *before;
	location_t where;
	unsigned int error;
};

/*
 * What is known of a function, from a list.
 *
 * @IS_UNKNOWN:		nothing
 * @IS_ARGUMENT:	it returns its argument, perhaps cast
 * @IS_ERROR_TEST:	it returns whether its argument is an error
 * @IS_ERROR_OR_NULL_TEST: it returns whether its argument is an error or NULL
 * @IS_ONE_ERROR_TEST:	it returns 0 unless its first argument is a given error
 * @SETS_NULL:		it leaves NULL in what it is given the address of
 */
enum function_result {
	IS_UNKNOWN,
	IS_ARGUMENT,
	IS_ERROR_TEST,
	IS_ERROR_OR_NULL_TEST,
	IS_ONE_ERROR_TEST,
	SETS_NULL,
};

/* error_origin_list.c */
void read_function_list(const char *file);
bool has_no_notes(tree function);
enum function_result result_of_call(gimple *call, unsigned int *error);

/* error_origin_name.c */
unsigned int error_of_constant(tree value);
bool source_names_error(location_t where, unsigned int error);
void add_constant_variable(void *gcc_data, void *user_data);
void add_enumerators(void *gcc_data, void *user_data);

/* error_origin_local.c */
bool may_replace(gimple *stmt, tree ref);
tree name_that_is_zero(edge e);
gimple *last_write(basic_block bb, tree ref);
bool is_last_write_at(basic_block bb, gimple *store, tree ref);
void find_null_locals(edge e, hash_set<tree> *nulls);
bool keep_null(const hash_set<basic_block> &blocks, const hash_set<tree> &variables);

/* error_origin_certain.c */
tree copied_from(tree value, gimple **stmt);
bool error_is_certain(gphi *phi, edge e, tree error, gimple *root,
		      const hash_set<gimple *> &web);

/* error_origin_store.c */
bool store_is_last(gimple *store, tree ref);
bool find_certain_edges(function *fun, gimple *store, tree ref, vec<edge> *edges);

/* error_origin_find.c */
void find_error_sites(function *fun, vec<struct error_site> *sites);

/* error_origin_note.c */
void add_notes(function *fun, const vec<struct error_site> &sites);
bool is_note(const gasm *stmt);

/* error_origin_pure.c */
void register_pure_passes(const char *plugin);

#endif /* ERROR_ORIGIN_H */
