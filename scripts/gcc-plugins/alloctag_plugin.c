// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_plugin.c - who asked for this memory?
 *
 * One word on a prototype,
 *
 *	void *kmalloc(size_t size, gfp_t flags) __attribute__((allocator));
 *
 * makes every call of kmalloc() carry the address of a static tag that says
 * where it stands, for which function, and what type of object it is for:
 *
 *	static const struct alloc_tag tag = {
 *		"fs/pipe.c", "alloc_pipe_info", "struct pipe_inode_info", 789,
 *	};
 *	pipe = kmalloc.alloctag(sizeof(*pipe), flags, &tag);
 *
 * A marked function that calls another passes on the tag that it was called
 * with.  So a line is charged for what it causes, across any number of
 * wrappers, and marking one function more moves its allocations to its callers.
 *
 * The original symbols keep their names and types (alloctag_variant.c), so
 * function pointers, assembly and objects compiled without the plugin work as
 * before.  Nothing refers to a runtime: tags are data, and what the variants do
 * with theirs is written in C, through alloc_tag_caller().
 *
 * All of it happens in one pass over the unit right after every function has
 * been brought into SSA form, before anything is inlined or folded:
 * always_inline wrappers and __builtin_constant_p() then behave exactly as
 * without the plugin, and a call that is optimised away takes its tag along.
 *
 * Arguments (-fplugin-arg-alloctag_plugin-...):
 *
 *	allocators=FILE		further marked functions, one name a line, # comments
 *	verbose			what was done in each unit, and which names in
 *				FILE were of no use
 *	dump			the pass's dump file, as -fdump-ipa-all gives it
 *
 * GCC rejects -fdump-ipa-alloctag itself: toplev::main() looks the switch up in
 * handle_common_deferred_options(), before initialize_plugins() loads anything.
 */
#include "alloctag.h"
#include "plugin-version.h"

int plugin_is_GPL_compatible;

static struct plugin_info alloctag_info = {
	.version	= "1",
	.help		= "allocators=FILE\tmark the functions named in FILE, one a line\n"
			  "verbose\t\treport variants, calls and tags of each unit\n"
			  "dump\t\twrite the dump file of the pass (-fdump-ipa-all does, too)\n",
};

static bool dump_requested;

static unsigned int execute_alloctag(void)
{
	auto_vec<cgraph_node *> bodies;
	cgraph_node *node;
	unsigned int i;

	memset(&statistics, 0, sizeof(statistics));
	collect_marked_functions();

	/* What making variants adds is complete and isn't looked at again... */
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
		if (function_needs_rewriting(node))
			bodies.safe_push(node);
	make_variants();
	/* ...except for copies of variadic functions, whose calls carry tags. */
	for_each_marked_function([](struct marked_function *marked) {
		if (marked->thunk_done)
			rewrite_function(cgraph_node::get(marked->thunk));
	});
	FOR_EACH_VEC_ELT(bodies, i, node)
		rewrite_function(node);
	rewrite_initializers();
	make_thunks();
	export_variants();

	report_statistics();
	report_unseen_names();
	forget_tags();
	forget_marked_functions();
	return 0;
}

namespace {

const pass_data alloctag_pass_data = {
	SIMPLE_IPA_PASS,	/* type */
	"alloctag",		/* name */
	OPTGROUP_NONE,		/* optinfo_flags */
	TV_NONE,		/* tv_id */
	PROP_cfg | PROP_ssa,	/* properties_required */
	0,			/* properties_provided */
	0,			/* properties_destroyed */
	0,			/* todo_flags_start */
	0,			/* todo_flags_finish */
};

class alloctag_pass : public simple_ipa_opt_pass {
public:
	alloctag_pass() : simple_ipa_opt_pass(alloctag_pass_data, g)
	{
	}

	bool gate(function *) final override
	{
		return !in_lto_p && !seen_error();
	}

	unsigned int execute(function *) final override
	{
		return execute_alloctag();
	}
};

}

static void read_arguments(struct plugin_name_args *info)
{
	int i;

	for (i = 0; i < info->argc; i++) {
		const char *key = info->argv[i].key;
		const char *value = info->argv[i].value;

		if (!strcmp(key, "allocators")) {
			if (value && *value)
				read_allocators(value);
			else
				error("%<-fplugin-arg-%s-%s%> needs the name of a file",
				      PLUGIN_NAME, key);
		} else if (!strcmp(key, "verbose")) {
			verbose_requested = true;
		} else if (!strcmp(key, "dump")) {
			dump_requested = true;
		} else {
			error("unknown plugin argument %<-fplugin-arg-%s-%s%>",
			      PLUGIN_NAME, key);
			inform(UNKNOWN_LOCATION,
			       "known are %<allocators=%>, %<verbose%> and %<dump%>");
		}
	}
}

/*
 * -fdump-ipa-all was handled before PASS was known: it, and the dump argument,
 * are to cover this pass as well.  Its TDF_... flags hold here, too.
 */
static void enable_dump(opt_pass *pass)
{
	gcc::dump_manager *dumps = g->get_dumps();
	dump_file_info *all = dumps->get_dump_file_info(TDI_ipa_all);
	dump_file_info *own = dumps->get_dump_file_info(pass->static_pass_number);

	if (!own || (!dump_requested && !(all && all->pstate)))
		return;
	own->pstate = -1;
	if (all)
		own->pflags |= all->pflags;
}

int plugin_init(struct plugin_name_args *info,
			  struct plugin_gcc_version *version)
{
	struct register_pass_info pass;

	if (!plugin_default_version_check(version, &gcc_version)) {
		error("%s was built for GCC %s and can%'t work in GCC %s",
		      PLUGIN_NAME, gcc_version.basever, version->basever);
		inform(UNKNOWN_LOCATION,
		       "build it again with this compiler: %<make plugin CC=...%>");
		return 1;
	}

	read_arguments(info);

	pass.pass = new alloctag_pass();
	pass.reference_pass_name = "build_ssa_passes";
	pass.ref_pass_instance_number = 1;
	pass.pos_op = PASS_POS_INSERT_AFTER;

	register_callback(info->base_name, PLUGIN_INFO, NULL, &alloctag_info);
	register_callback(info->base_name, PLUGIN_ATTRIBUTES, register_attributes,
			  NULL);
	register_callback(info->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
	enable_dump(pass.pass);
	return 0;
}
