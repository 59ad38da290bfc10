// SPDX-License-Identifier: GPL-2.0
/*
 * info.c - alloctag info: what recordings and copies of reports are of
 *
 * A row for each boot of each machine:
 *
 *	# alloctag info week.rec
 *	snapshots  from                  to                    host   ...
 *	     1440  2026-11-20T14:00:00Z  2026-11-21T13:59:00Z  web-3  ...
 */
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "out/table.h"
#include "snapshot/reboot.h"
#include "snapshot/source.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/output.h"

/* Snapshots that follow each other and can be compared. */
struct span {
	size_t snapshots;
	int64_t from, to;
	struct snapshot last;
};

static void add_time(struct table *table, int64_t time)
{
	char text[32];

	table_text(table, iso_time(text, time) ? text : "-");
}

static const char *name_or_dash(name_t name)
{
	return name ? name_text(name) : "-";
}

static void print_span(struct table *table, struct span *span)
{
	const struct boot *boot = &span->last.boot;

	if (!span->snapshots)
		return;
	table_count(table, span->snapshots);
	add_time(table, span->from);
	add_time(table, span->to);
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
			print_span(&table, &span);
		if (!span.snapshots++)
			span.from = snapshot.time;
		span.to = snapshot.time;
		snapshot_free(&span.last);
		span.last = snapshot;
	}
	source_close(&source);
	print_span(&table, &span);
	out = open_output(options.output);
	table_print(&table, out, options.format, true);
	if (options.format == OUTPUT_JSON)
		fputc('\n', out);
	close_output(out, options.output);
	table_free(&table);
	return 0;
}
