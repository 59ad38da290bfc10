// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_variant.c - tagged variants of marked functions (stage 3)
 *
 * Before:
 *
 *	void *pool_get(struct pool *pool, gfp_t flags) __allocator
 *	{
 *		return kmalloc(pool->size, flags);
 *	}
 *
 * After all stages:
 *
 *	void *pool_get.alloctag(struct pool *pool, gfp_t flags,
 *				const struct alloc_tag *tag)
 *	{
 *		return kmalloc.alloctag(pool->size, flags, tag);
 *	}
 *
 *	void *pool_get(struct pool *pool, gfp_t flags)		// cold
 *	{
 *		return pool_get.alloctag(pool, flags, &untagged_tag);
 *	}
 *
 * The function that the source defines becomes the variant: its declaration
 * gets another assembler name and another type, and keeps its body. The thunk
 * gets a new declaration. So the body is moved rather than copied. That avoids
 * a second copy of each allocator, and keeps everything valid that refers to
 * the declaration: local types, static variables, nested functions, and labels
 * whose address is taken.
 *
 * The hidden parameter comes after the last named one, so attributes that count
 * parameters (alloc_size, nonnull, access) still count correctly. Only the
 * index of the first argument to check in "format" is one more.
 *
 * Two kinds of functions are not moved:
 *
 *  - A thunk can't pass on variable arguments. If anything may still call a
 *    variadic function by its original name, that name gets a copy of the body,
 *    which charges its allocations to the untagged tag.
 *  - Some functions must keep their name and type (VARIANT_DROPS_TAG: ifunc,
 *    naked and others; aliases of unmarked functions). Their variant is built
 *    in stage 5: it drops the tag and calls the original, so that callers in
 *    other units link. If they are variadic there can be no such variant.
 *
 * A global function that is left alone but defined here has a variant, too,
 * since other units may see another declaration and call it.
 */
#include "alloctag.h"

/*
 * ATTRIBUTES of a variadic function type, for the variant: "format" counts the
 * hidden parameter, which is before the variable arguments. GCC's optimisers
 * still look for null strings and overflows (-Wformat-overflow).
 */
static tree count_tag_in_formats(tree attributes)
{
	tree attribute;

	for (attribute = attributes;
	     (attribute = lookup_attribute("format", attribute));
	     attribute = TREE_CHAIN(attribute)) {
		/* The kind, the index of the format, that of its arguments. */
		tree kind = TREE_VALUE(attribute);
		tree format = TREE_CHAIN(kind);
		tree first = TREE_VALUE(TREE_CHAIN(format));

		if (integer_zerop(first))
			continue;
		first = build_tree_list(NULL_TREE,
					int_const_binop(PLUS_EXPR, first,
							build_one_cst(TREE_TYPE(first))));
		TREE_VALUE(attribute) =
			tree_cons(TREE_PURPOSE(kind), TREE_VALUE(kind),
				  tree_cons(TREE_PURPOSE(format),
					    TREE_VALUE(format), first));
	}
	return attributes;
}

/*
 * A copy of TYPE, a function type with a prototype, that has the hidden
 * parameter, a tag of TAG_CLASS, after the last named one.
 */
tree tagged_function_type(tree type, struct tag_class *tag_class)
{
	tree tagged = build_distinct_type_copy(type);
	tree arguments = NULL_TREE;
	tree rest;

	for (rest = TYPE_ARG_TYPES(type); rest && rest != void_list_node;
	     rest = TREE_CHAIN(rest))
		arguments = tree_cons(TREE_PURPOSE(rest), TREE_VALUE(rest),
				      arguments);
	arguments = tree_cons(NULL_TREE, tag_pointer_type(tag_class), arguments);
	arguments = nreverse(arguments);
	if (rest)
		arguments = chainon(arguments, void_list_node);
	TYPE_ARG_TYPES(tagged) = arguments;
	TYPE_ATTRIBUTES(tagged) =
		remove_attribute("fn spec", copy_list(TYPE_ATTRIBUTES(type)));
	if (stdarg_p(type))
		TYPE_ATTRIBUTES(tagged) =
			count_tag_in_formats(TYPE_ATTRIBUTES(tagged));
	return tagged;
}

/* The name of DECL's symbol with SUFFIX after it. */
static tree name_with_suffix(tree decl, const char *suffix)
{
	char *name = concat(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl)),
			    suffix, NULL);
	tree identifier = get_identifier(name);

	free(name);
	return identifier;
}

/* The assembler name of the variant of MARKED, as long as DECL has its own. */
static tree tagged_name(struct marked_function *marked)
{
	return name_with_suffix(marked->decl, marked->tag_class->suffix);
}

