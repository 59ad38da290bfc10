/* SPDX-License-Identifier: GPL-2.0 */
/*
 * folded.h - stacks for flamegraph.pl
 */
#ifndef FOLDED_H
#define FOLDED_H

#include <stdio.h>

#include "out/tree.h"

void print_folded(const struct tree *tree, const char *root, FILE *out);

#endif
