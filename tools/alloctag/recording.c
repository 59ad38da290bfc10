// SPDX-License-Identifier: GPL-2.0
/*
 * recording.c - writing and reading recordings
 *
 * A recording has the names and the lines once, then for each snapshot what has
 * changed since the one before. Records are compressed with what the record
 * before of the same type had as dictionary: from second to second, mostly the
 * same lines change. alloctag.5 has the format.
 *
 * Each record has its length and a checksum, and is written by one write(). So
 * if the program or the machine stops, everything before can be read.
 *
 * Lines for the same place are added up: their order, the only difference
 * between them, means nothing.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "recording.h"

/* Numbers are as of buffer_varint(), signed ones as 0, -1, 1, -2, ... */
static void put_signed(struct buffer *buffer, int64_t value)
{
	buffer_varint(buffer, (uint64_t)value << 1 ^ (uint64_t)(value >> 63));
}

/* A payload that is being read. @bad: it ended too early or was wrong. */
struct payload {
	const unsigned char *at, *end;
	bool bad;
};

static uint64_t get_number(struct payload *payload)
{
	uint64_t value = 0;
	unsigned int shift;

	for (shift = 0; shift < 64 && payload->at < payload->end; shift += 7) {
		unsigned char byte = *payload->at++;

		value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return value;
	}
	payload->bad = true;
	return 0;
}

static int64_t get_signed(struct payload *payload)
{
	uint64_t value = get_number(payload);

	return (int64_t)(value >> 1 ^ -(value & 1));
}

/* Wrap as unsigned: a file may have any number. */
static int64_t plus(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t minus(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a - (uint64_t)b);
}

/* The numbers of struct memory in the order of the file. */
static int64_t *memory_number(struct memory *memory, unsigned int i)
{
	switch (i) {
	case 0:
		return &memory->total;
	case 1:
		return &memory->free_blocks;
	case 2:
		return &memory->free_lists;
	case 3:
		return &memory->slab_objects;
	default:
		return &memory->percpu_objects;
	}
}

/*
 * Writing
 */

static void put_le32(unsigned char *to, uint32_t value)
{
	to[0] = value;
	to[1] = value >> 8;
	to[2] = value >> 16;
	to[3] = value >> 24;
}

/*
 * PLAIN, compressed with DICTIONARY, to TO: its length, then raw deflate data.
 * Returns false if that isn't shorter.
 */
