/* SPDX-License-Identifier: GPL-2.0 */
/*
 * alloctag.h - declarations that the files of the alloctag plugin share
 *
 * A function in one of these files calls only functions of the same file and of
 * files above it:
 *
 *   alloctag_common.c     what both plugins need: names of files in tags
 *   alloctag_entry.c      lists of functions, for both plugins
 *   alloctag_report.c     diagnostics and statistics
 *   alloctag_result.c     results that functions are to fail with
 *   alloctag_class.c      classes of tags, and what a tag contains
 *   alloctag_attribute.c  the attributes of functions and of variables
 *   alloctag_asm.c        symbols in asm statements at file scope
 *   alloctag_tag.c        tag objects
 *   alloctag_list.c       lists that mark functions; how a function is marked
 *   alloctag_decide.c     functions that ask first whether they are to fail
 *   alloctag_type.c       the type of the object that a call allocates
 *   alloctag_marked.c     the table of marked functions
 *   alloctag_variant.c    tagged variants
 *   alloctag_pointer.c    pointers to functions that calls pass a tag through
 *   alloctag_call.c       calls and other references in function bodies
 *   alloctag_thunk.c      thunks under the original names
 *   alloctag_export.c     assembly code: EXPORT_SYMBOL() for variants
 *   alloctag_wrapper.c    records from which wrappers of allocators are found
 *   alloctag_plugin.c     plugin arguments; the pass and its stages
 *
 * The plugin that "make plugin" builds, for programs, has one file more, which
 * may call all of these but the last:
 *
 *   user/gcc-plugins/alloctag_openmp.c  tags in OpenMP regions
 *
 * Terms:
 *
 *   class            what tags are for: "allocator", or one that the source
 *                    declares
 *   marked function  has the attribute "allocator" or "code_tag", or is named
 *                    in a file given with allocators= or mark=
 *   marked pointer   a pointer to functions with one of these attributes: it
 *                    points to a variant
 *   tagged variant   NAME.alloctag, with the tag as an additional, hidden
 *                    parameter; NAME.codetag.CLASS in other classes
 *   thunk            has the original name and type, and calls the variant with
 *                    the untagged tag
 *   untagged tag     one per marked function, for all calls that pass none; its
 *                    flags are CODE_TAG_UNTAGGED
 *   left alone       a marked function whose calls are not rewritten; a warning
 *                    or a note says why, and that they "are not instrumented"
 *
 * Garbage collection: trees that the plugin builds are allocated by GCC's
 * collector and reachable from the symbol table. The plugin's own maps are not
 * roots of the collector, and need not be: they are filled and freed within one
 * execution of the pass, and GCC does not collect while a pass runs. The types
 * of tags, which are built earlier, are roots.
 */
#ifndef ALLOCTAG_H
#define ALLOCTAG_H

#include "alloctag-common.h"
/* Not <linux/...>: the host has headers of that name. */
#include "../../include/linux/alloc_tag/abi.h"

#define PLUGIN_NAME		"alloctag_plugin"
#define ALLOCTAG_SUFFIX		".alloctag"
#define CODE_TAG_SUFFIX		".codetag."
#define UNTAGGED_SUFFIX		".untagged"
/* What alloctag_openmp.c asks for the tag of the statements around a region. */
#define ENCLOSING_TAG_FUNCTION	"alloctag.enclosing_tag"

/*
 * A class of tags.
 *
 * @name:	its name in the source
 * @section:	the section of its tags
 * @suffix:	what its variants have after their names. It differs by class,
 *		so that units that don't agree on a function's class don't link
 * @listed:	a list marks functions of this class
 * @type:	the struct, const if all of its fields are constant. NULL_TREE
 *		until class_is_declared()
 */
struct tag_class {
	const char *name;
	const char *section;
	const char *suffix;
	bool listed;
	tree type;
};

/*
 * The attribute of a function that decides for its class whether a call fails,
 * and of the one that returns what it fails with. Their argument is the class.
 */
#define FAILS_ATTRIBUTE		"code_tag_fails"
#define RESULT_ATTRIBUTE	"code_tag_result"

/*
 * What is known of a place in the source for its tag.
 *
 * @file:	its file, see tag_file()
 * @function:	the function that it is in
 * @type:	the type of what is allocated there, "" if not known
 * @callee:	the function that is called, NULL if there is no call of one
 * @result:	what that returns if it is to fail, NULL if it isn't listed so
 * @tag:	the address of the tag that the call passes, NULL_TREE if it
 *		passes this one
 * @arguments:	of the call: those that are string constants
 * @line:	its line
 * @column:	its column
 * @flags:	CODE_TAG_UNTAGGED or 0
 */
