// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_pointer.c - tags through function pointers (stage 4)
 *
 * The attribute may be on a pointer to functions: a member of a struct, a
 * variable, a parameter, or a type's name:
 *
 *	struct pool_operations {
 *		void *(*get)(struct pool *pool, gfp_t flags) __allocator;
 *	};
 *
 * Such a *marked pointer* holds the address of a variant, and a call through it
 * passes a tag, as a call of a marked function does:
 *
 *	ops->get = ring_get;		ops->get = ring_get.alloctag;
 *	p = ops->get(pool, flags);	p = ops->get(pool, flags, &tag);
 *
 * The attribute is a part of the pointer's type, so that types tell where such
 * pointers are: what is assigned to a marked pointer must be the address of a
 * function, NULL, or a marked pointer; and what a marked pointer is assigned to
 * must be one. All else is an error, as it would call a function that takes a
 * tag without one. GCC itself takes the two types for compatible.
 *
 * A function that isn't marked ignores the tag, which comes after its
 * arguments: a warning says so.
 *
 * A pointer that is converted to another kind of type, as void *, is not
 * followed.
 */
#include "alloctag.h"

/* The addresses of variants in statements and initializers: ADDR_EXPRs. */
static hash_set<tree> *variant_addresses;

/* Whether ADDRESS, an ADDR_EXPR, has been made by this file. */
bool is_variant_address(tree address)
{
	return variant_addresses && variant_addresses->contains(address);
}

static bool is_function_pointer(tree type)
{
	return POINTER_TYPE_P(type) && TREE_CODE(TREE_TYPE(type)) == FUNCTION_TYPE;
}

static bool is_function_address(tree value)
{
	return TREE_CODE(value) == ADDR_EXPR &&
	       TREE_CODE(TREE_OPERAND(value, 0)) == FUNCTION_DECL;
}

/*
 * Find a difference between the marks in the types A and B, of which one is
 * assigned to the other: in what they point to, and in the parameters and the
 * result of functions. Returns whether there is one; then the classes are set
 * in *IN_A and *IN_B, one of which may be NULL. DEPTH is how far to go.
 */
static bool marks_differ(tree a, tree b, unsigned int depth,
			 struct tag_class **in_a, struct tag_class **in_b)
{
	tree first, second;

	if (!depth || TYPE_MAIN_VARIANT(a) == TYPE_MAIN_VARIANT(b))
		return false;
	if ((POINTER_TYPE_P(a) && POINTER_TYPE_P(b)) ||
	    (TREE_CODE(a) == ARRAY_TYPE && TREE_CODE(b) == ARRAY_TYPE))
		return marks_differ(TREE_TYPE(a), TREE_TYPE(b), depth - 1, in_a, in_b);
	if (TREE_CODE(a) != FUNCTION_TYPE || TREE_CODE(b) != FUNCTION_TYPE)
		return false;
	*in_a = class_of_calls(a);
	*in_b = class_of_calls(b);
	if (*in_a != *in_b)
		return true;
	if (marks_differ(TREE_TYPE(a), TREE_TYPE(b), depth - 1, in_a, in_b))
		return true;
	for (first = TYPE_ARG_TYPES(a), second = TYPE_ARG_TYPES(b);
	     first && second && first != void_list_node && second != void_list_node;
	     first = TREE_CHAIN(first), second = TREE_CHAIN(second))
		if (marks_differ(TREE_VALUE(first), TREE_VALUE(second), depth - 1,
				 in_a, in_b))
			return true;
	return false;
}

/* How many pointers to pointers, and functions of functions, are compared. */
#define MARKS_DEPTH	6

/* Report an error at WHERE if a value of type GIVEN isn't one of WANTED. */
static void check_conversion(tree given, tree wanted, location_t where)
{
	struct tag_class *in_given, *in_wanted;

	if (POINTER_TYPE_P(given) && POINTER_TYPE_P(wanted) &&
	    marks_differ(given, wanted, MARKS_DEPTH, &in_given, &in_wanted))
		report_pointer_conversion(where, in_given, in_wanted);
}

