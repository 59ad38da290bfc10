// SPDX-License-Identifier: GPL-2.0
/*
 * util.c - memory, messages, numbers, output
 *
 * Functions that read input return errors as text in struct error; only the
 * commands end the program, by die(). So the readers can be tested by a fuzzer
 * in one process.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "alloctag.h"

/* Store a message. Returns -1. */
int set_error(struct error *error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(error->text, sizeof(error->text), format, args);
	va_end(args);
	return -1;
}

/* For die(), if the terminal is in use; else NULL. */
void (*restore_terminal)(void);

void die(int code, const char *format, ...)
{
	va_list args;

	if (restore_terminal)
		restore_terminal();
	fflush(stdout);
	fputs("alloctag: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(code);
}

void warn(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fputs("alloctag: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
}

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
 * Returns ARRAY, moved if that was necessary, with room for element NR. ROOM is
 * the number of elements that it has room for, SIZE that of bytes of each.
 */
void *grow(void *array, size_t nr, size_t *room, size_t size)
{
	if (nr < *room)
		return array;
	*room = *room ? *room * 2 : 64;
	return xrealloc(array, *room * size);
}

void buffer_add(struct buffer *buffer, const void *data, size_t size)
{
	if (buffer->room - buffer->used < size + 1) {
		buffer->room = (buffer->used + size + 1) * 2;
		buffer->text = xrealloc(buffer->text, buffer->room);
	}
	memcpy(buffer->text + buffer->used, data, size);
	buffer->used += size;
	buffer->text[buffer->used] = '\0';
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

/* Three digits and a unit: "5.75 MiB". */
const char *human_bytes(char text[HUMAN_SIZE], double bytes)
{
	static const char * const units[] = {
		"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"
	};
	double size = bytes < 0 ? -bytes : bytes;
	unsigned int unit = 0;

	/* 1023.6 KiB would be printed as 1024 KiB. */
	while (size >= (unit ? 999.5 : 1024) && unit < ARRAY_SIZE(units) - 1) {
		size /= 1024;
		bytes /= 1024;
		unit++;
	}
	if (!unit)
		snprintf(text, HUMAN_SIZE, "%.0f B", bytes);
	else
		snprintf(text, HUMAN_SIZE, "%.*f %s",
			 size < 9.995 ? 2 : size < 99.95 ? 1 : 0, bytes, units[unit]);
	return text;
}

const char *human_seconds(char text[HUMAN_SIZE], double seconds)
{
	if (seconds < 120)
		snprintf(text, HUMAN_SIZE, "%.3g s", seconds);
	else if (seconds < 2 * 3600)
		snprintf(text, HUMAN_SIZE, "%.0f min", seconds / 60);
	else if (seconds < 48 * 3600)
		snprintf(text, HUMAN_SIZE, "%.1f h", seconds / 3600);
	else
		snprintf(text, HUMAN_SIZE, "%.1f days", seconds / 86400);
	return text;
}

/* What BYTES in SECONDS are in an hour. */
int64_t per_hour(int64_t bytes, double seconds)
{
	double rate = bytes * 3600.0 / seconds;

	return rate > 9e18 ? INT64_MAX : rate < -9e18 ? INT64_MIN : (int64_t)rate;
}

/* Seconds of "500ms", "1s", "10m", "2h", "1d" or a number of seconds. */
double parse_duration(const char *text, const char *option)
{
	static const struct {
		const char *unit;
		double seconds;
	} units[] = {
		{ "", 1 }, { "us", 1e-6 }, { "ms", 0.001 }, { "s", 1 }, { "m", 60 },
		{ "min", 60 }, { "h", 3600 }, { "d", 86400 },
	};
	char *end;
	double value = strtod(text, &end);
	size_t i;

	for (i = 0; end != text && i < ARRAY_SIZE(units); i++)
		if (!strcmp(end, units[i].unit) && value * units[i].seconds > 0 &&
		    value * units[i].seconds < 1e9)
			return value * units[i].seconds;
	die(EXIT_WRONG, "%s: no duration: %s (as in 500ms, 1s, 10m, 2h)", option,
	    text);
}

unsigned long parse_count(const char *text, const char *option,
			  unsigned long least)
{
	char *end;
	unsigned long value;

	errno = 0;
	value = strtoul(text, &end, 10);
	if (end == text || *end || *text == '-' || errno || value < least)
		die(EXIT_WRONG, "%s: no number from %lu: %s", option, least, text);
	return value;
}

size_t utf8_length(const char *text)
{
	const unsigned char *p = (const unsigned char *)text;
	size_t length, i;
	uint32_t code;

	if (*p < 0x80)
		return 1;
	if (*p >= 0xc2 && *p <= 0xdf)
		length = 2;
	else if ((*p & 0xf0) == 0xe0)
		length = 3;
	else if (*p >= 0xf0 && *p <= 0xf4)
		length = 4;
	else
		return 0;
	code = *p & (0x7f >> length);
	for (i = 1; i < length; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (p[i] & 0x3f);
	}
	/* Longer than necessary, surrogates, too large. */
	if ((length == 3 && code < 0x800) || (code >= 0xd800 && code < 0xe000) ||
	    (length == 4 && (code < 0x10000 || code > 0x10ffff)))
		return 0;
	return length;
}

/* NULL and "-" are standard output. */
FILE *open_output(const char *name)
{
	FILE *out;

	if (!name || !strcmp(name, "-"))
		return stdout;
	out = fopen(name, "we");
	if (!out)
		die(EXIT_CANNOT, "cannot create %s: %s", name, strerror(errno));
	return out;
}

void close_output(FILE *out, const char *name)
{
	bool failed = ferror(out);

	if (out == stdout ? fflush(out) : fclose(out))
		failed = true;
	if (failed)
		die(EXIT_CANNOT, "cannot write %s: %s",
		    out == stdout ? "standard output" : name, strerror(errno));
}
