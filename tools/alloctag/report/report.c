// SPDX-License-Identifier: GPL-2.0
/*
 * report.c - printing one snapshot, in any grouping and format
 */
#include <inttypes.h>
#include <stdlib.h>

#include "out/estimate.h"
#include "out/table.h"
#include "report/envelope.h"
#include "report/report.h"
#include "snapshot/parts.h"
#include "snapshot/place.h"
#include "snapshot/totals.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/error.h"

/* The type of a group, and whether it has others as well. */
static void add_type(struct table *table, const struct group *group)
{
	const char *type = type_text(group->type, group->flags);
	char *text = group->types ? xasprintf("%s, ...", type) : NULL;

	table_text(table, text ? text : type);
	free(text);
}

/* The grouping, and which optional columns there are. */
struct shown {
	enum grouping by;
	enum output_format format;
	bool percent, allocs, types, accurate, errors;
};

static void add_columns(struct table *table, const struct shown *shown)
{
	enum grouping by = shown->by;

	table_column(table, "bytes", COLUMN_BYTES);
	if (shown->errors)
		add_error_column(table, shown->format, "bytes_stderr", COLUMN_BYTES);
	if (shown->percent)
		table_column(table, "percent", COLUMN_PERCENT);
	table_column(table, "live", COLUMN_COUNT);
	if (shown->errors) {
		add_error_column(table, shown->format, "live_stderr", COLUMN_COUNT);
		table_column(table, "samples", COLUMN_COUNT);
	}
	if (shown->allocs) {
		table_column(table, "allocs", COLUMN_COUNT);
		table_column(table, "frees", COLUMN_COUNT);
	}
	if (by != BY_LINE)
		table_column(table, "lines", COLUMN_COUNT);
	table_column(table, grouping_names[by], COLUMN_TEXT);
	if (by == BY_FUNCTION)
		table_column(table, "file", COLUMN_TEXT);
	if (by <= BY_FILE)
		table_column(table, "module", COLUMN_TEXT);
	if (by != BY_LINE)
		return;
	if (shown->accurate)
		table_column(table, "accurate", COLUMN_TEXT);
	table_column(table, "function", COLUMN_TEXT);
	if (shown->types)
		table_column(table, "type", COLUMN_TEXT);
}

/* TOTAL: 100 percent. */
static void add_cells(struct table *table, const struct group *group,
		      const char *label, int64_t total, const struct shown *shown)
{
	enum grouping by = shown->by;

	table_count(table, group->bytes);
	if (shown->errors)
		add_error_cell(table, shown->format, group->bytes_variance);
	if (shown->percent)
		table_percent(table, total ? 100.0 * group->bytes / total : 0);
	table_count(table, group->live);
	if (shown->errors) {
		add_error_cell(table, shown->format, group->live_variance);
		table_count(table, group->samples);
	}
	if (shown->allocs) {
		table_count(table, group->allocs);
		table_count(table, frees_of(&group->values));
	}
	if (by != BY_LINE)
		table_count(table, group->nr);
	table_text(table, label);
	if (by == BY_FUNCTION)
		table_name(table, name_text(group->file));
	if (by <= BY_FILE)
		table_name(table, module_text(group->module));
	if (by != BY_LINE)
		return;
	if (shown->accurate)
		table_name(table, group->flags & ENTRY_INACCURATE ? "no" : "yes");
	table_name(table, name_text(group->function));
	if (shown->types)
		add_type(table, group);
}

/*
 * Print the first rows of groups that are sorted. TOTAL is 100 percent, -1 for
 * no such column. FORMAT is of the report.
 */
void print_groups(const struct groups *groups, const struct options *options,
		  int64_t total, enum format format, FILE *out)
{
	struct shown shown = { .by = groups->grouping, .percent = total >= 0,
			       .format = options->format,
			       .allocs = has_allocs(format),
			       .types = has_types(format),
			       .errors = is_estimate(format),
			       .accurate = options->format != OUTPUT_TEXT &&
					   !is_estimate(format) && !options->dmesg };
	struct table table = { 0 };
	size_t i;

	/* In text, the column is there only if it says something. */
	for (i = 0; !shown.accurate && i < groups->nr; i++)
		shown.accurate = groups->array[i].flags & ENTRY_INACCURATE;
	add_columns(&table, &shown);
	for (i = 0; i < groups->nr && (!options->top || i < options->top); i++) {
		char *label = group_label(groups, &groups->array[i]);

		add_cells(&table, &groups->array[i], label, total, &shown);
		free(label);
	}
	table_print(&table, out, options->format, options->exact);
}

/*
 * The sum of all lines, and how it is reduced to count each byte once. ERRORS:
 * these are estimates.
 */
static void print_sums(const struct totals *totals, bool errors, bool exact,
		       FILE *out)
{
	const struct {
		int64_t bytes;
		double variance;
		const char *text;
		bool always;
	} rows[] = {
		{ totals->all, totals->all_variance, "all lines", true },
		{ -totals->bytes[OWNER_SLAB_PAGES], totals->variance[OWNER_SLAB_PAGES],
		  "less slab pages: the objects in them have lines", false },
		{ -totals->bytes[OWNER_PERCPU_PAGES], totals->variance[OWNER_PERCPU_PAGES],
		  "less per-CPU pages: the objects in them have lines", false },
		{ totals->once, totals->once_variance, "each byte counted once", true },
	};
	struct table table = { 0 };
	size_t i;

	table_column(&table, "bytes", COLUMN_BYTES);
	if (errors)
		add_error_column(&table, OUTPUT_TEXT, NULL, COLUMN_BYTES);
	table_column(&table, "sum", COLUMN_TEXT);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		if (!rows[i].bytes && !rows[i].always)
			continue;
		table_count(&table, rows[i].bytes);
		if (errors)
			add_error_cell(&table, OUTPUT_TEXT, rows[i].variance);
		table_text(&table, rows[i].text);
	}
	table_print(&table, out, OUTPUT_TEXT, exact);
}

