// SPDX-License-Identifier: GPL-2.0
/*
 * events.c - adding up the events of allocations, and reading them as text
 *
 * As text, an event is a line of the file "trace" or "trace_pipe" of tracefs,
 * or of the output of other programs in that form:
 *
 *	TASK-PID [CPU] FLAGS SECONDS: alloc: ptr=P requested=N given=N
 *		gfp=FLAGS node=N idx=N FILE:LINE [MODULE] func:FUNCTION
 *	... free: ptr=P given=N node=N idx=N FILE:LINE [MODULE] func:FUNCTION
 *	... move: from=P to=P idx=N FILE:LINE [MODULE] func:FUNCTION
 *
 * in one line each. " time=SECONDS" at the end is when an event of early boot
 * happened; it was printed later. Other events may be between them.
 *
 * Frees are matched with allocations by the address, which is a hash in text:
 * the same address has the same hash until the next boot.
 */
#include <stdlib.h>
#include <string.h>

#include "snapshot/memory.h"
#include "trace/events.h"
#include "util/buffer.h"
#include "util/text.h"

/* Addresses of the kernel. A hash has 32 bits. */
#define FIRST_ADDRESS 0xff00000000000000u

void tracing_init(struct tracing *tracing)
{
	memset(tracing, 0, sizeof(*tracing));
	groups_init(&tracing->groups, BY_LINE, 0, NULL);
	tracing->first = UINT64_MAX;
}

void tracing_free(struct tracing *tracing)
{
	groups_free(&tracing->groups);
	free(tracing->lines);
	free(tracing->objects);
	index_free(&tracing->index);
	memset(tracing, 0, sizeof(*tracing));
}

/* The object at an address, which is added if there is none. */
static struct object *find_object(struct tracing *tracing, uint64_t address)
{
	uint32_t hash = hash_add(0, address), number;
	struct object *object;
	size_t at = 0;

	while ((number = index_next(&tracing->index, hash, &at)) != INDEX_NONE)
		if (tracing->objects[number].ptr == address)
			return &tracing->objects[number];
	tracing->objects = grow(tracing->objects, tracing->nr_objects,
				&tracing->objects_room, sizeof(*tracing->objects));
	object = &tracing->objects[tracing->nr_objects];
	memset(object, 0, sizeof(*object));
	object->ptr = address;
	index_add(&tracing->index, hash, tracing->nr_objects++);
	return object;
}

static size_t find_line(struct tracing *tracing, const struct entry *entry)
{
	struct group *group = groups_find(&tracing->groups, entry);
	size_t index = group - tracing->groups.array;

	group->type = entry->type;
	while (tracing->nr_lines <= index) {
		tracing->lines = grow(tracing->lines, tracing->nr_lines,
				      &tracing->lines_room, sizeof(*tracing->lines));
		memset(&tracing->lines[tracing->nr_lines++], 0,
		       sizeof(*tracing->lines));
	}
	return index;
}

static unsigned int age_class(uint64_t ns)
{
	uint64_t us = ns / 1000;
	unsigned int class = 0;

	while (us && class < NR_AGES - 1) {
		us >>= 1;
		class++;
	}
	return class;
}

static void add_alloc(struct tracing *tracing, const struct event *event,
		      size_t index)
{
	struct line_stats *line = &tracing->lines[index];
	struct object *object;

	line->allocs++;
	line->requested += event->requested;
	line->given += event->given;
	if (!event->ptr)
		return;
	object = find_object(tracing, event->ptr);
	if (object->live) {
		/* Its free was lost. */
		tracing->lines[object->line].live--;
		tracing->lines[object->line].live_bytes -= object->given;
		tracing->lines[object->line].doubtful++;
	} else if (object->time && object->freed_on != object->cpu &&
		   object->cpu == event->cpu) {
		line->returned++;
	}
	object->live = true;
	object->time = event->time;
	object->given = event->given;
	object->cpu = event->cpu;
	object->line = index;
	line->live++;
	line->live_bytes += event->given;
}

static void add_free(struct tracing *tracing, const struct event *event,
		     size_t index)
{
	struct line_stats *line = &tracing->lines[index];
	struct object *object;

	line->frees++;
	object = event->ptr ? find_object(tracing, event->ptr) : NULL;
	if (!object || !object->live) {
		line->older++;
		return;
	}
	/* The line that allocated it: the allocation of another was lost. */
	line = &tracing->lines[object->line];
	line->ages[age_class(event->time > object->time ?
			     event->time - object->time : 0)]++;
	line->remote += event->cpu != object->cpu;
	line->live--;
	line->live_bytes -= object->given;
	object->live = false;
	object->freed_on = event->cpu;
}

