/* SPDX-License-Identifier: GPL-2.0 */
/*
 * diff.h - growth between two snapshots
 */
#ifndef DIFF_H
#define DIFF_H

#include "options.h"
#include "snapshot/source.h"

void diff_snapshots(struct groups *groups, const struct snapshot *before,
		    const struct snapshot *after, const struct filter *filter,
		    bool shrunk);
void read_ends(char *name, enum source_kind kind, const struct period *period,
	       struct snapshot *before, struct snapshot *after);
void print_diff(const struct groups *groups, const struct options *options,
		enum format format, double seconds, FILE *out);

#endif
