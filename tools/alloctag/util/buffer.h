/* SPDX-License-Identifier: GPL-2.0 */
/*
 * buffer.h - memory, arrays and texts that grow
 */
#ifndef BUFFER_H
#define BUFFER_H

#include <stddef.h>
#include <stdint.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

void *xmalloc(size_t size);
void *xcalloc(size_t nr, size_t size);
void *xrealloc(void *old, size_t size);
char *xasprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Make room for one more element in an array that grows by doubling. */
void *grow(void *array, size_t nr, size_t *room, size_t size);

/* Text that grows at its end; faster than stdio. */
struct buffer {
	char *text;
	size_t used, room;
};

void buffer_add(struct buffer *buffer, const void *data, size_t size);
void buffer_puts(struct buffer *buffer, const char *text);
static inline void buffer_char(struct buffer *buffer, char c)
{
	if (buffer->room - buffer->used < 2) {
		buffer_add(buffer, &c, 1);
		return;
	}
	buffer->text[buffer->used++] = c;
	buffer->text[buffer->used] = '\0';
}

__attribute__((format(printf, 2, 3)))
void buffer_printf(struct buffer *buffer, const char *format, ...);
void buffer_decimal(struct buffer *buffer, int64_t value);
void buffer_varint(struct buffer *buffer, uint64_t value);
void buffer_free(struct buffer *buffer);

#endif
