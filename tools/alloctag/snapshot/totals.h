/* SPDX-License-Identifier: GPL-2.0 */
/*
 * totals.h - sums over all lines
 */
#ifndef TOTALS_H
#define TOTALS_H

#include "snapshot/kernel.h"
#include "snapshot/snapshot.h"

/* Sums, by kind of line. */
struct totals {
	int64_t bytes[NR_OWNERS];
	int64_t live[NR_OWNERS];
	int64_t all;		/* of all lines */
	int64_t once;		/* each byte counted once */
	size_t inaccurate;
	/* Of estimates: the samples, and variances of the sums of bytes. */
	uint64_t samples;
	double variance[NR_OWNERS];
	double all_variance, once_variance;
};

void add_up(const struct snapshot *snapshot, struct totals *totals);

#endif
