// SPDX-License-Identifier: GPL-2.0
/*
 * show.c - alloctag stacks, slack, lifetimes and peaks: what is known of lines
 * that are watched
 *
 * Each of them sorts and prints a file of /sys/kernel/debug/alloctag, or a copy
 * of it. Which lines those have is decided by alloctag watch.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "watched.h"

/* What the rows are sorted by: the largest value first. */
enum {
	KEY_BYTES,
	KEY_LIVE,
	KEY_AGE,
	KEY_SLACK,
	KEY_PERCENT,
	KEY_ALLOCS,
	KEY_FREED,
	KEY_OLD,
	KEY_TIME,
};

static const char * const stacks_keys[] = { "bytes", "live" };
static const char * const contexts_keys[] = { "age", "bytes" };
static const char * const slack_keys[] = { "slack", "percent", "bytes", "allocs" };
static const char * const lifetimes_keys[] = { "old", "live", "freed", "age" };
static const char * const peaks_keys[] = { "bytes", "time" };

/* By the kind of file: names of keys, and which those are. */
static const struct {
	const char * const *names;
	unsigned int nr;
	unsigned char keys[4];
} sort_keys[NR_WATCHED_KINDS] = {
	[WATCHED_STACKS] = { stacks_keys, 2, { KEY_BYTES, KEY_LIVE } },
	[WATCHED_SAMPLES] = { stacks_keys, 2, { KEY_BYTES, KEY_LIVE } },
	[WATCHED_CONTEXTS] = { contexts_keys, 2, { KEY_AGE, KEY_BYTES } },
	[WATCHED_SLACK] = { slack_keys, 4,
		{ KEY_SLACK, KEY_PERCENT, KEY_BYTES, KEY_ALLOCS } },
	[WATCHED_LIFETIMES] = { lifetimes_keys, 4,
		{ KEY_OLD, KEY_LIVE, KEY_FREED, KEY_AGE } },
	[WATCHED_PEAKS] = { peaks_keys, 2, { KEY_BYTES, KEY_TIME } },
};

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
		     const struct watched_line *line, unsigned int key)
{
	struct age_sums sums;

	switch (key) {
	case KEY_LIVE:
		if (watched->kind != WATCHED_LIFETIMES)
			return line->entry.live;
		add_ages(watched, line, &sums);
		return sums.live;
	case KEY_OLD:
		add_ages(watched, line, &sums);
		return sums.old;
	case KEY_FREED:
		add_ages(watched, line, &sums);
		return sums.freed;
	case KEY_AGE:
	case KEY_TIME:
		return line->seconds;
	case KEY_SLACK:
		return slack_of(line);
	case KEY_PERCENT:
		return slack_percent(line);
	case KEY_ALLOCS:
		return line->entry.allocs;
	default:
		return line->entry.bytes;
	}
}

struct sorted {
	const struct watched_line *line;
	double key;
};

/* The order of the file, if keys are the same. */
static int compare_sorted(const void *x, const void *y)
{
	const struct sorted *a = x, *b = y;

	if (a->key != b->key)
		return a->key < b->key ? 1 : -1;
	return a->line < b->line ? -1 : a->line > b->line;
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
	return buffer.text ? buffer.text : xasprintf("%s", "");
}

static char *place_text(const struct entry *entry)
{
	return xasprintf("%s:%u", name_text(entry->file), entry->line);
}

/* An age that is a power of two of microseconds. */
static const char *age_text(char text[HUMAN_SIZE], uint64_t us)
{
	if (!us)
		return "-";
	if (us < 1000)
		snprintf(text, HUMAN_SIZE, "%" PRIu64 " us", us);
	else if (us < 1000000)
		snprintf(text, HUMAN_SIZE, "%" PRIu64 " ms", us / 1000);
	else
		human_seconds(text, us / 1e6);
	return text;
}

static void add_column(struct column *columns, size_t *nr, const char *title,
		       enum column_kind kind)
{
	columns[(*nr)++] = (struct column){ .title = title, .kind = kind };
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
	case WATCHED_STACKS:
	case WATCHED_SAMPLES:
		table_count(table, entry->bytes);
		table_count(table, entry->live);
		if (watched->kind == WATCHED_SAMPLES)
			table_count(table, line->samples);
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
			table_text(table, age_text(number, sums.median));
			table_text(table, age_text(number, sums.limit));
			table_text(table, human_seconds(number, line->seconds));
		} else {
			table_count(table, sums.median);
			table_count(table, sums.limit);
			table_percent(table, line->seconds);
		}
		break;
	default:
		table_count(table, entry->bytes);
		table_percent(table, line->seconds);
	}
}