static void add_move(struct tracing *tracing, const struct event *event,
		     size_t index)
{
	struct object moved, *object;

	tracing->lines[index].moves++;
	if (!event->ptr || !event->to || event->ptr == event->to)
		return;
	object = find_object(tracing, event->ptr);
	if (!object->live)
		return;
	moved = *object;
	object->live = false;
	object->time = 0;
	/* This may move the objects. */
	object = find_object(tracing, event->to);
	if (object->live) {
		tracing->lines[object->line].live--;
		tracing->lines[object->line].live_bytes -= object->given;
		tracing->lines[object->line].doubtful++;
	}
	moved.ptr = event->to;
	*object = moved;
}

/* Events must be added in order of time. */
void tracing_add(struct tracing *tracing, const struct event *event)
{
	size_t index = find_line(tracing, &event->entry);

	tracing->events[event->kind]++;
	tracing->early += event->early;
	if (event->time < tracing->first)
		tracing->first = event->time;
	if (event->time > tracing->last)
		tracing->last = event->time;
	if (event->cpu >= tracing->cpus)
		tracing->cpus = event->cpu + 1;
	if (event->ptr >= FIRST_ADDRESS)
		tracing->addresses = true;
	switch (event->kind) {
	case EVENT_ALLOC:
		add_alloc(tracing, event, index);
		break;
	case EVENT_FREE:
		add_free(tracing, event, index);
		break;
	default:
		add_move(tracing, event, index);
	}
}

static int compare_objects(const void *x, const void *y)
{
	const struct object *a = x, *b = y;

	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return a->ptr < b->ptr ? -1 : a->ptr > b->ptr;
}

/*
 * Count the pages that small live objects of each line are in. A line whose few
 * objects keep many pages fragments memory: other objects can use these pages,
 * but the pages can't be freed. Nothing can be added after that.
 */
void tracing_finish(struct tracing *tracing)
{
	uint64_t page = 0;
	size_t nr = 0, i;

	if (!tracing->addresses)
		return;
	for (i = 0; i < tracing->nr_objects; i++)
		if (tracing->objects[i].live &&
		    tracing->objects[i].given < PAGE_BYTES)
			tracing->objects[nr++] = tracing->objects[i];
	if (nr)
		qsort(tracing->objects, nr, sizeof(*tracing->objects),
		      compare_objects);
	for (i = 0; i < nr; i++) {
		const struct object *object = &tracing->objects[i];
		struct line_stats *line = &tracing->lines[object->line];

		line->small_bytes += object->given;
		if (line->pages && object->ptr / PAGE_BYTES == page)
			continue;
		page = object->ptr / PAGE_BYTES;
		line->pages++;
	}
	tracing->nr_objects = 0;
	index_free(&tracing->index);
}

/*
 * Text
 */

/* Find NAME in *AT; *AT is then after it. */
static bool skip_to(const char **at, const char *end, const char *name)
{
	const char *found = memmem(*at, end - *at, name, strlen(name));

	if (found)
		*at = found + strlen(name);
	return found;
}

/* SECONDS.FRACTION as nanoseconds. */
static bool read_time(const char **at, const char *end, uint64_t *ns)
{
	uint64_t seconds, scale = 100000000;

	if (!read_digits(at, end, &seconds) || seconds > UINT64_MAX / 2000000000)
		return false;
	*ns = seconds * 1000000000;
	if (*at == end || **at != '.')
		return true;
	for (++*at; *at < end && (unsigned int)(**at - '0') <= 9; ++*at) {
		*ns += (**at - '0') * scale;
		scale /= 10;
	}
	return true;
}

/* An address in hexadecimal; 0 if the kernel printed something else. */
static uint64_t read_address(const char *at, const char *end)
{
	uint64_t sum = 0;

	for (; at < end && *at != ' '; at++) {
		unsigned int digit = *at >= 'a' ? *at - 'a' + 10u : *at - '0' + 0u;

		if (digit > 15)
			return 0;
		sum = sum << 4 | digit;
	}
	return sum;
}

static bool named_number(const char **at, const char *end, const char *name,
			 uint64_t *value)
{
	return skip_to(at, end, name) && read_digits(at, end, value);
}

/* [CPU], FLAGS if there are any, and SECONDS: before the name at END. */
static const char *parse_head(struct event *event, const char *line,
			      const char *end)
{
	const char *at = end, *number;
	uint64_t cpu;

	/* The time is the last word. */
	while (at > line && at[-1] != ' ')
		at--;
	number = at;
	if (!read_time(&number, end, &event->time) || number != end)
		return "no time";
	/* Names of tasks can contain brackets: the last ones. */
	while (at > line && at[-1] != '[')
		at--;
	if (at == line || !read_digits(&at, end, &cpu) || *at != ']' ||
	    cpu >= UINT16_MAX)
		return "no CPU";
	event->cpu = cpu;
	return NULL;
}

