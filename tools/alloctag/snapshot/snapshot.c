// SPDX-License-Identifier: GPL-2.0
/*
 * snapshot.c - parsing /proc/allocinfo and /proc/alloctag
 *
 * The formats, one line each (lib/alloc_tag/proc.c; mainline's
 * lib/alloc_tag.c):
 *
 *	BYTES CALLS FILE:LINE [MODULE] func:FUNCTION accurate:no
 *	BYTES LIVE ALLOCS FREES FILE:LINE:COLUMN MODULE FUNCTION TYPE
 *
 * [MODULE] and accurate:no may be missing. File names may contain blanks, and
 * so may a function's name if it is in parentheses, as "(no room)".
 *
 * A file is read in one piece and parsed in place; only the numbers of a line,
 * and the numbers of its names, are kept. Anything that is not in the format
 * is an error: a report that is cut off or mixed with another one has wrong
 * sums.
 */
#include <stdlib.h>
#include <string.h>

#include "snapshot/snapshot.h"
#include "util/buffer.h"

static const struct {
	const char *header;
	const char *text;
} formats[] = {
	[FORMAT_ALLOCINFO_1] = { "allocinfo - version: 1.0", "allocinfo 1.0" },
	[FORMAT_ALLOCINFO_2] = { "allocinfo - version: 2.0", "allocinfo 2.0" },
	[FORMAT_ALLOCTAG_1] = { "alloctag - version: 1.0", "alloctag 1.0" },
};

const char *format_text(enum format format)
{
	return formats[format].text;
}

/* Does the format have columns for allocations and frees? */
bool has_allocs(enum format format)
{
	return format == FORMAT_ALLOCTAG_1;
}

/*
 * Parsing. @at is where the parser is in the line that ends at @end.
 */
struct reader {
	const char *at, *end;
	/* The last file name: the next line often has the same. */
	const char *file_text;
	size_t file_length;
	name_t file;
};

static bool read_number(struct reader *reader, uint64_t *value)
{
	const char *p = reader->at;
	uint64_t sum = 0;
	unsigned int digit;

	while (p < reader->end && *p == ' ')
		p++;
	if (p == reader->end || (unsigned int)(*p - '0') > 9)
		return false;
	for (; p < reader->end && (digit = *p - '0') <= 9; p++) {
		if (sum > (UINT64_MAX - digit) / 10)
			return false;
		sum = sum * 10 + digit;
	}
	/* Each number is followed by a blank. */
	if (p == reader->end || *p != ' ')
		return false;
	reader->at = p;
	*value = sum;
	return true;
}

static bool read_signed(struct reader *reader, int64_t *value)
{
	const char *p = reader->at;
	uint64_t absolute;
	bool negative;

	while (p < reader->end && *p == ' ')
		p++;
	negative = p < reader->end && *p == '-';
	reader->at = p + negative;
	if (negative && (p + 1 == reader->end || p[1] == ' '))
		return false;
	if (!read_number(reader, &absolute) ||
	    absolute > (uint64_t)INT64_MAX + negative)
		return false;
	*value = negative ? -absolute : absolute;
	return true;
}

/* Parse all of TEXT as a decimal number. Returns false if it is none. */
static bool whole_number(const char *text, const char *end, uint32_t *value)
{
	uint64_t sum = 0;

	if (text == end || end - text > 10)
		return false;
	for (; text < end; text++) {
		if ((unsigned int)(*text - '0') > 9)
			return false;
		sum = sum * 10 + *text - '0';
	}
	*value = sum;
	return sum <= UINT32_MAX;
}

static bool read_file(struct reader *reader, struct entry *entry,
		      const char *text, const char *end)
{
	size_t length = end - text;

	if (!length)
		return false;
	if (!reader->file_text || length != reader->file_length ||
	    memcmp(text, reader->file_text, length)) {
		reader->file = names_add(text, length);
		reader->file_text = text;
		reader->file_length = length;
	}
	entry->file = reader->file;
	return entry->file != NAME_BAD;
}

/*
 * FILE:LINE [MODULE], up to the func: after it. Moves the reader to what
 * follows func:. Returns what is wrong, NULL if nothing.
 */
