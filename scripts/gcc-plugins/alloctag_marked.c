// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_marked.c - the table of marked functions (stage 1)
 *
 * collect_marked_functions() fills the table and decides how each function is
 * treated. The later stages look functions up by declaration. All maps exist
 * only while the pass runs.
 */
#include "alloctag.h"

/* The value of the argument originals. */
enum originals originals = ORIGINALS_ALL;

/* By the declaration that calls in the source refer to. */
static hash_map<tree, marked_function *> *marked_functions;
/*
 * By the function that has the body: the variant, or a variadic function's
 * copy.
 */
static hash_map<tree, marked_function *> *marked_bodies;
/* In source order, so that equal input gives equal output. */
static auto_vec<marked_function *> *marked_in_order;

/* The marked function that calls of DECL refer to, or NULL. */
struct marked_function *marked_function_of(tree decl)
{
	marked_function **found;

	if (!marked_functions)
		return NULL;
	found = marked_functions->get(decl);
	return found ? *found : NULL;
}

/*
 * The marked function whose variant, or whose copy under the original name, has
 * its body in DECL. NULL for all other functions, and before stage 3.
 */
struct marked_function *marked_function_by_body(tree decl)
{
	marked_function **found;

	if (!marked_bodies)
		return NULL;
	found = marked_bodies->get(decl);
	return found ? *found : NULL;
}

/* Make marked_function_by_body(DECL) return MARKED. */
void add_marked_body(tree decl, struct marked_function *marked)
{
	marked_bodies->put(decl, marked);
}

/* Call CALLBACK for each marked function, in source order. */
void for_each_marked_function(void (*callback)(struct marked_function *))
{
	unsigned int i;
	marked_function *marked;

	if (!marked_in_order)
		return;
	FOR_EACH_VEC_ELT(*marked_in_order, i, marked)
		callback(marked);
}

/*
 * The address of the tag of calls to MARKED that pass none. It has the line of
 * MARKED's definition, and is made when first asked for.
 */
tree untagged_tag(struct marked_function *marked)
{
	if (!marked->untagged_tag) {
		marked->untagged_tag = make_tag(marked->tag_class,
						DECL_SOURCE_LOCATION(marked->decl),
						marked->decl, "", NULL,
						CODE_TAG_UNTAGGED);
		if (marked->tag_class == allocator_class)
			name_allocator(marked->untagged_tag, marked->decl);
	}
	return unshare_expr(marked->untagged_tag);
}

/*
 * Whether NODE is the variable by which EXPORT_SYMBOL() keeps the compiler from
 * removing the function; see __ADDRESSABLE() in <linux/compiler.h>. The linker
 * discards it.
 */
bool keeps_exported_function(symtab_node *node)
{
	const char *section = node->get_section();

	return VAR_P(node->decl) && section &&
	       !strcmp(section, ".discard.addressable");
}

/*
 * Whether NODE is the variable by which ALLOW_ERROR_INJECTION() names a
 * function: the one that is called, which is the variant.
 */
bool allows_error_injection(symtab_node *node)
{
	const char *section = node->get_section();

	return VAR_P(node->decl) && section &&
	       !strcmp(section, "_error_injection_whitelist");
}

/* The number of named parameters of the function type TYPE. */
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
 * Whether CALL passes the arguments that MARKED's type asks for, so that the
 * tag can be inserted after the named ones. A call without a prototype, or
 * through a cast to another function type, may not.
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
	/* __builtin_va_arg_pack() may replace all variable arguments. */
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
		/* Some targets pass char and short arguments as int. */
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

bool function_has_gimple_body(tree decl)
{
	struct function *fn = DECL_STRUCT_FUNCTION(decl);

	return fn && fn->cfg && gimple_in_ssa_p(fn);
}

static bool defined_here(cgraph_node *node)
{
	return node->definition && !node->alias &&
	       function_has_gimple_body(node->decl);
}

/* The name of DECL's symbol. */
const char *assembler_name(tree decl)
{
	const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl));

	/* GCC puts a "*" before names that the source gives. */
	return name + (*name == '*');
}

/* Whether NODE's function is not defined in C here, but in assembly code. */
static bool defined_in_asm(cgraph_node *node)
{
	return !node->definition && TREE_PUBLIC(node->decl) &&
	       asm_defines(assembler_name(node->decl));
}

