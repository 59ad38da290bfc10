/* SPDX-License-Identifier: GPL-2.0 */
/*
 * watched.h - the files of /sys/kernel/debug/alloctag
 *
 * Documentation/interface.rst, "How do I watch single lines?", describes their
 * formats. All of them name lines as /proc/allocinfo does, so each line gets an
 * entry, for filters, groups and trees.
 */
#ifndef WATCHED_H
#define WATCHED_H

#include "snapshot/period.h"
#include "snapshot/snapshot.h"

enum watched_kind {
	WATCHED_CONTROL,
	WATCHED_CONTEXTS,
	WATCHED_STACKS,
	WATCHED_SAMPLES,
	WATCHED_SLACK,
	WATCHED_LIFETIMES,
	WATCHED_PEAKS,
	WATCHED_NODES,
	NR_WATCHED_KINDS
};

extern const char * const watched_names[NR_WATCHED_KINDS];

/* Objects that reached this age, and less than twice it. */
struct age {
	uint64_t us;
	uint64_t freed, live;
};

/*
 * A line, or one of its contexts or stacks. Members that a kind doesn't have
 * are 0.
 *
 * In ENTRY, bytes and live are the size and calls of stacks and samples, those
 * of a node, the given bytes and 1 of a context, the given bytes and 0 of
 * slack, or the peak and 0; allocs are set for slack only, samples and
 * variances for samples.
 */
struct watched_line {
	struct entry entry;
	uint64_t requested;	/* slack, contexts */
	double seconds;		/* contexts: age; lifetimes: oldest; peaks: when */
	name_t node;		/* nodes: a number, "all" or "unknown" */
	name_t flags;		/* control: letters, "_" for none */
	name_t limits;		/* control: the rest; contexts: flags of gfp_t */
	name_t comm, level;	/* contexts */
	uint32_t pid;		/* contexts */
	/* Elements of frames or of ages. */
	size_t first, nr;
};

struct watched {
	enum watched_kind kind;
	enum format format;	/* of samples; else FORMAT_ALLOCINFO_1 */
	struct watched_line *lines;
	size_t nr, room;
	name_t *frames;		/* of stacks, innermost first */
	size_t nr_frames, frames_room;
	struct age *ages;
	size_t nr_ages, ages_room;
	struct sampling sampling;	/* samples; of control the rate alone */
	int64_t time;		/* ns since 1970, 0 if not known */
};

bool is_watched(const char *text, size_t size);
int parse_watched(struct watched *watched, const char *name, const char *text,
		  size_t size, struct error *error);
void watched_free(struct watched *watched);
void read_watched(struct watched *watched, const char *name);
void watched_snapshot(const struct watched *watched,
		      struct snapshot *snapshot);
bool read_input(struct snapshot *snapshot, struct watched *watched, char *name,
		const struct period *period);
bool has_frames(enum watched_kind kind);

#endif
