// SPDX-License-Identifier: GPL-2.0
/*
 * ringbuffer.c - parsing pages of the kernel's ring buffer
 *
 * A page has a time, the number of bytes that are used ("commit", whose upper
 * bits say whether events before it were lost), and records. The first word of
 * a record has a type of 5 bits and the time since the record before it, in ns,
 * of 27 bits (enum ring_buffer_type, include/linux/ring_buffer.h):
 *
 *	0	data, with its length in the next word
 *	1..28	data, with this number of words
 *	29	padding, with its length in the next word; to the end of the
 *		page if the time is 0
 *	30	time: the next word has the upper bits
 *	31	the same, but the time since boot
 *
 * The data of an event begins with its number; the files "format" say where its
 * fields are, as "field:TYPE NAME; offset:N; size:N; signed:N;". A text is
 * "__data_loc char[] NAME": its offset in the lower 16 bits, and its length.
 */
#include <stdio.h>
#include <string.h>

#include "trace/ringbuffer.h"
#include "util/buffer.h"

enum {
	RECORD_LONG = 0,
	RECORD_PADDING = 29,
	RECORD_TIME_EXTEND = 30,
	RECORD_TIME_STAMP = 31,
};

/*
 * In commit: events were lost; how many follows the data. MISSED_EVENTS is
 * negative in some kernels, 6.1 for instance: then all bits above it are set as
 * well.
 */
#define MISSED_EVENTS (UINT64_C(1) << 31)
#define MISSED_STORED (UINT64_C(1) << 30)
#define COMMIT_BYTES (MISSED_STORED - 1)

/* A number in the byte order of the machine, which the kernel uses. */
static uint64_t load(const unsigned char *at, uint32_t size)
{
	uint32_t word;
	uint64_t value;

	switch (size) {
	case 1:
		return *at;
	case 4:
		memcpy(&word, at, 4);
		return word;
	case 8:
		memcpy(&value, at, 8);
		return value;
	default:
		return 0;
	}
}

/*
 * Find the field NAME in the text of a format. The name is the last word before
 * the semicolon, without the dimension of an array.
 */
static bool find_field(const char *text, const char *name,
		       struct raw_field *field)
{
	size_t length = strlen(name);
	const char *at = text;

	while ((at = strstr(at, "field:"))) {
		const char *end = strchr(at, ';');

		if (!end)
			return false;
		if (end - at > (ptrdiff_t)length && !memcmp(end - length, name, length) &&
		    (end[-length - 1] == ' ' || end[-length - 1] == '*') &&
		    sscanf(end, "; offset:%u; size:%u;", &field->offset,
			   &field->size) == 2)
			return field->offset < UINT16_MAX && field->size < MAX_PAGE;
		at = end;
	}
	return false;
}

int parse_header_page(struct raw_format *format, const char *text,
		      struct error *error)
{
	if (!find_field(text, "commit", &format->commit) ||
	    !find_field(text, "data", &format->data) ||
	    (format->commit.size != 4 && format->commit.size != 8) ||
	    format->commit.offset < 8 || format->data.offset > 64 ||
	    format->commit.offset + format->commit.size > format->data.offset)
		return set_error(error, "header_page has another layout");
	format->page_size = format->data.offset + format->data.size;
	return format->page_size > MAX_PAGE ?
	       set_error(error, "pages of %u bytes", format->page_size) : 0;
}

int parse_format(struct raw_event *raw, enum event_kind kind, const char *text,
		 struct error *error)
{
	static const struct {
		const char *name;
		unsigned int kinds;	/* a bit for each kind that has it */
	} fields[NR_FIELDS] = {
		[FIELD_PTR] = { "ptr", 1u << EVENT_ALLOC | 1u << EVENT_FREE },
		[FIELD_TO] = { "to", 1u << EVENT_MOVE },
		[FIELD_REQUESTED] = { "requested", 1u << EVENT_ALLOC },
		[FIELD_GIVEN] = { "given", 1u << EVENT_ALLOC | 1u << EVENT_FREE },
		[FIELD_LINE] = { "line", 7 },
		[FIELD_EARLY] = { "early", 1u << EVENT_ALLOC | 1u << EVENT_FREE },
		[FIELD_FILE] = { "file", 7 },
		[FIELD_FUNCTION] = { "func", 7 },
		[FIELD_MODULE] = { "module", 7 },
	};
	const char *id = strstr(text, "ID: ");
	unsigned int i;

	memset(raw, 0, sizeof(*raw));
	if (!id || sscanf(id, "ID: %u", &raw->id) != 1)
		return set_error(error, "no ID");
	for (i = 0; i < NR_FIELDS; i++) {
		const char *name = fields[i].name;

		/* A move has the old address where others have theirs. */
		if (i == FIELD_PTR && kind == EVENT_MOVE)
			name = "from";
		else if (!(fields[i].kinds & 1u << kind))
			continue;
		if (!find_field(text, name, &raw->fields[i]))
			return set_error(error, "no field %s", name);
		if (i >= FIELD_FILE ? raw->fields[i].size != 4 :
		    raw->fields[i].size != 4 && raw->fields[i].size != 8)
			return set_error(error, "field %s has %u bytes", name,
					 raw->fields[i].size);
	}
	return 0;
}

static bool get_number(const struct raw_event *raw, unsigned int field,
		       const unsigned char *data, size_t size, uint64_t *value)
{
	const struct raw_field *at = &raw->fields[field];

	*value = 0;
	if (!at->size)
		return true;
	if (at->offset + at->size > size)
		return false;
	*value = load(data + at->offset, at->size);
	return true;
}

