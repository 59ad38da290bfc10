// SPDX-License-Identifier: GPL-2.0
/*
 * diff.c - alloctag diff: what has grown between two snapshots
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "recording.h"

/*
 * What has changed, in groups that were initialized, sorted by growth: groups
 * that have grown, or with SHRUNK those that have not. The numbers are
 * differences; now_bytes and now_live are those of AFTER.
 */
void diff_snapshots(struct groups *groups, const struct snapshot *before,
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

/* SECONDS: between the snapshots; 0 if not known. */
void print_diff(const struct groups *groups, const struct options *options,
		bool allocs, double seconds, FILE *out)
{
	struct column columns[16] = {
		{ .title = "bytes", .kind = COLUMN_BYTES, .is_signed = true },
		{ .title = "live", .kind = COLUMN_COUNT, .is_signed = true },
	};
	enum grouping by = groups->grouping;
	struct table table;
	size_t nr = 2, i;

	if (allocs) {
		columns[nr++] = (struct column){ .title = "allocs", .kind = COLUMN_COUNT,
						 .is_signed = true };
		columns[nr++] = (struct column){ .title = "frees", .kind = COLUMN_COUNT,
						 .is_signed = true };
	}
	if (seconds > 0)
		columns[nr++] = (struct column){ .title = "bytes/hour", .kind = COLUMN_BYTES,
						 .is_signed = true };
	columns[nr++] = (struct column){ .title = "now", .kind = COLUMN_BYTES };
	columns[nr++] = (struct column){ .title = grouping_names[by] };
	if (by <= BY_FILE)
		columns[nr++] = (struct column){ .title = "module" };
	if (by == BY_LINE) {
		columns[nr++] = (struct column){ .title = "function" };
		if (allocs)
			columns[nr++] = (struct column){ .title = "type" };
	}
	table_init(&table, columns, nr);
	for (i = 0; i < groups->nr && (!options->top || i < options->top); i++) {
		const struct group *group = &groups->array[i];
		char *label = group_label(groups, group);

		table_count(&table, group->bytes);
		table_count(&table, group->live);
		if (allocs) {
			table_count(&table, group->allocs);
			table_count(&table, group->frees);
		}
		if (seconds > 0)
			table_count(&table, per_hour(group->bytes, seconds));
		table_count(&table, group->now_bytes);
		table_text(&table, label);
		if (by <= BY_FILE)
			table_name(&table, group->module ? name_text(group->module) : "-");
		if (by == BY_LINE) {
			table_name(&table, name_text(group->function));
			if (allocs)
				table_name(&table, group->type ? name_text(group->type) :
					   group->flags & ENTRY_UNTAGGED ? "(untagged)" : "-");
		}
		free(label);
	}
	table_print(&table, out, options->format, options->exact);
	if (options->format == OUTPUT_JSON)
		fputc('\n', out);
	table_free(&table);
}

static void wait_live(double seconds)
{
	double next = monotonic_seconds() + seconds;

	catch_signals();
	wait_until(&next, seconds);
}

/* The first and the last snapshot of a recording. */
static void read_ends(char *name, struct snapshot *before, struct snapshot *after)
{
	struct source source;
	struct snapshot next;
	unsigned long nr = 0;

	memset(before, 0, sizeof(*before));
	memset(after, 0, sizeof(*after));
	source_open(&source, &name, 1);
	while (source_next(&source, &next)) {
		if (nr++) {
			snapshot_free(after);
			*after = next;
		} else {
			*before = next;
		}
	}
	source_close(&source);
	if (nr < 2)
		die(EXIT_WRONG, "diff: two snapshots are needed; %s has %lu", name, nr);
}

static void print_growth(const struct snapshot *before,
			 const struct snapshot *after,
			 const struct options *options, double seconds, FILE *out)
{
	struct totals was, now;
	char text[3][HUMAN_SIZE];
	int64_t change;

	add_up(before, &was);
	add_up(after, &now);
	change = now.once - was.once;
	if (options->exact) {
		fprintf(out, "%" PRId64 " bytes, then %" PRId64 ": %+" PRId64, was.once,
			now.once, change);
	} else {
		fprintf(out, "%s, then %s: %s%s", human_bytes(text[0], was.once),
			human_bytes(text[1], now.once), change > 0 ? "+" : "",
			human_bytes(text[2], change));
	}
	if (seconds > 0)
		fprintf(out, " in %s", human_seconds(text[0], seconds));
	fputs(" (each byte counted once)\n\n", out);
}

int cmd_diff(int argc, char **argv)
{
	struct snapshot before, after;
	struct options options;
	struct groups groups;
	double seconds = 0;
	int first, nr;
	FILE *out;

	options_init(&options);
	first = parse_options(&options, argc, argv,
			      OPTIONS_FILTER | OPTIONS_GROUP | OPTIONS_TOP |
			      OPTIONS_FORMAT | OPTIONS_OUTPUT | OPTIONS_LIVE |
			      OPTIONS_SHRUNK);
	nr = argc - first;
	if (options.live ? nr > 0 : nr < 1 || nr > 2)
		die(EXIT_WRONG, "diff: two files, one recording, or --live=DURATION");
	if (options.live) {
		read_live(&before);
		wait_live(options.live);
		read_live(&after);
	} else if (nr == 1) {
		read_ends(argv[first], &before, &after);
	} else {
		read_snapshot(&before, argv[first], 0);
		read_snapshot(&after, argv[first + 1], 0);
	}
	if (has_allocs(before.format) != has_allocs(after.format))
		die(EXIT_WRONG, "diff: %s and %s have different lines",
		    format_text(before.format), format_text(after.format));
	if (before.time && after.time > before.time)
		seconds = (after.time - before.time) / 1e9;
	groups_init(&groups, options.grouping, options.depth);
	diff_snapshots(&groups, &before, &after, &options.filter, options.shrunk);
	out = open_output(options.output);
	if (options.format == OUTPUT_TEXT)
		print_growth(&before, &after, &options, seconds, out);
	print_diff(&groups, &options, has_allocs(after.format), seconds, out);
	close_output(out, options.output);
	groups_free(&groups);
	snapshot_free(&before);
	snapshot_free(&after);
	return 0;
}
