// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_attribute.c - the attributes of functions and of variables
 *
 * "code_tag" marks a function, for the class that it names. "allocator" is
 * code_tag("allocator"); it may name the type of the objects that the function
 * allocates, allocator("struct foo"). On a pointer to functions, both become a
 * part of the pointer's type (see alloctag_pointer.c).
 *
 * "code_tag_variable" makes a local variable or parameter, a pointer to tags of
 * a class, a *tag variable*: calls of marked functions of that class in its
 * scope pass its value (see alloctag_call.c). "allocator_tag" is the same for
 * struct alloc_tag.
 *
 * A call of a function with "code_tag_caller" is replaced by the tag that the
 * function around it was called with, of one with "code_tag_here" by a tag of
 * the line. The class is the one whose tags the result points to. Neither
 * function exists.
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

/* The class of ATTRIBUTE, if it is one that marks functions, or NULL. */
static struct tag_class *class_of_mark(tree attribute)
{
	tree name = get_attribute_name(attribute);

	if (is_attribute_p("allocator", name))
		return allocator_class;
	if (is_attribute_p("code_tag", name))
		return class_named(TREE_STRING_POINTER(TREE_VALUE(TREE_VALUE(attribute))));
	return NULL;
}

/*
 * The attribute of a function type, to which marked pointers point. Its value
 * is a list of strings: the class, and the type if the mark names one.
 */
#define POINTER_ATTRIBUTE	"alloctag pointer"

/* Whether the unit declares marked pointers: a type, so that it does. */
static tree pointers_identifier(void)
{
	return get_identifier("alloctag pointers");
}

/* Whether the unit, or its precompiled header, declares marked pointers. */
bool pointers_are_marked(void)
{
	return TREE_TYPE(pointers_identifier()) != NULL_TREE;
}

/*
 * The class whose tags calls through a pointer to the function type TYPE pass;
 * NULL if they pass none.
 */
struct tag_class *class_of_calls(tree type)
{
	tree attribute = type ? lookup_attribute(POINTER_ATTRIBUTE,
						 TYPE_ATTRIBUTES(type)) : NULL_TREE;

	return attribute ? class_named(TREE_STRING_POINTER(TREE_VALUE(TREE_VALUE(attribute)))) :
			   NULL;
}

/*
 * The class that attributes of the function DECL mark it for, or NULL. If they
 * mark it for another one as well, that is set in *SECOND, otherwise NULL.
 */
struct tag_class *class_by_attribute(tree decl, struct tag_class **second)
{
	/* It may be declared by the name of a type. */
	struct tag_class *first = class_of_calls(TREE_TYPE(decl)), *next;
	tree attribute;

	*second = NULL;
	for (attribute = DECL_ATTRIBUTES(decl); attribute;
	     attribute = TREE_CHAIN(attribute)) {
		next = class_of_mark(attribute);
		if (!next)
			continue;
		if (!first)
			first = next;
		else if (next != first)
			*second = next;
	}
	return first && !is_outlined(decl) ? first : NULL;
}

