/* SPDX-License-Identifier: GPL-2.0 */
/*
 * read.h - reading reports and recordings
 */
#ifndef READ_H
#define READ_H

#include "snapshot/snapshot.h"

void read_snapshot(struct snapshot *snapshot, char *name, unsigned long number);
void read_live(struct snapshot *snapshot);
bool mode_is_samples(void);
bool counting_is_off(void);

#endif