/*
 * Whether NODE's function was defined and compiled before the pass, as those
 * with __RTL are, in GCC's own tests.
 */
static bool defined_in_rtl(cgraph_node *node)
{
	return !node->definition && TREE_PUBLIC(node->decl) &&
	       !DECL_EXTERNAL(node->decl) && DECL_INITIAL(node->decl);
}

/* Whether NODE is resolved at run time, by a resolver function. */
bool is_ifunc(cgraph_node *node)
{
	return node->ifunc_resolver ||
	       lookup_attribute("ifunc", DECL_ATTRIBUTES(node->decl));
}

/*
 * Why the definition of NODE can't become the variant, but has to keep its name
 * and type (VARIANT_DROPS_TAG). NULL if it can. The text is a message of its
 * own.
 */
static const char *reason_to_drop_tag(cgraph_node *node)
{
	tree decl = node->decl;

	if (is_ifunc(node))
		return G_("it is resolved at run time (%<ifunc%>)");
	if (lookup_attribute("naked", DECL_ATTRIBUTES(decl)))
		return G_("it is %<naked%>: its assembly code reads the arguments");
	if (lookup_attribute("target_clones", DECL_ATTRIBUTES(decl)))
		return G_("it is compiled several times (%<target_clones%>)");
	if (function_has_gimple_body(decl) &&
	    variably_modified_type_p(TREE_TYPE(TREE_TYPE(decl)), NULL_TREE))
		return G_("the size of its result varies");
	return NULL;
}

/*
 * Why calls of NODE can't be rewritten at all (VARIANT_LEFT_ALONE), or NULL.
 * The unit that defines the function and the units that call it must come to
 * the same result, or they don't link.
 */
static const char *reason_to_leave_alone(cgraph_node *node)
{
	tree decl = node->decl;

	if (!prototype_p(TREE_TYPE(decl)))
		return G_("it has no prototype");
	if (fndecl_built_in_p(decl))
		return G_("GCC knows it as a built-in function and handles calls to it itself, unless %<-fno-builtin-%E%> is given");
	/* On the declaration or on its type: targets differ. */
	if (lookup_attribute("interrupt", DECL_ATTRIBUTES(decl)) ||
	    lookup_attribute("interrupt", TYPE_ATTRIBUTES(TREE_TYPE(decl))))
		return G_("it is an %<interrupt%> handler, which nothing may call");
	/* The flag is lost if the definition doesn't repeat the attribute. */
	if ((flags_from_decl_or_type(decl) & ECF_RETURNS_TWICE) ||
	    lookup_attribute("returns_twice", DECL_ATTRIBUTES(decl)))
		return G_("it returns twice");
	/* GCC's name for both "#pragma omp declare simd" and "simd". */
	if (lookup_attribute("omp declare simd", DECL_ATTRIBUTES(decl)))
		return G_("it has vector versions (%<declare simd%>, %<simd%>), which take no tag");
	if (DECL_STATIC_CHAIN(decl))
		return G_("it is a nested function that uses its parent's variables");
	/* The thunk would be such a call. */
	if (lookup_attribute("error", DECL_ATTRIBUTES(decl)))
		return G_("each call to it is an error (%<error%>)");
	if (node->weakref || lookup_attribute("weakref", DECL_ATTRIBUTES(decl)))
		return G_("it is a %<weakref%> to another symbol");
	return NULL;
}

/*
 * Why the function of NODE, which is defined here, can't be moved, or NULL. No
 * function with another type can call it on behalf of its callers, either.
 */
static const char *reason_not_to_move(cgraph_node *node)
{
	cgraph_edge *edge;
	tree parm;

	/* The size may be an expression that has other parameters. */
	for (parm = DECL_ARGUMENTS(node->decl); parm; parm = DECL_CHAIN(parm))
		if (TYPE_SIZE(TREE_TYPE(parm)) &&
		    !TREE_CONSTANT(TYPE_SIZE(TREE_TYPE(parm))))
			return G_("the size of a parameter varies");
	if (!stdarg_p(TREE_TYPE(node->decl)))
		return NULL;
	for (edge = node->callees; edge; edge = edge->next_callee)
		if (fndecl_built_in_p(edge->callee->decl, BUILT_IN_APPLY_ARGS))
			return G_("it is variadic, and %<__builtin_apply_args()%> would pass on the tag");
	return NULL;
}

