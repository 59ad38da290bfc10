// SPDX-License-Identifier: GPL-2.0
/*
 * report.c - alloctag report: one snapshot, in any grouping and format
 */
#include <inttypes.h>
#include <stdlib.h>

#include "arguments.h"
#include "commands.h"
#include "out/table.h"
#include "report/report.h"
#include "snapshot/place.h"
#include "snapshot/read.h"
#include "snapshot/totals.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"

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
	bool percent, allocs, accurate;
};

static void add_columns(struct table *table, const struct shown *shown)
{
	enum grouping by = shown->by;

	table_column(table, "bytes", COLUMN_BYTES);
	if (shown->percent)
		table_column(table, "percent", COLUMN_PERCENT);
	table_column(table, "live", COLUMN_COUNT);
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
	if (shown->allocs)
		table_column(table, "type", COLUMN_TEXT);
}

/* TOTAL: 100 percent. */
static void add_cells(struct table *table, const struct group *group,
		      const char *label, int64_t total, const struct shown *shown)
{
	enum grouping by = shown->by;

	table_count(table, group->bytes);
	if (shown->percent)
		table_percent(table, total ? 100.0 * group->bytes / total : 0);
	table_count(table, group->live);
	if (shown->allocs) {
		table_count(table, group->allocs);
		table_count(table, group->frees);
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
	if (shown->allocs)
		add_type(table, group);
}

/*
 * Print the first rows of groups that are sorted. TOTAL is 100 percent, -1 for
 * no such column. ALLOCS: are allocations and frees known?
 */
void print_groups(const struct groups *groups, const struct options *options,
		  int64_t total, bool allocs, FILE *out)
{
	struct shown shown = { .by = groups->grouping, .percent = total >= 0,
			       .allocs = allocs,
			       .accurate = options->format != OUTPUT_TEXT };
	struct table table;
	size_t i;

	/* In text, the column is there only if it says something. */
	for (i = 0; !shown.accurate && i < groups->nr; i++)
		shown.accurate = groups->array[i].flags & ENTRY_INACCURATE;
	table_init(&table);
	add_columns(&table, &shown);
	for (i = 0; i < groups->nr && (!options->top || i < options->top); i++) {
		char *label = group_label(groups, &groups->array[i]);

		add_cells(&table, &groups->array[i], label, total, &shown);
		free(label);
	}
	table_print(&table, out, options->format, options->exact);
	table_free(&table);
}

/* The sum of all lines, and how it is reduced to count each byte once. */
static void print_sums(const struct totals *totals, bool exact, FILE *out)
{
	struct table table;

	table_init(&table);
	table_column(&table, "bytes", COLUMN_BYTES);
	table_column(&table, "sum", COLUMN_TEXT);
	table_count(&table, totals->all);
	table_text(&table, "all lines");
	if (totals->bytes[OWNER_SLAB_PAGES]) {
		table_count(&table, -totals->bytes[OWNER_SLAB_PAGES]);
		table_text(&table, "less slab pages: the objects in them have lines");
	}
	if (totals->bytes[OWNER_PERCPU_PAGES]) {
		table_count(&table, -totals->bytes[OWNER_PERCPU_PAGES]);
		table_text(&table, "less per-CPU pages: the objects in them have lines");
	}
	table_count(&table, totals->once);
	table_text(&table, "each byte counted once");
	table_print(&table, out, OUTPUT_TEXT, exact);
	table_free(&table);
}

/*
 * The parts of MemTotal: Documentation/reading.rst has the equation. The
 * last row is the rest, which is not explained.
 */
static void print_memory(const struct snapshot *snapshot,
			 const struct totals *totals,
			 const struct options *options, FILE *out)
{
	const struct memory *memory = &snapshot->memory;
	int64_t slab = totals->bytes[OWNER_SLAB_PAGES];
	int64_t percpu = totals->bytes[OWNER_PERCPU_PAGES];
	int64_t objects = memory->slab_objects >= 0 ? memory->slab_objects : slab;
	int64_t percpu_objects = memory->percpu_objects >= 0 ?
				 memory->percpu_objects : percpu;
	struct {
		int64_t bytes;
		const char *text;
	} rows[] = {
		{ memory->free_blocks, "free blocks of the page allocator" },
		{ memory->free_lists, "free pages on the CPUs' lists" },
		{ totals->bytes[OWNER_USER], "pages of files and processes" },
		{ objects, memory->slab_objects >= 0 ? "slab objects" :
		  "slab pages (slabinfo is not readable)" },
		{ slab - objects, "free in slab pages" },
		{ percpu, "per-CPU pages" },
		{ totals->bytes[OWNER_KERNEL] - objects - percpu_objects,
		  memory->percpu_objects >= 0 ? "other allocations of the kernel" :
		  "other allocations of the kernel (some per-CPU objects count twice: percpu_stats is not readable)" },
		{ 0, "not explained: read at another moment, or not charged" },
	};
	int64_t rest = memory->total;
	struct table table;
	size_t i;

	if (memory->total < 0 || memory->free_blocks < 0 || memory->free_lists < 0)
		die(EXIT_WRONG,
		    "--memory: not known: it needs meminfo, buddyinfo and zoneinfo of the running kernel, or a recording");
	table_init(&table);
	table_column(&table, "bytes", COLUMN_BYTES);
	table_column(&table, "percent", COLUMN_PERCENT);
	table_column(&table, "memory", COLUMN_TEXT);
	table_count(&table, memory->total);
	table_percent(&table, 100);
	table_text(&table, "MemTotal");
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		if (i == ARRAY_SIZE(rows) - 1)
			rows[i].bytes = rest;
		rest -= rows[i].bytes;
		table_count(&table, rows[i].bytes);
		table_percent(&table, 100.0 * rows[i].bytes / memory->total);
		table_text(&table, rows[i].text);
	}
	table_print(&table, out, options->format, options->exact);
	table_free(&table);
}

