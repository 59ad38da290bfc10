/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ringbuffer.h - parsing pages of the kernel's ring buffer
 */
#ifndef RINGBUFFER_H
#define RINGBUFFER_H

#include "trace/events.h"

/* Largest page of a ring buffer that is read: buffer_subbuf_size_kb. */
#define MAX_PAGE (1 << 20)

/* Where a field is in an event. */
struct raw_field {
	uint32_t offset, size;	/* size 0: the event doesn't have it */
};

enum {
	FIELD_PTR,
	FIELD_TO,
	FIELD_REQUESTED,
	FIELD_GIVEN,
	FIELD_LINE,
	FIELD_EARLY,
	FIELD_FILE,		/* from here on: offset and length of a text */
	FIELD_FUNCTION,
	FIELD_MODULE,
	NR_FIELDS
};

struct raw_event {
	uint32_t id;
	struct raw_field fields[NR_FIELDS];
};

struct raw_format {
	uint32_t page_size;
	struct raw_field commit, data;
	struct raw_event events[NR_EVENTS];
};

/* Events of all CPUs, to be sorted. */
struct event_queue {
	struct event *events;
	size_t nr, room;
};

int parse_header_page(struct raw_format *format, const char *text,
		      struct error *error);
int parse_format(struct raw_event *raw, enum event_kind kind, const char *text,
		 struct error *error);
int parse_page(struct event_queue *queue, struct tracing *tracing,
	       const struct raw_format *format, uint32_t cpu,
	       const unsigned char *page, size_t size, struct error *error);

#endif