/* Whether MARKED, which may be NULL, has a variant of TAG_CLASS. */
static bool has_variant(struct marked_function *marked, struct tag_class *tag_class)
{
	return marked && marked->tag_class == tag_class &&
	       marked->kind != VARIANT_LEFT_ALONE && !has_fallback(marked);
}

static tree address_of_variant(struct marked_function *marked)
{
	tree address = build1(ADDR_EXPR,
			      build_pointer_type(TREE_TYPE(marked->variant)),
			      marked->variant);

	TREE_ADDRESSABLE(marked->variant) = 1;
	if (!variant_addresses)
		variant_addresses = new hash_set<tree>;
	variant_addresses->add(address);
	return address;
}

/*
 * Replace *VALUE, the address of a function that is assigned at WHERE to a
 * pointer to functions of TYPE whose calls pass tags of TAG_CLASS, by the
 * address of the variant. If there is none, reports that and returns false.
 */
static bool convert_address(tree *value, tree type, struct tag_class *tag_class,
			    location_t where)
{
	tree decl = TREE_OPERAND(*value, 0);
	struct marked_function *marked = marked_function_of(decl);

	if (!has_variant(marked, tag_class)) {
		if ((!marked || marked->tag_class != tag_class) &&
		    ignores_further_argument(decl))
			report_unmarked_in_pointer(where, decl, tag_class);
		else
			report_no_variant_in_pointer(where, decl);
		return false;
	}
	if (!tag_is_in_same_place(marked->type, type)) {
		report_other_type_in_pointer(where, decl);
		return false;
	}
	*value = address_of_variant(marked);
	return true;
}

static bool convert_value(tree *value, tree type, location_t where);

/* The type of the function DECL in the source, without a hidden parameter. */
static tree unmarked_type(tree decl)
{
	struct marked_function *marked = marked_function_of(decl);
	tree type = marked ? marked->type : TREE_TYPE(decl);

	return TYPE_ATTRIBUTES(type) && class_of_calls(type) ?
		build_type_attribute_variant(type, NULL_TREE) : type;
}

/*
 * For "ops->get = n ? get : other", GCC assigns the functions to a temporary
 * variable first. Convert what is assigned to NAME, which is assigned to
 * something of TYPE at WHERE, if it has no other use. Returns false if it has,
 * or if its value is of another origin.
 */
static bool convert_definition(tree name, tree type, location_t where)
{
	gimple *definition = SSA_NAME_DEF_STMT(name);
	bool changed = false;
	unsigned int i;

	if (!has_single_use(name))
		return false;
	if (gphi *phi = dyn_cast<gphi *>(definition)) {
		for (i = 0; i < gimple_phi_num_args(phi); i++)
			convert_value(gimple_phi_arg_def_ptr(phi, i), type, where);
		return true;
	}
	if (gassign *assign = dyn_cast<gassign *>(definition)) {
		if (gimple_assign_rhs_code(assign) == COND_EXPR)
			changed = convert_value(gimple_assign_rhs2_ptr(assign), type, where) |
				  convert_value(gimple_assign_rhs3_ptr(assign), type, where);
		else if (gimple_assign_single_p(assign) &&
			 (TREE_CODE(gimple_assign_rhs1(assign)) == SSA_NAME ||
			  is_function_address(gimple_assign_rhs1(assign))))
			changed = convert_value(gimple_assign_rhs1_ptr(assign), type, where);
		else
			return false;
		if (changed)
			update_stmt(assign);
		return true;
	}
	return false;
}

/*
 * Replace *VALUE, which is assigned at WHERE to something of TYPE, by the
 * address of a variant if it is the address of a function and TYPE is a marked
 * pointer's. Reports an error if one is a marked pointer and the other is not.
 * Returns whether *VALUE changed.
 */
