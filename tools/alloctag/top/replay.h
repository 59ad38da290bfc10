/* SPDX-License-Identifier: GPL-2.0 */
/*
 * replay.h - the snapshots of a recording, in any order
 */
#ifndef REPLAY_H
#define REPLAY_H

#include "snapshot/period.h"
#include "snapshot/source.h"

/* Snapshots are numbered from 0. */
struct replay {
	char *name;
	struct source source;
	int64_t *times;		/* of all snapshots */
	uint32_t *files;	/* in which file of the source each is */
	size_t nr, times_room, files_room;
	size_t next;		/* the number of what source_next() returns */
	/* The last ones that were read, by the lowest bits of the number. */
	struct replay_kept {
		bool used;
		size_t number;
		struct snapshot snapshot;
	} kept[64];
};

void replay_open(struct replay *replay, char *name, const struct period *period);
bool replay_get(struct replay *replay, size_t number, struct snapshot *snapshot);
size_t replay_find(const struct replay *replay, int64_t time);
bool replay_moment(const struct replay *replay, size_t shown, const char *text,
		   int64_t *time);
void replay_close(struct replay *replay);

#endif
