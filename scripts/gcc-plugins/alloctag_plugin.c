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

struct unit_statistics statistics;

static struct plugin_info alloctag_info = {
	.version	= "1",
	.help		= "allocators=FILE\tmark the functions named in FILE, one a line\n"
			  "verbose\t\treport variants, calls and tags of each unit\n"
			  "dump\t\twrite the dump file of the pass (-fdump-ipa-all does, too)\n",
};

static bool verbose;
static bool dump_requested;

bool verbose_requested(void)
{
	return verbose;
}

/* A function named in an allocators= file. */
struct listed_name {
	const char *file;
	bool seen;
};

static hash_map<nofree_string_hash, listed_name> *listed_names;

bool marked_by_list(tree decl)
{
	listed_name *listed;

	if (!listed_names || !DECL_NAME(decl))
		return false;
	listed = listed_names->get(IDENTIFIER_POINTER(DECL_NAME(decl)));
	if (!listed)
		return false;
	listed->seen = true;
	return true;
}

bool marked_by_attribute(tree decl)
{
	return lookup_attribute("allocator", DECL_ATTRIBUTES(decl)) != NULL_TREE;
}

/* DECL_UIDs of the functions that have variables marked allocator_tag. */
static hash_set<int_hash<unsigned int, 0, UINT_MAX> > *functions_with_tags;

bool has_tag_variables(tree function)
{
	return functions_with_tags &&
	       functions_with_tags->contains(DECL_UID(function));
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*static_cast<const char *const *>(a),
		      *static_cast<const char *const *>(b));
}

/* Names in lists that this unit neither defines nor refers to. */
static void report_unseen_names(void)
{
	auto_vec<const char *> unseen;
	const char *name;
	unsigned int i;

	if (!listed_names)
		return;
	for (hash_map<nofree_string_hash, listed_name>::iterator entry =
	     listed_names->begin(); entry != listed_names->end(); ++entry)
		if (!(*entry).second.seen)
			unseen.safe_push((*entry).first);
	unseen.qsort(compare_names);
	FOR_EACH_VEC_ELT(unseen, i, name)
		inform(UNKNOWN_LOCATION,
		       "alloctag: %qs, named in %qs, does not occur in this unit",
		       name, listed_names->get(name)->file);
}

static void report_statistics(void)
{
	if (verbose)
		inform(UNKNOWN_LOCATION,
		       "alloctag: %s: variants %u, calls rewritten %u, tags %u, calls not seen %u",
		       main_input_filename, statistics.variants, statistics.calls,
		       statistics.tags, statistics.unseen);
	if (verbose)
		report_unseen_names();
	if (dump_file)
		fprintf(dump_file,
			"\n;; variants %u, calls rewritten %u, tags %u, calls not seen %u\n",
			statistics.variants, statistics.calls, statistics.tags,
			statistics.unseen);
}

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

/* "allocator": on declarations of functions. */
static tree handle_allocator_attribute(tree *node, tree name, tree, int,
				       bool *no_add_attrs)
{
	if (TREE_CODE(*node) != FUNCTION_DECL) {
		auto_diagnostic_group group;

		*no_add_attrs = true;
		error_at(DECL_P(*node) ? DECL_SOURCE_LOCATION(*node) : input_location,
			 "%qE attribute applies to functions only", name);
		inform(DECL_P(*node) ? DECL_SOURCE_LOCATION(*node) : input_location,
		       "calls through pointers carry no tag: mark the functions that they point to");
	}
	return NULL_TREE;
}

/* Whether TYPE is, but for qualifiers, struct alloc_tag * as the source has it. */
static bool points_to_tag(tree type)
{
	tree name;

	if (!POINTER_TYPE_P(type) || TREE_CODE(TREE_TYPE(type)) != RECORD_TYPE)
		return false;
	name = TYPE_NAME(TYPE_MAIN_VARIANT(TREE_TYPE(type)));
	if (name && TREE_CODE(name) == TYPE_DECL)
		name = DECL_NAME(name);
	return name && !strcmp(IDENTIFIER_POINTER(name), "alloc_tag");
}

/*
 * "allocator_tag": on a local variable or parameter that holds a tag.  Nothing
 * in the source need read the variable, so that it would be gone before the pass
 * looks for it.  Until then it is kept in memory, as volatile ones are:
 * release_tag_variables() in alloctag_call.c ends that.
 */
static tree handle_allocator_tag_attribute(tree *node, tree name, tree, int,
					   bool *no_add_attrs)
{
	tree variable = *node;

	if (TREE_CODE(variable) != PARM_DECL &&
	    (!VAR_P(variable) || TREE_STATIC(variable) || DECL_EXTERNAL(variable) ||
	     !current_function_decl)) {
		*no_add_attrs = true;
		error_at(DECL_SOURCE_LOCATION(variable),
			 "%qE attribute applies to local variables and parameters only",
			 name);
		return NULL_TREE;
	}
	if (!points_to_tag(TREE_TYPE(variable))) {
		*no_add_attrs = true;
		error_at(DECL_SOURCE_LOCATION(variable),
			 "%qE attribute on %qD, which is not a %<const struct alloc_tag *%>",
			 name, variable);
		return NULL_TREE;
	}
	if (current_function_decl) {
		if (!functions_with_tags)
			functions_with_tags =
				new hash_set<int_hash<unsigned int, 0, UINT_MAX> >;
		functions_with_tags->add(DECL_UID(current_function_decl));
	}
	TREE_ADDRESSABLE(variable) = 1;
	TREE_THIS_VOLATILE(variable) = 1;
	TREE_USED(variable) = 1;
	DECL_READ_P(variable) = 1;
	return NULL_TREE;
}

static struct attribute_spec allocator_attribute = {
	.name				= "allocator",
	.min_length			= 0,
	.max_length			= 0,
	.decl_required			= true,
	.type_required			= false,
	.function_type_required		= false,
	.affects_type_identity		= false,
	.handler			= handle_allocator_attribute,
	.exclude			= NULL,
};

static struct attribute_spec allocator_tag_attribute = {
	.name				= "allocator_tag",
	.min_length			= 0,
	.max_length			= 0,
	.decl_required			= true,
	.type_required			= false,
	.function_type_required		= false,
	.affects_type_identity		= false,
	.handler			= handle_allocator_tag_attribute,
	.exclude			= NULL,
};

static void register_attributes(void *, void *)
{
	register_attribute(&allocator_attribute);
	register_attribute(&allocator_tag_attribute);
}

/* Reads the names in FILE; a file that can't be read is an error. */
static void read_allocators(const char *file)
{
	FILE *stream = fopen(file, "r");
	char *line = NULL;
	size_t size = 0;

	if (!stream) {
		error("cannot read the list of allocators %qs: %m", file);
		inform(UNKNOWN_LOCATION,
		       "it was given with %<-fplugin-arg-%s-allocators=%>",
		       PLUGIN_NAME);
		return;
	}
	if (!listed_names)
		listed_names = new hash_map<nofree_string_hash, listed_name>;
	while (getline(&line, &size, stream) >= 0) {
		char *name = line + strspn(line, " \t\r\n");
		listed_name entry = { file, false };

		name[strcspn(name, "# \t\r\n")] = '\0';
		if (*name && !listed_names->get(name))
			listed_names->put(xstrdup(name), entry);
	}
	if (ferror(stream))
		error("cannot read the list of allocators %qs: %m", file);
	free(line);
	fclose(stream);
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
			verbose = true;
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