static bool get_name(const struct raw_event *raw, unsigned int field,
		     const unsigned char *data, size_t size, name_t *name)
{
	uint64_t place;
	uint32_t offset, length;

	if (!get_number(raw, field, data, size, &place))
		return false;
	offset = place & 0xffff;
	length = place >> 16;
	if (offset + length > size)
		return false;
	*name = names_add((const char *)data + offset,
			  strnlen((const char *)data + offset, length));
	return *name != NAME_BAD;
}

/* Add an event, if it is one of ours. Returns false if it is damaged. */
static bool add_event(struct event_queue *queue, struct tracing *tracing,
		      const struct raw_format *format, uint32_t cpu,
		      uint64_t time, const unsigned char *data, size_t size)
{
	const struct raw_event *raw;
	struct event event = { .cpu = cpu, .time = time };
	uint64_t line, early;
	unsigned int kind;
	uint16_t id;

	if (size < sizeof(id))
		return false;
	memcpy(&id, data, sizeof(id));
	for (kind = 0; kind < NR_EVENTS; kind++)
		if (format->events[kind].id == id)
			break;
	if (kind == NR_EVENTS) {
		tracing->others++;
		return true;
	}
	raw = &format->events[kind];
	event.kind = kind;
	if (!get_number(raw, FIELD_PTR, data, size, &event.ptr) ||
	    !get_number(raw, FIELD_TO, data, size, &event.to) ||
	    !get_number(raw, FIELD_REQUESTED, data, size, &event.requested) ||
	    !get_number(raw, FIELD_GIVEN, data, size, &event.given) ||
	    !get_number(raw, FIELD_LINE, data, size, &line) ||
	    !get_number(raw, FIELD_EARLY, data, size, &early) ||
	    !get_name(raw, FIELD_FILE, data, size, &event.entry.file) ||
	    !get_name(raw, FIELD_FUNCTION, data, size, &event.entry.function) ||
	    !get_name(raw, FIELD_MODULE, data, size, &event.entry.module))
		return false;
	event.entry.line = line;
	if (early) {
		event.early = true;
		event.time = early;
	}
	queue->events = grow(queue->events, queue->nr, &queue->room,
			     sizeof(*queue->events));
	queue->events[queue->nr++] = event;
	return true;
}

/* The data of a page: AT is behind the records that were read. */
struct records {
	const unsigned char *data;
	size_t at, size;
	uint64_t time;		/* of the last record */
};

/*
 * Read the next record: 1 for an event, whose data are then *SIZE bytes at
 * *DATA; 0 for another; -1 with a message.
 */
static int read_record(struct records *records, const unsigned char **data,
		       size_t *size, struct error *error)
{
	uint32_t word = load(records->data + records->at, 4), type = word & 31;
	uint32_t delta = word >> 5, next = 0;

	records->at += 4;
	if (type == RECORD_PADDING && !delta) {
		records->at = records->size;
		return 0;
	}
	if (type == RECORD_LONG || type >= RECORD_PADDING) {
		if (records->size - records->at < 4)
			return set_error(error, "a record without its length");
		next = load(records->data + records->at, 4);
	}
	if (type == RECORD_TIME_EXTEND || type == RECORD_TIME_STAMP) {
		/* A stamp lacks the five upper bits: they have not changed. */
		records->time = type == RECORD_TIME_EXTEND ?
			records->time + ((uint64_t)next << 27) + delta :
			(records->time & ~(UINT64_MAX >> 5)) |
			(uint64_t)next << 27 | delta;
		records->at += 4;
		return 0;
	}
	*data = records->data + records->at;
	*size = type * 4;
	if (type == RECORD_LONG || type == RECORD_PADDING) {
		/* The length includes its own word. */
		if (next < 4 || next > records->size - records->at)
			return set_error(error, "a record of %u bytes", next);
		*data += 4;
		*size = next - 4;
		next = (next + 3) & ~3u;
		records->at = records->size - records->at < next ? records->size :
			      records->at + next;
	} else {
		if (*size > records->size - records->at)
			return set_error(error, "a record of %zu bytes", *size);
		records->at += *size;
	}
	records->time += delta;
	return type != RECORD_PADDING;
}

/*
 * Add the events of a page of which SIZE bytes were read. Lost events are
 * counted in TRACING. Returns 0, or -1 with a message.
 */
int parse_page(struct event_queue *queue, struct tracing *tracing,
	       const struct raw_format *format, uint32_t cpu,
	       const unsigned char *page, size_t size, struct error *error)
{
	struct records records = { .data = page + format->data.offset };
	const unsigned char *data = NULL;
	uint64_t commit;
	int found;

	if (size < format->data.offset)
		return set_error(error, "a page of %zu bytes", size);
	size -= format->data.offset;
	records.time = load(page, 8);
	commit = load(page + format->commit.offset, format->commit.size);
	records.size = commit & COMMIT_BYTES;
	if (records.size > size)
		return set_error(error, "a page with %zu bytes used", records.size);
	if (commit & MISSED_EVENTS) {
		if (commit & MISSED_STORED && records.size + 8 <= size)
			tracing->lost += load(records.data + records.size, 8);
		else
			tracing->some_lost = true;
	}
	while (records.size - records.at >= 4) {
		found = read_record(&records, &data, &size, error);
		if (found < 0)
			return -1;
		if (found && !add_event(queue, tracing, format, cpu, records.time,
					data, size))
			return set_error(error, "an event is damaged");
	}
	return 0;
}
