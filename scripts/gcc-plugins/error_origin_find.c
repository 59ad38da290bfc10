// SPDX-License-Identifier: GPL-2.0
/*
 * error_origin_find.c - where constant errors enter what a function returns
 *
 * In SSA form, all that a function may return is found by going back from its
 * return statements, through copies, casts and PHIs. Where that comes to a
 * constant error, the last edge on the way is the site:
 *
 *	err = -ENOMEM;				err_1 = -12;
 *	p = f();				p_2 = f ();
 *	if (!p)					if (p_2 == 0B) goto bb3;
 *		goto out;	the site:	bb3 -> out
 *	err = g(p);				err_4 = g (p_2);
 *   out:				# err_5 = PHI <err_1(bb3), err_4>
 *	return err;				return err_5;
 *
 * So the site is where the error is certain, not where the variable is set, and
 * a path that returns no error has no site. Of several PHIs, it is the one next
 * to the constant: after it, the errors of several lines are one value. There,
 * the error may not be certain yet (error_origin_certain.c); then there is no
 * site.
 *
 * What is stored through a parameter (*err = -EINVAL) counts as returned, and
 * what a local variable is set to whose address is taken, or a member of one.
 * These have no PHIs: error_origin_store.c.
 *
 * The pass runs before inlining: ERR_PTR() is a call, and an inline function
 * has its sites wherever it is inlined.
 */
#include "error_origin.h"

/*
 * A value that is returned.
 *
 * @value:	the value
 * @where:	where it is set, if it is a constant
 * @phi:	the PHI that it is an argument of, or NULL
 * @edge_in:	the edge of this argument; without a PHI, that of the site, or
 *		NULL
 * @stmt:	without a PHI, the statement that uses it
 */
struct use {
	tree value;
	location_t where;
	gphi *phi;
	edge edge_in;
	gimple *stmt;
};

/*
 * The search for what one function returns, or for what a store in it stores.
 *
 * @fun:	the function
 * @root:	the store, NULL for what is returned
 * @web:	the PHIs that it has come to
 * @pending:	values that have not been looked at
 * @errors:	constant errors that were found
 */
struct search {
	function *fun;
	gimple *root;
	hash_set<gimple *> web;
	auto_vec<struct use> pending;
	auto_vec<struct use> errors;
};

/* WHERE, if it is in the source: GCC's own locations have a scope alone. */
static location_t location_in_source(location_t where)
{
	return get_pure_location(where) > BUILTINS_LOCATION ? where : UNKNOWN_LOCATION;
}

/*
 * The location of the jump on EDGE_IN. If GCC knows none, that of the condition
 * that decides about it: "if (x) break;" is a conditional jump. If there is
 * none, UNKNOWN_LOCATION: of a switch, GCC makes conditions of its own.
 */
static location_t location_of_edge(edge edge_in)
{
	location_t where = location_in_source(edge_in->goto_locus);
	gimple_stmt_iterator last = gsi_last_nondebug_bb(edge_in->src);

	if (!where && !single_succ_p(edge_in->src) && !gsi_end_p(last))
		where = location_in_source(gimple_location(gsi_stmt(last)));
	return where;
}

/* Append the site of USE, which is of a constant error, to SITES. */
static void add_site(const struct use *use, vec<struct error_site> *sites)
{
	unsigned int error = error_of_constant(use->value), i;
	struct error_site site = { use->edge_in, use->stmt, use->where, error };

	/* GCC can't put a statement there, e.g. for a computed goto. */
	if (use->edge_in && (use->edge_in->flags & EDGE_COMPLEX))
		return;
	if (use->edge_in && location_of_edge(use->edge_in))
		site.where = location_of_edge(use->edge_in);
	/* Two PHIs of a block may have the same value, after casts. */
	for (i = 0; i < sites->length(); i++) {
		const struct error_site *other = &(*sites)[i];

		if (other->edge_in == site.edge_in && other->before == site.before &&
		    other->error == error)
			return;
	}
	sites->safe_push(site);
}

/* The result of PHI is returned. */
static void phi_is_returned(struct search *search, gphi *phi)
{
	unsigned int i;

	if (search->web.add(phi))
		return;
	for (i = 0; i < gimple_phi_num_args(phi); i++)
		search->pending.safe_push({ gimple_phi_arg_def(phi, i),
					    gimple_phi_arg_location(phi, i), phi,
					    gimple_phi_arg_edge(phi, i), NULL });
}

/* Whether REF is a local variable of FUN in memory, or a member of one. */
static bool is_local(function *fun, tree ref)
{
	if (TREE_CODE(ref) == COMPONENT_REF &&
	    TREE_CODE(TREE_TYPE(TREE_OPERAND(ref, 0))) == RECORD_TYPE)
		ref = TREE_OPERAND(ref, 0);
	return VAR_P(ref) && auto_var_in_fn_p(ref, fun->decl);
}

