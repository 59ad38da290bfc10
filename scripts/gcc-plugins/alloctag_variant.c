// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_variant.c - tagged variants, and thunks under the original names
 *
 * Before:
 *
 *	void *pool_get(struct pool *pool, gfp_t flags) __allocator
 *	{
 *		return kmalloc(pool->size, flags);
 *	}
 *
 * After:
 *
 *	void *pool_get.alloctag(struct pool *pool, gfp_t flags,
 *				const struct alloc_tag *tag)
 *	{
 *		return kmalloc.alloctag(pool->size, flags, tag);
 *	}
 *
 *	void *pool_get(struct pool *pool, gfp_t flags)		// cold
 *	{
 *		return pool_get.alloctag(pool, flags, &own_tag);
 *	}
 *
 * The *declaration* of the source becomes the variant: it gets another name and
 * type, and its body stays exactly where it is.  The declaration of the thunk is
 * new.  Moving the body instead of copying it keeps everything valid that hangs
 * on the declaration (local types, static locals, nested functions, labels whose
 * address is taken) and avoids a second copy of every allocator.
 *
 * The hidden parameter stands after the last named one, so attributes that count
 * parameters (alloc_size, nonnull, access) keep their meaning; only format's
 * first-to-check index would shift, and formats were checked by the front end.
 *
 * Two exceptions to moving:
 *
 *  - A variadic function can't be called by a thunk.  If anything may still
 *    call it by its original name, that name gets a copy of the body, whose
 *    allocations are charged to the function's own tag.
 *  - Where the original must stay what it is (ifunc, naked, an alias of
 *    something unmarked) the *variant* is the thunk: it drops the tag and calls
 *    the original, so that callers in other units still link.
 */
#include "alloctag.h"

/* TYPE, a function type with a prototype, with the hidden parameter. */
static tree tagged_function_type(tree type)
{
	tree tagged = build_distinct_type_copy(type);
	tree arguments = NULL_TREE;
	tree rest;

	for (rest = TYPE_ARG_TYPES(type); rest && rest != void_list_node;
	     rest = TREE_CHAIN(rest))
		arguments = tree_cons(TREE_PURPOSE(rest), TREE_VALUE(rest),
				      arguments);
	arguments = tree_cons(NULL_TREE, alloc_tag_pointer_type(), arguments);
	arguments = nreverse(arguments);
	if (rest)
		arguments = chainon(arguments, void_list_node);
	TYPE_ARG_TYPES(tagged) = arguments;
	TYPE_ATTRIBUTES(tagged) = remove_attribute("format",
		remove_attribute("fn spec", copy_list(TYPE_ATTRIBUTES(type))));
	return tagged;
}

/* The assembler name of DECL with the variants' suffix. */
static tree tagged_name(tree decl)
{
	char *name = concat(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl)),
			    ALLOCTAG_SUFFIX, NULL);
	tree identifier = get_identifier(name);

	free(name);
	return identifier;
}

/*
 * A declaration like DECL, but without a body, a call-graph node or anything
 * that ties it to DECL's definition.
 */
