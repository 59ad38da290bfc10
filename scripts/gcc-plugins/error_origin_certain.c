// SPDX-License-Identifier: GPL-2.0
/*
 * error_origin_certain.c - whether an error that a PHI has will be returned
 *
 * A constant that enters a PHI is not always returned. A loop may go on with
 * another value, and has a path without an error:
 *
 *	err = -ESRCH;
 *	for (;;) {			# err_1 = PHI <-3, err_2>
 *		p = find(pid);
 *		if (p)
 *			err = kill(p);
 *		if (!p || err != -ESRCH)
 *			return err;
 *	}
 *
 * So all paths from the PHI are followed. Where the value enters another PHI,
 * its paths are followed from there; where another value takes its place, or
 * the function ends without it, it isn't certain. Conditions that the error
 * decides are known:
 *
 *	out:				# err_3 = PHI <-22, err_4>
 *		if (err == -EAGAIN)
 *			goto again;	not with -EINVAL
 *		return err;
 *
 * So are conditions whether a local pointer is NULL, where that is known
 * (error_origin_local.c).
 */
#include "error_origin.h"

/* Expressions are looked into up to this depth. */
#define MAX_DEPTH	8

/*
 * What is known when a condition is come to.
 *
 * @bb:		the block that ends with the condition
 * @result:	the value of the PHI
 * @error:	what it is: a constant
 * @nulls:	local variables in memory that are NULL
 * @used:	gets those of them that the condition depends on
 */
struct known {
	basic_block bb;
	tree result;
	tree error;
	const hash_set<tree> &nulls;
	hash_set<tree> *used;
};

/*
 * Whether the result of STMT is its first operand if that is negative: the
 * smaller of it and 0, for example. "return err < 0 ? err : 0" is that.
 */
static bool is_minimum(gimple *stmt)
{
	return is_gimple_assign(stmt) && gimple_assign_rhs_code(stmt) == MIN_EXPR &&
		TREE_CODE(gimple_assign_rhs2(stmt)) == INTEGER_CST &&
		tree_int_cst_sgn(gimple_assign_rhs2(stmt)) >= 0;
}

/*
 * What VALUE is a copy of, or a cast, if it is an error: one step back.
 * NULL_TREE if it is none. STMT gets the statement that makes the copy.
 */
tree copied_from(tree value, gimple **stmt)
{
	if (TREE_CODE(value) != SSA_NAME)
		return NULL_TREE;
	*stmt = SSA_NAME_DEF_STMT(value);
	if (result_of_call(*stmt, NULL) == IS_ARGUMENT)
		return gimple_call_arg(*stmt, 0);
	if (gimple_assign_single_p(*stmt) || gimple_assign_cast_p(*stmt) ||
	    is_minimum(*stmt))
		return gimple_assign_rhs1(*stmt);
	return NULL_TREE;
}

/* Whether VALUE is RESULT, through copies and casts. */
static bool is_copy_of(tree value, tree result)
{
	gimple *stmt;

	while (value && value != result)
		value = copied_from(value, &stmt);
	return value;
}

/*
 * The value of CALL, whose first argument is the constant FIRST: a constant, or
 * NULL_TREE if that isn't known.
 */
static tree evaluate_call(gimple *call, tree first)
{
	tree type = gimple_call_return_type(as_a<gcall *>(call));
	unsigned int error;

	if (fndecl_built_in_p(gimple_call_fndecl(call), BUILT_IN_EXPECT))
		return fold_convert(type, first);
	switch (result_of_call(call, &error)) {
	case IS_ARGUMENT:
		return fold_convert(type, first);
	case IS_ERROR_TEST:
		return build_int_cst(type, error_of_constant(first) != 0);
	case IS_ERROR_OR_NULL_TEST:
		return build_int_cst(type, error_of_constant(first) || integer_zerop(first));
	case IS_ONE_ERROR_TEST:
		return error_of_constant(first) == error ? NULL_TREE : build_zero_cst(type);
	default:
		return NULL_TREE;
	}
}

/* What VALUE is: a constant, or NULL_TREE if that isn't known. */
static tree evaluate(tree value, const struct known *known, unsigned int depth)
{
	tree type = TREE_TYPE(value), first, second, callee;
	enum tree_code code;
	gimple *stmt;

	if (TREE_CODE(value) == INTEGER_CST)
		return value;
	if (value == known->result)
		return fold_convert(type, known->error);
	if (TREE_CODE(value) != SSA_NAME || depth > MAX_DEPTH)
		return NULL_TREE;
	stmt = SSA_NAME_DEF_STMT(value);
	/* What was loaded before the error was set is another value. */
	if (gimple_assign_single_p(stmt) && gimple_bb(stmt) == known->bb &&
	    const_cast<hash_set<tree> &>(known->nulls).contains(gimple_assign_rhs1(stmt))) {
		known->used->add(gimple_assign_rhs1(stmt));
		return build_zero_cst(type);
	}
	if (is_gimple_call(stmt)) {
		callee = gimple_call_fndecl(stmt);
		if (!callee || !gimple_call_num_args(stmt))
			return NULL_TREE;
		first = evaluate(gimple_call_arg(stmt, 0), known, depth + 1);
		return first ? evaluate_call(stmt, first) : NULL_TREE;
	}
	if (!is_gimple_assign(stmt))
		return NULL_TREE;
	code = gimple_assign_rhs_code(stmt);
	first = evaluate(gimple_assign_rhs1(stmt), known, depth + 1);
	if (gimple_assign_single_p(stmt) || gimple_assign_cast_p(stmt))
		return first ? fold_convert(type, first) : NULL_TREE;
	if (gimple_num_ops(stmt) != 3)
		return NULL_TREE;
	second = evaluate(gimple_assign_rhs2(stmt), known, depth + 1);
	if (code == BIT_AND_EXPR && ((first && integer_zerop(first)) ||
				     (second && integer_zerop(second))))
		return build_zero_cst(type);
	if (code == BIT_IOR_EXPR && TREE_CODE(type) == BOOLEAN_TYPE &&
	    ((first && integer_onep(first)) || (second && integer_onep(second))))
		return build_one_cst(type);
	first = first && second ? fold_binary(code, type, first, second) : NULL_TREE;
	return first && TREE_CODE(first) == INTEGER_CST ? first : NULL_TREE;
}

