// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_attribute.c - the attributes "allocator" and "allocator_tag"
 *
 * "allocator" marks a function; it may name the type of the objects that the
 * function allocates, allocator("struct foo"). "allocator_tag" makes a local
 * variable or parameter a *tag variable*: calls of marked functions in its
 * scope pass its value (see alloctag_call.c).
 */
#include "alloctag.h"

/*
 * Whether DECL is a function that GCC outlined. It has the attributes of the
 * function that it is a part of, but it can't be passed a tag.
 */
bool is_outlined(tree decl)
{
	return DECL_ARTIFICIAL(decl) && DECL_NAME(decl) &&
	       strstr(IDENTIFIER_POINTER(DECL_NAME(decl)), "._omp_");
}

/* Whether the function DECL has the attribute "allocator" in the source. */
bool marked_by_attribute(tree decl)
{
	return lookup_attribute("allocator", DECL_ATTRIBUTES(decl)) &&
	       !is_outlined(decl);
}

/* The type that the mark of the function DECL names; NULL if none. */
const char *type_of_mark(tree decl)
{
	tree attribute;

	/* Each declaration may add one. */
	for (attribute = lookup_attribute("allocator", DECL_ATTRIBUTES(decl)); attribute;
	     attribute = lookup_attribute("allocator", TREE_CHAIN(attribute)))
		if (TREE_VALUE(attribute))
			return TREE_STRING_POINTER(TREE_VALUE(TREE_VALUE(attribute)));
	return NULL;
}

/* DECL_UIDs of the functions that have tag variables. */
static hash_set<int_hash<unsigned int, 0, UINT_MAX> > *functions_with_tags;

/* Whether FUNCTION declares tag variables. */
bool has_tag_variables(tree function)
{
	return functions_with_tags &&
	       functions_with_tags->contains(DECL_UID(function));
}

/* The calls in initializers of tag variables: DECL_UID and location. */
typedef pair_hash<int_hash<unsigned int, 0, UINT_MAX>, int_hash<location_t, 0, UINT_MAX> >
	initializer_call;
static hash_set<initializer_call> *initializer_calls;

/* walk_tree() callback: note a call in the initializer of the variable DATA. */
static tree note_initializer_call(tree *where, int *, void *data)
{
	tree variable = static_cast<tree>(data);

	if (TREE_CODE(*where) == CALL_EXPR)
		initializer_calls->add(std::make_pair(DECL_UID(variable),
			get_pure_location(EXPR_LOCATION(*where))));
	return NULL_TREE;
}

/*
 * PLUGIN_FINISH_DECL callback, as soon as the unit has a tag variable: if it is
 * for one, note which calls its initializer has.
 */
static void note_initializer(void *gcc_data, void *)
{
	tree decl = static_cast<tree>(gcc_data);

	if (VAR_P(decl) && DECL_INITIAL(decl) &&
	    lookup_attribute("allocator_tag", DECL_ATTRIBUTES(decl)))
		walk_tree_without_duplicates(&DECL_INITIAL(decl),
					     note_initializer_call, decl);
}

/*
 * Whether the call at WHERE is in the initializer of VARIABLE, a tag variable,
 * which is not set yet.
 */
bool is_in_initializer(location_t where, tree variable)
{
	return initializer_calls &&
	       initializer_calls->contains(std::make_pair(DECL_UID(variable),
							  get_pure_location(where)));
}

/*
 * Attribute handler: "allocator" is accepted on function declarations only. Its
 * argument, if any, is a string.
 */
static tree handle_allocator_attribute(tree *node, tree name, tree args, int,
				       bool *no_add_attrs)
{
	if (TREE_CODE(*node) != FUNCTION_DECL) {
		auto_diagnostic_group group;

		*no_add_attrs = true;
		error_at(DECL_P(*node) ? DECL_SOURCE_LOCATION(*node) : input_location,
			 "%qE attribute applies to functions only", name);
		inform(DECL_P(*node) ? DECL_SOURCE_LOCATION(*node) : input_location,
		       "calls through pointers carry no tag: mark the functions that they point to");
	} else if (args && TREE_CODE(TREE_VALUE(args)) != STRING_CST) {
		auto_diagnostic_group group;

		*no_add_attrs = true;
		error_at(DECL_SOURCE_LOCATION(*node),
			 "the argument of the %qE attribute is not a string", name);
		inform(DECL_SOURCE_LOCATION(*node),
		       "write the name of a type, as in %<allocator(\"struct foo\")%>");
	}
	return NULL_TREE;
}

