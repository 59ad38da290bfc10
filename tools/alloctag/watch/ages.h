/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ages.h - how old the objects of a line get
 */
#ifndef AGES_H
#define AGES_H

#include "watch/watched.h"

/* Sums over the ages of a line. */
struct age_sums {
	uint64_t freed, live;
	uint64_t median, limit;	/* microseconds */
	uint64_t old;		/* live objects older than LIMIT */
};

void add_ages(const struct watched *watched, const struct watched_line *line,
	      struct age_sums *sums);

#endif
