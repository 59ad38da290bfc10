// SPDX-License-Identifier: GPL-2.0
/*
 * leaks.c - alloctag leaks: lines that are likely to leak, from a series
 *
 * One interval proves little: a cache that was filled once has grown, too. So
 * the time of the series is divided into windows, and a line is the more
 * suspicious the more windows it grew in. The numbers of windows, of objects
 * and of frees are printed with the verdict.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recording.h"

#define NR_WINDOWS 8

enum confidence {
	CONFIDENCE_NONE,
	CONFIDENCE_LOW,
	CONFIDENCE_MEDIUM,
	CONFIDENCE_HIGH,
};

static const char * const confidence_text[] = {
	[CONFIDENCE_NONE] = "none",
	[CONFIDENCE_LOW] = "low",
	[CONFIDENCE_MEDIUM] = "medium",
	[CONFIDENCE_HIGH] = "high",
};

/* Why growth can be no leak. */
static const struct {
	const char *file, *function;	/* function: NULL for all */
	const char *note;
} known_caches[] = {
	{ "fs/dcache.c", "__d_alloc", "cache of directory entries" },
	{ "fs/inode.c", "alloc_inode", "cache of inodes" },
	{ "fs/buffer.c", NULL, "buffers of files" },
	{ "lib/xarray.c", NULL, "index of cached pages" },
	{ "lib/radix-tree.c", NULL, "index of cached pages" },
};

struct suspect {
	struct group group;		/* of the difference */
	unsigned int up, down;
	enum confidence confidence;
	const char *note;
};

/* Values of a group at the ends of windows, in the order of first sight. */
struct history {
	int64_t bytes[NR_WINDOWS + 1];
};

/* Known reasons to grow; "" if there is none. */
static const char *note_of(const struct group *group)
{
	struct entry entry = { .file = group->file, .function = group->function };
	const char *file = name_text(group->file);
	const char *function = name_text(group->function);
	size_t i, length = strlen(function);

	if (owner_of(&entry) == OWNER_USER)
		return "pages of files and processes";
	for (i = 0; i < ARRAY_SIZE(known_caches); i++)
		if (!strcmp(file, known_caches[i].file) &&
		    (!known_caches[i].function ||
		     !strcmp(function, known_caches[i].function)))
			return known_caches[i].note;
	if (length > 12 && !strcmp(function + length - 12, "_alloc_inode"))
		return "cache of inodes";
	return "";
}

/*
 * High: grew in all of at least four windows. Medium: in three of four, and no
 * window lost more than a tenth of the growth. Low: other growth. A known
 * reason to grow makes it low.
 */
static enum confidence judge(const struct suspect *suspect,
			     const struct history *history, unsigned int windows)
{
	int64_t worst = 0;
	unsigned int i;

	if (suspect->group.bytes <= 0)
		return CONFIDENCE_NONE;
	if (*suspect->note || windows < 3)
		return CONFIDENCE_LOW;
	for (i = 0; i < windows; i++)
		if (history->bytes[i + 1] - history->bytes[i] < worst)
			worst = history->bytes[i + 1] - history->bytes[i];
	if (windows >= 4 && suspect->up == windows)
		return CONFIDENCE_HIGH;
	if (suspect->up * 4 >= windows * 3 && -worst <= suspect->group.bytes / 10)
		return CONFIDENCE_MEDIUM;
	return CONFIDENCE_LOW;
}

static int compare_suspects(const void *x, const void *y)
{
	const struct suspect *a = x, *b = y;

	if (a->confidence != b->confidence)
		return a->confidence < b->confidence ? 1 : -1;
	if (a->group.bytes != b->group.bytes)
		return a->group.bytes < b->group.bytes ? 1 : -1;
	if (a->group.file != b->group.file)
		return strcmp(name_text(a->group.file), name_text(b->group.file));
	return a->group.line < b->group.line ? -1 : a->group.line > b->group.line;
}

/* A series of snapshots; groups have what the last one has over the first. */
struct series {
	struct snapshot first, last;
	struct groups groups;		/* of all differences */
	struct history *history;	/* by group */
	size_t history_room;
	unsigned int windows;
	double seconds;
	size_t snapshots;
};

/* Note the values of all lines at the end of window NUMBER, 0: the start. */
static void note_values(struct series *series, const struct snapshot *snapshot,
			const struct filter *filter, unsigned int number)
{
	size_t i;

	for (i = 0; i < snapshot->nr; i++) {
		const struct entry *entry = &snapshot->entries[i];
		struct group *group;
		size_t index;

		if (!filter_matches(filter, entry))
			continue;
		group = groups_find(&series->groups, entry);
		index = group - series->groups.array;
		while (index >= series->history_room) {
			size_t room = series->history_room ?
				      series->history_room * 2 : 4096;

			series->history = xrealloc(series->history,
						   room * sizeof(*series->history));
			memset(series->history + series->history_room, 0,
			       (room - series->history_room) *
			       sizeof(*series->history));
			series->history_room = room;
		}
		series->history[index].bytes[number] += entry->bytes;
		/* Only the ends count for differences. */
		if (number == series->windows)
			groups_add(&series->groups, entry);
		else if (!number)
			groups_subtract(&series->groups, entry);
	}
}

