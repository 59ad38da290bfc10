// SPDX-License-Identifier: GPL-2.0
/*
 * watched.c - reading the files of /sys/kernel/debug/alloctag, and copies
 *
 * Each file begins with its name and version, then a line with the names of
 * columns. What follows depends on the file (lib/alloc_tag/watch/control.c of
 * the kernel):
 *
 *	control		TAG =FLAGS LIMITS
 *	slack		ALLOCS REQUESTED GIVEN SLACK TAG
 *	peaks		PEAK SECONDS TAG
 *	nodes		NODE BYTES LIVE TAG
 *	stacks		SIZE CALLS TAG, then a call stack
 *	samples		SIZE CALLS SAMPLES ERROR ERROR TAG, then a call stack
 *	contexts	TAG object:... NAME:VALUE..., then a call stack
 *	lifetimes	TAG oldest:SECONDS, then AGE FREED LIVE in each line
 *
 * TAG is FILE:LINE [MODULE] func:FUNCTION, in some files with type:TYPE after
 * it. A call stack has a function in each line, after a tab. An empty line
 * ends it, and the ages of lifetimes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "snapshot/read.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"
#include "util/text.h"
#include "watch/watched.h"

const char * const watched_names[NR_WATCHED_KINDS] = {
	[WATCHED_CONTROL] = "control",
	[WATCHED_CONTEXTS] = "contexts",
	[WATCHED_STACKS] = "stacks",
	[WATCHED_SAMPLES] = "samples",
	[WATCHED_SLACK] = "slack",
	[WATCHED_LIFETIMES] = "lifetimes",
	[WATCHED_PEAKS] = "peaks",
	[WATCHED_NODES] = "nodes",
};

/* Find the kind of a file with this first line. Returns false if it is none. */
static bool find_kind(struct watched *watched, const char *line, size_t length)
{
	int format = find_format(line, length);
	char header[64];
	unsigned int i;

	if (format >= 0 && is_estimate(format)) {
		watched->kind = WATCHED_SAMPLES;
		watched->format = format;
		return true;
	}
	for (i = 0; i < NR_WATCHED_KINDS; i++) {
		snprintf(header, sizeof(header), "alloctag %s - version: 1.0",
			 watched_names[i]);
		if (strlen(header) == length && !memcmp(line, header, length)) {
			watched->kind = i;
			return true;
		}
	}
	return false;
}

/* Does a text of SIZE bytes begin as one of these files, in any version? */
bool is_watched(const char *text, size_t size)
{
	static const char start[] = "alloctag ";
	size_t length = sizeof(start) - 1;

	/* /proc/alloctag begins with "alloctag - version". */
	return size > length && !memcmp(text, start, length) && text[length] != '-';
}

/* A number after blanks, up to a blank, a unit or the end. */
static bool read_count(const char **at, const char *end, uint64_t *value)
{
	while (*at < end && **at == ' ')
		++*at;
	return read_digits(at, end, value);
}

/* The same for one that must fit into a number with a sign. */
static bool read_signed(const char **at, const char *end, int64_t *value)
{
	uint64_t count;

	if (!read_count(at, end, &count) || count > INT64_MAX)
		return false;
	*value = count;
	return true;
}

/* SECONDS.MICROSECONDS */
static bool read_seconds(const char **at, const char *end, double *seconds)
{
	uint64_t whole, part;
	const char *digits;

	if (!read_count(at, end, &whole) || *at == end || **at != '.')
		return false;
	digits = ++*at;
	if (!read_count(at, end, &part) || *at - digits != 6 || *digits == ' ')
		return false;
	*seconds = whole + part / 1e6;
	return true;
}

/* Find NAME and what follows it, to the next blank or the end. */
static bool find_value(const char *at, const char *end, const char *name,
		       const char **value, const char **value_end)
{
	const char *found = memmem(at, end - at, name, strlen(name));

	if (!found)
		return false;
	*value = found + strlen(name);
	*value_end = memchr(*value, ' ', end - *value);
	if (!*value_end)
		*value_end = end;
	return true;
}

