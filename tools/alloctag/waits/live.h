/* SPDX-License-Identifier: GPL-2.0 */
/*
 * live.h - the waits of the running kernel
 */
#ifndef WAITS_LIVE_H
#define WAITS_LIVE_H

#include "snapshot/snapshot.h"

char *waits_path(const char *name);
char *waits_file(const char *name);
void begin_waits(void);
void read_waits_live(struct snapshot *snapshot);
void count_waits(struct snapshot *before, struct snapshot *after, double seconds);
bool waits_were_reset(const struct snapshot *before, const struct snapshot *after);

#endif
