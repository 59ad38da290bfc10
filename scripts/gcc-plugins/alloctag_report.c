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
 * Warn that MARKED gets no tagged variant, why (REASON), and what that means
 * for calls to it (CONSEQUENCE). Both are complete messages, marked with G_().
 */
void report_no_variant(struct marked_function *marked, const char *reason,
		       const char *consequence)
{
	location_t where = DECL_SOURCE_LOCATION(marked->decl);
	auto_diagnostic_group group;

	if (marked->listed) {
		/* Many units share a list; don't warn in each of them. */
		if (verbose_requested) {
			inform(where, "%qD can%'t be given a tagged variant", marked->decl);
			inform(where, reason);
			inform(where, consequence);
		}
		return;
	}
	if (warning_at(where, 0, "%qD can%'t be given a tagged variant", marked->decl)) {
		inform(where, reason);
		inform(where, consequence);
	}
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
