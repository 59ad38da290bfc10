// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_thunk.c - thunks under the original names (stage 5)
 *
 * A thunk has the name and type that the source gave a marked function, and
 * calls the tagged variant with the untagged tag:
 *
 *	void *pool_get(struct pool *pool, gfp_t flags)		// cold
 *	{
 *		return pool_get.alloctag(pool, flags, &untagged_tag);
 *	}
 *
 * It serves function pointers, assembly, and units compiled without the plugin.
 * A static function only has one if something refers to its original name.
 *
 * Kernels have thunks that say what they are, and only those that are used; see
 * enum originals. With originals=none,
 *
 *	pool->alloc = pool_get;
 *
 * refers to pool_get.untagged, a weak function that is defined right there, if
 * another unit defines pool_get().
 *
 * GCC may inline an indirect call whose target it can prove, such as the
 * comparison passed to an inlined sort(). So a thunk whose address the unit's
 * code takes is like any function, not cold, and GCC decides whether it is
 * inlined, and whether the variant is inlined into it. All other thunks are
 * kept small, and so are all of a kernel: a probe of the body must see each
 * call, and would not see what was inlined into the thunk.
 *
 * The reverse is built here as well: a function that must keep its name and
 * type has a variant that drops the tag and calls the original
 * (VARIANT_DROPS_TAG). For a function that is left alone, it is an alias of the
 * function, which ignores the tag; or calls it, if it is weak.
 *
 * Aliases of a function are aliases of its thunk. If an alias is marked itself,
 * its variant is an alias of the function's variant.
 */
#include "alloctag.h"

/*
 * A location with the file, line and column of WHERE, for code that the source
 * has only once, but the object twice. It is in a system header as far as GCC's
 * diagnostics are concerned, so that warnings about the second copy are not
 * printed (-Wsuggest-attribute=, -Wstack-usage= and others). Debug information
 * shows WHERE.
 */
static location_t silent_location(location_t where)
{
	expanded_location at = expand_location(where);
	location_t silent;

	/* Locations are limited, and the front end may warn about its own. */
	if (LOCATION_LOCUS(where) <= BUILTINS_LOCATION || !at.file ||
	    line_table->highest_location >= LINE_MAP_MAX_LOCATION_WITH_COLS)
		return where;
	/*
	 * A map for one line: maps also use up the locations between lines. GCC
	 * may have left all files.
	 */
	linemap_add(line_table, line_table->depth ? LC_RENAME : LC_ENTER, 1, at.file,
		    at.line);
	linemap_line_start(line_table, at.line, at.column + 1);
	silent = linemap_position_for_column(line_table, at.column);
	return silent <= BUILTINS_LOCATION ? where : silent;
}

/*
 * Keep -fanalyzer from starting at FUNCTION, a thunk or copy; the variant is
 * analyzed instead. -fanalyzer skips functions whose name starts with
 * __analyzer_. The name shows only in diagnostics whose path passes the thunk.
 */
static void hide_from_analyzer(tree function)
{
	char *name;

	if (!flag_analyzer || !DECL_NAME(function))
		return;
	name = concat("__analyzer_", IDENTIFIER_POINTER(DECL_NAME(function)),
		      NULL);
	DECL_NAME(function) = get_identifier(name);
	free(name);
}

/*
 * Keep FUNCTION out of the counts of gcov (--coverage), which would count its
 * calls twice, or show it as a function that is never called. Profiles for
 * optimisation need it: indirect calls go to it.
 */
static void leave_out_of_coverage(tree function)
{
	if (flag_test_coverage)
		DECL_ATTRIBUTES(function) =
			tree_cons(get_identifier("no_profile_instrument_function"),
				  NULL_TREE, DECL_ATTRIBUTES(function));
}

/* GCC's debug hooks, and a copy of them with a hook of our own. */
static const struct gcc_debug_hooks *original_debug_hooks;
static struct gcc_debug_hooks our_debug_hooks;

/*
 * Debug hook: describe FUNCTION, which has been compiled. A thunk is described
 * as a function of this file only, whatever its linkage.
 */
static void describe_function(tree function)
{
	bool is_public = TREE_PUBLIC(function);

	if (lookup_attribute("alloctag thunk", DECL_ATTRIBUTES(function)))
		TREE_PUBLIC(function) = 0;
	original_debug_hooks->function_decl(function);
	TREE_PUBLIC(function) = is_public;
}

