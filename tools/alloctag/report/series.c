// SPDX-License-Identifier: GPL-2.0
/*
 * series.c - the values of all lines in a series of snapshots
 *
 * The time of the series is divided into windows. Of each window, the last
 * value of a line is kept, and the least one: the memory of a line that is
 * filled and emptied again and again has ends that say little, but what is left
 * each time it was emptied does not grow unless it leaks.
 */
#include <stdlib.h>
#include <string.h>

#include "report/series.h"
#include "report/unloaded.h"
#include "snapshot/reboot.h"
#include "snapshot/source.h"
#include "util/buffer.h"
#include "util/error.h"

/* The history of the group of ENTRY: all 0 if it is new. */
static struct history *find_history(struct series *series, const struct entry *entry)
{
	size_t index = groups_find(&series->groups, entry) - series->groups.array;
	size_t values = series->windows + 1;

	if (series->room < series->groups.room) {
		series->room = series->groups.room;
		series->history = xrealloc(series->history,
					   series->room * sizeof(*series->history));
		series->ends = xrealloc(series->ends,
					series->room * values * sizeof(*series->ends));
		series->floors = xrealloc(series->floors,
					  series->room * values * sizeof(*series->floors));
	}
	if (index == series->nr) {
		memset(&series->history[index], 0, sizeof(*series->history));
		memset(&series->ends[index * values], 0, values * sizeof(*series->ends));
		memset(&series->floors[index * values], 0, values * sizeof(*series->floors));
		series->nr++;
	}
	return &series->history[index];
}

/*
 * Note the values of all lines in SNAPSHOT, which is in window NUMBER; 0: the
 * first. BEGINS and ENDS say whether it is the first and the last one of that.
 */
static void note_values(struct series *series, const struct snapshot *snapshot,
			const struct filter *filter, unsigned int number,
			bool begins, bool ends)
{
	struct filter all = { .all_lines = filter->all_lines };
	bool is_last = ends && number == series->windows;
	bool estimate = is_estimate(snapshot->format);
	size_t i;

	series->noted++;
	for (i = 0; i < snapshot->nr; i++) {
		const struct entry *entry = &snapshot->entries[i];
		struct history *history;

		/* A verdict on some lines is one among all. */
		if (!filter_matches(&all, entry))
			continue;
		history = find_history(series, entry);
		if (history->seen != series->noted) {
			history->seen = series->noted;
			history->last = 0;
			history->last_live = 0;
		}
		history->last += entry->bytes;
		history->last_live += entry->live;
		if (!history->selected)
			history->selected = filter_matches(filter, entry);
		/* Only the ends count for differences. */
		if (is_last)
			groups_add(&series->groups, entry);
		else if (!number)
			groups_subtract(&series->groups, entry);
		if (estimate && (is_last || !number))
			history->variance_change += number ? entry->bytes_variance :
						    -entry->bytes_variance;
	}
	for (i = 0; i < series->nr; i++) {
		struct history *history = &series->history[i];
		/* A line that is not there now has 0. */
		int64_t now = history->seen == series->noted ? history->last : 0;
		int64_t *end = &series->ends[i * (series->windows + 1) + number];
		int64_t *floor = &series->floors[i * (series->windows + 1) + number];
		double step = now - history->before;

		if (number) {
			history->squares += step * step;
			history->largest = step > history->largest ? step : history->largest;
			history->steps_up += step > 0;
			history->steps_down += step < 0;
		}
		history->before = now;
		if (begins || now < *floor)
			*floor = now;
		if (ends)
			*end = now;
	}
	if (ends)
		series->times[number] = snapshot->time;
}

/* Find the lines whose modules are gone at the end, but which had memory. */
static void note_unloaded(struct series *series)
{
	size_t i;

	groups_init(&series->unloaded, BY_LINE, 0, &allocinfo_measures);
	for (i = 0; forgets_modules(series->last.format) && i < series->groups.nr; i++) {
		const struct history *history = &series->history[i];
		struct entry entry = series->groups.array[i].entry;

		if (history->seen == series->noted || history->last <= 0 || !entry.module ||
		    !history->selected || has_module(&series->last, entry.module))
			continue;
		entry.bytes = history->last;
		entry.live = history->last_live;
		groups_add(&series->unloaded, &entry);
		entry.bytes = series->ends[i * (series->windows + 1)];
		entry.live = 0;
		groups_subtract(&series->unloaded, &entry);
	}
}

/*
 * Why AFTER can't be compared with BEFORE, and the series starts anew with it;
 * NULL if it can.
 *
 * The kernel drops its samples when their rate is changed: all memory seems to
 * be freed, then each line grows until its memory is as old as the new samples.
 */
