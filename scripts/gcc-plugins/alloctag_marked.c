// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_marked.c - which functions are marked, and how each is treated
 */
#include "alloctag.h"

static hash_map<tree, marked_function *> *marked_functions;
static hash_map<tree, marked_function *> *marked_bodies;
static auto_vec<marked_function *> *marked_in_order;

/* The marked function that DECL (as calls in the source name it) is, or NULL. */
struct marked_function *marked_function_of(tree decl)
{
	marked_function **found;

	if (!marked_functions)
		return NULL;
	found = marked_functions->get(decl);
	return found ? *found : NULL;
}

/*
 * The marked function whose variant, or whose copy under the original name,
 * DECL is the body of; NULL for all other functions.
 */
struct marked_function *marked_function_by_body(tree decl)
{
	marked_function **found;

	if (!marked_bodies)
		return NULL;
	found = marked_bodies->get(decl);
	return found ? *found : NULL;
}

/* The marked function that DECL is the thunk of, or NULL. */
struct marked_function *marked_function_by_thunk(tree decl)
{
	unsigned int i;
	marked_function *marked;

	FOR_EACH_VEC_ELT(*marked_in_order, i, marked)
		if (marked->thunk == decl)
			return marked;
	return NULL;
}

/* From here on, marked_function_by_body() finds MARKED for DECL. */
void add_marked_body(tree decl, struct marked_function *marked)
{
	marked_bodies->put(decl, marked);
}

void for_each_marked_function(void (*callback)(struct marked_function *))
{
	unsigned int i;
	marked_function *marked;

	if (!marked_in_order)
		return;
	FOR_EACH_VEC_ELT(*marked_in_order, i, marked)
		callback(marked);
}

/* The tag of calls to MARKED that come without one: its definition's line. */
tree own_tag(struct marked_function *marked)
{
	if (!marked->own_tag)
		marked->own_tag = make_tag(DECL_SOURCE_LOCATION(marked->decl),
					   marked->decl, "",
					   ALLOC_TAG_UNTAGGED);
	return unshare_expr(marked->own_tag);
}

unsigned int count_parameters(tree type)
{
	unsigned int count = 0;
	tree rest;

	for (rest = TYPE_ARG_TYPES(type); rest && rest != void_list_node;
	     rest = TREE_CHAIN(rest))
		count++;
	return count;
}

/*
 * Whether CALL passes what MARKED's definition expects, so that an argument can
 * be put after the named ones.  Calls without a prototype in sight and calls
 * through a cast to another function type may not.
 */
bool call_is_compatible(const gcall *call, struct marked_function *marked)
{
	tree type = gimple_call_fntype(call);
	unsigned int named = count_parameters(marked->type);
	unsigned int passed = gimple_call_num_args(call);
	unsigned int i;
	tree rest;

	if (!type || !prototype_p(type) ||
	    stdarg_p(type) != stdarg_p(marked->type))
		return false;
	/* __builtin_va_arg_pack() stands for what comes after the last. */
	if (stdarg_p(type) ? passed < named : passed != named)
		return false;
	if (!types_compatible_p(TREE_TYPE(type), TREE_TYPE(marked->type)))
		return false;
	for (i = 0, rest = TYPE_ARG_TYPES(marked->type); i < named;
	     i++, rest = TREE_CHAIN(rest)) {
		tree argument = gimple_call_arg(call, i);
		tree wanted = TREE_VALUE(rest);

		if (useless_type_conversion_p(wanted, TREE_TYPE(argument)))
			continue;
		/* char and short arguments are promoted where the ABI says so. */
		if (INTEGRAL_TYPE_P(wanted) &&
		    INTEGRAL_TYPE_P(TREE_TYPE(argument)) &&
		    TYPE_PRECISION(wanted) < TYPE_PRECISION(integer_type_node) &&
		    TYPE_PRECISION(TREE_TYPE(argument)) ==
		    TYPE_PRECISION(integer_type_node))
			continue;
		if (POINTER_TYPE_P(wanted) && POINTER_TYPE_P(TREE_TYPE(argument)))
			continue;
		return false;
	}
	return true;
}

static bool function_has_gimple_body(tree decl)
{
	struct function *fn = DECL_STRUCT_FUNCTION(decl);

	return fn && fn->cfg && gimple_in_ssa_p(fn);
}

/*
 * Why the original of DECL must stay under its name with its body, or NULL.
 * The text completes "%qD can't be given a tagged variant: ...".
 */
