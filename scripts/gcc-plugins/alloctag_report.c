// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_report.c - diagnostics and statistics
 *
 * Three things are reported for a unit: marked functions that cannot have a
 * tagged variant (a warning or a note, see explain()), names in lists that mark
 * no function of a library (a warning), and statistics (a note with the
 * argument verbose, and the last line of the dump file).
 *
 * The warnings belong to -Wattributes: a plugin can't add an option, and the
 * mark is an attribute that is ignored.
 *
 * Errors about the use of an attribute or of alloc_tag_caller() are reported
 * where they are found. Those about classes of functions are here.
 */
#include "alloctag.h"

struct unit_statistics statistics;
bool verbose_requested;

/*
 * Where to report something about the function DECL: at its declaration. GCC
 * suppresses warnings in system headers; if it is declared there, it is the
 * first call in the unit.
 */
static location_t location_to_report(tree decl)
{
	location_t where = DECL_SOURCE_LOCATION(decl);
	cgraph_node *node = TREE_CODE(decl) == FUNCTION_DECL ? cgraph_node::get(decl) : NULL;
	cgraph_edge *edge;

	if (!node || !in_system_header_at(where))
		return where;
	where = UNKNOWN_LOCATION;
	for (edge = node->callers; edge; edge = edge->next_caller) {
		location_t call = edge->call_stmt ?
			gimple_location(edge->call_stmt) : UNKNOWN_LOCATION;

		if (call != UNKNOWN_LOCATION &&
		    (where == UNKNOWN_LOCATION ||
		     linemap_location_before_p(line_table, call, where)))
			where = call;
	}
	return where;
}

/* When explain() is to give a warning. */
enum importance {
	/* The mark has no effect, but nothing is lost. */
	NOTHING_IS_LOST,
	/* Tags are lost. */
	TAGS_ARE_LOST,
	/* Other units may not link. */
	UNITS_MAY_NOT_LINK,
};

/*
 * Report that MARKED gets no tagged variant, for REASON, with the CONSEQUENCE
 * for calls to it. Both are complete messages, marked with G_().
 *
 * It is a warning if MARKED has the attribute. Many units share a list, and
 * only one of them should warn about a function in it: the unit that defines
 * the function, if the list has its name, or if IMPORTANCE is
 * UNITS_MAY_NOT_LINK. A built-in function is defined nowhere. Everything else
 * is a note, printed with the argument verbose.
 */
static void explain(struct marked_function *marked, const char *reason,
		    const char *consequence, enum importance importance)
{
	tree decl = marked->decl;
	location_t where = location_to_report(decl);
	bool warn = true;
	auto_diagnostic_group group;

	if (marked->listed && importance != UNITS_MAY_NOT_LINK)
		warn = importance == TAGS_ARE_LOST &&
		       (marked->listed == LISTED_BY_NAME ||
			marked->listed == LISTED_TO_FAIL) &&
		       (marked->defined || fndecl_built_in_p(decl));
	if (!warn) {
		if (!verbose_requested)
			return;
		inform(where, "%qD can%'t be given a tagged variant", decl);
	} else if (!warning_at(where, OPT_Wattributes,
			       "%qD can%'t be given a tagged variant", decl)) {
		return;
	}
	/* REASON may have a %E. */
	inform(where, reason, DECL_NAME(decl));
	inform(where, consequence);
}

/* Report that calls of MARKED are not rewritten, in the words of explain(). */
void report_not_instrumented(struct marked_function *marked,
			     const char *reason)
{
	explain(marked, reason,
		G_("calls to it are not instrumented and carry no tag"),
		TAGS_ARE_LOST);
}

/* The same for a function that the program doesn't call. */
void report_never_called(struct marked_function *marked, const char *reason)
{
	explain(marked, reason,
		G_("calls to it are not instrumented and carry no tag"),
		NOTHING_IS_LOST);
}

/* Whether TAG_CLASS is that of allocations. */
static bool is_allocator_class(const struct tag_class *tag_class)
{
	return !strcmp(tag_class->name, "allocator");
}

/* Report that MARKED's variant, here or in another unit, drops the tag. */
void report_tag_dropped(struct marked_function *marked, const char *reason)
{
	explain(marked, reason,
		is_allocator_class(marked->tag_class) ?
		G_("calls to it drop the tag: what it allocates is charged to its own lines") :
		G_("calls to it drop the tag: those that it makes have tags of their own lines"),
		TAGS_ARE_LOST);
}

