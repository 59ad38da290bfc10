/* SPDX-License-Identifier: GPL-2.0 */
/*
 * events.h - the kernel's events alloctag:alloc, alloctag:free, alloctag:move
 */
#ifndef EVENTS_H
#define EVENTS_H

#include "snapshot/group.h"
#include "util/error.h"
#include "util/index.h"

enum event_kind {
	EVENT_ALLOC,
	EVENT_FREE,
	EVENT_MOVE,
	NR_EVENTS
};

struct event {
	enum event_kind kind;
	uint32_t cpu;
	uint64_t time;		/* ns, of the kernel's trace clock or since boot */
	uint64_t ptr;		/* 0: not known */
	uint64_t to;		/* move: the new address */
	uint64_t requested, given;
	struct entry entry;	/* names and line */
	bool early;		/* happened before tracing was up */
};

/* Classes of ages: less than 1, 2, 4, ... microseconds. */
#define NR_AGES 42

/* Sums over the events of a line. */
struct line_stats {
	uint64_t allocs, frees, moves;
	uint64_t requested, given;	/* of allocations */
	uint64_t remote;	/* freed on another CPU than allocated */
	uint64_t returned;	/* ... and then allocated on the first one again */
	uint64_t ages[NR_AGES];	/* of objects whose allocation was seen */
	uint64_t older;		/* frees of others */
	uint64_t doubtful;	/* allocated again without a free in between */
	uint64_t live, live_bytes;
	uint64_t pages;		/* that live objects are in; 0: not known */
	uint64_t small_bytes;	/* of those objects */
};

/* An address. It is kept after the free, to see where it is allocated again. */
struct object {
	uint64_t ptr, time, given;
	uint32_t line;
	uint32_t cpu;		/* that allocated it */
	uint32_t freed_on;
	bool live;
};

struct tracing {
	struct groups groups;	/* by line */
	struct line_stats *lines;	/* by group */
	size_t nr_lines, lines_room;
	struct object *objects;
	size_t nr_objects, objects_room;
	struct index index;	/* of their addresses */
	uint64_t events[NR_EVENTS], early, others;
	uint64_t lost;		/* by overruns */
	uint64_t overwritten;	/* the same, as a header says */
	bool some_lost;		/* how many is not known */
	bool addresses;		/* pointers are not hashed */
	uint64_t first, last;	/* times */
	uint32_t cpus;		/* the highest number plus 1 */
};

void tracing_init(struct tracing *tracing);
void tracing_add(struct tracing *tracing, const struct event *event);
void tracing_finish(struct tracing *tracing);
void tracing_free(struct tracing *tracing);
int parse_event(struct event *event, const char *line, const char *end,
		struct error *error);
int parse_trace(struct tracing *tracing, const char *name, const char *text,
		size_t size, struct error *error);

#endif
