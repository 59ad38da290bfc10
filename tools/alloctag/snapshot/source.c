// SPDX-License-Identifier: GPL-2.0
/*
 * source.c - the snapshots of several reports and recordings, in their order
 */
#include <stdlib.h>
#include <string.h>

#include "snapshot/source.h"
#include "util/file.h"

void source_open(struct source *source, char **files, int nr)
{
	memset(source, 0, sizeof(*source));
	source->files = files;
	source->nr = nr;
}

static void check_format(struct source *source, enum format format,
			 const char *name)
{
	if (source->snapshots++ && format != source->format)
		die(EXIT_WRONG, "%s: %s after %s: they have different lines", name,
		    format_text(format), format_text(source->format));
	source->format = format;
}

/*
 * The next snapshot of all files. Returns false after the last one; ends the
 * program if a file can't be read.
 */
bool source_next(struct source *source, struct snapshot *snapshot)
{
	struct error error;
	size_t size;

	for (;;) {
		const char *name;
		int64_t time;
		int got;

		if (source->in_recording) {
			got = recording_next(&source->recording, &error);
			if (got < 0)
				die(EXIT_WRONG, "%s", error.text);
			if (got) {
				recording_get(&source->recording, snapshot);
				check_format(source, snapshot->format,
					     source->recording.name);
				return true;
			}
			if (source->recording.cut && !source->quiet)
				warn("%s: cut off: %zu bytes after snapshot %zu are dropped",
				     source->recording.name,
				     source->recording.dropped,
				     source->recording.snapshots);
			recording_free(&source->recording);
			free(source->text);
			source->text = NULL;
			source->in_recording = false;
		}
		if (source->at == source->nr)
			return false;
		name = source->files[source->at++];
		if (read_all(name, &source->text, &size, &time, &error))
			die(EXIT_CANNOT, "%s", error.text);
		if (is_recording(source->text, size)) {
			if (recording_open(&source->recording, name,
					   source->text, size, &error))
				die(EXIT_WRONG, "%s", error.text);
			source->in_recording = true;
			continue;
		}
		if (parse_report(snapshot, name, source->text, size, &error))
			die(EXIT_WRONG, "%s", error.text);
		snapshot->time = time;
		free(source->text);
		source->text = NULL;
		check_format(source, snapshot->format, name);
		return true;
	}
}

void source_close(struct source *source)
{
	if (source->in_recording)
		recording_free(&source->recording);
	free(source->text);
	memset(source, 0, sizeof(*source));
}
