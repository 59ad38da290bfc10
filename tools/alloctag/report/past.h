/* SPDX-License-Identifier: GPL-2.0 */
/*
 * past.h - what the kernel's lines had an hour ago, and how their sum changed
 */
#ifndef PAST_H
#define PAST_H

#include "snapshot/snapshot.h"

/* Of a recording of the last hours. All 0: there is none. */
struct past {
	struct snapshot hour;	/* about an hour ago; of the last hour, the first */
	bool has_hour;
	struct sum {
		int64_t time;	/* ns since 1970 */
		int64_t bytes;	/* of the kernel's own lines */
	} *sums;		/* of snapshots, in their order */
	size_t nr, room;
};

/* How long the available memory lasts: the 95 % interval. */
struct forecast {
	double least, most;	/* seconds */
	double rate, margin;	/* bytes a second, and half of its interval */
	double seconds;		/* that were recorded */
};

void past_read(struct past *past, const char *name, const struct snapshot *now);
void past_free(struct past *past);
bool past_forecast(const struct past *past, int64_t available,
		   struct forecast *forecast);

#endif
