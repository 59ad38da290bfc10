// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_plugin.c - GCC plugin for memory allocation profiling
 *
 * A function is marked as an allocator by an attribute of its prototype:
 *
 *	void *kmalloc(size_t size, gfp_t flags) __attribute__((allocator));
 *
 * The plugin adds a hidden parameter to marked functions, and makes each direct
 * call pass the address of a *tag*, which describes the call site. So the call
 *
 *	pipe = kmalloc(sizeof(*pipe), flags);
 *
 * becomes
 *
 *	static const struct alloc_tag tag = {
 *		"fs/pipe.c", "alloc_pipe_info", "struct pipe_inode_info", 789,
 *	};
 *	pipe = kmalloc.alloctag(sizeof(*pipe), flags, &tag);
 *
 * A marked function that calls another marked function passes on the tag that
 * it was called with. So memory is charged to the first caller that is not
 * marked, and marking a wrapper moves its allocations to the wrapper's callers.
 *
 * Each original symbol keeps its name and type, so function pointers, assembly
 * and objects that were compiled without the plugin work as before. (In a
 * kernel, only what function pointers need remains: see enum originals.) The
 * plugin generates no calls of a runtime: tags are data, and allocators read
 * the tag that they were called with through alloc_tag_caller().
 *
 * The pass is a SIMPLE_IPA pass right after build_ssa_passes. At this point all
 * functions of the unit are in SSA form, and nothing has been inlined or
 * folded: always_inline wrappers and __builtin_constant_p() work as without the
 * plugin, and a call that is optimised away takes its tag with it.
 *
 * Stages of the pass (other files refer to these numbers):
 *
 *  1. Collect (alloctag_marked.c): find the marked functions that the unit
 *     defines or refers to, and decide how each is treated (enum variant_kind).
 *  2. Select (function_needs_rewriting() in alloctag_call.c): find the function
 *     bodies that call a marked function, ask for a tag, or take the address of
 *     a marked function. The call graph tells; no other body is read. This must
 *     come before stage 3, which changes the call graph.
 *  3. Make variants (alloctag_variant.c): each marked function that is defined
 *     here becomes its own tagged variant, and a thunk is declared under its
 *     original name. Variants of all others are declared.
 *  4. Rewrite (alloctag_call.c): direct calls of marked functions become calls
 *     of the variants, with a tag. All other references, also those in
 *     initializers of variables, are redirected to the thunks.
 *  5. Make thunks (alloctag_thunk.c): build the bodies of thunks that are used,
 *     and define the variants of aliases and those that drop the tag.
 *  6. Export (alloctag_export.c): repeat EXPORT_SYMBOL() for variants, and
 *     define variants of functions that asm statements define.
 *
 * Plugin arguments (-fplugin-arg-alloctag_plugin-...):
 *
 *	allocators=FILE	mark the functions that FILE names; alloctag_list.c
 *			describes its format
 *	mark=CLASS:FILE	the same for functions of another class
 *	verbose		note what was done in each unit, and which names in
 *			FILE were not used
 *	fallback	call the original where the linker finds no variant
 *	originals=WHICH	which functions keep a symbol of their original name:
 *			all (the default), global or none; see enum originals
 *	allocator-names	emit which allocators are called with each tag; see
 *			struct alloc_tag_allocator
 *	writable	tags are writable, for liballoctag; see stores_index()
 *	private-strings=MACRO
 *			where MACRO is defined, emit the strings of tags without
 *			symbols; see text_address()
 *	wrappers=FILE	append to FILE which functions return results of which,
 *			and who calls them; see alloctag_wrapper.c
 *	dump		write the dump file of the pass
 *
 * Debugging:
 *
 *  - "make KCFLAGS=-fdump-ipa-all fs/pipe.o" writes the dump file of the pass,
 *    fs/pipe.c.*i.alloctag, with each rewritten call; outside of kbuild, the
 *    argument dump does that alone. -fdump-ipa-alloctag is an error: GCC reads
 *    dump options before it loads plugins. With -fdump-tree-all, *t.ssa shows
 *    bodies before the pass, and *t.fixup_cfg2 after it.
 *  - "nm fs/pipe.o | grep alloctag" lists variants, and "objdump -dr" shows
 *    what a call passes: the section of tags and an offset, as tags have no
 *    symbols.
 *  - -fchecking makes GCC verify SSA form and the call graph after every pass,
 *    so that it stops right after the pass that broke them.
 *  - "gcc -wrapper gdb,--args ..." runs cc1 in the debugger; set a breakpoint
 *    on execute_alloctag. There, debug_tree(), debug_gimple_stmt(),
 *    debug_function(), node->debug() and symtab->debug() print GCC's data.
 *  - testsuite/alloctag/torture.sh builds and runs a program with all its
 *    functions marked, and compares it with one built without the plugin.
 */