/*
 * Variant and thunk have the same name in debug information, so that stops and
 * backtraces show the name in the source. But where a debugger evaluates that
 * name ("call f(1)", "ptype f"), it should take the thunk, which has the type
 * in the source. gdb prefers functions of the current file to global ones; so
 * FUNCTION, a thunk, is described as one.
 *
 * GCC clones functions that transactions call, and the debug information of a
 * clone refers to an early one that no thunk has.
 */
static void set_debug_linkage(tree function)
{
	DECL_ATTRIBUTES(function) = tree_cons(get_identifier("alloctag thunk"),
					      NULL_TREE,
					      DECL_ATTRIBUTES(function));
	if (flag_tm)
		DECL_IGNORED_P(function) = 1;
	if (debug_info_level < DINFO_LEVEL_NORMAL ||
	    debug_hooks == &our_debug_hooks)
		return;
	original_debug_hooks = debug_hooks;
	our_debug_hooks = *debug_hooks;
	our_debug_hooks.function_decl = describe_function;
	debug_hooks = &our_debug_hooks;
}

/*
 * Leave FUNCTION, a thunk in a kernel, out of debug information and of function
 * tracing. pahole writes no BTF for a name that has two functions of different
 * types; and a trace of the variant shows every call.
 *
 * Where functions are traced by instructions that -fpatchable-function-entry=
 * puts at their start, FUNCTION has none. Those before the start, which x86 has
 * for other uses, remain.
 */
static void leave_out_of_tracing(tree function)
{
	HOST_WIDE_INT size = 0, before = 0;
	tree none;

	DECL_IGNORED_P(function) = 1;
	DECL_NO_INSTRUMENT_FUNCTION_ENTRY_EXIT(function) = 1;
	if (flag_patchable_function_entry)
		parse_and_check_patch_area(flag_patchable_function_entry, false,
					   &size, &before);
	if (size <= before)
		return;
	none = build_tree_list(NULL_TREE, integer_zero_node);
	none = tree_cons(NULL_TREE, integer_zero_node, none);
	DECL_ATTRIBUTES(function) =
		tree_cons(get_identifier("patchable_function_entry"), none,
			  remove_attribute("patchable_function_entry",
					   DECL_ATTRIBUTES(function)));
}

/*
 * Redirect aliases of NODE to THUNK. A transparent one (weakref) has no symbol:
 * its name is the target's, and GCC has given it that of the variant.
 *
 * GCC leaves a weakref to a weak function to the assembler, which translates
 * its own name. It has lost that: it becomes another name of the thunk in GCC,
 * like all others.
 */
static void move_aliases(cgraph_node *node, cgraph_node *thunk)
{
	auto_vec<symtab_node *> aliases;
	ipa_ref *reference;
	unsigned int i;
	symtab_node *alias;

	for (i = 0; node->iterate_direct_aliases(i, reference); i++)
		aliases.safe_push(reference->referring);
	FOR_EACH_VEC_ELT(aliases, i, alias) {
		alias->remove_all_references();
		alias->analyzed = false;
		alias->resolve_alias(thunk, alias->transparent_alias);
		if (alias->transparent_alias)
			symtab->change_decl_assembler_name(alias->decl,
							   DECL_ASSEMBLER_NAME(thunk->decl));
		if (alias->weakref) {
			alias->weakref = false;
			DECL_ATTRIBUTES(alias->decl) =
				remove_attribute("weakref",
						 DECL_ATTRIBUTES(alias->decl));
			alias->copy_visibility_from(thunk);
		}
	}
}

/* Whether STMT, which may be NULL, only compares its operands. */
static bool is_comparison(gimple *stmt)
{
	return stmt && (gimple_code(stmt) == GIMPLE_COND ||
			(is_gimple_assign(stmt) &&
			 TREE_CODE_CLASS(gimple_assign_rhs_code(stmt)) ==
			 tcc_comparison));
}

/*
 * Whether GCC may inline MARKED, and may find a place to inline its thunk: code
 * of this unit, or a variable that code may read, refers to it. Never in a
 * kernel, where a second copy of the body would escape tracing. To be called
 * after stage 4.
 */
