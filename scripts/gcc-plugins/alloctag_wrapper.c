// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_wrapper.c - records from which wrappers of allocators are found
 *
 * A wrapper returns what it has just allocated:
 *
 *	struct ring *ring_alloc(int n)
 *	{
 *		struct ring *ring = kzalloc(n * RING_SIZE, GFP_KERNEL);
 *
 *		return ring ?: ERR_PTR(-ENOMEM);
 *	}
 *
 * As long as it isn't marked, all rings are charged to one line. With the
 * argument wrappers=FILE, each unit appends to FILE what is needed to find such
 * functions: where the results of functions come from, and which lines call
 * them. A function may be a wrapper only because one in another unit is, so
 * FILE has functions that return the result of any other, and the program that
 * reads it (alloctag-list) looks for allocators among them until it finds no
 * more.
 *
 * A line of FILE is one of these; fields are separated by tabs. FUNCTION is a
 * name, or FILE:NAME for a static function, as in a list.
 *
 *	marked FUNCTION
 *		it is marked
 *	returns FUNCTION FILE LINE ARGUMENT CALLEE...
 *		it is defined in this line, and returns nothing but results of
 *		these functions, NULL, error codes, and, if ARGUMENT is
 *		"argument" instead of "-", an argument. A pointer into an object
 *		counts as a pointer to it. CALLEE "*" is a call through a marked
 *		pointer, "*NAME" one through a pointer that a list could mark
 *		by this name.
 *	calls FUNCTION FILE LINE COLUMN
 *		it is called here
 *	address FUNCTION
 *		its address is taken
 *
 * Only functions that return a pointer, or an unsigned integer of its size, are
 * of interest. A header's functions are in the records of each unit that calls
 * them. Records of a unit are written at once, so units can be compiled at the
 * same time. ccache doesn't know about FILE: it has to be disabled.
 *
 * This is done before stage 3, when calls are as in the source.
 */
#include "alloctag.h"

/* The value of the argument, or NULL. */
const char *wrappers_file;

/*
 * Where the results of a function come from.
 *
 * @function:	it
 * @callees:	calls of these, in no order that matters
 * @pointers:	calls through pointers of these names, "" for marked ones
 * @argument:	one of its arguments
 * @other:	something else
 */
struct result_sources {
	tree function;
	auto_vec<tree> callees;
	auto_vec<char *> pointers;
	bool argument;
	bool other;
};

/* May a value of TYPE be the address of an object that was allocated? */
static bool may_be_address(tree type)
{
	return POINTER_TYPE_P(type) ||
	       (TREE_CODE(type) == INTEGER_TYPE && TYPE_UNSIGNED(type) &&
		TYPE_PRECISION(type) == POINTER_SIZE);
}

/* The name of TYPE, a struct or a pointer; NULL if it has none. */
static const char *name_of_type(tree type)
{
	tree name = TYPE_NAME(type);

	if (name && TREE_CODE(name) == TYPE_DECL)
		name = DECL_NAME(name);
	return name ? IDENTIFIER_POINTER(name) : NULL;
}

/*
 * By what name a list marks the pointer that CALL is made through: its type's,
 * or that of the member that it is. NULL if it has none; the caller frees it.
 * That of a pointer that is marked for allocators is "".
 */
static char *name_of_pointer(gcall *call)
{
	tree pointer = gimple_call_fn(call), place = NULL_TREE;
	const char *record;

	if (class_of_indirect_call(call))
		return class_of_indirect_call(call) == allocator_class ? xstrdup("") : NULL;
	if (!pointer || TREE_CODE(pointer) != SSA_NAME)
		return NULL;
	if (gimple_assign_load_p(SSA_NAME_DEF_STMT(pointer)))
		place = gimple_assign_rhs1(SSA_NAME_DEF_STMT(pointer));
	if (place && name_of_type(TREE_TYPE(place)))
		return xstrdup(name_of_type(TREE_TYPE(place)));
	if (!place || TREE_CODE(place) != COMPONENT_REF ||
	    !DECL_NAME(TREE_OPERAND(place, 1)))
		return NULL;
	record = name_of_type(TREE_TYPE(TREE_OPERAND(place, 0)));
	return record ? concat(record, ".",
			       IDENTIFIER_POINTER(DECL_NAME(TREE_OPERAND(place, 1))),
			       NULL) : NULL;
}

/* FUNCTION as the records name it. The caller frees it. */
static char *record_name(tree function)
{
	const char *name = IDENTIFIER_POINTER(DECL_NAME(function));

	return TREE_PUBLIC(function) ? xstrdup(name) :
		concat(tag_file(DECL_SOURCE_FILE(function)), ":", name, NULL);
}