static bool convert_value(tree *value, tree type, location_t where)
{
	struct tag_class *wanted;

	if (!*value || !POINTER_TYPE_P(type) || is_variant_address(*value))
		return false;
	wanted = is_function_pointer(type) ? class_of_calls(TREE_TYPE(type)) : NULL;
	if (wanted && is_function_address(*value))
		return convert_address(value, TREE_TYPE(type), wanted, where);
	if (is_function_address(*value)) {
		/* Of the function itself, the address is that of the thunk. */
		if (is_function_pointer(type))
			check_conversion(build_pointer_type(unmarked_type(TREE_OPERAND(*value, 0))),
					 type, where);
		return false;
	}
	if (integer_zerop(*value))
		return false;
	if (wanted && TREE_CODE(*value) == SSA_NAME &&
	    is_function_pointer(TREE_TYPE(*value)) &&
	    !class_of_calls(TREE_TYPE(TREE_TYPE(*value))) &&
	    convert_definition(*value, type, where))
		return false;
	check_conversion(TREE_TYPE(*value), type, where);
	return false;
}

/*
 * If *VALUE is the address of a function that is compared with OTHER, a marked
 * pointer, replace it by that of the variant. Anything can be compared: a
 * function that has none has another address. Returns whether *VALUE changed.
 */
static bool convert_compared(tree *value, tree other)
{
	struct marked_function *marked;
	tree type;

	if (!is_function_pointer(TREE_TYPE(other)) || is_function_address(other) ||
	    !is_function_address(*value) || is_variant_address(*value))
		return false;
	type = TREE_TYPE(TREE_TYPE(other));
	marked = marked_function_of(TREE_OPERAND(*value, 0));
	if (!class_of_calls(type) || !has_variant(marked, class_of_calls(type)) ||
	    !tag_is_in_same_place(marked->type, type))
		return false;
	*value = address_of_variant(marked);
	return true;
}

static bool convert_in_assignment(gassign *assign)
{
	tree type = TREE_TYPE(gimple_assign_lhs(assign));
	location_t where = gimple_location(assign);
	enum tree_code code = gimple_assign_rhs_code(assign);

	if (code == COND_EXPR)
		return convert_value(gimple_assign_rhs2_ptr(assign), type, where) |
		       convert_value(gimple_assign_rhs3_ptr(assign), type, where);
	if (TREE_CODE_CLASS(code) == tcc_comparison)
		return convert_compared(gimple_assign_rhs1_ptr(assign),
					gimple_assign_rhs2(assign)) |
		       convert_compared(gimple_assign_rhs2_ptr(assign),
					gimple_assign_rhs1(assign));
	if (gimple_assign_single_p(assign) || CONVERT_EXPR_CODE_P(code))
		return convert_value(gimple_assign_rhs1_ptr(assign), type, where);
	return false;
}

/* Report an error at WHERE if TYPE is a marked pointer's. */
static void check_unmarked(tree type, location_t where)
{
	struct tag_class *tag_class = is_function_pointer(type) ?
		class_of_calls(TREE_TYPE(type)) : NULL;

	if (tag_class)
		report_pointer_conversion(where, tag_class, NULL);
}

/* The arguments of CALL, and its result. */
static bool convert_in_call(gcall *call)
{
	location_t where = gimple_location(call);
	tree type = gimple_call_fntype(call);
	tree result = gimple_call_lhs(call);
	bool changed = false;
	unsigned int i;
	tree rest;

	if (!type)
		return false;
	for (i = 0, rest = TYPE_ARG_TYPES(type);
	     rest && rest != void_list_node && i < gimple_call_num_args(call);
	     i++, rest = TREE_CHAIN(rest))
		changed |= convert_value(gimple_call_arg_ptr(call, i),
					 TREE_VALUE(rest), where);
	/* Nothing tells what the parameters are. */
	for (; !prototype_p(type) && i < gimple_call_num_args(call); i++)
		check_unmarked(TREE_TYPE(gimple_call_arg(call, i)), where);
	if (result)
		check_conversion(TREE_TYPE(type), TREE_TYPE(result), where);
	return changed;
}

/*
 * Convert what STMT, of the current function, assigns to marked pointers,
 * passes for them or compares with them. Returns whether STMT changed.
 */
