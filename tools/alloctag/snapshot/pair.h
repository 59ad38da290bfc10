/* SPDX-License-Identifier: GPL-2.0 */
/*
 * pair.h - two snapshots to be compared
 */
#ifndef PAIR_H
#define PAIR_H

#include "snapshot/period.h"
#include "snapshot/snapshot.h"

void read_ends(const char *command, char *name, enum unit unit,
	       const struct period *period, struct snapshot *before,
	       struct snapshot *after);
void check_pair(const char *command, const struct snapshot *before,
		const struct snapshot *after);

#endif
