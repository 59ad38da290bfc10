// SPDX-License-Identifier: GPL-2.0
/*
 * buffer.c - memory, arrays and texts that grow
 *
 * There is no recovery from a lack of memory: it ends the program.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/buffer.h"
#include "util/error.h"

static void *check_memory(void *memory)
{
	if (!memory)
		die(EXIT_CANNOT, "out of memory");
	return memory;
}

void *xmalloc(size_t size)
{
	return check_memory(malloc(size ? size : 1));
}

void *xcalloc(size_t nr, size_t size)
{
	return check_memory(calloc(nr ? nr : 1, size));
}

void *xrealloc(void *old, size_t size)
{
	return check_memory(realloc(old, size ? size : 1));
}

char *xstrdup(const char *text)
{
	return check_memory(strdup(text));
}

char *xasprintf(const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	return check_memory(length < 0 ? NULL : text);
}

/*
 * Returns ARRAY, moved if necessary, with room for element NR. ROOM is the
 * number of elements that fit, SIZE the number of bytes of each.
 */
void *grow(void *array, size_t nr, size_t *room, size_t size)
{
	if (nr < *room)
		return array;
	*room = *room ? *room * 2 : 64;
	return xrealloc(array, *room * size);
}

/* Make room for SIZE more bytes, and one that ends the text. */
void buffer_grow(struct buffer *buffer, size_t size)
{
	buffer->room = (buffer->used + size + 1) * 2;
	buffer->text = xrealloc(buffer->text, buffer->room);
}

void buffer_puts(struct buffer *buffer, const char *text)
{
	buffer_add(buffer, text, strlen(text));
}

void buffer_printf(struct buffer *buffer, const char *format, ...)
{
	char text[256];
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (length < (int)sizeof(text)) {
		buffer_add(buffer, text, length);
	} else {
		char *longer = xmalloc(length + 1);

		va_start(args, format);
		vsnprintf(longer, length + 1, format, args);
		va_end(args);
		buffer_add(buffer, longer, length);
		free(longer);
	}
}

/*
 * Write VALUE in decimal, at most DECIMAL_SIZE bytes, so that it ends before
 * END. Returns where it begins. Several times as fast as printf().
 */
char *decimal_before(char *end, int64_t value)
{
	uint64_t left = value < 0 ? -(uint64_t)value : (uint64_t)value;

	do {
		*--end = '0' + left % 10;
		left /= 10;
	} while (left);
	if (value < 0)
		*--end = '-';
	return end;
}

void buffer_decimal(struct buffer *buffer, int64_t value)
{
	char text[DECIMAL_SIZE], *end = text + sizeof(text);
	char *at = decimal_before(end, value);

	buffer_add(buffer, at, end - at);
}

/* Add 7 bits a byte, the lowest first, the top bit set in all but the last. */
void buffer_varint(struct buffer *buffer, uint64_t value)
{
	unsigned char bytes[10];
	size_t nr = 0;

	do {
		bytes[nr] = value & 0x7f;
		value >>= 7;
		if (value)
			bytes[nr] |= 0x80;
		nr++;
	} while (value);
	buffer_add(buffer, bytes, nr);
}

void buffer_free(struct buffer *buffer)
{
	free(buffer->text);
	memset(buffer, 0, sizeof(*buffer));
}
