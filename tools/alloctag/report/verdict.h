/* SPDX-License-Identifier: GPL-2.0 */
/*
 * verdict.h - which lines of a series may leak
 */
#ifndef VERDICT_H
#define VERDICT_H

#include "report/confidence.h"
#include "report/series.h"
#include "watch/ages.h"

/* A line that has grown. */
struct suspect {
	const struct group *group;	/* of the difference */
	const struct history *history;
	unsigned int up, down;		/* windows in which it grew, shrank */
	/* From the end of this window on it grew in all; 0: from the start. */
	unsigned int since;
	enum confidence confidence;
	const char *note;
	bool dropped;			/* drop_caches frees what is unused of it */
	struct age_sums ages;
	bool has_ages;
};

struct suspect *find_suspects(const struct series *series, size_t *nr);

#endif