static void print_report(const struct snapshot *snapshot,
			 const struct options *options, FILE *out)
{
	struct totals totals;
	struct groups groups;
	int64_t total = 0;
	size_t i;

	add_up(snapshot, &totals);
	if (options->memory) {
		print_memory(snapshot, &totals, options, out);
		if (options->format == OUTPUT_JSON)
			fputc('\n', out);
		return;
	}
	groups_init(&groups, options->grouping, options->depth);
	groups_add_all(&groups, snapshot, &options->filter);
	for (i = 0; i < groups.nr; i++)
		total += groups.array[i].bytes;
	groups_sort(&groups, options->sort, options->top);
	if (options->format == OUTPUT_JSON)
		fprintf(out, "{\"format\": \"%s\", \"lines\": %zu, \"all\": %" PRId64
			", \"slab_pages\": %" PRId64 ", \"percpu_pages\": %" PRId64
			", \"once\": %" PRId64 ", \"selected\": %" PRId64 ", \"rows\": ",
			format_text(snapshot->format), snapshot->nr, totals.all,
			totals.bytes[OWNER_SLAB_PAGES],
			totals.bytes[OWNER_PERCPU_PAGES], totals.once, total);
	if (total < 0)
		total = 0;
	print_groups(&groups, options, total, has_allocs(snapshot->format), out);
	if (options->format == OUTPUT_JSON)
		fputs("}\n", out);
	if (options->format == OUTPUT_TEXT) {
		if (options->top && groups.nr > options->top)
			fprintf(out, "... and %zu more rows (--top=0 shows all)\n",
				groups.nr - options->top);
		fputc('\n', out);
		print_sums(&totals, options->exact, out);
		if (totals.inaccurate)
			fprintf(out, "\n%zu lines are not accurate: the kernel has missed frees of theirs\n",
				totals.inaccurate);
	}
	groups_free(&groups);
}

int cmd_report(int argc, char **argv)
{
	struct snapshot snapshot;
	struct options options;
	int first;
	FILE *out;

	first = parse_options(&options, argc, argv);
	if (argc - first > 1)
		die(EXIT_WRONG, "report: more than one file");
	if (first < argc)
		read_snapshot(&snapshot, argv[first], options.at);
	else
		read_live(&snapshot);
	if (options.sort >= SORT_ALLOCS && !has_allocs(snapshot.format))
		die(EXIT_WRONG, "--sort=%s: %s has no such column",
		    sort_names[options.sort], format_text(snapshot.format));
	out = open_output(options.output);
	print_report(&snapshot, &options, out);
	close_output(out, options.output);
	snapshot_free(&snapshot);
	return 0;
}