static size_t number_columns(struct column *columns, enum watched_kind kind,
			     bool text)
{
	size_t nr = 0;

	switch (kind) {
	case WATCHED_STACKS:
	case WATCHED_SAMPLES:
		add_column(columns, &nr, "bytes", COLUMN_BYTES);
		add_column(columns, &nr, "live", COLUMN_COUNT);
		if (kind == WATCHED_SAMPLES)
			add_column(columns, &nr, "samples", COLUMN_COUNT);
		break;
	case WATCHED_CONTEXTS:
		add_column(columns, &nr, "age", COLUMN_SECONDS);
		add_column(columns, &nr, "requested", COLUMN_BYTES);
		add_column(columns, &nr, "given", COLUMN_BYTES);
		add_column(columns, &nr, "in", COLUMN_TEXT);
		add_column(columns, &nr, "pid", COLUMN_COUNT);
		add_column(columns, &nr, "comm", COLUMN_TEXT);
		add_column(columns, &nr, "gfp", COLUMN_TEXT);
		break;
	case WATCHED_SLACK:
		add_column(columns, &nr, "slack", COLUMN_BYTES);
		add_column(columns, &nr, "percent", COLUMN_PERCENT);
		add_column(columns, &nr, "requested", COLUMN_BYTES);
		add_column(columns, &nr, "given", COLUMN_BYTES);
		add_column(columns, &nr, "allocs", COLUMN_COUNT);
		break;
	case WATCHED_LIFETIMES:
		add_column(columns, &nr, "old", COLUMN_COUNT);
		add_column(columns, &nr, "live", COLUMN_COUNT);
		add_column(columns, &nr, "freed", COLUMN_COUNT);
		add_column(columns, &nr, text ? "median" : "median_us",
			   text ? COLUMN_TEXT : COLUMN_COUNT);
		add_column(columns, &nr, text ? "95% freed in" : "95_percent_us",
			   text ? COLUMN_TEXT : COLUMN_COUNT);
		add_column(columns, &nr, "oldest", text ? COLUMN_TEXT : COLUMN_SECONDS);
		break;
	default:
		add_column(columns, &nr, "peak", COLUMN_BYTES);
		add_column(columns, &nr, "seconds", COLUMN_SECONDS);
	}
	return nr;
}

static void add_names(struct table *table, const struct entry *entry)
{
	char *place = place_text(entry);

	table_text(table, place);
	table_name(table, entry->module ? name_text(entry->module) : "-");
	table_name(table, name_text(entry->function));
	table_name(table, entry->type ? name_text(entry->type) : "-");
	free(place);
}

static size_t name_columns(struct column *columns, size_t nr)
{
	add_column(columns, &nr, "line", COLUMN_TEXT);
	add_column(columns, &nr, "module", COLUMN_TEXT);
	add_column(columns, &nr, "function", COLUMN_TEXT);
	add_column(columns, &nr, "type", COLUMN_TEXT);
	return nr;
}

