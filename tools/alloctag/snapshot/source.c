// SPDX-License-Identifier: GPL-2.0
/*
 * source.c - the snapshots of several reports and recordings, in their order
 */
#include <stdlib.h>
#include <string.h>

#include "snapshot/source.h"
#include "util/expand.h"
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
	/* Versions of one format differ in words that are not compared. */
	if (source->snapshots++ && !source->mixed &&
	    (has_allocs(format) != has_allocs(source->format) ||
	     is_estimate(format) != is_estimate(source->format)))
		die(EXIT_WRONG, "%s: %s after %s: they have different lines", name,
		    format_text(format), format_text(source->format));
	source->format = format;
}

/*
 * A copy that ends at the end of a line looks like a report. But a kernel has
 * lines, and in a series of reports, their number changes with modules only.
 */
static void check_lines(struct source *source, const struct snapshot *snapshot,
			const char *name)
{
	if (!snapshot->nr && !is_estimate(snapshot->format))
		die(EXIT_WRONG, "%s: the report has no line: the copy is cut off", name);
	if (source->lines && !source->quiet && !source->mixed &&
	    !is_estimate(snapshot->format)) {
		if (snapshot->nr < source->lines / 10 * 9)
			warn("%s has %zu lines, %s has %zu: it may be cut off", name,
			     snapshot->nr, source->last_name, source->lines);
		else if (source->lines < snapshot->nr / 10 * 9)
			warn("%s has %zu lines, %s has %zu: it may be cut off",
			     source->last_name, source->lines, name, snapshot->nr);
	}
	source->lines = snapshot->nr;
	source->last_name = name;
}

/*
 * Read the file NAME, and expand it. What can be read only once, a pipe, is
 * kept for a caller who reads all files again. Ends the program if that fails.
 */
static void read_file(char *name, char **text, size_t *size, int64_t *time)
{
	static struct kept {
		const char *name;
		char *text;
		size_t size;
		struct kept *next;
	} *all;
	struct error error;
	struct kept *kept;

	for (kept = all; kept; kept = kept->next) {
		if (kept->name != name) {
			if (!strcmp(kept->name, "-") && !strcmp(name, "-"))
				die(EXIT_WRONG, "-: standard input can be read only once");
			continue;
		}
		*text = xmalloc(kept->size + 1);
		memcpy(*text, kept->text, kept->size + 1);
		*size = kept->size;
		*time = 0;
		return;
	}
	if (read_all(name, text, size, time, &error))
		die(EXIT_CANNOT, "%s", error.text);
	if (expand_text(name, RECORDING_MAGIC, text, size, &error))
		die(EXIT_WRONG, "%s", error.text);
	if (*time && strcmp(name, "-"))
		return;
	*time = 0;
	kept = xmalloc(sizeof(*kept));
	kept->name = name;
	kept->size = *size;
	kept->next = all;
	kept->text = xmalloc(*size + 1);
	memcpy(kept->text, *text, *size + 1);
	all = kept;
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
		char *name;
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
		read_file(name, &source->text, &size, &time);
		if (is_recording(source->text, size)) {
			if (recording_open(&source->recording, name,
					   source->text, size, &error))
				die(EXIT_WRONG, "%s", error.text);
			source->in_recording = true;
			continue;
		}
		if (parse_report(snapshot, name, source->text, size, &error))
			die(EXIT_WRONG, "%s", error.text);
		check_lines(source, snapshot, name);
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