/*
 * Report that MARKED is left alone, although it is defined here: it is
 * variadic, or not defined in C. If this unit has its only definition, other
 * units may need the variant that isn't there. Only this unit knows why, so it
 * always warns.
 */
void report_left_alone(struct marked_function *marked, const char *reason)
{
	if (TREE_PUBLIC(marked->decl) && marked->defined)
		explain(marked, reason,
			G_("calls in this unit carry no tag, and units that see the mark won%'t link: remove it"),
			UNITS_MAY_NOT_LINK);
	else
		report_not_instrumented(marked, reason);
}

/*
 * Warn that the weak variadic function MARKED may be overridden without anybody
 * noticing.
 */
void report_weak_variadic(struct marked_function *marked)
{
	location_t where = location_to_report(marked->decl);
	auto_diagnostic_group group;

	if (warning_at(where, OPT_Wattributes, "%qE is weak and variadic",
		       DECL_NAME(marked->decl)))
		inform(where,
		       "if an object without the plugin overrides it, calls with a tag still call this definition, with %<-flto%>: remove the mark");
}

/*
 * Report an error: DECL is marked, and a kfunc. BPF finds the types and the
 * address of a kfunc by its name, and calls the body without a tag.
 */
void report_kfunc(tree decl)
{
	location_t where = location_to_report(decl);
	auto_diagnostic_group group;

	error_at(where, "%qD is called by BPF programs, which pass no tag",
		 decl);
	inform(where, "remove the mark: what a kfunc allocates is charged to its own lines");
}

/* The words that mark a function for TAG_CLASS. The caller frees them. */
static char *words_of_mark(struct tag_class *tag_class)
{
	return is_allocator_class(tag_class) ? xstrdup("allocator") :
		concat("code_tag(\"", tag_class->name, "\")", NULL);
}

/*
 * Report an error: DECL is marked for two classes. It has one hidden parameter.
 */
void report_two_classes(tree decl, struct tag_class *first, struct tag_class *second)
{
	location_t where = location_to_report(decl);
	auto_diagnostic_group group;

	error_at(where, "%qD is marked for two classes, %qs and %qs", decl,
		 first->name, second->name);
	inform(where, "a function belongs to one class: remove one mark, or let it call a function of the other class");
}

/* Say at WHERE how the class TAG_CLASS is declared. */
static void inform_of_declaration(location_t where, struct tag_class *tag_class)
{
	inform(where, "include the header with the struct that has the attribute %<code_tag_class(\"%s\")%>",
	       tag_class->name);
}

/* Report an error: a call at WHERE would pass a tag of TAG_CLASS. */
void report_class_not_declared_at(location_t where, struct tag_class *tag_class)
{
	auto_diagnostic_group group;

	error_at(where, "a call passes a tag of the class %qs, which is not declared here",
		 tag_class->name);
	inform_of_declaration(where, tag_class);
}

/*
 * Report an error: DECL is marked for TAG_CLASS, and the unit does not know
 * what tags of that class contain.
 */
void report_class_not_declared(tree decl, struct tag_class *tag_class)
{
	location_t where = location_to_report(decl);
	auto_diagnostic_group group;

	error_at(where, "%qD is marked for the class %qs, which is not declared here",
		 decl, tag_class->name);
	inform_of_declaration(where, tag_class);
}

/* Report an error: FUNCTION is to fail by line, and is called with no tag. */
void report_no_tag_to_decide(tree function)
{
	location_t where = location_to_report(function);
	auto_diagnostic_group group;

	error_at(where, "%qD can%'t be made to fail: its calls pass no tag of its class",
		 function);
	inform(where, "remove its entry from the list");
}

/*
 * Report an error: at WHERE in FUNCTION, QUERY asks for the tag of the caller,
 * of TAG_CLASS, and FUNCTION is not marked for that class.
 */
void report_no_caller(location_t where, tree query, tree function,
		      struct tag_class *tag_class)
{
	char *mark = words_of_mark(tag_class);
	auto_diagnostic_group group;

	error_at(where, "%<%E()%> outside a function marked %<%s%>",
		 DECL_NAME(query), mark);
	inform(DECL_SOURCE_LOCATION(function),
	       "mark %qD with %<__attribute__((%s))%>, or use a function with the attribute %<code_tag_here%> for the tag of this line",
	       function, mark);
	free(mark);
}

/*
 * Warn that a list has the name of the function DECL, but does not mark it
 * since it is declared in a system header.
 */
