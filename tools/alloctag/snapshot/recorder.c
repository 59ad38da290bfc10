// SPDX-License-Identifier: GPL-2.0
/*
 * recorder.c - writing recordings
 *
 * A recording is text, compressed as one gzip file: it declares each line once,
 * then has the changes of each snapshot. alloctag.5 has the format. Mostly the
 * same lines change from snapshot to snapshot; gzip finds these repetitions.
 *
 * The compressor is flushed after each snapshot, which is then written by one
 * write(). So if the program or the machine stops, the snapshots before that
 * can be read.
 *
 * Lines for the same place are added up: their order, the only difference
 * between them, means nothing.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "snapshot/recorder.h"
#include "snapshot/recording_format.h"
#include "util/output.h"

/* Differences wrap, as sums of a reader do. */
static int64_t minus(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a - (uint64_t)b);
}

/* Write @size bytes. Returns 0, or -1 with errno and a message. */
static int write_out(struct recorder *recorder, const void *data, size_t size,
		     struct error *error)
{
	size_t done = 0;
	ssize_t got;

	if (recorder->before_write &&
	    recorder->before_write(recorder->before_write_data, size, error))
		return -1;
	while (done < size) {
		got = write(recorder->fd, (const char *)data + done, size - done);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return set_error(error, "cannot write the recording: %s",
					 strerror(errno));
		done += got;
	}
	recorder->written += done;
	return 0;
}

/* Compress the text. Returns false if that fails. */
static bool compress_text(struct recorder *recorder, int flush)
{
	z_stream *stream = &recorder->stream;
	int result;

	stream->next_in = (Bytef *)recorder->text.text;
	stream->avail_in = recorder->text.used;
	result = deflate(stream, flush);
	recorder->text.used = 0;
	return result != Z_STREAM_ERROR && stream->avail_out;
}

/*
 * Compress the text and write it: with Z_SYNC_FLUSH a snapshot, which ends with
 * the checksum of its text, or with Z_FINISH the end of the file. Returns 0 or
 * -1.
 */
static int write_text(struct recorder *recorder, int flush, struct error *error)
{
	z_stream *stream = &recorder->stream;
	size_t length = recorder->text.used;
	/* And of the line with the checksum. */
	size_t room = deflateBound(stream, length + 64) + 64;
	unsigned char *out = xmalloc(room);
	uLong sum = stream->adler;
	int result;

	stream->next_out = out;
	stream->avail_out = room;
	if (flush == Z_SYNC_FLUSH) {
		compress_text(recorder, Z_NO_FLUSH);
		/* gzip has one of all text so far. */
		sum = stream->adler ^ crc32_combine(sum, 0, length);
		buffer_printf(&recorder->text, "end %lu\n", sum);
	}
	if (compress_text(recorder, flush))
		result = write_out(recorder, out, room - stream->avail_out, error);
	else
		result = set_error(error, "cannot compress the recording");
	free(out);
	return result;
}

/*
 * Begin a recording of reports in @format. @info is lines of "key=value".
 * Nothing is written before the first snapshot. Returns 0 or -1.
 */