/* The parts of MemTotal, as a table. */
static void print_memory(const struct snapshot *snapshot,
			 const struct totals *totals,
			 const struct options *options, FILE *out)
{
	struct part parts[NR_PARTS];
	struct table table = { 0 };
	size_t i;

	if (!memory_parts(snapshot, totals, parts))
		die(EXIT_WRONG,
		    "--memory: not known: it needs meminfo, buddyinfo and zoneinfo of the running kernel, or a recording");
	table_column(&table, "bytes", COLUMN_BYTES);
	table_column(&table, "percent", COLUMN_PERCENT);
	table_column(&table, "memory", COLUMN_TEXT);
	table_count(&table, snapshot->memory.total);
	table_percent(&table, 100);
	table_text(&table, "MemTotal");
	for (i = 0; i < NR_PARTS; i++) {
		table_count(&table, parts[i].bytes);
		table_percent(&table, 100.0 * parts[i].bytes / snapshot->memory.total);
		table_text(&table, parts[i].text);
	}
	table_print(&table, out, options->format, options->exact);
}

/* "2026-11-27 14:30:00, web-3, Linux 6.12.1", of what is known. */
void print_when(FILE *out, const struct snapshot *snapshot)
{
	char text[LOCAL_TIME];

	fputs(local_time(text, snapshot->time), out);
	if (snapshot->boot.host)
		fprintf(out, ", %s", name_text(snapshot->boot.host));
	if (snapshot->boot.release)
		fprintf(out, ", Linux %s", name_text(snapshot->boot.release));
}

/* One snapshot, in any grouping and format. */
void print_report(const struct snapshot *snapshot, const struct options *options,
		  FILE *out)
{
	bool estimate = is_estimate(snapshot->format);
	char least[HUMAN_SIZE];
	struct totals totals;
	struct groups groups;
	int64_t total = 0;
	size_t i, small;

	add_up(snapshot, &totals);
	if (options->memory && estimate)
		die(EXIT_WRONG, "--memory: not known from samples; it needs counters: sysctl vm.mem_profiling=1, or boot with it");
	if (options->memory) {
		print_memory(snapshot, &totals, options, out);
		if (options->format == OUTPUT_JSON)
			fputc('\n', out);
		return;
	}
	groups_init(&groups, options->grouping, options->depth, measures_of(snapshot->format));
	groups_add_all(&groups, snapshot, &options->filter);
	for (i = 0; i < groups.nr; i++)
		total += groups.array[i].bytes;
	small = groups_drop_small(&groups, options->least);
	groups_sort(&groups, options->sort, options->top);
	if (estimate)
		print_estimate_note(snapshot->format, &snapshot->sampling,
				    totals.samples, options->format, out);
	if (options->format == OUTPUT_JSON)
		print_json_head(out, snapshot);
	if (options->format == OUTPUT_JSON)
		fprintf(out, "\"format\": \"%s\", \"lines\": %zu, \"all\": %" PRId64
			", \"slab_pages\": %" PRId64 ", \"percpu_pages\": %" PRId64
			", \"once\": %" PRId64 ", \"selected\": %" PRId64 ", ",
			format_text(snapshot->format), snapshot->nr, totals.all,
			totals.bytes[OWNER_SLAB_PAGES],
			totals.bytes[OWNER_PERCPU_PAGES], totals.once, total);
	if (options->format == OUTPUT_JSON && estimate)
		fprintf(out, "\"estimate\": true, \"sample_bytes\": %" PRIu64
			", \"samples\": %" PRIu64 ", \"missed\": %" PRIu64
			", \"all_stderr\": %" PRIu64 ", \"once_stderr\": %" PRIu64 ", ",
			snapshot->sampling.rate, totals.samples,
			snapshot->sampling.missed, standard_error(totals.all_variance),
			standard_error(totals.once_variance));
	if (options->format == OUTPUT_JSON)
		fputs("\"rows\": ", out);
	if (total < 0)
		total = 0;
	print_groups(&groups, options, total, snapshot->format, out);
	if (options->format == OUTPUT_JSON)
		fputs("}\n", out);
	if (options->format == OUTPUT_TEXT) {
		if (options->top && groups.nr > options->top)
			fprintf(out, "... and %zu more rows (--top=0 shows all)\n",
				groups.nr - options->top);
		if (small && options->least)
			fprintf(out, "... and %zu rows of less than %s\n", small,
				human_bytes(least, options->least));
		fputc('\n', out);
		print_sums(&totals, estimate, options->exact, out);
		if (totals.inaccurate)
			fprintf(out, "\n%zu lines are not accurate: the kernel has missed frees of theirs\n",
				totals.inaccurate);
	}
	groups_free(&groups);
}
