// SPDX-License-Identifier: GPL-2.0
/*
 * error_origin_pure.c - notes are no side effects of a function
 *
 * GCC finds which functions are const or pure: without side effects, and with a
 * result that only depends on the arguments, or on memory, too. It moves calls
 * of these out of loops, merges them, and removes them if nobody uses the
 * result. An asm statement that is volatile would end that, and so each
 * function with an error would be slower where there is none.
 *
 * So notes are not volatile while GCC looks: at each function before it is
 * inlined, at all functions together, and at each function at the end. Each
 * time, there is a pass for const and pure, and one for what memory functions
 * use. None of these changes a statement. If a call is moved or merged, its
 * errors are noted as often as it is executed.
 *
 * A function that always fails is left out: GCC may know its result without a
 * call, and nobody would know the line. It has no path without an error to be
 * slower.
 */
#include "error_origin.h"

/* The notes that are not volatile now. */
static auto_vec<gimple *> hidden;

/* Append the notes in BB to NOTES. Returns whether there are any. */
static bool find_notes(basic_block bb, vec<gimple *> *notes)
{
	unsigned int before = notes->length();
	gimple_stmt_iterator gsi;

	for (gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
		gasm *stmt = dyn_cast<gasm *>(gsi_stmt(gsi));

		if (stmt && is_note(stmt))
			notes->safe_push(stmt);
	}
	return notes->length() > before;
}

/* Whether FUN can end without having come to a block of WITH_NOTES. */
static bool can_succeed(function *fun, const hash_set<basic_block> &with_notes)
{
	auto_vec<basic_block> pending;
	hash_set<basic_block> seen;
	edge_iterator ei;
	basic_block bb;
	edge e;

	pending.safe_push(ENTRY_BLOCK_PTR_FOR_FN(fun));
	while (!pending.is_empty()) {
		bb = pending.pop();
		FOR_EACH_EDGE(e, ei, bb->succs) {
			if (e->dest == EXIT_BLOCK_PTR_FOR_FN(fun))
				return true;
			if (!const_cast<hash_set<basic_block> &>(with_notes).contains(e->dest) &&
			    !seen.add(e->dest))
				pending.safe_push(e->dest);
		}
	}
	return false;
}

/* Let the notes in FUN not be volatile, until show_notes() is called. */
static void hide_notes(function *fun)
{
	hash_set<basic_block> with_notes;
	auto_vec<gimple *> notes;
	gimple *note;
	basic_block bb;
	unsigned int i;

	FOR_EACH_BB_FN(bb, fun)
		if (find_notes(bb, &notes))
			with_notes.add(bb);
	if (notes.is_empty() || !can_succeed(fun, with_notes))
		return;
	FOR_EACH_VEC_ELT(notes, i, note) {
		gimple_asm_set_volatile(as_a<gasm *>(note), false);
		hidden.safe_push(note);
	}
}

static void show_notes(void)
{
	while (!hidden.is_empty())
		gimple_asm_set_volatile(as_a<gasm *>(hidden.pop()), true);
}

static void hide_all_notes(void)
{
	cgraph_node *node;

	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
		hide_notes(DECL_STRUCT_FUNCTION(node->decl));
}

static pass_data data_of_pass(enum opt_pass_type type, const char *name)
{
	pass_data data = {
		type,			/* type */
		name,			/* name */
		OPTGROUP_NONE,		/* optinfo_flags */
		TV_NONE,		/* tv_id */
		0,			/* properties_required */
		0,			/* properties_provided */
		0,			/* properties_destroyed */
		0,			/* todo_flags_start */
		0,			/* todo_flags_finish */
	};

	return data;
}

namespace {

/* Hide the notes of a function, or show them again. */
class note_pass : public gimple_opt_pass {
public:
	note_pass(const char *name, bool hide) :
		gimple_opt_pass(data_of_pass(GIMPLE_PASS, name), g), m_hide(hide)
	{
	}

	opt_pass *clone() final override
	{
		return new note_pass(name, m_hide);
	}

	unsigned int execute(function *fun) final override
	{
		if (m_hide)
			hide_notes(fun);
		else
			show_notes();
		return 0;
	}

private:
	bool m_hide;
};

/* The same for all functions: where others collect what they have to know. */
class all_notes_pass : public ipa_opt_pass_d {
public:
	all_notes_pass(const char *name, bool hide) :
		ipa_opt_pass_d(data_of_pass(IPA_PASS, name), g,
			       hide ? hide_all_notes : show_notes, NULL, NULL, NULL, NULL,
			       NULL, 0, NULL, NULL)
	{
	}
};

}

/* Run PASS before, or after, the passes of its type with the name REFERENCE. */
static void register_pass_at(const char *plugin, opt_pass *pass, const char *reference,
			     enum pass_positioning_ops where)
{
	struct register_pass_info info;

	info.pass = pass;
	info.reference_pass_name = reference;
	/* Those for all functions are there once; the others are copied. */
	info.ref_pass_instance_number = pass->type == IPA_PASS;
	info.pos_op = where;
	register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

/* Register the passes of this file. PLUGIN is the name of the plugin. */
void register_pure_passes(const char *plugin)
{
	register_pass_at(plugin, new note_pass("error_origin_hide", true),
			 "local-pure-const", PASS_POS_INSERT_BEFORE);
	register_pass_at(plugin, new note_pass("error_origin_show", false),
			 "local-pure-const", PASS_POS_INSERT_AFTER);
	register_pass_at(plugin, new note_pass("error_origin_hide_modref", true),
			 "modref", PASS_POS_INSERT_BEFORE);
	register_pass_at(plugin, new note_pass("error_origin_show_modref", false),
			 "modref", PASS_POS_INSERT_AFTER);
	register_pass_at(plugin, new all_notes_pass("error_origin_hide", true),
			 "pure-const", PASS_POS_INSERT_BEFORE);
	register_pass_at(plugin, new all_notes_pass("error_origin_show", false),
			 "pure-const", PASS_POS_INSERT_AFTER);
	register_pass_at(plugin, new all_notes_pass("error_origin_hide_modref", true),
			 "modref", PASS_POS_INSERT_BEFORE);
	register_pass_at(plugin, new all_notes_pass("error_origin_show_modref", false),
			 "modref", PASS_POS_INSERT_AFTER);
}
