/* SPDX-License-Identifier: GPL-2.0 */
/*
 * counted.h - what was counted: in all, or from one snapshot to another
 */
#ifndef COUNTED_H
#define COUNTED_H

#include "options.h"
#include "snapshot/group.h"

/* LINES: AFTER, less BEFORE if there is one; only those that have waited. */
struct counted {
	struct snapshot before, after, lines;
	bool has_before;
	double seconds;		/* between them; 0: not known */
};

void read_counted(struct counted *counted, const struct options *options,
		  const char *command, bool ends, char **files, int nr);
void counted_free(struct counted *counted);

#endif
