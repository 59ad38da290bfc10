// SPDX-License-Identifier: GPL-2.0
/*
 * error_origin_plugin.c - GCC plugin that says which line an error came from
 *
 * Where a constant error enters what a function returns,
 *
 *	if (!S_ISDIR(inode->i_mode))
 *		return -ENOTDIR;
 *
 * the plugin puts an instruction that does nothing, a *note*, and an entry into
 * the section error_origins: the address of the note, file, function, line and
 * error. While somebody asks where errors come from, the program replaces the
 * notes with calls (lib/error_origin in the kernel). Paths without an error
 * have no additional instruction, and errors have the values that they had.
 *
 * The pass runs for each function, after build_ssa: the source's jumps are
 * still there, nothing has been inlined, and -Wuninitialized has been given.
 *
 * Plugin arguments (-fplugin-arg-error_origin_plugin-...):
 *
 *	list=FILE	what is known of functions; see error_origin_list.c
 *	verbose		note how many sites each unit has
 *
 * Debugging: -fdump-tree-all writes the dump file of the pass,
 * *t.error_origin, with each site.
 */
#include "error_origin.h"

int plugin_is_GPL_compatible;

static struct plugin_info error_origin_info = {
	.version	= "1",
	.help		= "list=FILE\twhat is known of functions\n"
			  "verbose\t\treport the number of sites of each unit\n",
};

static bool verbose_requested;
static unsigned int sites_in_unit, functions_in_unit;

/*
 * Whether FUNCTION may have notes: not if it is in a section for code that runs
 * where nothing may be called. That it has the attribute no_instrument_function
 * says nothing: in the kernel, all inline functions do.
 */
static bool may_have_notes(tree function)
{
	static const char *const sections[] = {
		".noinstr", ".entry", ".head", ".irqentry", ".cpuidle", ".kprobes",
	};
	const char *section = DECL_SECTION_NAME(function);
	size_t i;

	if (lookup_attribute("naked", DECL_ATTRIBUTES(function)))
		return false;
	for (i = 0; section && i < ARRAY_SIZE(sections); i++)
		if (!strncmp(section, sections[i], strlen(sections[i])))
			return false;
	return true;
}

static unsigned int execute_error_origin(function *fun)
{
	auto_vec<struct error_site> sites;
	unsigned int i;

	if (!may_have_notes(fun->decl) || has_no_notes(fun->decl))
		return 0;
	find_error_sites(fun, &sites);
	for (i = 0; dump_file && i < sites.length(); i++) {
		expanded_location at = expand_location(sites[i].where);

		fprintf(dump_file, "site: %s:%d: error %u\n", at.file, at.line,
			sites[i].error);
	}
	add_notes(fun, sites);
	sites_in_unit += sites.length();
	functions_in_unit += !sites.is_empty();
	return 0;
}

namespace {

const pass_data error_origin_pass_data = {
	GIMPLE_PASS,		/* type */
	"error_origin",		/* name */
	OPTGROUP_NONE,		/* optinfo_flags */
	TV_NONE,		/* tv_id */
	PROP_cfg | PROP_ssa,	/* properties_required */
	0,			/* properties_provided */
	0,			/* properties_destroyed */
	0,			/* todo_flags_start */
	TODO_update_ssa,	/* todo_flags_finish */
};

class error_origin_pass : public gimple_opt_pass {
public:
	error_origin_pass() : gimple_opt_pass(error_origin_pass_data, g)
	{
	}

	bool gate(function *) final override
	{
		return !in_lto_p && !seen_error();
	}

	unsigned int execute(function *fun) final override
	{
		return execute_error_origin(fun);
	}
};

}

static void report_statistics(void *, void *)
{
	if (verbose_requested && !in_lto_p)
		inform(UNKNOWN_LOCATION, "%s: %u sites of errors in %u functions",
		       PLUGIN_NAME, sites_in_unit, functions_in_unit);
}

static void read_arguments(struct plugin_name_args *info)
{
	int i;

	for (i = 0; i < info->argc; i++) {
		const char *key = info->argv[i].key;
		const char *value = info->argv[i].value;

		if (!strcmp(key, "verbose")) {
			verbose_requested = true;
		} else if (!strcmp(key, "list") && value) {
			read_function_list(value);
		} else {
			error("unknown plugin argument %<-fplugin-arg-%s-%s%>",
			      PLUGIN_NAME, key);
			inform(UNKNOWN_LOCATION, "known arguments are %<list=%> and %<verbose%>");
		}
	}
}

int plugin_init(struct plugin_name_args *info,
		struct plugin_gcc_version *version)
{
	struct register_pass_info pass;

	if (!is_same_compiler(PLUGIN_NAME, version))
		return 1;
	read_arguments(info);

	pass.pass = new error_origin_pass();
	pass.reference_pass_name = "nothrow";
	pass.ref_pass_instance_number = 1;
	pass.pos_op = PASS_POS_INSERT_AFTER;

	register_callback(info->base_name, PLUGIN_INFO, NULL, &error_origin_info);
	register_callback(info->base_name, PLUGIN_INCLUDE_FILE, add_list_dependencies, NULL);
	register_callback(info->base_name, PLUGIN_FINISH_DECL, add_constant_variable, NULL);
	register_callback(info->base_name, PLUGIN_FINISH_TYPE, add_enumerators, NULL);
	register_callback(info->base_name, PLUGIN_FINISH_UNIT, report_statistics, NULL);
	register_callback(info->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
	register_pure_passes(info->base_name);
	return 0;
}