static bool may_be_inlined(struct marked_function *marked)
{
	tree decl = marked->decl;
	cgraph_node *thunk = cgraph_node::get(marked->thunk);
	ipa_ref *reference;
	unsigned int i;

	if (originals != ORIGINALS_ALL || !thunk || DECL_UNINLINABLE(decl) ||
	    !opt_for_fn(decl, optimize) || opt_for_fn(decl, optimize_size) ||
	    lookup_attribute("cold", DECL_ATTRIBUTES(decl)))
		return false;
	if (thunk->callers)
		return true;
	for (i = 0; thunk->iterate_referring(i, reference); i++) {
		symtab_node *from = reference->referring;

		if (reference->use != IPA_REF_ADDR ||
		    is_comparison(reference->stmt))
			continue;
		/* EXPORT_SYMBOL() keeps functions with variables like that. */
		if (is_a<varpool_node *>(from) && DECL_PRESERVE_P(from->decl))
			continue;
		return true;
	}
	return false;
}

/*
 * Keep GCC from inlining the variant into its thunk FROM, which would put the
 * body into the object twice. GCC does not inline a function into one that
 * differs in -fwrapv, unless it is always_inline. A thunk has no arithmetic, so
 * the option does not change its code.
 */
static void forbid_inlining_into(tree from)
{
	tree old = DECL_FUNCTION_SPECIFIC_OPTIMIZATION(from);
	struct cl_optimization saved;

	cl_optimization_save(&saved, &global_options, &global_options_set);
	if (old)
		cl_optimization_restore(&global_options, &global_options_set,
					TREE_OPTIMIZATION(old));
	global_options.x_flag_wrapv = !global_options.x_flag_wrapv;
	DECL_FUNCTION_SPECIFIC_OPTIMIZATION(from) =
		build_optimization_node(&global_options, &global_options_set);
	cl_optimization_restore(&global_options, &global_options_set, &saved);
}

/*
 * Give FROM one parameter for each type in its function type. If the source
 * defines the function, DEFINED is the first parameter of the definition;
 * names, and the types in which arguments are passed, are taken from there.
 * Otherwise DEFINED is NULL_TREE.
 */
static void add_thunk_parameters(tree from, tree defined)
{
	tree types, last = NULL_TREE;

	for (types = TYPE_ARG_TYPES(TREE_TYPE(from));
	     types && types != void_list_node; types = TREE_CHAIN(types)) {
		tree parm = build_decl(DECL_SOURCE_LOCATION(from), PARM_DECL,
				       defined ? DECL_NAME(defined) : NULL_TREE,
				       TREE_VALUE(types));

		DECL_ARG_TYPE(parm) = defined ? DECL_ARG_TYPE(defined) :
						  TREE_VALUE(types);
		if (defined) {
			TREE_TYPE(parm) = TREE_TYPE(defined);
			SET_DECL_ALIGN(parm, DECL_ALIGN(defined));
			defined = DECL_CHAIN(defined);
		}
		DECL_CONTEXT(parm) = from;
		DECL_ARTIFICIAL(parm) = 1;
		TREE_USED(parm) = 1;
		if (TREE_CODE(TREE_TYPE(parm)) != ERROR_MARK)
			layout_decl(parm, 0);
		if (last)
			DECL_CHAIN(last) = parm;
		else
			DECL_ARGUMENTS(from) = parm;
		last = parm;
	}
}

/*
 * -fsanitize=thread adds a call to a function that has one. FROM may not have
 * had any before it became a thunk, and may run before the sanitizer does: as
 * the resolver of an ifunc.
 */
static void forbid_thread_sanitizer(tree from)
{
	tree attribute = lookup_attribute("no_sanitize", DECL_ATTRIBUTES(from));
	unsigned int flags = SANITIZE_THREAD;

	if (attribute)
		flags |= tree_to_uhwi(TREE_VALUE(attribute));
	DECL_ATTRIBUTES(from) = tree_cons(get_identifier("no_sanitize"),
					  build_int_cst(unsigned_type_node, flags),
					  DECL_ATTRIBUTES(from));
}

/*
 * FROM has nothing on its stack to be cleared when it returns. For -fstrub, it
 * is an ordinary function, which calls one that has.
 */
static void forbid_stack_scrubbing(tree from)
{
	tree type = TREE_TYPE(from);

	DECL_ATTRIBUTES(from) = remove_attribute("strub", DECL_ATTRIBUTES(from));
	if (lookup_attribute("strub", TYPE_ATTRIBUTES(type)))
		TREE_TYPE(from) = build_type_attribute_variant(type,
			remove_attribute("strub", copy_list(TYPE_ATTRIBUTES(type))));
}

