// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_walk.c - the calls whose source is read again for a type
 *
 * The source of each call of a marked function is read again at the end of the
 * function that has the call: there all blocks with their declarations are
 * complete. What is found becomes an attribute of the function type of the
 * call, and stays with the call until the pass runs.
 */
#include "alloctag.h"

/*
 * The function whose calls are looked at, for note_types().
 *
 * @scopes:	the blocks and functions around the expression, outermost first
 * @visited:	expressions that may occur several times
 */
struct function_walk {
	auto_vec<tree> scopes;
	hash_set<tree, true> visited;
};

/*
 * Whether calls of functions of TAG_CLASS in WALK's innermost function pass the
 * tag that the function is called with, and so have no type of their own. If
 * the plugin leaves the function alone, which isn't known yet, only the types
 * of its calls are missing. Calls in a function that a list lets fail have
 * their own lines, see is_own_line().
 */
static bool forwards_tag(const struct function_walk *walk, struct tag_class *tag_class)
{
	unsigned int i = walk->scopes.length() - 1;

	while (TREE_CODE(walk->scopes[i]) != FUNCTION_DECL)
		i--;
	return mark_of(walk->scopes[i]).tag_class == tag_class &&
		!result_of(walk->scopes[i], NULL);
}

/*
 * Whether ARGUMENT can have the size of a type: not if it is a variable, a
 * parameter, a field, or what one of these points to.
 */
static bool may_be_size(tree argument)
{
	STRIP_NOPS(argument);
	while (TREE_CODE(argument) == COMPONENT_REF ||
	       TREE_CODE(argument) == INDIRECT_REF ||
	       TREE_CODE(argument) == ADDR_EXPR)
		argument = TREE_OPERAND(argument, 0);
	return !DECL_P(argument);
}

/*
 * Whether the source of CALL may have the size of a type. In a macro, another
 * place may have it, where a variable is set.
 */
static bool may_have_size(tree call)
{
	int i;

	if (may_be_of_macro(EXPR_LOCATION(call)))
		return true;
	for (i = 0; i < call_expr_nargs(call); i++)
		if (may_be_size(CALL_EXPR_ARG(call, i)))
			return true;
	return false;
}

/*
 * Note the type of CALL, a CALL_EXPR, if that calls a marked function. Reading
 * the source takes time, and most calls of marked functions are in headers, in
 * inline functions that forward their tag, or only hand their arguments on.
 */
static void note_call(tree call, struct function_walk *walk)
{
	tree callee = get_callee_fndecl(call), type;
	struct tag_class *tag_class;

	if (!callee || !DECL_NAME(callee) || !EXPR_HAS_LOCATION(call))
		return;
	tag_class = mark_of(callee).tag_class;
	if (!tag_class || !class_has_type(tag_class) ||
	    forwards_tag(walk, tag_class) || !may_have_size(call))
		return;
	type = type_from_source(EXPR_LOCATION(call), callee, &walk->scopes);
	if (type)
		note_type(call, type);
}

static void note_types(tree expression, struct function_walk *walk);

/*
 * Whether EXPRESSION has no call of a function that allocates. One without side
 * effects calls at most functions that are "pure" or "const", and these don't.
 */
static bool allocates_nothing(tree expression)
{
	switch (TREE_CODE_CLASS(TREE_CODE(expression))) {
	case tcc_type:
	case tcc_declaration:
	case tcc_constant:
		return true;
	case tcc_statement:
	case tcc_exceptional:
		return false;
	default:
		return !TREE_SIDE_EFFECTS(expression);
	}
}

/* Note the types of the calls in BODY, of the block or function SCOPE. */
static void note_types_in_scope(tree scope, tree body, struct function_walk *walk)
{
	walk->scopes.safe_push(scope);
	note_types(body, walk);
	walk->scopes.pop();
}

/* Note the types of the calls in the declaration of DECL. */
static void note_types_in_declaration(tree decl, struct function_walk *walk)
{
	if (VAR_P(decl) && !TREE_STATIC(decl) && !DECL_EXTERNAL(decl))
		note_types(DECL_INITIAL(decl), walk);
	else if (TREE_CODE(decl) == FUNCTION_DECL && DECL_SAVED_TREE(decl))
		/* A nested function. */
		note_types_in_scope(decl, DECL_SAVED_TREE(decl), walk);
}

/* walk_tree() callback: the expressions in a list, constructor or clause. */
static tree note_types_in_list(tree *where, int *walk_subtrees, void *data)
{
	if (EXPR_P(*where) || TREE_CODE(*where) == STATEMENT_LIST)
		note_types(*where, static_cast<struct function_walk *>(data));
	else if (!allocates_nothing(*where))
		return NULL_TREE;
	*walk_subtrees = 0;
	return NULL_TREE;
}

/*
 * Note the types of the calls in EXPRESSION, which may be NULL_TREE.
 *
 * This runs for each function that is parsed, and most of a kernel file's are
 * inline functions of headers. So it looks at no more than it must, and walks
 * by itself what functions mostly consist of: walk_tree() takes twice as many
 * instructions.
 */
static void note_types(tree expression, struct function_walk *walk)
{
	while (expression && !allocates_nothing(expression)) {
		tree_stmt_iterator i;
		int operand, last;

		switch (TREE_CODE(expression)) {
		case STATEMENT_LIST:
			for (i = tsi_start(expression); !tsi_end_p(i); tsi_next(&i))
				note_types(tsi_stmt(i), walk);
			return;
		case BIND_EXPR:
			note_types_in_scope(expression, BIND_EXPR_BODY(expression),
					    walk);
			return;
		case DECL_EXPR:
			note_types_in_declaration(DECL_EXPR_DECL(expression), walk);
			return;
		case TARGET_EXPR:
			if (walk->visited.add(expression))
				return;
			expression = TARGET_EXPR_INITIAL(expression);
			continue;
		case SAVE_EXPR:
			if (walk->visited.add(expression))
				return;
			break;
		case CALL_EXPR:
			note_call(expression, walk);
			break;
		default:
			break;
		}
		if (!EXPR_P(expression)) {
			walk_tree(&expression, note_types_in_list, walk, NULL);
			return;
		}
		last = TREE_OPERAND_LENGTH(expression) - 1;
		for (operand = 0; operand < last; operand++) {
			tree part = TREE_OPERAND(expression, operand);

			/* Most are variables and constants. */
			if (part && !allocates_nothing(part))
				note_types(part, walk);
		}
		expression = last < 0 ? NULL_TREE : TREE_OPERAND(expression, last);
	}
}

/* Callback for PLUGIN_PRE_GENERICIZE: the function GCC_DATA has been parsed. */
void note_types_of_function(void *gcc_data, void *)
{
	/* Kept, so that not each function allocates and frees its vector. */
	static struct function_walk *walk;
	tree function = static_cast<tree>(gcc_data);

	if (TREE_CODE(function) == FUNCTION_DECL && !seen_error()) {
		if (!walk)
			walk = new function_walk;
		note_types_in_scope(function, DECL_SAVED_TREE(function), walk);
		walk->visited.empty();
	}
	forget_macro_changes();
}