static const char *reason_to_keep_body(cgraph_node *node)
{
	tree decl = node->decl;
	tree parm;

	if (node->ifunc_resolver || lookup_attribute("ifunc", DECL_ATTRIBUTES(decl)))
		return G_("it is resolved at run time (%<ifunc%>)");
	if (lookup_attribute("naked", DECL_ATTRIBUTES(decl)))
		return G_("it is %<naked%>, its code finds its own arguments");
	if (lookup_attribute("target_clones", DECL_ATTRIBUTES(decl)))
		return G_("it is compiled several times (%<target_clones%>)");
	if (function_has_gimple_body(decl)) {
		if (variably_modified_type_p(TREE_TYPE(TREE_TYPE(decl)),
					     NULL_TREE))
			return G_("the size of its result varies");
		for (parm = DECL_ARGUMENTS(decl); parm; parm = DECL_CHAIN(parm))
			if (TYPE_SIZE(TREE_TYPE(parm)) &&
			    !TREE_CONSTANT(TYPE_SIZE(TREE_TYPE(parm))))
				return G_("the size of a parameter varies");
	}
	return NULL;
}

/*
 * Why calls to DECL can't be rewritten at all, or NULL.  What is checked here
 * must look the same in the unit that defines DECL and in those that call it.
 */
static const char *reason_to_leave_alone(cgraph_node *node)
{
	tree decl = node->decl;

	if (!prototype_p(TREE_TYPE(decl)))
		return G_("it has no prototype");
	if (fndecl_built_in_p(decl))
		return G_("GCC knows it as a built-in function and handles calls to it itself");
	/* An attribute of the declaration or of the type, as the target has it. */
	if (lookup_attribute("interrupt", DECL_ATTRIBUTES(decl)) ||
	    lookup_attribute("interrupt", TYPE_ATTRIBUTES(TREE_TYPE(decl))))
		return G_("it is an %<interrupt%> handler, which nothing may call");
	/* A definition that doesn't repeat the attribute loses the flag. */
	if ((flags_from_decl_or_type(decl) & ECF_RETURNS_TWICE) ||
	    lookup_attribute("returns_twice", DECL_ATTRIBUTES(decl)))
		return G_("it returns twice");
	if (DECL_STATIC_CHAIN(decl))
		return G_("it is a nested function that uses its parent's variables");
	if (MAIN_NAME_P(DECL_NAME(decl)) && DECL_FILE_SCOPE_P(decl))
		return G_("the program starts there");
	if (node->weakref || lookup_attribute("weakref", DECL_ATTRIBUTES(decl)))
		return G_("it is a %<weakref%> to another symbol");
	return NULL;
}

static bool defined_here(cgraph_node *node)
{
	return node->definition && !node->alias &&
	       function_has_gimple_body(node->decl);
}

/* Decides how the marked function NODE is treated. */
static void classify(cgraph_node *node, bool listed)
{
	marked_function *marked = XCNEW(marked_function);
	const char *reason;

	marked->decl = node->decl;
	marked->type = TREE_TYPE(node->decl);
	marked->thunk = node->decl;
	marked->listed = listed;

	reason = reason_to_leave_alone(node);
	if (reason) {
		marked->kind = VARIANT_LEFT_ALONE;
		report_fallback(marked, reason,
				G_("calls to it are left as they are and carry no tag"));
	} else if ((reason = reason_to_keep_body(node))) {
		marked->kind = VARIANT_FORWARDS;
		report_fallback(marked, reason,
				G_("calls lose their tag: what it allocates is charged to itself"));
	} else if (node->alias && node->analyzed) {
		/* Whether its target is marked is known once all are. */
		marked->kind = VARIANT_ALIAS;
	} else if (defined_here(node)) {
		marked->kind = VARIANT_MOVED;
	} else {
		marked->kind = VARIANT_EXTERNAL;
		/* A static function without a body is never called. */
		if (!DECL_EXTERNAL(node->decl) && !TREE_PUBLIC(node->decl))
			marked->kind = VARIANT_LEFT_ALONE;
	}
	marked_functions->put(node->decl, marked);
	marked_in_order->safe_push(marked);
}

/* First step: finds all marked functions that the unit defines or refers to. */
void collect_marked_functions(void)
{
	cgraph_node *node;
	auto_vec<cgraph_node *> nodes;
	unsigned int i;

	marked_functions = new hash_map<tree, marked_function *>;
	marked_bodies = new hash_map<tree, marked_function *>;
	marked_in_order = new auto_vec<marked_function *>;

	FOR_EACH_FUNCTION(node)
		if (!node->thunk && !node->inlined_to)
			nodes.safe_push(node);
	/* The symbol table lists the newest first. */
	for (i = nodes.length(); i-- > 0; ) {
		tree decl = nodes[i]->decl;
		bool listed = marked_by_list(decl);

		if (marked_by_attribute(decl))
			classify(nodes[i], false);
		else if (listed)
			classify(nodes[i], true);
	}
}

void forget_marked_functions(void)
{
	unsigned int i;
	marked_function *marked;

	FOR_EACH_VEC_ELT(*marked_in_order, i, marked)
		free(marked);
	delete marked_in_order;
	delete marked_functions;
	delete marked_bodies;
	marked_in_order = NULL;
	marked_functions = NULL;
	marked_bodies = NULL;
}
