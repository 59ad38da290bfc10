/* SPDX-License-Identifier: GPL-2.0 */
/*
 * segments.h - the files of a flight recording
 */
#ifndef SEGMENTS_H
#define SEGMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/error.h"

/* Times are in ns since 1970. */
struct segment {
	char *path;
	unsigned long number;	/* in the order in which they were written */
	int64_t start;		/* the second of its first snapshot */
	int64_t changed;	/* of the file: when its last snapshot was added */
	uint64_t size;		/* bytes */
};

bool is_folder(const char *name);
char *segment_name(unsigned long number, int64_t start);
char *segment_part(const char *name);
void segments_remove_parts(const char *folder);
int segments_list(const char *folder, struct segment **segments, size_t *nr,
		  struct error *error);
void segments_free(struct segment *segments, size_t nr);

#endif
