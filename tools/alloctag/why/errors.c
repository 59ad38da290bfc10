// SPDX-License-Identifier: GPL-2.0
/*
 * errors.c - alloctag errors: which of the kernel's error lines were taken
 *
 * After a run of tests: how much of the code that handles errors did they
 * reach, and where is the rest?
 *
 *	# alloctag errors --file='fs/?*'
 *	taken  lines  percent  directory
 *	  212   1004    21.1%  fs/ext4
 *
 * The kernel lists all lines in codetag/error/control, and in stats those that
 * were passed while it kept origins (Documentation/error-origins.rst). A line
 * of an inline function has a site in each function that it was inlined in: it
 * is one line here.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "out/table.h"
#include "report/envelope.h"
#include "snapshot/group.h"
#include "snapshot/place.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"
#include "util/index.h"
#include "util/output.h"
#include "util/text.h"

/* TAKEN of an entry is how often. */
struct error_lines {
	struct entry *array;
	size_t nr, room;
	struct index index;
};

/* The line of ENTRY; a new one if there is none. */
static struct entry *find_line(struct error_lines *lines, const struct entry *entry)
{
	uint32_t hash = hash_line(entry), number;
	size_t at = 0;

	while ((number = index_next(&lines->index, hash, &at)) != INDEX_NONE)
		if (same_line(&lines->array[number], entry))
			return &lines->array[number];
	lines->array = grow(lines->array, lines->nr, &lines->room, sizeof(*lines->array));
	lines->array[lines->nr] = *entry;
	index_add(&lines->index, hash, lines->nr);
	return &lines->array[lines->nr++];
}

/* Parse " errno:NAME" at the end of a line. Returns what is wrong, or NULL. */
static const char *parse_errno(struct entry *entry, const char *at, const char *end)
{
	static const char key[] = "errno:";
	const char *name = memmem(at, end - at, key, strlen(key));

	if (!name || name + strlen(key) == end)
		return "no name of an error";
	name += strlen(key);
	entry->error = names_add(name, end - name);
	return entry->error == NAME_BAD ? "no name of an error" : NULL;
}

/* Add the lines of a file; COUNTED: it is stats. Ends the program if wrong. */
static void read_lines(struct error_lines *lines, const char *folder,
		       const char *file, bool counted)
{
	char *name = xasprintf("%s/%s", folder, file), *text;
	char *header = xasprintf("codetag error %s - version: 1.", file);
	const char *at, *stop, *rest, *problem;
	struct error error;
	int64_t time;
	size_t size;
	unsigned int number = 1;

	if (read_all(name, &text, &size, &time, &error) < 0)
		die(EXIT_CANNOT, "%s", error.text);
	if (size < strlen(header) || memcmp(text, header, strlen(header)))
		die(EXIT_WRONG, "%s: not the file codetag/error/%s of a kernel", name, file);
	for (at = text; at < text + size; at = stop + 1, number++) {
		struct entry entry = { 0 };
		int64_t count = 0;

		stop = memchr(at, '\n', text + size - at);
		if (!stop)
			die(EXIT_WRONG, "%s:%u: cut off", name, number);
		if (number == 1 || *at == '#')
			continue;
		problem = counted ? parse_number(&count, &at, stop) : NULL;
		if (!problem)
			problem = parse_tag(at, stop, &entry, &rest);
		if (!problem)
			problem = parse_errno(&entry, rest, stop);
		if (problem)
			die(EXIT_WRONG, "%s:%u: %s", name, number, problem);
		find_line(lines, &entry)->taken += count;
	}
	free(text);
	free(header);
	free(name);
}

static int compare_lines(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;
	int order = strcmp(name_text(a->file), name_text(b->file));

	if (!order)
		order = a->line < b->line ? -1 : a->line > b->line;
	if (!order)
		order = strcmp(name_text(a->error), name_text(b->error));
	return order;
}

/* The lines that were taken, or those that were not, by file and number. */
static void list_lines(struct error_lines *lines, const struct options *options,
		       struct table *table)
{
	unsigned long rows = 0;
	size_t i;

