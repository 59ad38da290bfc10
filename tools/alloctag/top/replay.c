// SPDX-License-Identifier: GPL-2.0
/*
 * replay.c - the snapshots of a recording, in any order
 *
 * A recording has differences, and can only be read forward. A week of it does
 * not fit into memory. So the times of all snapshots are read first, and the
 * snapshots that were read last are kept: going back step by step is mostly
 * going back to these. Else the file is read again from its start; a flight
 * recording consists of many files.
 */
#include <stdlib.h>
#include <string.h>

#include "top/replay.h"
#include "util/buffer.h"
#include "util/text.h"

#define SECOND INT64_C(1000000000)
#define KEPT (sizeof(((struct replay *)0)->kept) / sizeof(struct replay_kept))

/*
 * Read the times of the snapshots in the recording NAME, from --from to --to of
 * PERIOD. Ends the program if there are none.
 */
void replay_open(struct replay *replay, char *name, const struct period *period)
{
	struct period range = { .from = period->from, .to = period->to };
	struct source *source = &replay->source;
	struct snapshot snapshot;

	memset(replay, 0, sizeof(*replay));
	replay->name = name;
	source_open(source, &replay->name, 1);
	source->mixed = true;
	period_choose(&range, source);
	source->heads_only = true;
	while (source_next(source, &snapshot)) {
		replay->times = grow(replay->times, replay->nr, &replay->times_room,
				     sizeof(*replay->times));
		replay->files = grow(replay->files, replay->nr, &replay->files_room,
				     sizeof(*replay->files));
		replay->times[replay->nr] = snapshot.time;
		replay->files[replay->nr++] = source->at - 1;
		snapshot_free(&snapshot);
	}
	source->quiet = true;
	replay->next = replay->nr;
	if (!replay->nr)
		die(EXIT_WRONG, "%s: a recording without a snapshot%s", name,
		    period_has_times(&range) ? " of that time" : "");
}

/* Begin to read again, at the start of the file that has snapshot NUMBER. */
static void rewind_to(struct replay *replay, size_t number)
{
	source_seek(&replay->source, replay->files[number]);
	while (number && replay->files[number - 1] == replay->files[number])
		number--;
	replay->next = number;
}

static void keep(struct replay *replay, size_t number, const struct snapshot *snapshot)
{
	struct replay_kept *kept = &replay->kept[number % KEPT];

	if (kept->used)
		snapshot_free(&kept->snapshot);
	kept->used = true;
	kept->number = number;
	kept->snapshot = *snapshot;
}

/* Read what is before NUMBER, and NUMBER itself, and keep it. */
static bool read_up_to(struct replay *replay, size_t number)
{
	struct source *source = &replay->source;
	struct snapshot snapshot;

	if (replay->next > number || replay->files[replay->next] != replay->files[number])
		rewind_to(replay, number);
	while (replay->next <= number) {
		/* Not all that is before it will be kept. */
		source->heads_only = replay->next + KEPT <= number;
		if (!source_next(source, &snapshot))
			return false;
		/* A segment may be gone, and the next one is read. */
		if (snapshot.time != replay->times[replay->next]) {
			snapshot_free(&snapshot);
			return false;
		}
		if (source->heads_only)
			snapshot_free(&snapshot);
		else
			keep(replay, replay->next, &snapshot);
		replay->next++;
	}
	return true;
}

/*
 * Copy snapshot NUMBER. Returns false if it can't be read any more: the
 * recorder deletes what is too old.
 */
bool replay_get(struct replay *replay, size_t number, struct snapshot *snapshot)
{
	struct replay_kept *kept = &replay->kept[number % KEPT];

	if ((!kept->used || kept->number != number) && !read_up_to(replay, number)) {
		/* Where the source is now is not known. */
		replay->next = replay->nr;
		return false;
	}
	*snapshot = kept->snapshot;
	snapshot->entries = xmalloc(snapshot->nr * sizeof(*snapshot->entries) + 1);
	snapshot->room = snapshot->nr;
	memcpy(snapshot->entries, kept->snapshot.entries,
	       snapshot->nr * sizeof(*snapshot->entries));
	return true;
}

/* The last snapshot that is not after TIME; the first one if there is none. */
size_t replay_find(const struct replay *replay, int64_t time)
{
	size_t number = replay->nr;

	while (number && replay->times[number - 1] > time)
		number--;
	return number ? number - 1 : 0;
}

/*
 * The time that TEXT names when snapshot SHOWN is on the screen: "+10m" and
 * "-2h" are relative to it, "14:30" is of its day, or of the day before if the
 * recording ends earlier. Returns false if it names none.
 */
bool replay_moment(const struct replay *replay, size_t shown, const char *text,
		   int64_t *time)
{
	int64_t last = replay->times[replay->nr - 1], evening;
	double seconds;

	if (*text == '+' || *text == '-') {
		if (!find_duration(text + 1, &seconds))
			return false;
		*time = replay->times[shown] +
			(int64_t)((*text == '-' ? -seconds : seconds) * SECOND);
		return true;
	}
	evening = end_of_day(replay->times[shown]);
	return find_moment(text, false, evening < last ? evening : last, NULL, time);
}

void replay_close(struct replay *replay)
{
	size_t i;

	for (i = 0; i < KEPT; i++)
		if (replay->kept[i].used)
			snapshot_free(&replay->kept[i].snapshot);
	source_close(&replay->source);
	free(replay->times);
	free(replay->files);
}