/*
 * Keep FROM small and apart from code that is used often: nothing that it calls
 * is inlined into it, and it is inlined nowhere.
 */
static void keep_apart(tree from)
{
	DECL_UNINLINABLE(from) = 1;
	forbid_inlining_into(from);
	if (!lookup_attribute("cold", DECL_ATTRIBUTES(from)) &&
	    !lookup_attribute("hot", DECL_ATTRIBUTES(from)))
		DECL_ATTRIBUTES(from) = tree_cons(get_identifier("cold"),
						  NULL_TREE,
						  DECL_ATTRIBUTES(from));
}

/*
 * Make FROM, a declaration at WHERE, one of a function that is defined here and
 * calls TO. DEFINED and INLINABLE are as for build_thunk_body().
 */
static void prepare_thunk(location_t where, tree from, tree to, tree defined,
			  bool inlinable)
{
	tree result = build_decl(where, RESULT_DECL, NULL_TREE,
				 TREE_TYPE(TREE_TYPE(from)));

	DECL_SOURCE_LOCATION(from) = where;
	DECL_ARTIFICIAL(result) = 1;
	DECL_IGNORED_P(result) = 1;
	DECL_CONTEXT(result) = from;
	DECL_RESULT(from) = result;
	DECL_EXTERNAL(from) = 0;
	TREE_STATIC(from) = 1;
	DECL_DECLARED_INLINE_P(from) = 0;
	if (inlinable)
		/* Debug information of inlined code needs an early DIE. */
		DECL_ABSTRACT_ORIGIN(from) = to;
	else
		keep_apart(from);
	/*
	 * A clone for constant arguments would save nothing, and GCC has no
	 * debug information from before the pass for it to refer to.
	 */
	forbid_clones(from);
	forbid_stack_scrubbing(from);
	/* GCC inlines a function only where it is instrumented, too, or not. */
	if (!lookup_attribute("always_inline", DECL_ATTRIBUTES(to))) {
		leave_out_of_coverage(from);
		if (!inlinable)
			forbid_thread_sanitizer(from);
	}
	if (originals == ORIGINALS_ALL)
		set_debug_linkage(from);
	else
		leave_out_of_tracing(from);
	add_thunk_parameters(from, defined);
	hide_from_analyzer(from);
}

/*
 * A call of TO with the arguments of FROM, which is assigned to RESULT if there
 * is one, all as a front end would make it. TAG and DROP_TAG are as for
 * build_thunk_body(). RESULT is ignored if the call does not return. If FROM is
 * in SSA form, its parameters have names already.
 */
static tree thunk_call(tree from, tree to, tree tag, bool drop_tag, tree result)
{
	struct function *fn = DECL_STRUCT_FUNCTION(from);
	location_t where = DECL_SOURCE_LOCATION(from);
	auto_vec<tree> arguments;
	tree parm, call;

	for (parm = DECL_ARGUMENTS(from); parm; parm = DECL_CHAIN(parm)) {
		if (drop_tag && !DECL_CHAIN(parm))
			break;
		if (gimple_in_ssa_p(fn) && is_gimple_reg(parm))
			arguments.safe_push(get_or_create_ssa_default_def(fn, parm));
		else
			arguments.safe_push(parm);
	}
	if (tag)
		arguments.safe_push(tag);
	call = build_call_array_loc(where, TREE_TYPE(TREE_TYPE(to)),
				    build_fold_addr_expr(to), arguments.length(),
				    arguments.address());
	if (!result || (call_expr_flags(call) & ECF_NORETURN))
		return call;
	return build2_loc(where, MODIFY_EXPR, TREE_TYPE(result), result, call);
}

/*
 * The body of FROM, a thunk, as a front end would make it, for TO, TAG and
 * DROP_TAG as above.
 */
static tree thunk_body(tree from, tree to, tree tag, bool drop_tag)
{
	location_t where = DECL_SOURCE_LOCATION(from);
	tree result = DECL_RESULT(from);
	tree block = make_node(BLOCK);
	tree body;

	body = thunk_call(from, to, tag, drop_tag,
			  VOID_TYPE_P(TREE_TYPE(result)) ? NULL_TREE : result);
	if (TREE_CODE(body) == MODIFY_EXPR)
		body = build1_loc(where, RETURN_EXPR, void_type_node, body);
	BLOCK_SUPERCONTEXT(block) = from;
	TREE_USED(block) = 1;
	DECL_INITIAL(from) = block;
	return build3_loc(where, BIND_EXPR, void_type_node, NULL_TREE, body, block);
}

