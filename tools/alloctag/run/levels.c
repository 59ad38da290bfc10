// SPDX-License-Identifier: GPL-2.0
/*
 * levels.c - the most and the least that lines had before, while and after a
 * command ran
 *
 * Lines go up and down all the time, also because of other programs. What a
 * command has left behind is what a line had at least in any snapshot after it,
 * less what it had at most in any before it. So memory that is freed some
 * seconds later, by RCU or a worker, is not left behind.
 */
#include <stdlib.h>
#include <string.h>

#include "run/levels.h"
#include "util/buffer.h"
#include "watch/live.h"

/* The level of group INDEX. */
static struct level *level_of(struct levels *levels, size_t index)
{
	size_t room = levels->room ? levels->room : 4096;

	if (index >= levels->room) {
		while (index >= room)
			room *= 2;
		levels->array = xrealloc(levels->array, room * sizeof(*levels->array));
		memset(levels->array + levels->room, 0,
		       (room - levels->room) * sizeof(*levels->array));
		levels->room = room;
	}
	return &levels->array[index];
}

/* FIRST: the first snapshot of the phase. */
static void note_level(struct level *level, enum phase phase, bool first)
{
	if (phase == PHASE_BEFORE && (first || level->now > level->before)) {
		level->before = level->now;
		level->live_before = level->now_live;
	}
	if (phase == PHASE_AFTER && (first || level->now < level->after)) {
		level->after = level->now;
		level->live_after = level->now_live;
	}
	if (level->now > level->peak)
		level->peak = level->now;
	level->now = 0;
	level->now_live = 0;
}

/* A snapshot in PHASE. Lines that are not in it have 0. */
void levels_note(struct levels *levels, const struct snapshot *snapshot,
		 const struct filter *filter, enum phase phase)
{
	bool first = !levels->snapshots[phase]++;
	size_t i;

	for (i = 0; i < snapshot->nr; i++) {
		const struct entry *entry = &snapshot->entries[i];
		struct group *group;
		struct level *level;

		if (!filter_matches(filter, entry))
			continue;
		group = groups_find(&levels->groups, entry);
		if (!group->type)
			group->type = entry->type;
		level = level_of(levels, group - levels->groups.array);
		level->now += entry->bytes;
		level->now_live += entry->live;
		levels->all.now += entry->bytes;
		levels->all.now_live += entry->live;
	}
	for (i = 0; i < levels->groups.nr; i++)
		note_level(level_of(levels, i), phase, first);
	note_level(&levels->all, phase, first);
}

/*
 * Where the kernel has recorded peaks of watched lines that are not older than
 * SINCE, in seconds since boot, these are exact.
 */
void levels_peaks(struct levels *levels, double since)
{
	struct watched peaks;
	size_t i, nr = levels->groups.nr;

	if (!read_watched_if_any(&peaks, WATCHED_PEAKS))
		return;
	for (i = 0; i < peaks.nr; i++) {
		const struct watched_line *line = &peaks.lines[i];
		size_t index = groups_find(&levels->groups, &line->entry) -
			       levels->groups.array;
		struct level *level;

		level = level_of(levels, index);
		/* Not among the lines that are looked at, or of an old peak. */
		if (index >= nr || line->seconds < since)
			continue;
		level->exact = true;
		if (line->entry.bytes > level->peak)
			level->peak = line->entry.bytes;
	}
	watched_free(&peaks);
}

/* Is more than LIMIT left behind? */
bool level_grew(const struct level *level, int64_t limit)
{
	return level->after - level->before > limit;
}

void levels_free(struct levels *levels)
{
	groups_free(&levels->groups);
	free(levels->array);
	memset(levels, 0, sizeof(*levels));
}