	/* The index is of no use any more. */
	qsort(lines->array, lines->nr, sizeof(*lines->array), compare_lines);
	if (options->taken)
		table_column(table, "count", COLUMN_COUNT);
	table_column(table, "line", COLUMN_TEXT);
	table_column(table, "function", COLUMN_TEXT);
	table_column(table, "module", COLUMN_TEXT);
	table_column(table, "errno", COLUMN_TEXT);
	for (i = 0; i < lines->nr && (!options->top || rows < options->top); i++) {
		const struct entry *line = &lines->array[i];
		char *place;

		if (!line->taken != options->missing ||
		    !filter_matches(&options->filter, line))
			continue;
		rows++;
		if (options->taken)
			table_count(table, line->taken);
		place = place_text(line->file, line->line);
		table_text(table, place);
		free(place);
		table_name(table, name_text(line->function));
		table_name(table, module_text(line->module));
		table_name(table, name_text(line->error));
	}
}

/* How many lines of each directory, or of what --by says, were taken. */
static void add_up_lines(const struct error_lines *lines, const struct options *options,
			 struct table *table)
{
	struct groups groups;
	size_t i;

	groups_init(&groups, options->grouping, options->depth, &error_measures);
	for (i = 0; i < lines->nr; i++) {
		struct entry line = lines->array[i];

		if (!filter_matches(&options->filter, &line))
			continue;
		line.lines = 1;
		line.taken = line.taken > 0;
		groups_add(&groups, &line);
	}
	groups_sort(&groups, NR_SORT_KEYS, 0);
	table_column(table, "taken", COLUMN_COUNT);
	table_column(table, "lines", COLUMN_COUNT);
	table_column(table, "percent", COLUMN_PERCENT);
	table_column(table, options->grouping == BY_ERROR ? "errno" :
			    grouping_names[options->grouping], COLUMN_TEXT);
	for (i = 0; i < groups.nr && (!options->top || i < options->top); i++) {
		const struct group *group = &groups.array[i];
		char *label = group_label(&groups, group);

		table_count(table, group->taken);
		table_count(table, group->lines);
		table_percent(table, 100.0 * group->taken / group->lines);
		table_text(table, label);
		free(label);
	}
	groups_free(&groups);
}

/* Of all lines that are asked for: how many were taken. */
static void print_sum(const struct error_lines *lines, const struct options *options,
		      FILE *out)
{
	size_t nr = 0, taken = 0, i;

	for (i = 0; i < lines->nr; i++) {
		if (!filter_matches(&options->filter, &lines->array[i]))
			continue;
		nr++;
		taken += lines->array[i].taken > 0;
	}
	fprintf(out, "%zu of %zu error lines were taken.\n\n", taken, nr);
}

/* Say why a kernel has no such folder; of a COPY, reading it will. */
static void check_kernel(const char *folder, bool copy)
{
	if (!copy && access(folder, F_OK) && errno == ENOENT)
		die(EXIT_CANNOT, "%s does not exist: this kernel needs CONFIG_GCC_PLUGIN_ERROR_ORIGIN and CONFIG_CODE_TAG_CONTROL, and debugfs must be mounted",
		    folder);
}

int cmd_errors(int argc, char **argv)
{
	struct error_lines lines = { 0 };
	struct options options;
	struct table table = { 0 };
	char *folder;
	int first;
	FILE *out;

	first = parse_options(&options, argc, argv);
	if (first < argc - 1)
		die(EXIT_WRONG, "errors: one folder at most");
	if (options.missing && options.taken)
		die(EXIT_WRONG, "errors: --missing and --taken exclude each other");
	/* Errors of slab and per-CPU pages are as good as others. */
	options.filter.all_lines = true;
	folder = first < argc ? xstrdup(argv[first]) :
		 xasprintf("%s/kernel/debug/codetag/error", sys_folder);
	check_kernel(folder, first < argc);
	read_lines(&lines, folder, "control", false);
	read_lines(&lines, folder, "stats", true);
	out = open_output(options.output);
	if (options.format == OUTPUT_TEXT)
		print_sum(&lines, &options, out);
	if (options.missing || options.taken)
		list_lines(&lines, &options, &table);
	else
		add_up_lines(&lines, &options, &table);
	begin_rows(out, options.format, 0, first == argc);
	table_print(&table, out, options.format, true);
	end_rows(out, options.format);
	close_output(out, options.output);
	index_free(&lines.index);
	free(lines.array);
	free(folder);
	return 0;
}
