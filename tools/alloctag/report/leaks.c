// SPDX-License-Identifier: GPL-2.0
/*
 * leaks.c - alloctag leaks: lines that are likely to leak, from a series
 *
 * One interval proves little: filling a cache is growth, too. So the time of
 * the series is divided into windows, and a line is the more suspicious the
 * more windows it grew in. The numbers of windows, of objects and of frees are
 * printed with the verdict.
 *
 * The cause of a leak is often not the line but one of its callers. So with
 * --live, the lines that are suspicious after half of the time are watched in
 * the other half, if the kernel can do that: then it is also known which call
 * stacks grew, and how old objects get.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "out/estimate.h"
#include "out/line_columns.h"
#include "out/table.h"
#include "report/envelope.h"
#include "report/limit.h"
#include "report/report.h"
#include "report/unloaded.h"
#include "report/verdict.h"
#include "snapshot/kernel.h"
#include "snapshot/modules.h"
#include "snapshot/read.h"
#include "snapshot/recorder.h"
#include "snapshot/totals.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/file.h"
#include "util/output.h"
#include "util/signals.h"
#include "util/text.h"
#include "watch/ages.h"
#include "watch/control.h"
#include "watch/live.h"
#include "watch/watched.h"

/* Intervals of --live; after which of them suspects are watched. */
#define LIVE_INTERVALS 32
#define WATCH_AFTER 16
#define MAX_WATCHED 5
#define MAX_STACKS 5		/* that are printed */

/* The kernel's records of suspects: at the start and at the end. */
struct evidence {
	struct watched before, stacks, lifetimes;
	double start, end;	/* monotonic_seconds(); 0: nothing was watched */
};

/* Add the ages of each suspect's objects. Returns whether any are known. */
static bool add_lifetimes(struct suspect *suspects, size_t nr,
			  const struct watched *lifetimes)
{
	bool found = false;
	size_t i, k;

	for (i = 0; i < lifetimes->nr; i++)
		for (k = 0; k < nr; k++) {
			if (!same_place(&suspects[k].group->entry, &lifetimes->lines[i].entry))
				continue;
			add_ages(lifetimes, &lifetimes->lines[i], &suspects[k].ages);
			suspects[k].has_ages = true;
			found = true;
		}
	return found;
}

/* Which optional columns there are. */
struct shown {
	enum output_format format;
	bool rate, allocs, types, ages, errors, began;
};

/*
 * When a line began to grow in each window, "14:32"; with the date if the
 * series is longer than half a day. If times are not known but the interval is,
 * "+40 min". "-" if it grew from the start, or does not grow any more.
 */
static const char *began_text(char text[32], const struct suspect *suspect,
			      const struct series *series, enum output_format format)
{
	time_t seconds = series->times[suspect->since] / 1000000000;
	char number[HUMAN_SIZE];
	struct tm when;

	strcpy(text, "-");
	if (!suspect->since || suspect->since == series->windows)
		return text;
	if (series->interval)
		snprintf(text, 32, "+%.28s",
			 human_seconds(number, (series->times[suspect->since] -
						series->times[0]) / 1e9));
	else if (format == OUTPUT_JSON)
		iso_time(text, series->times[suspect->since]);
	else if (localtime_r(&seconds, &when))
		strftime(text, 32, series->seconds > 43200 ? "%m-%d %H:%M" :
			 series->seconds > 600 ? "%H:%M" : "%H:%M:%S", &when);
	return text;
}

