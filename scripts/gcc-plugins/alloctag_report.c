// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag_report.c - what the plugin tells its user
 *
 * Warnings about marked functions that get no tagged variant, and the statistics
 * of a unit: as a note with the argument verbose, and in the dump file.
 */
#include "alloctag.h"

struct unit_statistics statistics;
bool verbose_requested;

/* Says that MARKED isn't treated as its mark asks for, and what happens. */
void report_fallback(struct marked_function *marked, const char *reason,
		     const char *consequence)
{
	location_t where = DECL_SOURCE_LOCATION(marked->decl);
	auto_diagnostic_group group;

	if (marked->listed) {
		/* A list is for many units and may name what isn't there. */
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
		       "alloctag: %s: variants %u, calls rewritten %u, tags %u, calls not seen %u",
		       main_input_filename, statistics.variants, statistics.calls,
		       statistics.tags, statistics.unseen);
	if (dump_file)
		fprintf(dump_file,
			"\n;; variants %u, calls rewritten %u, tags %u, calls not seen %u\n",
			statistics.variants, statistics.calls, statistics.tags,
			statistics.unseen);
}
