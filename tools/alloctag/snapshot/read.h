/* SPDX-License-Identifier: GPL-2.0 */
/*
 * read.h - reading reports and recordings
 */
#ifndef READ_H
#define READ_H

#include "snapshot/period.h"
#include "snapshot/snapshot.h"

void read_snapshot(struct snapshot *snapshot, char *name, const struct period *period);
void read_waits(struct snapshot *snapshot, char *name, const struct period *period);
void read_live(struct snapshot *snapshot);
bool mode_is_samples(void);
bool counting_is_off(void);

#endif
