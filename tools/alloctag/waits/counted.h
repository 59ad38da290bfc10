/* SPDX-License-Identifier: GPL-2.0 */
/*
 * counted.h - what was counted: in all, or from one snapshot to another
 */
#ifndef COUNTED_H
#define COUNTED_H

#include "options.h"
#include "snapshot/group.h"

/* AFTER, less BEFORE if there is one. */
struct counted {
	struct snapshot before, after;
	bool has_before;
	double seconds;		/* between them; 0: not known */
};

void read_counted(struct counted *counted, const struct options *options,
		  const char *command, bool ends, char **files, int nr);
void counted_groups(const struct counted *counted, const struct filter *filter,
		    struct groups *groups);
void counted_snapshot(const struct counted *counted, struct snapshot *snapshot);
void counted_free(struct counted *counted);

#endif
