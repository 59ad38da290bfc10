/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stack.h - call stacks: names of functions, and where callers begin
 */
#ifndef STACK_H
#define STACK_H

#include "watch/watched.h"

name_t frame_function(name_t frame, name_t *module);
size_t first_caller(const struct watched *watched,
		    const struct watched_line *line);

#endif
