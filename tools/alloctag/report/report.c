// SPDX-License-Identifier: GPL-2.0
/*
 * report.c - alloctag report: one snapshot, in any grouping and format
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alloctag.h"

static const char *type_text(const struct group *group, char **to_free)
{
	const char *text = group->type ? name_text(group->type) :
			   group->flags & ENTRY_UNTAGGED ? "(untagged)" : "-";

	*to_free = NULL;
	if (!group->types)
		return text;
	*to_free = xasprintf("%s, ...", text);
	return *to_free;
}

/*
 * Print the first rows of groups that are sorted. TOTAL is 100 percent, -1 for
 * no such column. ALLOCS: are allocations and frees known?
 */
void print_groups(const struct groups *groups, const struct options *options,
		  int64_t total, bool allocs, FILE *out)
{
	struct column columns[16] = {
		{ .title = "bytes", .kind = COLUMN_BYTES },
	};
	enum grouping by = groups->grouping;
	bool accurate = options->format == OUTPUT_TEXT;
	struct table table;
	size_t nr = 1, i;

	if (total >= 0)
		columns[nr++] = (struct column){ .title = "percent", .kind = COLUMN_PERCENT };
	columns[nr++] = (struct column){ .title = "live", .kind = COLUMN_COUNT };
	/* In text, the column is there only if it says something. */
	for (i = 0; accurate && i < groups->nr; i++)
		accurate = !(groups->array[i].flags & ENTRY_INACCURATE);

	if (allocs) {
		columns[nr++] = (struct column){ .title = "allocs", .kind = COLUMN_COUNT };
		columns[nr++] = (struct column){ .title = "frees", .kind = COLUMN_COUNT };
	}
	if (by != BY_LINE)
		columns[nr++] = (struct column){ .title = "lines", .kind = COLUMN_COUNT };
	columns[nr++] = (struct column){ .title = grouping_names[by] };
	if (by == BY_FUNCTION)
		columns[nr++] = (struct column){ .title = "file" };
	if (by <= BY_FILE)
		columns[nr++] = (struct column){ .title = "module" };
	if (by == BY_LINE) {
		if (!accurate)
			columns[nr++] = (struct column){ .title = "accurate" };
		columns[nr++] = (struct column){ .title = "function" };
		if (allocs)
			columns[nr++] = (struct column){ .title = "type" };
	}
	table_init(&table, columns, nr);
	for (i = 0; i < groups->nr && (!options->top || i < options->top); i++) {
		const struct group *group = &groups->array[i];
		char *label = group_label(groups, group), *type;

		table_count(&table, group->bytes);
		if (total >= 0)
			table_percent(&table, total ? 100.0 * group->bytes / total : 0);
		table_count(&table, group->live);
		if (allocs) {
			table_count(&table, group->allocs);
			table_count(&table, group->frees);
		}
		if (by != BY_LINE)
			table_count(&table, group->nr);
		table_text(&table, label);
		if (by == BY_FUNCTION)
			table_name(&table, name_text(group->file));
		if (by <= BY_FILE)
			table_name(&table, group->module ? name_text(group->module) : "-");
		if (by == BY_LINE) {
			if (!accurate)
				table_name(&table, group->flags & ENTRY_INACCURATE ? "no" : "yes");
			table_name(&table, name_text(group->function));
			if (allocs) {
				table_text(&table, type_text(group, &type));
				free(type);
			}
		}
		free(label);
	}
	table_print(&table, out, options->format, options->exact);
	table_free(&table);
}

/* How the sum of all lines becomes one in which each byte counts once. */
static void print_sums(const struct totals *totals, bool exact, FILE *out)
{
	static const struct column columns[] = {
		{ .title = "bytes", .kind = COLUMN_BYTES },
		{ .title = "sum" },
	};
	struct table table;

	table_init(&table, columns, ARRAY_SIZE(columns));
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
 * What MemTotal is made of: Documentation/reading.rst has the equation. The
 * last row is what it does not explain.
 */
static void print_memory(const struct snapshot *snapshot,
			 const struct totals *totals,
			 const struct options *options, FILE *out)
{
	static const struct column columns[] = {
		{ .title = "bytes", .kind = COLUMN_BYTES },
		{ .title = "percent", .kind = COLUMN_PERCENT },
		{ .title = "memory" },
	};
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
	table_init(&table, columns, ARRAY_SIZE(columns));
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

	options_init(&options);
	first = parse_options(&options, argc, argv,
			      OPTIONS_FILTER | OPTIONS_GROUP | OPTIONS_SORT |
			      OPTIONS_TOP | OPTIONS_FORMAT | OPTIONS_OUTPUT |
			      OPTIONS_MEMORY | OPTIONS_AT);
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
