// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_call.c - calls and other references (stages 2 and 4)
 *
 * Each direct call of a marked function becomes a call of its variant. The tag
 * is passed after the last named argument:
 *
 *	in a marked function	the tag that the function was called with
 *	elsewhere		a static tag for this call
 *
 * A call of a function of another class has a static tag, too; so has each in a
 * function that a list names with a result (alloctag_decide.c). In the scope of
 * a tag variable of the class, the call passes the value of the variable
 * instead, unless that is NULL at run time.
 *
 * All other references to a marked function are redirected to its thunk, which
 * has the type that the source declares: addresses taken in statements, PHIs
 * and initializers, asm operands, and calls through another function type.
 */
#include "alloctag.h"

/*
 * The tag variable that CALL takes its tag of TAG_CLASS from: the one declared
 * last before the call, in the innermost scope that has one. NULL_TREE if there
 * is none. A call in the initializer of a tag variable is before it.
 */
static tree governing_variable(const gcall *call, struct tag_class *tag_class)
{
	tree function = current_function_decl;
	location_t where = LOCATION_LOCUS(gimple_location(call));
	tree block, variable, found;

	for (block = gimple_block(call); block;
	     block = TREE_CODE(block) == BLOCK ? BLOCK_SUPERCONTEXT(block) : NULL_TREE) {
		if (TREE_CODE(block) != BLOCK)
			break;
		found = NULL_TREE;
		for (variable = BLOCK_VARS(block); variable;
		     variable = DECL_CHAIN(variable)) {
			if (!VAR_P(variable) ||
			    class_of_variable(variable) != tag_class)
				continue;
			/* An OpenMP region's variable is valid in all of it. */
			if (DECL_ARTIFICIAL(variable) ||
			    (linemap_location_before_p(line_table,
						       DECL_SOURCE_LOCATION(variable),
						       where) &&
			     !is_in_initializer(where, variable)))
				found = variable;
		}
		if (found)
			return found;
	}
	found = NULL_TREE;
	for (variable = DECL_ARGUMENTS(function); variable;
	     variable = DECL_CHAIN(variable))
		if (class_of_variable(variable) == tag_class)
			found = variable;
	return found;
}

/*
 * The tag of TAG_CLASS that calls in the current function pass on. If the
 * function is marked for that class, it is the tag that the function was called
 * with, otherwise NULL_TREE. It is also NULL_TREE if the function is left
 * alone, or its variant drops the tag. Then at least the lines of the calls are
 * known.
 */
static tree incoming_tag(struct tag_class *tag_class)
{
	struct marked_function *marked =
		marked_function_by_body(current_function_decl);

	if (!marked || marked->tag_class != tag_class)
		return NULL_TREE;
	if (marked->variant == current_function_decl)
		return get_or_create_ssa_default_def(cfun, marked->tag_parm);
	/* The copy of a variadic function: it has no hidden parameter. */
	return untagged_tag(marked);
}

/*
 * Whether CALL has a line of its own although the current function may be
 * marked for the same class. A function to which the list of its own class
 * gives a result asks whether it fails: only that is done for its caller.
 */
static bool is_own_line(gcall *call)
{
	struct marked_function *marked =
		marked_function_by_body(current_function_decl);
	tree callee = gimple_call_fndecl(call);
	const char *name;

	return marked && result_of(marked->decl, &name) &&
	       class_named(name) == marked->tag_class &&
	       !(callee && is_decision(callee));
}

/*
 * If a list says that CALL can fail, and it passes TAG of another class than
 * the list's, TAG_CLASS, make a tag of the list's class, too.
 */
static void list_call(gcall *call, struct tag_class *tag_class, tree tag)
{
	tree callee = gimple_call_fndecl(call);
	struct tag_class *list_class;
	const char *name;

	if (!callee || !result_of(callee, &name))
		return;
	list_class = class_named(name);
	if (list_class == tag_class)
		return;
	if (class_is_declared(list_class))
		make_further_tag(list_class, tag, current_function_decl, call);
	else
		report_class_not_declared_at(gimple_location(call), list_class);
}

/* The address of a static tag of TAG_CLASS for CALL. */
static tree new_static_tag(gcall *call, struct tag_class *tag_class)
{
	const char *type = class_has_type(tag_class) ? allocated_type(call) : "";
	tree tag = make_tag(tag_class, gimple_location(call), current_function_decl,
			    type, call, 0);

	if (tag_class == allocator_class && gimple_call_fndecl(call))
		name_allocator(tag, gimple_call_fndecl(call));
	list_call(call, tag_class, tag);
	return tag;
}