/*
 * Whether MARKED, which is global, has a symbol of its original name in the
 * unit that defines it, with originals=none as well: it has the attribute
 * "used". Assembly code may use the name, or other units if their prototype has
 * the attribute. Then its address is the same in a kernel and its modules.
 */
bool original_remains(struct marked_function *marked)
{
	return originals != ORIGINALS_NONE || DECL_PRESERVE_P(marked->decl);
}

/*
 * The assembler name of the thunk of DECL, a marked function that still has its
 * name; see original_remains().
 */
static tree thunk_name(tree decl)
{
	if (originals == ORIGINALS_ALL || DECL_PRESERVE_P(decl) ||
	    (originals == ORIGINALS_GLOBAL && TREE_PUBLIC(decl)))
		return DECL_ASSEMBLER_NAME(decl);
	return name_with_suffix(decl, UNTAGGED_SUFFIX);
}

/*
 * A copy of the declaration DECL without its body, and without anything that
 * belongs to DECL's definition. It has no call-graph node yet.
 */
static tree copy_declaration(tree decl)
{
	tree copy = copy_node(decl);
	tree attributes = copy_list(DECL_ATTRIBUTES(decl));

	attributes = remove_marks(attributes);
	attributes = remove_attribute("alias", attributes);
	attributes = remove_attribute("ifunc", attributes);
	attributes = remove_attribute("symver", attributes);
	attributes = remove_attribute("target_clones", attributes);
	attributes = remove_attribute("always_inline", attributes);
	/* The body of a naked function is assembly. */
	attributes = remove_attribute("naked", attributes);
	/* The original has the vector versions. */
	attributes = remove_attribute("omp declare simd", attributes);
	DECL_ATTRIBUTES(copy) = attributes;
	DECL_DISREGARD_INLINE_LIMITS(copy) = 0;
	DECL_STRUCT_FUNCTION(copy) = NULL;
	DECL_ARGUMENTS(copy) = NULL_TREE;
	DECL_RESULT(copy) = NULL_TREE;
	DECL_INITIAL(copy) = NULL_TREE;
	DECL_SAVED_TREE(copy) = NULL_TREE;
	DECL_STATIC_CONSTRUCTOR(copy) = 0;
	DECL_STATIC_DESTRUCTOR(copy) = 0;
	DECL_ABSTRACT_ORIGIN(copy) = NULL_TREE;
	TREE_ASM_WRITTEN(copy) = 0;
	SET_DECL_RTL(copy, NULL);
	return copy;
}

/* Declare the variant of MARKED, as defined in another unit. */
static tree declare_external_variant(struct marked_function *marked)
{
	tree variant = copy_declaration(marked->decl);

	if (prototype_p(marked->type))
		TREE_TYPE(variant) = tagged_function_type(marked->type,
							  marked->tag_class);
	SET_DECL_ASSEMBLER_NAME(variant, tagged_name(marked));
	DECL_EXTERNAL(variant) = 1;
	TREE_STATIC(variant) = 0;
	return variant;
}

/*
 * Declare the thunk of MARKED, a function that another unit defines, if that
 * unit need not have a thunk. This unit may have a body for inlining (extern
 * inline). Each unit that refers to the address has a copy;
 * it is weak, so that the address is the same in all that are linked to one
 * file. A module has another one than vmlinux. Returns false if references are
 * to the original.
 */
bool declare_external_thunk(struct marked_function *marked)
{
	tree decl = marked->decl;
	const char *reason = NULL;

	if (marked->kind != VARIANT_EXTERNAL && marked->kind != VARIANT_MOVED)
		return false;
	if (original_remains(marked))
		return marked->kind == VARIANT_MOVED;
	if (marked->thunk_needed)
		return true;
	if (marked->no_address)
		return false;
	if (stdarg_p(marked->type))
		reason = G_("it is variadic");
	else if (DECL_WEAK(decl))
		reason = G_("it may be missing, as it is declared %<weak%>");
	if (reason) {
		report_no_address(marked, reason);
		marked->no_address = true;
		return false;
	}
	if (marked->kind == VARIANT_EXTERNAL) {
		marked->thunk = copy_declaration(decl);
		SET_DECL_ASSEMBLER_NAME(marked->thunk, thunk_name(decl));
	}
	declare_weak(marked->thunk);
	marked->thunk_needed = true;
	return true;
}

