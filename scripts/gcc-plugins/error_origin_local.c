// SPDX-License-Identifier: GPL-2.0
/*
 * error_origin_local.c - local pointers that are NULL where an error is set
 *
 * Functions of the VFS try again if a lease has to be broken first, and learn
 * that through a pointer. Whether an error will be returned depends on it
 * (error_origin_certain.c):
 *
 *	struct inode *delegated_inode = NULL;
 *   retry:
 *	if (d_is_negative(dentry)) {
 *		err = -ENOENT;			NULL here
 *		goto out;
 *	}
 *	err = vfs_unlink(dir, dentry, &delegated_inode);
 *   out:
 *	if (delegated_inode) {
 *		err = break_deleg_wait(&delegated_inode);
 *		if (!err)
 *			goto retry;
 *	}
 *	return err;
 *
 * The variable is in memory, because its address is taken, so SSA form doesn't
 * tell. Both halves are looked at here: what is before the site, and what is
 * between the site and the condition.
 */
#include "error_origin.h"

/* Whether CALL may write to what REF refers to: it is given the address. */
static bool call_is_given(gimple *call, tree ref)
{
	tree base = get_base_address(ref);
	unsigned int i;

	for (i = 0; i < gimple_call_num_args(call); i++) {
		tree argument = gimple_call_arg(call, i);

		if (TREE_CODE(base) == MEM_REF ?
		    argument == TREE_OPERAND(base, 0) :
		    TREE_CODE(argument) == ADDR_EXPR &&
		    get_base_address(TREE_OPERAND(argument, 0)) == base)
			return true;
	}
	return false;
}

/* Whether WRITTEN and REF are two members of one local variable. */
static bool are_two_members(tree written, tree ref)
{
	return TREE_CODE(written) == COMPONENT_REF && TREE_CODE(ref) == COMPONENT_REF &&
		TREE_OPERAND(written, 0) == TREE_OPERAND(ref, 0) &&
		TREE_CODE(TREE_TYPE(TREE_OPERAND(ref, 0))) == RECORD_TYPE &&
		TREE_OPERAND(written, 1) != TREE_OPERAND(ref, 1);
}

/* Whether STMT may replace what was written to REF. */
bool may_replace(gimple *stmt, tree ref)
{
	tree written = gimple_get_lhs(stmt);

	if (gimple_code(stmt) == GIMPLE_ASM)
		return gimple_vdef(stmt);
	if (is_gimple_call(stmt) && call_is_given(stmt, ref))
		return true;
	if (!written || gimple_clobber_p(stmt))
		return false;
	/* Through its address, too, as WRITE_ONCE() does. */
	return DECL_P(get_base_address(ref)) ?
		get_base_address(written) == get_base_address(ref) &&
		!are_two_members(written, ref) :
		operand_equal_p(written, ref, 0);
}

/* Whether STMT leaves NULL in VARIABLE. */
static bool sets_null(gimple *stmt, tree variable)
{
	if (result_of_call(stmt, NULL) == SETS_NULL)
		return call_is_given(stmt, variable);
	return gimple_assign_single_p(stmt) && gimple_assign_lhs(stmt) == variable &&
	       integer_zerop(gimple_assign_rhs1(stmt));
}

/* The name that is compared with 0, and is 0 if E is taken, or NULL_TREE. */
tree name_that_is_zero(edge e)
{
	gimple_stmt_iterator gsi = gsi_last_nondebug_bb(e->src);
	gcond *cond = gsi_end_p(gsi) ? NULL : dyn_cast<gcond *>(gsi_stmt(gsi));

	if (!cond || !integer_zerop(gimple_cond_rhs(cond)) ||
	    TREE_CODE(gimple_cond_lhs(cond)) != SSA_NAME ||
	    !(e->flags & (gimple_cond_code(cond) == EQ_EXPR ? EDGE_TRUE_VALUE :
			  gimple_cond_code(cond) == NE_EXPR ? EDGE_FALSE_VALUE : 0)))
		return NULL_TREE;
	return gimple_cond_lhs(cond);
}