static bool compress_payload(const struct buffer *plain,
			     const struct buffer *dictionary, struct buffer *to)
{
	size_t room = plain->used;
	z_stream stream = { 0 };
	char *out;
	bool done;

	if (room < 32)
		return false;
	if (deflateInit2(&stream, 6, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK)
		return false;
	if (dictionary->used) {
		size_t size = dictionary->used < DICTIONARY_SIZE ?
			      dictionary->used : DICTIONARY_SIZE;

		deflateSetDictionary(&stream, (const Bytef *)dictionary->text +
				     dictionary->used - size, size);
	}
	out = xmalloc(room);
	stream.next_in = (Bytef *)plain->text;
	stream.avail_in = plain->used;
	stream.next_out = (Bytef *)out;
	stream.avail_out = room;
	done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
	if (done) {
		buffer_varint(to, plain->used);
		buffer_add(to, out, stream.total_out);
		done = to->used < plain->used;
	}
	deflateEnd(&stream);
	free(out);
	return done;
}

/* Append a record to OUT. DICTIONARY is replaced by PLAIN; it may be NULL. */
static void put_record(struct buffer *out, unsigned char type,
		       struct buffer *plain, struct buffer *dictionary)
{
	unsigned char head[RECORD_HEAD], tail[RECORD_TAIL];
	struct buffer compressed = { 0 };
	struct buffer *payload = plain;
	uint32_t sum;

	if (dictionary && compress_payload(plain, dictionary, &compressed)) {
		payload = &compressed;
		type |= RECORD_COMPRESSED;
	}
	head[0] = type;
	put_le32(head + 1, payload->used);
	sum = crc32(0, head, RECORD_HEAD);
	if (payload->used)
		sum = crc32(sum, (const Bytef *)payload->text, payload->used);
	put_le32(tail, sum);
	buffer_add(out, head, RECORD_HEAD);
	if (payload->used)
		buffer_add(out, payload->text, payload->used);
	buffer_add(out, tail, RECORD_TAIL);
	buffer_free(&compressed);
	if (dictionary) {
		buffer_free(dictionary);
		*dictionary = *plain;
		memset(plain, 0, sizeof(*plain));
	}
}

static int write_out(struct recorder *recorder, struct buffer *out,
		     struct error *error)
{
	size_t done = 0;
	ssize_t got;

	while (done < out->used) {
		got = write(recorder->fd, out->text + done, out->used - done);
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

/*
 * Begin a recording of reports in FORMAT. INFO is lines of "key=value". Returns
 * 0 or -1.
 */
int recorder_start(struct recorder *recorder, int fd, enum format format,
		   const char *info, struct error *error)
{
	struct buffer out = { 0 }, payload = { 0 };
	int result;

	memset(recorder, 0, sizeof(*recorder));
	recorder->fd = fd;
	recorder->format = format;
	buffer_puts(&out, RECORDING_MAGIC);
	buffer_printf(&payload, "format=%s\n%s", format_text(format), info);
	put_record(&out, RECORD_INFO, &payload, NULL);
	result = write_out(recorder, &out, error);
	buffer_free(&payload);
	buffer_free(&out);
	return result;
}

static bool same_line(const struct entry *a, const struct entry *b)
{
	return a->file == b->file && a->line == b->line &&
	       a->column == b->column && a->function == b->function &&
	       a->module == b->module && a->type == b->type &&
	       (a->flags & ENTRY_UNTAGGED) == (b->flags & ENTRY_UNTAGGED);
}

static size_t hash_line(const struct entry *entry)
{
	uint64_t hash = entry->file;

	hash = hash * 0x9e3779b97f4a7c15u + entry->line;
	hash = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15u + entry->function;
	hash = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15u + entry->module;
	hash = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15u + entry->type;
	hash = (hash ^ hash >> 32) * 0xff51afd7ed558ccdu + entry->column;
	return hash ^ hash >> 31;
}

static void put_in_table(struct recorder *recorder, uint32_t line)
{
	size_t mask = recorder->table_size - 1;
	size_t at = hash_line(&recorder->lines[line]) & mask;

	while (recorder->table[at])
		at = (at + 1) & mask;
	recorder->table[at] = line + 1;
}

/* The number of NAME in the file; new names are appended to NAMES. */
static uint32_t file_name(struct recorder *recorder, name_t name,
			  struct buffer *names)
{
	const char *text;

	if (name >= recorder->nr_names) {
		size_t nr = names_count();

		recorder->names = xrealloc(recorder->names,
					   nr * sizeof(*recorder->names));
		memset(recorder->names + recorder->nr_names, 0,
		       (nr - recorder->nr_names) * sizeof(*recorder->names));
		recorder->nr_names = nr;
	}
	if (!recorder->names[name]) {
		text = name_text(name);
		buffer_varint(names, strlen(text));
		buffer_puts(names, text);
		recorder->names[name] = ++recorder->file_names;
	}
	return recorder->names[name] - 1;
}

/* What a payload of new lines is made of. */
struct new_lines {
	uint32_t first_name;
	size_t first_line;
	struct buffer names, lines;
};

static uint32_t add_line(struct recorder *recorder, const struct entry *entry,
			 struct new_lines *new)
{
	uint32_t line = recorder->nr;

	buffer_varint(&new->lines, file_name(recorder, entry->file, &new->names));
	buffer_varint(&new->lines, entry->line);
	buffer_varint(&new->lines, entry->column);
	buffer_varint(&new->lines, file_name(recorder, entry->module, &new->names));
	buffer_varint(&new->lines, file_name(recorder, entry->function, &new->names));
	buffer_varint(&new->lines, file_name(recorder, entry->type, &new->names));
	buffer_varint(&new->lines, entry->flags & ENTRY_UNTAGGED);

	recorder->lines = grow(recorder->lines, line, &recorder->room,
			       sizeof(*recorder->lines));
	recorder->present = grow(recorder->present, line,
				 &recorder->present_room,
				 sizeof(*recorder->present));
	recorder->lines[line] = *entry;
	recorder->lines[line].bytes = 0;
	recorder->lines[line].live = 0;
	recorder->lines[line].allocs = 0;
	recorder->lines[line].frees = 0;
	recorder->lines[line].flags &= ENTRY_UNTAGGED;
	recorder->present[line] = false;
	recorder->nr++;
	return line;
}

/* The number of the line of ENTRY, which is added if it is new. */
static uint32_t find_line(struct recorder *recorder, const struct entry *entry,
			  struct new_lines *new)
{
	uint32_t line;
	size_t at, i;

	if ((recorder->nr + 1) * 2 > recorder->table_size) {
		recorder->table_size = recorder->table_size ?
				       recorder->table_size * 2 : 4096;
		free(recorder->table);
		recorder->table = xcalloc(recorder->table_size,
					  sizeof(*recorder->table));
		for (i = 0; i < recorder->nr; i++)
			put_in_table(recorder, i);
	}
	for (at = hash_line(entry) & (recorder->table_size - 1);
	     recorder->table[at]; at = (at + 1) & (recorder->table_size - 1))
		if (same_line(&recorder->lines[recorder->table[at] - 1], entry))
			return recorder->table[at] - 1;
	line = add_line(recorder, entry, new);
	recorder->table[at] = line + 1;
	return line;
}

/* The values of a line in the snapshot that is being added. */
struct values {
	int64_t bytes, live;
	uint64_t allocs;
	bool present, inaccurate;
};

/* Lists of lines have the distance to the one before, less 1. */
static void put_line_number(struct buffer *buffer, uint32_t line, uint32_t *next)
{
	buffer_varint(buffer, line - *next);
	*next = line + 1;
}

/* What has changed in line I; the line becomes VALUES. */
static bool put_change(struct recorder *recorder, struct buffer *buffer,
		       size_t i, const struct values *values, uint32_t *next)
{
	struct entry *line = &recorder->lines[i];

	if (!values->present ||
	    (recorder->present[i] && line->bytes == values->bytes &&
	     line->live == values->live && line->allocs == values->allocs))
		return false;
	put_line_number(buffer, i, next);
	put_signed(buffer, minus(values->bytes, line->bytes));
	put_signed(buffer, minus(values->live, line->live));
	if (has_allocs(recorder->format))
		put_signed(buffer, values->allocs - line->allocs);
	line->bytes = values->bytes;
	line->live = values->live;
	line->allocs = values->allocs;
	return true;
}

static void put_snapshot(struct recorder *recorder, struct buffer *payload,
			 const struct values *values, const struct snapshot *snapshot)
{
	struct memory memory = snapshot->memory;
	struct buffer changed = { 0 }, inaccurate = { 0 }, gone = { 0 };
	uint64_t nr_changed = 0, nr_inaccurate = 0, nr_gone = 0;
	uint32_t next_changed = 0, next_inaccurate = 0, next_gone = 0;
	unsigned int m;
	size_t i;

	put_signed(payload, minus(snapshot->time, recorder->time));
	recorder->time = snapshot->time;
	buffer_varint(payload, NR_MEMORY);
	for (m = 0; m < NR_MEMORY; m++)
		put_signed(payload,
			   minus(*memory_number(&memory, m), *memory_number(&recorder->memory, m)));
	recorder->memory = memory;
	for (i = 0; i < recorder->nr; i++) {
		struct entry *line = &recorder->lines[i];

		if (put_change(recorder, &changed, i, &values[i], &next_changed))
			nr_changed++;
		if (values[i].inaccurate && !(line->flags & ENTRY_INACCURATE)) {
			line->flags |= ENTRY_INACCURATE;
			put_line_number(&inaccurate, i, &next_inaccurate);
			nr_inaccurate++;
		}
		if (recorder->present[i] && !values[i].present) {
			put_line_number(&gone, i, &next_gone);
			nr_gone++;
			line->bytes = 0;
			line->live = 0;
			line->allocs = 0;
		}
		recorder->present[i] = values[i].present;
	}
	buffer_varint(payload, nr_changed);
	if (nr_changed)
		buffer_add(payload, changed.text, changed.used);
	buffer_varint(payload, nr_inaccurate);
	if (nr_inaccurate)
		buffer_add(payload, inaccurate.text, inaccurate.used);
	buffer_varint(payload, nr_gone);
	if (nr_gone)
		buffer_add(payload, gone.text, gone.used);
	buffer_free(&changed);
	buffer_free(&inaccurate);
	buffer_free(&gone);
}

/*
 * Append a snapshot, which must have the format of the recording. Returns 0, or
 * -1 if it can't be written.
 */
int recorder_add(struct recorder *recorder, const struct snapshot *snapshot,
		 struct error *error)
{
	struct new_lines new = { .first_name = recorder->file_names,
				 .first_line = recorder->nr };
	struct buffer out = { 0 }, payload = { 0 };
	struct values *values = NULL;
	size_t nr_values = 0, i;
	int result;

	for (i = 0; i < snapshot->nr; i++) {
		const struct entry *entry = &snapshot->entries[i];
		uint32_t line;

		/* Reports have the same lines in the same order. */
		if (i < recorder->order_nr &&
		    same_line(&recorder->lines[recorder->order[i]], entry))
			line = recorder->order[i];
		else
			line = find_line(recorder, entry, &new);
		recorder->order = grow(recorder->order, i, &recorder->order_room,
				       sizeof(*recorder->order));
		recorder->order[i] = line;
		if (i >= recorder->order_nr)
			recorder->order_nr = i + 1;
		if (line >= nr_values) {
			size_t nr = recorder->nr + recorder->nr / 2;

			values = xrealloc(values, nr * sizeof(*values));
			memset(values + nr_values, 0,
			       (nr - nr_values) * sizeof(*values));
			nr_values = nr;
		}
		values[line].bytes = plus(values[line].bytes, entry->bytes);
		values[line].live = plus(values[line].live, entry->live);
		values[line].allocs += entry->allocs;
		values[line].present = true;
		values[line].inaccurate |= entry->flags & ENTRY_INACCURATE;
	}
	if (nr_values < recorder->nr) {
		values = xrealloc(values, recorder->nr * sizeof(*values));
		memset(values + nr_values, 0,
		       (recorder->nr - nr_values) * sizeof(*values));
	}
	if (recorder->nr > new.first_line) {
		buffer_varint(&payload, recorder->file_names - new.first_name);
		if (new.names.used)
			buffer_add(&payload, new.names.text, new.names.used);
		buffer_varint(&payload, recorder->nr - new.first_line);
		buffer_add(&payload, new.lines.text, new.lines.used);
		put_record(&out, RECORD_LINES, &payload, &recorder->last_lines);
	}
	put_snapshot(recorder, &payload, values, snapshot);
	put_record(&out, RECORD_SNAPSHOT, &payload, &recorder->last_snapshot);
	result = write_out(recorder, &out, error);
	buffer_free(&new.names);
	buffer_free(&new.lines);
	buffer_free(&payload);
	buffer_free(&out);
	free(values);
	return result;
}

void recorder_free(struct recorder *recorder)
{
	free(recorder->names);
	free(recorder->lines);
	free(recorder->present);
	free(recorder->table);
	free(recorder->order);
	buffer_free(&recorder->last_lines);
	buffer_free(&recorder->last_snapshot);
}

/*
 * Reading
 */

static uint32_t get_le32(const unsigned char *from)
{
	return from[0] | from[1] << 8 | from[2] << 16 | (uint32_t)from[3] << 24;
}

/* Does a file that begins with TEXT claim to be a recording? */
bool is_recording(const char *text, size_t size)
{
	size_t length = strlen("alloctag - recording: ");

	return size >= length && !memcmp(text, RECORDING_MAGIC, length);
}

/*
 * Begin to read. TEXT, the whole file, must remain until recording_free().
 * Returns 0 or -1.
 */
int recording_open(struct recording *recording, const char *name,
		   const char *text, size_t size, struct error *error)
{
	size_t length = strlen(RECORDING_MAGIC);

	memset(recording, 0, sizeof(*recording));
	if (size < length || memcmp(text, RECORDING_MAGIC, length))
		return set_error(error, "%s:1: a recording of a version that this program does not know",
				 name);
	recording->name = name;
	recording->data = (const unsigned char *)text;
	recording->size = size;
	recording->at = length;
	return 0;
}

/*
 * The payload of a record, uncompressed, in PLAIN; also kept in DICTIONARY for
 * the next one. Returns false if it is wrong.
 */
static bool expand_payload(const unsigned char *data, size_t size,
			   bool compressed, struct buffer *dictionary)
{
	struct payload payload = { .at = data, .end = data + size };
	struct buffer plain = { 0 };
	z_stream stream = { 0 };
	uint64_t length;
	bool done;

	if (!compressed) {
		buffer_free(dictionary);
		buffer_add(dictionary, data, size);
		return true;
	}
	length = get_number(&payload);
	size = payload.end - payload.at;
	/* deflate() makes nothing smaller than by a factor of 1032. */
	if (payload.bad || length > size * 1032 || length > UINT32_MAX ||
	    inflateInit2(&stream, -15) != Z_OK)
		return false;
	if (dictionary->used) {
		size_t used = dictionary->used < DICTIONARY_SIZE ?
			      dictionary->used : DICTIONARY_SIZE;

		inflateSetDictionary(&stream, (const Bytef *)dictionary->text +
				     dictionary->used - used, used);
	}
	plain.room = length + 1;
	plain.text = xmalloc(plain.room);
	stream.next_in = (Bytef *)payload.at;
	stream.avail_in = size;
	stream.next_out = (Bytef *)plain.text;
	stream.avail_out = length;
	done = inflate(&stream, Z_FINISH) == Z_STREAM_END &&
	       stream.total_out == length && !stream.avail_in;
	inflateEnd(&stream);
	plain.used = length;
	buffer_free(dictionary);
	*dictionary = plain;
	return done;
}

static bool parse_info(struct recording *recording, const unsigned char *data,
		       size_t size)
{
	int format;

	for (format = FORMAT_ALLOCINFO_1; format <= FORMAT_ALLOCTAG_1; format++) {
		char *line = xasprintf("format=%s\n", format_text(format));
		size_t length = strlen(line);
		bool same = size >= length && !memcmp(data, line, length);

		free(line);
		if (same) {
			recording->format = format;
			recording->has_format = true;
			return true;
		}
	}
	return false;
}

static bool get_name(struct recording *recording, struct payload *payload,
		     name_t *name)
{
	uint64_t number = get_number(payload);

	if (payload->bad || number >= recording->nr_names)
		return false;
	*name = recording->names[number];
	return true;
}

static bool get_line(struct recording *recording, struct payload *payload)
{
	struct entry *line;
	uint64_t number, column, flags;

	recording->lines = grow(recording->lines, recording->nr,
				&recording->room, sizeof(*line));
	recording->present = grow(recording->present, recording->nr,
				  &recording->present_room,
				  sizeof(*recording->present));
	line = &recording->lines[recording->nr];
	memset(line, 0, sizeof(*line));
	if (!get_name(recording, payload, &line->file))
		return false;
	number = get_number(payload);
	column = get_number(payload);
	if (!get_name(recording, payload, &line->module) ||
	    !get_name(recording, payload, &line->function) ||
	    !get_name(recording, payload, &line->type))
		return false;
	flags = get_number(payload);
	if (payload->bad || number > UINT32_MAX || column > UINT32_MAX ||
	    flags & ~(uint64_t)ENTRY_UNTAGGED)
		return false;
	line->line = number;
	line->column = column;
	line->flags = flags;
	line->id = recording->nr;
	recording->present[recording->nr] = false;
	recording->nr++;
	return true;
}

static bool parse_lines(struct recording *recording)
{
	struct payload payload = {
		.at = (const unsigned char *)recording->last_lines.text,
		.end = (const unsigned char *)recording->last_lines.text +
		       recording->last_lines.used,
	};
	uint64_t nr = get_number(&payload);

	while (nr-- && !payload.bad) {
		uint64_t length = get_number(&payload);
		name_t name;

		if (payload.bad || length > (size_t)(payload.end - payload.at))
			return false;
		name = names_add((const char *)payload.at, length);
		if (name == NAME_BAD)
			return false;
		payload.at += length;
		recording->names = grow(recording->names, recording->nr_names,
					&recording->names_room,
					sizeof(*recording->names));
		recording->names[recording->nr_names++] = name;
	}
	nr = get_number(&payload);
	while (nr-- && !payload.bad)
		if (!get_line(recording, &payload))
			return false;
	return !payload.bad && payload.at == payload.end;
}

/* The next of a list of lines; NULL if it is wrong. */
static struct entry *get_listed(struct recording *recording,
				struct payload *payload, uint64_t *next)
{
	uint64_t line = get_number(payload);

	if (payload->bad || line >= recording->nr - *next)
		return NULL;
	line += *next;
	*next = line + 1;
	return &recording->lines[line];
}

static bool parse_snapshot(struct recording *recording)
{
	struct payload payload = {
		.at = (const unsigned char *)recording->last_snapshot.text,
		.end = (const unsigned char *)recording->last_snapshot.text +
		       recording->last_snapshot.used,
	};
	struct entry *line;
	uint64_t nr, next, i;

	recording->time = plus(recording->time, get_signed(&payload));
	nr = get_number(&payload);
	for (i = 0; i < nr && !payload.bad; i++) {
		int64_t change = get_signed(&payload);

		/* A later version may have more. */
		if (i < NR_MEMORY)
			*memory_number(&recording->memory, i) =
				plus(*memory_number(&recording->memory, i), change);
	}
	nr = get_number(&payload);
	for (next = 0; nr && !payload.bad; nr--) {
		line = get_listed(recording, &payload, &next);
		if (!line)
			return false;
		line->bytes = plus(line->bytes, get_signed(&payload));
		line->live = plus(line->live, get_signed(&payload));
		if (has_allocs(recording->format)) {
			line->allocs += get_signed(&payload);
			line->frees = line->allocs - line->live;
		}
		recording->present[line->id] = true;
	}
	nr = get_number(&payload);
	for (next = 0; nr && !payload.bad; nr--) {
		line = get_listed(recording, &payload, &next);
		if (!line)
			return false;
		line->flags |= ENTRY_INACCURATE;
	}
	nr = get_number(&payload);
	for (next = 0; nr && !payload.bad; nr--) {
		line = get_listed(recording, &payload, &next);
		if (!line)
			return false;
		recording->present[line->id] = false;
		line->bytes = 0;
		line->live = 0;
		line->allocs = 0;
		line->frees = 0;
	}
	return !payload.bad && payload.at == payload.end;
}

/* A fuzzer can't guess checksums: in its build, all are good. */
static bool is_damaged(const unsigned char *head, size_t length)
{
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
	(void)head;
	(void)length;
	return false;
#else
	return crc32(0, head, RECORD_HEAD + length) !=
	       get_le32(head + RECORD_HEAD + length);
#endif
}

/* Is the rest of the file zeros, as a file system leaves it after a crash? */
static bool rest_is_zero(const struct recording *recording, size_t at)
{
	for (; at < recording->size; at++)
		if (recording->data[at])
			return false;
	return true;
}

/*
 * Read up to the next snapshot; recording_get() returns it. Returns 1, or 0 at
 * the end of the file or where it is cut off, or -1 if it is damaged.
 */
int recording_next(struct recording *recording, struct error *error)
{
	while (recording->at < recording->size) {
		const unsigned char *head = recording->data + recording->at;
		size_t left = recording->size - recording->at, length;
		bool compressed, good = true;
		unsigned char type;

		length = left < RECORD_HEAD + RECORD_TAIL ? 0 : get_le32(head + 1);
		if (left < RECORD_HEAD + RECORD_TAIL ||
		    length > left - RECORD_HEAD - RECORD_TAIL ||
		    (!*head && rest_is_zero(recording, recording->at))) {
			recording->cut = true;
			return 0;
		}
		if (is_damaged(head, length)) {
			/* The last one may have been written in part. */
			if (length + RECORD_HEAD + RECORD_TAIL == left ||
			    rest_is_zero(recording, recording->at + RECORD_HEAD + length)) {
				recording->cut = true;
				return 0;
			}
			return set_error(error, "%s: the record at byte %zu is damaged: wrong checksum",
					 recording->name, recording->at);
		}
		type = *head & ~RECORD_COMPRESSED;
		compressed = *head & RECORD_COMPRESSED;
		if (type == RECORD_INFO && !compressed) {
			good = parse_info(recording, head + RECORD_HEAD, length);
		} else if (type == RECORD_LINES) {
			good = expand_payload(head + RECORD_HEAD, length, compressed,
					      &recording->last_lines) &&
			       parse_lines(recording);
		} else if (type == RECORD_SNAPSHOT) {
			good = recording->has_format &&
			       expand_payload(head + RECORD_HEAD, length, compressed,
					      &recording->last_snapshot) &&
			       parse_snapshot(recording);
		}
		/* Records of other types are for later versions. */
		if (!good)
			return set_error(error, "%s: the record at byte %zu has wrong contents",
					 recording->name, recording->at);
		recording->at += RECORD_HEAD + length + RECORD_TAIL;
		if (type == RECORD_SNAPSHOT) {
			recording->snapshots++;
			return 1;
		}
	}
	return 0;
}

/* Copy the current snapshot. */
void recording_get(const struct recording *recording, struct snapshot *snapshot)
{
	size_t i;

	memset(snapshot, 0, sizeof(*snapshot));
	snapshot->format = recording->format;
	snapshot->time = recording->time;
	snapshot->memory = recording->memory;
	snapshot->entries = xmalloc(recording->nr * sizeof(*snapshot->entries));
	snapshot->room = recording->nr;
	for (i = 0; i < recording->nr; i++)
		if (recording->present[i])
			snapshot->entries[snapshot->nr++] = recording->lines[i];
}

void recording_free(struct recording *recording)
{
	free(recording->names);
	free(recording->lines);
	free(recording->present);
	buffer_free(&recording->last_lines);
	buffer_free(&recording->last_snapshot);
	memset(recording, 0, sizeof(*recording));
}

/*
 * Files
 */

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
				warn("%s: cut off at byte %zu; snapshots that can be read: %zu",
				     source->recording.name, source->recording.at,
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