static void add_columns(struct table *table, const struct shown *shown)
{
	table_column(table, "suspicion", COLUMN_TEXT);
	table_change_column(table, "bytes", COLUMN_BYTES);
	if (shown->errors) {
		add_error_column(table, shown->format, "bytes_stderr", COLUMN_BYTES);
		add_least_column(table, shown->format, "bytes_stderr_least",
				 COLUMN_BYTES);
	}
	table_change_column(table, "live", COLUMN_COUNT);
	if (shown->errors)
		add_error_column(table, shown->format, "live_stderr", COLUMN_COUNT);
	table_column(table, "grew", COLUMN_TEXT);
	table_column(table, "shrank", COLUMN_TEXT);
	if (shown->began)
		table_column(table, "began", COLUMN_TEXT);
	if (shown->rate)
		table_change_column(table, "bytes/hour", COLUMN_BYTES);
	if (shown->allocs) {
		table_change_column(table, "allocs", COLUMN_COUNT);
		table_column(table, "freed", COLUMN_TEXT);
	}
	if (shown->ages)
		table_column(table, "old", COLUMN_TEXT);
	add_line_columns(table, shown->types);
	table_column(table, "note", COLUMN_TEXT);
}

/* Add a cell with formatted text. */
__attribute__((format(printf, 2, 3)))
static void add_text(struct table *table, const char *format, ...)
{
	char text[64];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	table_text(table, text);
}

static void add_cells(struct table *table, const struct suspect *suspect,
		      const struct series *series, const struct shown *shown)
{
	const struct group *group = suspect->group;
	char began[32];

	table_text(table, confidence_names[suspect->confidence]);
	table_count(table, group->bytes);
	if (shown->errors) {
		add_error_cell(table, shown->format, group->bytes_variance);
		add_error_cell(table, shown->format,
			       fabs(suspect->history->variance_change));
	}
	table_count(table, group->live);
	if (shown->errors)
		add_error_cell(table, shown->format, group->live_variance);
	add_text(table, "%u/%u", suspect->up, series->windows);
	add_text(table, "%u/%u", suspect->down, series->windows);
	if (shown->began)
		table_text(table, began_text(began, suspect, series, shown->format));
	if (shown->rate)
		table_count(table, per_hour(group->bytes, series->seconds));
	if (shown->allocs) {
		table_count(table, group->allocs);
		/* More than 100 % if older objects were freed, too. */
		if (group->allocs)
			add_text(table, "%.0f%%", 100.0 * (int64_t)frees_of(&group->values) /
				 (int64_t)group->allocs);
		else
			table_text(table, "-");
	}
	if (shown->ages && suspect->has_ages)
		add_text(table, "%" PRIu64 "/%" PRIu64, suspect->ages.old,
			 suspect->ages.live);
	else if (shown->ages)
		table_text(table, "-");
	add_line_cells(table, &group->entry, shown->types);
}

static void print_suspects(const struct suspect *suspects, size_t nr,
			   struct series *series, bool ages,
			   const struct options *options, FILE *out)
{
	enum format format = series->last.format;
	struct shown shown = { .format = options->format, .ages = ages,
			       .rate = has_rate(series->seconds),
			       .allocs = has_allocs(format),
			       .types = has_types(format),
			       .errors = is_estimate(format),
			       .began = series->seconds > 0 };
	struct table table = { 0 };
	size_t i;

	add_columns(&table, &shown);
	for (i = 0; i < nr && (!options->top || i < options->top); i++) {
		const char *note = options->live &&
				   module_is_unloaded(suspects[i].group->module) ?
				   "its module was unloaded" : suspects[i].note;

		add_cells(&table, &suspects[i], series, &shown);
		table_text(&table, *note || options->format != OUTPUT_TEXT ? note : "-");
	}
	if (options->format == OUTPUT_JSON) {
		print_json_head(out, &series->last);
		if (series->seconds > 0)
			fprintf(out, "\"seconds\": %.6g, ", series->seconds);
		fprintf(out, "\"snapshots\": %zu, \"windows\": %u, \"rows\": ",
			series->snapshots, series->windows);
	}
	table_print(&table, out, options->format, options->exact);
	print_unloaded(&series->unloaded, options, out);
	end_rows(out, options->format);
}

