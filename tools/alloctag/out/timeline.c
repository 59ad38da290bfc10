// SPDX-License-Identifier: GPL-2.0
/*
 * timeline.c - the largest groups of a series of snapshots, over time
 *
 * All files are read twice: first the total of each snapshot and the largest
 * value of each group, then the values of the largest groups at the points that
 * are drawn. So memory doesn't grow with the number of groups times snapshots.
 *
 * Where a machine was booted again, or where no snapshots were taken for long,
 * there is a break: nobody knows what was in between.
 */
#include <stdlib.h>
#include <string.h>

#include "out/timeline.h"
#include "out/colors.h"
#include "out/tree.h"
#include "snapshot/kernel.h"
#include "snapshot/reboot.h"
#include "snapshot/source.h"
#include "snapshot/totals.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/text.h"

const char * const break_names[NR_BREAKS] = {
	[BREAK_NONE] = "",
	[BREAK_REBOOT] = "reboot",
	[BREAK_HOST] = "another machine",
	[BREAK_FORMAT] = "other lines",
	[BREAK_COUNTED_ANEW] = "counted anew",
	[BREAK_RATE] = "another rate of samples",
	[BREAK_GAP] = "no snapshots",
};

/* With fewer snapshots, times of any distance are deliberate. */
#define LEAST_FOR_GAP 8
/* A gap is longer than so many intervals. */
#define GAP_INTERVALS 5

/* What is known of a group before its values are stored. */
struct summary {
	int64_t now;		/* of the snapshot that is being read */
	int64_t begin;		/* after the last break */
	int64_t most, growth;	/* the largest value, and growth since a break */
};

struct reader {
	struct timeline *timeline;
	const struct options *options;
	struct groups groups;
	struct summary *summaries;	/* by group */
	size_t summaries_room;
	int64_t from, to;	/* only snapshots of that time */
};

static enum timeline_break find_break(const struct snapshot *before,
				      const struct snapshot *after)
{
	switch (boot_change(before, after)) {
	case BOOT_OTHER_HOST:
		return BREAK_HOST;
	case BOOT_OTHER:
		return BREAK_REBOOT;
	case BOOT_COUNTED_ANEW:
		return BREAK_COUNTED_ANEW;
	case BOOT_SAME:
		break;
	}
	if (has_allocs(before->format) != has_allocs(after->format) ||
	    is_estimate(before->format) != is_estimate(after->format))
		return BREAK_FORMAT;
	return before->sampling.rate != after->sampling.rate ? BREAK_RATE : BREAK_NONE;
}

/* The summary of ENTRY's group. */
static struct summary *find_summary(struct reader *reader,
				    const struct entry *entry)
{
	size_t index = groups_find(&reader->groups, entry) - reader->groups.array;
	size_t room = reader->summaries_room ? reader->summaries_room : 4096;

	if (index >= reader->summaries_room) {
		while (index >= room)
			room *= 2;
		reader->summaries = xrealloc(reader->summaries,
					     room * sizeof(*reader->summaries));
		memset(reader->summaries + reader->summaries_room, 0,
		       (room - reader->summaries_room) * sizeof(*reader->summaries));
		reader->summaries_room = room;
	}
	return &reader->summaries[index];
}

/* Set .now of all groups, and return the sum. */
static int64_t add_snapshot(struct reader *reader, const struct snapshot *snapshot)
{
	int64_t total = 0;
	size_t i;

	for (i = 0; i < reader->groups.nr; i++)
		reader->summaries[i].now = 0;
	for (i = 0; i < snapshot->nr; i++) {
		const struct entry *entry = &snapshot->entries[i];

		if (!filter_matches(&reader->options->filter, entry))
			continue;
		find_summary(reader, entry)->now += entry->bytes;
		total += entry->bytes;
	}
	return total;
}

/* The first reading. */
static void read_summaries(struct reader *reader, char **files, int nr)
{
	struct timeline *timeline = reader->timeline;
	struct snapshot snapshot, last = { 0 };
	struct source source;
	struct totals totals;
	size_t i;

	source_open(&source, files, nr);
	period_choose(&reader->options->period, &source);
	reader->from = source.from;
	reader->to = source.to;
	while (source_next(&source, &snapshot)) {
		struct point point = { .time = snapshot.time };

		if (timeline->nr)
			point.before = find_break(&last, &snapshot);
		point.total = add_snapshot(reader, &snapshot);
		for (i = 0; i < reader->groups.nr; i++) {
			struct summary *summary = &reader->summaries[i];

			if (!timeline->nr || point.before)
				summary->begin = summary->now;
			if (summary->now > summary->most)
				summary->most = summary->now;
			if (summary->now - summary->begin > summary->growth)
				summary->growth = summary->now - summary->begin;
		}
		if (point.total > timeline->most)
			timeline->most = point.total;
		timeline->points = grow(timeline->points, timeline->nr, &timeline->room,
					sizeof(point));
		timeline->points[timeline->nr++] = point;
		snapshot_free(&last);
		last = snapshot;
	}
	source_close(&source);
	timeline->snapshots = timeline->nr;
	timeline->format = last.format;
	add_up(&last, &totals);
	timeline->left_out = totals.bytes[OWNER_USER];
	snapshot_free(&last);
}

