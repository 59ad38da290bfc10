/* SPDX-License-Identifier: GPL-2.0 */
/*
 * record.h - writing one snapshot, or a series of them
 */
#ifndef RECORD_H
#define RECORD_H

#include "snapshot/snapshot.h"
#include "util/error.h"

/* Where snapshots of the running kernel come from. */
struct live {
	bool waits;
	void (*begin)(void);	/* called once, before the first; NULL: nothing */
	void (*read)(struct snapshot *snapshot);
};

int record_snapshots(int argc, char **argv, const struct live *live);
int try_write_snapshot(const struct snapshot *snapshot, const char *name,
		       bool replace, struct error *error);

#endif
