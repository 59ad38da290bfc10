/* SPDX-License-Identifier: GPL-2.0 */
/*
 * series.h - the values of all lines in a series of snapshots
 */
#ifndef SERIES_H
#define SERIES_H

#include "snapshot/group.h"
#include "snapshot/period.h"

#define NR_WINDOWS 8

/* How the values of a group have changed. */
struct history {
	int64_t before;			/* in the snapshot before */
	double squares;			/* of the differences from one to the next */
	double largest;			/* of these differences */
	unsigned int steps_up, steps_down;
	/*
	 * Of an estimate: from the first snapshot to the last. Samples in both
	 * cancel out: the variance of the difference may be as small as this.
	 */
	double variance_change;
	/* Of the last snapshot that has the line: its number, from 1. */
	unsigned int seen;
	bool selected;			/* the filter matches it */
	int64_t last, last_live;	/* values in that */
};

/* A series of snapshots; groups have the differences of last and first. */
struct series {
	struct snapshot last;
	struct groups groups;
	struct history *history;	/* by group */
	/* By group, WINDOWS + 1 of each; number 0 is the first snapshot. */
	int64_t *ends;			/* values at the end of the window */
	int64_t *floors;		/* the least values in it */
	size_t nr, room;		/* groups that these have, and can have */
	struct groups unloaded;		/* lines of modules: see unloaded.h */
	unsigned int noted;		/* snapshots, so far */
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