/*
 * Insert code before the statement at GSI that reads the tag variable VARIABLE,
 * and chooses OTHERWISE if its value is NULL. Returns the SSA name of the
 * result.
 */
static tree tag_in_variable(gimple_stmt_iterator *gsi, tree variable,
			    tree otherwise)
{
	tree type = TREE_TYPE(otherwise);
	tree memory = gimple_vuse(gsi_stmt(*gsi));
	location_t where = gimple_location(gsi_stmt(*gsi));
	tree place = variable;
	tree value, is_set, chosen;
	gassign *load, *compare, *choose;

	/* A variable that a nested function uses is a field of the frame. */
	if (DECL_HAS_VALUE_EXPR_P(variable)) {
		place = unshare_expr(DECL_VALUE_EXPR(variable));
		TREE_THIS_VOLATILE(place) = 0;
	}
	value = make_ssa_name(TREE_TYPE(variable));
	load = gimple_build_assign(value, place);
	gimple_set_location(load, where);
	gsi_insert_before(gsi, load, GSI_SAME_STMT);
	if (memory)
		gimple_set_vuse(load, memory);
	update_stmt(load);

	is_set = make_ssa_name(boolean_type_node);
	compare = gimple_build_assign(is_set, NE_EXPR, value,
				      build_zero_cst(TREE_TYPE(variable)));
	gimple_set_location(compare, where);
	gsi_insert_before(gsi, compare, GSI_SAME_STMT);

	chosen = make_ssa_name(type);
	choose = gimple_build_assign(chosen, COND_EXPR, is_set, value, otherwise);
	gimple_set_location(choose, where);
	gsi_insert_before(gsi, choose, GSI_SAME_STMT);
	return chosen;
}

/*
 * The tag of TAG_CLASS that calls at the place of the statement at GSI pass on,
 * NULL if each passes a separate tag. May insert statements before the one at
 * GSI.
 */
static tree enclosing_tag(gimple_stmt_iterator *gsi, struct tag_class *tag_class)
{
	tree variable = governing_variable(as_a<gcall *>(gsi_stmt(*gsi)), tag_class);
	tree incoming = incoming_tag(tag_class);
	tree tag = incoming ? incoming : build_zero_cst(tag_pointer_type(tag_class));

	return variable ? tag_in_variable(gsi, variable, tag) : tag;
}

/*
 * The tag of TAG_CLASS for the call at GSI to pass. May insert statements
 * before it.
 */
static tree tag_for_call(gimple_stmt_iterator *gsi, struct tag_class *tag_class)
{
	gcall *call = as_a<gcall *>(gsi_stmt(*gsi));
	tree variable = governing_variable(call, tag_class);
	tree incoming = is_own_line(call) ? NULL_TREE : incoming_tag(tag_class);
	tree tag = incoming ? incoming : new_static_tag(call, tag_class);

	return variable ? tag_in_variable(gsi, variable, tag) : tag;
}

/*
 * Insert code before the statement at GSI that chooses MARKED's variant, which
 * is weak, if it is there, and otherwise the original, which ignores the tag.
 * Returns the SSA name of the chosen address.
 */
static tree variant_or_original(gimple_stmt_iterator *gsi,
				struct marked_function *marked)
{
	tree type = build_pointer_type(TREE_TYPE(marked->variant));
	location_t where = gimple_location(gsi_stmt(*gsi));
	tree variant = build1(ADDR_EXPR, type, marked->variant);
	tree original = build1(ADDR_EXPR, type, marked->decl);
	tree is_there = make_ssa_name(boolean_type_node);
	tree chosen = make_ssa_name(type);
	gassign *compare, *choose;

	TREE_ADDRESSABLE(marked->variant) = 1;
	TREE_ADDRESSABLE(marked->decl) = 1;
	compare = gimple_build_assign(is_there, NE_EXPR, variant,
				      build_zero_cst(type));
	gimple_set_location(compare, where);
	gsi_insert_before(gsi, compare, GSI_SAME_STMT);
	choose = gimple_build_assign(chosen, COND_EXPR, is_there,
				     unshare_expr(variant), original);
	gimple_set_location(choose, where);
	gsi_insert_before(gsi, choose, GSI_SAME_STMT);
	return chosen;
}

/*
 * Replace the call at GSI by one of CALLEE, a declaration or an address, that
 * passes TAG after the first NAMED arguments. TYPE is CALLEE's.
 */