/* Call CALLBACK with each value that FUNCTION returns, and with DATA. */
static void for_each_result(tree function, void (*callback)(tree value, void *data),
			    void *data)
{
	struct function *body = DECL_STRUCT_FUNCTION(function);
	edge_iterator ei;
	edge e;

	FOR_EACH_EDGE(e, ei, EXIT_BLOCK_PTR_FOR_FN(body)->preds) {
		gimple_stmt_iterator last = gsi_last_nondebug_bb(e->src);
		greturn *leave = gsi_end_p(last) ? NULL :
			dyn_cast<greturn *>(gsi_stmt(last));

		if (leave && gimple_return_retval(leave))
			callback(gimple_return_retval(leave), data);
	}
}

/* The only parameter that is returned so far, and whether anything else is. */
struct same_argument {
	tree parm;
	bool other;
};

/*
 * The parameter that FUNCTION always returns, such as that of ERR_PTR(); or
 * NULL_TREE.
 */
static tree returned_parameter(tree function)
{
	struct same_argument same = { NULL_TREE, false };

	if (!function_has_gimple_body(function))
		return NULL_TREE;
	for_each_result(function, [](tree value, void *data) {
		struct same_argument *same = (struct same_argument *)data;

		while (TREE_CODE(value) == SSA_NAME &&
		       gimple_assign_cast_p(SSA_NAME_DEF_STMT(value)))
			value = gimple_assign_rhs1(SSA_NAME_DEF_STMT(value));
		if (TREE_CODE(value) != SSA_NAME ||
		    !SSA_NAME_IS_DEFAULT_DEF(value) || !SSA_NAME_VAR(value) ||
		    TREE_CODE(SSA_NAME_VAR(value)) != PARM_DECL ||
		    (same->parm && same->parm != SSA_NAME_VAR(value)))
			same->other = true;
		else
			same->parm = SSA_NAME_VAR(value);
	}, &same);
	return same.other ? NULL_TREE : same.parm;
}

/* The argument that CALL returns, such as memcpy()'s first; or NULL_TREE. */
static tree returned_argument(gcall *call)
{
	int flags = gimple_call_return_flags(call);
	tree callee = gimple_call_fndecl(call);
	tree parm, returned;
	unsigned int i = 0;

	if ((flags & ERF_RETURNS_ARG) &&
	    (unsigned int)(flags & ERF_RETURN_ARG_MASK) < gimple_call_num_args(call))
		return gimple_call_arg(call, flags & ERF_RETURN_ARG_MASK);
	returned = callee ? returned_parameter(callee) : NULL_TREE;
	if (!returned)
		return NULL_TREE;
	for (parm = DECL_ARGUMENTS(callee); parm != returned; parm = DECL_CHAIN(parm))
		i++;
	return i < gimple_call_num_args(call) ? gimple_call_arg(call, i) : NULL_TREE;
}

/*
 * Add where VALUE comes from to SOURCES. SEEN has the SSA names that were
 * looked at before. NUMBER: it is an integer that is converted to a pointer, so
 * it is an error code unless it is the result of an allocator.
 */
static void add_sources(tree value, struct result_sources *sources,
			hash_set<tree> *seen, bool number)
{
	gimple *def;
	unsigned int i;
	char *name;

	if (TREE_CODE(value) == INTEGER_CST || !may_be_address(TREE_TYPE(value)))
		/* NULL, or an error code. */
		return;
	if (TREE_CODE(value) == ADDR_EXPR) {
		tree base = get_base_address(TREE_OPERAND(value, 0));

		if (base && TREE_CODE(base) == MEM_REF)
			add_sources(TREE_OPERAND(base, 0), sources, seen, number);
		else
			sources->other = true;
		return;
	}
	if (TREE_CODE(value) != SSA_NAME) {
		sources->other |= !number;
		return;
	}
	if (seen->add(value))
		return;
	if (SSA_NAME_IS_DEFAULT_DEF(value)) {
		if (!number && SSA_NAME_VAR(value) &&
		    TREE_CODE(SSA_NAME_VAR(value)) == PARM_DECL)
			sources->argument = true;
		else
			sources->other |= !number;
		return;
	}

	def = SSA_NAME_DEF_STMT(value);
	if (gphi *phi = dyn_cast<gphi *>(def)) {
		for (i = 0; i < gimple_phi_num_args(phi); i++)
			add_sources(gimple_phi_arg_def(phi, i), sources, seen, number);
	} else if (gcall *call = dyn_cast<gcall *>(def)) {
		tree argument = returned_argument(call);
		tree callee = gimple_call_fndecl(call);

		if (argument)
			add_sources(argument, sources, seen,
				    number || !POINTER_TYPE_P(TREE_TYPE(argument)));
		else if (!callee && (name = name_of_pointer(call)))
			sources->pointers.safe_push(name);
		else if (!callee)
			sources->other = true;
		else if (callee != sources->function)
			sources->callees.safe_push(callee);
	} else if (gimple_assign_single_p(def) || gimple_assign_cast_p(def)) {
		tree from = gimple_assign_rhs1(def);

		number |= POINTER_TYPE_P(TREE_TYPE(value)) &&
			  INTEGRAL_TYPE_P(TREE_TYPE(from));
		add_sources(from, sources, seen, number);
	} else if (is_gimple_assign(def) &&
		   gimple_assign_rhs_code(def) == POINTER_PLUS_EXPR) {
		add_sources(gimple_assign_rhs1(def), sources, seen, number);
	} else {
		sources->other |= !number;
	}
}