/* ATTRIBUTES, a list that is changed, without those that mark a function. */
tree remove_marks(tree attributes)
{
	return remove_attribute("allocator", remove_attribute("code_tag", attributes));
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

/* The class of the tag variable VARIABLE; NULL if it isn't one. */
struct tag_class *class_of_variable(tree variable)
{
	if (!lookup_attribute("code_tag_variable", DECL_ATTRIBUTES(variable)) &&
	    !lookup_attribute("allocator_tag", DECL_ATTRIBUTES(variable)))
		return NULL;
	return class_of_pointer(TREE_TYPE(variable));
}

/*
 * The class whose tag a call of the function DECL asks for, or NULL. Sets
 * *OF_CALLER if it is the caller's.
 */
struct tag_class *class_asked_for(tree decl, bool *of_caller)
{
	*of_caller = lookup_attribute("code_tag_caller", DECL_ATTRIBUTES(decl));
	if (!*of_caller && !lookup_attribute("code_tag_here", DECL_ATTRIBUTES(decl)))
		return NULL;
	return class_of_pointer(TREE_TYPE(TREE_TYPE(decl)));
}

/* Whether a call of DECL asks for the tag of the statements around a region. */
bool asks_for_enclosing_tag(tree decl)
{
	return DECL_ARTIFICIAL(decl) && DECL_NAME(decl) &&
	       id_equal(DECL_NAME(decl), ENCLOSING_TAG_FUNCTION);
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

	if (VAR_P(decl) && DECL_INITIAL(decl) && class_of_variable(decl))
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

/* The type that the mark of a pointer to TYPE names; NULL if none. */
const char *type_of_pointer_mark(tree type)
{
	tree attribute = type ? lookup_attribute(POINTER_ATTRIBUTE,
						 TYPE_ATTRIBUTES(type)) : NULL_TREE;
	tree named = attribute ? TREE_CHAIN(TREE_VALUE(attribute)) : NULL_TREE;

	return named ? TREE_STRING_POINTER(TREE_VALUE(named)) : NULL;
}

/*
 * TYPE, of a function, a pointer to functions, of pointers to such or of an
 * array of them, with a mark. MARK is the list of strings. Returns NULL_TREE
 * for other types, and for functions without a prototype.
 */
static tree marked_type(tree type, tree mark)
{
	tree target;

	switch (TREE_CODE(type)) {
	case FUNCTION_TYPE:
		if (!prototype_p(type))
			return NULL_TREE;
		return build_type_attribute_variant(type,
				tree_cons(get_identifier(POINTER_ATTRIBUTE), mark,
					  TYPE_ATTRIBUTES(type)));
	case POINTER_TYPE:
		target = marked_type(TREE_TYPE(type), mark);
		if (!target)
			return NULL_TREE;
		target = build_qualified_type(build_pointer_type(target),
					      TYPE_QUALS(type));
		break;
	case ARRAY_TYPE:
		target = marked_type(TREE_TYPE(type), mark);
		if (!target)
			return NULL_TREE;
		target = build_array_type(target, TYPE_DOMAIN(type));
		break;
	default:
		return NULL_TREE;
	}
	/* The type may have been given another alignment. */
	return TYPE_USER_ALIGN(type) ?
		build_aligned_type(target, TYPE_ALIGN(type)) : target;
}

/* The class that pointers to functions in TYPE are marked for; NULL if none. */
struct tag_class *class_of_pointers(tree type)
{
	while (POINTER_TYPE_P(type) || TREE_CODE(type) == ARRAY_TYPE)
		type = TREE_TYPE(type);
	return TREE_CODE(type) == FUNCTION_TYPE ? class_of_calls(type) : NULL;
}

/*
 * Mark the pointers to functions in the type of DECL for TAG_CLASS, or the
 * function that DECL is a name of the type of. TEXT is the type that they
 * allocate, or NULL_TREE. Returns false if there are none.
 */
bool mark_pointer(tree decl, struct tag_class *tag_class, tree text)
{
	tree name = build_string(strlen(tag_class->name) + 1, tag_class->name);
	struct tag_class *before = class_of_pointers(TREE_TYPE(decl));
	tree mark = tree_cons(NULL_TREE, name,
			      text ? build_tree_list(NULL_TREE, text) : NULL_TREE);
	tree type = marked_type(TREE_TYPE(decl), mark);

	if (!type)
		return false;
	if (before && before != tag_class) {
		report_two_classes(decl, before, tag_class);
		return true;
	}
	TREE_TYPE(decl) = type;
	if (!pointers_are_marked())
		keep_identifier(pointers_identifier(), void_type_node);
	return true;
}

/*
 * Attribute handler: "allocator" and "code_tag" are accepted on declarations of
 * functions and of pointers to functions. The argument of the first, if any, is
 * a string, that of the second the name of a class.
 */
static tree handle_mark_attribute(tree *node, tree name, tree args, int,
				  bool *no_add_attrs)
{
	location_t where = DECL_P(*node) ? DECL_SOURCE_LOCATION(*node) : input_location;
	tree text = args ? TREE_VALUE(args) : NULL_TREE;
	auto_diagnostic_group group;

	*no_add_attrs = true;
	if (text && TREE_CODE(text) != STRING_CST) {
		error_at(where, "the argument of the %qE attribute is not a string", name);
		if (is_attribute_p("allocator", name))
			inform(where, "write the name of a type, as in %<allocator(\"struct foo\")%>");
		else
			inform(where, "write the name of a class, as in %<code_tag(\"wait\")%>");
	} else if (!is_attribute_p("allocator", name) &&
		   !valid_class_name(TREE_STRING_POINTER(text))) {
		error_at(where, "%qs can%'t be the name of a class",
			 TREE_STRING_POINTER(text));
		inform(where, "it becomes a part of symbols: write an identifier");
	} else if (TREE_CODE(*node) == FUNCTION_DECL) {
		*no_add_attrs = false;
	} else if (!DECL_P(*node) ||
		   !(is_attribute_p("allocator", name) ?
		     mark_pointer(*node, allocator_class, text) :
		     mark_pointer(*node, class_named(TREE_STRING_POINTER(text)),
				  NULL_TREE))) {
		error_at(where, "%qE attribute applies to functions and to pointers to functions only",
			 name);
		inform(where, "their parameters must be known: they get another one");
	}
	return NULL_TREE;
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
	DECL_ATTRIBUTES(variable) = tree_cons(get_identifier("code_tag_variable"),
					      NULL_TREE, DECL_ATTRIBUTES(variable));
	keep_tag_variable(variable, DECL_CONTEXT(variable));
}

/*
 * Attribute handler: "code_tag_variable" is accepted on local variables and
 * parameters that point to tags of a class, "allocator_tag" on those that point
 * to struct alloc_tag.
 */
static tree handle_variable_attribute(tree *node, tree name, tree, int,
				      bool *no_add_attrs)
{
	bool of_allocators = is_attribute_p("allocator_tag", name);
	tree variable = *node;
	struct tag_class *tag_class;

	if (TREE_CODE(variable) != PARM_DECL &&
	    (!VAR_P(variable) || TREE_STATIC(variable) || DECL_EXTERNAL(variable) ||
	     !current_function_decl)) {
		*no_add_attrs = true;
		error_at(DECL_SOURCE_LOCATION(variable),
			 "%qE attribute applies to local variables and parameters only",
			 name);
		return NULL_TREE;
	}
	tag_class = class_of_pointer(TREE_TYPE(variable));
	if (of_allocators && tag_class != allocator_class) {
		*no_add_attrs = true;
		error_at(DECL_SOURCE_LOCATION(variable),
			 "%qE attribute on %qD, which is not a %<const struct alloc_tag *%>",
			 name, variable);
		return NULL_TREE;
	}
	if (!tag_class) {
		auto_diagnostic_group group;

		*no_add_attrs = true;
		error_at(DECL_SOURCE_LOCATION(variable),
			 "%qE attribute on %qD, which does not point to a tag",
			 name, variable);
		inform(DECL_SOURCE_LOCATION(variable),
		       "a struct is a tag if it has the attribute %<code_tag_class%>");
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

/*
 * Attribute handler: "code_tag_caller" and "code_tag_here" are accepted on
 * declarations of functions without parameters that return a pointer to a tag.
 */
static tree handle_query_attribute(tree *node, tree name, tree, int,
				   bool *no_add_attrs)
{
	tree decl = *node;
	auto_diagnostic_group group;

	if (TREE_CODE(decl) == FUNCTION_DECL && prototype_p(TREE_TYPE(decl)) &&
	    TYPE_ARG_TYPES(TREE_TYPE(decl)) == void_list_node &&
	    class_of_pointer(TREE_TYPE(TREE_TYPE(decl))))
		return NULL_TREE;
	*no_add_attrs = true;
	error_at(DECL_P(decl) ? DECL_SOURCE_LOCATION(decl) : input_location,
		 "%qE attribute applies to functions without parameters that return a pointer to a tag",
		 name);
	inform(DECL_P(decl) ? DECL_SOURCE_LOCATION(decl) : input_location,
	       "declare it as in %<const struct alloc_tag *tag_of_caller(void)%>");
	return NULL_TREE;
}

/* The attribute NAME with MIN to MAX arguments. */
#define ATTRIBUTE(NAME, MIN, MAX, HANDLER) {	\
	.name			= NAME,		\
	.min_length		= MIN,		\
	.max_length		= MAX,		\
	.decl_required		= true,		\
	.type_required		= false,	\
	.function_type_required	= false,	\
	.affects_type_identity	= false,	\
	.handler		= HANDLER,	\
	.exclude		= NULL,		\
}

static struct attribute_spec attributes[] = {
	ATTRIBUTE("allocator", 0, 1, handle_mark_attribute),
	ATTRIBUTE("code_tag", 1, 1, handle_mark_attribute),
	ATTRIBUTE("allocator_tag", 0, 0, handle_variable_attribute),
	ATTRIBUTE("code_tag_variable", 0, 0, handle_variable_attribute),
	ATTRIBUTE("code_tag_caller", 0, 0, handle_query_attribute),
	ATTRIBUTE("code_tag_here", 0, 0, handle_query_attribute),
};

/* PLUGIN_ATTRIBUTES callback. */
void register_attributes(void *, void *)
{
	size_t i;

	register_class_attribute();
	for (i = 0; i < ARRAY_SIZE(attributes); i++)
		register_attribute(&attributes[i]);
}