struct tag_site {
	const char *file;
	const char *function;
	const char *type;
	const char *callee;
	const char *result;
	tree tag;
	const char *arguments[9];
	unsigned int line;
	unsigned int column;
	unsigned int flags;
};

/*
 * Which functions keep a symbol of their original name, with a thunk.
 *
 * @ORIGINALS_ALL:	all global ones, and static ones that are referred to
 * @ORIGINALS_GLOBAL:	the global ones. Thunks of static functions have the
 *			suffix ".untagged", and thunks no debug information
 * @ORIGINALS_NONE:	those with the attribute "used". Of all others, each
 *			unit that refers to the address has the thunk, with the
 *			suffix
 */
enum originals {
	ORIGINALS_ALL,
	ORIGINALS_GLOBAL,
	ORIGINALS_NONE,
};

/*
 * How a marked function is treated in this unit.
 *
 * @VARIANT_LEFT_ALONE:	calls are not changed; a global definition may still
 *			have a variant that drops the tag, for other units
 * @VARIANT_MOVED:	it is defined here; the definition became the variant
 * @VARIANT_EXTERNAL:	it is defined elsewhere, the variant is only declared;
 *			see also has_fallback()
 * @VARIANT_ALIAS:	it is an alias of a marked function, and its variant
 *			is an alias of that function's variant
 * @VARIANT_DROPS_TAG:	the variant calls the original without the tag
 */
enum variant_kind {
	VARIANT_LEFT_ALONE,
	VARIANT_MOVED,
	VARIANT_EXTERNAL,
	VARIANT_ALIAS,
	VARIANT_DROPS_TAG,
};

/*
 * How the lists mark a function. If entries differ, the highest value wins.
 *
 * @LISTED_NOT:		nothing
 * @LISTED_IN_LIBRARY:	an entry has its name, but the unit knows it only from
 *			a system header; see alloctag_list.c
 * @LISTED_TO_FAIL:	it is marked by an entry with a result to fail with
 * @LISTED_BY_WILDCARD:	it is marked by an entry with a wildcard
 * @LISTED_BY_NAME:	it is marked by its name
 * @LISTED_EXCLUDED:	it must not be marked
 */
enum listed {
	LISTED_NOT,
	LISTED_IN_LIBRARY,
	LISTED_TO_FAIL,
	LISTED_BY_WILDCARD,
	LISTED_BY_NAME,
	LISTED_EXCLUDED,
};

/*
 * How a function is marked.
 *
 * @tag_class:	its class; NULL if it is not marked
 * @second:	NULL, or another class that it is marked for, which is an error
 * @listed:	LISTED_BY_NAME, LISTED_BY_WILDCARD or LISTED_TO_FAIL, or
 *		LISTED_NOT if it has an attribute; LISTED_EXCLUDED if a list
 *		excludes it from its class; LISTED_IN_LIBRARY, without a class
 */
struct mark {
	struct tag_class *tag_class;
	struct tag_class *second;
	enum listed listed;
};

/* The binding of a symbol in assembly code. */
enum asm_binding {
	ASM_LOCAL,
	ASM_GLOBAL,
	ASM_WEAK,
};

/*
 * A marked function of the unit. What its fields are after stage 3:
 *
 *		  MOVED		EXTERNAL   ALIAS	DROPS_TAG  LEFT_ALONE
 * @variant	  @decl		declared   declared	declared   declared (3)
 * @thunk	  declared (1)	@decl (2)  @decl	@decl	   @decl
 * @tag_parm	  built		-	   -		-	   -
 * @aliased	  -		-	   target	-	   -
 * @thunk_needed  if used	(2)	   -		-	   -
 * @thunk_done	  (1)		-	   -		-	   -
 *
 * (1) The thunk of a variadic function is a copy of its body, made in stage 3.
 * (2) Stage 4 declares a thunk if the address is taken and no unit has the
 *     original.
 * (3) NULL_TREE if no other unit may call a variant.
 *
 * @kind:	how it is treated
 * @tag_class:	the class of its callers' tags
 * @decl:	the declaration that calls in the source refer to
 * @type:	its type in the source
 * @variant:	the callee of tagged calls; equals @decl for VARIANT_MOVED.
 *		NULL_TREE if there is none
 * @thunk:	the function with the original name and type, for all other
 *		references; equals @decl for all kinds but VARIANT_MOVED
 * @tag_parm:	the hidden parameter of a variant that is defined here
 * @untagged_tag: address of the untagged tag; see untagged_tag()
 * @aliased:	for VARIANT_ALIAS, the function that it is an alias of
 * @listed:	LISTED_BY_NAME, LISTED_BY_WILDCARD or LISTED_TO_FAIL; LISTED_NOT
 *		if it has the attribute
 * @defined:	the unit defines it, in C or in an asm statement
 * @no_address:	an error says that its address is taken
 * @thunk_needed: the thunk must have a body in this unit
 * @thunk_done:	the thunk has a body; stage 5 builds it, except that a variadic
 *		function gets a copy of its own body in stage 3
 */