static bool find_count(const char *at, const char *end, const char *name,
		       uint64_t *value)
{
	const char *text, *text_end;

	return find_value(at, end, name, &text, &text_end) &&
	       read_count(&text, text_end, value);
}

static bool add_text(name_t *name, const char *text, const char *end)
{
	*name = names_add(text, end - text);
	return *name != NAME_BAD;
}

static const char *parse_control(struct watched_line *line, const char *at,
				 const char *end)
{
	const char *flags_end = memchr(at, ' ', end - at);

	if (at == end || *at != '=')
		return "no flags";
	if (!flags_end)
		flags_end = end;
	at++;
	if (flags_end == at || !add_text(&line->flags, at, flags_end) ||
	    !add_text(&line->limits, flags_end < end ? flags_end + 1 : end, end))
		return "no flags";
	return NULL;
}

static const char *parse_context(struct watched_line *line, const char *at,
				 const char *end)
{
	const char *value, *value_end;
	uint64_t number;

	if (!find_count(at, end, " requested:", &line->requested))
		return "no requested bytes";
	if (!find_count(at, end, " given:", &number) || number > INT64_MAX)
		return "no given bytes";
	line->entry.bytes = number;
	line->entry.live = 1;
	if (!find_value(at, end, " gfp:", &value, &value_end) ||
	    !add_text(&line->limits, value, value_end))
		return "no gfp flags";
	if (!find_value(at, end, " age:", &value, &value_end) ||
	    !read_seconds(&value, value_end, &line->seconds))
		return "no age";
	if (!find_value(at, end, " in:", &value, &value_end) ||
	    !add_text(&line->level, value, value_end))
		return "no context";
	if (!find_count(at, end, " pid:", &number) || number > UINT32_MAX)
		return "no pid";
	line->pid = number;
	/* The last one: names of tasks can contain blanks. */
	if (!find_value(at, end, " comm:", &value, &value_end) ||
	    !add_text(&line->comm, value, end))
		return "no name of a task";
	return NULL;
}

/*
 * NODE: the number of a node, "all" for memory on each of them (that is,
 * per-CPU objects), or "?" for memory that the kernel has no record of.
 */
static bool read_node(name_t *node, const char **at, const char *end)
{
	const char *first = *at, *last;
	uint64_t number;

	while (first < end && *first == ' ')
		first++;
	last = memchr(first, ' ', end - first);
	if (!last)
		return false;
	*at = last;
	if (last - first == 1 && *first == '?')
		return add_text(node, "unknown", "unknown" + 7);
	if (last - first != 3 || memcmp(first, "all", 3)) {
		const char *digits = first;

		if (!read_count(&digits, last, &number) || digits != last)
			return false;
	}
	return add_text(node, first, last);
}

/* Numbers before the tag. */
static const char *parse_numbers(struct watched_line *line,
				 enum watched_kind kind, const char **at,
				 const char *end)
{
	uint64_t slack;

	switch (kind) {
	case WATCHED_NODES:
		if (!read_node(&line->node, at, end))
			return "no node";
		/* fall through */
	case WATCHED_STACKS:
		if (!read_signed(at, end, &line->entry.bytes))
			return "no number of bytes";
		if (!read_signed(at, end, &line->entry.live))
			return "no number of calls";
		break;
	case WATCHED_SLACK:
		if (!read_count(at, end, &line->entry.allocs))
			return "no number of allocations";
		if (!read_count(at, end, &line->requested))
			return "no requested bytes";
		if (!read_signed(at, end, &line->entry.bytes))
			return "no given bytes";
		if (!read_count(at, end, &slack))
			return "no slack";
		break;
	case WATCHED_PEAKS:
		if (!read_signed(at, end, &line->entry.bytes))
			return "no number of bytes";
		if (!read_seconds(at, end, &line->seconds))
			return "no time";
		break;
	default:
		return NULL;
	}
	if (*at == end || **at != ' ')
		return "no FILE:LINE";
	++*at;
	return NULL;
}