/* Stacks as text: a line with the numbers, then a frame in each line. */
static void print_stacks(const struct watched *watched,
			 const struct sorted *rows, size_t nr,
			 const struct options *options, FILE *out)
{
	char size[HUMAN_SIZE];
	size_t i, k;

	for (i = 0; i < nr; i++) {
		const struct watched_line *line = rows[i].line;
		const struct entry *entry = &line->entry;

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
			fprintf(out, "%s in %" PRId64 " allocations, estimated from %" PRIu64 " samples\n",
				size, entry->live, line->samples);
		else
			fprintf(out, "%s in %" PRId64 " allocations\n", size,
				entry->live);
		fprintf(out, "  %s:%u%s%s%s %s%s%s\n", name_text(entry->file),
			entry->line, entry->module ? " [" : "",
			name_text(entry->module), entry->module ? "]" : "",
			name_text(entry->function), entry->type ? "  " : "",
			name_text(entry->type));
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
	struct column columns[16];
	struct table table;
	size_t columns_nr = 0, i, k;

	add_column(columns, &columns_nr, text ? "at least" : "at_least_us",
		   text ? COLUMN_TEXT : COLUMN_COUNT);
	add_column(columns, &columns_nr, "freed", COLUMN_COUNT);
	add_column(columns, &columns_nr, "live", COLUMN_COUNT);
	columns_nr = name_columns(columns, columns_nr);
	table_init(&table, columns, columns_nr);
	for (i = 0; i < nr; i++)
		for (k = 0; k < rows[i].line->nr; k++) {
			const struct age *age = &watched->ages[rows[i].line->first + k];
			char number[HUMAN_SIZE];

			if (text)
				table_text(&table, age->us ? age_text(number, age->us) :
					   "0");
			else
				table_count(&table, age->us);
			table_count(&table, age->freed);
			table_count(&table, age->live);
			add_names(&table, &rows[i].line->entry);
		}
	table_print(&table, out, options->format, options->exact);
	table_free(&table);
}

static void print_rows(const struct watched *watched, const struct sorted *rows,
		       size_t nr, const struct options *options, FILE *out)
{
	enum watched_kind kind = watched->kind;
	bool stacks = kind == WATCHED_STACKS || kind == WATCHED_SAMPLES ||
		      kind == WATCHED_CONTEXTS;
	struct column columns[16];
	struct table table;
	size_t columns_nr, i;

	columns_nr = number_columns(columns, kind, options->format == OUTPUT_TEXT);
	columns_nr = name_columns(columns, columns_nr);
	if (stacks)
		add_column(columns, &columns_nr, "stack", COLUMN_TEXT);
	table_init(&table, columns, columns_nr);
	for (i = 0; i < nr; i++) {
		add_numbers(&table, watched, rows[i].line, options);
		add_names(&table, &rows[i].line->entry);
		if (stacks) {
			char *text = stack_text(watched, rows[i].line);

			table_text(&table, text);
			free(text);
		}
	}
	table_print(&table, out, options->format, options->exact);
	table_free(&table);
}

static void print_shown(struct watched *watched, const struct options *options,
			FILE *out)
{
	struct sorted *rows = xcalloc(watched->nr, sizeof(*rows));
	unsigned int key = sort_keys[watched->kind].keys[0];
	size_t nr = 0, shown, i;

	if (options->sort_text)
		key = sort_keys[watched->kind].keys[
			find_name(options->sort_text, sort_keys[watched->kind].names,
				  sort_keys[watched->kind].nr, "--sort")];
	for (i = 0; i < watched->nr; i++) {
		const struct watched_line *line = &watched->lines[i];

		if (!filter_matches(&options->filter, &line->entry))
			continue;
		rows[nr].line = line;
		rows[nr++].key = key_of(watched, line, key);
	}
	qsort(rows, nr, sizeof(*rows), compare_sorted);
	shown = options->top && options->top < nr ? options->top : nr;
	if (options->format == OUTPUT_TEXT && watched->kind == WATCHED_SAMPLES &&
	    watched->rate)
		fprintf(out, "One allocation in %" PRIu64 " bytes was sampled; %" PRIu64 " could not be recorded.\n\n",
			watched->rate, watched->missed);
	if (watched->kind == WATCHED_LIFETIMES && options->ages)
		print_ages(watched, rows, shown, options, out);
	else if (options->format == OUTPUT_TEXT &&
		 (watched->kind == WATCHED_STACKS || watched->kind == WATCHED_SAMPLES ||
		  watched->kind == WATCHED_CONTEXTS))
		print_stacks(watched, rows, shown, options, out);
	else
		print_rows(watched, rows, shown, options, out);
	if (options->format == OUTPUT_JSON)
		fputc('\n', out);
	if (options->format == OUTPUT_TEXT && shown < nr)
		fprintf(out, "... and %zu more (--top=0 shows all)\n", nr - shown);
	free(rows);
}

/*
 * Without FILE, the running kernel's file of this kind; types come from its
 * /proc/alloctag. A copy must be of one of the KINDS, a set of bits.
 */
static int show(int argc, char **argv, enum watched_kind kind,
		unsigned int kinds, unsigned int accepted)
{
	struct options options;
	struct watched watched;
	int first;
	FILE *out;

	options_init(&options);
	first = parse_options(&options, argc, argv, OPTIONS_FILTER | OPTIONS_TOP |
			      OPTIONS_FORMAT | OPTIONS_OUTPUT | OPTIONS_SORT_TEXT |
			      accepted);
	if (argc - first > 1)
		die(EXIT_WRONG, "%s: more than one file", argv[0]);
	if (options.contexts)
		kind = WATCHED_CONTEXTS;
	if (options.samples)
		kind = WATCHED_SAMPLES;
	if (first < argc) {
		read_watched(&watched, argv[first]);
		if (!(kinds & 1u << watched.kind))
			die(EXIT_WRONG, "%s: %s: this is alloctag/%s", argv[0],
			    argv[first], watched_names[watched.kind]);
	} else {
		read_watched_live(&watched, kind);
		live_types(&watched);
	}
	/*
	 * Slab pages that are watched are to be shown. Samples are of all
	 * lines, so they have the objects in these pages as well.
	 */
	if (watched.kind != WATCHED_SAMPLES)
		options.filter.all_lines = true;
	out = open_output(options.output);
	print_shown(&watched, &options, out);
	if (!watched.nr && options.format == OUTPUT_TEXT)
		fprintf(out, "No line is watched for it: see alloctag watch --help.\n");
	close_output(out, options.output);
	watched_free(&watched);
	return 0;
}

int cmd_stacks(int argc, char **argv)
{
	return show(argc, argv, WATCHED_STACKS, 1u << WATCHED_STACKS |
		    1u << WATCHED_CONTEXTS | 1u << WATCHED_SAMPLES, OPTIONS_STACKS);
}

int cmd_slack(int argc, char **argv)
{
	return show(argc, argv, WATCHED_SLACK, 1u << WATCHED_SLACK, 0);
}

int cmd_lifetimes(int argc, char **argv)
{
	return show(argc, argv, WATCHED_LIFETIMES, 1u << WATCHED_LIFETIMES,
		    OPTIONS_AGES);
}

int cmd_peaks(int argc, char **argv)
{
	return show(argc, argv, WATCHED_PEAKS, 1u << WATCHED_PEAKS, 0);
}