static void pass_tag(gimple_stmt_iterator *gsi, tree callee, tree type,
		     unsigned int named, tree tag)
{
	gcall *call = as_a<gcall *>(gsi_stmt(*gsi));
	tree result = gimple_call_lhs(call);
	auto_vec<tree> arguments;
	unsigned int i;
	gcall *tagged;

	for (i = 0; i < named; i++)
		arguments.safe_push(gimple_call_arg(call, i));
	arguments.safe_push(tag);
	for (; i < gimple_call_num_args(call); i++)
		arguments.safe_push(gimple_call_arg(call, i));

	tagged = gimple_build_call_vec(callee, arguments);
	gimple_call_set_fntype(tagged, type);
	gimple_call_set_chain(tagged, gimple_call_chain(call));
	gimple_call_copy_flags(tagged, call);
	/* The call of an address has no declaration to tell. */
	if (TREE_CODE(callee) != FUNCTION_DECL)
		gimple_call_set_nothrow(tagged, gimple_call_nothrow_p(call));
	gimple_call_set_ctrl_altering(tagged, gimple_call_ctrl_altering_p(call));
	gimple_set_location(tagged, gimple_location(call));
	inherit_warnings(tagged, call);
	if (result) {
		gimple_call_set_lhs(call, NULL_TREE);
		gimple_call_set_lhs(tagged, result);
		if (TREE_CODE(result) == SSA_NAME)
			SSA_NAME_DEF_STMT(result) = tagged;
	}
	gimple_move_vops(tagged, call);
	gsi_replace(gsi, tagged, true);
	statistics.calls++;

	if (dump_file) {
		fprintf(dump_file, ";; %s: ", function_name(cfun));
		print_gimple_stmt(dump_file, tagged, 0, dump_flags);
	}
}

/* Replace the call at GSI by a call of the variant of MARKED. */
static void rewrite_call(gimple_stmt_iterator *gsi, struct marked_function *marked)
{
	tree tag = tag_for_call(gsi, marked->tag_class);

	pass_tag(gsi, has_fallback(marked) ? variant_or_original(gsi, marked) :
					     marked->variant,
		 TREE_TYPE(marked->variant), count_parameters(marked->type), tag);
}

/*
 * Let the call at GSI, through a pointer, pass a tag if that is marked. Returns
 * whether the statement changed.
 */
static bool rewrite_indirect_call(gimple_stmt_iterator *gsi)
{
	gcall *call = as_a<gcall *>(gsi_stmt(*gsi));
	struct tag_class *tag_class = class_of_indirect_call(call);
	tree type = gimple_call_fntype(call);
	tree tag;

	if (!tag_class)
		return false;
	if (!class_is_declared(tag_class)) {
		report_class_not_declared_at(gimple_location(call), tag_class);
		return false;
	}
	tag = tag_for_call(gsi, tag_class);
	pass_tag(gsi, gimple_call_fn(call), tagged_function_type(type, tag_class),
		 count_parameters(type), tag);
	return true;
}

/* Replace the call at GSI, which asks for a tag, by VALUE. */
static void replace_by_value(gimple_stmt_iterator *gsi, tree value)
{
	gimple *call = gsi_stmt(*gsi);
	tree result = gimple_call_lhs(call);
	gimple *assignment;

	unlink_stmt_vdef(call);
	if (gimple_vdef(call) && TREE_CODE(gimple_vdef(call)) == SSA_NAME)
		release_ssa_name(gimple_vdef(call));
	if (result)
		assignment = gimple_build_assign(result, value);
	else
		assignment = gimple_build_nop();
	gimple_set_location(assignment, gimple_location(call));
	if (result && gimple_vdef(call) == NULL_TREE && !is_gimple_reg(result))
		mark_virtual_operands_for_renaming(cfun);
	gsi_replace(gsi, assignment, true);
	update_stmt(assignment);
	if (gimple_purge_dead_eh_edges(gsi_bb(*gsi)))
		free_dominance_info(CDI_DOMINATORS);
}

/* Whether a call of CALLEE asks for a tag. CALLEE itself does not exist. */
static bool is_tag_query(tree callee)
{
	bool of_caller;

	return class_asked_for(callee, &of_caller) || asks_for_enclosing_tag(callee);
}

/*
 * If the call at GSI, of CALLEE, asks for a tag, replace it by the address of
 * that tag, or report an error. Returns false for all other calls.
 */