/* Whether E is only taken if VARIABLE is NULL, at the end of its source. */
static bool edge_means_null(edge e, tree variable)
{
	gimple_stmt_iterator gsi = gsi_last_nondebug_bb(e->src);
	gimple *load;

	if (!name_that_is_zero(e))
		return false;
	load = SSA_NAME_DEF_STMT(name_that_is_zero(e));
	if (gimple_bb(load) != e->src || !gimple_assign_single_p(load) ||
	    gimple_assign_rhs1(load) != variable)
		return false;
	for (gsi_prev(&gsi); gsi_stmt(gsi) != load; gsi_prev(&gsi))
		if (may_replace(gsi_stmt(gsi), variable))
			return false;
	return true;
}

/* The last statement of BB that may write to REF, or NULL. */
gimple *last_write(basic_block bb, tree ref)
{
	gimple_stmt_iterator gsi;

	for (gsi = gsi_last_bb(bb); !gsi_end_p(gsi); gsi_prev(&gsi))
		if (may_replace(gsi_stmt(gsi), ref))
			return gsi_stmt(gsi);
	return NULL;
}

/*
 * Whether STORE is the last write to REF on each path to the end of BB. If it
 * is NULL: whether REF is NULL there, because the last write or a later
 * condition says so.
 */
bool is_last_write_at(basic_block bb, gimple *store, tree ref)
{
	auto_vec<basic_block> pending;
	hash_set<basic_block> seen;
	edge_iterator ei;
	gimple *write;
	edge e;

	pending.safe_push(bb);
	while (!pending.is_empty()) {
		bb = pending.pop();
		if (bb == ENTRY_BLOCK_PTR_FOR_FN(cfun))
			return false;
		write = last_write(bb, ref);
		if (write && !(store ? write == store : sets_null(write, ref)))
			return false;
		FOR_EACH_EDGE(e, ei, bb->preds)
			if (!write && (store || !edge_means_null(e, ref)) &&
			    !seen.add(e->src))
				pending.safe_push(e->src);
	}
	return true;
}

/* For walk_stmt_load_store_addr_ops(): whether OPERAND is the variable DATA. */
static bool is_variable(gimple *, tree operand, tree, void *data)
{
	return operand == data;
}

/* Whether the address of VARIABLE is used other than as a call's argument. */
static bool address_is_stored(tree variable)
{
	gphi_iterator phi;
	gimple_stmt_iterator gsi;
	basic_block bb;

	FOR_EACH_BB_FN(bb, cfun) {
		for (phi = gsi_start_phis(bb); !gsi_end_p(phi); gsi_next(&phi))
			if (walk_stmt_load_store_addr_ops(phi.phi(), variable, NULL, NULL,
							  is_variable))
				return true;
		for (gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
			if (!is_gimple_call(gsi_stmt(gsi)) &&
			    walk_stmt_load_store_addr_ops(gsi_stmt(gsi), variable, NULL, NULL,
							  is_variable))
				return true;
	}
	return false;
}

/*
 * Add the local variables to NULLS that are pointers in memory, and are NULL
 * when an error enters by E. One whose address is stored is left out: any call
 * may write to it. A function that is given the address is trusted not to keep
 * it, as with stores.
 */
void find_null_locals(edge e, hash_set<tree> *nulls)
{
	tree variable;
	unsigned int i;

	FOR_EACH_LOCAL_DECL(cfun, i, variable)
		if (VAR_P(variable) && auto_var_in_fn_p(variable, cfun->decl) &&
		    TREE_ADDRESSABLE(variable) && POINTER_TYPE_P(TREE_TYPE(variable)) &&
		    !address_is_stored(variable) && is_last_write_at(e->src, NULL, variable))
			nulls->add(variable);
}

/* Whether VARIABLES, if they are NULL, remain so in BLOCKS. */
bool keep_null(const hash_set<basic_block> &blocks, const hash_set<tree> &variables)
{
	hash_set<basic_block> &bbs = const_cast<hash_set<basic_block> &>(blocks);
	hash_set<tree> &trees = const_cast<hash_set<tree> &>(variables);
	gimple_stmt_iterator gsi;

	for (hash_set<basic_block>::iterator bb = bbs.begin(); bb != bbs.end(); ++bb)
		for (gsi = gsi_start_bb(*bb); !gsi_end_p(gsi); gsi_next(&gsi))
			for (hash_set<tree>::iterator v = trees.begin(); v != trees.end(); ++v)
				if (may_replace(gsi_stmt(gsi), *v) &&
				    !sets_null(gsi_stmt(gsi), *v))
					return false;
	return true;
}
