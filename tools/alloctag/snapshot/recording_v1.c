// SPDX-License-Identifier: GPL-2.0
/*
 * recording_v1.c - recordings of version 1.0, as text
 *
 * The first versions of alloctag wrote recordings in binary: records of a type,
 * the length of the payload (4 bytes, little endian), the payload, and the
 * CRC-32 of all that. Numbers have 7 bits a byte, the lowest first, the top bit
 * set in all but the last; signed ones are 0, -1, 1, -2, ... Payloads are
 * compressed with the previous record of the same type as dictionary.
 *
 * Each record is translated to the text of a recording of today, which
 * recording.c reads. It also checks the numbers of lines.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "snapshot/recording_format.h"
#include "snapshot/recording_v1.h"
#include "snapshot/snapshot.h"

#define RECORD_HEAD 5
#define RECORD_TAIL 4

enum {
	RECORD_INFO = 'I',
	RECORD_LINES = 'L',
	RECORD_SNAPSHOT = 'S',
	/* Added to the type: the payload is compressed. */
	RECORD_COMPRESSED = 0x80,
};

/* deflate() can't refer to more than that. */
#define DICTIONARY_SIZE 32768

/* A record can repeat a long name many times: this limits its text. */
#define MAX_TEXT MAX_RECORDED_NAMES

/*
 * A record of a few KB can be a snapshot of a million changes, and its text
 * takes a second to be read. So the text of a file is limited, too. Recordings
 * of the tests have 4 bytes of text for each of their own.
 */
#define MAX_ALL_TEXT(size) ((UINT64_C(128) << 20) + UINT64_C(100) * (size))

bool is_recording_v1(const char *data, size_t size)
{
	size_t length = strlen(RECORDING_HEADER_V1);

	return size >= length && !memcmp(data, RECORDING_HEADER_V1, length);
}