/* Parse a line with a tag. Returns what is wrong, NULL if nothing. */
static const char *parse_line(struct watched_line *line,
			      const struct watched *watched, const char *at,
			      const char *end)
{
	enum watched_kind kind = watched->kind;
	const char *problem, *value;

	if (kind == WATCHED_SAMPLES)
		return parse_sample(at, end, watched->format, &line->entry);
	problem = parse_numbers(line, kind, &at, end);
	if (!problem)
		problem = parse_tag(at, end, &line->entry, &at);
	if (problem)
		return problem;
	switch (kind) {
	case WATCHED_CONTROL:
		return parse_control(line, at, end);
	case WATCHED_CONTEXTS:
		return parse_context(line, at, end);
	case WATCHED_LIFETIMES:
		value = at + 7;
		if (end - at < 7 || memcmp(at, "oldest:", 7) ||
		    !read_seconds(&value, end, &line->seconds))
			return "no age of the oldest";
		return NULL;
	default:
		if (end - at > 5 && !memcmp(at, "type:", 5) &&
		    !add_text(&line->entry.type, at + 5, end))
			return "no name of a type";
		return NULL;
	}
}

/* AGE FREED LIVE, where AGE ends with us, ms or s. */
static const char *parse_age(struct age *age, const char *at, const char *end)
{
	uint64_t unit = 1;

	if (!read_count(&at, end, &age->us))
		return "no age";
	if (end - at > 2 && !memcmp(at, "us", 2))
		at += 2;
	else if (end - at > 2 && !memcmp(at, "ms", 2) && (unit = 1000))
		at += 2;
	else if (end - at > 1 && *at == 's' && (unit = 1000000))
		at++;
	else
		return "no unit of an age";
	if (age->us > UINT64_MAX / unit)
		return "no age";
	age->us *= unit;
	if (!read_count(&at, end, &age->freed))
		return "no number of freed objects";
	if (!read_count(&at, end, &age->live))
		return "no number of live objects";
	return NULL;
}

/* Do lines of this kind have call stacks? */
bool has_frames(enum watched_kind kind)
{
	return kind == WATCHED_CONTEXTS || kind == WATCHED_STACKS ||
	       kind == WATCHED_SAMPLES;
}

/* A line of a call stack or an age, of the last line with a tag. */
static const char *parse_part(struct watched *watched, const char *at,
			      const char *end)
{
	struct watched_line *line = &watched->lines[watched->nr - 1];
	const char *problem;
	name_t name;

	if (watched->kind == WATCHED_LIFETIMES) {
		watched->ages = grow(watched->ages, watched->nr_ages,
				     &watched->ages_room, sizeof(*watched->ages));
		problem = parse_age(&watched->ages[watched->nr_ages], at, end);
		if (problem)
			return problem;
		watched->nr_ages++;
	} else {
		while (at < end && (*at == ' ' || *at == '\t'))
			at++;
		if (!add_text(&name, at, end))
			return "control characters in a call stack";
		watched->frames = grow(watched->frames, watched->nr_frames,
				       &watched->frames_room,
				       sizeof(*watched->frames));
		watched->frames[watched->nr_frames++] = name;
	}
	line->nr++;
	return NULL;
}

static void add_line(struct watched *watched)
{
	struct watched_line *line;

	watched->lines = grow(watched->lines, watched->nr, &watched->room,
			      sizeof(*watched->lines));
	line = &watched->lines[watched->nr++];
	memset(line, 0, sizeof(*line));
	line->first = has_frames(watched->kind) ? watched->nr_frames :
						  watched->nr_ages;
}

/* Comments have the parameters of sampling. */
static void parse_comment(struct watched *watched, const char *at,
			  const char *end)
{
	if (watched->kind == WATCHED_SAMPLES)
		parse_sampling(at, end, &watched->sampling);
	else
		find_count(at, end, "# sample=", &watched->sampling.rate);
}

/*
 * Parse one of the files. NAME is for messages. Returns 0, or -1 with a message
 * that has the number of the line; WATCHED is to be freed in both cases.
 */