/*
 * Functions of the C library that keep the address of a function and call it
 * later, and not on behalf of their caller.
 */
static const char *const registering_functions[] = {
	"at_quick_exit", "atexit", "bsd_signal", "on_exit", "pthread_create",
	"pthread_key_create", "signal", "sigset", "sysv_signal", "thrd_create",
	"tss_create",
};

/*
 * Whether STMT registers the function whose address it takes: it calls one of
 * the functions above, or assigns to a field of struct sigaction.
 */
static bool registers_function(gimple *stmt)
{
	const char *name;
	tree callee, field;
	size_t i;

	if (gimple_assign_single_p(stmt) &&
	    TREE_CODE(gimple_assign_lhs(stmt)) == COMPONENT_REF) {
		field = DECL_NAME(TREE_OPERAND(gimple_assign_lhs(stmt), 1));
		if (!field)
			return false;
		name = IDENTIFIER_POINTER(field);
		return !strcmp(name, "sa_handler") || !strcmp(name, "sa_sigaction");
	}
	callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
	if (!callee || !DECL_NAME(callee) || !TREE_PUBLIC(callee))
		return false;
	name = IDENTIFIER_POINTER(DECL_NAME(callee));
	for (i = 0; i < ARRAY_SIZE(registering_functions); i++)
		if (!strcmp(name, registering_functions[i]))
			return true;
	return false;
}

/*
 * Why there is no call of NODE's function that could carry a tag, as far as
 * this unit tells, or NULL. The function is called by the system: execution
 * starts there. If the unit calls it as well, those calls are worth a variant.
 */
static const char *reason_never_called(cgraph_node *node)
{
	tree decl = node->decl;
	cgraph_edge *edge;
	ipa_ref *reference;
	unsigned int i;

	if (MAIN_NAME_P(DECL_NAME(decl)) && DECL_FILE_SCOPE_P(decl))
		return G_("it is where the program starts");
	for (edge = node->callers; edge; edge = edge->next_caller)
		if (edge->caller != node)
			return NULL;
	if (DECL_STATIC_CONSTRUCTOR(decl) || DECL_STATIC_DESTRUCTOR(decl))
		return G_("it runs before or after %<main()%> (%<constructor%>, %<destructor%>)");
	if (!node->definition)
		return NULL;
	for (i = 0; node->iterate_referring(i, reference); i++)
		if (reference->use == IPA_REF_ADDR && reference->stmt &&
		    registers_function(reference->stmt))
			return G_("it is called as a signal handler, by a new thread, or at exit");
	return NULL;
}

/*
 * Decide that MARKED keeps its name and type, for REASON. Then its variant
 * drops the tag and calls it. If it is variadic, it is left alone: a variant
 * could not pass on the arguments.
 */
static void keep_original(struct marked_function *marked, const char *reason)
{
	if (stdarg_p(marked->type)) {
		marked->kind = VARIANT_LEFT_ALONE;
		report_left_alone(marked, reason);
	} else {
		marked->kind = VARIANT_DROPS_TAG;
		report_tag_dropped(marked, reason);
	}
}

/*
 * Add NODE, whose function is marked as in MARK, to the table and decide how it
 * is treated.
 */
