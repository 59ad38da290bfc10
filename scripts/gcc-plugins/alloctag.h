/* SPDX-License-Identifier: GPL-2.0 */
/*
 * alloctag.h - what the files of the alloctag plugin share
 *
 * Each file calls only those above it:
 *
 *   alloctag_report.c     diagnostics and statistics
 *   alloctag_list.c       allocators= files
 *   alloctag_attribute.c  the attributes allocator and allocator_tag
 *   alloctag_tag.c        tag objects
 *   alloctag_type.c       the type of the object that a call allocates
 *   alloctag_marked.c     the table of marked functions
 *   alloctag_variant.c    tagged variants
 *   alloctag_call.c       calls and other references inside function bodies
 *   alloctag_thunk.c      thunks under the original names
 *   alloctag_export.c     EXPORT_SYMBOL() for variants
 *   alloctag_plugin.c     arguments, and the pass with its stages
 *
 * Terms: a *marked* function carries the attribute "allocator" or is named in a
 * file given with allocators=.  Its *tagged variant* has the hidden parameter;
 * its *thunk* has the original name and type.  A *left alone* function is
 * marked, but can't have a variant; a diagnostic has said why.
 *
 * Trees that the plugin makes live in the garbage collector's memory and are
 * reachable from the symbol table.  Its own maps are filled and dropped within
 * one execution of the pass, during which nothing is collected, so none of them
 * is a root.
 */
#ifndef ALLOCTAG_H
#define ALLOCTAG_H

#include "alloctag-compat.h"
/* Not <linux/...>: the compiler that builds the plugin has headers of that name. */
#include "../../include/linux/alloc_tag_abi.h"

#define PLUGIN_NAME		"alloctag_plugin"
#define ALLOCTAG_SUFFIX		".alloctag"

/* How a marked function is treated in this unit. */
enum variant_kind {
	VARIANT_LEFT_ALONE,	/* no variant, calls stay as they are */
	VARIANT_MOVED,		/* defined here: its declaration became the variant */
	VARIANT_EXTERNAL,	/* defined elsewhere: the variant is declared only */
	VARIANT_ALIAS,		/* an alias of a marked function: so is the variant */
	VARIANT_FORWARDS,	/* variant drops the tag and calls the original */
};

/*
 * One marked function of the unit.
 *
 * @kind:	see above
 * @decl:	the declaration that the source's calls refer to
 * @type:	its type as in the source
 * @variant:	what calls with a tag go to; @decl itself for VARIANT_MOVED
 * @thunk:	what everything that isn't a rewritten call refers to: the
 *		function with the original name and type; @decl itself unless
 *		VARIANT_MOVED
 * @tag_parm:	the hidden parameter of a variant that has a body here
 * @own_tag:	address of the tag of calls that come without one, made on demand
 * @listed:	from allocators=FILE, not from an attribute
 * @thunk_needed: the thunk must get a body in this unit
 * @thunk_done: it has one (a variadic function's is a copy, made early)
 */
struct marked_function {
	enum variant_kind kind;
	tree decl;
	tree type;
	tree variant;
	tree thunk;
	tree tag_parm;
	tree own_tag;
	bool listed;
	bool thunk_needed;
	bool thunk_done;
};

/* What the verbose argument and the dump file report, per unit. */
struct unit_statistics {
	unsigned int variants;
	unsigned int calls;
	unsigned int tags;
	unsigned int unseen;
};

/* alloctag_report.c */
extern bool verbose_requested;
extern struct unit_statistics statistics;
void report_fallback(struct marked_function *marked, const char *reason,
		     const char *consequence);
void report_statistics(void);

/* alloctag_list.c */
void read_allocators(const char *file);
bool marked_by_list(tree decl);
void report_unseen_names(void);

/* alloctag_attribute.c */
void register_attributes(void *, void *);
bool marked_by_attribute(tree decl);
bool has_tag_variables(tree function);

/* alloctag_tag.c */
tree alloc_tag_pointer_type(void);
tree make_tag(location_t where, tree function, const char *type,
	      unsigned int flags);
void forget_tags(void);

/* alloctag_type.c */
char *allocated_type(gcall *call);

/* alloctag_marked.c */
void collect_marked_functions(void);
void forget_marked_functions(void);
struct marked_function *marked_function_of(tree decl);
struct marked_function *marked_function_by_body(tree decl);
struct marked_function *marked_function_by_thunk(tree decl);
void add_marked_body(tree decl, struct marked_function *marked);
void for_each_marked_function(void (*callback)(struct marked_function *));
tree own_tag(struct marked_function *marked);
unsigned int count_parameters(tree type);
bool call_is_compatible(const gcall *call, struct marked_function *marked);

/* alloctag_variant.c */
void make_variants(void);

/* alloctag_call.c */
bool function_needs_rewriting(cgraph_node *node);
void rewrite_function(cgraph_node *node);
void rewrite_initializers(void);

/* alloctag_thunk.c */
void make_thunks(void);

/* alloctag_export.c */
void export_variants(void);

#endif /* ALLOCTAG_H */