static bool convert_in_statement(gimple *stmt)
{
	location_t where = gimple_location(stmt);
	bool changed = false;
	unsigned int i;
	gphi *phi;

	switch (gimple_code(stmt)) {
	case GIMPLE_ASSIGN:
		return convert_in_assignment(as_a<gassign *>(stmt));
	case GIMPLE_CALL:
		return convert_in_call(as_a<gcall *>(stmt));
	case GIMPLE_COND:
		return convert_compared(gimple_op_ptr(stmt, 0), gimple_op(stmt, 1)) |
		       convert_compared(gimple_op_ptr(stmt, 1), gimple_op(stmt, 0));
	case GIMPLE_RETURN:
		return convert_value(gimple_op_ptr(stmt, 0),
				     TREE_TYPE(TREE_TYPE(current_function_decl)), where);
	case GIMPLE_PHI:
		phi = as_a<gphi *>(stmt);
		for (i = 0; i < gimple_phi_num_args(phi); i++)
			changed |= convert_value(gimple_phi_arg_def_ptr(phi, i),
						 TREE_TYPE(gimple_phi_result(phi)),
						 gimple_phi_arg_location(phi, i));
		return changed;
	default:
		return false;
	}
}

/*
 * Report an error if parameters of the current function are marked in its type,
 * which callers see, and not in its definition, or the reverse: GCC merges a
 * prototype's types into the function's.
 */
static void check_parameters(void)
{
	tree parm = DECL_ARGUMENTS(current_function_decl);
	tree type = TYPE_ARG_TYPES(TREE_TYPE(current_function_decl));

	for (; parm && type && type != void_list_node;
	     parm = DECL_CHAIN(parm), type = TREE_CHAIN(type))
		check_conversion(TREE_VALUE(type), TREE_TYPE(parm),
				 DECL_SOURCE_LOCATION(parm));
}

/*
 * Convert what the current function assigns to marked pointers. To be called
 * before references to functions are redirected to thunks. Returns whether
 * anything changed.
 */
bool convert_pointers_in_function(void)
{
	size_t before = variant_addresses ? variant_addresses->elements() : 0;
	basic_block bb;

	check_parameters();
	FOR_EACH_BB_FN(bb, cfun) {
		gimple_stmt_iterator gsi;

		for (gsi = gsi_start_phis(bb); !gsi_end_p(gsi); gsi_next(&gsi))
			convert_in_statement(gsi_stmt(gsi));
		for (gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
			if (convert_in_statement(gsi_stmt(gsi)))
				update_stmt(gsi_stmt(gsi));
	}
	return variant_addresses && variant_addresses->elements() > before;
}

/*
 * The class whose tags CALL, through a pointer, passes; NULL if it passes none.
 * An error if the pointer has been cast from a marked one, or to one.
 */
struct tag_class *class_of_indirect_call(gcall *call)
{
	tree pointer = TREE_TYPE(gimple_call_fn(call));
	struct tag_class *called = class_of_calls(gimple_call_fntype(call));
	struct tag_class *given;

	if (!is_function_pointer(pointer))
		return called;
	given = class_of_calls(TREE_TYPE(pointer));
	if (given != called) {
		report_pointer_conversion(gimple_location(call), given, called);
		return NULL;
	}
	return called;
}

/*
 * Convert the values in *INITIAL, for something of TYPE, that are assigned to
 * marked pointers. WHERE is the location of the variable. Returns whether
 * anything changed.
 */
bool convert_pointers_in_initializer(tree *initial, tree type, location_t where)
{
	bool changed = false;
	unsigned int i;
	tree index;

	if (EXPR_HAS_LOCATION(*initial))
		where = EXPR_LOCATION(*initial);
	/* Also one that drops "const" from a struct. */
	while (CONVERT_EXPR_P(*initial) || TREE_CODE(*initial) == VIEW_CONVERT_EXPR)
		initial = &TREE_OPERAND(*initial, 0);
	if (TREE_CODE(*initial) == CONSTRUCTOR) {
		for (i = 0; i < CONSTRUCTOR_NELTS(*initial); i++) {
			constructor_elt *element = CONSTRUCTOR_ELT(*initial, i);

			index = element->index;
			changed |= convert_pointers_in_initializer(&element->value,
				index && TREE_CODE(index) == FIELD_DECL ?
				TREE_TYPE(index) : TREE_TYPE(type), where);
		}
		return changed;
	}
	return type && convert_value(initial, type, where);
}

/* Forget the addresses, at the end of the pass. */
void free_variant_addresses(void)
{
	delete variant_addresses;
	variant_addresses = NULL;
}
