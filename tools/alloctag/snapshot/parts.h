/* SPDX-License-Identifier: GPL-2.0 */
/*
 * parts.h - what MemTotal is made of
 */
#ifndef PARTS_H
#define PARTS_H

#include "snapshot/totals.h"

enum {
	PART_FREE_BLOCKS,
	PART_FREE_LISTS,
	PART_USER,
	PART_SLAB_OBJECTS,
	PART_SLAB_FREE,
	PART_PERCPU,
	PART_KERNEL,
	PART_NO_LINE,		/* the rest: no line has it */
	NR_PARTS
};

struct part {
	int64_t bytes;
	const char *name;	/* for programs */
	const char *text;
};

bool memory_parts(const struct snapshot *snapshot, const struct totals *totals,
		  struct part parts[NR_PARTS]);

#endif