static tree copy_declaration(tree decl)
{
	tree copy = copy_node(decl);
	tree attributes = copy_list(DECL_ATTRIBUTES(decl));

	attributes = remove_attribute("allocator", attributes);
	attributes = remove_attribute("alias", attributes);
	attributes = remove_attribute("ifunc", attributes);
	attributes = remove_attribute("symver", attributes);
	attributes = remove_attribute("target_clones", attributes);
	attributes = remove_attribute("always_inline", attributes);
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

/* An external declaration of the variant of DECL, which is defined elsewhere. */
static tree declare_external_variant(tree decl)
{
	tree variant = copy_declaration(decl);

	TREE_TYPE(variant) = tagged_function_type(TREE_TYPE(decl));
	SET_DECL_ASSEMBLER_NAME(variant, tagged_name(decl));
	DECL_EXTERNAL(variant) = 1;
	TREE_STATIC(variant) = 0;
	return variant;
}

/*
 * Whether anything may use DECL's original symbol in or outside of this unit:
 * then the original name needs a body.
 */
static bool original_is_used(cgraph_node *node, struct marked_function *marked)
{
	tree decl = node->decl;
	cgraph_edge *edge;
	ipa_ref *reference;

	if (DECL_EXTERNAL(decl))
		return false;
	if (TREE_PUBLIC(decl) || node->address_taken || node->force_output ||
	    DECL_PRESERVE_P(decl) || DECL_STATIC_CONSTRUCTOR(decl) ||
	    DECL_STATIC_DESTRUCTOR(decl))
		return true;
	if (node->iterate_direct_aliases(0, reference))
		return true;
	for (edge = node->callers; edge; edge = edge->next_caller)
		if (edge->call_stmt && !call_is_compatible(edge->call_stmt, marked))
			return true;
	return false;
}

/* Gives FUNCTION's body the hidden parameter, and returns that. */
static tree add_tag_parameter(tree function)
{
	tree type = alloc_tag_pointer_type();
	tree parm = build_decl(DECL_SOURCE_LOCATION(function), PARM_DECL,
			       get_identifier("alloc_tag"), type);

	DECL_CONTEXT(parm) = function;
	DECL_ARG_TYPE(parm) = type;
	DECL_ARTIFICIAL(parm) = 1;
	DECL_NAMELESS(parm) = 1;
	TREE_READONLY(parm) = 1;
	TREE_USED(parm) = 1;
	DECL_ARGUMENTS(function) = chainon(DECL_ARGUMENTS(function), parm);
	return parm;
}

/* Undoes what cloning does to a function that is to be a global symbol again. */
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
 * Puts a copy of the variadic function MARKED under its original name (see the
 * top of the file).  Returns false where GCC can't copy the function.
 */
static bool copy_variadic_original(cgraph_node *node,
				   struct marked_function *marked)
{
	tree decl = node->decl;
	tree name = DECL_NAME(decl);
	tree assembler_name = DECL_ASSEMBLER_NAME(decl);
	cgraph_node *copy = copy_function_with_body(node, "untagged");

	if (!copy)
		return false;
	DECL_NAME(copy->decl) = name;
	DECL_ATTRIBUTES(copy->decl) =
		remove_attribute("allocator",
				 copy_list(DECL_ATTRIBUTES(copy->decl)));
	/* The original lets go of the name before the copy takes it. */
	symtab->change_decl_assembler_name(decl, tagged_name(decl));
	symtab->change_decl_assembler_name(copy->decl, assembler_name);
	restore_visibility(copy, node);
	marked->thunk = copy->decl;
	marked->thunk_done = true;
	add_marked_body(copy->decl, marked);
	return true;
}

/* Whether DECL's body has labels whose address somebody may hold. */
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

/* Makes NODE's function the variant; its body stays where it is. */
static void move_to_variant(cgraph_node *node, struct marked_function *marked)
{
	tree decl = marked->decl;

	if (stdarg_p(marked->type) && original_is_used(node, marked) &&
	    !copy_variadic_original(node, marked)) {
		marked->kind = VARIANT_LEFT_ALONE;
		report_fallback(marked,
				G_("it is variadic, and GCC can%'t copy its body"),
				TREE_PUBLIC(decl) ?
				G_("calls in this unit carry no tag, and units that see the attribute won%'t link: take it away") :
				G_("calls to it are left as they are and carry no tag"));
		return;
	}
	if (!marked->thunk_done) {
		tree assembler_name = DECL_ASSEMBLER_NAME(decl);

		marked->thunk = copy_declaration(decl);
		DECL_STATIC_CONSTRUCTOR(marked->thunk) =
			DECL_STATIC_CONSTRUCTOR(decl);
		DECL_STATIC_DESTRUCTOR(marked->thunk) =
			DECL_STATIC_DESTRUCTOR(decl);
		if (DECL_STATIC_CONSTRUCTOR(decl))
			SET_DECL_INIT_PRIORITY(marked->thunk,
					       DECL_INIT_PRIORITY(decl));
		if (DECL_STATIC_DESTRUCTOR(decl))
			SET_DECL_FINI_PRIORITY(marked->thunk,
					       DECL_FINI_PRIORITY(decl));
		marked->thunk_needed = original_is_used(node, marked);
		symtab->change_decl_assembler_name(decl, tagged_name(decl));
		SET_DECL_ASSEMBLER_NAME(marked->thunk, assembler_name);
	}
	SET_DECL_RTL(decl, NULL);
	DECL_STATIC_CONSTRUCTOR(decl) = 0;
	DECL_STATIC_DESTRUCTOR(decl) = 0;

	/*
	 * A constant tag invites GCC to clone the function for it.  Clones of one
	 * whose labels a nested function returns are broken in LTO, with or
	 * without the plugin (gcc.c-torture's 920721-4 with a constant argument).
	 */
	if (has_forced_labels(decl) &&
	    !lookup_attribute("noclone", DECL_ATTRIBUTES(decl)))
		DECL_ATTRIBUTES(decl) = tree_cons(get_identifier("noclone"),
						  NULL_TREE,
						  DECL_ATTRIBUTES(decl));
	TREE_TYPE(decl) = tagged_function_type(marked->type);
	marked->tag_parm = add_tag_parameter(decl);
	marked->variant = decl;
	add_marked_body(decl, marked);
	/* What took its address takes the thunk's now. */
	node->address_taken = 0;
	statistics.variants++;
}

/* Second step: variants exist, thunks are declared. */
void make_variants(void)
{
	for_each_marked_function([](struct marked_function *marked) {
		if (marked->kind == VARIANT_MOVED)
			move_to_variant(cgraph_node::get(marked->decl), marked);
		else if (marked->kind != VARIANT_LEFT_ALONE)
			marked->variant = declare_external_variant(marked->decl);
	});
}
