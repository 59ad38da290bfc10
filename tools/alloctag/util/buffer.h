/* SPDX-License-Identifier: GPL-2.0 */
/*
 * buffer.h - memory, arrays and texts that grow
 */
#ifndef BUFFER_H
#define BUFFER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

void *xmalloc(size_t size);
void *xcalloc(size_t nr, size_t size);
void *xrealloc(void *old, size_t size);
char *xstrdup(const char *text);
char *xasprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Make room for one more element in an array that grows by doubling. */
void *grow(void *array, size_t nr, size_t *room, size_t size);

/* Text that grows at its end; faster than stdio. */
struct buffer {
	char *text;
	size_t used, room;
};

void buffer_grow(struct buffer *buffer, size_t size);
/* Returns where SIZE more bytes, and one that ends the text, can be written. */
static inline char *buffer_room(struct buffer *buffer, size_t size)
{
	if (buffer->room - buffer->used <= size)
		buffer_grow(buffer, size);
	return buffer->text + buffer->used;
}

static inline void buffer_add(struct buffer *buffer, const void *data, size_t size)
{
	memcpy(buffer_room(buffer, size), data, size);
	buffer->used += size;
	buffer->text[buffer->used] = '\0';
}

static inline void buffer_char(struct buffer *buffer, char c)
{
	buffer_add(buffer, &c, 1);
}

void buffer_puts(struct buffer *buffer, const char *text);

__attribute__((format(printf, 2, 3)))
void buffer_printf(struct buffer *buffer, const char *format, ...);
#define DECIMAL_SIZE 20		/* INT64_MIN has a sign and 19 digits */
char *decimal_before(char *end, int64_t value);
void buffer_decimal(struct buffer *buffer, int64_t value);
void buffer_varint(struct buffer *buffer, uint64_t value);
void buffer_free(struct buffer *buffer);

#endif
