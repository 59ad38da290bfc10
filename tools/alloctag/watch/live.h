/* SPDX-License-Identifier: GPL-2.0 */
/*
 * live.h - the files of /sys/kernel/debug/alloctag of the running kernel
 */
#ifndef LIVE_H
#define LIVE_H

#include "watch/watched.h"

bool has_watched(enum watched_kind kind);
void need_counters(const char *command);
bool read_watched_if_any(struct watched *watched, enum watched_kind kind);
void read_watched_live(struct watched *watched, enum watched_kind kind);
void read_stacks_live(struct watched *watched);
void live_types(struct watched *watched);

#endif
