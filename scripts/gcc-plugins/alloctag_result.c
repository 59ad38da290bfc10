// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_result.c - results that functions are to fail with
 *
 * Lists name what a function returns when it is to fail:
 *
 *	-EIO		the error, or ERR_PTR() of it
 *	NULL		a null pointer
 *	arg3		its third argument, as of copy_from_user(): the number
 *			of bytes that were not copied
 *	arg3,clear1	the same, after that many bytes were set to 0 where the
 *			first argument points to, as copy_from_user() does
 *	true, false	of a function that returns bool
 *	-5		another integer
 *
 * The type of the function must be able to hold it.
 */
#include "alloctag.h"
#include <errno.h>

enum result_kind {
	RESULT_ERROR,
	RESULT_NULL,
	RESULT_ARGUMENT,
	RESULT_BOOL,
	RESULT_NUMBER,
};

/*
 * A result, as a list names it.
 *
 * @kind:	what it is
 * @number:	the error, negative; the number of the argument, from 1; 0 or 1;
 *		or the integer
 * @cleared:	the number of the argument that points to memory which is set
 *		to 0, or 0
 */
struct result {
	enum result_kind kind;
	long number;
	unsigned int cleared;
};

/* Whether the function DECL has one of the attributes of alloctag_decide.c. */
bool is_decision(tree decl)
{
	return lookup_attribute(FAILS_ATTRIBUTE, DECL_ATTRIBUTES(decl)) ||
	       lookup_attribute(RESULT_ATTRIBUTE, DECL_ATTRIBUTES(decl));
}

/* Parse a digit from 1 to 9 at TEXT. Returns false if there is none. */
static bool parse_digit(const char *text, unsigned int *number)
{
	*number = *text - '0';
	return *text >= '1' && *text <= '9';
}

/* Parse TEXT. Returns false if it isn't a result. */
static bool parse_result(const char *text, struct result *result)
{
	unsigned int number;
	char *end;

	result->cleared = 0;
	result->kind = RESULT_ERROR;
	result->number = text[0] == '-' ? -error_number(text + 1) : 0;
	if (result->number)
		return true;
	result->kind = RESULT_NULL;
	if (!strcmp(text, "NULL"))
		return true;
	result->kind = RESULT_BOOL;
	result->number = !strcmp(text, "true");
	if (result->number || !strcmp(text, "false"))
		return true;
	if (!strncmp(text, "arg", 3)) {
		result->kind = RESULT_ARGUMENT;
		if (!parse_digit(&text[3], &number))
			return false;
		result->number = number;
		return !text[4] || (!strncmp(&text[4], ",clear", 6) &&
				    parse_digit(&text[10], &result->cleared) && !text[11]);
	}
	result->kind = RESULT_NUMBER;
	errno = 0;
	result->number = strtol(text, &end, 0);
	return !errno && end > text && !*end;
}

/* Whether TEXT is a result. */
bool valid_result(const char *text)
{
	struct result result;

	return parse_result(text, &result);
}

/* Say which results there are. */
void inform_of_results(location_t where)
{
	inform(where, "write %<NULL%>, %<true%>, %<false%>, %<arg1%> to %<arg9%>, these with %<,clear1%> to %<,clear9%>, an integer, or an error that system calls return, as in %<-EIO%>");
}

/*
 * The attribute that has a function's result, and the class whose list has it.
 * Only the plugin sets it.
 */
#define LISTED_RESULT_ATTRIBUTE	"alloctag result"

/* GCC warns of attributes that it doesn't know when "copy" repeats them. */
static struct attribute_spec result_attribute = {
	.name				= LISTED_RESULT_ATTRIBUTE,
	.min_length			= 0,
	.max_length			= -1,
	.decl_required			= true,
	.type_required			= false,
	.function_type_required		= false,
	.affects_type_identity		= false,
	.handler			= NULL,
	.exclude			= NULL,
};

/* Register the attribute that has a function's result. */
void register_result_attribute(void)
{
	register_attribute(&result_attribute);
}

/*
 * What the function DECL fails with, as a list names it; NULL if none does. If
 * CLASS_NAME is not NULL, the class of the list is stored there.
 */
const char *result_of(tree decl, const char **class_name)
{
	tree attribute = lookup_attribute(LISTED_RESULT_ATTRIBUTE, DECL_ATTRIBUTES(decl));

	if (!attribute)
		return NULL;
	attribute = TREE_VALUE(attribute);
	if (class_name)
		*class_name = IDENTIFIER_POINTER(TREE_PURPOSE(attribute));
	return IDENTIFIER_POINTER(TREE_VALUE(attribute));
}