static bool rewrite_tag_query(gimple_stmt_iterator *gsi, tree callee)
{
	location_t where = gimple_location(gsi_stmt(*gsi));
	struct tag_class *tag_class;
	bool of_caller;
	tree tag;

	if (asks_for_enclosing_tag(callee)) {
		tag_class = class_of_pointer(TREE_TYPE(TREE_TYPE(callee)));
		replace_by_value(gsi, enclosing_tag(gsi, tag_class));
		return true;
	}
	tag_class = class_asked_for(callee, &of_caller);
	if (!tag_class)
		return false;
	if (!of_caller) {
		tag = make_tag(tag_class, where, current_function_decl, "", NULL, 0);
	} else {
		struct marked_function *marked =
			marked_function_of(current_function_decl);

		tag = incoming_tag(tag_class);
		/* A mark without effect does not make the source an error. */
		if (!tag && marked && marked->tag_class == tag_class)
			tag = untagged_tag(marked);
		if (!tag) {
			report_no_caller(where, callee, current_function_decl, tag_class);
			tag = build_zero_cst(TREE_TYPE(TREE_TYPE(callee)));
		}
	}
	replace_by_value(gsi, tag);
	return true;
}

/*
 * Note a reference to MARKED that is not a tagged call. Returns whether it must
 * be redirected: the thunk has another declaration. Declares the thunk of
 * a function that another unit defines.
 */
static bool use_thunk(struct marked_function *marked)
{
	if (marked->kind != VARIANT_MOVED || DECL_EXTERNAL(marked->decl))
		return declare_external_thunk(marked);
	marked->thunk_needed = true;
	return true;
}

/*
 * walk_tree() callback: replace each reference to a function that has a thunk
 * by one to the thunk. The operands of expressions that aren't the address of a
 * function, such as &p->field[i], are walked as well. DATA is a struct
 * walk_stmt_info whose member changed is set, or NULL.
 */
static tree refer_to_thunk(tree *where, int *walk_subtrees, void *data)
{
	struct walk_stmt_info *walk = static_cast<walk_stmt_info *>(data);
	struct marked_function *marked;

	if (TYPE_P(*where)) {
		*walk_subtrees = 0;
		return NULL_TREE;
	}
	if (TREE_CODE(*where) == ADDR_EXPR &&
	    TREE_CODE(TREE_OPERAND(*where, 0)) == FUNCTION_DECL) {
		*walk_subtrees = 0;
		if (is_variant_address(*where))
			return NULL_TREE;
		marked = marked_function_of(TREE_OPERAND(*where, 0));
		if (marked && use_thunk(marked)) {
			*where = build1(ADDR_EXPR,
					build_pointer_type(TREE_TYPE(marked->thunk)),
					marked->thunk);
			TREE_ADDRESSABLE(marked->thunk) = 1;
			statistics.untagged++;
			if (walk)
				walk->changed = true;
		}
	} else if (TREE_CODE(*where) == FUNCTION_DECL) {
		marked = marked_function_of(*where);
		if (marked && use_thunk(marked)) {
			*where = marked->thunk;
			if (walk)
				walk->changed = true;
		}
		*walk_subtrees = 0;
	}
	return NULL_TREE;
}

/*
 * Whether the call graph has a reference from NODE to a function that may have
 * a thunk with another declaration.
 */
static bool refers_to_moved_function(symtab_node *node)
{
	struct marked_function *marked;
	ipa_ref *reference;
	unsigned int i;

	for (i = 0; node->iterate_reference(i, reference); i++) {
		if (TREE_CODE(reference->referred->decl) != FUNCTION_DECL)
			continue;
		marked = marked_function_of(reference->referred->decl);
		if (marked && (marked->kind == VARIANT_MOVED ||
			       (marked->kind == VARIANT_EXTERNAL &&
				!original_remains(marked))))
			return true;
	}
	return false;
}

/*
 * Stage 2: whether stage 4 has to read the body of NODE. This looks only at the
 * call graph and its references. Most functions do not refer to a marked one;
 * skipping their bodies saves compile time. To be called before stage 3, which
 * changes the call graph.
 */
bool function_needs_rewriting(cgraph_node *node)
{
	cgraph_edge *edge;

	/* A pointer may be in any statement, and the call graph has none. */
	if (pointers_are_marked())
		return true;
	for (edge = node->callees; edge; edge = edge->next_callee)
		if (marked_function_of(edge->callee->decl) ||
		    is_tag_query(edge->callee->decl))
			return true;
	return refers_to_moved_function(node) ||
	       has_tag_variables(node->decl);
}

