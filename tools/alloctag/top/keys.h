/* SPDX-License-Identifier: GPL-2.0 */
/*
 * keys.h - the keys of alloctag top
 */
#ifndef KEYS_H
#define KEYS_H

#include "top/rows.h"

/* Act on the key CODE of ncurses. */
void top_handle_key(struct top *top, int code);
/* Show the snapshot that is STEPS later, of the recording that is replayed. */
void top_step(struct top *top, int steps);
/* The most important keys, for the last row of the screen; to be freed. */
char *top_hints(const struct top *top);

#endif
