// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_report.c - diagnostics and statistics
 *
 * Two things are reported for a unit: marked functions that cannot have a
 * tagged variant (a warning, or a note if a list marked them), and statistics
 * (a note with the argument verbose, and the last line of the dump file).
 *
 * Errors about the use of an attribute or of alloc_tag_caller() are reported
 * where they are found.
 */
#include "alloctag.h"

struct unit_statistics statistics;
bool verbose_requested;

/*
 * Say that MARKED gets no tagged variant, why (REASON), and what that means for
 * calls to it (CONSEQUENCE). Both are complete messages, marked with G_(). It
 * is a warning. For functions that only a list marks it is a note that verbose
 * asks for, unless ALWAYS is set: many units share a list, and not each of them
 * is to warn.
 */
static void explain(struct marked_function *marked, const char *reason,
		    const char *consequence, bool always)
{
	location_t where = DECL_SOURCE_LOCATION(marked->decl);
	auto_diagnostic_group group;

	if (marked->listed && !always) {
		if (!verbose_requested)
			return;
		inform(where, "%qD can%'t be given a tagged variant", marked->decl);
	} else if (!warning_at(where, 0, "%qD can%'t be given a tagged variant",
			       marked->decl)) {
		return;
	}
	inform(where, reason);
	inform(where, consequence);
}

/* Report that MARKED gets no tagged variant, in the words of explain(). */
void report_no_variant(struct marked_function *marked, const char *reason,
		       const char *consequence)
{
	explain(marked, reason, consequence, false);
}

/* Report that MARKED's variant, here or in another unit, drops the tag. */
void report_tag_dropped(struct marked_function *marked, const char *reason)
{
	explain(marked, reason,
		G_("calls to it drop the tag: what it allocates is charged to the function itself"),
		false);
}

/*
 * Report that MARKED, a variadic function, is left alone. If this unit has its
 * only definition, other units may need the variant that isn't there. Only this
 * unit knows why, so it always warns.
 */
void report_left_alone(struct marked_function *marked, const char *reason)
{
	if (TREE_PUBLIC(marked->decl) && !DECL_EXTERNAL(marked->decl))
		explain(marked, reason,
			G_("calls in this unit carry no tag, and units that see the mark won%'t link: remove it"),
			true);
	else
		explain(marked, reason,
			G_("calls to it are not instrumented and carry no tag"),
			false);
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
