/* SPDX-License-Identifier: GPL-2.0 */
/*
 * screen.h - the screen of alloctag top
 */
#ifndef SCREEN_H
#define SCREEN_H

#include "top/rows.h"

/* Show the list and obey keys, until the end. */
void top_run_screen(struct top *top);

#endif
