// SPDX-License-Identifier: GPL-2.0
/*
 * text.c - numbers as text, text as numbers, UTF-8
 *
 * The parsers are for options: they end the program if the text is wrong.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/buffer.h"
#include "util/error.h"
#include "util/text.h"

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

/* An age that is a power of two microseconds; "-" for 0. */
const char *human_age(char text[HUMAN_SIZE], uint64_t us)
{
	if (!us)
		return "-";
	if (us < 1000)
		snprintf(text, HUMAN_SIZE, "%" PRIu64 " us", us);
	else if (us < 1000000)
		snprintf(text, HUMAN_SIZE, "%" PRIu64 " ms", us / 1000);
	else
		human_seconds(text, us / 1e6);
	return text;
}

/* With three digits: "812 ns", "46.1 us", "9.75 s", "35 min". */
const char *human_ns(char text[HUMAN_SIZE], uint64_t ns)
{
	if (ns < 1000)
		snprintf(text, HUMAN_SIZE, "%" PRIu64 " ns", ns);
	else if (ns < 999500)
		snprintf(text, HUMAN_SIZE, "%.3g us", ns / 1e3);
	else if (ns < 999500000)
		snprintf(text, HUMAN_SIZE, "%.3g ms", ns / 1e6);
	else
		human_seconds(text, ns / 1e9);
	return text;
}

/* The rate per hour of BYTES in SECONDS. */
int64_t per_hour(int64_t bytes, double seconds)
{
	double rate = bytes * 3600.0 / seconds;

	return rate > 9e18 ? INT64_MAX : rate < -9e18 ? INT64_MIN : (int64_t)rate;
}

/*
 * Are SECONDS long enough to say what would be in an hour? What happened in one
 * second, times 3600, says nothing. 0: the time is not known.
 */
bool has_rate(double seconds)
{
	return seconds >= 30;
}

/* The seconds of "500ms", "1s", "10m" or "2h". Returns false if it is none. */
bool find_duration(const char *text, double *seconds)
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

	for (i = 0; end != text && i < ARRAY_SIZE(units); i++) {
		*seconds = value * units[i].seconds;
		if (!strcmp(end, units[i].unit) && *seconds > 0 && *seconds < 1e9)
			return true;
	}
	return false;
}

double parse_duration(const char *text, const char *option)
{
	double seconds;

	if (!find_duration(text, &seconds))
		die(EXIT_WRONG, "%s: no duration: %s (as in 500ms, 1s, 10m, 2h)", option,
		    text);
	return seconds;
}

/* Bytes of "4096", "64K", "1M", "2G" or "1T". */
unsigned long parse_size(const char *text, const char *option)
{
	static const char units[] = "KMGT";
	const char *unit;
	char *end;
	unsigned long value;

	errno = 0;
	value = strtoul(text, &end, 10);
	unit = *end ? strchr(units, *end) : NULL;
	if (end == text || *text == '-' || errno || value > INT64_MAX ||
	    (*end && (!unit || end[1])) ||
	    (unit && value > (unsigned long)INT64_MAX >> 10 * (unit - units + 1)))
		die(EXIT_WRONG, "%s: no size: %s (as in 4096, 64K, 1M, 2G)", option, text);
	return unit ? value << 10 * (unit - units + 1) : value;
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

/*
 * The number of characters that TEXT begins with and that are printed as they
 * are: ASCII without control characters, and none of SPECIAL.
 */
size_t plain_length(const char *text, const char *special)
{
	size_t most = strcspn(text, special), length = 0;

	while (length < most && (signed char)text[length] >= ' ')
		length++;
	return length;
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

/*
 * TEXT, or if it has more than MOST bytes, as many whole characters as fit into
 * these, and an ellipsis. To be freed.
 */
char *cut_text(const char *text, size_t most)
{
	if (strlen(text) <= most)
		return xstrdup(text);
	while (most && (text[most] & 0xc0) == 0x80)
		most--;
	return xasprintf("%.*s\xe2\x80\xa6", (int)most, text);
}

/*
 * Would the sequence of LENGTH bytes at TEXT control a terminal? C1 controls do
 * (U+009B begins an escape sequence), and marks that change the direction of
 * the text after them or end its line, so that a name looks like another one.
 */
bool utf8_is_control(const char *text, size_t length)
{
	const unsigned char *p = (const unsigned char *)text;

	if (length == 2)
		return p[0] == 0xc2 && p[1] < 0xa0;
	return length == 3 && p[0] == 0xe2 &&
	       ((p[1] == 0x80 && ((p[2] >= 0x8e && p[2] <= 0x8f) ||
				  (p[2] >= 0xa8 && p[2] <= 0xae))) ||
		(p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9));
}

/* The index of TEXT in NAMES. Ends the program if it is none of them. */
unsigned int find_name(const char *text, const char * const *names,
		       unsigned int nr, const char *option)
{
	struct buffer known = { 0 };
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (!strcmp(text, names[i]))
			return i;
	for (i = 0; i < nr; i++) {
		if (i)
			buffer_puts(&known, ", ");
		buffer_puts(&known, names[i]);
	}
	die(EXIT_WRONG, "%s: %s is none of: %s", option, text, known.text);
}

/*
 * The number at *AT, which is then behind it. Returns false if there is none,
 * or if it does not fit.
 */
bool read_digits(const char **at, const char *end, uint64_t *value)
{
	const char *p = *at;
	unsigned char digit;

	for (*value = 0; p < end && (digit = *p - '0') <= 9; p++) {
		if (*value > (UINT64_MAX - digit) / 10)
			return false;
		*value = *value * 10 + digit;
	}
	if (p == *at)
		return false;
	*at = p;
	return true;
}

/*
 * Parse the number at *AT, which a blank ends, and move *AT behind that.
 * Returns what is wrong, or NULL.
 */
const char *parse_number(int64_t *number, const char **at, const char *end)
{
	uint64_t value;

	while (*at < end && **at == ' ')
		++*at;
	if (!read_digits(at, end, &value) || value > INT64_MAX || *at == end || **at != ' ')
		return "no count";
	++*at;
	*number = value;
	return NULL;
}