static const char *read_place(struct reader *reader, struct entry *entry)
{
	const char *place = reader->at, *at = place, *place_end, *colon;

	do {
		at = memchr(at, ' ', reader->end - at);
		if (!at)
			return "no func:";
		at++;
	} while (reader->end - at < 5 || memcmp(at, "func:", 5));
	place_end = at - 1;
	reader->at = at + 5;

	if (place_end > place && place_end[-1] == ']') {
		const char *open = place_end - 1;

		while (open > place && open[-1] != '[')
			open--;
		if (open - place < 2 || open[-2] != ' ' || open == place_end - 1)
			return "no module between brackets";
		entry->module = names_add(open, place_end - 1 - open);
		if (entry->module == NAME_BAD)
			return "no name of a module";
		place_end = open - 2;
	}
	colon = memrchr(place, ':', place_end - place);
	if (!colon || !whole_number(colon + 1, place_end, &entry->line))
		return "no FILE:LINE";
	return read_file(reader, entry, place, colon) ? NULL :
	       "no name of a file";
}

/* Parse a line of /proc/allocinfo. Returns what is wrong, NULL if nothing. */
static const char *parse_allocinfo(struct reader *reader, struct entry *entry)
{
	const char *problem, *at, *function_end;
	uint64_t calls;

	if (!read_signed(reader, &entry->bytes))
		return "no number of bytes";
	if (!read_number(reader, &calls))
		return "no number of calls";
	entry->live = calls;
	reader->at++;
	problem = read_place(reader, entry);
	if (problem)
		return problem;
	at = reader->at;
	function_end = reader->end;
	if (function_end > at && function_end[-1] == ' ')
		function_end--;
	if (function_end - at > 12 &&
	    !memcmp(function_end - 12, " accurate:no", 12)) {
		function_end -= 12;
		entry->flags |= ENTRY_INACCURATE;
	}
	if (function_end == at ||
	    (*at != '(' && memchr(at, ' ', function_end - at)))
		return "no name of a function";
	entry->function = names_add(at, function_end - at);
	return entry->function == NAME_BAD ? "no name of a function" : NULL;
}

/*
 * Parse FILE:LINE [MODULE] func:FUNCTION between TEXT and END into ENTRY, for
 * other files of the kernel that name lines so. *REST is what follows the
 * function, after a blank, or END. Returns what is wrong, NULL if nothing.
 */
const char *parse_tag(const char *text, const char *end, struct entry *entry,
		      const char **rest)
{
	struct reader reader = { .at = text, .end = end };
	const char *problem = read_place(&reader, entry), *stop = NULL;

	if (problem)
		return problem;
	if (reader.at < end && *reader.at == '(') {
		stop = memchr(reader.at, ')', end - reader.at);
		if (stop)
			stop++;
	}
	if (!stop)
		stop = memchr(reader.at, ' ', end - reader.at);
	if (!stop)
		stop = end;
	if (stop == reader.at || (stop < end && *stop != ' '))
		return "no name of a function";
	entry->function = names_add(reader.at, stop - reader.at);
	if (entry->function == NAME_BAD)
		return "no name of a function";
	*rest = stop < end ? stop + 1 : end;
	return NULL;
}

/* The next word and the blank after it. Returns its end, NULL without one. */
static const char *read_word(struct reader *reader, const char **word)
{
	const char *end;

	*word = reader->at;
	if (**word == '(') {
		end = memchr(*word, ')', reader->end - *word);
		if (end)
			end++;
	} else {
		end = memchr(*word, ' ', reader->end - *word);
	}
	if (!end || end >= reader->end - 1 || *end != ' ' || end == *word)
		return NULL;
	reader->at = end + 1;
	return end;
}

/*
 * FILE:LINE:COLUMN and the blank after it. Returns what is wrong, NULL if
 * nothing.
 */
static const char *read_position(struct reader *reader, struct entry *entry)
{
	const char *place = reader->at + 1, *end, *column, *line = NULL;

	/* The first blank that has :LINE:COLUMN before it. */
	for (end = place;; end++) {
		end = memchr(end, ' ', reader->end - end);
		if (!end)
			return "no FILE:LINE:COLUMN";
		column = memrchr(place, ':', end - place);
		line = column ? memrchr(place, ':', column - place) : NULL;
		if (line && whole_number(column + 1, end, &entry->column) &&
		    whole_number(line + 1, column, &entry->line))
			break;
	}
	if (!read_file(reader, entry, place, line))
		return "no name of a file";
	reader->at = end + 1;
	return NULL;
}

