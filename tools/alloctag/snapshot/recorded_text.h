/* SPDX-License-Identifier: GPL-2.0 */
/*
 * recorded_text.h - the text of a recording, line by line
 */
#ifndef RECORDED_TEXT_H
#define RECORDED_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <zlib.h>

#include "util/buffer.h"

struct recorded_text {
	bool compressed;
	const unsigned char *data, *next, *end;	/* of the file */
	bool ended;		/* nothing more can be expanded */
	const char *problem;	/* why, if the data is damaged */
	struct buffer expanded;
	size_t at;		/* where the next line starts in it */
	z_stream stream;
};

bool is_gzip(const char *data, size_t size);
void recorded_text_open(struct recorded_text *text, const char *data,
			size_t size);
const char *recorded_text_line(struct recorded_text *text, size_t *length);
size_t recorded_text_rest(const struct recorded_text *text);
bool recorded_text_in_zeros(const struct recorded_text *text);
void recorded_text_close(struct recorded_text *text);

#endif