/* FILE:LINE [MODULE] func:FUNCTION, or with the module at the end; time=. */
static const char *parse_place(struct event *event, const char *at,
			       const char *end)
{
	const char *problem, *rest, *close;

	problem = parse_tag(at, end, &event->entry, &rest);
	if (problem)
		return problem;
	if (rest < end && *rest == '[') {
		close = memchr(rest, ']', end - rest);
		if (!close || close == rest + 1)
			return "no module between brackets";
		event->entry.module = names_add(rest + 1, close - rest - 1);
		if (event->entry.module == NAME_BAD)
			return "no name of a module";
		rest = close + 1;
		rest += rest < end && *rest == ' ';
	}
	if (end - rest > 5 && !memcmp(rest, "time=", 5)) {
		rest += 5;
		if (!read_time(&rest, end, &event->time))
			return "no time of an early event";
		event->early = true;
	}
	return rest == end ? NULL : "words after the function";
}

static const char *parse_values(struct event *event, const char *at,
				const char *end)
{
	uint64_t number;

	event->ptr = read_address(at, end);
	switch (event->kind) {
	case EVENT_ALLOC:
		if (!named_number(&at, end, " requested=", &event->requested))
			return "no requested bytes";
		/* fallthrough */
	case EVENT_FREE:
		if (!named_number(&at, end, " given=", &event->given))
			return "no given bytes";
		break;
	default:
		if (!skip_to(&at, end, " to="))
			return "no new address";
		event->to = read_address(at, end);
	}
	if (!named_number(&at, end, " idx=", &number) || at == end || *at != ' ')
		return "no index";
	return parse_place(event, at + 1, end);
}

/*
 * Parse a line of text. Returns 1 for an event, 0 if it is another line, -1
 * with a message if it is an event that is wrong.
 */
int parse_event(struct event *event, const char *line, const char *end,
		struct error *error)
{
	static const char * const starts[NR_EVENTS] = {
		[EVENT_ALLOC] = ": alloc: ptr=",
		[EVENT_FREE] = ": free: ptr=",
		[EVENT_MOVE] = ": move: from=",
	};
	const char *at, *problem;
	unsigned int kind;

	memset(event, 0, sizeof(*event));
	if (line == end || *line == '#')
		return 0;
	for (kind = 0; kind < NR_EVENTS; kind++) {
		at = memmem(line, end - line, starts[kind], strlen(starts[kind]));
		if (at)
			break;
	}
	if (kind == NR_EVENTS)
		return 0;
	event->kind = kind;
	problem = parse_head(event, line, at);
	if (!problem)
		problem = parse_values(event, at + strlen(starts[kind]), end);
	return problem ? set_error(error, "%s", problem) : 1;
}

/* "CPU:3 [LOST 42 EVENTS]", and the numbers in the header. */
static void note_lost(struct tracing *tracing, const char *line, const char *end)
{
	uint64_t number, written;

	if (named_number(&line, end, "entries-in-buffer/entries-written: ", &number)) {
		if (line < end && *line++ == '/' && read_digits(&line, end, &written) &&
		    written > number)
			tracing->overwritten += written - number;
	} else if (skip_to(&line, end, "[LOST ")) {
		if (read_digits(&line, end, &number))
			tracing->lost += number;
		else
			tracing->some_lost = true;
	}
}

/*
 * Add up the events of a text. NAME is for messages. Returns 0, or -1 with a
 * message that has the number of the line.
 */
int parse_trace(struct tracing *tracing, const char *name, const char *text,
		size_t size, struct error *error)
{
	const char *end = text + size;
	unsigned long number = 0;
	struct error problem;

	while (text < end) {
		const char *line_end = memchr(text, '\n', end - text);
		struct event event;
		int found;

		number++;
		if (!line_end)
			return set_error(error, "%s:%lu: the file ends within a line",
					 name, number);
		found = parse_event(&event, text, line_end, &problem);
		if (found < 0)
			return set_error(error, "%s:%lu: %.200s", name, number,
					 problem.text);
		if (found)
			tracing_add(tracing, &event);
		else if (*text == '#' ||
			 (line_end - text > 4 && !memcmp(text, "CPU:", 4)))
			note_lost(tracing, text, line_end);
		else if (text < line_end)
			tracing->others++;
		text = line_end + 1;
	}
	/* The header and the lines between events say the same. */
	if (tracing->overwritten > tracing->lost)
		tracing->lost = tracing->overwritten;
	if (!tracing->groups.nr)
		return set_error(error, "%s: there is no event of alloctag in it",
				 name);
	return 0;
}