/* Write the record "returns" of NODE to OUT, if it returns results of calls. */
static void record_results(FILE *out, cgraph_node *node)
{
	struct result_sources sources;
	hash_set<tree> written;
	unsigned int i;
	tree callee;
	char *name;

	if (!may_be_address(TREE_TYPE(TREE_TYPE(node->decl))) || !function_has_gimple_body(node->decl))
		return;
	sources.function = node->decl;
	sources.argument = false;
	sources.other = false;
	for_each_result(node->decl, [](tree value, void *data) {
		hash_set<tree> seen;

		add_sources(value, (struct result_sources *)data, &seen, false);
	}, &sources);
	if (sources.other || (sources.callees.is_empty() && sources.pointers.is_empty()))
		goto free;

	name = record_name(node->decl);
	fprintf(out, "returns\t%s\t%s\t%d\t%s", name,
		tag_file(DECL_SOURCE_FILE(node->decl)), DECL_SOURCE_LINE(node->decl),
		sources.argument ? "argument" : "-");
	free(name);
	FOR_EACH_VEC_ELT(sources.pointers, i, name)
		fprintf(out, "\t*%s", name);
	FOR_EACH_VEC_ELT(sources.callees, i, callee) {
		if (written.add(callee))
			continue;
		name = record_name(callee);
		fprintf(out, "\t%s", name);
		free(name);
	}
	putc('\n', out);
free:
	FOR_EACH_VEC_ELT(sources.pointers, i, name)
		free(name);
}

/* Write which lines call NODE, and whether its address is taken, to OUT. */
static void record_uses(FILE *out, cgraph_node *node)
{
	char *name = record_name(node->decl);
	cgraph_edge *edge;
	ipa_ref *reference;
	int i;

	for (edge = node->callers; edge; edge = edge->next_caller) {
		expanded_location at;

		if (!edge->call_stmt || !gimple_location(edge->call_stmt))
			continue;
		at = expand_location(gimple_location(edge->call_stmt));
		fprintf(out, "calls\t%s\t%s\t%d\t%d\n", name, tag_file(at.file),
			at.line, at.column);
	}
	for (i = 0; node->iterate_referring(i, reference); i++)
		if (reference->use == IPA_REF_ADDR &&
		    !keeps_exported_function(reference->referring)) {
			fprintf(out, "address\t%s\n", name);
			break;
		}
	free(name);
}

/* Append TEXT of SIZE bytes to wrappers_file, in one piece. */
static void append_records(const char *text, size_t size)
{
	int fd = open(wrappers_file, O_WRONLY | O_CREAT | O_APPEND, 0666);
	ssize_t written = fd < 0 ? -1 : write(fd, text, size);

	if (written < 0 || (size_t)written != size)
		error("can%'t write %qs: %m", wrappers_file);
	if (fd >= 0)
		close(fd);
}

/* Write the records of the unit, if the argument wrappers= was given. */
void record_wrappers(void)
{
	char *text = NULL;
	size_t size = 0;
	struct marked_function *marked;
	cgraph_node *node;
	FILE *out;

	if (!wrappers_file)
		return;
	out = open_memstream(&text, &size);
	FOR_EACH_FUNCTION(node) {
		if (node->alias || !DECL_NAME(node->decl) ||
		    !may_be_address(TREE_TYPE(TREE_TYPE(node->decl))))
			continue;
		record_results(out, node);
		record_uses(out, node);
		marked = marked_function_of(node->decl);
		if (marked && marked->tag_class == allocator_class) {
			char *name = record_name(node->decl);

			fprintf(out, "marked\t%s\n", name);
			free(name);
		}
	}
	fclose(out);
	append_records(text, size);
	free(text);
}