struct marked_function {
	enum variant_kind kind;
	struct tag_class *tag_class;
	tree decl;
	tree type;
	tree variant;
	tree thunk;
	tree tag_parm;
	tree untagged_tag;
	struct marked_function *aliased;
	enum listed listed;
	bool defined;
	bool no_address;
	bool thunk_needed;
	bool thunk_done;
};

/*
 * Counts for the argument verbose and the dump file, per unit.
 *
 * @variants:	variants defined
 * @calls:	calls that pass a tag
 * @tags:	tags created, whether or not their calls survive optimisation
 * @untagged:	calls through another function type, and references to the
 *		address of a marked function
 */
struct unit_statistics {
	unsigned int variants;
	unsigned int calls;
	unsigned int tags;
	unsigned int untagged;
};

/* alloctag_report.c */
extern bool verbose_requested;
extern struct unit_statistics statistics;
void report_not_instrumented(struct marked_function *marked,
			     const char *reason);
void report_never_called(struct marked_function *marked, const char *reason);
void report_tag_dropped(struct marked_function *marked, const char *reason);
void report_left_alone(struct marked_function *marked, const char *reason);
void report_must_be_tail_call(location_t where, tree decl);
void report_no_address(struct marked_function *marked, const char *reason);
void report_weak_variadic(struct marked_function *marked);
void report_kfunc(tree decl);
void report_two_classes(tree decl, struct tag_class *first,
			struct tag_class *second);
void report_class_not_declared(tree decl, struct tag_class *tag_class);
void report_class_not_declared_at(location_t where, struct tag_class *tag_class);
void report_no_caller(location_t where, tree query, tree function,
		      struct tag_class *tag_class);
void report_no_tag_to_decide(tree function);
void report_in_library(tree decl);
void report_unmarked_in_pointer(location_t where, tree decl,
				struct tag_class *tag_class);
void report_no_variant_in_pointer(location_t where, tree decl);
void report_other_type_in_pointer(location_t where, tree decl);
void report_pointer_conversion(location_t where, struct tag_class *given,
			       struct tag_class *wanted);
void report_statistics(void);

/* alloctag_result.c */
void register_result_attribute(void);
bool is_decision(tree decl);
bool valid_result(const char *text);
void inform_of_results(location_t where);
const char *result_of(tree decl, const char **class_name);
void set_result(tree decl, const char *text, const char *class_name);
tree result_value(tree function, const char *text);
tree result_clears(tree function, const char *text);

/* alloctag_class.c */
extern struct tag_class *const allocator_class;
extern bool writable_requested;
void register_class_roots(const char *plugin);
void register_class_attribute(void);
void for_each_class(void (*callback)(struct tag_class *, void *), void *data);
void keep_identifier(tree identifier, tree type);
bool valid_class_name(const char *name);
struct tag_class *class_named(const char *name);
struct tag_class *class_of_pointer(tree type);
bool class_is_declared(struct tag_class *tag_class);
bool class_has_type(struct tag_class *tag_class);
bool is_tag_field(tree field);
tree tag_pointer_type(struct tag_class *tag_class);
void note_call(struct tag_class *tag_class, gcall *call, struct tag_site *site);
tree field_initializer(tree field, const struct tag_site *site,
		       const char **text);
void free_classes(void);