/*
 * Bring FROM, whose body is a tree, into the form that all functions have at
 * this stage. cgraph_node::analyze() would do most of that, but collects
 * garbage after each pass, and nothing but our tables refers to other thunks.
 */
static void lower_thunk(tree from)
{
	opt_pass *passes[] = {
		make_pass_lower_cf(g), make_pass_lower_eh(g), make_pass_build_cfg(g),
		make_pass_build_ssa(g)
	};

	gimplify_function_tree(from);
	push_cfun(DECL_STRUCT_FUNCTION(from));
	for (opt_pass *pass : passes) {
		pass->execute(cfun);
		cfun->curr_properties |= pass->properties_provided;
		delete pass;
	}
	free_dominance_info(CDI_DOMINATORS);
	free_dominance_info(CDI_POST_DOMINATORS);
	pop_cfun();
}

/*
 * Build the body of FROM, a declaration without one: it calls TO with its own
 * arguments and returns the result of TO. If TAG isn't NULL_TREE, it is passed
 * as the hidden argument. With DROP_TAG, the last parameter of FROM isn't
 * passed on. DEFINED is as for add_thunk_parameters(). INLINABLE is the result
 * of may_be_inlined(). Returns FROM's call-graph node.
 */
static cgraph_node *build_thunk_body(tree from, tree to, tree defined,
				     tree tag, bool drop_tag, bool inlinable)
{
	location_t where = silent_location(DECL_SOURCE_LOCATION(from));
	location_t saved_location = input_location;
	cgraph_node *node;

	/* Where layout_decl() warns about large parameters. */
	input_location = where;
	prepare_thunk(where, from, to, defined, inlinable);

	push_struct_function(from);
	cfun->function_end_locus = where;
	cfun->function_start_locus = where;
	pop_cfun();
	current_function_decl = NULL_TREE;
	DECL_SAVED_TREE(from) = thunk_body(from, to, tag, drop_tag);
	lower_thunk(from);
	cgraph_node::add_new_function(from, true);
	node = cgraph_node::get(from);
	/* add_new_function() forces output, which a thunk does not need. */
	node->force_output = false;
	push_cfun(DECL_STRUCT_FUNCTION(from));
	cgraph_edge::rebuild_edges();
	pop_cfun();
	input_location = saved_location;
	return node;
}

/*
 * Make gcov add the counts of FUNCTION, the copy of a variadic function, to the
 * counts of the variant, if this unit calls the copy. gcov ignores
 * artificial functions; and if two functions start on the same line, it lists
 * each separately, so the copy starts on the line of its first statement. (gcov
 * gets the count of that one line wrong.)
 */
static void cover_copy(tree function)
{
	expanded_location start = expand_location(DECL_SOURCE_LOCATION(function));
	basic_block bb;

	if (!cgraph_node::get(function)->address_taken) {
		leave_out_of_coverage(function);
		return;
	}
	DECL_ARTIFICIAL(function) = 0;
	FOR_EACH_BB_FN(bb, cfun)
		for (gimple_stmt_iterator gsi = gsi_start_bb(bb);
		     !gsi_end_p(gsi); gsi_next(&gsi)) {
			location_t where = gimple_location(gsi_stmt(gsi));
			expanded_location at = expand_location(where);

			if (at.file && !strcmp(at.file, start.file) &&
			    at.line > start.line) {
				DECL_SOURCE_LOCATION(function) =
					LOCATION_LOCUS(where);
				return;
			}
		}
}

/*
 * Give all statements of FUNCTION, a copy of another one, locations that GCC
 * does not print warnings for.
 */
