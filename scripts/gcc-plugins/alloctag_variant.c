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

static hash_map<tree, marked_function *> *marked_functions;
static hash_map<tree, marked_function *> *marked_bodies;
static auto_vec<marked_function *> *marked_in_order;

/* The marked function that DECL (as calls in the source name it) is, or NULL. */
struct marked_function *marked_function_of(tree decl)
{
	marked_function **found;

	if (!marked_functions)
		return NULL;
	found = marked_functions->get(decl);
	return found ? *found : NULL;
}

/*
 * The marked function whose variant, or whose copy under the original name,
 * DECL is the body of; NULL for all other functions.
 */
struct marked_function *marked_function_by_body(tree decl)
{
	marked_function **found;

	if (!marked_bodies)
		return NULL;
	found = marked_bodies->get(decl);
	return found ? *found : NULL;
}

void for_each_marked_function(void (*callback)(struct marked_function *))
{
	unsigned int i;
	marked_function *marked;

	if (!marked_in_order)
		return;
	FOR_EACH_VEC_ELT(*marked_in_order, i, marked)
		callback(marked);
}

/* The tag of calls to MARKED that come without one: its definition's line. */
tree own_tag(struct marked_function *marked)
{
	if (!marked->own_tag)
		marked->own_tag = make_tag(DECL_SOURCE_LOCATION(marked->decl),
					   marked->decl, "",
					   ALLOC_TAG_UNTAGGED);
	return unshare_expr(marked->own_tag);
}

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

static bool function_has_gimple_body(tree decl)
{
	struct function *fn = DECL_STRUCT_FUNCTION(decl);

	return fn && fn->cfg && gimple_in_ssa_p(fn);
}

/*
 * Why the original of DECL must stay under its name with its body, or NULL.
 * The text completes "%qD can't be given a tagged variant: ...".
 */
static const char *reason_to_keep_body(cgraph_node *node)
{
	tree decl = node->decl;
	tree parm;

	if (node->ifunc_resolver || lookup_attribute("ifunc", DECL_ATTRIBUTES(decl)))
		return G_("it is resolved at run time (%<ifunc%>)");
	if (lookup_attribute("naked", DECL_ATTRIBUTES(decl)))
		return G_("it is %<naked%>, its code finds its own arguments");
	if (lookup_attribute("target_clones", DECL_ATTRIBUTES(decl)))
		return G_("it is compiled several times (%<target_clones%>)");
	if (function_has_gimple_body(decl)) {
		if (variably_modified_type_p(TREE_TYPE(TREE_TYPE(decl)),
					     NULL_TREE))
			return G_("the size of its result varies");
		for (parm = DECL_ARGUMENTS(decl); parm; parm = DECL_CHAIN(parm))
			if (TYPE_SIZE(TREE_TYPE(parm)) &&
			    !TREE_CONSTANT(TYPE_SIZE(TREE_TYPE(parm))))
				return G_("the size of a parameter varies");
	}
	return NULL;
}

/*
 * Why calls to DECL can't be rewritten at all, or NULL.  What is checked here
 * must look the same in the unit that defines DECL and in those that call it.
 */
static const char *reason_to_leave_alone(cgraph_node *node)
{
	tree decl = node->decl;

	if (!prototype_p(TREE_TYPE(decl)))
		return G_("it has no prototype");
	if (fndecl_built_in_p(decl))
		return G_("GCC knows it as a built-in function and handles calls to it itself");
	/* An attribute of the declaration or of the type, as the target has it. */
	if (lookup_attribute("interrupt", DECL_ATTRIBUTES(decl)) ||
	    lookup_attribute("interrupt", TYPE_ATTRIBUTES(TREE_TYPE(decl))))
		return G_("it is an %<interrupt%> handler, which nothing may call");
	/* A definition that doesn't repeat the attribute loses the flag. */
	if ((flags_from_decl_or_type(decl) & ECF_RETURNS_TWICE) ||
	    lookup_attribute("returns_twice", DECL_ATTRIBUTES(decl)))
		return G_("it returns twice");
	if (DECL_STATIC_CHAIN(decl))
		return G_("it is a nested function that uses its parent's variables");
	if (MAIN_NAME_P(DECL_NAME(decl)) && DECL_FILE_SCOPE_P(decl))
		return G_("the program starts there");
	if (node->weakref || lookup_attribute("weakref", DECL_ATTRIBUTES(decl)))
		return G_("it is a %<weakref%> to another symbol");
	return NULL;
}

