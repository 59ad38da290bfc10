/* SPDX-License-Identifier: GPL-2.0 */
/*
 * record.h - writing one snapshot
 */
#ifndef RECORD_H
#define RECORD_H

#include "snapshot/snapshot.h"
#include "util/error.h"

int try_write_snapshot(const struct snapshot *snapshot, const char *name,
		       bool replace, struct error *error);

#endif