static void silence_copy(tree function)
{
	hash_map<int_hash<location_t, 0, UINT_MAX>, location_t> silent;
	basic_block bb;

	push_cfun(DECL_STRUCT_FUNCTION(function));
	if (flag_test_coverage)
		cover_copy(function);
	DECL_SOURCE_LOCATION(function) =
		silent_location(DECL_SOURCE_LOCATION(function));
	/* From GCC 13 on, -Waggregate-return is for this location. */
	DECL_SOURCE_LOCATION(DECL_RESULT(function)) =
		silent_location(DECL_SOURCE_LOCATION(DECL_RESULT(function)));
	cfun->function_start_locus = silent_location(cfun->function_start_locus);
	cfun->function_end_locus = silent_location(cfun->function_end_locus);
	FOR_EACH_BB_FN(bb, cfun)
		for (gimple_stmt_iterator gsi = gsi_start_bb(bb);
		     !gsi_end_p(gsi); gsi_next(&gsi)) {
			gimple *stmt = gsi_stmt(gsi);
			location_t where = LOCATION_LOCUS(gimple_location(stmt));
			tree block = gimple_block(stmt);
			bool known;

			if (where <= BUILTINS_LOCATION)
				continue;
			location_t &found = silent.get_or_insert(where, &known);

			if (!known)
				found = silent_location(where);
			gimple_set_location(stmt, found);
			if (block)
				gimple_set_block(stmt, block);
		}
	pop_cfun();
}

/*
 * An SSA name with the address of FUNCTION, of which GCC knows nothing else. It
 * is set at the end of BB.
 */
static tree hidden_address(basic_block bb, tree function)
{
	tree address = build_fold_addr_expr(function);
	tree value = make_ssa_name(TREE_TYPE(address));
	gimple_stmt_iterator gsi = gsi_last_bb(bb);
	vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
	gasm *hide;

	vec_safe_push(outputs, build_tree_list(build_tree_list(NULL_TREE,
							       build_string(3, "=r")),
					       value));
	vec_safe_push(inputs, build_tree_list(build_tree_list(NULL_TREE,
							      build_string(2, "0")),
					      address));
	hide = gimple_build_asm_vec("", inputs, outputs, NULL, NULL);
	SSA_NAME_DEF_STMT(value) = hide;
	gsi_insert_after(&gsi, hide, GSI_NEW_STMT);
	return value;
}

/*
 * Whether MARKED is a weak function that an object without the plugin may
 * override. Those of a kernel are not.
 */
static bool may_be_overridden(struct marked_function *marked)
{
	return DECL_WEAK(marked->thunk) && originals == ORIGINALS_ALL;
}

/*
 * Build the thunk of the weak function MARKED under a name of its own, and make
 * the original name an alias of it: if another object overrides that, the local
 * name still is the thunk. Returns the thunk's node.
 */
static cgraph_node *build_weak_thunk(struct marked_function *marked)
{
	tree decl = marked->thunk;
	tree own = copy_node(decl);
	cgraph_node *thunk, *original;

	SET_DECL_RTL(own, NULL);
	TREE_PUBLIC(own) = 0;
	DECL_WEAK(own) = 0;
	DECL_VISIBILITY(own) = VISIBILITY_DEFAULT;
	DECL_VISIBILITY_SPECIFIED(own) = 0;
	SET_DECL_ASSEMBLER_NAME(own, name_with("", DECL_ASSEMBLER_NAME(decl),
					       UNTAGGED_SUFFIX));
	thunk = build_thunk_body(own, marked->variant,
				 DECL_ARGUMENTS(marked->decl),
				 untagged_tag(marked), false, false);
	TREE_STATIC(decl) = 1;
	DECL_EXTERNAL(decl) = 0;
	original = cgraph_node::create_alias(decl, own);
	original->externally_visible = true;
	original->resolve_alias(thunk);
	return thunk;
}

/*
 * Let BB, an empty block of the variant DECL that is not connected, call
 * ORIGINAL with all but the tag, and return what it returns.
 */
