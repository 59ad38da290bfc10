/* SPDX-License-Identifier: GPL-2.0 */
/*
 * snapshot.h - entries and snapshots
 *
 * An entry is a line of /proc/allocinfo or /proc/alloctag; a snapshot is all
 * entries of a file. Names are interned: the same text has the same number in
 * all snapshots, so that comparing entries compares numbers.
 *
 * A snapshot can also be made of alloctag/samples. Its numbers are estimates
 * then, and each has a variance. Different samples are independent, so the
 * variance of a sum is the sum of the variances.
 *
 * Or of codetag/wait/stats: such a line has times instead of memory. What the
 * numbers of a format are, its table in measure.c says.
 */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "snapshot/memory.h"
#include "snapshot/boot.h"
#include "snapshot/measure.h"
#include "util/error.h"
#include "util/names.h"

enum format {
	FORMAT_ALLOCINFO_1,	/* mainline since 6.10 */
	FORMAT_ALLOCINFO_2,	/* mainline since 7.0, alloctag, liballoctag */
	FORMAT_ALLOCTAG_1,	/* /proc/alloctag */
	FORMAT_SAMPLES_1_0,	/* alloctag/samples without errors */
	FORMAT_SAMPLES_1_1,	/* alloctag/samples */
	FORMAT_WAITS_1,		/* codetag/wait/stats */
	NR_FORMATS
};

enum {
	ENTRY_INACCURATE = 1,	/* accurate:no */
	ENTRY_UNTAGGED = 2,	/* type "(untagged)" */
	/* For what keeps the lines of a recording; no snapshot has these. */
	ENTRY_PRESENT = 4,
	ENTRY_WAS_PRESENT = 8,
	ENTRY_DECLARED = 16,
	ENTRY_NOW_INACCURATE = 32,
};

/*
 * MODULE is the empty name for built-in lines, TYPE if it is not known. COLUMN
 * is 0 if the format doesn't have it. There can be a million entries: they take
 * 64 bytes each.
 */
struct entry {
	name_t file, function, module;
	union {
		name_t type;		/* of the objects */
		name_t error;		/* of a line with errors */
	};
	uint32_t line;
	uint32_t column : 24;
	uint32_t flags : 8;
	VALUES;
};

#define MAX_COLUMN 0xffffff

_Static_assert(sizeof(struct entry) == 64, "an entry is a cache line");

/* How the samples of an estimate were taken; 0: there are none. */
struct sampling {
	uint64_t rate;		/* one byte in RATE was chosen */
	uint64_t samples;	/* how many are live */
	uint64_t missed;	/* how many could not be recorded */
};

struct snapshot {
	enum format format;
	struct entry *entries;
	size_t nr, room;
	int64_t time;		/* ns since 1970, 0 if not known */
	struct memory memory;
	struct sampling sampling;
	struct boot boot;
};

/* Are they of one line of the source, whatever their columns and types are? */
static inline bool same_place(const struct entry *a, const struct entry *b)
{
	return a->file == b->file && a->line == b->line &&
	       a->function == b->function && a->module == b->module;
}

/* Do the entries agree in all but their numbers? */
static inline bool same_line(const struct entry *a, const struct entry *b)
{
	return same_place(a, b) && a->column == b->column && a->type == b->type &&
	       (a->flags & ENTRY_UNTAGGED) == (b->flags & ENTRY_UNTAGGED);
}

uint32_t hash_line(const struct entry *entry);
const char *format_text(enum format format);
int find_format(const char *line, size_t length);
bool has_allocs(enum format format);
bool has_types(enum format format);
bool is_estimate(enum format format);
const struct measures *measures_of(enum format format);
enum unit format_unit(enum format format);
int parse_report(struct snapshot *snapshot, const char *name, const char *text,
		 size_t size, struct error *error);
const char *parse_tag(const char *text, const char *end, struct entry *entry,
		      const char **rest);
const char *parse_sample(const char *text, const char *end, enum format format,
			 struct entry *entry);
void parse_sampling(const char *text, const char *end, struct sampling *sampling);
bool sums_fit(const struct snapshot *snapshot);
void snapshot_free(struct snapshot *snapshot);

#endif