#include "alloctag.h"

int plugin_is_GPL_compatible;

static struct plugin_info alloctag_info = {
	.version	= "1",
	.help		= "allocators=FILE\tmark the functions named in FILE, one a line\n"
			  "mark=CLASS:FILE\tthe same for functions of CLASS\n"
			  "verbose\t\treport variants, calls and tags of each unit\n"
			  "fallback\tcall originals where the linker finds no variant\n"
			  "originals=all|global|none\tkeep symbols of the original names\n"
			  "allocator-names\temit names of allocators beside tags\n"
			  "writable\ttags are writable, as liballoctag needs them\n"
			  "wrappers=FILE\tappend to FILE what alloctag-list reads\n"
			  "dump\t\twrite the dump file of the pass, as -fdump-ipa-all does\n",
};

static bool dump_requested;

/* Run the stages of the pass, for the whole unit. */
static unsigned int execute_alloctag(void)
{
	auto_vec<cgraph_node *> bodies;
	cgraph_node *node;
	unsigned int i;

	memset(&statistics, 0, sizeof(statistics));

	/* 1. Collect */
	collect_marked_functions();
	record_wrappers();

	/* 2. Select */
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
		if (function_needs_rewriting(node))
			bodies.safe_push(node);

	/* 3. Make variants */
	make_variants();

	/* 4. Rewrite, beginning with the copies that stage 3 has made. */
	for_each_marked_function([](struct marked_function *marked) {
		if (marked->thunk_done)
			rewrite_function(cgraph_node::get(marked->thunk));
	});
	FOR_EACH_VEC_ELT(bodies, i, node)
		rewrite_function(node);
	rewrite_initializers();

	/* 5. Make thunks */
	make_thunks();

	/* 6. Export */
	export_variants();

	report_statistics();
	report_unused_names();
	free_asm_symbols();
	free_tags();
	free_classes();
	free_variant_addresses();
	free_marked_functions();
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

/* Set originals from VALUE, the argument's, which may be NULL. */
static void read_originals(const char *value)
{
	if (value && !strcmp(value, "all"))
		originals = ORIGINALS_ALL;
	else if (value && !strcmp(value, "global"))
		originals = ORIGINALS_GLOBAL;
	else if (value && !strcmp(value, "none"))
		originals = ORIGINALS_NONE;
	else
		error("%<-fplugin-arg-%s-originals%> must be %<all%>, %<global%> or %<none%>",
		      PLUGIN_NAME);
}

/* Read the list in VALUE, CLASS:FILE, the argument's, which may be NULL. */
static void read_mark(const char *value)
{
	const char *file = value ? strchr(value, ':') : NULL;
	char *name = file ? xstrndup(value, file - value) : NULL;

	if (name && file[1] && valid_class_name(name))
		read_list(file + 1, class_named(name));
	else
		error("%<-fplugin-arg-%s-mark%> needs the name of a class and of a file, %<CLASS:FILE%>",
		      PLUGIN_NAME);
	free(name);
}

static void read_arguments(struct plugin_name_args *info)
{
	int i;

	for (i = 0; i < info->argc; i++) {
		const char *key = info->argv[i].key;
		const char *value = info->argv[i].value;

		if (!strcmp(key, "allocators")) {
			if (value && *value)
				read_list(value, allocator_class);
			else
				error("%<-fplugin-arg-%s-%s%> needs the name of a file",
				      PLUGIN_NAME, key);
		} else if (!strcmp(key, "mark")) {
			read_mark(value);
		} else if (!strcmp(key, "verbose")) {
			verbose_requested = true;
		} else if (!strcmp(key, "fallback")) {
			fallback_requested = true;
		} else if (!strcmp(key, "originals")) {
			read_originals(value);
		} else if (!strcmp(key, "allocator-names")) {
			allocator_names_requested = true;
		} else if (!strcmp(key, "writable")) {
			writable_requested = true;
		} else if (!strcmp(key, "private-strings")) {
			if (value && *value)
				private_strings_macro = value;
			else
				error("%<-fplugin-arg-%s-%s%> needs the name of a macro",
				      PLUGIN_NAME, key);
		} else if (!strcmp(key, "wrappers")) {
			if (value && *value)
				wrappers_file = value;
			else
				error("%<-fplugin-arg-%s-%s%> needs the name of a file",
				      PLUGIN_NAME, key);
		} else if (!strcmp(key, "dump")) {
			dump_requested = true;
		} else {
			error("unknown plugin argument %<-fplugin-arg-%s-%s%>",
			      PLUGIN_NAME, key);
			inform(UNKNOWN_LOCATION,
			       "known arguments are %<allocators=%>, %<allocator-names%>, %<fallback%>, %<mark=%>, %<originals=%>, %<private-strings=%>, %<verbose%>, %<wrappers=%>, %<writable%> and %<dump%>");
		}
	}
}

/*
 * Enable the dump file of PASS if the argument dump or -fdump-ipa-all was
 * given. GCC processed -fdump-ipa-all before PASS was registered; apply it,
 * with its TDF_ flags, to PASS now.
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

/*
 * Leave folders out of the options of this plugin that debug information has
 * (DW_AT_producer), so that an object does not depend on where the plugin and
 * the lists are. GCC leaves out its own options that name folders.
 */
static void hide_folders(const struct plugin_name_args *info)
{
	static const char *const files[] = {
		PLUGIN_NAME "-allocators=", PLUGIN_NAME "-mark=",
		PLUGIN_NAME "-wrappers=",
	};
	unsigned int i;
	size_t j;

	for (i = 0; i < save_decoded_options_count; i++) {
		struct cl_decoded_option *option = &save_decoded_options[i];

		if (option->opt_index == OPT_fplugin_ &&
		    !strcmp(option->arg, info->full_name))
			option->orig_option_with_args_text =
				concat("-fplugin=", lbasename(option->arg), NULL);
		if (option->opt_index != OPT_fplugin_arg_)
			continue;
		for (j = 0; j < ARRAY_SIZE(files); j++)
			if (!strncmp(option->arg, files[j], strlen(files[j])))
				option->orig_option_with_args_text =
					concat("-fplugin-arg-", files[j],
					       lbasename(option->arg + strlen(files[j])),
					       NULL);
	}
}

/* Whether this is cc1, or lto1, where the pass has run already. */
static bool language_is_supported(void)
{
	return lang_GNU_C() || !strcmp(lang_hooks.name, "GNU GIMPLE");
}

int plugin_init(struct plugin_name_args *info,
		struct plugin_gcc_version *version)
{
	struct register_pass_info pass;

	if (!is_same_compiler(PLUGIN_NAME, version))
		return 1;

	if (!language_is_supported())
		fatal_error(UNKNOWN_LOCATION,
			    "%s is for C and can%'t be used with %s: leave out %<-fplugin=%> for this file",
			    PLUGIN_NAME, lang_hooks.name);
	read_arguments(info);
	hide_folders(info);
	if (fallback_requested && originals == ORIGINALS_NONE)
		error("%<-fplugin-arg-%s-fallback%> can%'t be used with %<originals=none%>: there are no originals to fall back to",
		      PLUGIN_NAME);

	pass.pass = new alloctag_pass();
	pass.reference_pass_name = "build_ssa_passes";
	pass.ref_pass_instance_number = 1;
	pass.pos_op = PASS_POS_INSERT_AFTER;

	register_callback(info->base_name, PLUGIN_INFO, NULL, &alloctag_info);
	register_callback(info->base_name, PLUGIN_ATTRIBUTES, register_attributes,
			  NULL);
	register_callback(info->base_name, PLUGIN_ATTRIBUTES,
			  register_decision_attributes, NULL);
	register_class_roots(info->base_name);
	register_callback(info->base_name, PLUGIN_START_UNIT,
			  describe_tag_parameters, NULL);
	if (capture_tags_in_regions && flag_openmp)
		register_callback(info->base_name, PLUGIN_PRE_GENERICIZE,
				  capture_tags_in_regions, NULL);
	if (lists_name_results())
		register_callback(info->base_name, PLUGIN_PRE_GENERICIZE,
				  begin_with_decision, NULL);
	register_callback(info->base_name, PLUGIN_INCLUDE_FILE,
			  add_list_dependencies, NULL);
	/* It is called for each declaration, most often for nothing. */
	if (lists_name_files())
		register_callback(info->base_name, PLUGIN_FINISH_DECL,
				  note_declaration, NULL);
	if (lists_name_members())
		register_callback(info->base_name, PLUGIN_FINISH_TYPE,
				  mark_members_of_struct, NULL);
	if (lists_name_types())
		register_callback(info->base_name, PLUGIN_FINISH_DECL,
				  mark_named_type, NULL);
	register_callback(info->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
	enable_dump(pass.pass);
	return 0;
}