static int compare_times(const void *x, const void *y)
{
	int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;

	return a < b ? -1 : a > b;
}

/* Find out what times are worth, and where there are gaps. */
static void set_times(struct timeline *timeline, double interval)
{
	int64_t *steps = xcalloc(timeline->nr, sizeof(*steps)), usual;
	size_t i;

	timeline->axis = interval ? AXIS_ELAPSED : AXIS_TIME;
	for (i = 0; i < timeline->nr; i++) {
		if (interval)
			timeline->points[i].time = i * interval * 1e9;
		else if (!timeline->points[i].time ||
			 (i && timeline->points[i].time <= timeline->points[i - 1].time))
			timeline->axis = AXIS_NUMBER;
		if (i)
			steps[i - 1] = timeline->points[i].time - timeline->points[i - 1].time;
	}
	if (timeline->axis == AXIS_NUMBER)
		for (i = 0; i < timeline->nr; i++)
			timeline->points[i].time = i + 1;
	if (timeline->axis == AXIS_TIME && timeline->nr >= LEAST_FOR_GAP) {
		qsort(steps, timeline->nr - 1, sizeof(*steps), compare_times);
		usual = steps[(timeline->nr - 1) / 2];
		for (i = 1; i < timeline->nr; i++)
			if (!timeline->points[i].before && timeline->points[i].time -
			    timeline->points[i - 1].time > GAP_INTERVALS * usual)
				timeline->points[i].before = BREAK_GAP;
	}
	free(steps);
}

/* In which of MAX_POINTS equal parts of the time a point is. */
static size_t part_of(const struct timeline *timeline, size_t point)
{
	const struct point *points = timeline->points;
	double span = points[timeline->nr - 1].time - points[0].time;

	return (points[point].time - points[0].time) / span * (MAX_POINTS - 1);
}

/*
 * Which snapshots are drawn: of each part of a long time, the one with the
 * largest total, so that no peak is missing, and the last one before and the
 * first one after a break. KEPT: a flag for each.
 */
static void choose_points(const struct timeline *timeline, bool *kept)
{
	const struct point *points = timeline->points;
	size_t i, end;

	for (i = 0; i < timeline->nr; i = end) {
		size_t most = i, begin = i, last = i, k;

		for (end = i; end < timeline->nr && (timeline->nr <= MAX_POINTS ? end == i :
		     part_of(timeline, end) == part_of(timeline, i)); end++)
			if (points[end].total > points[most].total)
				most = end;
		kept[most] = true;
		for (k = i; k < end; k++) {
			if (points[k].before && begin == i)
				begin = k;
			if (k + 1 < timeline->nr && points[k + 1].before)
				last = k;
		}
		kept[begin] |= points[begin].before != BREAK_NONE;
		if (last + 1 < timeline->nr)
			kept[last] |= points[last + 1].before != BREAK_NONE;
	}
	kept[0] = kept[timeline->nr - 1] = true;
}

static const struct reader *sorted_reader;

static int compare_groups(const void *x, const void *y)
{
	const uint32_t *i = x, *k = y;
	const struct summary *a = &sorted_reader->summaries[*i];
	const struct summary *b = &sorted_reader->summaries[*k];
	bool growth = sorted_reader->options->sort == SORT_GROWTH;

	if (growth && a->growth != b->growth)
		return a->growth < b->growth ? 1 : -1;
	if (a->most != b->most)
		return a->most < b->most ? 1 : -1;
	/* As they are in the first report. */
	return *i < *k ? -1 : *i > *k;
}

/* The name of an area: as short as it can be without being unclear. */
static char *area_label(const struct groups *groups, const struct group *group)
{
	char *label = group_label(groups, group), *area, *cut;

	if (groups->grouping == BY_LINE)
		area = xasprintf("%s (%s)", name_text(group->function), label);
	else if (!strncmp(label, "struct ", 7) && label[7])
		area = xstrdup(label + 7);
	else if (groups->grouping <= BY_FILE && group->module)
		area = xasprintf("%s [%s]", label, name_text(group->module));
	else
		area = xstrdup(label);
	cut = cut_text(area, LONGEST_LABEL);
	free(area);
	free(label);
	return cut;
}

