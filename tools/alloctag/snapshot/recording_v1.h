/* SPDX-License-Identifier: GPL-2.0 */
/*
 * recording_v1.h - recordings of version 1.0, as text
 */
#ifndef RECORDING_V1_H
#define RECORDING_V1_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buffer.h"
#include "util/names.h"

struct recording_v1 {
	const unsigned char *next, *end;	/* of the file */
	/* Of earlier records: */
	name_t *names;
	size_t nr_names, names_room;
	size_t names_size;		/* bytes that they take, about */
	uint64_t text_left;		/* bytes of text that may be made of the file */
	bool has_allocs;
	int64_t time, memory[5];
	struct buffer declared;		/* lines of the next snapshot */
	/* Payloads of the last records of a type: dictionaries. */
	struct buffer last_lines, last_snapshot;
};

bool is_recording_v1(const char *data, size_t size);
void recording_v1_open(struct recording_v1 *v1, const char *data, size_t size);
bool recording_v1_translate(struct recording_v1 *v1, struct buffer *to,
			    const char **problem);
void recording_v1_close(struct recording_v1 *v1);

#endif
