/* SPDX-License-Identifier: GPL-2.0 */
/*
 * record.h - writing one snapshot
 */
#ifndef RECORD_H
#define RECORD_H

#include "snapshot/snapshot.h"

int try_write_snapshot(const struct snapshot *snapshot, const char *name);

#endif
