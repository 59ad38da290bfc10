/* SPDX-License-Identifier: GPL-2.0 */
/*
 * record.h - snapshots of the running kernel, one an interval
 */
#ifndef RECORD_H
#define RECORD_H

#include "snapshot/snapshot.h"

/* Where snapshots of the running kernel come from. */
struct live {
	enum unit unit;		/* of its lines */
	void (*begin)(void);	/* called once, before the first; NULL: nothing */
	void (*read)(struct snapshot *snapshot);
};

int record_snapshots(int argc, char **argv, const struct live *live);

#endif
