/* SPDX-License-Identifier: GPL-2.0 */
/*
 * top.h - running a command like alloctag top
 */
#ifndef TOP_H
#define TOP_H

#include "top/rows.h"

int run_top(int argc, char **argv, const struct top_kind *kind, void (*begin)(void));

#endif
