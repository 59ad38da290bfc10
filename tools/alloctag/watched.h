/* SPDX-License-Identifier: GPL-2.0 */
/*
 * watched.h - the files of /sys/kernel/debug/alloctag
 *
 * Documentation/interface.rst, "Watching lines", describes their formats. All
 * of them name lines as /proc/allocinfo does, so what is read has an entry for
 * filters, groups and trees.
 */
#ifndef WATCHED_H
#define WATCHED_H

#include "alloctag.h"

enum watched_kind {
	WATCHED_CONTROL,
	WATCHED_CONTEXTS,
	WATCHED_STACKS,
	WATCHED_SAMPLES,
	WATCHED_SLACK,
	WATCHED_LIFETIMES,
	WATCHED_PEAKS,
	NR_WATCHED_KINDS
};

extern const char * const watched_names[NR_WATCHED_KINDS];

/* Objects that got at least so old, and less than twice that. */
struct age {
	uint64_t us;
	uint64_t freed, live;
};

/*
 * A line, or one of its contexts or stacks. What a kind doesn't have is 0.
 *
 * In ENTRY, bytes and live are those of stacks and samples (size, calls), of a
 * context (given, 1), of slack (given, 0) or of a peak (peak, 0); allocs are
 * those of slack.
 */
struct watched_line {
	struct entry entry;
	uint64_t requested;	/* slack, contexts */
	uint64_t samples;	/* samples */
	double seconds;		/* contexts: age; lifetimes: oldest; peaks: when */
	name_t flags;		/* control: letters, "_" for none */
	name_t limits;		/* control: the rest; contexts: flags of gfp_t */
	name_t comm, level;	/* contexts */
	uint32_t pid;		/* contexts */
	/* Elements of frames or of ages. */
	size_t first, nr;
};

struct watched {
	enum watched_kind kind;
	struct watched_line *lines;
	size_t nr, room;
	name_t *frames;		/* of stacks, innermost first */
	size_t nr_frames, frames_room;
	struct age *ages;
	size_t nr_ages, ages_room;
	uint64_t rate, missed;	/* samples: bytes, records */
};

bool is_watched(const char *text, size_t size);
int parse_watched(struct watched *watched, const char *name, const char *text,
		  size_t size, struct error *error);
void watched_free(struct watched *watched);
void read_watched(struct watched *watched, const char *name);
bool read_input(struct snapshot *snapshot, struct watched *watched, char *name,
		unsigned long number);
void read_watched_live(struct watched *watched, enum watched_kind kind);
void read_stacks_live(struct watched *watched);
bool has_frames(enum watched_kind kind);
bool has_watched(enum watched_kind kind);
void live_types(struct watched *watched);
void watched_types(struct watched *watched, const struct snapshot *snapshot);
name_t frame_function(name_t frame, name_t *module);
bool is_allocator(name_t function);
size_t first_caller(const struct watched *watched,
		    const struct watched_line *line);

/* What the ages of a line add up to. */
struct age_sums {
	uint64_t freed, live;
	uint64_t median, limit;	/* microseconds */
	uint64_t old;		/* live objects older than LIMIT */
};

void add_ages(const struct watched *watched, const struct watched_line *line,
	      struct age_sums *sums);

/*
 * How much of a line's bytes is slack.
 */
struct waste {
	struct groups lines;
	double *part;
	size_t nr;
};

void waste_init(struct waste *waste, const struct watched *slack,
		const struct filter *filter);
double waste_of(struct waste *waste, const struct entry *entry);
void waste_free(struct waste *waste);

/*
 * watch.c: control
 */
int write_control(const char *query, struct error *error);
int watch_lines(const char *terms, const char *flags, struct error *error);
void watch_restore(void);
void line_terms(struct buffer *buffer, const struct entry *entry);

#endif
