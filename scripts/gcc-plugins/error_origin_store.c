// SPDX-License-Identifier: GPL-2.0
/*
 * error_origin_store.c - where an error that is stored is certain
 *
 * Functions that return a pointer store an error through a parameter, and
 * return NULL. Many store the error first, and decide later:
 *
 *	*err = -EBADF;
 *	file = get_file(fd);
 *	if (!file)			the site: the edge to the return
 *		return NULL;
 *	sock = sock_from_file(file);
 *	if (sock)
 *		return sock;		no error, whatever *err is
 *	*err = -ENOTSOCK;		a site
 *	return NULL;
 *
 * So, the error is certain where every path from there returns NULL, and no
 * other write follows. If that isn't so at the store, the sites are the edges
 * that make it so, if the store is the last write on each path to them.
 *
 * What returns at once after a store has decided, whatever it returns. And what
 * a function returns that isn't a pointer says nothing about *err. There, a
 * store is a site if no other write follows.
 */
#include "error_origin.h"

/*
 * A place on a path from a store to the end of the function.
 *
 * @bb:		the block that the path has entered
 * @null:	a name that is NULL there and may be returned, or NULL_TREE
 */
struct place {
	basic_block bb;
	tree null;
};

/*
 * The places that control flow comes to from an edge.
 *
 * @list:	them
 * @known:	the same
 */
struct places {
	auto_vec<struct place> list;
	hash_set<std::pair<basic_block, tree>, false,
		 pair_hash<nofree_ptr_hash<basic_block_def>, nofree_ptr_hash<tree_node> > > known;
};

/* Whether the pointer VALUE is NULL if NULL_NAME is, which may be NULL_TREE. */
static bool is_null(tree value, tree null_name)
{
	gimple *stmt;

	while (value && value != null_name && !integer_zerop(value))
		value = copied_from(value, &stmt);
	return value;
}

/* The return statement at the end of BB, or NULL. */
static greturn *return_of(basic_block bb)
{
	gimple_stmt_iterator gsi = gsi_last_nondebug_bb(bb);

	return gsi_end_p(gsi) ? NULL : dyn_cast<greturn *>(gsi_stmt(gsi));
}

/* Whether BB ends with a return of NULL, if NULL_NAME is NULL there. */
static bool returns_null(basic_block bb, tree null_name)
{
	greturn *ret = return_of(bb);

	return ret && is_null(gimple_return_retval(ret), null_name);
}

/* Add all names to NAMES that a return statement of FUN may return. */
static void find_returned_names(function *fun, hash_set<tree> *names)
{
	auto_vec<tree> pending;
	edge_iterator ei;
	gimple *stmt;
	tree value;
	unsigned int i;
	edge e;

	FOR_EACH_EDGE(e, ei, EXIT_BLOCK_PTR_FOR_FN(fun)->preds)
		if (return_of(e->src))
			pending.safe_push(gimple_return_retval(return_of(e->src)));
	while (!pending.is_empty()) {
		value = pending.pop();
		if (!value || TREE_CODE(value) != SSA_NAME || names->add(value))
			continue;
		pending.safe_push(copied_from(value, &stmt));
		if (gimple_code(SSA_NAME_DEF_STMT(value)) == GIMPLE_PHI)
			for (i = 0; i < gimple_phi_num_args(SSA_NAME_DEF_STMT(value)); i++)
				pending.safe_push(gimple_phi_arg_def(SSA_NAME_DEF_STMT(value), i));
	}
}

/*
 * The name of RETURNED that is NULL after E, or NULL_TREE. NULL_NAME is one
 * that is before: it remains so unless E leads to the block that sets it.
 */
static tree null_name_after(edge e, tree null_name, hash_set<tree> *returned)
{
	tree zero = name_that_is_zero(e), after;
	gphi_iterator gsi;

	if (zero && returned->contains(zero))
		null_name = zero;
	after = null_name;
	if (null_name && gimple_bb(SSA_NAME_DEF_STMT(null_name)) == e->dest)
		after = NULL_TREE;
	for (gsi = gsi_start_phis(e->dest); !gsi_end_p(gsi); gsi_next(&gsi)) {
		tree result = gimple_phi_result(gsi.phi());

		if (returned->contains(result) &&
		    is_null(gimple_phi_arg_def(gsi.phi(), e->dest_idx), null_name))
			after = result;
	}
	return after;
}

/*
 * The name of RETURNED that is NULL at the end of BB, or NULL_TREE: the last
 * one that has been compared with NULL since paths met.
 */
static tree null_name_at(basic_block bb, hash_set<tree> *returned)
{
	tree null_name = NULL_TREE;

	for (; !null_name && single_pred_p(bb); bb = single_pred(bb))
		null_name = null_name_after(single_pred_edge(bb), NULL_TREE, returned);
	return null_name;
}