/* Let result_of(DECL) be TEXT, of a list of the class CLASS_NAME. */
void set_result(tree decl, const char *text, const char *class_name)
{
	tree value = build_tree_list(get_identifier(class_name), get_identifier(text));

	DECL_ATTRIBUTES(decl) = tree_cons(get_identifier(LISTED_RESULT_ATTRIBUTE),
					  value, DECL_ATTRIBUTES(decl));
}

/* Parameter NUMBER of FUNCTION, from 1, or NULL_TREE. */
static tree parameter_number(tree function, unsigned int number)
{
	tree parameter = DECL_ARGUMENTS(function);

	while (parameter && --number)
		parameter = DECL_CHAIN(parameter);
	return parameter;
}

/* The same, if it is an integer. */
static tree integer_parameter(tree function, unsigned int number)
{
	tree parameter = parameter_number(function, number);

	return parameter && INTEGRAL_TYPE_P(TREE_TYPE(parameter)) ? parameter : NULL_TREE;
}

/* The same, if it points to memory that can be written to. */
static tree memory_parameter(tree function, unsigned int number)
{
	tree parameter = parameter_number(function, number);

	return parameter && POINTER_TYPE_P(TREE_TYPE(parameter)) &&
	       !FUNC_OR_METHOD_TYPE_P(TREE_TYPE(TREE_TYPE(parameter))) &&
	       !TYPE_READONLY(TREE_TYPE(TREE_TYPE(parameter))) ? parameter : NULL_TREE;
}

/* Whether FUNCTION can return RESULT, in a value of TYPE. */
static bool can_return(tree function, tree type, const struct result *result)
{
	bool is_integer = TREE_CODE(type) == INTEGER_TYPE ||
			  TREE_CODE(type) == ENUMERAL_TYPE;

	switch (result->kind) {
	case RESULT_ERROR:
		return POINTER_TYPE_P(type) ||
		       (is_integer && !TYPE_UNSIGNED(type) && TYPE_PRECISION(type) > 12);
	case RESULT_NULL:
		return POINTER_TYPE_P(type) &&
		       !lookup_attribute("returns_nonnull",
					 TYPE_ATTRIBUTES(TREE_TYPE(function)));
	case RESULT_BOOL:
		return TREE_CODE(type) == BOOLEAN_TYPE;
	case RESULT_ARGUMENT:
		return is_integer && integer_parameter(function, result->number) &&
		       (!result->cleared || memory_parameter(function, result->cleared));
	default:
		return is_integer &&
		       int_fits_type_p(build_int_cst(long_integer_type_node, result->number),
				       type);
	}
}

/*
 * The value of TEXT, a valid result, in FUNCTION, which is being compiled: of
 * type long. NULL_TREE if the function can't return that, which is an error.
 */
tree result_value(tree function, const char *text)
{
	tree type = TREE_TYPE(DECL_RESULT(function));
	location_t where = DECL_SOURCE_LOCATION(function);
	struct result result;

	parse_result(text, &result);
	if (!can_return(function, type, &result)) {
		auto_diagnostic_group group;

		error_at(where, "%qD can%'t return %qs, which a list says it fails with",
			 function, text);
		if (result.kind == RESULT_ARGUMENT)
			inform(where, "it returns %qT; the argument must be an integer", type);
		else
			inform(where, "it returns %qT", type);
		if (result.cleared)
			inform(where, "the argument whose memory is cleared must point to what may be changed");
		return NULL_TREE;
	}
	if (result.kind == RESULT_ARGUMENT)
		return fold_convert(long_integer_type_node,
				    integer_parameter(function, result.number));
	return build_int_cst(long_integer_type_node, result.number);
}

/*
 * If TEXT, a result that result_value() has accepted for FUNCTION, says that
 * memory is set to 0 first: a call that does it. Else NULL_TREE.
 */
tree result_clears(tree function, const char *text)
{
	struct result result;
	tree bytes;

	parse_result(text, &result);
	if (!result.cleared)
		return NULL_TREE;
	bytes = integer_parameter(function, result.number);
	return build_call_expr_loc(DECL_SOURCE_LOCATION(function),
				   builtin_decl_explicit(BUILT_IN_MEMSET), 3,
				   fold_convert(ptr_type_node,
						memory_parameter(function, result.cleared)),
				   integer_zero_node, fold_convert(size_type_node, bytes));
}