void report_in_library(tree decl)
{
	location_t where = location_to_report(decl);
	auto_diagnostic_group group;

	if (!warning_at(where, OPT_Wattributes,
			"%qD is not marked: a list has its name, but it is declared in a system header",
			decl))
		return;
	if (fndecl_built_in_p(decl))
		inform(where,
		       "to mark it, list %<*:%E%> and compile with %<-fno-builtin-%E%>",
		       DECL_NAME(decl), DECL_NAME(decl));
	else
		inform(where,
		       "to mark it, list %<*:%E%>, if its library is built with the plugin",
		       DECL_NAME(decl));
	inform(where,
	       "if a function of the program is meant, list %<FILE:%E%> instead",
	       DECL_NAME(decl));
}

/* Warn that at WHERE, a call of the marked function DECL passes no tag. */
void report_must_be_tail_call(location_t where, tree decl)
{
	auto_diagnostic_group group;

	if (warning_at(where, OPT_Wattributes, "this call of %qD passes no tag", decl))
		inform(where, "it has the attribute %<musttail%>, and there may be no room for another argument");
}

/*
 * Report an error: the address of MARKED is taken, another unit defines it
 * without a symbol of its original name, and there can't be a thunk.
 */
void report_no_address(struct marked_function *marked, const char *reason)
{
	location_t where = location_to_report(marked->decl);
	auto_diagnostic_group group;

	error_at(where, "the address of %qD is taken, which has no symbol with %<originals=none%>",
		 marked->decl);
	inform(where, reason);
	inform(where, "use %<originals=global%>; in a kernel, CONFIG_ALLOC_TAG_ORIGINALS=y");
}

/*
 * Warn that at WHERE, the address of DECL is assigned to a pointer whose calls
 * pass tags of TAG_CLASS, and DECL is not marked for that class.
 */
void report_unmarked_in_pointer(location_t where, tree decl,
				struct tag_class *tag_class)
{
	char *mark = words_of_mark(tag_class);
	auto_diagnostic_group group;

	if (warning_at(where, OPT_Wattributes,
		       "%qD is not marked %<%s%>, as the pointer that it is assigned to",
		       decl, mark))
		inform(DECL_SOURCE_LOCATION(decl),
		       "it ignores the tag: mark it with %<__attribute__((%s))%>", mark);
	free(mark);
}

/*
 * Report an error: at WHERE, the address of DECL is assigned to a marked
 * pointer. It has no variant, and can't ignore the tag.
 */
void report_no_variant_in_pointer(location_t where, tree decl)
{
	auto_diagnostic_group group;

	error_at(where, "%qD is assigned to a marked pointer, and has no tagged variant",
		 decl);
	inform(DECL_SOURCE_LOCATION(decl), "assign a marked function that calls it");
}

/* The same for a marked function of another type than the pointer's. */
void report_other_type_in_pointer(location_t where, tree decl)
{
	auto_diagnostic_group group;

	error_at(where, "%qD is assigned to a marked pointer of another type", decl);
	inform(DECL_SOURCE_LOCATION(decl),
	       "it would take one of its arguments for the tag: assign a function of the pointer%'s type");
}

/*
 * Report an error: at WHERE, a pointer whose calls pass tags of the class GIVEN
 * becomes one whose calls pass tags of WANTED. Either may be NULL, for no tags.
 */
void report_pointer_conversion(location_t where, struct tag_class *given,
			       struct tag_class *wanted)
{
	char *mark = words_of_mark(given ? given : wanted);
	auto_diagnostic_group group;

	if (given && wanted)
		error_at(where, "a pointer to functions of the class %qs is used as one of %qs",
			 given->name, wanted->name);
	else if (given)
		error_at(where, "a pointer to functions marked %<%s%> is used as one without the mark",
			 mark);
	else
		error_at(where, "a pointer to functions is used as one to functions marked %<%s%>",
			 mark);
	inform(where, "calls through the two pass different arguments: declare both with %<__attribute__((%s))%>, or none",
	       mark);
	free(mark);
}

void report_statistics(void)
{
	if (verbose_requested)
		inform(UNKNOWN_LOCATION,
		       "alloctag: %s: variants %u, calls rewritten %u, tags %u, calls left untagged %u",
		       main_input_filename, statistics.variants, statistics.calls,
		       statistics.tags, statistics.untagged);
	if (dump_file)
		fprintf(dump_file,
			"\n;; variants %u, calls rewritten %u, tags %u, calls left untagged %u\n",
			statistics.variants, statistics.calls, statistics.tags,
			statistics.untagged);
}
