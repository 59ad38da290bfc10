// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_decide.c - functions that ask first whether they are to fail
 *
 * With the entry "submit_bio_wait = -EIO" in a list of the class fault, the
 * function
 *
 *	int submit_bio_wait(struct bio *bio)
 *	{
 *		...
 *
 * becomes
 *
 *	int submit_bio_wait(struct bio *bio)
 *	{
 *		if (call_fails("submit_bio_wait"))
 *			return call_result("submit_bio_wait", -EIO);
 *		...
 *
 * The header that declares the class has these two:
 *
 *	static inline bool call_fails(const char *function)
 *		__attribute__((code_tag("fault"), code_tag_fails("fault")));
 *	static inline long call_result(const char *function, long usual)
 *		__attribute__((code_tag("fault"), code_tag_result("fault")));
 *
 * They are marked functions: the tag that submit_bio_wait() was called with
 * tells which line this is. It is passed to nothing else; calls of other listed
 * functions in submit_bio_wait() are lines of their own. Otherwise one call
 * would be asked about twice.
 *
 * A function that another mark has put into a class, say wait, has no tag of
 * fault. It asks a function with code_tag_fails("wait"), and passes on its tag
 * as before. So that the class fault has all lines, each call with a tag of its
 * own has one in both; the field "tag" of the second is the first, and its
 * field "callee" the function that is asked about: a function below may be
 * listed, too, and is called with the same tag.
 *
 * This file changes functions when they have been parsed; calls, see
 * alloctag_call.c.
 */
#include "alloctag.h"

/* Of the C front end. GCC loads the plugin into lto1, too, which lacks it. */
extern tree identifier_global_value(tree) __attribute__((weak));

/*
 * An identifier whose type is the name of the function with ATTRIBUTE for the
 * class NAME, if there is one. It is kept in precompiled headers.
 */
static tree decision_identifier(const char *attribute, const char *name)
{
	char *text = concat("alloctag ", attribute, " ", name, NULL);
	tree identifier = get_identifier(text);

	free(text);
	return identifier;
}

/* The function with ATTRIBUTE for TAG_CLASS, NULL_TREE if there is none. */
static tree decision_function(const char *attribute, struct tag_class *tag_class)
{
	tree name = TREE_TYPE(decision_identifier(attribute, tag_class->name));

	return name ? identifier_global_value(name) : NULL_TREE;
}

/* const char * */
static tree string_type(void)
{
	return build_pointer_type(build_qualified_type(char_type_node, TYPE_QUAL_CONST));
}

/*
 * Attribute handler: "code_tag_fails" is accepted on declarations of functions
 * as in bool f(const char *), "code_tag_result" as in long f(const char *,
 * long). The argument is the name of a class.
 */
static tree handle_decision_attribute(tree *node, tree name, tree args, int,
				      bool *no_add_attrs)
{
	bool of_result = is_attribute_p(RESULT_ATTRIBUTE, name);
	tree wanted = of_result ?
		build_function_type_list(long_integer_type_node, string_type(),
					 long_integer_type_node, NULL_TREE) :
		build_function_type_list(boolean_type_node, string_type(), NULL_TREE);
	location_t where = DECL_P(*node) ? DECL_SOURCE_LOCATION(*node) : input_location;
	tree text = TREE_VALUE(args);
	auto_diagnostic_group group;

	*no_add_attrs = true;
	if (TREE_CODE(text) != STRING_CST ||
	    !valid_class_name(TREE_STRING_POINTER(text))) {
		error_at(where, "the argument of the %qE attribute is not the name of a class",
			 name);
		inform(where, "write an identifier in quotes, as in %<%E(\"fault\")%>", name);
	} else if (TREE_CODE(*node) != FUNCTION_DECL ||
		   !types_compatible_p(TREE_TYPE(*node), wanted)) {
		error_at(where, "%qE attribute applies to functions with the type %qT only",
			 name, wanted);
	} else {
		*no_add_attrs = false;
		keep_identifier(decision_identifier(IDENTIFIER_POINTER(name),
						    TREE_STRING_POINTER(text)),
				DECL_NAME(*node));
	}
	return NULL_TREE;
}

/* The attribute NAME, with one argument, the class. */
#define ATTRIBUTE(NAME) {					\
	.name			= NAME,				\
	.min_length		= 1,				\
	.max_length		= 1,				\
	.decl_required		= true,				\
	.type_required		= false,			\
	.function_type_required	= false,			\
	.affects_type_identity	= false,			\
	.handler		= handle_decision_attribute,	\
	.exclude		= NULL,				\
}

static struct attribute_spec attributes[] = {
	ATTRIBUTE(FAILS_ATTRIBUTE),
	ATTRIBUTE(RESULT_ATTRIBUTE),
};

/* PLUGIN_ATTRIBUTES callback. */
void register_decision_attributes(void *, void *)
{
	size_t i;

	register_result_attribute();
	for (i = 0; i < ARRAY_SIZE(attributes); i++)
		register_attribute(&attributes[i]);
}

/*
 * Why FUNCTION can't begin with a question, or NULL. The text is a message of
 * its own.
 */
static const char *reason_not_to_fail(tree function)
{
	const char *section = DECL_SECTION_NAME(function);

	if (TREE_THIS_VOLATILE(function))
		return G_("it does not return");
	if (DECL_PURE_P(function) || TREE_READONLY(function))
		return G_("calls of it may be left out (%<const%>, %<pure%>)");
	if (lookup_attribute("naked", DECL_ATTRIBUTES(function)))
		return G_("it is %<naked%>: its assembly code reads the arguments");
	if (section && (strstr(section, ".noinstr") || !strcmp(section, ".entry.text")))
		return G_("no code may be added to its section");
	return NULL;
}

/*
 * PLUGIN_PRE_GENERICIZE callback: if a list says what the function fails with,
 * let it ask first.
 */
void begin_with_decision(void *gcc_data, void *)
{
	tree function = static_cast<tree>(gcc_data);
	location_t where;
	struct mark mark;
	const char *reason;
	tree fails, result, name, value, returned, clears;
	tree failing = NULL_TREE, body = NULL_TREE;
	const char *text;

	/* Only lists let functions fail. */
	if (TREE_CODE(function) != FUNCTION_DECL || !may_be_listed(function) ||
	    TREE_TYPE(DECL_RESULT(function)) == error_mark_node)
		return;
	mark = mark_of(function);
	if (!mark.tag_class || mark.listed == LISTED_EXCLUDED || !result_of(function, NULL))
		return;
	where = DECL_SOURCE_LOCATION(function);
	reason = reason_not_to_fail(function);
	if (reason) {
		auto_diagnostic_group group;

		error_at(where, "%qD can%'t be made to fail, as a list says", function);
		inform(where, reason);
		return;
	}
	value = result_value(function, result_of(function, NULL));
	if (!value)
		return;
	fails = decision_function(FAILS_ATTRIBUTE, mark.tag_class);
	result = decision_function(RESULT_ATTRIBUTE, mark.tag_class);
	if (!fails || !result) {
		auto_diagnostic_group group;

		error_at(where, "%qD can%'t be made to fail: it is of the class %qs, for which nothing decides that",
			 function, mark.tag_class->name);
		inform(where, "declare functions with the attributes %<%s(\"%s\")%> and %<%s(\"%s\")%>",
		       FAILS_ATTRIBUTE, mark.tag_class->name,
		       RESULT_ATTRIBUTE, mark.tag_class->name);
		return;
	}

	TREE_USED(fails) = 1;
	TREE_USED(result) = 1;
	text = IDENTIFIER_POINTER(DECL_NAME(function));
	name = build_string_literal(strlen(text) + 1, text);
	value = build_call_expr_loc(where, result, 2, unshare_expr(name), value);
	returned = build2(MODIFY_EXPR, TREE_TYPE(DECL_RESULT(function)),
			  DECL_RESULT(function),
			  fold_convert(TREE_TYPE(DECL_RESULT(function)), value));
	SET_EXPR_LOCATION(returned, where);
	TREE_SIDE_EFFECTS(returned) = 1;
	returned = build1_loc(where, RETURN_EXPR, void_type_node, returned);
	TREE_SIDE_EFFECTS(returned) = 1;
	clears = result_clears(function, result_of(function, NULL));
	if (clears)
		append_to_statement_list(clears, &failing);
	append_to_statement_list(returned, &failing);
	append_to_statement_list(build3_loc(where, COND_EXPR, void_type_node,
					    build_call_expr_loc(where, fails, 1, name),
					    failing, NULL_TREE), &body);
	append_to_statement_list(DECL_SAVED_TREE(function), &body);
	DECL_SAVED_TREE(function) = body;
}