static void return_call(basic_block bb, tree decl, tree original)
{
	tree result = DECL_RESULT(decl);
	gimple_stmt_iterator gsi = gsi_start_bb(bb);
	gimple_seq statements = NULL;
	gimple *last;

	if (VOID_TYPE_P(TREE_TYPE(result)))
		result = NULL_TREE;
	else if (is_gimple_reg_type(TREE_TYPE(result)))
		result = make_ssa_name(TREE_TYPE(result));
	else if (!aggregate_value_p(result, decl))
		result = create_tmp_var(TREE_TYPE(result), "result");
	push_gimplify_context(true);
	gimplify_and_add(thunk_call(decl, original, NULL_TREE, true, result), &statements);
	pop_gimplify_context(NULL);
	gsi_insert_seq_after(&gsi, statements, GSI_CONTINUE_LINKING);
	last = gsi_stmt(gsi);
	if (is_gimple_call(last) && (gimple_call_flags(last) & ECF_NORETURN)) {
		gimple_call_set_ctrl_altering(last, true);
		return;
	}
	make_edge(bb, EXIT_BLOCK_PTR_FOR_FN(cfun), 0);
	/* A large _BitInt is a register, but returned in memory. */
	if (result && TREE_CODE(result) == SSA_NAME &&
	    aggregate_value_p(DECL_RESULT(decl), decl)) {
		last = gimple_build_assign(DECL_RESULT(decl), result);
		gsi_insert_after(&gsi, last, GSI_NEW_STMT);
		result = DECL_RESULT(decl);
	}
	last = gimple_build_return(result);
	gimple_set_location(last, DECL_SOURCE_LOCATION(decl));
	gsi_insert_after(&gsi, last, GSI_NEW_STMT);
}

/*
 * If the weak function MARKED is overridden by one that was compiled without
 * the plugin, the linker overrides the original, and not the variant, which
 * tagged calls refer to. So the variant, which is called then, compares the
 * address of the original with OWN, that of its thunk, and calls the original
 * if they differ. Variable arguments can't be passed on: a variadic function
 * stops the program.
 */
static void call_overriding_function(struct marked_function *marked, tree own)
{
	tree decl = marked->decl;
	basic_block start, other, leave;
	gimple_stmt_iterator gsi;
	tree address;

	push_cfun(DECL_STRUCT_FUNCTION(decl));
	leave = EXIT_BLOCK_PTR_FOR_FN(cfun);
	start = split_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(cfun)));
	other = create_empty_bb(start);
	if (current_loops)
		add_bb_to_loop(other, leave->loop_father);
	single_succ_edge(start)->flags =
		(single_succ_edge(start)->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
	make_edge(start, other, EDGE_FALSE_VALUE);

	address = hidden_address(start, marked->thunk);
	gsi = gsi_last_bb(start);
	gsi_insert_after(&gsi,
			 gimple_build_cond(EQ_EXPR, address,
					   build_fold_addr_expr(own),
					   NULL_TREE, NULL_TREE),
			 GSI_NEW_STMT);
	if (stdarg_p(marked->type)) {
		gsi = gsi_start_bb(other);
		gsi_insert_after(&gsi,
				 gimple_build_call(builtin_decl_implicit(BUILT_IN_TRAP), 0),
				 GSI_NEW_STMT);
	} else {
		return_call(other, decl, marked->thunk);
	}
	mark_virtual_operands_for_renaming(cfun);
	update_ssa(TODO_update_ssa);
	free_dominance_info(CDI_DOMINATORS);
	free_dominance_info(CDI_POST_DOMINATORS);
	cgraph_edge::rebuild_edges();
	pop_cfun();
}

/* Build MARKED's thunk if it is needed, and redirect aliases to it. */
static void make_thunk(struct marked_function *marked)
{
	cgraph_node *variant = cgraph_node::get(marked->variant);
	cgraph_node *thunk;
	tree own = NULL_TREE;

	if (marked->thunk_needed && !marked->thunk_done) {
		if (may_be_overridden(marked)) {
			thunk = build_weak_thunk(marked);
			own = thunk->decl;
		} else {
			thunk = build_thunk_body(marked->thunk, marked->variant,
						 DECL_ARGUMENTS(marked->decl),
						 untagged_tag(marked), false,
						 may_be_inlined(marked));
		}
		thunk->set_section(*variant);
		thunk->externally_visible = !own &&
			(variant->externally_visible ||
			 DECL_EXTERNAL(marked->decl));
		thunk->force_output = variant->force_output;
		thunk->no_reorder = variant->no_reorder;
		thunk->order = variant->order;
		marked->thunk_done = true;
	} else if (marked->thunk_done) {
		silence_copy(marked->thunk);
		hide_from_analyzer(marked->thunk);
		/* In lto1, it would be an alias of the overriding one. */
		if (may_be_overridden(marked) && flag_lto)
			report_weak_variadic(marked);
		else if (may_be_overridden(marked))
			own = cgraph_node::get(marked->thunk)->noninterposable_alias()->decl;
	}
	if (marked->thunk_done)
		move_aliases(variant, cgraph_node::get(marked->thunk));
	if (own)
		call_overriding_function(marked, own);
}