/* alloctag_attribute.c */
void register_attributes(void *, void *);
bool is_outlined(tree decl);
struct tag_class *class_by_attribute(tree decl, struct tag_class **second);
tree remove_marks(tree attributes);
const char *type_of_mark(tree decl);
bool pointers_are_marked(void);
struct tag_class *class_of_calls(tree type);
const char *type_of_pointer_mark(tree type);
struct tag_class *class_of_variable(tree variable);
struct tag_class *class_asked_for(tree decl, bool *of_caller);
bool asks_for_enclosing_tag(tree decl);
bool has_tag_variables(tree function);
bool is_in_initializer(location_t where, tree variable);
void make_tag_variable(tree variable);
struct tag_class *class_of_pointers(tree type);
bool mark_pointer(tree decl, struct tag_class *tag_class, tree text);

/* alloctag_asm.c */
bool asm_symbol_char(char c);
vec<asm_node *> *asm_with_label(const char *label);
bool asm_defines(const char *name);
bool asm_names_kfunc(const char *name);
enum asm_binding asm_binding_of(const char *name);
void free_asm_symbols(void);

/* alloctag_tag.c */
extern bool allocator_names_requested;
extern const char *private_strings_macro;
tree make_tag(struct tag_class *tag_class, location_t where, tree function,
	      const char *type, gcall *call, unsigned int flags);
void make_further_tag(struct tag_class *tag_class, tree tag, tree function,
		      gcall *call);
void name_allocator(tree tag, tree allocator);
void free_tags(void);

/* alloctag_list.c */
void read_list(const char *file, struct tag_class *tag_class);
void note_declaration(void *gcc_data, void *user_data);
void forget_declarations(tree decl);
bool lists_name_types(void);
bool lists_name_members(void);
void mark_members_of_struct(void *, void *);
void mark_named_type(void *, void *);
bool lists_name_files(void);
bool lists_name_results(void);
enum listed listed_as(tree decl, struct tag_class *tag_class);
bool may_be_listed(tree decl);
struct mark mark_of(tree decl);
void report_unused_names(void);

/* alloctag_decide.c */
void register_decision_attributes(void *, void *);
void begin_with_decision(void *gcc_data, void *user_data);

/* alloctag_type.c */
tree name_with(const char *prefix, tree name, const char *suffix);
const char *allocated_type(gcall *call);

/* alloctag_marked.c */
extern enum originals originals;
bool function_has_gimple_body(tree decl);
bool will_be_moved(cgraph_node *node);
void collect_marked_functions(void);
void free_marked_functions(void);
struct marked_function *marked_function_of(tree decl);
struct marked_function *marked_function_by_body(tree decl);
void add_marked_body(tree decl, struct marked_function *marked);
const char *assembler_name(tree decl);
bool is_ifunc(cgraph_node *node);
void for_each_marked_function(void (*callback)(struct marked_function *));
tree untagged_tag(struct marked_function *marked);
bool keeps_exported_function(symtab_node *node);
bool allows_error_injection(symtab_node *node);
unsigned int count_parameters(tree type);
bool call_is_compatible(const gcall *call, struct marked_function *marked);
bool original_is_used(struct marked_function *marked);
bool tag_is_in_same_place(tree a, tree b);

/* alloctag_variant.c */
extern bool fallback_requested;
bool original_remains(struct marked_function *marked);
void forbid_clones(tree decl);
bool declare_external_thunk(struct marked_function *marked);
bool has_fallback(struct marked_function *marked);
void describe_tag_parameters(void *gcc_data, void *user_data);
tree tagged_function_type(tree type, struct tag_class *tag_class);
void make_variants(void);
bool ignores_further_argument(tree decl);

/* alloctag_pointer.c */
bool is_variant_address(tree address);
bool convert_pointers_in_function(void);
struct tag_class *class_of_indirect_call(gcall *call);
bool convert_pointers_in_initializer(tree *initial, tree type,
				     location_t where);
void free_variant_addresses(void);

/* alloctag_call.c */
bool function_needs_rewriting(cgraph_node *node);
void rewrite_function(cgraph_node *node);
void rewrite_initializers(void);

/* alloctag_thunk.c */
void make_thunks(void);

/* alloctag_export.c */
void export_variants(void);

/* alloctag_wrapper.c */
extern const char *wrappers_file;
void record_wrappers(void);

/* alloctag_openmp.c; NULL in a kernel's plugin */
extern void capture_tags_in_regions(void *gcc_data, void *user_data)
	__attribute__((weak));

#endif /* ALLOCTAG_H */
