/* SPDX-License-Identifier: GPL-2.0 */
/*
 * snapshot.h - entries and snapshots
 *
 * An entry is a line of /proc/allocinfo or /proc/alloctag; a snapshot is all
 * entries of a file. Names are interned: the same text has the same number in
 * all snapshots, so that comparing entries compares numbers.
 */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "snapshot/memory.h"
#include "util/error.h"
#include "util/names.h"

enum format {
	FORMAT_ALLOCINFO_1,	/* mainline since 6.10 */
	FORMAT_ALLOCINFO_2,	/* mainline since 7.0, alloctag, liballoctag */
	FORMAT_ALLOCTAG_1,	/* /proc/alloctag */
};

enum {
	ENTRY_INACCURATE = 1,	/* accurate:no */
	ENTRY_UNTAGGED = 2,	/* type "(untagged)" */
};

/*
 * MODULE is the empty name for built-in lines, TYPE if it is not known.
 * ALLOCS, FREES and COLUMN are 0 if the format doesn't have them.
 */
struct entry {
	name_t file, function, module, type;
	uint32_t line, column;
	uint32_t flags;
	uint32_t id;		/* its number in a recording */
	int64_t bytes, live;
	uint64_t allocs, frees;
};

struct snapshot {
	enum format format;
	struct entry *entries;
	size_t nr, room;
	int64_t time;		/* ns since 1970, 0 if not known */
	struct memory memory;
};

const char *format_text(enum format format);
bool has_allocs(enum format format);
int parse_report(struct snapshot *snapshot, const char *name, const char *text,
		 size_t size, struct error *error);
const char *parse_tag(const char *text, const char *end, struct entry *entry,
		      const char **rest);
void snapshot_free(struct snapshot *snapshot);

#endif