/* The only edge that BB can be left by. NULL if there may be others. */
static edge taken_edge(basic_block bb, const struct known *known)
{
	gimple_stmt_iterator last = gsi_last_nondebug_bb(bb);
	gcond *cond = gsi_end_p(last) ? NULL : dyn_cast<gcond *>(gsi_stmt(last));
	tree left, right, value;

	if (!cond)
		return NULL;
	left = evaluate(gimple_cond_lhs(cond), known, 0);
	right = evaluate(gimple_cond_rhs(cond), known, 0);
	if (!left || !right)
		return NULL;
	value = fold_binary(gimple_cond_code(cond), boolean_type_node, left,
			    fold_convert(TREE_TYPE(left), right));
	if (!value || TREE_CODE(value) != INTEGER_CST)
		return NULL;
	return find_taken_edge(bb, value);
}

/* What E leads to, as the value of a PHI goes on. */
enum next {
	NEXT_BLOCK,		/* the same value */
	NEXT_PHI,		/* that of another PHI, which has it */
	NEXT_OTHER,		/* another value is returned */
};

/*
 * Follow RESULT along E. WEB has the PHIs whose values are returned. If it goes
 * on as another PHI's, FOUND gets that.
 */
static enum next follow_edge(edge e, tree result, const hash_set<gimple *> &web,
			     gphi **found)
{
	hash_set<gimple *> &phis = const_cast<hash_set<gimple *> &>(web);
	enum next next = NEXT_BLOCK;
	gphi_iterator gsi;

	for (gsi = gsi_start_phis(e->dest); !gsi_end_p(gsi); gsi_next(&gsi)) {
		gphi *phi = gsi.phi();

		if (!phis.contains(phi))
			continue;
		if (is_copy_of(PHI_ARG_DEF_FROM_EDGE(phi, e), result)) {
			*found = phi;
			return NEXT_PHI;
		}
		next = NEXT_OTHER;
	}
	return next;
}

/*
 * Whether the function ends with the value of PHI, if that is ERROR and the
 * variables of NULLS are NULL: it is returned, or ROOT stores it if ROOT isn't
 * NULL. WEB has all PHIs whose values may be. ON_THE_WAY gets the blocks that
 * this was found in, and USED those of NULLS that it depends on.
 */
static bool ends_with_error(gphi *phi, tree error, gimple *root,
			    const hash_set<gimple *> &web, const hash_set<tree> &nulls,
			    hash_set<basic_block> *on_the_way, hash_set<tree> *used)
{
	auto_vec<gphi *> phis;
	hash_set<gimple *> asked;
	unsigned int i;

	phis.safe_push(phi);
	asked.add(phi);
	for (i = 0; i < phis.length(); i++) {
		tree result = gimple_phi_result(phis[i]);
		auto_vec<basic_block> pending;
		hash_set<basic_block> seen;

		pending.safe_push(gimple_bb(phis[i]));
		while (!pending.is_empty()) {
			basic_block bb = pending.pop();
			struct known known = { bb, result, error, nulls, used };
			edge taken = taken_edge(bb, &known);
			gimple_stmt_iterator gsi;
			bool ends = false;
			edge_iterator ei;
			edge e;

			on_the_way->add(bb);
			for (gsi = gsi_start_bb(bb); !gsi_end_p(gsi) && !ends; gsi_next(&gsi)) {
				gimple *stmt = gsi_stmt(gsi);
				greturn *ret = dyn_cast<greturn *>(stmt);

				if (stmt != root && (!ret || root))
					continue;
				ends = true;
				if (!is_copy_of(root ? gimple_assign_rhs1(stmt) :
						gimple_return_retval(ret), result))
					return false;
			}
			FOR_EACH_EDGE(e, ei, bb->succs) {
				gphi *next = NULL;

				if (ends || (taken && e != taken))
					continue;
				/* Without the store. */
				if (e->dest == EXIT_BLOCK_PTR_FOR_FN(cfun))
					return false;
				switch (follow_edge(e, result, web, &next)) {
				case NEXT_BLOCK:
					if (!seen.add(e->dest))
						pending.safe_push(e->dest);
					break;
				case NEXT_PHI:
					if (!asked.add(next))
						phis.safe_push(next);
					break;
				case NEXT_OTHER:
					return false;
				}
			}
		}
	}
	return true;
}

/*
 * As above, for an error that enters PHI by E, with what is known of local
 * variables there.
 */
bool error_is_certain(gphi *phi, edge e, tree error, gimple *root,
		      const hash_set<gimple *> &web)
{
	hash_set<basic_block> blocks;
	hash_set<tree> nulls, used;

	if (ends_with_error(phi, error, root, web, nulls, &blocks, &used))
		return true;
	find_null_locals(e, &nulls);
	if (!nulls.elements())
		return false;
	blocks.empty();
	return ends_with_error(phi, error, root, web, nulls, &blocks, &used) &&
	       keep_null(blocks, used);
}
