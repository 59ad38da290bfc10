/* SPDX-License-Identifier: GPL-2.0 */
/*
 * histogram.h - how long the waits of lines with a histogram have been
 */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "snapshot/snapshot.h"

/* Waits of less than END nanoseconds; INT64_MAX: also all longer ones. */
struct bucket {
	int64_t end, waits;
};

struct histogram {
	struct entry entry;
	/* The ns that half, 90 %, 99 % and 99.9 % of the waits took at most. */
	int64_t quantiles[4];
	/* Elements of buckets, only those with waits. */
	size_t first, nr;
};

struct histograms {
	struct histogram *array;
	size_t nr, room;
	struct bucket *buckets;
	size_t nr_buckets, buckets_room;
};

void read_histograms(struct histograms *histograms, const char *name);
void histograms_free(struct histograms *histograms);

#endif
