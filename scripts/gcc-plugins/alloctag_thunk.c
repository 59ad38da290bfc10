// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_thunk.c - thunks under the original names
 */
#include "alloctag.h"

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
		aliased = marked_function_by_thunk(target->decl);

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
	for_each_marked_function([](struct marked_function *marked) {
		if (marked->kind == VARIANT_MOVED)
			make_thunk(marked);
	});
	for_each_marked_function([](struct marked_function *marked) {
		if (marked->kind == VARIANT_ALIAS)
			make_alias_variant(marked);
		else if (marked->kind == VARIANT_FORWARDS)
			make_dropping_variant(marked);
	});
}
