/* SPDX-License-Identifier: GPL-2.0 */
/*
 * timeline.h - the largest groups of a series of snapshots, over time
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include "options.h"

/* Colors that can be told apart. */
#define MAX_AREAS 12
/* Snapshots of longer series are left out. */
#define MAX_POINTS 1000

/* Why values can't be connected with those before them. */
enum timeline_break {
	BREAK_NONE,
	BREAK_REBOOT,
	BREAK_HOST,
	BREAK_FORMAT,		/* counts, then estimates, or as that */
	BREAK_COUNTED_ANEW,	/* in the same boot */
	BREAK_RATE,		/* of samples */
	BREAK_GAP,		/* no snapshots for a long time */
	NR_BREAKS
};

extern const char * const break_names[NR_BREAKS];

/* What the times of points are. */
enum timeline_axis {
	AXIS_TIME,		/* ns since 1970 */
	AXIS_ELAPSED,		/* ns since the first snapshot: --interval */
	AXIS_NUMBER,		/* of the snapshot: they have no times that rise */
};

struct point {
	int64_t time;
	int64_t total;		/* bytes of all lines that the filter matches */
	enum timeline_break before;
};

/* One of the largest groups: its value at each point. */
struct area_values {
	char *label;
	unsigned int hue;
	int64_t *values;
};

struct timeline {
	enum timeline_axis axis;
	struct point *points;
	size_t nr, room;
	size_t snapshots;	/* that were read */
	struct area_values areas[MAX_AREAS];	/* the largest first */
	unsigned int nr_areas;
	size_t others;		/* groups that are in no area */
	int64_t most;		/* of all totals */
	/* Of the last snapshot, for titles. */
	enum format format;
	int64_t left_out;	/* bytes of pages of files and processes */
};

void timeline_read(struct timeline *timeline, char **files, int nr,
		   const struct options *options);
int64_t timeline_others(const struct timeline *timeline, size_t point);
void timeline_free(struct timeline *timeline);

#endif
