// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_type.c - the type of the object that a call allocates
 *
 * It is the first of these that names a type:
 *
 *  1. The pointer type that the result is assigned or converted to:
 *		struct foo *p = kmalloc(...);		"struct foo"
 *		list->head = kmalloc(...);		the type of *head
 *		(struct foo *)__get_free_page(...)	"struct foo"
 *		return kmalloc(...);			the type of the function
 *  2. The pointer type of a parameter that the result is passed to.
 *
 * The mark of a function that does not return what it allocates can name the
 * type. Then the result says nothing: xa_store() returns the entry that was
 * there before.
 *
 *	void *xa_store(...) __attribute__((allocator("struct xa_node")));
 *
 * If nothing names it, the type is unknown: "".
 */
#include "alloctag.h"

/* How many copies, PHIs and conversions a value is followed through. */
#define FOLLOW_DEPTH	4

/* The identifier of PREFIX and the name of an identifier, and SUFFIX. */
tree name_with(const char *prefix, tree name, const char *suffix)
{
	const char *text = ACONCAT((prefix, IDENTIFIER_POINTER(name), suffix, NULL));

	return get_identifier(text);
}

/* The name of a type without qualifiers; see type_name(). */
static tree unqualified_name(tree type)
{
	tree name = TYPE_NAME(type);
	char *text;

	/* It is a declaration for a typedef, an identifier for a tag. */
	if (name && TREE_CODE(name) == TYPE_DECL)
		name = DECL_NAME(name);
	if (name && name != TYPE_NAME(type))
		return name;
	switch (TREE_CODE(type)) {
	case RECORD_TYPE:
		return name ? name_with("struct ", name, "") : NULL_TREE;
	case UNION_TYPE:
		return name ? name_with("union ", name, "") : NULL_TREE;
	case ENUMERAL_TYPE:
		return name ? name_with("enum ", name, "") : NULL_TREE;
	default:
		text = print_generic_expr_to_str(type);
		name = text && *text && *text != '<' ? get_identifier(text) :
						       NULL_TREE;
		free(text);
		return name;
	}
}

/*
 * The name of TYPE in a tag, an identifier. An array has the name of its
 * elements. NULL_TREE if there is no name that helps a reader: void, and types
 * without a name.
 */
static tree type_name(tree type)
{
	tree name;

	while (type && TREE_CODE(type) == ARRAY_TYPE && !TYPE_NAME(type))
		type = TREE_TYPE(type);
	if (!type || TREE_CODE(type) == ERROR_MARK || VOID_TYPE_P(type))
		return NULL_TREE;
	if (TREE_CODE(type) == POINTER_TYPE && !TYPE_NAME(type)) {
		tree target = TREE_TYPE(type);

		if (TREE_CODE(target) == FUNCTION_TYPE && !TYPE_NAME(target))
			return get_identifier("function *");
		if (VOID_TYPE_P(target))
			return get_identifier("void *");
		name = type_name(target);
		if (!name)
			return NULL_TREE;
		return name_with("", name, IDENTIFIER_POINTER(name)[IDENTIFIER_LENGTH(name) - 1] ==
				 '*' ? "*" : " *");
	}
	/* Qualifiers don't matter to an allocator. */
	return unqualified_name(TYPE_QUALS(type) ?
				build_qualified_type(type, TYPE_UNQUALIFIED) : type);
}

/* The name of the type that POINTER, a type, points to; NULL_TREE if none. */
static tree target_name(tree pointer)
{
	return pointer && POINTER_TYPE_P(pointer) ?
		type_name(TREE_TYPE(pointer)) : NULL_TREE;
}

static tree type_from_use(gimple *use, tree value, unsigned int depth);

/*
 * The name of the type that the type of VALUE or else its uses give its target,
 * or NULL_TREE. DEPTH is how far to follow copies.
 */
static tree type_from_value(tree value, unsigned int depth)
{
	tree name = target_name(TREE_TYPE(value)), other;
	imm_use_iterator iterator;
	use_operand_p operand;

	if (name || !depth || TREE_CODE(value) != SSA_NAME)
		return name;
	/* Newest first; take the first use in the source. */
	FOR_EACH_IMM_USE_FAST(operand, iterator, value) {
		if (is_gimple_debug(USE_STMT(operand)))
			continue;
		other = type_from_use(USE_STMT(operand), value, depth - 1);
		name = other ? other : name;
	}
	return name;
}

/* The same from the statement USE alone. */
static tree type_from_use(gimple *use, tree value, unsigned int depth)
{
	if (gimple_code(use) == GIMPLE_PHI)
		return type_from_value(gimple_phi_result(use), depth);
	if (gimple_code(use) == GIMPLE_RETURN)
		return target_name(TREE_TYPE(DECL_RESULT(current_function_decl)));
	if (is_gimple_assign(use) && gimple_assign_rhs1(use) == value &&
	    (gimple_assign_single_p(use) || gimple_assign_cast_p(use)))
		return type_from_value(gimple_assign_lhs(use), depth);
	return NULL_TREE;
}

/* The name of the type that the parameter of CALL for VALUE points to. */
static tree type_from_parameter(gcall *call, tree value)
{
	tree types = TYPE_ARG_TYPES(gimple_call_fntype(call)), name = NULL_TREE;
	unsigned int i;

	for (i = 0; types && !name && i < gimple_call_num_args(call);
	     i++, types = TREE_CHAIN(types))
		if (gimple_call_arg(call, i) == value)
			name = target_name(TREE_VALUE(types));
	return name;
}

/* The same from the first call that RESULT is passed to. */
static tree type_from_calls(tree result)
{
	tree name = NULL_TREE, other;
	imm_use_iterator iterator;
	use_operand_p operand;

	if (!result || TREE_CODE(result) != SSA_NAME)
		return NULL_TREE;
	/* Newest first; take the first call in the source. */
	FOR_EACH_IMM_USE_FAST(operand, iterator, result) {
		gcall *call = dyn_cast<gcall *>(USE_STMT(operand));

		if (!call || gimple_call_internal_p(call) ||
		    !gimple_call_fntype(call))
			continue;
		other = type_from_parameter(call, result);
		name = other ? other : name;
	}
	return name;
}

/*
 * The name of the type of the object that CALL allocates, "" if not known. To
 * be called before CALL is rewritten, with CALL's function as the current one.
 */
const char *allocated_type(gcall *call)
{
	tree result = gimple_call_lhs(call);
	tree callee = gimple_call_fndecl(call);
	tree name = NULL_TREE;

	if (callee && type_of_mark(callee))
		return type_of_mark(callee);
	if (!callee && type_of_pointer_mark(gimple_call_fntype(call)))
		return type_of_pointer_mark(gimple_call_fntype(call));
	if (result)
		name = type_from_value(result, FOLLOW_DEPTH);
	else if (gimple_call_fntype(call))	/* the result is not used */
		name = target_name(TREE_TYPE(gimple_call_fntype(call)));
	if (!name)
		name = type_from_calls(result);
	return name ? IDENTIFIER_POINTER(name) : "";
}
