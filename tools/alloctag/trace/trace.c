// SPDX-License-Identifier: GPL-2.0
/*
 * trace.c - alloctag trace: single allocations and frees of some lines
 *
 * Counters say how much a line allocates; only its events say how long each
 * object lives, whether it is freed on another CPU, and in how many pages the
 * objects are. The events are read from the running kernel, for a time, or from
 * a file that was saved from tracefs.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "out/line_columns.h"
#include "out/table.h"
#include "report/envelope.h"
#include "snapshot/memory.h"
#include "trace/events.h"
#include "trace/tracefs.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"
#include "util/output.h"
#include "util/sort.h"
#include "util/text.h"
#include "watch/live.h"
#include "watch/watched.h"

static uint64_t key_of(const struct line_stats *line, enum sort_key key)
{
	switch (key) {
	case SORT_BYTES:
		return line->given;
	case SORT_SLACK:
		return line->given > line->requested ?
		       line->given - line->requested : 0;
	case SORT_REMOTE:
		return line->remote;
	case SORT_RETURNED:
		return line->returned;
	case SORT_LIVE:
		return line->live_bytes;
	case SORT_MOVES:
		return line->moves;
	default:
		return line->allocs + line->frees;
	}
}

/* The age that PART of the freed objects did not reach, in microseconds. */
static uint64_t age_of_part(const struct line_stats *line, double part)
{
	uint64_t sum = 0, all = 0;
	unsigned int i;

	for (i = 0; i < NR_AGES; i++)
		all += line->ages[i];
	for (i = 0; all && i < NR_AGES; i++) {
		sum += line->ages[i];
		if (sum >= all * part)
			return UINT64_C(1) << i;
	}
	return 0;
}

static void add_age(struct table *table, uint64_t us, bool text)
{
	char number[HUMAN_SIZE];

	if (text)
		table_text(table, human_age(number, us));
	else
		table_count(table, us);
}

/* Which columns there are. */
struct shown {
	bool text, moves, pages;
};

static void add_columns(struct table *table, const struct shown *shown)
{
	enum column_kind age = shown->text ? COLUMN_TEXT : COLUMN_COUNT;

	table_column(table, "allocs", COLUMN_COUNT);
	table_column(table, "frees", COLUMN_COUNT);
	table_column(table, "bytes", COLUMN_BYTES);
	table_column(table, "slack%", COLUMN_PERCENT);
	table_column(table, "remote", COLUMN_COUNT);
	table_column(table, "returned", COLUMN_COUNT);
	if (shown->moves)
		table_column(table, "moves", COLUMN_COUNT);
	table_column(table, shown->text ? "median" : "median_us", age);
	table_column(table, shown->text ? "95%" : "95_percent_us", age);
	table_column(table, "live", COLUMN_COUNT);
	if (shown->pages) {
		table_column(table, "pages", COLUMN_COUNT);
		table_column(table, "filled%", COLUMN_PERCENT);
	}
	add_line_columns(table, true);
}

static void add_cells(struct table *table, const struct line_stats *line,
		      const struct shown *shown)
{
	double pages = (double)line->pages * PAGE_BYTES;

	table_count(table, line->allocs);
	table_count(table, line->frees);
	table_count(table, line->given);
	table_percent(table, line->given ?
		      100.0 * key_of(line, SORT_SLACK) / line->given : 0);
	table_count(table, line->remote);
	table_count(table, line->returned);
	if (shown->moves)
		table_count(table, line->moves);
	add_age(table, age_of_part(line, 0.5), shown->text);
	add_age(table, age_of_part(line, 0.95), shown->text);
	table_count(table, line->live);
	if (shown->pages) {
		table_count(table, line->pages);
		table_percent(table, pages ? 100.0 * line->small_bytes / pages : 0);
	}
}

static void print_lines(const struct tracing *tracing, const struct sorted *rows,
			size_t nr, const struct options *options, int64_t time,
			bool live, FILE *out)
{
	bool text = options->format == OUTPUT_TEXT;
	struct shown shown = { .text = text, .moves = !text, .pages = !text };
	struct table table = { 0 };
	size_t i;

	/* In text, these columns are there only if they say something. */
	for (i = 0; i < nr; i++) {
		shown.moves |= tracing->lines[rows[i].index].moves != 0;
		shown.pages |= tracing->lines[rows[i].index].pages != 0;
	}
	add_columns(&table, &shown);
	for (i = 0; i < nr; i++) {
		add_cells(&table, &tracing->lines[rows[i].index], &shown);
		add_line_cells(&table, &tracing->groups.array[rows[i].index].entry, true);
	}
	begin_rows(out, options->format, time, live);
	table_print(&table, out, options->format, options->exact);
	end_rows(out, options->format);
}