/* Build the hidden parameter of FUNCTION, a tag of TAG_CLASS. */
static tree build_tag_parameter(tree function, struct tag_class *tag_class)
{
	tree type = tag_pointer_type(tag_class);
	tree parm = build_decl(DECL_SOURCE_LOCATION(function), PARM_DECL,
			       get_identifier(tag_class == allocator_class ?
					      "alloc_tag" : "code_tag"), type);

	DECL_CONTEXT(parm) = function;
	DECL_ARG_TYPE(parm) = type;
	DECL_ARTIFICIAL(parm) = 1;
	/* BTF describes the parameters of functions in a kernel. */
	DECL_NAMELESS(parm) = originals == ORIGINALS_ALL;
	/* At -O0, others take a place on the stack. */
	DECL_REGISTER(parm) = 1;
	TREE_READONLY(parm) = 1;
	TREE_USED(parm) = 1;
	return parm;
}

/*
 * The attribute of a function whose hidden parameter has been built before the
 * pass. The parameter is its value.
 */
#define TAG_PARAMETER	"alloctag parameter"

/* GCC's debug hooks, and a copy of them with a hook of our own. */
static const struct gcc_debug_hooks *original_debug_hooks;
static struct gcc_debug_hooks our_debug_hooks;

/*
 * Debug hook: describe DECL, a global declaration, before the passes run. This
 * is the description that inlined code refers to, and the first one of a
 * function of which there is also a copy that isn't inlined. pahole takes the
 * parameters from the first. So it must have the hidden one, too, which is
 * added for the time of the call.
 */
static void describe_declaration(tree decl)
{
	cgraph_node *node = TREE_CODE(decl) == FUNCTION_DECL ?
		cgraph_node::get(decl) : NULL;
	tree parm, *end;

	if (!node || stdarg_p(TREE_TYPE(decl)) || !will_be_moved(node) ||
	    lookup_attribute(TAG_PARAMETER, DECL_ATTRIBUTES(decl))) {
		original_debug_hooks->early_global_decl(decl);
		return;
	}
	parm = build_tag_parameter(decl, mark_of(decl).tag_class);
	for (end = &DECL_ARGUMENTS(decl); *end; end = &DECL_CHAIN(*end))
		;
	*end = parm;
	original_debug_hooks->early_global_decl(decl);
	*end = NULL_TREE;
	DECL_ATTRIBUTES(decl) = tree_cons(get_identifier(TAG_PARAMETER), parm,
					  DECL_ATTRIBUTES(decl));
}

/*
 * PLUGIN_START_UNIT callback: in a kernel, describe the hidden parameter in
 * debug information; see describe_declaration().
 */
void describe_tag_parameters(void *, void *)
{
	if (originals == ORIGINALS_ALL || debug_info_level < DINFO_LEVEL_NORMAL)
		return;
	original_debug_hooks = debug_hooks;
	our_debug_hooks = *debug_hooks;
	our_debug_hooks.early_global_decl = describe_declaration;
	debug_hooks = &our_debug_hooks;
}

/*
 * Build the hidden parameter of MARKED, if it is moved, unless
 * describe_declaration() has. To be called before any copy of the declaration
 * is made.
 */
static void make_tag_parameter(struct marked_function *marked)
{
	tree decl = marked->decl;
	tree early = lookup_attribute(TAG_PARAMETER, DECL_ATTRIBUTES(decl));

	if (marked->kind == VARIANT_MOVED)
		marked->tag_parm = early ? TREE_VALUE(early) :
					   build_tag_parameter(decl, marked->tag_class);
	if (early)
		DECL_ATTRIBUTES(decl) =
			remove_attribute(TAG_PARAMETER, DECL_ATTRIBUTES(decl));
}

/*
 * Give COPY the linkage and visibility of ORIGINAL. GCC makes clones local
 * symbols.
 */
static void restore_visibility(cgraph_node *copy, cgraph_node *original)
{
	tree decl = copy->decl;
	tree source = original->decl;

	TREE_PUBLIC(decl) = TREE_PUBLIC(source);
	DECL_WEAK(decl) = DECL_WEAK(source);
	DECL_VISIBILITY(decl) = DECL_VISIBILITY(source);
	DECL_VISIBILITY_SPECIFIED(decl) = DECL_VISIBILITY_SPECIFIED(source);
	DECL_DLLIMPORT_P(decl) = DECL_DLLIMPORT_P(source);
	copy->externally_visible = original->externally_visible;
	copy->force_output = original->force_output;
	copy->local = false;
	copy->unique_name = original->unique_name;
	copy->resolution = original->resolution;
}

/*
 * Give NODE's function the assembler name NAME. GCC then looks at those of its
 * other names, and takes a weakref's declaration for an identifier: compilers
 * that check trees refuse that, and others stop if it is deprecated. A weakref
 * keeps its name here; see move_aliases().
 */
