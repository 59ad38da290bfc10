// SPDX-License-Identifier: GPL-2.0
/*
 * diff.c - alloctag diff: growth between two snapshots
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
#include "report/limit.h"
#include "report/report.h"
#include "report/unloaded.h"
#include "snapshot/pair.h"
#include "snapshot/place.h"
#include "snapshot/read.h"
#include "snapshot/totals.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/file.h"
#include "util/output.h"
#include "util/signals.h"
#include "util/text.h"

/*
 * Fill GROUPS, which were initialized, with the groups that have grown, or with
 * SHRUNK with those that have shrunk, the largest change first.
 */
static void diff_snapshots(struct groups *groups, const struct snapshot *before,
			   const struct snapshot *after, const struct filter *filter,
			   bool shrunk)
{
	size_t i, kept = 0;

	groups_add_all(groups, after, filter);
	for (i = 0; i < before->nr; i++)
		if (filter_matches(filter, &before->entries[i]))
			groups_subtract(groups, &before->entries[i]);
	for (i = 0; i < groups->nr; i++) {
		struct group *group = &groups->array[i];

		if (shrunk ? group->bytes < 0 : group->bytes > 0)
			groups->array[kept++] = *group;
	}
	groups->nr = kept;
	groups_sort(groups, SORT_BYTES, 0);
	if (shrunk) {
		for (i = 0; i < groups->nr / 2; i++) {
			struct group swap = groups->array[i];

			groups->array[i] = groups->array[groups->nr - 1 - i];
			groups->array[groups->nr - 1 - i] = swap;
		}
	}
}

static void add_name_columns(struct table *table, enum grouping by, bool types)
{
	if (by == BY_LINE) {
		add_line_columns(table, types);
		return;
	}
	table_column(table, grouping_names[by], COLUMN_TEXT);
	if (by <= BY_FILE)
		table_column(table, "module", COLUMN_TEXT);
}

static void add_name_cells(struct table *table, const struct groups *groups,
			   const struct group *group, bool types)
{
	char *label;

	if (groups->grouping == BY_LINE) {
		add_line_cells(table, &group->entry, types);
		return;
	}
	label = group_label(groups, group);
	table_text(table, label);
	if (groups->grouping <= BY_FILE)
		table_name(table, module_text(group->module));
	free(label);
}

/*
 * SECONDS: between the snapshots; 0 if not known.
 *
 * The errors of estimates are upper limits: samples that are in both snapshots
 * cancel out, but how many these are is not known.
 */
static void print_diff(const struct groups *groups, const struct options *options,
		       enum format format, double seconds, FILE *out)
{
	bool allocs = has_allocs(format), types = has_types(format);
	bool errors = is_estimate(format);
	enum grouping by = groups->grouping;
	struct table table = { 0 };
	size_t i;

	table_change_column(&table, "bytes", COLUMN_BYTES);
	if (errors)
		add_error_column(&table, options->format, "bytes_stderr", COLUMN_BYTES);
	table_change_column(&table, "live", COLUMN_COUNT);
	if (errors) {
		add_error_column(&table, options->format, "live_stderr", COLUMN_COUNT);
		table_column(&table, "significant", COLUMN_TEXT);
	}
	if (allocs) {
		table_change_column(&table, "allocs", COLUMN_COUNT);
		table_change_column(&table, "frees", COLUMN_COUNT);
	}
	if (has_rate(seconds))
		table_change_column(&table, "bytes/hour", COLUMN_BYTES);
	table_column(&table, "now", COLUMN_BYTES);
	add_name_columns(&table, by, types);
	for (i = 0; i < groups->nr && (!options->top || i < options->top); i++) {
		const struct group *group = &groups->array[i];

		table_count(&table, group->bytes);
		if (errors)
			add_error_cell(&table, options->format, group->bytes_variance);
		table_count(&table, group->live);
		if (errors) {
			add_error_cell(&table, options->format, group->live_variance);
			table_name(&table, is_significant(group->bytes, group->bytes_variance) ?
					   "yes" : "no");
		}
		if (allocs) {
			table_count(&table, group->allocs);
			table_count(&table, frees_of(&group->values));
		}
		if (has_rate(seconds))
			table_count(&table, per_hour(group->bytes, seconds));
		table_count(&table, group->now);
		add_name_cells(&table, groups, group, types);
	}
	table_print(&table, out, options->format, options->exact);
}