/* Build the thunk of MARKED, which another unit defines, if it is needed. */
static void make_external_thunk(struct marked_function *marked)
{
	cgraph_node *thunk;

	if (!marked->thunk_needed || marked->thunk_done)
		return;
	thunk = build_thunk_body(marked->thunk, marked->variant, NULL_TREE,
				 untagged_tag(marked), false, false);
	/* An __init variant may be called by code in that section only. */
	thunk->set_section(*cgraph_node::get(marked->decl));
	thunk->externally_visible = true;
	marked->thunk_done = true;
}

/*
 * Build the variant of MARKED that drops the tag and calls the original. Units
 * that only call the function have a declaration of the variant already.
 */
static void make_tag_dropping_variant(struct marked_function *marked)
{
	cgraph_node *original = cgraph_node::get(marked->decl);
	cgraph_node *variant;

	if (!original->definition || DECL_EXTERNAL(marked->decl))
		return;
	variant = build_thunk_body(marked->variant, marked->decl, NULL_TREE,
				   NULL_TREE, true, false);
	/*
	 * In the call graph, an ifunc is an alias of its resolver. What GCC
	 * finds out about that, for example that it has no side effects, must
	 * not become a property of the variant.
	 */
	if (is_ifunc(original))
		DECL_ATTRIBUTES(marked->variant) =
			tree_cons(get_identifier("noipa"), NULL_TREE,
				  DECL_ATTRIBUTES(marked->variant));
	variant->externally_visible = original->externally_visible;
	statistics.variants++;
}

/* Make the variant of MARKED an alias of TARGET. */
static void make_alias_variant(struct marked_function *marked, tree target)
{
	cgraph_node *node = cgraph_node::get(marked->decl);
	cgraph_node *variant;

	/*
	 * A weakref has the name of its target, and so have their variants:
	 * there is nothing to be defined, but GCC must know that calls of one
	 * are calls of the other, or it may remove that (-fwhole-program).
	 */
	if (DECL_ASSEMBLER_NAME(marked->variant) == DECL_ASSEMBLER_NAME(target)) {
		variant = cgraph_node::create_alias(marked->variant, target);
		variant->resolve_alias(cgraph_node::get(target), true);
		return;
	}
	TREE_STATIC(marked->variant) = 1;
	DECL_EXTERNAL(marked->variant) = 0;
	variant = cgraph_node::create_alias(marked->variant, target);
	variant->externally_visible = node->externally_visible;
	variant->resolve_alias(cgraph_node::get(target));
	statistics.variants++;
}

/*
 * Make the variant of MARKED, which is left alone, for calls in other units.
 *
 * It is an alias of the function, unless the function is weak. Then another
 * unit may override it, and if that unit has no variant, the alias would still
 * refer to this definition. Therefore the variant of a weak function calls it.
 * Without a prototype, or if the function returns twice, it can't be called
 * like that, and the variant remains an alias.
 *
 * GCC 11 goes wrong with a weak function that has an alias: if this definition
 * does not return, GCC assumes that no call returns, although calls may reach
 * another definition. See skip_function_for_local_pure_const() there.
 */
static void make_variant_for_others(struct marked_function *marked)
{
	tree decl = marked->decl;

	if (DECL_WEAK(decl) && prototype_p(TREE_TYPE(decl)) &&
	    !(flags_from_decl_or_type(decl) & ECF_RETURNS_TWICE))
		make_tag_dropping_variant(marked);
	else
		make_alias_variant(marked, decl);
}

/*
 * Stage 5: build the thunks, then the variants of aliases and those that drop
 * the tag.
 */
void make_thunks(void)
{
	for_each_marked_function([](struct marked_function *marked) {
		if (marked->kind == VARIANT_MOVED)
			make_thunk(marked);
		else if (marked->kind == VARIANT_EXTERNAL)
			make_external_thunk(marked);
	});
	for_each_marked_function([](struct marked_function *marked) {
		if (marked->kind == VARIANT_ALIAS)
			make_alias_variant(marked, marked->aliased->variant);
		else if (marked->kind == VARIANT_DROPS_TAG)
			make_tag_dropping_variant(marked);
		else if (marked->kind == VARIANT_LEFT_ALONE && marked->variant)
			make_variant_for_others(marked);
	});
}
