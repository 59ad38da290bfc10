// SPDX-License-Identifier: GPL-2.0
/*
 * info.c - alloctag info: what recordings and copies of reports are of
 *
 * A row for each boot of each machine:
 *
 *	# alloctag info week.rec
 *	snapshots  from              to                host   release  boot ...
 *	     1440  2026-11-20 14:00  2026-11-21 13:59  web-3  6.12.90  5e01...
 */
#include <string.h>
#include <time.h>

#include "arguments.h"
#include "commands.h"
#include "out/table.h"
#include "snapshot/reboot.h"
#include "snapshot/source.h"
#include "util/error.h"
#include "util/output.h"

/* Snapshots that follow each other and can be compared. */
struct span {
	size_t snapshots;
	int64_t from, to;
	struct snapshot last;
};

/* In UTC, to the second; "-" if it is not known. */
static void time_text(char text[32], int64_t time, enum output_format format)
{
	time_t seconds = time / 1000000000;
	struct tm when;

	strcpy(text, "-");
	if (time && gmtime_r(&seconds, &when))
		strftime(text, 32, format == OUTPUT_JSON ? "%Y-%m-%dT%H:%M:%SZ" :
			 "%Y-%m-%d %H:%M:%S", &when);
}

static const char *name_or_dash(name_t name)
{
	return name ? name_text(name) : "-";
}

static void print_span(struct table *table, struct span *span, enum output_format format)
{
	const struct boot *boot = &span->last.boot;
	char text[32];

	if (!span->snapshots)
		return;
	table_count(table, span->snapshots);
	time_text(text, span->from, format);
	table_text(table, text);
	time_text(text, span->to, format);
	table_text(table, text);
	table_count(table, span->last.nr);
	table_text(table, format_text(span->last.format));
	table_name(table, name_or_dash(boot->host));
	table_name(table, name_or_dash(boot->release));
	table_name(table, name_or_dash(boot->id));
	snapshot_free(&span->last);
	memset(span, 0, sizeof(*span));
}

int cmd_info(int argc, char **argv)
{
	struct span span = { 0 };
	struct snapshot snapshot;
	struct options options;
	struct source source;
	struct table table;
	int first;
	FILE *out;

	first = parse_options(&options, argc, argv);
	if (first == argc)
		die(EXIT_WRONG, "info: which file?");
	table_init(&table);
	table_column(&table, "snapshots", COLUMN_COUNT);
	table_column(&table, "from", COLUMN_TEXT);
	table_column(&table, "to", COLUMN_TEXT);
	table_column(&table, "lines", COLUMN_COUNT);
	table_column(&table, "format", COLUMN_TEXT);
	table_column(&table, "host", COLUMN_TEXT);
	table_column(&table, "release", COLUMN_TEXT);
	table_column(&table, "boot", COLUMN_TEXT);
	source_open(&source, argv + first, argc - first);
	source.mixed = true;
	while (source_next(&source, &snapshot)) {
		if (span.snapshots && (span.last.format != snapshot.format ||
				       boot_change(&span.last, &snapshot)))
			print_span(&table, &span, options.format);
		if (!span.snapshots++)
			span.from = snapshot.time;
		span.to = snapshot.time;
		snapshot_free(&span.last);
		span.last = snapshot;
	}
	source_close(&source);
	print_span(&table, &span, options.format);
	out = open_output(options.output);
	table_print(&table, out, options.format, true);
	if (options.format == OUTPUT_JSON)
		fputc('\n', out);
	close_output(out, options.output);
	table_free(&table);
	return 0;
}