/* A call stack that has grown. */
struct grown {
	const struct watched_line *line;
	size_t suspect;		/* its rank */
	int64_t bytes, live;
};

static int compare_grown(const void *x, const void *y)
{
	const struct grown *a = x, *b = y;

	/* Stacks that have not grown come last. */
	if ((a->bytes > 0) != (b->bytes > 0))
		return a->bytes > 0 ? -1 : 1;
	if (a->suspect != b->suspect)
		return a->suspect < b->suspect ? -1 : 1;
	if (a->bytes != b->bytes)
		return a->bytes < b->bytes ? 1 : -1;
	return a->line < b->line ? -1 : a->line > b->line;
}

static bool same_stack(const struct watched *a, const struct watched_line *line,
		       const struct watched *b, const struct watched_line *other)
{
	return same_place(&line->entry, &other->entry) && line->nr == other->nr &&
	       !memcmp(a->frames + line->first, b->frames + other->first,
		       line->nr * sizeof(*a->frames));
}

/*
 * Add a line of STACKS, if it is a suspect's, to the *NR_GROWN stacks in GROWN.
 * If a module was unloaded with leaks and loaded again, it has the same stack
 * twice.
 */
static void add_grown(struct grown *grown, size_t *nr_grown,
		      const struct watched *stacks, const struct watched_line *line,
		      const struct suspect *suspects, size_t nr)
{
	size_t i, rank;

	for (rank = 0; rank < nr; rank++)
		if (suspects[rank].confidence >= CONFIDENCE_MEDIUM &&
		    same_place(&suspects[rank].group->entry, &line->entry))
			break;
	if (rank == nr)
		return;
	for (i = 0; i < *nr_grown; i++)
		if (same_stack(stacks, line, stacks, grown[i].line))
			break;
	if (i == *nr_grown)
		grown[(*nr_grown)++] = (struct grown){ .line = line, .suspect = rank };
	grown[i].bytes += line->entry.bytes;
	grown[i].live += line->entry.live;
}

static void subtract_before(struct grown *grown, const struct watched *stacks,
			    const struct watched *before)
{
	size_t i;

	for (i = 0; i < before->nr; i++) {
		const struct watched_line *old = &before->lines[i];

		if (same_stack(stacks, grown->line, before, old)) {
			grown->bytes -= old->entry.bytes;
			grown->live -= old->entry.live;
		}
	}
}

/*
 * The call stacks of suspects that have grown while they were watched, in the
 * order of the suspects.
 */
static void print_grown_stacks(const struct suspect *suspects, size_t nr,
			       const struct evidence *evidence,
			       const struct options *options, FILE *out)
{
	const struct watched *stacks = &evidence->stacks;
	struct grown *grown = xcalloc(stacks->nr, sizeof(*grown));
	char size[HUMAN_SIZE], time[HUMAN_SIZE];
	size_t nr_grown = 0, i, k;

	for (i = 0; i < stacks->nr; i++)
		add_grown(grown, &nr_grown, stacks, &stacks->lines[i], suspects, nr);
	for (i = 0; i < nr_grown; i++)
		subtract_before(&grown[i], stacks, &evidence->before);
	qsort(grown, nr_grown, sizeof(*grown), compare_grown);
	while (nr_grown && grown[nr_grown - 1].bytes <= 0)
		nr_grown--;
	fprintf(out, "\nCall stacks that have grown in the last %s:\n",
		human_seconds(time, evidence->end - evidence->start));
	for (i = 0; i < nr_grown && i < MAX_STACKS; i++) {
		const struct watched_line *line = grown[i].line;

		if (options->exact)
			snprintf(size, sizeof(size), "%" PRId64 " B", grown[i].bytes);
		else
			human_bytes(size, grown[i].bytes);
		fprintf(out, "\n+%s, %+" PRId64 " allocations: %s(), %s line %u\n", size,
			grown[i].live, name_text(line->entry.function),
			name_text(line->entry.file), line->entry.line);
		for (k = 0; k < line->nr; k++)
			fprintf(out, "\t%s\n", name_text(stacks->frames[line->first + k]));
	}
	if (!nr_grown)
		fputs("\nNone.\n", out);
	if (nr_grown > MAX_STACKS)
		fprintf(out, "\n... and %zu more\n", nr_grown - MAX_STACKS);
	free(grown);
}

