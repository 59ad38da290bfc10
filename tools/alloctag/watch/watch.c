// SPDX-License-Identifier: GPL-2.0
/*
 * watch.c - alloctag watch and unwatch
 */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "out/line_columns.h"
#include "out/table.h"
#include "report/envelope.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"
#include "util/output.h"
#include "watch/control.h"
#include "watch/live.h"
#include "watch/watched.h"

/* The words of a query, to be freed. One with blanks gets quotes. */
static char *join_words(int argc, char **argv)
{
	struct buffer buffer = { 0 };
	int i;

	for (i = 0; i < argc; i++) {
		if (i)
			buffer_puts(&buffer, " ");
		if (argc > 1 && strpbrk(argv[i], " \t") && !strpbrk(argv[i], "\"'"))
			quote_word(&buffer, argv[i]);
		else
			buffer_puts(&buffer, argv[i]);
	}
	return buffer.text ? buffer.text : xstrdup("");
}

/* Each query needs one of these: flags, or the rate of samples. */
static bool is_flags(const char *word)
{
	return *word == '+' || *word == '-' || *word == '=' ||
	       !strncmp(word, "sample=", 7);
}

/* Print the lines that have flags. */
static void print_watched(const struct options *options, FILE *out)
{
	struct watched control;
	struct table table = { 0 };
	size_t i, nr = 0;

	read_watched_live(&control, WATCHED_CONTROL);
	table_column(&table, "flags", COLUMN_TEXT);
	add_line_columns(&table, false);
	table_column(&table, "limits", COLUMN_TEXT);
	for (i = 0; i < control.nr; i++) {
		const struct watched_line *line = &control.lines[i];

		if (!strcmp(name_text(line->flags), "_") ||
		    !filter_matches(&options->filter, &line->entry))
			continue;
		if (options->top && nr++ >= options->top)
			continue;
		table_name(&table, name_text(line->flags));
		add_line_cells(&table, &line->entry, false);
		table_name(&table, name_text(line->limits));
	}
	if (options->format == OUTPUT_TEXT && control.sampling.rate)
		fprintf(out, "Sampling: one allocation in %llu bytes, of any line.\n\n",
			(unsigned long long)control.sampling.rate);
	begin_rows(out, options->format, 0, true);
	if (options->format == OUTPUT_TEXT && !table.nr_cells)
		fputs("No line is watched.\n", out);
	else
		table_print(&table, out, options->format, false);
	end_rows(out, options->format);
	if (options->format == OUTPUT_TEXT && options->top && nr > options->top)
		fprintf(out, "... and %zu more lines (--top=0 shows all)\n",
			nr - options->top);
	watched_free(&control);
}

/* alloctag watch and unwatch */
int cmd_watch(int argc, char **argv)
{
	bool watch = !strcmp(argv[0], "watch");
	struct options options;
	struct error error;
	char *query;
	bool flags;
	int first = parse_options(&options, argc, argv), i;
	FILE *out;

	options.filter.all_lines = true;
	need_counters(argv[0]);
	/* One argument can be the whole query. */
	flags = argc - first == 1 && strpbrk(argv[first], "+=");
	for (i = first; i < argc; i++)
		flags = flags || is_flags(argv[i]);
	if (!watch && flags)
		die(EXIT_WRONG, "unwatch: it takes terms only, and removes all flags; for some: alloctag watch TERMS -FLAGS");
	if (watch && first < argc && !flags)
		die(EXIT_WRONG, "watch: flags are missing: for example +cs, contexts and stacks");
	if (!watch || first < argc) {
		query = join_words(argc - first, argv + first);
		if (!watch) {
			char *terms = query;

			query = xasprintf("%s =_", terms);
			free(terms);
		}
		if (write_control(query, &error))
			die(EXIT_CANNOT, "%s: %s", argv[0], error.text);
		free(query);
	}
	out = open_output(options.output);
	print_watched(&options, out);
	close_output(out, options.output);
	return 0;
}