/* Begin to read @data, which must remain until recording_v1_close(). */
void recording_v1_open(struct recording_v1 *v1, const char *data, size_t size)
{
	memset(v1, 0, sizeof(*v1));
	v1->next = (const unsigned char *)data + strlen(RECORDING_HEADER_V1);
	v1->end = (const unsigned char *)data + size;
	v1->text_left = MAX_ALL_TEXT(size);
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

static uint32_t get_le32(const unsigned char *from)
{
	return from[0] | from[1] << 8 | from[2] << 16 | (uint32_t)from[3] << 24;
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
	if (payload.bad || length > size * 1032 || length > MAX_RECORDED_NAMES ||
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

static struct payload payload_of(const struct buffer *buffer)
{
	const unsigned char *text = (const unsigned char *)buffer->text;

	return (struct payload){ .at = text, .end = text + buffer->used };
}

static void put_name(struct recording_v1 *v1, struct payload *payload,
		     struct buffer *to)
{
	uint64_t number = get_number(payload);

	if (number < v1->nr_names)
		put_recorded_name(to, v1->names[number]);
	else
		payload->bad = true;
}

/*
 * The length of a list of lines. A payload of zeros has a long one in a small
 * file, so this limits its text.
 */
static uint64_t get_list_length(struct payload *payload)
{
	uint64_t nr = get_number(payload);

	payload->bad |= nr > MAX_RECORDED_LINES;
	return nr;
}

/*
 * Names, then lines: FILE LINE COLUMN MODULE FUNCTION TYPE FLAGS. They become
 * part of the next snapshot.
 */
static bool put_lines(struct recording_v1 *v1)
{
	struct buffer *to = &v1->declared;
	struct payload payload = payload_of(&v1->last_lines);
	uint64_t nr = get_number(&payload);

	for (; nr && !payload.bad; nr--) {
		uint64_t length = get_number(&payload);
		name_t name;

		if (payload.bad || length > (size_t)(payload.end - payload.at) ||
		    length > MAX_RECORDED_NAME)
			return false;
		/* Names are kept, even if no line has them. */
		v1->names_size += length + RECORDED_NAME_SIZE;
		if (v1->names_size > MAX_RECORDED_NAMES)
			return false;
		name = names_add((const char *)payload.at, length);
		if (name == NAME_BAD)
			return false;
		payload.at += length;
		v1->names = grow(v1->names, v1->nr_names, &v1->names_room,
				 sizeof(*v1->names));
		v1->names[v1->nr_names++] = name;
	}
	for (nr = get_list_length(&payload); nr && !payload.bad; nr--) {
		buffer_puts(to, "+");
		put_name(v1, &payload, to);
		buffer_printf(to, "%" PRIu64 "\t", get_number(&payload));
		buffer_printf(to, "%" PRIu64 "\t", get_number(&payload));
		put_name(v1, &payload, to);
		put_name(v1, &payload, to);
		put_name(v1, &payload, to);
		if (get_number(&payload) == ENTRY_UNTAGGED) {
			/* It has no type. */
			to->used--;
			buffer_puts(to, RECORDED_UNTAGGED "\t");
		}
		buffer_puts(to, "\n");
		payload.bad |= to->used > MAX_TEXT;
	}
	return !payload.bad && payload.at == payload.end;
}

/*
 * A list of numbers of lines, which are the distances to the one before, less
 * 1, each with @mark before it.
 */
static void put_list(struct payload *payload, const char *mark, struct buffer *to)
{
	uint64_t nr = get_list_length(payload), line = 0;

	for (; nr && !payload->bad; nr--) {
		line += get_number(payload) + 1;
		buffer_printf(to, "%s%" PRIu64 "\n", mark, line);
	}
}

/* The time, memory, and three lists: changed, not accurate any more, gone */
static bool put_snapshot(struct recording_v1 *v1, struct buffer *to)
{
	struct payload payload = payload_of(&v1->last_snapshot);
	uint64_t nr, i, line = 0;

	v1->time += get_signed(&payload);
	put_recorded_time(to, v1->time);
	nr = get_number(&payload);
	for (i = 0; i < nr && !payload.bad; i++) {
		int64_t change = get_signed(&payload);

		if (i < ARRAY_SIZE(v1->memory))
			v1->memory[i] += change;
	}
	buffer_puts(to, "memory");
	for (i = 0; i < ARRAY_SIZE(v1->memory); i++)
		buffer_printf(to, " %" PRId64, v1->memory[i]);
	buffer_puts(to, "\n");
	if (v1->declared.used)
		buffer_add(to, v1->declared.text, v1->declared.used);
	v1->declared.used = 0;
	for (nr = get_list_length(&payload); nr && !payload.bad; nr--) {
		int64_t bytes, live;

		line += get_number(&payload) + 1;
		bytes = get_signed(&payload);
		live = get_signed(&payload);
		buffer_printf(to, "%" PRIu64, line);
		if (v1->has_allocs)
			buffer_printf(to, " %" PRId64, get_signed(&payload));
		buffer_printf(to, " %" PRId64 " %" PRId64 "\n", live, bytes);
	}
	put_list(&payload, "!", to);
	put_list(&payload, "-", to);
	if (payload.bad || payload.at != payload.end)
		return false;
	buffer_puts(to, "end\n");
	return true;
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

/* Translate a record with a good checksum. Returns false if it is wrong. */
static bool put_record(struct recording_v1 *v1, unsigned char type,
		       const unsigned char *data, size_t length, struct buffer *to)
{
	bool compressed = type & RECORD_COMPRESSED;

	switch (type & ~RECORD_COMPRESSED) {
	case RECORD_INFO:
		/* Lines of text, as in the header now. */
		buffer_add(to, data, length);
		v1->has_allocs = length > 15 && !memcmp(data, "format=alloctag", 15);
		return true;
	case RECORD_LINES:
		return expand_payload(data, length, compressed, &v1->last_lines) &&
		       put_lines(v1);
	case RECORD_SNAPSHOT:
		return expand_payload(data, length, compressed,
				      &v1->last_snapshot) &&
		       put_snapshot(v1, to);
	}
	return true;
}

/*
 * Append the next record to @to as text. Returns false at the end of the file,
 * before a record that is cut off, and with a @problem for damage.
 */
bool recording_v1_translate(struct recording_v1 *v1, struct buffer *to,
			    const char **problem)
{
	const unsigned char *head = v1->next;
	size_t left = v1->end - head, length, size, before = to->used;

	if (left < RECORD_HEAD + RECORD_TAIL)
		return false;
	length = get_le32(head + 1);
	/* The last record may have been written in part. */
	if (length > left - RECORD_HEAD - RECORD_TAIL)
		return false;
	size = RECORD_HEAD + length + RECORD_TAIL;
	if (size == left && is_damaged(head, length))
		return false;
	v1->next += size;
	if (is_damaged(head, length))
		*problem = "wrong checksum";
	else if (!put_record(v1, *head, head + RECORD_HEAD, length, to))
		*problem = "wrong contents of a record";
	else if (to->used - before > v1->text_left)
		*problem = "too much text for a file of this size";
	v1->text_left -= to->used - before;
	return !*problem;
}

void recording_v1_close(struct recording_v1 *v1)
{
	free(v1->names);
	buffer_free(&v1->declared);
	buffer_free(&v1->last_lines);
	buffer_free(&v1->last_snapshot);
}