/*
 * Whether TYPE is a pointer to struct alloc_tag, with any qualifiers. The
 * source declares that struct itself, so it is recognised by its name.
 */
bool points_to_tag(tree type)
{
	tree name;

	if (!POINTER_TYPE_P(type) || TREE_CODE(TREE_TYPE(type)) != RECORD_TYPE)
		return false;
	name = TYPE_IDENTIFIER(TYPE_MAIN_VARIANT(TREE_TYPE(type)));
	return name && !strcmp(IDENTIFIER_POINTER(name), "alloc_tag");
}

/*
 * Keep the tag variable VARIABLE of FUNCTION until the pass runs. For a
 * parameter, which is declared before its function, FUNCTION is NULL_TREE.
 *
 * Nothing in the source needs to read a tag variable, so GCC would remove it
 * before the pass. To prevent that it is made volatile; stage 4 clears that
 * flag (clear_volatile_tag_variables()). It is kept in memory, but is not
 * addressable: in a simd loop, GCC would replace it by copies, which can't be
 * found from its block.
 */
static void keep_tag_variable(tree variable, tree function)
{
	if (function) {
		if (!functions_with_tags)
			functions_with_tags =
				new hash_set<int_hash<unsigned int, 0, UINT_MAX> >;
		functions_with_tags->add(DECL_UID(function));
	}
	TREE_THIS_VOLATILE(variable) = 1;
	DECL_NOT_GIMPLE_REG_P(variable) = 1;
	TREE_USED(variable) = 1;
	DECL_READ_P(variable) = 1;
}

/* Make a tag variable of VARIABLE, which is local to a function. */
void make_tag_variable(tree variable)
{
	DECL_ATTRIBUTES(variable) = tree_cons(get_identifier("allocator_tag"),
					      NULL_TREE, DECL_ATTRIBUTES(variable));
	keep_tag_variable(variable, DECL_CONTEXT(variable));
}

/*
 * Attribute handler: "allocator_tag" is accepted on local variables and
 * parameters of type struct alloc_tag *.
 */
static tree handle_allocator_tag_attribute(tree *node, tree name, tree, int,
					   bool *no_add_attrs)
{
	tree variable = *node;

	if (TREE_CODE(variable) != PARM_DECL &&
	    (!VAR_P(variable) || TREE_STATIC(variable) || DECL_EXTERNAL(variable) ||
	     !current_function_decl)) {
		*no_add_attrs = true;
		error_at(DECL_SOURCE_LOCATION(variable),
			 "%qE attribute applies to local variables and parameters only",
			 name);
		return NULL_TREE;
	}
	if (!points_to_tag(TREE_TYPE(variable))) {
		*no_add_attrs = true;
		error_at(DECL_SOURCE_LOCATION(variable),
			 "%qE attribute on %qD, which is not a %<const struct alloc_tag *%>",
			 name, variable);
		return NULL_TREE;
	}
	keep_tag_variable(variable, current_function_decl);
	/* The callback is called for each declaration, so not in all units. */
	if (VAR_P(variable) && !initializer_calls) {
		initializer_calls = new hash_set<initializer_call>;
		register_callback(PLUGIN_NAME, PLUGIN_FINISH_DECL,
				  note_initializer, NULL);
	}
	return NULL_TREE;
}

static struct attribute_spec allocator_attribute = {
	.name				= "allocator",
	.min_length			= 0,
	.max_length			= 1,
	.decl_required			= true,
	.type_required			= false,
	.function_type_required		= false,
	.affects_type_identity		= false,
	.handler			= handle_allocator_attribute,
	.exclude			= NULL,
};

static struct attribute_spec allocator_tag_attribute = {
	.name				= "allocator_tag",
	.min_length			= 0,
	.max_length			= 0,
	.decl_required			= true,
	.type_required			= false,
	.function_type_required		= false,
	.affects_type_identity		= false,
	.handler			= handle_allocator_tag_attribute,
	.exclude			= NULL,
};

/* PLUGIN_ATTRIBUTES callback. */
void register_attributes(void *, void *)
{
	register_attribute(&allocator_attribute);
	register_attribute(&allocator_tag_attribute);
}
