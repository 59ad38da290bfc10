// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_openmp.c - tags in OpenMP regions
 *
 * GCC outlines the region of a parallel, task, taskloop or teams construct into
 * a function that libgomp calls through a pointer. Nothing passes it a tag. So
 * the region captures the tag, like a variable of the function. When a marked
 * function has been parsed, this is done to each of its regions with calls of
 * marked functions, before GCC lowers OpenMP:
 *
 *	#pragma omp task
 *	pages[i] = pool_page(pool);
 *
 * becomes
 *
 *	enclosing = alloctag.enclosing_tag();
 *	#pragma omp task firstprivate(enclosing)
 *	{
 *		const struct alloc_tag *tag __allocator_tag = enclosing;
 *
 *		pages[i] = pool_page(pool);
 *	}
 *
 * Stage 4 replaces the call by the tag that calls at that place pass on, or by
 * NULL if each has a tag. The rest is done for tag variables anyway (see
 * alloctag_call.c).
 *
 * Regions of target are left alone: they may run on another device.
 *
 * This file is part of the plugin that "make plugin" builds, for programs. A
 * kernel has no OpenMP, and its plugin not this file.
 */
#include "../../scripts/gcc-plugins/alloctag.h"

/* Whether STATEMENT is a construct whose region is outlined. */
static bool has_outlined_region(tree statement)
{
	switch (TREE_CODE(statement)) {
	case OMP_PARALLEL:
	case OMP_TASK:
	case OMP_TASKLOOP:
	case OMP_TEAMS:
		return true;
	default:
		return false;
	}
}

static bool is_loop_construct(tree statement)
{
	switch (TREE_CODE(statement)) {
	case OMP_FOR:
	case OMP_SIMD:
	case OMP_DISTRIBUTE:
	case OMP_LOOP:
	case OMP_TASKLOOP:
		return true;
	default:
		return false;
	}
}

static tree *body_of(tree construct)
{
	return is_loop_construct(construct) ? &OMP_FOR_BODY(construct) :
					      &OMP_BODY(construct);
}

static tree *clauses_of(tree construct)
{
	return is_loop_construct(construct) ? &OMP_FOR_CLAUSES(construct) :
					      &OMP_CLAUSES(construct);
}

/*
 * The construct that CONSTRUCT has as its only statement, so that both may be
 * combined, as parallel and for. gimplify_omp_for() moves everything that is
 * between them. NULL_TREE if there is none.
 */
static tree sole_construct(tree construct)
{
	tree body = *body_of(construct);

	while (body) {
		if (TREE_CODE(body) == BIND_EXPR)
			body = BIND_EXPR_BODY(body);
		else if (TREE_CODE(body) == STATEMENT_LIST &&
			 tsi_one_before_end_p(tsi_start(body)))
			body = tsi_stmt(tsi_start(body));
		else
			break;
	}
	if (body && (has_outlined_region(body) || is_loop_construct(body)))
		return body;
	return NULL_TREE;
}

/* For walks: the function whose body it is, and a class of calls in it. */
struct capture {
	tree function;
	struct tag_class *tag_class;
};

/* walk_tree() callback: stop at a call of a function of the class in DATA. */
static tree find_marked_call(tree *where, int *walk_subtrees, void *data)
{
	struct capture *capture = static_cast<struct capture *>(data);

	if (TYPE_P(*where))
		*walk_subtrees = 0;
	else if (TREE_CODE(*where) == CALL_EXPR && get_callee_fndecl(*where) &&
		 mark_of(get_callee_fndecl(*where)).tag_class == capture->tag_class)
		return *where;
	return NULL_TREE;
}

/*
 * A local variable for the tag in CAPTURE that doesn't appear in the source.
 * GCC would remove it from its block with DECL_IGNORED_P, so stage 4 sets that.
 */
static tree hidden_variable(struct capture *capture, const char *name,
			    location_t where)
{
	tree variable = build_decl(where, VAR_DECL, get_identifier(name),
				   tag_pointer_type(capture->tag_class));

	DECL_CONTEXT(variable) = capture->function;
	DECL_ARTIFICIAL(variable) = 1;
	TREE_USED(variable) = 1;
	return variable;
}

/*
 * A block that declares VARIABLE, sets it to VALUE, and goes on with STATEMENT.
 */