static void add_marked_function(cgraph_node *node, const struct mark *mark)
{
	marked_function *marked = XCNEW(marked_function);
	const char *reason;

	marked->tag_class = mark->tag_class;
	marked->decl = node->decl;
	marked->type = TREE_TYPE(node->decl);
	marked->thunk = node->decl;
	if (mark->listed != LISTED_EXCLUDED)
		marked->listed = mark->listed;
	marked->defined = !DECL_EXTERNAL(node->decl) || defined_in_asm(node);

	if (mark->listed == LISTED_EXCLUDED) {
		marked->kind = VARIANT_LEFT_ALONE;
	} else if (mark->second) {
		marked->kind = VARIANT_LEFT_ALONE;
		report_two_classes(node->decl, mark->tag_class, mark->second);
	} else if (!class_is_declared(mark->tag_class)) {
		marked->kind = VARIANT_LEFT_ALONE;
		report_class_not_declared(node->decl, mark->tag_class);
	} else if ((reason = reason_never_called(node))) {
		marked->kind = VARIANT_LEFT_ALONE;
		report_never_called(marked, reason);
	} else if ((reason = reason_to_leave_alone(node))) {
		marked->kind = VARIANT_LEFT_ALONE;
		report_not_instrumented(marked, reason);
	} else if (defined_in_asm(node)) {
		marked->kind = VARIANT_LEFT_ALONE;
		reason = G_("assembly code in this unit defines it");
		if (stdarg_p(marked->type))
			report_left_alone(marked, reason);
		else
			report_not_instrumented(marked, reason);
	} else if (defined_in_rtl(node)) {
		marked->kind = VARIANT_LEFT_ALONE;
		report_left_alone(marked,
				  G_("its body is in GCC%'s intermediate language (%<__RTL%>)"));
	} else if ((reason = reason_to_drop_tag(node))) {
		keep_original(marked, reason);
	} else if (node->alias && node->analyzed) {
		marked->kind = VARIANT_ALIAS;
	} else if (defined_here(node) && (reason = reason_not_to_move(node))) {
		marked->kind = VARIANT_LEFT_ALONE;
		if (stdarg_p(marked->type))
			report_left_alone(marked, reason);
		else
			report_not_instrumented(marked, reason);
	} else if (defined_here(node)) {
		marked->kind = VARIANT_MOVED;
	} else {
		marked->kind = VARIANT_EXTERNAL;
		/* A static function without a body is never called. */
		if (!DECL_EXTERNAL(node->decl) && !TREE_PUBLIC(node->decl))
			marked->kind = VARIANT_LEFT_ALONE;
	}
	if (marked->kind != VARIANT_LEFT_ALONE &&
	    asm_names_kfunc(assembler_name(node->decl)))
		report_kfunc(node->decl);
	marked_functions->put(node->decl, marked);
	marked_in_order->safe_push(marked);
}

/*
 * Whether the address of MARKED, whose node is NODE, is used, other than by
 * EXPORT_SYMBOL(), which exports the variant unless the original has to remain.
 * A marked pointer may have the address of the variant instead: stage 4 finds
 * out, which is too late only for a copy of a variadic function.
 */
static bool address_is_used(cgraph_node *node, struct marked_function *marked)
{
	ipa_ref *reference;
	unsigned int i;

	if (pointers_are_marked() && !stdarg_p(marked->type))
		return false;
	if (originals != ORIGINALS_NONE)
		return node->address_taken;
	for (i = 0; node->iterate_referring(i, reference); i++)
		if (reference->use == IPA_REF_ADDR &&
		    !keeps_exported_function(reference->referring) &&
		    !allows_error_injection(reference->referring))
			return true;
	return false;
}

/*
 * Whether anything in or outside of this unit may use the original symbol of
 * MARKED. If so, the original name needs a body.
 */
bool original_is_used(struct marked_function *marked)
{
	tree decl = marked->decl;
	cgraph_node *node = cgraph_node::get(decl);
	cgraph_edge *edge;
	ipa_ref *reference;

	if (DECL_EXTERNAL(decl))
		return false;
	if ((TREE_PUBLIC(decl) && originals != ORIGINALS_NONE) ||
	    address_is_used(node, marked) || node->force_output ||
	    DECL_PRESERVE_P(decl) || DECL_STATIC_CONSTRUCTOR(decl) ||
	    DECL_STATIC_DESTRUCTOR(decl))
		return true;
	if (node->iterate_direct_aliases(0, reference))
		return true;
	for (edge = node->callers; edge; edge = edge->next_caller)
		if (edge->call_stmt && !call_is_compatible(edge->call_stmt, marked))
			return true;
	return false;
}

/*
 * Whether functions of the types A and B take the hidden parameter in the same
 * place. Then the variant of one can be an alias of the variant of the other,
 * or be called in its place through a pointer.
 */