/*
 * Add the place that E leads to, if PLACES doesn't have it. NULL_NAME is NULL
 * before E.
 */
static void add_place(struct places *places, edge e, tree null_name, hash_set<tree> *returned)
{
	struct place place = { e->dest, null_name_after(e, null_name, returned) };

	if (!places->known.add(std::make_pair(place.bb, place.null)))
		places->list.safe_push(place);
}

/*
 * Whether what STORE writes to REF is the error of the function if control flow
 * comes by E: all paths from there leave it so and return NULL, and there is
 * one.
 */
static bool is_certain_after(edge e, gimple *store, tree ref, hash_set<tree> *returned)
{
	gimple_stmt_iterator gsi;
	struct places places;
	bool returns = false;
	edge_iterator ei;
	unsigned int i;
	edge next;

	add_place(&places, e, null_name_at(e->src, returned), returned);
	/* Each place adds those after it. */
	for (i = 0; i < places.list.length(); i++) {
		struct place place = places.list[i];

		for (gsi = gsi_start_bb(place.bb); !gsi_end_p(gsi); gsi_next(&gsi))
			if (gsi_stmt(gsi) != store && may_replace(gsi_stmt(gsi), ref))
				return false;
		if (return_of(place.bb)) {
			if (!returns_null(place.bb, place.null))
				return false;
			returns = true;
			continue;
		}
		FOR_EACH_EDGE(next, ei, place.bb->succs)
			add_place(&places, next, place.null, returned);
	}
	return returns;
}

/*
 * Whether STORE, which writes to REF, leaves it so until the function returns.
 */
bool store_is_last(gimple *store, tree ref)
{
	gimple_stmt_iterator gsi = gsi_for_stmt(store);
	auto_vec<basic_block> pending;
	hash_set<basic_block> seen;
	edge_iterator ei;
	basic_block bb = gsi_bb(gsi);
	edge e;

	gsi_next(&gsi);
	for (;;) {
		/* A loop comes back to STORE, which writes the error again. */
		for (; !gsi_end_p(gsi) && gsi_stmt(gsi) != store; gsi_next(&gsi))
			if (may_replace(gsi_stmt(gsi), ref))
				return false;
		FOR_EACH_EDGE(e, ei, bb->succs)
			if (gsi_end_p(gsi) && !seen.add(e->dest))
				pending.safe_push(e->dest);
		if (pending.is_empty())
			return true;
		bb = pending.pop();
		gsi = gsi_start_bb(bb);
	}
}

/* Whether the function returns after STORE without having done anything. */
static bool returns_at_once(gimple *store)
{
	gimple_stmt_iterator gsi = gsi_for_stmt(store);
	basic_block bb = gimple_bb(store);
	hash_set<basic_block> seen;

	gsi_next(&gsi);
	while (!seen.add(bb)) {
		for (; !gsi_end_p(gsi); gsi_next(&gsi))
			if (is_gimple_call(gsi_stmt(gsi)) || gimple_vdef(gsi_stmt(gsi)))
				return false;
		if (return_of(bb))
			return true;
		if (!single_succ_p(bb))
			return false;
		bb = single_succ(bb);
		gsi = gsi_start_bb(bb);
	}
	return false;
}

/*
 * Find out where the error is certain that STORE writes to REF, in FUN, which
 * returns a pointer. Returns true if it is at STORE; otherwise appends the
 * edges to EDGES after which it is, and before which it isn't.
 */
bool find_certain_edges(function *fun, gimple *store, tree ref, vec<edge> *edges)
{
	auto_vec<basic_block> blocks;
	hash_set<basic_block> seen;
	hash_set<tree> returned;
	edge_iterator ei;
	unsigned int i;
	edge e;

	if (returns_at_once(store))
		return true;
	if (last_write(gimple_bb(store), ref) != store)
		return false;
	find_returned_names(fun, &returned);
	if (return_of(gimple_bb(store)))
		return returns_null(gimple_bb(store), null_name_at(gimple_bb(store), &returned));
	blocks.safe_push(gimple_bb(store));
	seen.add(gimple_bb(store));
	for (i = 0; i < blocks.length(); i++) {
		FOR_EACH_EDGE(e, ei, blocks[i]->succs)
			if (is_certain_after(e, store, ref, &returned))
				edges->safe_push(e);
			else if (is_last_write_at(e->dest, store, ref) && !seen.add(e->dest))
				blocks.safe_push(e->dest);
		if (i == 0 && edges->length() == EDGE_COUNT(blocks[i]->succs))
			return !edges->is_empty();
	}
	return false;
}
