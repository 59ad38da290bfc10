// SPDX-License-Identifier: GPL-2.0
/*
 * stacks.c - parsing codetag/wait/stacks and codetag/wait/longest
 *
 * For each line with the flag s, all waits by call stack; for each with the
 * flag p, who waited longest (stacks.c and longest.c in lib/wait_tag):
 *
 *	212 48120345 9120033 fs/jbd2/journal.c:733 func:jbd2_log_wait_commit
 *		schedule+0x5e/0xa0
 *		jbd2_log_wait_commit+0x9b/0x110
 *		...
 *
 *	1203456789 fs/exit.c:9 func:do_wait pid:812 comm:sh time:93.120
 *		schedule+0x5e/0xa0
 *		do_wait+0x64/0x110
 *		...
 *
 * An empty line follows each stack in the first file.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"
#include "util/text.h"
#include "waits/live.h"
#include "waits/stacks.h"
#include "watch/stack.h"

/* The functions that sleep are the same in all stacks. */
static bool is_scheduler(name_t frame)
{
	name_t module;
	const char *function = name_text(frame_function(frame, &module));

	return !strcmp(function, "schedule") || !strncmp(function, "schedule_", 9) ||
	       !strcmp(function, "io_schedule") || !strncmp(function, "io_schedule_", 12);
}

/* "NS FILE:LINE [MODULE] func:FUNCTION pid:PID comm:NAME time:TIME" */
static const char *parse_longest(struct watched_line *line, const char *at, const char *end)
{
	const char *problem, *rest, *comm, *time;
	int64_t ns = 0;

	problem = parse_number(&ns, &at, end);
	if (!problem)
		problem = parse_tag(at, end, &line->entry, &rest);
	if (problem)
		return problem;
	line->entry.slept = ns;
	line->entry.waits = 1;
	comm = memmem(rest, end - rest, " comm:", 6);
	/* The name may have blanks, and even these words. */
	for (time = end; comm && time > comm && strncmp(time, " time:", 6); time--)
		;
	if (strncmp(rest, "pid:", 4) || !comm || time == comm)
		return "no pid:, comm: and time:";
	line->pid = strtoul(rest + 4, NULL, 10);
	line->comm = names_add(comm + 6, time - comm - 6);
	if (line->comm == NAME_BAD)
		line->comm = 0;
	line->seconds = strtod(time + 6, NULL);
	return NULL;
}

/* "WAITS NS LONGEST FILE:LINE [MODULE] func:FUNCTION" */
static const char *parse_sum(struct watched_line *line, const char *at, const char *end)
{
	struct entry *entry = &line->entry;
	int64_t *numbers[] = { &entry->waits, &entry->slept, &entry->longest };
	const char *problem = NULL, *rest;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(numbers) && !problem; i++)
		problem = parse_number(numbers[i], &at, end);
	return problem ? problem : parse_tag(at, end, entry, &rest);
}

/* A frame, after a tab, of the last line. */
static const char *parse_frame(struct watched *watched, const char *at, const char *end)
{
	struct watched_line *line = watched->nr ? &watched->lines[watched->nr - 1] : NULL;
	name_t frame = names_add(at, end - at);

	if (!line)
		return "a call stack without its line";
	if (frame == NAME_BAD || at == end)
		return "no function";
	if (!line->nr && is_scheduler(frame))
		return NULL;
	watched->frames = grow(watched->frames, watched->nr_frames,
			       &watched->frames_room, sizeof(frame));
	watched->frames[watched->nr_frames++] = frame;
	line->nr++;
	return NULL;
}

/* Does TEXT begin with the header of the file NAME? */
static bool is_file(const char *text, const char *name)
{
	char *header = xasprintf("codetag wait %s - version: 1.", name);
	bool result = !strncmp(text, header, strlen(header));

	free(header);
	return result;
}

/* "# missed:N", of stacks */
static void warn_missed(const char *at)
{
	long long missed = strncmp(at, "# missed:", 9) ? 0 : strtoll(at + 9, NULL, 10);

	if (missed > 0)
		warn("the kernel had no room for the call stacks of %lld waits", missed);
}

/*
 * Read the file NAME, or a copy, into lines with one stack each. Ends the
 * program if it is wrong.
 */
void read_wait_stacks(struct watched *watched, const char *name)
{
	struct buffer text = { 0 };
	const char *at, *end, *problem;
	unsigned int number = 1;
	struct error error;
	int64_t time;
	bool sums;

	memset(watched, 0, sizeof(*watched));
	if (read_into(&text, name, &time, &error))
		die(EXIT_CANNOT, "%s", error.text);
	sums = is_file(text.text, "stacks");
	if (!sums && !is_file(text.text, "longest"))
		die(EXIT_WRONG, "%s: not the file codetag/wait/stacks or longest of a kernel", name);
	watched->time = time;
	for (at = text.text; at < text.text + text.used; at = end + 1, number++) {
		struct watched_line line = { .first = watched->nr_frames };

		end = strchrnul(at, '\n');
		problem = *end ? NULL : "cut off";
		if (!problem && *at == '#')
			warn_missed(at);
		if (!problem && *at == '\t')
			problem = parse_frame(watched, at + 1, end);
		if (problem)
			die(EXIT_WRONG, "%s:%u: %s", name, number, problem);
		if (number == 1 || at == end || *at == '#' || *at == '\t')
			continue;
		problem = sums ? parse_sum(&line, at, end) : parse_longest(&line, at, end);
		if (problem)
			die(EXIT_WRONG, "%s:%u: %s", name, number, problem);
		watched->lines = grow(watched->lines, watched->nr, &watched->room, sizeof(line));
		watched->lines[watched->nr++] = line;
	}
	buffer_free(&text);
}

/* Of the running kernel: of all waits, or if there are none, of the longest. */
void read_wait_stacks_live(struct watched *watched)
{
	char *name = waits_path("stacks");

	memset(watched, 0, sizeof(*watched));
	if (!access(name, F_OK))
		read_wait_stacks(watched, name);
	free(name);
	if (watched->nr)
		return;
	watched_free(watched);
	name = waits_file("longest");
	read_wait_stacks(watched, name);
	if (!watched->nr)
		warn("there are no call stacks: no line in codetag/wait/control has the flag s or p");
	free(name);
}