static void change_name(cgraph_node *node, tree name)
{
	auto_vec<symtab_node *> weakrefs;
	ipa_ref *reference;
	symtab_node *alias;
	unsigned int i;

	for (i = 0; node->iterate_direct_aliases(i, reference); i++)
		if (reference->referring->weakref &&
		    reference->referring->transparent_alias)
			weakrefs.safe_push(reference->referring);
	FOR_EACH_VEC_ELT(weakrefs, i, alias)
		alias->transparent_alias = false;
	symtab->change_decl_assembler_name(node->decl, name);
	FOR_EACH_VEC_ELT(weakrefs, i, alias)
		alias->transparent_alias = true;
}

/*
 * Make a copy of the variadic function MARKED, whose node is NODE, and give it
 * the original name (see the top of this file).
 */
static void copy_variadic_original(cgraph_node *node,
				   struct marked_function *marked)
{
	tree decl = node->decl;
	tree name = DECL_NAME(decl);
	tree assembler_name = thunk_name(decl);
	cgraph_node *copy = copy_function_with_body(node, "untagged");

	/* Stage 1 has made sure that it can be copied. */
	gcc_assert(copy);
	DECL_NAME(copy->decl) = name;
	DECL_ATTRIBUTES(copy->decl) =
		remove_marks(copy_list(DECL_ATTRIBUTES(copy->decl)));
	/* Rename the original first so that the copy can take over its name. */
	change_name(node, tagged_name(marked));
	symtab->change_decl_assembler_name(copy->decl, assembler_name);
	restore_visibility(copy, node);
	marked->thunk = copy->decl;
	marked->thunk_done = true;
	add_marked_body(copy->decl, marked);
}

/* GCC makes no clones of DECL for constant arguments. */
void forbid_clones(tree decl)
{
	if (!lookup_attribute("noclone", DECL_ATTRIBUTES(decl)))
		DECL_ATTRIBUTES(decl) = tree_cons(get_identifier("noclone"),
						  NULL_TREE,
						  DECL_ATTRIBUTES(decl));
}

/* Whether the address of a label in DECL's body is taken. */
static bool has_forced_labels(tree decl)
{
	struct function *fn = DECL_STRUCT_FUNCTION(decl);
	basic_block bb;

	FOR_EACH_BB_FN(bb, fn)
		for (gimple_stmt_iterator gsi = gsi_start_bb(bb);
		     !gsi_end_p(gsi); gsi_next(&gsi)) {
			glabel *label = dyn_cast<glabel *>(gsi_stmt(gsi));

			if (!label)
				break;
			if (FORCED_LABEL(gimple_label_label(label)))
				return true;
		}
	return false;
}

/*
 * Declare the thunk of MARKED, whose node is NODE, under the original name, and
 * give the definition the name of the variant.
 */
static void declare_thunk(cgraph_node *node, struct marked_function *marked)
{
	tree decl = marked->decl;
	tree assembler_name = thunk_name(decl);

	marked->thunk = copy_declaration(decl);
	DECL_STATIC_CONSTRUCTOR(marked->thunk) = DECL_STATIC_CONSTRUCTOR(decl);
	DECL_STATIC_DESTRUCTOR(marked->thunk) = DECL_STATIC_DESTRUCTOR(decl);
	if (DECL_STATIC_CONSTRUCTOR(decl))
		SET_DECL_INIT_PRIORITY(marked->thunk, DECL_INIT_PRIORITY(decl));
	if (DECL_STATIC_DESTRUCTOR(decl))
		SET_DECL_FINI_PRIORITY(marked->thunk, DECL_FINI_PRIORITY(decl));
	marked->thunk_needed = original_is_used(marked);
	change_name(node, tagged_name(marked));
	SET_DECL_ASSEMBLER_NAME(marked->thunk, assembler_name);
}

/*
 * Turn the definition of MARKED, whose node is NODE, into the variant, and
 * declare the thunk under the original name.
 */
