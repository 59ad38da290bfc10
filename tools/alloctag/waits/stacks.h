/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stacks.h - the waits of lines by call stack
 */
#ifndef WAIT_STACKS_H
#define WAIT_STACKS_H

#include "watch/watched.h"

void read_wait_stacks(struct watched *watched, const char *name);
void read_wait_stacks_live(struct watched *watched);

#endif
