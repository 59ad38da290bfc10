/* SPDX-License-Identifier: GPL-2.0 */
/*
 * series.h - the values of all lines in a series of snapshots
 */
#ifndef SERIES_H
#define SERIES_H

#include "snapshot/group.h"
#include "snapshot/period.h"

#define NR_WINDOWS 8

/* The values of a group; number 0 is the first snapshot. */
struct history {
	int64_t ends[NR_WINDOWS + 1];	/* at the end of each window */
	int64_t floors[NR_WINDOWS + 1];	/* the least in each window */
	int64_t now;			/* of the snapshot that is being read */
	int64_t before;			/* of the one before it */
	double squares;			/* of the differences from one to the next */
	double largest;			/* of these differences */
	unsigned int steps_up, steps_down;
	bool selected;			/* the filter matches it */
	/* Of the last snapshot that has the line: its number, from 1. */
	size_t seen;
	int64_t last, last_live;	/* values in that */
	int64_t first;			/* in the first snapshot of the series */
};

/* A series of snapshots; groups have the differences of last and first. */
struct series {
	struct snapshot first, last;
	struct groups groups;
	struct history *history;	/* by group */
	size_t history_room;
	struct groups unloaded;		/* lines of modules: see unloaded.h */
	size_t noted;			/* snapshots, so far */
	unsigned int windows;
	int64_t times[NR_WINDOWS + 1];	/* of the ends of windows */
	double seconds;			/* 0: times are not known */
	double interval;		/* of snapshots; 0: they have times */
	int64_t from, to;		/* only snapshots of that time */
	size_t snapshots;
	size_t skipped;			/* before these, left out */
};

void series_read(struct series *series, char **files, int nr,
		 const struct filter *filter, const struct period *period);
void series_free(struct series *series);

#endif
