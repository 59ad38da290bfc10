// SPDX-License-Identifier: GPL-2.0
/*
 * recorded_text.c - the text of a recording, line by line
 *
 * It is compressed with gzip. The text itself can be read, too.
 *
 * A small file can expand to gigabytes, so it is expanded piece by piece, and
 * the length of a line is limited.
 *
 * If the data is cut off, all lines before that are returned. If it is damaged,
 * wrong lines may be returned after that. So the text has checksums in itself:
 * gzip's is at the end of the file, which is too late.
 */
#include <stdlib.h>
#include <string.h>

#include "snapshot/recorded_text.h"
#include "snapshot/recording_format.h"
#include "util/error.h"

#define PIECE 65536

/* A line with names has numbers, too. */
#define MAX_TEXT (MAX_RECORDED_NAME + 100)

/* More zeros than a gzip file can end with. */
#define MANY_ZEROS 16

bool is_gzip(const char *data, size_t size)
{
	return size >= 2 && !memcmp(data, "\x1f\x8b", 2);
}

/* Begin to read. @data must remain until recorded_text_close(). */
void recorded_text_open(struct recorded_text *text, const char *data,
			size_t size)
{
	memset(text, 0, sizeof(*text));
	text->data = (const unsigned char *)data;
	text->next = text->data;
	text->end = text->data + size;
	text->compressed = is_gzip(data, size);
	/* 15 for the window, and 16 for gzip. */
	if (text->compressed && inflateInit2(&text->stream, 15 + 16) != Z_OK)
		die(EXIT_CANNOT, "out of memory");
}

static bool only_zeros(const unsigned char *from, const unsigned char *end)
{
	while (from < end && !*from)
		from++;
	return from == end;
}

/*
 * Are there only zeros left of the file, as a file system leaves them after a
 * crash? This is for data that is cut off: where that was is not known, so a
 * few zeros may be part of it.
 */
bool recorded_text_in_zeros(const struct recorded_text *text)
{
	const unsigned char *zeros = text->end;

	/* The bytes that were read last may have been zeros as well. */
	while (zeros > text->data && !zeros[-1])
		zeros--;
	return text->next >= zeros && text->end - zeros >= MANY_ZEROS;
}

/* At the end of compressed data: more may follow, or zeros. */
static void next_member(struct recorded_text *text)
{
	if (is_gzip((const char *)text->next, text->end - text->next)) {
		inflateReset(&text->stream);
		return;
	}
	text->ended = true;
	if (!only_zeros(text->next, text->end))
		text->problem = "something follows the compressed data";
}

static void inflate_piece(struct recorded_text *text, struct buffer *to)
{
	size_t left = text->end - text->next;
	z_stream *stream = &text->stream;
	int result;

	stream->next_in = (Bytef *)text->next;
	stream->avail_in = left < UINT32_MAX ? left : UINT32_MAX;
	stream->next_out = (Bytef *)buffer_room(to, PIECE);
	stream->avail_out = PIECE;
	result = inflate(stream, Z_SYNC_FLUSH);
	text->next = stream->next_in;
	to->used += PIECE - stream->avail_out;
	if (result == Z_STREAM_END) {
		next_member(text);
	} else if (result == Z_BUF_ERROR) {
		text->ended = true;
	} else if (result != Z_OK) {
		text->ended = true;
		text->problem = stream->msg ? stream->msg : "invalid data";
	}
}

static void copy_piece(struct recorded_text *text, struct buffer *to)
{
	size_t left = text->end - text->next;
	size_t size = left < PIECE ? left : PIECE;

	buffer_add(to, text->next, size);
	text->next += size;
	text->ended = !size;
}

/* Append more text. Sets @ended at the end, and @problem at damage. */
static void expand(struct recorded_text *text)
{
	if (text->compressed)
		inflate_piece(text, &text->expanded);
	else
		copy_piece(text, &text->expanded);
}

/*
 * The next line, valid until the next call, and its length without the line
 * feed. Returns NULL if there is none: then @ended is set, and @problem if the
 * data is damaged or a line is too long.
 */
const char *recorded_text_line(struct recorded_text *text, size_t *length)
{
	struct buffer *expanded = &text->expanded;
	size_t searched = 0;

	for (;;) {
		const char *line = expanded->text + text->at;
		size_t left = expanded->used - text->at;
		const char *end = left == searched ? NULL :
				  memchr(line + searched, '\n', left - searched);

		if (end) {
			*length = end - line;
			text->at += *length + 1;
			return line;
		}
		if (left > MAX_TEXT) {
			text->ended = true;
			text->problem = "a line is too long";
		}
		if (text->ended)
			return NULL;
		searched = left;
		if (text->at)
			memmove(expanded->text, line, left);
		expanded->used = left;
		text->at = 0;
		expand(text);
	}
}

/* The bytes of text after the last line. */
size_t recorded_text_rest(const struct recorded_text *text)
{
	return text->expanded.used - text->at;
}

void recorded_text_close(struct recorded_text *text)
{
	if (text->compressed)
		inflateEnd(&text->stream);
	buffer_free(&text->expanded);
}