/* How many live objects are older than 95 % of the freed ones. */
static void print_old(const struct suspect *suspect, FILE *out)
{
	char time[HUMAN_SIZE];

	if (!suspect->has_ages || !suspect->ages.freed)
		return;
	fprintf(out, "95 %% of its freed objects lived for less than %s;\n%" PRIu64 " of %" PRIu64 " live ones are older.\n",
		human_seconds(time, suspect->ages.limit / 1e6), suspect->ages.old,
		suspect->ages.live);
}

/* What to do about the first line of the list. */
static void print_advice(const struct suspect *suspect, const struct series *series,
			 FILE *out)
{
	char began[32];

	if (suspect->dropped && suspect->confidence == CONFIDENCE_MEDIUM)
		fprintf(out, "\n%s() fills a cache, which may be no leak: compare after\n"
			"\techo 2 >/proc/sys/vm/drop_caches\n"
			"What is left of it is in use, or its references leak.\n",
			name_text(suspect->group->function));
	if (suspect->confidence != CONFIDENCE_HIGH)
		return;
	fprintf(out, "\nLook first at %s(), %s line %u: it ",
		name_text(suspect->group->function), name_text(suspect->group->file),
		suspect->group->line);
	if (suspect->up == series->windows)
		fputs("grew in every window.\n", out);
	else
		fprintf(out, "has grown all the time since %s.\n",
			began_text(began, suspect, series, OUTPUT_TEXT));
	print_old(suspect, out);
}

static void print_leaks(struct series *series, const struct evidence *evidence,
			const struct options *options, struct test_result *result,
			FILE *out)
{
	char time[HUMAN_SIZE];
	struct suspect *suspects;
	size_t nr;
	bool ages;

	suspects = find_suspects(series, &nr);
	ages = add_lifetimes(suspects, nr, &evidence->lifetimes);
	if (is_estimate(series->last.format)) {
		struct totals totals;

		add_up(&series->last, &totals);
		print_estimate_note(series->last.format, &series->last.sampling,
				    totals.samples, options->format, out);
	}
	if (options->format == OUTPUT_TEXT) {
		fprintf(out, "%zu snapshots", series->snapshots);
		if (series->seconds > 0)
			fprintf(out, " in %s", human_seconds(time, series->seconds));
		fprintf(out, ", %u windows; %zu lines have grown\n\n", series->windows,
			nr);
	}
	print_suspects(suspects, nr, series, ages, options, out);
	if (options->format == OUTPUT_TEXT) {
		if (nr)
			print_advice(&suspects[0], series, out);
		if (evidence->start)
			print_grown_stacks(suspects, nr, evidence, options, out);
		if (series->windows < 4)
			fputs("\nFour windows or more are needed for a verdict: record for longer.\n",
			      out);
	}
	limit_suspects(result, suspects, nr, options);
	free(suspects);
}

/*
 * Watch the lines that are suspicious in the recording NAME. Returns whether
 * any could be watched.
 */
static bool watch_suspects(char *name, const struct filter *filter)
{
	struct series series = { 0 };
	struct suspect *suspects;
	size_t nr, i, watched = 0;
	struct error error;

	series_read(&series, &name, 1, filter, NULL);
	suspects = find_suspects(&series, &nr);
	for (i = 0; i < nr && watched < MAX_WATCHED; i++) {
		const struct group *group = suspects[i].group;
		struct buffer terms = { 0 };

		if (suspects[i].confidence < CONFIDENCE_MEDIUM)
			break;
		line_terms(&terms, &group->entry);
		/* The line may be gone since. */
		if (terms.used && watch_lines(terms.text, "csl", &error) >= 0)
			watched++;
		buffer_free(&terms);
	}
	free(suspects);
	series_free(&series);
	return watched;
}

