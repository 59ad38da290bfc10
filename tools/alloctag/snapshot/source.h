/* SPDX-License-Identifier: GPL-2.0 */
/*
 * source.h - the snapshots of several reports and recordings, in their order
 */
#ifndef SOURCE_H
#define SOURCE_H

#include "snapshot/recording.h"

struct source {
	char **files;
	int nr, at;
	char *text;
	struct recording recording;
	bool in_recording;
	enum format format;
	size_t snapshots;
	size_t lines;		/* of the last report */
	const char *last_name;
	bool quiet;		/* no warnings: they were printed before */
	bool mixed;		/* formats may differ */
};

void source_open(struct source *source, char **files, int nr);
bool source_next(struct source *source, struct snapshot *snapshot);
void source_close(struct source *source);

#endif
