// SPDX-License-Identifier: GPL-2.0
/*
 * source.c - the snapshots of several reports and recordings, in their order
 *
 * A folder stands for the segments of the flight recording in it. These may be
 * deleted while they are read, and a power cut may have damaged one: then the
 * others are read all the same.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "snapshot/segments.h"
#include "snapshot/source.h"
#include "util/expand.h"
#include "util/file.h"

static void add_file(struct source *source, struct source_file file)
{
	source->files = grow(source->files, source->nr, &source->room,
			     sizeof(*source->files));
	source->files[source->nr++] = file;
}

static void add_folder(struct source *source, const char *folder)
{
	struct segment *segments;
	struct error error;
	size_t nr, i;

	if (segments_list(folder, &segments, &nr, &error))
		die(EXIT_CANNOT, "%s", error.text);
	if (!nr)
		die(EXIT_WRONG, "%s: no flight recording in this folder", folder);
	for (i = 0; i < nr; i++)
		add_file(source, (struct source_file){
			.name = segments[i].path, .segment = true,
			.start = segments[i].start, .changed = segments[i].changed });
	free(segments);
	/* vm.mem_profiling may have been changed. */
	source->mixed = true;
}

/* Begin to read FILES, whose names must remain until source_close(). */
void source_open(struct source *source, char **files, int nr)
{
	int i;

	memset(source, 0, sizeof(*source));
	source->from = INT64_MIN;
	source->to = INT64_MAX;
	for (i = 0; i < nr; i++)
		if (is_folder(files[i]))
			add_folder(source, files[i]);
		else
			add_file(source, (struct source_file){ .name = files[i] });
}

/* Ends the program if the command is for other numbers than those of UNIT. */
static void check_unit(const struct source *source, enum unit unit, const char *name)
{
	if (source->any_unit || source->unit == unit)
		return;
	if (source->unit == UNIT_NANOSECONDS)
		die(EXIT_WRONG, "%s: not the file codetag/wait/stats of a kernel, and no recording of waits",
		    name);
	die(EXIT_WRONG, "%s has waits, and no memory: see alloctag waits --help", name);
}

static void check_format(struct source *source, enum format format,
			 const char *name)
{
	check_unit(source, format_unit(format), name);
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
	/* A line with times is there only once a task has waited in it. */
	if (format_unit(snapshot->format) != UNIT_BYTES)
		return;
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
static void read_file(struct source *source, char *name, char **text,
		      size_t *size, int64_t *time)
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
	source->bytes += *size;
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

/* The unit of the lines of a file that begins with TEXT; none: bytes. */
static enum unit text_unit(const char *text, size_t size)
{
	const char *end = memchr(text, '\n', size);
	int format = find_format(text, end ? (size_t)(end - text) : size);

	return format >= 0 ? format_unit(format) : UNIT_BYTES;
}

/*
 * Begin to read segment FILE. Returns false if it is gone or empty, or if it is
 * no recording: that is said.
 */
static bool open_segment(struct source *source, const struct source_file *file)
{
	struct error error;
	int64_t time;
	size_t size;

	if (read_all(file->name, &source->text, &size, &time, &error)) {
		if (!access(file->name, F_OK))
			die(EXIT_CANNOT, "%s", error.text);
		return false;
	}
	source->bytes += size;
	if (size && !is_recording(source->text, size))
		set_error(&error, "%s: this is no recording", file->name);
	else if (size && !recording_open(&source->recording, file->name, source->text,
					 size, &error))
		return true;
	if (size && !source->quiet)
		warn("%s; it is left out", error.text);
	free(source->text);
	source->text = NULL;
	return false;
}

/*
 * The next snapshot of the recording that is being read. Returns false at its
 * end; then it is closed. Ends the program if it is damaged, unless it is
 * a segment.
 */
static bool next_recorded(struct source *source, struct snapshot *snapshot)
{
	struct recording *recording = &source->recording;
	struct error error;
	int got;

	while ((got = recording_next(recording, &error)) > 0) {
		if (recording->time < source->from || recording->time > source->to)
			continue;
		if (source->heads_only)
			recording_get_head(recording, snapshot);
		else
			recording_get(recording, snapshot);
		if (!sums_fit(snapshot)) {
			snapshot_free(snapshot);
			got = set_error(&error, "%s: damaged in snapshot %zu: the lines add up to 8 EiB or more",
					recording->name, recording->snapshots);
			break;
		}
		check_format(source, snapshot->format, recording->name);
		return true;
	}
	if (got < 0 && !source->files[source->at - 1].segment)
		die(EXIT_WRONG, "%s", error.text);
	if (got < 0 && !source->quiet)
		warn("%s; what follows is left out", error.text);
	else if (!got && recording->cut && !source->quiet)
		warn("%s: cut off: %zu bytes after snapshot %zu are dropped",
		     recording->name, recording->dropped, recording->snapshots);
	recording_free(recording);
	free(source->text);
	source->text = NULL;
	source->in_recording = false;
	return false;
}

/* Can FILE have no snapshot that is asked for? */
static bool is_outside(const struct source *source, const struct source_file *file)
{
	return file->segment &&
	       (file->start > source->to || file->changed < source->from);
}

/*
 * The next snapshot of all files. Returns false after the last one; ends the
 * program if a file can't be read.
 */
bool source_next(struct source *source, struct snapshot *snapshot)
{
	struct source_file *file;
	struct error error;
	int64_t time;
	size_t size;

	for (;;) {
		if (source->in_recording && next_recorded(source, snapshot))
			return true;
		if (source->at == source->nr)
			return false;
		file = &source->files[source->at++];
		if (file->segment) {
			source->in_recording = !is_outside(source, file) &&
					       open_segment(source, file);
			continue;
		}
		read_file(source, file->name, &source->text, &size, &time);
		if (is_recording(source->text, size)) {
			if (recording_open(&source->recording, file->name,
					   source->text, size, &error))
				die(EXIT_WRONG, "%s", error.text);
			source->in_recording = true;
			continue;
		}
		/* Before the message that it is no report of memory. */
		if (source->unit != UNIT_BYTES)
			check_unit(source, text_unit(source->text, size), file->name);
		if (parse_report(snapshot, file->name, source->text, size, &error))
			die(EXIT_WRONG, "%s", error.text);
		free(source->text);
		source->text = NULL;
		snapshot->time = time;
		if (time < source->from || time > source->to) {
			snapshot_free(snapshot);
			continue;
		}
		check_lines(source, snapshot, file->name);
		check_format(source, snapshot->format, file->name);
		return true;
	}
}

/* Go on with the start of FILE, an index. */
void source_seek(struct source *source, size_t file)
{
	if (source->in_recording)
		recording_free(&source->recording);
	free(source->text);
	source->text = NULL;
	source->in_recording = false;
	source->at = file;
}

void source_close(struct source *source)
{
	source_seek(source, 0);
	while (source->nr)
		if (source->files[--source->nr].segment)
			free(source->files[source->nr].name);
	free(source->files);
	memset(source, 0, sizeof(*source));
}
