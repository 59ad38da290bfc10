// SPDX-License-Identifier: GPL-2.0
/*
 * show.c - alloctag stacks, slack, lifetimes, peaks and nodes: the records of
 * watched lines
 *
 * Each of them sorts and prints a file of /sys/kernel/debug/alloctag, or a copy
 * of it. alloctag watch selects the lines.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "out/estimate.h"
#include "out/line_columns.h"
#include "out/table.h"
#include "report/envelope.h"
#include "snapshot/place.h"
#include "snapshot/read.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"
#include "util/output.h"
#include "util/sort.h"
#include "util/text.h"
#include "watch/ages.h"
#include "watch/live.h"
#include "watch/watched.h"

/* By the kind of file: the columns to sort by, the default first. */
static const struct {
	unsigned int nr;
	unsigned char keys[4];
} sort_keys[NR_WATCHED_KINDS] = {
	[WATCHED_STACKS] = { 2, { SORT_BYTES, SORT_LIVE } },
	[WATCHED_SAMPLES] = { 2, { SORT_BYTES, SORT_LIVE } },
	[WATCHED_CONTEXTS] = { 2, { SORT_AGE, SORT_BYTES } },
	[WATCHED_SLACK] = { 4, { SORT_SLACK, SORT_PERCENT, SORT_BYTES, SORT_ALLOCS } },
	[WATCHED_LIFETIMES] = { 4, { SORT_OLD, SORT_LIVE, SORT_FREED, SORT_AGE } },
	[WATCHED_PEAKS] = { 2, { SORT_BYTES, SORT_TIME } },
	[WATCHED_NODES] = { 2, { SORT_BYTES, SORT_LIVE } },
};

/* The column to sort by. Ends the program if files of this kind lack it. */
static enum sort_key find_key(const struct options *options,
			      enum watched_kind kind)
{
	const char *names[ARRAY_SIZE(sort_keys[kind].keys)];
	unsigned int i;

	if (options->sort == NR_SORT_KEYS)
		return sort_keys[kind].keys[0];
	for (i = 0; i < sort_keys[kind].nr; i++)
		names[i] = sort_names[sort_keys[kind].keys[i]];
	return sort_keys[kind].keys[find_name(sort_names[options->sort], names,
					      sort_keys[kind].nr, "--sort")];
}

static uint64_t slack_of(const struct watched_line *line)
{
	uint64_t given = line->entry.bytes;

	return given > line->requested ? given - line->requested : 0;
}

static double slack_percent(const struct watched_line *line)
{
	return line->entry.bytes > 0 ? 100.0 * slack_of(line) / line->entry.bytes : 0;
}

static double key_of(const struct watched *watched,
		     const struct watched_line *line, enum sort_key key)
{
	struct age_sums sums;

	switch (key) {
	case SORT_LIVE:
		if (watched->kind != WATCHED_LIFETIMES)
			return line->entry.live;
		add_ages(watched, line, &sums);
		return sums.live;
	case SORT_OLD:
		add_ages(watched, line, &sums);
		return sums.old;
	case SORT_FREED:
		add_ages(watched, line, &sums);
		return sums.freed;
	case SORT_AGE:
	case SORT_TIME:
		return line->seconds;
	case SORT_SLACK:
		return slack_of(line);
	case SORT_PERCENT:
		return slack_percent(line);
	case SORT_ALLOCS:
		return line->entry.allocs;
	default:
		return line->entry.bytes;
	}
}

/* The call stack from the innermost function on, in one text; to be freed. */
static char *stack_text(const struct watched *watched,
			const struct watched_line *line)
{
	struct buffer buffer = { 0 };
	size_t i;

	for (i = 0; i < line->nr; i++) {
		if (i)
			buffer_puts(&buffer, ";");
		buffer_puts(&buffer, name_text(watched->frames[line->first + i]));
	}
	return buffer.text ? buffer.text : xstrdup("");
}

/* The numbers of a row, before its names. */
static void add_numbers(struct table *table, const struct watched *watched,
			const struct watched_line *line,
			const struct options *options)
{
	const struct entry *entry = &line->entry;
	bool text = options->format == OUTPUT_TEXT;
	char number[HUMAN_SIZE];
	struct age_sums sums;

	switch (watched->kind) {
	case WATCHED_SAMPLES:
		table_count(table, entry->bytes);
		add_error_cell(table, options->format, entry->bytes_variance);
		table_count(table, entry->live);
		add_error_cell(table, options->format, entry->live_variance);
		table_count(table, entry->samples);
		break;
	case WATCHED_CONTEXTS:
		table_percent(table, line->seconds);
		table_count(table, line->requested);
		table_count(table, entry->bytes);
		table_name(table, name_text(line->level));
		table_count(table, line->pid);
		table_name(table, name_text(line->comm));
		table_name(table, name_text(line->limits));
		break;
	case WATCHED_SLACK:
		table_count(table, slack_of(line));
		table_percent(table, slack_percent(line));
		table_count(table, line->requested);
		table_count(table, entry->bytes);
		table_count(table, entry->allocs);
		break;
	case WATCHED_LIFETIMES:
		add_ages(watched, line, &sums);
		table_count(table, sums.old);
		table_count(table, sums.live);
		table_count(table, sums.freed);
		if (text) {
			table_text(table, human_age(number, sums.median));
			table_text(table, human_age(number, sums.limit));
			table_text(table, human_seconds(number, line->seconds));
		} else {
			table_count(table, sums.median);
			table_count(table, sums.limit);
			table_percent(table, line->seconds);
		}
		break;
	case WATCHED_NODES:
		table_name(table, name_text(line->node));
		/* fall through */
	case WATCHED_STACKS:
		table_count(table, entry->bytes);
		table_count(table, entry->live);
		break;
	default:
		table_count(table, entry->bytes);
		table_percent(table, line->seconds);
	}
}