/*
 * Record the running kernel for a time, in memory: nothing remains however the
 * program ends. Returns a name to read it by, to be freed.
 */
static char *record_for(double seconds, const struct filter *filter,
			struct evidence *evidence)
{
	double next = monotonic_seconds(), interval = seconds / LIVE_INTERVALS;
	bool can_watch = has_watched(WATCHED_CONTROL), watching = false;
	struct recorder recorder = { 0 };
	struct error error;
	int fd = memfd_create("alloctag", MFD_CLOEXEC);
	unsigned int i;
	char *name, *info;

	if (fd < 0)
		die(EXIT_CANNOT, "cannot create a memfd: %s",
		    strerror(errno));
	name = xasprintf("/proc/self/fd/%d", fd);
	catch_signals();
	for (i = 0; i <= LIVE_INTERVALS && wait_until(&next, interval); i++) {
		struct snapshot snapshot;

		read_live(&snapshot);
		if (i && snapshot.format != recorder.format) {
			warn("the recording ends: vm.mem_profiling was changed");
			snapshot_free(&snapshot);
			break;
		}
		info = boot_info(&snapshot.boot);
		if ((!i && recorder_start(&recorder, fd, snapshot.format, info, &error)) ||
		    recorder_add(&recorder, &snapshot, &error))
			die(EXIT_CANNOT, "%s", error.text);
		free(info);
		/* Without counters, lines are not watched. */
		can_watch &= !is_estimate(snapshot.format);
		snapshot_free(&snapshot);
		if (can_watch && i == WATCH_AFTER)
			watching = watch_suspects(name, filter);
		/* Only now: most objects younger than this will be freed. */
		if (watching && i == WATCH_AFTER + 1) {
			read_watched_live(&evidence->before, WATCHED_STACKS);
			evidence->start = monotonic_seconds();
		}
		if (isatty(STDERR_FILENO))
			fprintf(stderr, "\r%u of %u intervals%s", i, LIVE_INTERVALS,
				i == LIVE_INTERVALS ? "\n" : "");
	}
	if (evidence->start) {
		read_watched_live(&evidence->stacks, WATCHED_STACKS);
		evidence->end = monotonic_seconds();
	}
	if (can_watch)
		read_watched_live(&evidence->lifetimes, WATCHED_LIFETIMES);
	watch_restore();
	recorder_free(&recorder);
	return name;
}

int cmd_leaks(int argc, char **argv)
{
	struct test_result result = { 0 };
	struct series series = { 0 };
	struct evidence evidence = { 0 };
	struct options options;
	char *recorded;
	int first, nr, status;
	FILE *out;

	first = parse_options(&options, argc, argv);
	nr = argc - first;
	if (options.live ? nr > 0 : nr < 1)
		die(EXIT_WRONG, "leaks: a recording, several files, or --live=DURATION");
	need_limits(argv[0], options.live > 0, &options);
	if (options.live) {
		recorded = record_for(options.live, &options.filter, &evidence);
		series_read(&series, &recorded, 1, &options.filter, &options.period);
		free(recorded);
	} else {
		series.interval = options.interval;
		series_read(&series, argv + first, nr, &options.filter, &options.period);
	}
	check_windows(argv[0], &series, &options);
	out = open_output(options.output);
	print_leaks(&series, &evidence, &options, &result, out);
	close_output(out, options.output);
	result.seconds = series.seconds;
	status = finish_test(&result, argv[0], &series.last, &options);
	watched_free(&evidence.before);
	watched_free(&evidence.stacks);
	watched_free(&evidence.lifetimes);
	series_free(&series);
	return status;
}