/* Whether REF is one of REFS. */
static bool is_in(const vec<tree> &refs, tree ref)
{
	unsigned int i;

	for (i = 0; i < refs.length(); i++)
		if (operand_equal_p(refs[i], ref, 0))
			return true;
	return false;
}

/*
 * Find out where the value of USE comes from. VARIABLES gets a local variable
 * in memory that it is loaded from, or its member.
 */
static void follow(struct search *search, struct use use, vec<tree> *variables)
{
	gimple *stmt;
	tree from;

	while ((from = copied_from(use.value, &stmt))) {
		use.value = from;
		use.where = gimple_location(stmt);
	}
	if (TREE_CODE(use.value) == SSA_NAME) {
		stmt = SSA_NAME_DEF_STMT(use.value);
		if (gimple_code(stmt) == GIMPLE_PHI)
			phi_is_returned(search, as_a<gphi *>(stmt));
	} else if (is_local(search->fun, use.value)) {
		variables->safe_push(use.value);
	} else if (error_of_constant(use.value) &&
		   source_names_error(use.where, error_of_constant(use.value))) {
		search->errors.safe_push(use);
	}
}

/*
 * Append the sites of the values in SEARCH->pending to SITES. VARIABLES gets
 * the local variables in memory that such values are loaded from, or members.
 */
static void run_search(struct search *search, vec<struct error_site> *sites,
		       vec<tree> *variables)
{
	unsigned int i;

	while (!search->pending.is_empty())
		follow(search, search->pending.pop(), variables);
	for (i = 0; i < search->errors.length(); i++) {
		const struct use *use = &search->errors[i];

		if (!use->phi ||
		    error_is_certain(use->phi, use->edge_in, use->value, search->root,
				     search->web))
			add_site(use, sites);
	}
}

/* Whether REF is what a parameter of the function points to. */
static bool is_behind_parameter(tree ref)
{
	tree pointer;

	if (TREE_CODE(ref) != MEM_REF || !INTEGRAL_TYPE_P(TREE_TYPE(ref)))
		return false;
	pointer = TREE_OPERAND(ref, 0);
	return TREE_CODE(pointer) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF(pointer) &&
	       SSA_NAME_VAR(pointer) && TREE_CODE(SSA_NAME_VAR(pointer)) == PARM_DECL;
}

/* Append the sites of the value that STMT stores to REF to SITES. */
static void search_store(function *fun, gimple *stmt, tree ref,
			 vec<struct error_site> *sites)
{
	tree value = gimple_assign_rhs1(stmt);
	struct search search;
	auto_vec<tree> variables;
	auto_vec<edge> edges;
	unsigned int i;

	search.fun = fun;
	search.root = stmt;
	if (is_behind_parameter(ref) && POINTER_TYPE_P(TREE_TYPE(TREE_TYPE(fun->decl))) ?
	    find_certain_edges(fun, stmt, ref, &edges) : store_is_last(stmt, ref))
		search.pending.safe_push({ value, gimple_location(stmt), NULL, NULL, stmt });
	else if (error_of_constant(value))
		for (i = 0; i < edges.length(); i++)
			search.pending.safe_push({ value, gimple_location(stmt), NULL, edges[i],
						   NULL });
	run_search(&search, sites, &variables);
}

/* Append the sites of FUN to SITES. FUN must be in SSA form. */
void find_error_sites(function *fun, vec<struct error_site> *sites)
{
	struct search search;
	auto_vec<tree> variables;
	gimple_stmt_iterator gsi;
	basic_block bb;
	edge_iterator ei;
	edge e;

	search.fun = fun;
	search.root = NULL;
	FOR_EACH_EDGE(e, ei, EXIT_BLOCK_PTR_FOR_FN(fun)->preds) {
		gsi = gsi_last_nondebug_bb(e->src);
		greturn *ret = gsi_end_p(gsi) ? NULL : dyn_cast<greturn *>(gsi_stmt(gsi));

		if (ret && gimple_return_retval(ret))
			search.pending.safe_push({ gimple_return_retval(ret),
						   gimple_location(ret), NULL, NULL, ret });
	}
	run_search(&search, sites, &variables);

	FOR_EACH_BB_FN(bb, fun)
		for (gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
			gimple *stmt = gsi_stmt(gsi);

			if (gimple_assign_single_p(stmt) &&
			    (is_behind_parameter(gimple_assign_lhs(stmt)) ||
			     is_in(variables, gimple_assign_lhs(stmt))))
				search_store(fun, stmt, gimple_assign_lhs(stmt), sites);
		}
}