static void number_columns(struct table *table, enum watched_kind kind,
			   enum output_format format)
{
	bool text = format == OUTPUT_TEXT;

	switch (kind) {
	case WATCHED_SAMPLES:
		table_column(table, "bytes", COLUMN_BYTES);
		add_error_column(table, format, "bytes_stderr", COLUMN_BYTES);
		table_column(table, "live", COLUMN_COUNT);
		add_error_column(table, format, "live_stderr", COLUMN_COUNT);
		table_column(table, "samples", COLUMN_COUNT);
		break;
	case WATCHED_CONTEXTS:
		table_column(table, "age", COLUMN_SECONDS);
		table_column(table, "requested", COLUMN_BYTES);
		table_column(table, "given", COLUMN_BYTES);
		table_column(table, "in", COLUMN_TEXT);
		table_column(table, "pid", COLUMN_COUNT);
		table_column(table, "comm", COLUMN_TEXT);
		table_column(table, "gfp", COLUMN_TEXT);
		break;
	case WATCHED_SLACK:
		table_column(table, "slack", COLUMN_BYTES);
		table_column(table, "percent", COLUMN_PERCENT);
		table_column(table, "requested", COLUMN_BYTES);
		table_column(table, "given", COLUMN_BYTES);
		table_column(table, "allocs", COLUMN_COUNT);
		break;
	case WATCHED_LIFETIMES:
		table_column(table, "old", COLUMN_COUNT);
		table_column(table, "live", COLUMN_COUNT);
		table_column(table, "freed", COLUMN_COUNT);
		table_column(table, text ? "median" : "median_us",
			   text ? COLUMN_TEXT : COLUMN_COUNT);
		table_column(table, text ? "95% freed in" : "95_percent_us",
			   text ? COLUMN_TEXT : COLUMN_COUNT);
		table_column(table, "oldest", text ? COLUMN_TEXT : COLUMN_SECONDS);
		break;
	case WATCHED_NODES:
		table_column(table, "node", COLUMN_TEXT);
		/* fall through */
	case WATCHED_STACKS:
		table_column(table, "bytes", COLUMN_BYTES);
		table_column(table, "live", COLUMN_COUNT);
		break;
	default:
		table_column(table, "peak", COLUMN_BYTES);
		table_column(table, "seconds", COLUMN_SECONDS);
	}
}

/* Stacks as text: a line with the numbers, then a frame in each line. */
static void print_stacks(const struct watched *watched,
			 const struct sorted *rows, size_t nr,
			 const struct options *options, FILE *out)
{
	char size[HUMAN_SIZE], margin[HUMAN_SIZE];
	size_t i, k;

	for (i = 0; i < nr; i++) {
		const struct watched_line *line = &watched->lines[rows[i].index];
		const struct entry *entry = &line->entry;
		char *name;

		if (options->exact)
			snprintf(size, sizeof(size), "%" PRId64 " B", entry->bytes);
		else
			human_bytes(size, entry->bytes);
		if (watched->kind == WATCHED_CONTEXTS)
			fprintf(out, "%s (%" PRIu64 " requested), %.6f s old, %s of %s (pid %u), %s\n",
				size, line->requested, line->seconds,
				name_text(line->level), name_text(line->comm),
				line->pid, name_text(line->limits));
		else if (watched->kind == WATCHED_SAMPLES)
			fprintf(out, "%s \xc2\xb1 %s in %" PRId64 " \xc2\xb1 %" PRId64 " allocations, estimated from %" PRIu64 " samples\n",
				size, margin_text(margin, entry->bytes_variance, options->exact),
				entry->live, margin_of(entry->live_variance), entry->samples);
		else
			fprintf(out, "%s in %" PRId64 " allocations\n", size,
				entry->live);
		name = line_text(entry, false);
		fprintf(out, "  %s\n", name);
		free(name);
		for (k = 0; k < line->nr; k++)
			fprintf(out, "\t%s\n",
				name_text(watched->frames[line->first + k]));
		fputc('\n', out);
	}
}