/* Redirect references in STMT to thunks. Returns whether STMT changed. */
static bool refer_to_thunks_in_statement(gimple *stmt)
{
	struct walk_stmt_info walk;
	gcall *call = dyn_cast<gcall *>(stmt);
	unsigned int i;

	memset(&walk, 0, sizeof(walk));
	if (call && !gimple_call_internal_p(call)) {
		/* rewrite_direct_call() has handled direct callees. */
		if (!gimple_call_fndecl(call))
			walk_tree(gimple_call_fn_ptr(call), refer_to_thunk,
				  &walk, NULL);
		if (gimple_call_chain(call))
			walk_tree(gimple_call_chain_ptr(call), refer_to_thunk,
				  &walk, NULL);
		for (i = 0; i < gimple_call_num_args(call); i++)
			walk_tree(gimple_call_arg_ptr(call, i), refer_to_thunk,
				  &walk, NULL);
		if (gimple_call_lhs(call))
			walk_tree(gimple_call_lhs_ptr(call), refer_to_thunk,
				  &walk, NULL);
	} else {
		for (i = 0; i < gimple_num_ops(stmt); i++)
			if (gimple_op(stmt, i))
				walk_tree(gimple_op_ptr(stmt, i),
					  refer_to_thunk, &walk, NULL);
	}
	return walk.changed;
}

/*
 * Rewrite the direct call at GSI if it asks for a tag or calls a marked
 * function. Returns whether the statement changed.
 */
static bool rewrite_direct_call(gimple_stmt_iterator *gsi)
{
	gcall *call = as_a<gcall *>(gsi_stmt(*gsi));
	tree callee = gimple_call_fndecl(call);
	struct marked_function *marked;

	if (rewrite_tag_query(gsi, callee))
		return true;
	marked = marked_function_of(callee);
	if (!marked || marked->kind == VARIANT_LEFT_ALONE)
		return false;
	/* Once, although two functions decide. */
	if (is_decision(callee) && gimple_call_num_args(call) == 1 &&
	    result_of(current_function_decl, NULL) &&
	    !incoming_tag(marked->tag_class))
		report_no_tag_to_decide(current_function_decl);
	if (gimple_call_must_tail_p(call)) {
		report_must_be_tail_call(gimple_location(call), callee);
	} else if (call_is_compatible(call, marked)) {
		rewrite_call(gsi, marked);
		return true;
	}
	statistics.untagged++;
	if (dump_file) {
		fprintf(dump_file, ";; %s: left untagged (%s): ", function_name(cfun),
			gimple_call_must_tail_p(call) ? "musttail" : "other type");
		print_gimple_stmt(dump_file, call, 0, dump_flags);
	}
	if (!use_thunk(marked))
		return false;
	/*
	 * gimple_call_set_fndecl() keeps the function type of the call, so the
	 * arguments are passed as without the plugin.
	 */
	gimple_call_set_fndecl(call, marked->thunk);
	update_stmt(call);
	return true;
}

/* Returns whether VARIABLE is a tag variable and was volatile. */
static bool clear_volatile_tag_variable(tree variable)
{
	if (!TREE_THIS_VOLATILE(variable) || !class_of_variable(variable))
		return false;
	TREE_THIS_VOLATILE(variable) = 0;
	DECL_IGNORED_P(variable) |= DECL_ARTIFICIAL(variable);
	return true;
}

/*
 * Clear the volatile flag that handle_variable_attribute() set on the tag
 * variables of the current function. The pass has read them; from here on GCC
 * may keep them in registers or remove them.
 */
static void clear_volatile_tag_variables(void)
{
	bool cleared = false;
	tree variable;
	unsigned int i;
	basic_block bb;

	FOR_EACH_LOCAL_DECL(cfun, i, variable)
		cleared |= VAR_P(variable) &&
			   clear_volatile_tag_variable(variable);
	for (variable = DECL_ARGUMENTS(current_function_decl); variable;
	     variable = DECL_CHAIN(variable))
		cleared |= clear_volatile_tag_variable(variable);
	if (!cleared)
		return;
	FOR_EACH_BB_FN(bb, cfun)
		for (gimple_stmt_iterator gsi = gsi_start_bb(bb);
		     !gsi_end_p(gsi); gsi_next(&gsi))
			if (gimple_has_volatile_ops(gsi_stmt(gsi)))
				update_stmt(gsi_stmt(gsi));
}