/* Says that MARKED isn't treated as its mark asks for, and what happens. */
static void report_fallback(struct marked_function *marked, const char *reason,
			    const char *consequence)
{
	location_t where = DECL_SOURCE_LOCATION(marked->decl);
	auto_diagnostic_group group;

	if (marked->listed) {
		/* A list is for many units and may name what isn't there. */
		if (verbose_requested()) {
			inform(where, "%qD can%'t be given a tagged variant", marked->decl);
			inform(where, reason);
			inform(where, consequence);
		}
		return;
	}
	if (warning_at(where, 0, "%qD can%'t be given a tagged variant", marked->decl)) {
		inform(where, reason);
		inform(where, consequence);
	}
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

static bool defined_here(cgraph_node *node)
{
	return node->definition && !node->alias &&
	       function_has_gimple_body(node->decl);
}

/* Decides how the marked function NODE is treated. */
static void classify(cgraph_node *node, bool listed)
{
	marked_function *marked = XCNEW(marked_function);
	const char *reason;

	marked->decl = node->decl;
	marked->type = TREE_TYPE(node->decl);
	marked->thunk = node->decl;
	marked->listed = listed;

	reason = reason_to_leave_alone(node);
	if (reason) {
		marked->kind = VARIANT_LEFT_ALONE;
		report_fallback(marked, reason,
				G_("calls to it are left as they are and carry no tag"));
	} else if ((reason = reason_to_keep_body(node))) {
		marked->kind = VARIANT_FORWARDS;
		report_fallback(marked, reason,
				G_("calls lose their tag: what it allocates is charged to itself"));
	} else if (node->alias && node->analyzed) {
		/* Whether its target is marked is known once all are. */
		marked->kind = VARIANT_ALIAS;
	} else if (defined_here(node)) {
		marked->kind = VARIANT_MOVED;
	} else {
		marked->kind = VARIANT_EXTERNAL;
		/* A static function without a body is never called. */
		if (!DECL_EXTERNAL(node->decl) && !TREE_PUBLIC(node->decl))
			marked->kind = VARIANT_LEFT_ALONE;
	}
	marked_functions->put(node->decl, marked);
	marked_in_order->safe_push(marked);
}

/* First step: finds all marked functions that the unit defines or refers to. */
void collect_marked_functions(void)
{
	cgraph_node *node;
	auto_vec<cgraph_node *> nodes;
	unsigned int i;

	marked_functions = new hash_map<tree, marked_function *>;
	marked_bodies = new hash_map<tree, marked_function *>;
	marked_in_order = new auto_vec<marked_function *>;

	FOR_EACH_FUNCTION(node)
		if (!node->thunk && !node->inlined_to)
			nodes.safe_push(node);
	/* The symbol table lists the newest first. */
	for (i = nodes.length(); i-- > 0; ) {
		tree decl = nodes[i]->decl;
		bool listed = marked_by_list(decl);

		if (marked_by_attribute(decl))
			classify(nodes[i], false);
		else if (listed)
			classify(nodes[i], true);
	}
}

void forget_marked_functions(void)
{
	unsigned int i;
	marked_function *marked;

	FOR_EACH_VEC_ELT(*marked_in_order, i, marked)
		free(marked);
	delete marked_in_order;
	delete marked_functions;
	delete marked_bodies;
	marked_in_order = NULL;
	marked_functions = NULL;
	marked_bodies = NULL;
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
	marked_bodies->put(copy->decl, marked);
	return true;
}

/* Whatever names NODE's function by an alias is to get its thunk instead. */
static void move_aliases(cgraph_node *node, cgraph_node *thunk)
{
	auto_vec<symtab_node *> aliases;
	ipa_ref *reference;
	unsigned int i;
	symtab_node *alias;

	for (i = 0; node->iterate_direct_aliases(i, reference); i++)
		aliases.safe_push(reference->referring);
	FOR_EACH_VEC_ELT(aliases, i, alias) {
		alias->remove_all_references();
		alias->analyzed = false;
		alias->resolve_alias(thunk);
	}
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
	marked_bodies->put(decl, marked);
	/* What took its address takes the thunk's now. */
	node->address_taken = 0;
	statistics.variants++;
}

/* Second step: variants exist, thunks are declared. */
void make_variants(void)
{
	unsigned int i;
	marked_function *marked;

	FOR_EACH_VEC_ELT(*marked_in_order, i, marked) {
		if (marked->kind == VARIANT_MOVED)
			move_to_variant(cgraph_node::get(marked->decl), marked);
		else if (marked->kind != VARIANT_LEFT_ALONE)
			marked->variant = declare_external_variant(marked->decl);
	}
}

/*
 * Keeps the variant from being inlined into its thunk FROM, which would leave the
 * body in the object twice.  GCC never inlines between functions that differ in
 * -fwrapv, except if it is told to always; a thunk has no arithmetic, so that
 * this means nothing for its code.
 */
static void forbid_inlining_into(tree from)
{
	tree old = DECL_FUNCTION_SPECIFIC_OPTIMIZATION(from);
	struct cl_optimization saved;

	cl_optimization_save(&saved, &global_options, &global_options_set);
	if (old)
		cl_optimization_restore(&global_options, &global_options_set,
					TREE_OPTIMIZATION(old));
	global_options.x_flag_wrapv = !global_options.x_flag_wrapv;
	DECL_FUNCTION_SPECIFIC_OPTIMIZATION(from) =
		build_optimization_node(&global_options, &global_options_set);
	cl_optimization_restore(&global_options, &global_options_set, &saved);
}

/*
 * Builds the body of FROM: it calls TO with its own parameters and returns what
 * TO returns.  TAG is added as the hidden argument, or NULL_TREE; with DROP_TAG,
 * FROM's last parameter isn't passed on.  DEFINED is the first of the parameters
 * that the source's definition has, whose names and types in registers FROM's
 * are to have as well; NULL_TREE if there is no definition here.
 */
static cgraph_node *build_forwarder(tree from, tree to, tree defined,
				    tree tag, bool drop_tag)
{
	tree result_type = TREE_TYPE(TREE_TYPE(from));
	tree result = build_decl(DECL_SOURCE_LOCATION(from), RESULT_DECL,
				 NULL_TREE, result_type);
	location_t where = DECL_SOURCE_LOCATION(from);
	auto_vec<tree> arguments;
	tree types, last = NULL_TREE;
	tree value = NULL_TREE;
	cgraph_node *node;
	gimple_stmt_iterator gsi;
	basic_block bb;
	gcall *call;

	DECL_ARTIFICIAL(result) = 1;
	DECL_IGNORED_P(result) = 1;
	DECL_CONTEXT(result) = from;
	DECL_RESULT(from) = result;
	DECL_EXTERNAL(from) = 0;
	TREE_STATIC(from) = 1;
	DECL_UNINLINABLE(from) = 1;
	forbid_inlining_into(from);
	DECL_DECLARED_INLINE_P(from) = 0;
	if (!lookup_attribute("cold", DECL_ATTRIBUTES(from)) &&
	    !lookup_attribute("hot", DECL_ATTRIBUTES(from)))
		DECL_ATTRIBUTES(from) = tree_cons(get_identifier("cold"),
						  NULL_TREE,
						  DECL_ATTRIBUTES(from));

	for (types = TYPE_ARG_TYPES(TREE_TYPE(from));
	     types && types != void_list_node; types = TREE_CHAIN(types)) {
		tree parm = build_decl(where, PARM_DECL,
				       defined ? DECL_NAME(defined) : NULL_TREE,
				       TREE_VALUE(types));

		DECL_ARG_TYPE(parm) = defined ? DECL_ARG_TYPE(defined) :
						  TREE_VALUE(types);
		if (defined) {
			TREE_TYPE(parm) = TREE_TYPE(defined);
			SET_DECL_ALIGN(parm, DECL_ALIGN(defined));
			defined = DECL_CHAIN(defined);
		}
		DECL_CONTEXT(parm) = from;
		DECL_ARTIFICIAL(parm) = 1;
		TREE_USED(parm) = 1;
		if (TREE_CODE(TREE_TYPE(parm)) != ERROR_MARK)
			layout_decl(parm, 0);
		if (last)
			DECL_CHAIN(last) = parm;
		else
			DECL_ARGUMENTS(from) = parm;
		last = parm;
	}

	bb = init_lowered_empty_function(from, true,
					 profile_count::uninitialized());
	cfun->function_end_locus = where;
	cfun->function_start_locus = where;

	for (tree parm = DECL_ARGUMENTS(from); parm; parm = DECL_CHAIN(parm)) {
		if (drop_tag && parm == last)
			break;
		if (is_gimple_reg(parm))
			arguments.safe_push(get_or_create_ssa_default_def(cfun, parm));
		else
			arguments.safe_push(parm);
	}
	if (tag)
		arguments.safe_push(tag);

	gsi = gsi_start_bb(bb);
	call = gimple_build_call_vec(to, arguments);
	gimple_set_location(call, where);
	if (flags_from_decl_or_type(to) & ECF_NORETURN)
		gimple_call_set_ctrl_altering(call, true);
	if (!VOID_TYPE_P(result_type)) {
		if (is_gimple_reg_type(result_type))
			value = make_ssa_name(result_type);
		else if (aggregate_value_p(result, from))
			value = result;
		else	/* a small aggregate, returned in registers */
			value = create_tmp_var(result_type, "result");
		/* A call that doesn't return may not assign to a register. */
		if (!(gimple_call_flags(call) & ECF_NORETURN) ||
		    !is_gimple_reg_type(result_type))
			gimple_call_set_lhs(call, value);
		if (aggregate_value_p(result, from))
			gimple_call_set_return_slot_opt(call, true);
	}
	gsi_insert_after(&gsi, call, GSI_NEW_STMT);
	if (gimple_call_flags(call) & ECF_NORETURN) {
		remove_edge(single_succ_edge(bb));
	} else {
		gimple *leave = gimple_build_return(value);

		gimple_set_location(leave, where);
		gsi_insert_after(&gsi, leave, GSI_NEW_STMT);
	}
	mark_virtual_operands_for_renaming(cfun);
	update_ssa(TODO_update_ssa);
	free_dominance_info(CDI_DOMINATORS);
	free_dominance_info(CDI_POST_DOMINATORS);
	set_cfun(NULL);
	current_function_decl = NULL_TREE;

	cgraph_node::add_new_function(from, true);
	node = cgraph_node::get(from);
	/* add_new_function() thinks of functions nobody refers to. */
	node->force_output = false;
	push_cfun(DECL_STRUCT_FUNCTION(from));
	cgraph_edge::rebuild_edges();
	pop_cfun();
	return node;
}

/* The thunk that calls the moved body with the function's own tag. */
static void make_thunk(struct marked_function *marked)
{
	cgraph_node *variant = cgraph_node::get(marked->variant);
	cgraph_node *thunk;

	if (marked->thunk_needed && !marked->thunk_done) {
		thunk = build_forwarder(marked->thunk, marked->variant,
					DECL_ARGUMENTS(marked->decl),
					own_tag(marked), false);
		thunk->set_section(*variant);
		thunk->externally_visible = variant->externally_visible;
		thunk->force_output = variant->force_output;
		thunk->no_reorder = variant->no_reorder;
		thunk->order = variant->order;
		marked->thunk_done = true;
	}
	if (marked->thunk_done)
		move_aliases(variant, cgraph_node::get(marked->thunk));
}

/* The variant that can only drop the tag; nothing to do if it isn't needed. */
static void make_dropping_variant(struct marked_function *marked)
{
	cgraph_node *original = cgraph_node::get(marked->decl);
	cgraph_node *variant;

	/* A unit that only calls it needs the declaration alone. */
	if (!original->definition || DECL_EXTERNAL(marked->decl))
		return;
	if (stdarg_p(marked->type))
		return;
	variant = build_forwarder(marked->variant, marked->decl, NULL_TREE,
				  NULL_TREE, true);
	variant->externally_visible = original->externally_visible;
	statistics.variants++;
}

/* A marked alias: its variant is an alias of the target's variant. */
static void make_alias_variant(struct marked_function *marked)
{
	cgraph_node *node = cgraph_node::get(marked->decl);
	symtab_node *target = node->get_alias_target();
	struct marked_function *aliased = NULL;
	cgraph_node *variant;

	if (target) {
		aliased = marked_function_of(target->decl);
		if (!aliased)
			aliased = marked_function_by_body(target->decl);
	}
	/* make_thunk() may have been here before: the target is a thunk then. */
	if (!aliased && target)
		for (unsigned int i = 0; i < marked_in_order->length(); i++)
			if ((*marked_in_order)[i]->thunk == target->decl)
				aliased = (*marked_in_order)[i];

	if (!aliased || aliased->kind != VARIANT_MOVED) {
		make_dropping_variant(marked);
		return;
	}
	TREE_STATIC(marked->variant) = 1;
	DECL_EXTERNAL(marked->variant) = 0;
	variant = cgraph_node::create_alias(marked->variant, aliased->variant);
	variant->externally_visible = node->externally_visible;
	variant->resolve_alias(cgraph_node::get(aliased->variant));
	statistics.variants++;
}

/* Last step: everything under an original name, and all aliases. */
void make_thunks(void)
{
	unsigned int i;
	marked_function *marked;

	FOR_EACH_VEC_ELT(*marked_in_order, i, marked)
		if (marked->kind == VARIANT_MOVED)
			make_thunk(marked);
	FOR_EACH_VEC_ELT(*marked_in_order, i, marked)
		if (marked->kind == VARIANT_ALIAS)
			make_alias_variant(marked);
		else if (marked->kind == VARIANT_FORWARDS)
			make_dropping_variant(marked);
}