/* Print sums over all events, and how reliable they are. */
static void print_sums(const struct tracing *tracing, FILE *out)
{
	uint64_t older = 0, doubtful = 0;
	char time[HUMAN_SIZE];
	size_t i;

	for (i = 0; i < tracing->nr_lines; i++) {
		older += tracing->lines[i].older;
		doubtful += tracing->lines[i].doubtful;
	}
	fprintf(out, "%" PRIu64 " allocations and %" PRIu64 " frees, of %zu lines, in %s\n",
		tracing->events[EVENT_ALLOC], tracing->events[EVENT_FREE],
		tracing->groups.nr, tracing->last > tracing->first ?
		human_seconds(time, (tracing->last - tracing->first) / 1e9) : "0 s");
	if (older)
		fprintf(out, "%" PRIu64 " of the frees are of objects whose allocation is not in the trace\n",
			older);
	if (tracing->early)
		fprintf(out, "%" PRIu64 " events are of early boot\n", tracing->early);
	if (tracing->lost)
		fprintf(out, "LOST: %" PRIu64 " events, because the buffers were full: all numbers are too low\n",
			tracing->lost);
	else if (tracing->some_lost)
		fputs("LOST: some events, because the buffers were full: all numbers are too low\n",
		      out);
	if (doubtful)
		fprintf(out, "%" PRIu64 " objects were allocated twice without a free: it was lost\n",
			doubtful);
	fputc('\n', out);
}

/* TIME: of the file, or 0; LIVE: there is none. */
static void print_trace(struct tracing *tracing, const struct options *options,
			int64_t time, bool live, FILE *out)
{
	struct sorted *rows = xcalloc(tracing->groups.nr, sizeof(*rows));
	size_t nr = 0, shown, i;

	tracing_finish(tracing);
	for (i = 0; i < tracing->groups.nr; i++) {
		const struct group *group = &tracing->groups.array[i];

		if (!filter_matches(&options->filter, &group->entry))
			continue;
		rows[nr].index = i;
		rows[nr++].key = key_of(&tracing->lines[i], options->sort);
	}
	sort_by_key(rows, nr);
	shown = options->top && options->top < nr ? options->top : nr;
	if (options->format == OUTPUT_TEXT)
		print_sums(tracing, out);
	print_lines(tracing, rows, shown, options, time, live, out);
	if (options->format == OUTPUT_TEXT && shown < nr)
		fprintf(out, "... and %zu more (--top=0 shows all)\n", nr - shown);
	free(rows);
}

/* The query that selects the same lines as the options; to be freed. */
static char *make_terms(const struct options *options)
{
	const struct filter *filter = &options->filter;
	const struct {
		const char *term, *pattern;
	} terms[] = {
		{ "file", filter->file }, { "func", filter->function },
		{ "module", filter->module }, { "type", filter->type },
	};
	struct buffer buffer = { 0 };
	size_t i;

	if (options->query)
		return xstrdup(options->query);
	for (i = 0; i < ARRAY_SIZE(terms); i++) {
		if (!terms[i].pattern)
			continue;
		if (strpbrk(terms[i].pattern, "\";\n"))
			die(EXIT_WRONG, "trace: %s: no query can contain that",
			    terms[i].pattern);
		buffer_printf(&buffer, "%s \"%s\" ", terms[i].term, terms[i].pattern);
	}
	if (!buffer.text)
		die(EXIT_WRONG, "trace: which lines? --query, --file, --function, --module or --type is missing, or a file");
	return buffer.text;
}

/* Types of lines, of the running kernel. */
static void add_types(struct tracing *tracing)
{
	struct watched lines = { 0 };
	size_t i;

	lines.lines = xcalloc(tracing->groups.nr, sizeof(*lines.lines));
	lines.nr = tracing->groups.nr;
	for (i = 0; i < lines.nr; i++) {
		lines.lines[i].entry = tracing->groups.array[i].entry;
		lines.lines[i].entry.type = 0;
	}
	live_types(&lines);
	for (i = 0; i < lines.nr; i++)
		tracing->groups.array[i].type = lines.lines[i].entry.type;
	watched_free(&lines);
}

int cmd_trace(int argc, char **argv)
{
	struct tracing tracing;
	struct options options;
	struct error error;
	int64_t time = 0;
	char *text;
	size_t size;
	int first;
	FILE *out;

	first = parse_options(&options, argc, argv);
	options.filter.all_lines = true;
	if (argc - first > 1)
		die(EXIT_WRONG, "trace: more than one file");
	tracing_init(&tracing);
	if (first < argc) {
		if (options.query || options.duration)
			die(EXIT_WRONG, "trace: --query and --duration are for the running kernel");
		if (read_all(argv[first], &text, &size, &time, &error))
			die(EXIT_CANNOT, "%s", error.text);
		if (parse_trace(&tracing, argv[first], text, size, &error))
			die(EXIT_WRONG, "%s", error.text);
		free(text);
	} else {
		char *terms = make_terms(&options);

		need_counters(argv[0]);
		trace_live(&tracing, terms, &options);
		add_types(&tracing);
		free(terms);
	}
	out = open_output(options.output);
	print_trace(&tracing, &options, time, first == argc, out);
	close_output(out, options.output);
	tracing_free(&tracing);
	return 0;
}