/* Parse a line of /proc/alloctag. Returns what is wrong, NULL if nothing. */
static const char *parse_alloctag(struct reader *reader, struct entry *entry)
{
	const char *problem, *end, *word;
	uint64_t live;

	if (!read_signed(reader, &entry->bytes))
		return "no number of bytes";
	if (!read_number(reader, &live))
		return "no number of live allocations";
	if (!read_number(reader, &entry->allocs))
		return "no number of allocations";
	if (!read_number(reader, &entry->frees))
		return "no number of frees";
	entry->live = live;
	if (live != entry->allocs - entry->frees)
		return "live allocations are not allocations less frees";
	problem = read_position(reader, entry);
	if (problem)
		return problem;
	if (reader->at >= reader->end)
		return "no name of a module";
	end = read_word(reader, &word);
	if (!end)
		return "no name of a module";
	if (end - word != 1 || *word != '-')
		entry->module = names_add(word, end - word);
	end = read_word(reader, &word);
	if (!end)
		return "no name of a function";
	entry->function = names_add(word, end - word);
	word = reader->at;
	end = reader->end;
	if (end - word == 10 && !memcmp(word, "(untagged)", 10))
		entry->flags |= ENTRY_UNTAGGED;
	else if (end - word != 1 || *word != '-')
		entry->type = names_add(word, end - word);
	if (entry->module == NAME_BAD || entry->function == NAME_BAD ||
	    entry->type == NAME_BAD)
		return "control characters in a name";
	return NULL;
}

/* Which format has this first line? -1: none. */
static int find_format(const char *line, size_t length)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(formats); i++)
		if (strlen(formats[i].header) == length &&
		    !memcmp(line, formats[i].header, length))
			return i;
	return -1;
}

static int parse_header(struct snapshot *snapshot, const char *name,
			const char *line, size_t length, struct error *error)
{
	int format = find_format(line, length);
	size_t i;

	if (format >= 0) {
		snapshot->format = format;
		return 0;
	}
	for (i = 0; i < length && i < 60; i++)
		if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
			break;
	if (length > 12 && memmem(line, length, " - version: ", 12))
		return set_error(error,
				 "%s:1: \"%.*s\": no version that this program knows (allocinfo 1.0 and 2.0, alloctag 1.0)",
				 name, (int)i, line);
	return set_error(error,
			 "%s:1: this is no report of /proc/allocinfo or /proc/alloctag, and no recording",
			 name);
}

/* Add the line of READER, for which there is room. Returns what is wrong. */
static const char *add_entry(struct snapshot *snapshot, struct reader *reader)
{
	struct entry *entry = &snapshot->entries[snapshot->nr];
	const char *problem;

	memset(entry, 0, sizeof(*entry));
	problem = snapshot->format == FORMAT_ALLOCTAG_1 ?
		  parse_alloctag(reader, entry) : parse_allocinfo(reader, entry);
	if (!problem)
		snapshot->nr++;
	return problem;
}

static size_t count_lines(const char *text, const char *end)
{
	size_t nr = 0;

	while (text < end && (text = memchr(text, '\n', end - text))) {
		nr++;
		text++;
	}
	return nr;
}

/*
 * Parse a report. NAME is for messages. Returns 0, or -1 with a message that
 * has the number of the line; the snapshot is to be freed in both cases.
 */
int parse_report(struct snapshot *snapshot, const char *name, const char *text,
		 size_t size, struct error *error)
{
	const char *end = text + size, *header_end;
	struct reader reader = { 0 };
	unsigned long number = 0;

	memset(snapshot, 0, sizeof(*snapshot));
	memset(&snapshot->memory, 0xff, sizeof(snapshot->memory));
	if (!size)
		return set_error(error, "%s: the file is empty", name);
	header_end = memchr(text, '\n', size);
	if (parse_header(snapshot, name, text,
			 (header_end ? header_end : end) - text, error))
		return -1;
	snapshot->room = count_lines(text, end);
	snapshot->entries = xmalloc(snapshot->room * sizeof(*snapshot->entries));
	while (text < end) {
		const char *line_end = memchr(text, '\n', end - text);
		const char *problem;

		number++;
		if (!line_end)
			return set_error(error, "%s:%lu: the file ends within a line",
					 name, number);
		if (number == 2 && *text != '#')
			return set_error(error, "%s:2: the line with the names of columns is missing",
					 name);
		if (number <= 2) {
			text = line_end + 1;
			continue;
		}
		if (find_format(text, line_end - text) >= 0)
			return set_error(error, "%s:%lu: another header: there is more than one report in this file",
					 name, number);
		reader.at = text;
		reader.end = line_end;
		problem = add_entry(snapshot, &reader);
		if (problem)
			return set_error(error, "%s:%lu: %s", name, number, problem);
		text = line_end + 1;
	}
	if (number < 2)
		return set_error(error, "%s:1: the file ends after its first line",
				 name);
	return 0;
}

void snapshot_free(struct snapshot *snapshot)
{
	free(snapshot->entries);
	snapshot->entries = NULL;
	snapshot->nr = 0;
	snapshot->room = 0;
}