int parse_watched(struct watched *watched, const char *name, const char *text,
		  size_t size, struct error *error)
{
	const char *end = text + size;
	unsigned long number = 0;
	bool inside = false;

	memset(watched, 0, sizeof(*watched));
	while (text < end) {
		const char *line_end = memchr(text, '\n', end - text);
		const char *problem = NULL;

		number++;
		if (!line_end)
			return set_error(error, "%s:%lu: the file ends within a line",
					 name, number);
		if (number == 1) {
			if (!find_kind(watched, text, line_end - text))
				return set_error(error, "%s:1: this is no file of /sys/kernel/debug/alloctag that this program knows",
						 name);
		} else if (number == 2 && *text != '#') {
			problem = "the line with the names of columns is missing";
		} else if (*text == '#') {
			parse_comment(watched, text, line_end);
		} else if (inside && text == line_end) {
			inside = false;
		} else if (inside && (*text == '\t' ||
				      (watched->kind == WATCHED_LIFETIMES && *text == ' '))) {
			problem = parse_part(watched, text, line_end);
		} else if (inside) {
			problem = "an empty line is missing before it";
		} else {
			add_line(watched);
			problem = parse_line(&watched->lines[watched->nr - 1],
					     watched, text, line_end);
			inside = has_frames(watched->kind) ||
				 watched->kind == WATCHED_LIFETIMES;
		}
		if (problem)
			return set_error(error, "%s:%lu: %s", name, number, problem);
		text = line_end + 1;
	}
	if (number < 2)
		return set_error(error, number ? "%s:1: the file ends after its first line" :
				 "%s: the file is empty", name);
	if (inside)
		return set_error(error, "%s:%lu: the file ends before an empty line",
				 name, number);
	return 0;
}

void watched_free(struct watched *watched)
{
	free(watched->lines);
	free(watched->frames);
	free(watched->ages);
	memset(watched, 0, sizeof(*watched));
}

/* Read a copy. Ends the program if that is not possible. */
void read_watched(struct watched *watched, const char *name)
{
	struct error error;
	int64_t time;
	size_t size;
	char *text;

	if (read_all(name, &text, &size, &time, &error))
		die(EXIT_CANNOT, "%s", error.text);
	if (parse_watched(watched, name, text, size, &error))
		die(EXIT_WRONG, "%s", error.text);
	watched->time = time;
	free(text);
}

/* Make a snapshot of the lines of WATCHED. */
void watched_snapshot(const struct watched *watched,
		      struct snapshot *snapshot)
{
	size_t i;

	memset(snapshot, 0, sizeof(*snapshot));
	memset(&snapshot->memory, 0xff, sizeof(snapshot->memory));
	snapshot->format = watched->format;
	snapshot->sampling = watched->sampling;
	snapshot->time = watched->time;
	snapshot->entries = xcalloc(watched->nr, sizeof(*snapshot->entries));
	for (i = 0; i < watched->nr; i++)
		snapshot->entries[snapshot->nr++] = watched->lines[i].entry;
}

/*
 * Read NAME, which is a report, a recording (then a snapshot of PERIOD), or
 * a copy of one of these files. Returns true for the latter: then the snapshot
 * has its lines, and WATCHED is to be freed. Ends the program if it can't be
 * read.
 */
bool read_input(struct snapshot *snapshot, struct watched *watched, char *name,
		const struct period *period)
{
	char start[16];
	size_t got = 0;
	FILE *in = NULL;

	/* Standard input can be read only once. */
	if (strcmp(name, "-"))
		in = fopen(name, "re");
	if (in) {
		got = fread(start, 1, sizeof(start), in);
		fclose(in);
	}
	if (!is_watched(start, got)) {
		read_snapshot(snapshot, name, period);
		return false;
	}
	read_watched(watched, name);
	if (watched->kind == WATCHED_CONTROL || watched->kind == WATCHED_LIFETIMES)
		die(EXIT_WRONG, "%s: alloctag/%s has no bytes", name,
		    watched_names[watched->kind]);
	watched_snapshot(watched, snapshot);
	return true;
}
