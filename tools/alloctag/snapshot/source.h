/* SPDX-License-Identifier: GPL-2.0 */
/*
 * source.h - the snapshots of several reports and recordings, in their order
 */
#ifndef SOURCE_H
#define SOURCE_H

#include "snapshot/recording.h"

/* A file; START and CHANGED only of a segment, see segments.h. */
struct source_file {
	char *name;
	bool segment;
	int64_t start, changed;
};

struct source {
	struct source_file *files;
	size_t nr, room, at;
	char *text;
	struct recording recording;
	bool in_recording;
	enum format format;
	size_t snapshots;
	size_t lines;		/* of the last report */
	const char *last_name;
	uint64_t bytes;		/* of the files that were read, as they are */
	int64_t from, to;	/* only snapshots with such times */
	bool quiet;		/* no warnings: they were printed before */
	bool mixed;		/* formats may differ */
	enum unit unit;		/* of the lines that are asked for: bytes unless set */
	bool any_unit;
	bool heads_only;	/* snapshots without entries */
};

void source_open(struct source *source, char **files, int nr);
bool source_next(struct source *source, struct snapshot *snapshot);
void source_seek(struct source *source, size_t file);
void source_close(struct source *source);

#endif