static const char *new_series(const struct snapshot *before,
			      const struct snapshot *after)
{
	if (before->sampling.rate != after->sampling.rate)
		return "the rate of samples was changed";
	if (has_allocs(before->format) != has_allocs(after->format) ||
	    is_estimate(before->format) != is_estimate(after->format))
		return "vm.mem_profiling was changed";
	switch (boot_change(before, after)) {
	case BOOT_OTHER_HOST:
		return "another machine follows";
	case BOOT_OTHER:
		return "the machine was booted again";
	case BOOT_COUNTED_ANEW:
		return "vm.mem_profiling was changed";
	case BOOT_SAME:
		break;
	}
	return NULL;
}

/*
 * The next snapshot. If its time is not that of the file, but of a copy of it,
 * the user says how far apart they are.
 */
static bool next_snapshot(struct series *series, struct source *source,
			  struct snapshot *snapshot)
{
	size_t number = source->snapshots;

	if (!source_next(source, snapshot))
		return false;
	if (series->interval)
		snapshot->time = number * series->interval * 1e9 + 1;
	return true;
}

/* Returns whether times rise; then *START and *END are the first and last. */
static bool count_snapshots(struct series *series, char **files, int nr,
			    const struct period *period, int64_t *start, int64_t *end)
{
	struct snapshot snapshot, last = { 0 };
	const char *changed, *reason = NULL;
	struct source source;
	bool timed = true;

	source_open(&source, files, nr);
	period_choose(period, &source);
	series->from = source.from;
	series->to = source.to;
	while (next_snapshot(series, &source, &snapshot)) {
		changed = series->snapshots ? new_series(&last, &snapshot) : NULL;
		if (changed) {
			series->skipped += series->snapshots;
			series->snapshots = 0;
			timed = true;
			reason = changed;
		}
		if (!series->snapshots)
			*start = snapshot.time;
		else if (snapshot.time <= last.time)
			timed = false;
		if (!snapshot.time)
			timed = false;
		*end = snapshot.time;
		series->snapshots++;
		snapshot_free(&last);
		last = snapshot;
	}
	snapshot_free(&last);
	source_close(&source);
	if (series->skipped)
		warn("%s: %zu snapshots before that are left out", reason,
		     series->skipped);
	return timed;
}

/*
 * Read files twice: to count snapshots, then their values. Windows have equal
 * times, or equal numbers of snapshots if files have no times that rise. What
 * a recorder adds after the first time is left out.
 */
void series_read(struct series *series, char **files, int nr,
		 const struct filter *filter, const struct period *period)
{
	struct snapshot snapshot;
	struct source source;
	int64_t start = 0, end = 0;
	bool timed = count_snapshots(series, files, nr, period, &start, &end);
	unsigned int window = 1;
	bool begins = true;
	size_t i;

	if (series->snapshots < 2)
		die(EXIT_WRONG, "leaks: two snapshots are needed; there are %zu%s",
		    series->snapshots, period_has_times(period) ? " of that time" : "");
	series->seconds = timed ? (end - start) / 1e9 : 0;
	series->windows = series->snapshots - 1 < NR_WINDOWS ?
			  series->snapshots - 1 : NR_WINDOWS;

	source_open(&source, files, nr);
	source.quiet = true;
	source.from = series->from;
	source.to = series->to;
	for (i = 0; i < series->skipped && next_snapshot(series, &source, &snapshot); i++)
		snapshot_free(&snapshot);
	for (i = 0; i < series->snapshots && next_snapshot(series, &source, &snapshot); i++) {
		double part = timed ? (double)(snapshot.time - start) / (end - start) :
				      (double)i / (series->snapshots - 1);
		/* At least one snapshot for each window that is left. */
		size_t left = series->snapshots - 1 - i;
		bool ends = part >= (double)window / series->windows - 1e-9 ||
			    left <= series->windows - window;

		/* The last window ends with the last snapshot. */
		if (window == series->windows)
			ends = !left;
		if (!i) {
			groups_init(&series->groups, BY_LINE, 0, measures_of(snapshot.format));
			note_values(series, &snapshot, filter, 0, true, true);
		} else {
			note_values(series, &snapshot, filter, window, begins, ends);
			begins = ends;
			window += ends;
		}
		if (!left)
			series->last = snapshot;
		else
			snapshot_free(&snapshot);
	}
	source_close(&source);
	if (i < series->snapshots)
		die(EXIT_CANNOT, "leaks: the oldest snapshots were deleted while they were read; try again");
	note_unloaded(series);
}

void series_free(struct series *series)
{
	groups_free(&series->groups);
	groups_free(&series->unloaded);
	free(series->history);
	free(series->ends);
	free(series->floors);
	snapshot_free(&series->last);
	memset(series, 0, sizeof(*series));
}
