/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tree_input.h - reading lines or call stacks for a tree
 */
#ifndef TREE_INPUT_H
#define TREE_INPUT_H

#include "options.h"
#include "watch/watched.h"

bool read_tree_input(struct options *options, char *file,
		     struct snapshot *snapshot, struct watched *watched);

#endif
