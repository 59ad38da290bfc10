// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_attribute.c - the attributes allocator and allocator_tag
 */
#include "alloctag.h"

bool marked_by_attribute(tree decl)
{
	return lookup_attribute("allocator", DECL_ATTRIBUTES(decl)) != NULL_TREE;
}

/* DECL_UIDs of the functions that have variables marked allocator_tag. */
static hash_set<int_hash<unsigned int, 0, UINT_MAX> > *functions_with_tags;

bool has_tag_variables(tree function)
{
	return functions_with_tags &&
	       functions_with_tags->contains(DECL_UID(function));
}

/* "allocator": on declarations of functions. */
static tree handle_allocator_attribute(tree *node, tree name, tree, int,
				       bool *no_add_attrs)
{
	if (TREE_CODE(*node) != FUNCTION_DECL) {
		auto_diagnostic_group group;

		*no_add_attrs = true;
		error_at(DECL_P(*node) ? DECL_SOURCE_LOCATION(*node) : input_location,
			 "%qE attribute applies to functions only", name);
		inform(DECL_P(*node) ? DECL_SOURCE_LOCATION(*node) : input_location,
		       "calls through pointers carry no tag: mark the functions that they point to");
	}
	return NULL_TREE;
}

/* Whether TYPE is, but for qualifiers, struct alloc_tag * as the source has it. */
static bool points_to_tag(tree type)
{
	tree name;

	if (!POINTER_TYPE_P(type) || TREE_CODE(TREE_TYPE(type)) != RECORD_TYPE)
		return false;
	name = TYPE_NAME(TYPE_MAIN_VARIANT(TREE_TYPE(type)));
	if (name && TREE_CODE(name) == TYPE_DECL)
		name = DECL_NAME(name);
	return name && !strcmp(IDENTIFIER_POINTER(name), "alloc_tag");
}

/*
 * "allocator_tag": on a local variable or parameter that holds a tag.  Nothing
 * in the source need read the variable, so that it would be gone before the pass
 * looks for it.  Until then it is kept in memory, as volatile ones are:
 * release_tag_variables() in alloctag_call.c ends that.
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
	if (current_function_decl) {
		if (!functions_with_tags)
			functions_with_tags =
				new hash_set<int_hash<unsigned int, 0, UINT_MAX> >;
		functions_with_tags->add(DECL_UID(current_function_decl));
	}
	TREE_ADDRESSABLE(variable) = 1;
	TREE_THIS_VOLATILE(variable) = 1;
	TREE_USED(variable) = 1;
	DECL_READ_P(variable) = 1;
	return NULL_TREE;
}

static struct attribute_spec allocator_attribute = {
	.name				= "allocator",
	.min_length			= 0,
	.max_length			= 0,
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

void register_attributes(void *, void *)
{
	register_attribute(&allocator_attribute);
	register_attribute(&allocator_tag_attribute);
}