bool tag_is_in_same_place(tree a, tree b)
{
	tree first = TYPE_ARG_TYPES(a);
	tree second = TYPE_ARG_TYPES(b);

	/* A result in memory takes the place of the first argument. */
	if (stdarg_p(a) != stdarg_p(b) ||
	    count_parameters(a) != count_parameters(b) ||
	    aggregate_value_p(TREE_TYPE(a), a) !=
	    aggregate_value_p(TREE_TYPE(b), b))
		return false;
	for (; first && first != void_list_node;
	     first = TREE_CHAIN(first), second = TREE_CHAIN(second)) {
		tree one = TYPE_MAIN_VARIANT(TREE_VALUE(first));
		tree other = TYPE_MAIN_VARIANT(TREE_VALUE(second));

		if (!types_compatible_p(one, other) &&
		    (TYPE_MODE(one) != TYPE_MODE(other) ||
		     !(INTEGRAL_TYPE_P(one) || POINTER_TYPE_P(one)) ||
		     !(INTEGRAL_TYPE_P(other) || POINTER_TYPE_P(other))))
			return false;
	}
	return true;
}

/*
 * MARKED is variadic and there will be a copy of it, under the original name:
 * leave it alone if GCC can't copy its body.
 */
static void check_copy(struct marked_function *marked)
{
	if (!stdarg_p(marked->type) || tree_versionable_function_p(marked->decl) ||
	    !original_is_used(marked))
		return;
	marked->kind = VARIANT_LEFT_ALONE;
	report_left_alone(marked,
			  G_("it is variadic, and GCC can%'t copy its body"));
}

/*
 * Find the function that MARKED, an alias, refers to, perhaps through other
 * aliases. If the function has no variant, or one of another kind, MARKED is
 * treated like other functions that must keep their type.
 */
static void resolve_alias(struct marked_function *marked)
{
	cgraph_node *node = cgraph_node::get(marked->decl);
	const char *reason;

	while (node->alias && node->analyzed && !is_ifunc(node))
		node = node->get_alias_target();
	marked->aliased = marked_function_of(node->decl);
	if (!marked->aliased || marked->aliased->kind != VARIANT_MOVED)
		reason = G_("it is an alias of a function that has no variant");
	else if (marked->aliased->tag_class != marked->tag_class)
		reason = G_("it is an alias of a function of another class");
	else if (!tag_is_in_same_place(marked->type, marked->aliased->type))
		reason = G_("it is an alias of a function of another type");
	else
		return;

	marked->aliased = NULL;
	keep_original(marked, reason);
}

/*
 * Whether stage 1 will decide that the function of NODE becomes its variant
 * (VARIANT_MOVED). To be called when the unit has been parsed, before the pass;
 * bodies are not in SSA form yet, so that for a function with a parameter of
 * variable size the answer is wrong.
 */
bool will_be_moved(cgraph_node *node)
{
	tree decl = node->decl;
	struct mark mark = mark_of(decl);

	return node->definition && !node->alias && mark.tag_class &&
	       !mark.second && mark.listed != LISTED_EXCLUDED &&
	       !reason_never_called(node) && !reason_to_leave_alone(node) &&
	       !reason_to_drop_tag(node);
}

/*
 * Stage 1: find all marked functions that the unit defines or refers to, and
 * decide how each is treated. For some that depends on others: an alias has
 * a variant if its target has one, and that has none if it can't be copied.
 */
void collect_marked_functions(void)
{
	cgraph_node *node;
	auto_vec<cgraph_node *> nodes;
	unsigned int i;

	marked_functions = new hash_map<tree, marked_function *>;
	marked_bodies = new hash_map<tree, marked_function *>;
	marked_in_order = new auto_vec<marked_function *>;

	/* A "symver" node has its function's name, but nothing can call it. */
	FOR_EACH_FUNCTION(node)
		if (!node->thunk && !node->inlined_to && !node->symver)
			nodes.safe_push(node);
	/* The symbol table has the newest node first. */
	for (i = nodes.length(); i-- > 0; ) {
		struct mark mark = mark_of(nodes[i]->decl);

		if (mark.tag_class)
			add_marked_function(nodes[i], &mark);
		else if (mark.listed == LISTED_IN_LIBRARY)
			report_in_library(nodes[i]->decl);
		forget_declarations(nodes[i]->decl);
	}
	for_each_marked_function([](struct marked_function *marked) {
		if (marked->kind == VARIANT_MOVED)
			check_copy(marked);
	});
	for_each_marked_function([](struct marked_function *marked) {
		if (marked->kind == VARIANT_ALIAS)
			resolve_alias(marked);
	});
}

/* Free the table, at the end of the pass. */
void free_marked_functions(void)
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