static tree block_with_variable(tree variable, tree value, tree statement)
{
	location_t where = DECL_SOURCE_LOCATION(variable);
	tree block = make_node(BLOCK);
	tree statements = NULL_TREE;
	tree bind;

	BLOCK_VARS(block) = variable;
	TREE_USED(block) = 1;
	append_to_statement_list(build1_loc(where, DECL_EXPR, void_type_node,
					    variable), &statements);
	append_to_statement_list(build2_loc(where, MODIFY_EXPR,
					    TREE_TYPE(variable), variable, value),
				 &statements);
	append_to_statement_list(statement, &statements);
	bind = build3_loc(where, BIND_EXPR, void_type_node, variable, statements,
			  block);
	TREE_SIDE_EFFECTS(bind) = 1;
	return bind;
}

static tree call_for_enclosing_tag(location_t where, struct tag_class *tag_class)
{
	tree type = build_function_type_list(tag_pointer_type(tag_class), NULL_TREE);
	tree function = build_fn_decl(ENCLOSING_TAG_FUNCTION, type);

	return build_call_expr_loc(where, function, 0);
}

/*
 * Capture the variable ENCLOSING in the region of CONSTRUCT, and of all that it
 * is combined with. Returns the innermost of these.
 */
static tree capture_variable(tree construct, tree enclosing)
{
	tree innermost = NULL_TREE;

	for (; construct; construct = sole_construct(construct)) {
		tree clause = build_omp_clause(DECL_SOURCE_LOCATION(enclosing),
					       OMP_CLAUSE_FIRSTPRIVATE);

		innermost = construct;
		if (!has_outlined_region(construct))
			continue;
		OMP_CLAUSE_DECL(clause) = enclosing;
		OMP_CLAUSE_CHAIN(clause) = *clauses_of(construct);
		*clauses_of(construct) = clause;
	}
	return innermost;
}

/*
 * Whether CONSTRUCT, or a construct that is combined with it, has an outlined
 * region with a call of a function of CAPTURE's class in it.
 */
static bool needs_tag(tree construct, struct capture *capture)
{
	if (!has_outlined_region(construct) && !is_loop_construct(construct))
		return false;
	for (; construct; construct = sole_construct(construct))
		if (has_outlined_region(construct))
			return walk_tree_without_duplicates(body_of(construct),
							    find_marked_call, capture);
	return false;
}

/*
 * walk_tree() callback: capture the tag in the region of the construct *WHERE,
 * and in those inside of it. DATA is a struct capture.
 */
static tree capture_tag(tree *where, int *walk_subtrees, void *data)
{
	struct capture *capture = static_cast<struct capture *>(data);
	tree construct = *where;
	tree enclosing, tag, query, *body;
	location_t location;

	if (TYPE_P(construct) || TREE_CODE(construct) == OMP_TARGET) {
		*walk_subtrees = 0;
		return NULL_TREE;
	}
	if (!needs_tag(construct, capture))
		return NULL_TREE;

	*walk_subtrees = 0;
	location = EXPR_LOCATION(construct);
	enclosing = hidden_variable(capture, "enclosing_tag", location);
	body = body_of(capture_variable(construct, enclosing));
	walk_tree_without_duplicates(body, capture_tag, capture);

	tag = hidden_variable(capture, "region_tag", location);
	make_tag_variable(tag);
	*body = block_with_variable(tag, enclosing, *body);
	query = call_for_enclosing_tag(location, capture->tag_class);
	*where = block_with_variable(enclosing, query, construct);
	return NULL_TREE;
}

/*
 * for_each_class() callback: capture tags of TAG_CLASS in the function DATA, if
 * that may pass on one.
 */
static void capture_tags_of_class(struct tag_class *tag_class, void *data)
{
	tree function = static_cast<tree>(data);
	struct capture capture = { function, tag_class };

	if (class_is_declared(tag_class) &&
	    (mark_of(function).tag_class == tag_class || has_tag_variables(function)))
		walk_tree_without_duplicates(&DECL_SAVED_TREE(function),
					     capture_tag, &capture);
}

/* Callback for PLUGIN_PRE_GENERICIZE: the function GCC_DATA has been parsed. */
void capture_tags_in_regions(void *gcc_data, void *)
{
	tree function = static_cast<tree>(gcc_data);

	if (TREE_CODE(function) == FUNCTION_DECL && !seen_error())
		for_each_class(capture_tags_of_class, function);
}
