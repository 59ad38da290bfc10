/* SPDX-License-Identifier: GPL-2.0 */
/*
 * recording.h - reading recordings
 */
#ifndef RECORDING_H
#define RECORDING_H

#include "snapshot/recorded_text.h"
#include "snapshot/recording_format.h"
#include "snapshot/snapshot.h"

struct recording {
	const char *name;
	enum format format;
	bool has_format;
	struct entry *lines;
	size_t nr, room;
	struct declarations declarations;
	name_t file;		/* of the line that was declared last; 0: there is none */
	int64_t time;
	struct memory memory;
	struct sampling sampling;
	struct boot boot;
	struct recorded_text text;
	uint32_t sum;		/* of the text since the last snapshot */
	size_t lines_of_text;	/* in the snapshot that is being read */
	size_t snapshots;	/* read so far */
	bool cut;		/* ends within a snapshot */
	size_t dropped;		/* bytes of text after the last snapshot */
};

bool is_recording(const char *text, size_t size);
int recording_open(struct recording *recording, const char *name,
		   const char *text, size_t size, struct error *error);
int recording_next(struct recording *recording, struct error *error);
void recording_get_head(const struct recording *recording, struct snapshot *snapshot);
void recording_get(const struct recording *recording, struct snapshot *snapshot);
void recording_free(struct recording *recording);

#endif