/* A row for each class of ages. */
static void print_ages(const struct watched *watched, const struct sorted *rows,
		       size_t nr, const struct options *options, FILE *out)
{
	bool text = options->format == OUTPUT_TEXT;
	struct table table = { 0 };
	size_t i, k;

	table_column(&table, text ? "at least" : "at_least_us",
		     text ? COLUMN_TEXT : COLUMN_COUNT);
	table_column(&table, "freed", COLUMN_COUNT);
	table_column(&table, "live", COLUMN_COUNT);
	add_line_columns(&table, true);
	for (i = 0; i < nr; i++) {
		const struct watched_line *line = &watched->lines[rows[i].index];

		for (k = 0; k < line->nr; k++) {
			const struct age *age = &watched->ages[line->first + k];
			char number[HUMAN_SIZE];

			if (text)
				table_text(&table, age->us ? human_age(number, age->us) :
					   "0");
			else
				table_count(&table, age->us);
			table_count(&table, age->freed);
			table_count(&table, age->live);
			add_line_cells(&table, &line->entry, true);
		}
	}
	table_print(&table, out, options->format, options->exact);
}

static void print_rows(const struct watched *watched, const struct sorted *rows,
		       size_t nr, const struct options *options, FILE *out)
{
	enum watched_kind kind = watched->kind;
	bool stacks = has_frames(kind);
	struct table table = { 0 };
	size_t i;

	number_columns(&table, kind, options->format);
	add_line_columns(&table, true);
	if (stacks)
		table_column(&table, "stack", COLUMN_TEXT);
	for (i = 0; i < nr; i++) {
		const struct watched_line *line = &watched->lines[rows[i].index];

		add_numbers(&table, watched, line, options);
		add_line_cells(&table, &line->entry, true);
		if (stacks) {
			char *text = stack_text(watched, line);

			table_text(&table, text);
			free(text);
		}
	}
	table_print(&table, out, options->format, options->exact);
}

/* LIVE: of the running kernel. */
static void print_shown(struct watched *watched, const struct options *options,
			bool live, FILE *out)
{
	struct sorted *rows = xcalloc(watched->nr, sizeof(*rows));
	enum sort_key key = find_key(options, watched->kind);
	size_t nr = 0, shown, i;
	uint64_t samples = 0;

	for (i = 0; i < watched->nr; i++) {
		const struct watched_line *line = &watched->lines[i];

		samples += line->entry.samples;
		if (!filter_matches(&options->filter, &line->entry))
			continue;
		rows[nr].index = i;
		rows[nr++].key = key_of(watched, line, key);
	}
	sort_by_key(rows, nr);
	shown = options->top && options->top < nr ? options->top : nr;
	if (watched->kind == WATCHED_SAMPLES && watched->sampling.rate)
		print_estimate_note(watched->format, &watched->sampling, samples,
				    options->format, out);
	begin_rows(out, options->format, live ? 0 : watched->time, live);
	if (watched->kind == WATCHED_LIFETIMES && options->ages)
		print_ages(watched, rows, shown, options, out);
	else if (options->format == OUTPUT_TEXT && has_frames(watched->kind))
		print_stacks(watched, rows, shown, options, out);
	else
		print_rows(watched, rows, shown, options, out);
	end_rows(out, options->format);
	if (options->format == OUTPUT_TEXT && shown < nr)
		fprintf(out, "... and %zu more (--top=0 shows all)\n", nr - shown);
	free(rows);
}

/*
 * The command has the name of the kind of file. Without FILE, it is the running
 * kernel's; types come from its /proc/alloctag. A copy must be of that kind,
 * but the command stacks takes all that have call stacks.
 */
int cmd_records(int argc, char **argv)
{
	enum watched_kind kind = 0;
	struct options options;
	struct watched watched;
	int first;
	FILE *out;

	while (strcmp(watched_names[kind], argv[0]))
		kind++;
	first = parse_options(&options, argc, argv);
	if (argc - first > 1)
		die(EXIT_WRONG, "%s: more than one file", argv[0]);
	if (options.contexts)
		kind = WATCHED_CONTEXTS;
	if (options.samples ||
	    (kind == WATCHED_STACKS && first == argc && mode_is_samples()))
		kind = WATCHED_SAMPLES;
	if (first == argc && kind != WATCHED_STACKS && kind != WATCHED_SAMPLES)
		need_counters(argv[0]);
	if (first < argc) {
		read_watched(&watched, argv[first]);
		if (watched.kind != kind && !(has_frames(kind) && has_frames(watched.kind)))
			die(EXIT_WRONG, "%s: %s: this is alloctag/%s", argv[0],
			    argv[first], watched_names[watched.kind]);
	} else {
		read_watched_live(&watched, kind);
		live_types(&watched);
	}
	/*
	 * Show slab pages if they are watched. Samples cover all lines, so they
	 * include the objects in these pages.
	 */
	if (watched.kind != WATCHED_SAMPLES)
		options.filter.all_lines = true;
	out = open_output(options.output);
	print_shown(&watched, &options, first == argc, out);
	if (!watched.nr && options.format == OUTPUT_TEXT)
		fputs(watched.kind == WATCHED_SAMPLES && watched.sampling.rate ?
		      "Nothing that was sampled is live.\n" :
		      watched.kind == WATCHED_SAMPLES ?
		      "No allocation was sampled: alloctag watch sample=512K.\n" :
		      "No line is watched for it: see alloctag watch --help.\n", out);
	close_output(out, options.output);
	watched_free(&watched);
	return 0;
}