/*
 * Read files twice: to count snapshots, then to look at the last one of each
 * window. Windows have equal times, or equal numbers of snapshots if files have
 * no times that rise.
 */
static void read_series(struct series *series, char **files, int nr,
			const struct filter *filter)
{
	struct snapshot snapshot;
	struct source source;
	int64_t start = 0, end = 0, before = INT64_MIN;
	bool timed = true;
	unsigned int window = 1;
	size_t i;

	source_open(&source, files, nr);
	while (source_next(&source, &snapshot)) {
		if (!series->snapshots++)
			start = snapshot.time;
		end = snapshot.time;
		if (snapshot.time <= before || !snapshot.time)
			timed = false;
		before = snapshot.time;
		snapshot_free(&snapshot);
	}
	source_close(&source);
	if (series->snapshots < 2)
		die(EXIT_WRONG, "leaks: two snapshots are needed; there are %zu",
		    series->snapshots);
	series->seconds = timed ? (end - start) / 1e9 : 0;
	series->windows = series->snapshots - 1 < NR_WINDOWS ?
			  series->snapshots - 1 : NR_WINDOWS;

	source_open(&source, files, nr);
	source.quiet = true;
	for (i = 0; source_next(&source, &snapshot); i++) {
		double part = timed ? (double)(snapshot.time - start) / (end - start) :
				      (double)i / (series->snapshots - 1);
		/* At least one snapshot for each window that is left. */
		size_t left = series->snapshots - 1 - i;

		if (!i) {
			note_values(series, &snapshot, filter, 0);
			series->first = snapshot;
			continue;
		}
		if (window <= series->windows &&
		    (part >= (double)window / series->windows - 1e-9 ||
		     left <= series->windows - window)) {
			if (left && window == series->windows) {
				snapshot_free(&snapshot);
				continue;
			}
			note_values(series, &snapshot, filter, window);
			window++;
		}
		if (!left)
			series->last = snapshot;
		else
			snapshot_free(&snapshot);
	}
	source_close(&source);
}

static void print_suspects(const struct suspect *suspects, size_t nr,
			   const struct series *series,
			   const struct options *options, FILE *out)
{
	bool allocs = has_allocs(series->last.format);
	struct column columns[16] = {
		{ .title = "suspicion" },
		{ .title = "bytes", .kind = COLUMN_BYTES, .is_signed = true },
		{ .title = "live", .kind = COLUMN_COUNT, .is_signed = true },
		{ .title = "grew" },
		{ .title = "shrank" },
	};
	struct table table;
	size_t columns_nr = 5, i;

	if (series->seconds > 0)
		columns[columns_nr++] = (struct column){ .title = "bytes/hour",
			.kind = COLUMN_BYTES, .is_signed = true };
	if (allocs) {
		columns[columns_nr++] = (struct column){ .title = "allocs",
			.kind = COLUMN_COUNT, .is_signed = true };
		columns[columns_nr++] = (struct column){ .title = "freed" };
	}
	columns[columns_nr++] = (struct column){ .title = "line" };
	columns[columns_nr++] = (struct column){ .title = "module" };
	columns[columns_nr++] = (struct column){ .title = "function" };
	if (allocs)
		columns[columns_nr++] = (struct column){ .title = "type" };
	columns[columns_nr++] = (struct column){ .title = "note" };
	table_init(&table, columns, columns_nr);
	for (i = 0; i < nr && (!options->top || i < options->top); i++) {
		const struct suspect *suspect = &suspects[i];
		const struct group *group = &suspect->group;
		char *text;

		table_text(&table, confidence_text[suspect->confidence]);
		table_count(&table, group->bytes);
		table_count(&table, group->live);
		text = xasprintf("%u/%u", suspect->up, series->windows);
		table_text(&table, text);
		free(text);
		text = xasprintf("%u/%u", suspect->down, series->windows);
		table_text(&table, text);
		free(text);
		if (series->seconds > 0)
			table_count(&table, per_hour(group->bytes, series->seconds));
		if (allocs) {
			table_count(&table, group->allocs);
			/* Frees may be of older objects: more than 100 %. */
			text = group->allocs ? xasprintf("%.0f%%",
				100.0 * (int64_t)group->frees / (int64_t)group->allocs) :
				xasprintf("-");
			table_text(&table, text);
			free(text);
		}
		text = xasprintf("%s:%u", name_text(group->file), group->line);
		table_text(&table, text);
		free(text);
		table_name(&table, group->module ? name_text(group->module) : "-");
		table_name(&table, name_text(group->function));
		if (allocs)
			table_name(&table, group->type ? name_text(group->type) : "-");
		table_text(&table, *suspect->note || options->format != OUTPUT_TEXT ?
			   suspect->note : "-");
	}
	table_print(&table, out, options->format, options->exact);
	if (options->format == OUTPUT_JSON)
		fputc('\n', out);
	table_free(&table);
}