/* Stage 4, for one function body: rewrite calls and other references. */
void rewrite_function(cgraph_node *node)
{
	bool pointers = pointers_are_marked();
	bool changed = false;
	basic_block bb;

	push_cfun(DECL_STRUCT_FUNCTION(node->decl));
	if (pointers)
		changed = convert_pointers_in_function();
	FOR_EACH_BB_FN(bb, cfun) {
		gphi_iterator phis;
		gimple_stmt_iterator gsi;

		for (phis = gsi_start_phis(bb); !gsi_end_p(phis); gsi_next(&phis)) {
			gphi *phi = phis.phi();
			struct walk_stmt_info walk;
			unsigned int i;

			memset(&walk, 0, sizeof(walk));
			for (i = 0; i < gimple_phi_num_args(phi); i++)
				if (TREE_CODE(gimple_phi_arg_def(phi, i)) == ADDR_EXPR)
					walk_tree(gimple_phi_arg_def_ptr(phi, i),
						  refer_to_thunk, &walk, NULL);
			changed |= walk.changed;
		}
		for (gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
			gimple *stmt = gsi_stmt(gsi);

			if (is_gimple_call(stmt) && gimple_call_fndecl(stmt))
				changed |= rewrite_direct_call(&gsi);
			else if (pointers && is_gimple_call(stmt) &&
				 !gimple_call_internal_p(stmt))
				changed |= rewrite_indirect_call(&gsi);
			stmt = gsi_stmt(gsi);
			if (refer_to_thunks_in_statement(stmt)) {
				changed = true;
				update_stmt(stmt);
			}
		}
	}
	clear_volatile_tag_variables();
	if (need_ssa_update_p(cfun))
		update_ssa(TODO_update_ssa_only_virtuals);
	if (changed)
		cgraph_edge::rebuild_edges();
	pop_cfun();
}

/*
 * walk_tree() callback: replace the address of a marked function by the
 * variant's, in a variable that EXPORT_SYMBOL() defines, as that is what is
 * exported, or ALLOW_ERROR_INJECTION().
 */
static tree refer_to_variant(tree *where, int *, void *)
{
	struct marked_function *marked;

	if (TREE_CODE(*where) != ADDR_EXPR)
		return NULL_TREE;
	marked = marked_function_of(TREE_OPERAND(*where, 0));
	if (marked && marked->variant && (marked->kind == VARIANT_MOVED ||
					  marked->kind == VARIANT_EXTERNAL))
		*where = build_fold_addr_expr(marked->variant);
	return NULL_TREE;
}

/* Whether the initializer of NODE may have the address of a function. */
static bool refers_to_function(symtab_node *node)
{
	ipa_ref *reference;
	unsigned int i;

	for (i = 0; node->iterate_reference(i, reference); i++)
		if (TREE_CODE(reference->referred->decl) == FUNCTION_DECL)
			return true;
	return false;
}

/*
 * Stage 4, for variables: redirect initializers to thunks, or to variants for
 * marked pointers.
 */
void rewrite_initializers(void)
{
	bool pointers = pointers_are_marked();
	varpool_node *node;

	FOR_EACH_VARIABLE(node) {
		struct walk_stmt_info walk;
		tree initial = DECL_INITIAL(node->decl);

		if (!initial || initial == error_mark_node || node->alias)
			continue;
		/*
		 * A variable that isn't analyzed has no references in the call
		 * graph, but its initializer may still be folded into code.
		 */
		if (node->analyzed && !refers_to_moved_function(node) &&
		    !(pointers && refers_to_function(node)))
			continue;
		memset(&walk, 0, sizeof(walk));
		if ((originals == ORIGINALS_NONE && keeps_exported_function(node)) ||
		    allows_error_injection(node)) {
			walk_tree_without_duplicates(&DECL_INITIAL(node->decl),
						     refer_to_variant, NULL);
			walk.changed = true;
		} else {
			walk.changed = pointers &&
				convert_pointers_in_initializer(&DECL_INITIAL(node->decl),
								TREE_TYPE(node->decl),
								DECL_SOURCE_LOCATION(node->decl));
			walk_tree_without_duplicates(&DECL_INITIAL(node->decl),
						     refer_to_thunk, &walk);
		}
		if (!walk.changed || !node->definition)
			continue;
		node->remove_all_references();
		record_references_in_initializer(node->decl, false);
	}
}
