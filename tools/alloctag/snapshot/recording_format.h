/* SPDX-License-Identifier: GPL-2.0 */
/*
 * recording_format.h - parts of the text of a recording
 *
 * alloctag.5 describes the format.
 */
#ifndef RECORDING_FORMAT_H
#define RECORDING_FORMAT_H

#include <stdint.h>

#include "snapshot/snapshot.h"
#include "util/names.h"

#define RECORDING_MAGIC "alloctag - recording: "
#define RECORDING_HEADER RECORDING_MAGIC "2.0"
/* The type of a line that counts calls without a tag. */
#define RECORDED_UNTAGGED "(untagged)"

/*
 * A small file can expand to more than the memory of a machine. These limits
 * bound what a reader allocates; a recorder refuses to exceed them. Kernels
 * have less than 100,000 lines.
 */
#define MAX_RECORDED_LINES (1 << 20)
#define MAX_RECORDED_NAMES (1 << 27)	/* see count_declaration() */
#define MAX_RECORDED_NAME (1 << 20)	/* bytes of text that declares a line */
#define RECORDED_NAME_SIZE 32		/* what a name takes besides its text */

/* What the declarations of lines take, for a reader and a recorder. */
struct declarations {
	size_t text;		/* bytes, from "+" to the tab before the values */
	size_t names;		/* bytes of different names, and their entries */
	bool *seen;		/* by number of the name */
	size_t nr_seen;
};

bool count_declaration(struct declarations *declarations,
		       const struct entry *line, size_t length);

#endif
