// SPDX-License-Identifier: GPL-2.0
/*
 * info.c - alloctag info: what recordings and copies of reports are of
 *
 * A row for each boot of each machine:
 *
 *	# alloctag info week.rec
 *	snapshots  from                  to                    host   ...
 *	     1440  2026-11-20T14:00:00Z  2026-11-21T13:59:00Z  web-3  ...
 *
 * A recorder takes snapshots at an interval, which is not in the recording; it
 * is taken to be the median. Where snapshots are missing, there is a gap: the
 * machine was too busy, the disk was full, or the recorder did not run.
 */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "out/table.h"
#include "snapshot/reboot.h"
#include "snapshot/source.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/output.h"
#include "util/text.h"

#define MAX_GAPS 20		/* that are printed */

#define SECOND INT64_C(1000000000)

/* Snapshots that follow each other and can be compared. */
struct span {
	size_t snapshots;
	int64_t from, to;
	struct snapshot last;
	uint64_t bytes;		/* of the files that it begins in */
	int64_t *times;		/* of all snapshots */
	size_t times_room;
};

/* A time without snapshots. */
struct gap {
	int64_t from, to;
};

struct gaps {
	struct gap *array;
	size_t nr, room;
};

static void add_time(struct table *table, int64_t time)
{
	char text[32];

	table_text(table, iso_time(text, time) ? text : "-");
}

static int compare_numbers(const void *x, const void *y)
{
	int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;

	return a < b ? -1 : a > b;
}

/*
 * The interval of the snapshots of SPAN, in ns, 0 if it is not known. Adds gaps
 * to GAPS: where at least one snapshot is missing, and more than a second. The
 * clock may be set back.
 */
static int64_t find_gaps(const struct span *span, struct gaps *gaps)
{
	int64_t *steps = xcalloc(span->snapshots, sizeof(*steps)), interval = 0;
	size_t nr = 0, i;

	for (i = 1; i < span->snapshots; i++)
		if (span->times[i - 1] && span->times[i] > span->times[i - 1])
			steps[nr++] = span->times[i] - span->times[i - 1];
	qsort(steps, nr, sizeof(*steps), compare_numbers);
	if (nr)
		interval = steps[nr / 2];
	free(steps);
	for (i = 1; interval && i < span->snapshots; i++) {
		struct gap gap = { .from = span->times[i - 1], .to = span->times[i] };
		int64_t step = gap.to - gap.from;

		if (!gap.from || step < interval + interval / 2 || step < interval + SECOND)
			continue;
		gaps->array = grow(gaps->array, gaps->nr, &gaps->room, sizeof(gap));
		gaps->array[gaps->nr++] = gap;
	}
	return interval;
}

static void print_gaps(const struct gaps *gaps, FILE *out)
{
	char from[32], to[32], length[HUMAN_SIZE];
	size_t i;

	for (i = 0; i < gaps->nr && i < MAX_GAPS; i++)
		fprintf(out, "%sno snapshot from %s to %s: %s\n", i ? "" : "\n",
			iso_time(from, gaps->array[i].from), iso_time(to, gaps->array[i].to),
			human_seconds(length, (gaps->array[i].to - gaps->array[i].from) / 1e9));
	if (gaps->nr > MAX_GAPS)
		fprintf(out, "... and %zu more gaps\n", gaps->nr - MAX_GAPS);
}

static const char *name_or_dash(name_t name)
{
	return name ? name_text(name) : "-";
}

/* For a person with its unit, for a program in seconds; nothing: "-". */
static void add_seconds(struct table *table, double seconds, enum output_format format)
{
	char text[HUMAN_SIZE];

	if (format == OUTPUT_TEXT || format == OUTPUT_MARKDOWN)
		table_text(table, seconds ? human_seconds(text, seconds) : "-");
	else
		table_percent(table, seconds);
}

static void add_seconds_column(struct table *table, const char *title,
			       enum output_format format)
{
	table_column(table, title, format == OUTPUT_TEXT || format == OUTPUT_MARKDOWN ?
				   COLUMN_TEXT : COLUMN_SECONDS);
}

/* Add a row for SPAN, which is empty then. */
static void add_span(struct table *table, struct span *span, struct gaps *gaps,
		     enum output_format format)
{
	const struct boot *boot = &span->last.boot;
	size_t before = gaps->nr, i;
	int64_t interval, missing = 0;

	if (!span->snapshots)
		return;
	interval = find_gaps(span, gaps);
	for (i = before; i < gaps->nr; i++)
		missing += gaps->array[i].to - gaps->array[i].from;
	table_count(table, span->snapshots);
	add_time(table, span->from);
	add_time(table, span->to);
	table_count(table, span->last.nr);
	table_text(table, format_text(span->last.format));
	table_name(table, name_or_dash(boot->host));
	table_name(table, name_or_dash(boot->release));
	table_name(table, name_or_dash(boot->id));
	table_count(table, span->bytes);
	add_seconds(table, interval / 1e9, format);
	table_count(table, gaps->nr - before);
	add_seconds(table, missing / 1e9, format);
	free(span->times);
	snapshot_free(&span->last);
	memset(span, 0, sizeof(*span));
}

int cmd_info(int argc, char **argv)
{
	struct span span = { 0 };
	struct gaps gaps = { 0 };
	uint64_t bytes = 0;
	struct snapshot snapshot;
	struct options options;
	struct source source;
	struct table table = { 0 };
	int first;
	FILE *out;

	first = parse_options(&options, argc, argv);
	if (first == argc)
		die(EXIT_WRONG, "info: which file?");
	table_column(&table, "snapshots", COLUMN_COUNT);
	table_column(&table, "from", COLUMN_TEXT);
	table_column(&table, "to", COLUMN_TEXT);
	table_column(&table, "lines", COLUMN_COUNT);
	table_column(&table, "format", COLUMN_TEXT);
	table_column(&table, "host", COLUMN_TEXT);
	table_column(&table, "release", COLUMN_TEXT);
	table_column(&table, "boot", COLUMN_TEXT);
	table_column(&table, "bytes", COLUMN_BYTES);
	add_seconds_column(&table, "interval", options.format);
	table_column(&table, "gaps", COLUMN_COUNT);
	add_seconds_column(&table, "missing", options.format);
	source_open(&source, argv + first, argc - first);
	period_choose(&options.period, &source);
	source.mixed = true;
	source.any_unit = true;
	while (source_next(&source, &snapshot)) {
		if (span.snapshots && (span.last.format != snapshot.format ||
				       boot_change(&span.last, &snapshot)))
			add_span(&table, &span, &gaps, options.format);
		if (!span.snapshots)
			span.from = snapshot.time;
		span.times = grow(span.times, span.snapshots, &span.times_room,
				  sizeof(*span.times));
		span.times[span.snapshots++] = snapshot.time;
		span.bytes += source.bytes - bytes;
		bytes = source.bytes;
		span.to = snapshot.time;
		snapshot_free(&span.last);
		span.last = snapshot;
	}
	source_close(&source);
	add_span(&table, &span, &gaps, options.format);
	out = open_output(options.output);
	table_print(&table, out, options.format, false);
	if (options.format == OUTPUT_TEXT)
		print_gaps(&gaps, out);
	if (options.format == OUTPUT_JSON)
		fputc('\n', out);
	close_output(out, options.output);
	free(gaps.array);
	return 0;
}
