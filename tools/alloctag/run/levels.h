/* SPDX-License-Identifier: GPL-2.0 */
/*
 * levels.h - the most and the least that lines had before, while and after a
 * command ran
 */
#ifndef LEVELS_H
#define LEVELS_H

#include "options.h"

enum phase {
	PHASE_BEFORE,
	PHASE_RUNNING,
	PHASE_AFTER,
	NR_PHASES
};

struct level {
	int64_t now, before, peak, after;	/* bytes */
	int64_t now_live, live_before, live_after;
	bool exact;		/* PEAK is the kernel's */
};

/* All 0 but for groups, which are lines: nothing was noted. */
struct levels {
	struct groups groups;
	struct level *array;		/* by group */
	size_t room;
	struct level all;		/* of their sum */
	size_t snapshots[NR_PHASES];
};

void levels_note(struct levels *levels, const struct snapshot *snapshot,
		 const struct filter *filter, enum phase phase);
void levels_peaks(struct levels *levels, double since);
bool level_grew(const struct level *level, int64_t limit);
void levels_free(struct levels *levels);

#endif