/* AREAS gets the number of the area of each group plus 1, 0: in none. */
static void choose_areas(struct reader *reader, unsigned char *areas)
{
	struct timeline *timeline = reader->timeline;
	uint32_t *order = xmalloc((reader->groups.nr + 1) * sizeof(*order));
	unsigned int used = 0;
	size_t i;

	for (i = 0; i < reader->groups.nr; i++)
		order[i] = i;
	sorted_reader = reader;
	qsort(order, reader->groups.nr, sizeof(*order), compare_groups);
	for (i = 0; i < reader->groups.nr; i++) {
		struct area_values *area = &timeline->areas[timeline->nr_areas];

		if (reader->summaries[order[i]].most <= 0)
			continue;
		if (timeline->nr_areas == reader->options->top) {
			timeline->others++;
			continue;
		}
		area->label = area_label(&reader->groups, &reader->groups.array[order[i]]);
		area->hue = choose_hue(area->label, &used);
		areas[order[i]] = ++timeline->nr_areas;
	}
	free(order);
}

/* The second reading. Points that aren't kept are removed. */
static void read_values(struct reader *reader, char **files, int nr,
			const bool *kept, const unsigned char *areas)
{
	struct timeline *timeline = reader->timeline;
	enum timeline_break before = BREAK_NONE;
	struct snapshot snapshot;
	struct source source;
	size_t i, g, to = 0, count = 0;

	for (i = 0; i < timeline->nr; i++)
		count += kept[i];
	for (i = 0; i < timeline->nr_areas; i++)
		timeline->areas[i].values = xcalloc(count, sizeof(int64_t));
	source_open(&source, files, nr);
	source.quiet = true;
	source.from = reader->from;
	source.to = reader->to;
	for (i = 0; i < timeline->nr && source_next(&source, &snapshot); i++) {
		/* What is left out may have been a boot of its own. */
		if (!before || timeline->points[i].before == BREAK_REBOOT)
			before = timeline->points[i].before;
		if (kept[i]) {
			add_snapshot(reader, &snapshot);
			for (g = 0; g < reader->groups.nr; g++)
				if (areas[g])
					timeline->areas[areas[g] - 1].values[to] +=
						reader->summaries[g].now;
			timeline->points[to] = timeline->points[i];
			timeline->points[to++].before = before;
			before = BREAK_NONE;
		}
		snapshot_free(&snapshot);
	}
	source_close(&source);
	if (to < count)
		die(EXIT_CANNOT, "chart: the oldest snapshots were deleted while they were read; try again");
	timeline->nr = to;
}

/*
 * Read all snapshots of FILES. Ends the program if a file can't be read, or if
 * there are fewer than two snapshots.
 */
void timeline_read(struct timeline *timeline, char **files, int nr,
		   const struct options *options)
{
	struct reader reader = { .timeline = timeline, .options = options };
	unsigned char *areas;
	bool *kept;

	memset(timeline, 0, sizeof(*timeline));
	groups_init(&reader.groups, options->grouping, options->depth, NULL);
	read_summaries(&reader, files, nr);
	if (timeline->nr < 2)
		die(EXIT_WRONG, "chart: two snapshots are needed; there are %zu%s",
		    timeline->nr,
		    period_has_times(&options->period) ? " of that time" : "");
	set_times(timeline, options->interval);
	kept = xcalloc(timeline->nr, sizeof(*kept));
	choose_points(timeline, kept);
	areas = xcalloc(reader.groups.nr + 1, 1);
	choose_areas(&reader, areas);
	read_values(&reader, files, nr, kept, areas);
	free(areas);
	free(kept);
	free(reader.summaries);
	groups_free(&reader.groups);
}

/* The bytes of all groups that are in no area. */
int64_t timeline_others(const struct timeline *timeline, size_t point)
{
	int64_t rest = timeline->points[point].total;
	unsigned int i;

	for (i = 0; i < timeline->nr_areas; i++)
		rest -= timeline->areas[i].values[point];
	return rest;
}

void timeline_free(struct timeline *timeline)
{
	unsigned int i;

	for (i = 0; i < timeline->nr_areas; i++) {
		free(timeline->areas[i].label);
		free(timeline->areas[i].values);
	}
	free(timeline->points);
	memset(timeline, 0, sizeof(*timeline));
}