static void print_leaks(struct series *series, const struct options *options,
			FILE *out)
{
	struct suspect *suspects = xcalloc(series->groups.nr, sizeof(*suspects));
	char time[HUMAN_SIZE];
	unsigned int w;
	size_t nr = 0, i;

	for (i = 0; i < series->groups.nr; i++) {
		struct suspect suspect = { .group = series->groups.array[i] };
		const struct history *history = &series->history[i];

		for (w = 0; w < series->windows; w++) {
			suspect.up += history->bytes[w + 1] > history->bytes[w];
			suspect.down += history->bytes[w + 1] < history->bytes[w];
		}
		suspect.note = note_of(&suspect.group);
		suspect.confidence = judge(&suspect, history, series->windows);
		if (suspect.confidence != CONFIDENCE_NONE)
			suspects[nr++] = suspect;
	}
	if (nr)
		qsort(suspects, nr, sizeof(*suspects), compare_suspects);
	if (options->format == OUTPUT_TEXT) {
		fprintf(out, "%zu snapshots", series->snapshots);
		if (series->seconds > 0)
			fprintf(out, " in %s", human_seconds(time, series->seconds));
		fprintf(out, ", %u windows; %zu lines have grown\n\n", series->windows,
			nr);
	}
	print_suspects(suspects, nr, series, options, out);
	if (options->format == OUTPUT_TEXT && nr &&
	    suspects[0].confidence == CONFIDENCE_HIGH)
		fprintf(out, "\nLook first at %s(), %s line %u: it grew in every window.\n",
			name_text(suspects[0].group.function),
			name_text(suspects[0].group.file), suspects[0].group.line);
	if (options->format == OUTPUT_TEXT && series->windows < 4)
		fputs("\nFour windows or more are needed for a verdict: record for longer.\n",
		      out);
	free(suspects);
}

/* Record the running kernel for a time, and name the file; to be freed. */
static char *record_for(double seconds)
{
	const char *folder = getenv("TMPDIR");
	char *name = xasprintf("%s/alloctag.XXXXXX", folder ? folder : "/tmp");
	double next = monotonic_seconds(), interval = seconds / 32;
	struct recorder recorder = { 0 };
	struct error error;
	unsigned int i;
	int fd = mkstemp(name);

	if (fd < 0)
		die(EXIT_CANNOT, "cannot create %s", name);
	catch_signals();
	for (i = 0; i <= 32 && wait_until(&next, interval); i++) {
		struct snapshot snapshot;

		read_live(&snapshot);
		if ((!i && recorder_start(&recorder, fd, snapshot.format, "", &error)) ||
		    recorder_add(&recorder, &snapshot, &error)) {
			unlink(name);
			die(EXIT_CANNOT, "%s: %s", name, error.text);
		}
		snapshot_free(&snapshot);
		if (isatty(STDERR_FILENO))
			fprintf(stderr, "\r%u of 32 intervals%s", i, i == 32 ? "\n" : "");
	}
	recorder_free(&recorder);
	close(fd);
	return name;
}

int cmd_leaks(int argc, char **argv)
{
	struct series series = { 0 };
	struct options options;
	char *recorded;
	int first, nr;
	FILE *out;

	options_init(&options);
	first = parse_options(&options, argc, argv,
			      OPTIONS_FILTER | OPTIONS_TOP | OPTIONS_FORMAT |
			      OPTIONS_OUTPUT | OPTIONS_LIVE);
	nr = argc - first;
	if (options.live ? nr > 0 : nr < 1)
		die(EXIT_WRONG, "leaks: a recording, several files, or --live=DURATION");
	groups_init(&series.groups, BY_LINE, 0);
	if (options.live) {
		recorded = record_for(options.live);
		read_series(&series, &recorded, 1, &options.filter);
		unlink(recorded);
		free(recorded);
	} else {
		read_series(&series, argv + first, nr, &options.filter);
	}
	out = open_output(options.output);
	print_leaks(&series, &options, out);
	close_output(out, options.output);
	groups_free(&series.groups);
	free(series.history);
	snapshot_free(&series.first);
	snapshot_free(&series.last);
	return 0;
}