static void wait_live(double seconds)
{
	double next = monotonic_seconds() + seconds;

	catch_signals();
	wait_until(&next, seconds);
}

static void print_growth(const struct snapshot *before,
			 const struct snapshot *after,
			 const struct options *options, double seconds, FILE *out)
{
	bool estimate = is_estimate(after->format);
	struct totals was, now;
	char text[3][HUMAN_SIZE];
	int64_t change;

	add_up(before, &was);
	add_up(after, &now);
	change = now.once - was.once;
	if (estimate)
		print_estimate_note(after->format, &after->sampling, now.samples,
				    options->format, out);
	if (options->format != OUTPUT_TEXT)
		return;
	if (options->exact) {
		fprintf(out, "%" PRId64 " bytes, then %" PRId64 ": %+" PRId64, was.once,
			now.once, change);
	} else {
		fprintf(out, "%s, then %s: %s%s", human_bytes(text[0], was.once),
			human_bytes(text[1], now.once), change > 0 ? "+" : "",
			human_bytes(text[2], change));
	}
	if (estimate)
		fprintf(out, " \xc2\xb1 %s",
			margin_text(text[0], was.once_variance + now.once_variance,
				    options->exact));
	if (seconds > 0)
		fprintf(out, " in %s", human_seconds(text[0], seconds));
	fputs(" (each byte counted once)\n\n", out);
}

/*
 * Which lines have grown more than --max-growth, whatever the rows are. Without
 * a limit, adding up all lines a second time would be for nothing.
 */
static void limit_lines(struct test_result *result, const struct snapshot *before,
			const struct snapshot *after, const struct options *options)
{
	struct groups lines;

	if (!has_limits(options))
		return;
	groups_init(&lines, BY_LINE, 0, measures_of(after->format));
	diff_snapshots(&lines, before, after, &options->filter, false);
	limit_growth(result, &lines, options);
	groups_free(&lines);
}

int cmd_diff(int argc, char **argv)
{
	struct test_result result = { 0 };
	struct snapshot before, after;
	struct options options;
	struct groups groups, unloaded;
	double seconds = 0;
	int first, nr, status;
	FILE *out;

	first = parse_options(&options, argc, argv);
	nr = argc - first;
	if (options.live ? nr > 0 : nr < 1 || nr > 2)
		die(EXIT_WRONG, "diff: two files, one recording, or --live=DURATION");
	need_limits(argv[0], options.live > 0, &options);
	if (nr == 1 && options.period.at)
		die(EXIT_WRONG, "diff: --at is of each of two files; of one recording, --from and --to");
	if (options.live) {
		read_live(&before);
		wait_live(options.live);
		read_live(&after);
	} else if (nr == 1) {
		read_ends("diff", argv[first], UNIT_BYTES, &options.period, &before,
			  &after);
	} else {
		read_snapshot(&before, argv[first], &options.period);
		read_snapshot(&after, argv[first + 1], &options.period);
	}
	check_pair("diff", &before, &after);
	if (before.time && after.time > before.time)
		seconds = (after.time - before.time) / 1e9;
	groups_init(&groups, options.grouping, options.depth, measures_of(after.format));
	diff_snapshots(&groups, &before, &after, &options.filter, options.shrunk);
	groups_drop_small(&groups, options.least);
	out = open_output(options.output);
	print_growth(&before, &after, &options, seconds, out);
	if (options.format == OUTPUT_JSON) {
		print_json_head(out, &after);
		if (seconds > 0)
			fprintf(out, "\"seconds\": %.6g, ", seconds);
		fputs("\"rows\": ", out);
	}
	print_diff(&groups, &options, after.format, seconds, out);
	find_unloaded(&unloaded, &before, &after, &options.filter);
	print_unloaded(&unloaded, &options, out);
	groups_free(&unloaded);
	end_rows(out, options.format);
	close_output(out, options.output);
	groups_free(&groups);
	result.seconds = seconds;
	limit_lines(&result, &before, &after, &options);
	status = finish_test(&result, argv[0], &after, &options);
	snapshot_free(&before);
	snapshot_free(&after);
	return status;
}
