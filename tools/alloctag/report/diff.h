/* SPDX-License-Identifier: GPL-2.0 */
/*
 * diff.h - growth between two snapshots
 */
#ifndef DIFF_H
#define DIFF_H

#include "options.h"

void diff_snapshots(struct groups *groups, const struct snapshot *before,
		    const struct snapshot *after, const struct filter *filter,
		    bool shrunk);
void print_diff(const struct groups *groups, const struct options *options,
		enum format format, double seconds, FILE *out);

#endif
