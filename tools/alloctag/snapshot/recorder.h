/* SPDX-License-Identifier: GPL-2.0 */
/*
 * recorder.h - writing recordings
 */
#ifndef RECORDER_H
#define RECORDER_H

#include <zlib.h>

#include "snapshot/recording_format.h"
#include "snapshot/snapshot.h"
#include "util/buffer.h"
#include "util/index.h"

struct recorder {
	int fd;
	enum format format;
	bool started;
	z_stream stream;
	struct buffer text;	/* not yet written */
	struct entry *lines;	/* by number, with the values of the last snapshot */
	size_t nr, room;
	struct declarations declarations;
	name_t file;		/* of the line that was declared last */
	bool too_large;		/* more lines or names than a recording can have */
	struct index index;	/* of lines */
	/* Numbers of the lines of the last report, in its order. */
	uint32_t *order;
	size_t order_room, order_nr;
	struct memory memory;
	struct sampling sampling;
	uint64_t written;
	/* Called before so many bytes are written; NULL: nothing is. */
	int (*before_write)(void *data, size_t bytes, struct error *error);
	void *before_write_data;
};

int recorder_start(struct recorder *recorder, int fd, enum format format,
		   const char *info, struct error *error);
int recorder_add(struct recorder *recorder, const struct snapshot *snapshot,
		 struct error *error);
int recorder_finish(struct recorder *recorder, struct error *error);
void recorder_free(struct recorder *recorder);
int try_write_snapshot(const struct snapshot *snapshot, const char *name,
		       bool replace, struct error *error);

#endif