static void move_to_variant(cgraph_node *node, struct marked_function *marked)
{
	tree decl = marked->decl;

	if (stdarg_p(marked->type) && original_is_used(marked))
		copy_variadic_original(node, marked);
	else
		declare_thunk(node, marked);
	SET_DECL_RTL(decl, NULL);
	DECL_STATIC_CONSTRUCTOR(decl) = 0;
	DECL_STATIC_DESTRUCTOR(decl) = 0;

	/*
	 * GCC may clone a function for a constant argument, and tags are
	 * constants. With LTO, clones of a function whose labels are returned
	 * by a nested function are broken, without the plugin as well
	 * (gcc.c-torture's 920721-4 with a constant argument). And clones do
	 * not have the attribute "access", by which _FORTIFY_SOURCE=3 knows the
	 * size of an argument.
	 */
	if (has_forced_labels(decl) ||
	    lookup_attribute("access", TYPE_ATTRIBUTES(marked->type)))
		forbid_clones(decl);
	TREE_TYPE(decl) = tagged_function_type(marked->type, marked->tag_class);
	DECL_ARGUMENTS(decl) = chainon(DECL_ARGUMENTS(decl), marked->tag_parm);
	marked->variant = decl;
	add_marked_body(decl, marked);
	/* Stage 4 redirects references to the address to the thunk. */
	node->address_taken = 0;
	statistics.variants++;
}

/*
 * Whether the function DECL can be called with one more argument after its own
 * ones. It can unless it removes its arguments from the stack (stdcall).
 */
bool ignores_further_argument(tree decl)
{
	tree type = TREE_TYPE(decl);

	return !stdarg_p(type) &&
	       known_eq(targetm.calls.return_pops_args(decl, type, 64),
			targetm.calls.return_pops_args(decl, type, 128));
}

/*
 * Declare a variant of MARKED, which is left alone but defined here, if other
 * units may call one: they may see a prototype where this unit has none, or not
 * the attribute or built-in function that is the reason. Stage 5 makes it, see
 * make_variant_for_others().
 */
static void declare_variant_for_others(struct marked_function *marked)
{
	tree decl = marked->decl;
	cgraph_node *node = cgraph_node::get(decl);

	/* If assembly code defines it, see define_variant_in_asm(). */
	if (!node->definition || DECL_EXTERNAL(decl) || !TREE_PUBLIC(decl) ||
	    MAIN_NAME_P(DECL_NAME(decl)) || !ignores_further_argument(decl))
		return;
	marked->variant = declare_external_variant(marked);
}

/* The argument fallback was given. */
bool fallback_requested;

/*
 * Whether calls of MARKED test if there is a variant, since that is asked for,
 * and another unit defines it; see variant_or_original() in alloctag_call.c.
 */
bool has_fallback(struct marked_function *marked)
{
	return fallback_requested && marked->kind == VARIANT_EXTERNAL &&
	       ignores_further_argument(marked->decl);
}

/*
 * If ALLOCATOR has the attribute malloc (DEALLOCATOR), and DEALLOCATOR is
 * marked, calls of it are calls of its variant: name that one, for -fanalyzer.
 * The original remains if it may be called through a pointer.
 */
static void name_deallocator_variants(tree allocator)
{
	tree attribute;

	for (attribute = DECL_ATTRIBUTES(allocator);
	     (attribute = lookup_attribute("malloc", attribute));
	     attribute = TREE_CHAIN(attribute)) {
		tree arguments = TREE_VALUE(attribute);
		struct marked_function *marked;
		tree named;

		if (!arguments || TREE_CODE(TREE_VALUE(arguments)) != FUNCTION_DECL)
			continue;
		marked = marked_function_of(TREE_VALUE(arguments));
		if (!marked || !marked->variant || marked->variant == marked->decl ||
		    marked->kind == VARIANT_LEFT_ALONE)
			continue;
		named = tree_cons(NULL_TREE, marked->variant,
				  TREE_CHAIN(arguments));
		if (cgraph_node::get(marked->decl)->address_taken) {
			TREE_CHAIN(attribute) =
				tree_cons(TREE_PURPOSE(attribute), named,
					  TREE_CHAIN(attribute));
			attribute = TREE_CHAIN(attribute);
		} else {
			TREE_VALUE(attribute) = named;
		}
	}
}

/* Stage 3: make or declare all variants, and declare the thunks. */
void make_variants(void)
{
	for_each_marked_function(make_tag_parameter);
	for_each_marked_function([](struct marked_function *marked) {
		if (marked->kind == VARIANT_MOVED)
			move_to_variant(cgraph_node::get(marked->decl), marked);
		else if (marked->kind == VARIANT_LEFT_ALONE)
			declare_variant_for_others(marked);
		else
			marked->variant = declare_external_variant(marked);
		if (has_fallback(marked))
			declare_weak(marked->variant);
	});
	if (flag_analyzer) {
		cgraph_node *node;

		/* Variants that are only declared have no node yet. */
		for_each_marked_function([](struct marked_function *marked) {
			if (marked->variant && marked->variant != marked->decl)
				name_deallocator_variants(marked->variant);
		});
		FOR_EACH_FUNCTION(node)
			name_deallocator_variants(node->decl);
	}
}