int recorder_start(struct recorder *recorder, int fd, enum format format,
		   const char *info, struct error *error)
{
	memset(recorder, 0, sizeof(*recorder));
	recorder->fd = fd;
	recorder->format = format;
	memset(&recorder->memory, 0xff, sizeof(recorder->memory));
	/*
	 * 15 for the window, and 16 for gzip. Level 6 makes a recording a tenth
	 * smaller, but takes three times as long: most of it goes into looking
	 * for longer repetitions of numbers, which there aren't.
	 */
	if (deflateInit2(&recorder->stream, 2, Z_DEFLATED, 15 + 16, 8,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		return set_error(error, "cannot compress the recording");
	buffer_printf(&recorder->text, RECORDING_HEADER "\nformat=%s\n%s",
		      format_text(format), info);
	return 0;
}

/* The number of the line of @entry, from 0, which is added if it is new. */
static uint32_t find_line(struct recorder *recorder, const struct entry *entry)
{
	uint32_t hash = hash_line(entry), number;
	struct entry *line;
	size_t at = 0;

	while ((number = index_next(&recorder->index, hash, &at)) != INDEX_NONE)
		if (same_line(&recorder->lines[number], entry))
			return number;
	number = recorder->nr++;
	index_add(&recorder->index, hash, number);
	recorder->lines = grow(recorder->lines, number, &recorder->room, sizeof(*line));
	line = &recorder->lines[number];
	*line = *entry;
	line->flags &= ENTRY_UNTAGGED;
	memset(&line->values, 0, sizeof(line->values));
	return number;
}

/*
 * Add up the snapshot's entries by line; lines may be new. Returns what all
 * lines have now, to be freed.
 */
static union values *add_up_lines(struct recorder *recorder, const struct snapshot *snapshot)
{
	const struct measures *measures = measures_of(recorder->format);
	union values *now;
	size_t i;

	for (i = 0; i < snapshot->nr; i++) {
		const struct entry *entry = &snapshot->entries[i];

		recorder->order = grow(recorder->order, i, &recorder->order_room,
				       sizeof(*recorder->order));
		/* Reports have the same lines in the same order. */
		if (i >= recorder->order_nr ||
		    !same_line(&recorder->lines[recorder->order[i]], entry))
			recorder->order[i] = find_line(recorder, entry);
		if (i >= recorder->order_nr)
			recorder->order_nr = i + 1;
	}
	now = xcalloc(recorder->nr, sizeof(*now));
	for (i = 0; i < snapshot->nr; i++) {
		const struct entry *entry = &snapshot->entries[i];
		uint32_t number = recorder->order[i];

		add_values(measures, &now[number], &entry->values);
		recorder->lines[number].flags |= ENTRY_PRESENT;
		if (entry->flags & ENTRY_INACCURATE)
			recorder->lines[number].flags |= ENTRY_NOW_INACCURATE;
	}
	return now;
}

/* A name of a line that is declared, and the tab after it. */
static void put_name(struct buffer *text, name_t name)
{
	buffer_add(text, name_text(name), name_length(name));
	buffer_char(text, '\t');
}

static void put_declaration(struct recorder *recorder, const struct entry *line)
{
	struct buffer *text = &recorder->text;
	size_t before = text->used;

	buffer_char(text, '+');
	put_name(text, line->file == recorder->file ? 0 : line->file);
	recorder->file = line->file;
	buffer_decimal(text, line->line);
	buffer_char(text, '\t');
	buffer_decimal(text, line->column);
	buffer_char(text, '\t');
	put_name(text, line->module);
	put_name(text, line->function);
	if (line->flags & ENTRY_UNTAGGED)
		buffer_puts(text, RECORDED_UNTAGGED "\t");
	else
		put_name(text, line->type);
	if (!count_declaration(&recorder->declarations, line, text->used - before))
		recorder->too_large = true;
}

/* Of all measures of a line, in their order; zeros at the end are left out. */
static void put_differences(struct buffer *text, const struct measures *measures,
			    const int64_t *differences)
{
	unsigned int nr = measures->nr, i;

	while (nr && !differences[nr - 1])
		nr--;
	for (i = 0; i < nr; i++) {
		if (i)
			buffer_char(text, ' ');
		buffer_decimal(text, differences[i]);
	}
	buffer_char(text, '\n');
}

/* By how much a measure has changed; an estimate's error, not its variance. */
static int64_t difference(const struct measure *measure, const union values *now,
			  const union values *before)
{
	unsigned int k = measure->value;

	if (measure->kind == MEASURE_VARIANCE)
		return minus(standard_error(now->variance[k]), standard_error(before->variance[k]));
	return minus(now->value[k], before->value[k]);
}

/* Print the changes of line @i, which then has the values of @now. */
static void put_line(struct recorder *recorder, size_t i, const union values *now)
{
	const struct measures *measures = measures_of(recorder->format);
	struct entry *line = &recorder->lines[i];
	struct buffer *text = &recorder->text;
	bool present = line->flags & ENTRY_PRESENT, was_present = line->flags & ENTRY_WAS_PRESENT;
	int64_t differences[NR_VALUES];
	bool changed = false;
	unsigned int k;

	for (k = 0; k < measures->nr; k++) {
		differences[k] = difference(&measures->array[k], now, &line->values);
		changed |= differences[k] != 0;
	}
	if (!present && was_present)
		buffer_printf(text, "-%zu\n", i + 1);
	if (present && (changed || !was_present)) {
		if (!(line->flags & ENTRY_DECLARED)) {
			put_declaration(recorder, line);
		} else {
			buffer_decimal(text, i + 1);
			if (changed)
				buffer_char(text, ' ');
		}
		put_differences(text, measures, differences);
	}
	if ((line->flags & (ENTRY_NOW_INACCURATE | ENTRY_INACCURATE)) == ENTRY_NOW_INACCURATE) {
		line->flags |= ENTRY_INACCURATE;
		buffer_printf(text, "!%zu\n", i + 1);
	}
	line->values = *now;
	line->flags &= ENTRY_UNTAGGED | ENTRY_INACCURATE;
	line->flags |= ENTRY_DECLARED | (present ? ENTRY_WAS_PRESENT : 0);
}

/* Begin a snapshot of @time, which is in nanoseconds since 1970. */
static void put_time(struct buffer *text, int64_t time)
{
	int64_t seconds = time / 1000000000;
	int64_t rest = time % 1000000000;

	if (rest < 0) {
		rest += 1000000000;
		seconds--;
	}
	buffer_printf(text, "snapshot %" PRId64 ".%09" PRId64 "\n", seconds, rest);
}

/* The time, where memory is, and how samples are taken. */
static void put_head(struct recorder *recorder, const struct snapshot *snapshot)
{
	const struct sampling *sampling = &snapshot->sampling;
	const struct memory *memory = &snapshot->memory;

	put_time(&recorder->text, snapshot->time);
	if (memcmp(sampling, &recorder->sampling, sizeof(*sampling))) {
		recorder->sampling = *sampling;
		buffer_printf(&recorder->text,
			      "sampling %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
			      sampling->rate, sampling->samples, sampling->missed);
	}
	if (!memcmp(memory, &recorder->memory, sizeof(*memory)))
		return;
	recorder->memory = *memory;
	buffer_printf(&recorder->text,
		      "memory %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\n",
		      memory->total, memory->free_blocks, memory->free_lists,
		      memory->slab_objects, memory->percpu_objects);
}

/*
 * Append a snapshot, which must have the format of the recording. Returns 0, or
 * -1 if it can't be written: then the recorder is of no more use.
 */
int recorder_add(struct recorder *recorder, const struct snapshot *snapshot,
		 struct error *error)
{
	union values *now;
	size_t i;

	put_head(recorder, snapshot);
	now = add_up_lines(recorder, snapshot);
	recorder->too_large = recorder->nr > MAX_RECORDED_LINES;
	for (i = 0; i < recorder->nr && !recorder->too_large; i++)
		put_line(recorder, i, &now[i]);
	free(now);
	if (recorder->too_large) {
		errno = EFBIG;
		return set_error(error, "too many lines or too long names for a recording");
	}
	return write_text(recorder, Z_SYNC_FLUSH, error);
}

/* Write the end of the file. Returns 0 or -1. */
int recorder_finish(struct recorder *recorder, struct error *error)
{
	return write_text(recorder, Z_FINISH, error);
}

void recorder_free(struct recorder *recorder)
{
	deflateEnd(&recorder->stream);
	buffer_free(&recorder->text);
	free(recorder->lines);
	index_free(&recorder->index);
	free(recorder->order);
	free(recorder->declarations.seen);
}

/*
 * Write a recording with one snapshot. With REPLACE, a file NAME is replaced in
 * one step; without, it is an error, with errno EEXIST. Returns 0, or -1 and an
 * error.
 */
int try_write_snapshot(const struct snapshot *snapshot, const char *name,
		       bool replace, struct error *error)
{
	struct recorder recorder = { 0 };
	struct output output;
	int result, saved;
	char *info;

	if (output_open(&output, name, 0600, replace, error))
		return -1;
	info = boot_info(&snapshot->boot);
	result = recorder_start(&recorder, output.fd, snapshot->format, info, error) ||
		 recorder_add(&recorder, snapshot, error) ||
		 recorder_finish(&recorder, error) ? -1 : 0;
	if (!result)
		result = output_publish(&output, error);
	if (close(output.fd) && !result)
		result = set_error(error, "cannot write %s: %s", name, strerror(errno));
	saved = errno;
	output_abandon(&output);
	recorder_free(&recorder);
	free(info);
	errno = saved;
	return result;
}
