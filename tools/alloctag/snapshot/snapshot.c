// SPDX-License-Identifier: GPL-2.0
/*
 * snapshot.c - parsing /proc/allocinfo, /proc/alloctag, alloctag/samples, and
 * codetag/wait/stats
 *
 * The formats, one line each (lib/alloc_tag/proc.c; mainline's
 * lib/alloc_tag.c; stacks.c below lib/alloc_tag; lib/wait_tag/files.c):
 *
 *	BYTES CALLS FILE:LINE [MODULE] func:FUNCTION accurate:no
 *	BYTES LIVE ALLOCS FREES FILE:LINE:COLUMN MODULE FUNCTION TYPE
 *	SIZE CALLS SAMPLES ERROR ERROR FILE:LINE [MODULE] func:FUNCTION TYPE
 *	WAITS WAKEUPS NS LONGEST FILE:LINE [MODULE] func:FUNCTION no tag
 *
 * [MODULE], accurate:no, "no tag" and TYPE, which has "type:" before it, may be
 * missing.
 * File names may contain blanks, and so may a function's name if it is in
 * parentheses, as "(no room)".
 * In alloctag/samples, a call stack follows, which is skipped here, and a line
 * can have many of them, which are added up. ERROR is one standard error, of
 * SIZE and of CALLS.
 *
 * A file is read in one piece and parsed in place; only the numbers of a line,
 * and the numbers of its names, are kept. Anything that is not in the format
 * is an error: a report that is cut off or mixed with another one has wrong
 * sums.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "snapshot/snapshot.h"
#include "util/buffer.h"
#include "util/index.h"
#include "util/text.h"

/*
 * Parsing. @at is where the parser is in the line that ends at @end, where
 * there is a line feed.
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
	const char *p = reader->at, *first;
	unsigned char digit;
	uint64_t sum = 0;

	while (*p == ' ')
		p++;
	for (first = p; (digit = *p - '0') <= 9; p++)
		sum = sum * 10 + digit;
	/*
	 * Each number is followed by a blank. 19 digits always fit, 20 do if
	 * the first is 1 and the sum has not wrapped.
	 */
	if (p == first || *p != ' ' || p - first > 20 ||
	    (p - first == 20 && *first > '0' &&
	     (*first > '1' || sum < UINT64_C(10000000000000000000))))
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

	while (*p == ' ')
		p++;
	negative = *p == '-';
	reader->at = p + negative;
	if (negative && p[1] == ' ')
		return false;
	if (!read_number(reader, &absolute) ||
	    absolute > (uint64_t)INT64_MAX + negative)
		return false;
	*value = negative ? -absolute : absolute;
	return true;
}

/*
 * The number between a colon and END. Returns where the colon is, NULL if that
 * is not what TEXT ends with.
 */
static const char *number_before(const char *text, const char *end, uint32_t *value)
{
	uint64_t sum = 0, unit = 1;
	const char *at = end;
	unsigned char digit;

	while (at > text && (digit = at[-1] - '0') <= 9 && end - at < 10) {
		sum += digit * unit;
		unit *= 10;
		at--;
	}
	*value = sum;
	return at > text && at < end && at[-1] == ':' && sum <= UINT32_MAX ? at - 1 : NULL;
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
	colon = number_before(place, place_end, &entry->line);
	if (!colon)
		return "no FILE:LINE";
	return read_file(reader, entry, place, colon) ? NULL :
	       "no name of a file";
}

/*
 * The end of the function's name at TEXT: the first blank that is no part of
 * it, or END. Names of C have none, but those of other producers do:
 *
 *	operator new(unsigned long)	<KBox<T, A> as Drop>::drop
 *	f(int, char) [clone .isra.0]	(no room)
 *
 * If brackets don't match, as in operator<, it is the first blank. If the name
 * is empty, there is none.
 */
static const char *name_end(const char *text, const char *end)
{
	static const char operator[] = "operator ", clone[] = " [clone ";
	static const bool plain[UCHAR_MAX + 1] = {
		['a' ... 'z'] = true, ['A' ... 'Z'] = true, ['0' ... '9'] = true,
		['_'] = true, ['.'] = true,
	};
	const char *at = text;
	unsigned int depth = 0;

	/* Names of C, which nearly all are; a line feed or a 0 follows them. */
	while (plain[(unsigned char)*at])
		at++;
	if (at >= end)
		return end;
	if (*at == ' ' && at - text != (ptrdiff_t)strlen(operator) - 1 && at[1] != clone[1])
		return at;
	at = text;
	if (end - text > (ptrdiff_t)strlen(operator) &&
	    !memcmp(text, operator, strlen(operator)))
		at += strlen(operator);
	for (; at < end; at++) {
		switch (*at) {
		case '(': case '<': case '[': case '{':
			depth++;
			break;
		case ')': case ']': case '}':
			depth -= depth > 0;
			break;
		case '>':
			/* Not of "->". */
			depth -= depth > 0 && at[-1] != '-';
			break;
		case ' ':
			if (!depth && (end - at < (ptrdiff_t)strlen(clone) ||
				       memcmp(at, clone, strlen(clone))))
				return at;
		}
	}
	if (!depth)
		return end;
	/* The kernel's "(no room)" is cut off. */
	if (*text == '(')
		return text;
	at = memchr(text, ' ', end - text);
	return at ? at : end;
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
	if (function_end == at || name_end(at, function_end) != function_end)
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
	const char *problem = read_place(&reader, entry), *stop;

	if (problem)
		return problem;
	stop = name_end(reader.at, end);
	if (stop == reader.at)
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
	end = name_end(*word, reader->end);
	if (end >= reader->end - 1 || end == *word)
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
	uint32_t number;

	/* The first blank that has :LINE:COLUMN before it. */
	for (end = place;; end++) {
		end = memchr(end, ' ', reader->end - end);
		if (!end)
			return "no FILE:LINE:COLUMN";
		column = number_before(place, end, &number);
		line = column && number <= MAX_COLUMN ?
		       number_before(place, column, &entry->line) : NULL;
		if (line)
			break;
	}
	entry->column = number;
	if (!read_file(reader, entry, place, line))
		return "no name of a file";
	reader->at = end + 1;
	return NULL;
}

/* Parse a line of /proc/alloctag. Returns what is wrong, NULL if nothing. */
static const char *parse_alloctag(struct reader *reader, struct entry *entry)
{
	const char *problem, *end, *word;
	uint64_t live, frees;

	if (!read_signed(reader, &entry->bytes))
		return "no number of bytes";
	if (!read_number(reader, &live))
		return "no number of live allocations";
	if (!read_number(reader, &entry->allocs))
		return "no number of allocations";
	if (!read_number(reader, &frees))
		return "no number of frees";
	entry->live = live;
	if (live != entry->allocs - frees)
		return "live allocations are not allocations less frees";
	problem = read_position(reader, entry);
	if (problem)
		return problem;
	if (reader->at >= reader->end)
		return "no name of a module";
	if (reader->end - reader->at > 2 && !memcmp(reader->at, "- ", 2)) {
		reader->at += 2;
	} else {
		end = read_word(reader, &word);
		if (!end)
			return "no name of a module";
		entry->module = names_add(word, end - word);
	}
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

/*
 * Parse a line of codetag/wait/stats. "no tag" after the function: the callers
 * that passed no tag. Returns what is wrong, NULL if nothing.
 */
static const char *parse_waits(struct reader *reader, struct entry *entry)
{
	int64_t wakeups = 0;
	int64_t *numbers[] = { &entry->waits, &wakeups, &entry->slept, &entry->longest };
	const char *problem = NULL, *at = reader->at, *rest;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(numbers) && !problem; i++)
		problem = parse_number(numbers[i], &at, reader->end);
	entry->wakeups = wakeups;
	if (!problem)
		problem = parse_tag(at, reader->end, entry, &rest);
	if (!problem && reader->end - rest == 6 && !memcmp(rest, "no tag", 6))
		entry->flags |= ENTRY_UNTAGGED;
	return problem;
}

static const struct {
	const char *header;
	const char *text;
	const struct measures *measures;
	/* Of a line. Returns what is wrong, NULL if nothing. */
	const char *(*parse)(struct reader *reader, struct entry *entry);
} formats[NR_FORMATS] = {
	[FORMAT_ALLOCINFO_1] = { "allocinfo - version: 1.0", "allocinfo 1.0",
				 &allocinfo_measures, parse_allocinfo },
	[FORMAT_ALLOCINFO_2] = { "allocinfo - version: 2.0", "allocinfo 2.0",
				 &allocinfo_measures, parse_allocinfo },
	[FORMAT_ALLOCTAG_1] = { "alloctag - version: 1.0", "alloctag 1.0",
				&alloctag_measures, parse_alloctag },
	[FORMAT_SAMPLES_1_0] = { "alloctag samples - version: 1.0", "samples 1.0",
				 &sample_measures, NULL },
	[FORMAT_SAMPLES_1_1] = { "alloctag samples - version: 1.1", "samples 1.1",
				 &sample_measures, NULL },
	[FORMAT_WAITS_1] = { "codetag wait stats - version: 1.0", "waits 1.0",
			     &wait_measures, parse_waits },
};

const char *format_text(enum format format)
{
	return formats[format].text;
}

const struct measures *measures_of(enum format format)
{
	return formats[format].measures;
}

/* What lines of the format are sorted by: bytes or nanoseconds. */
enum unit format_unit(enum format format)
{
	return size_unit(measures_of(format));
}

/* Does the format have columns for allocations and frees? */
bool has_allocs(enum format format)
{
	return format == FORMAT_ALLOCTAG_1;
}

/* Does it have types? */
bool has_types(enum format format)
{
	return has_allocs(format) || is_estimate(format);
}

/* Are its numbers estimates, with an error? */
bool is_estimate(enum format format)
{
	return format == FORMAT_SAMPLES_1_0 || format == FORMAT_SAMPLES_1_1;
}

/*
 * Without the errors of alloctag/samples 1.0: as if all samples of a stack had
 * the same size. Then n samples of weight w represent CALLS = n * w
 * allocations, and the variance of CALLS is n * w * (w - 1); of SIZE it is that
 * times the square of SIZE / CALLS.
 */
static void assume_variances(struct entry *entry)
{
	double live = entry->live, samples = entry->samples;

	if (!entry->samples || live <= samples)
		return;
	entry->live_variance = live * (live / samples - 1);
	entry->bytes_variance = entry->live_variance *
				((double)entry->bytes / live) * (entry->bytes / live);
}

/*
 * Parse a line of alloctag/samples, without its call stack, into ENTRY, which
 * is zeroed. Returns what is wrong, NULL if nothing.
 */
const char *parse_sample(const char *text, const char *end, enum format format,
			 struct entry *entry)
{
	struct reader reader = { .at = text, .end = end };
	uint64_t live, bytes_error, live_error;
	const char *problem, *rest;

	if (!read_signed(&reader, &entry->bytes) || entry->bytes < 0)
		return "no number of bytes";
	if (!read_number(&reader, &live) || live > INT64_MAX)
		return "no number of calls";
	entry->live = live;
	if (!read_number(&reader, &entry->samples))
		return "no number of samples";
	if (format == FORMAT_SAMPLES_1_0) {
		assume_variances(entry);
	} else {
		if (!read_number(&reader, &bytes_error))
			return "no error of the bytes";
		if (!read_number(&reader, &live_error))
			return "no error of the calls";
		entry->bytes_variance = (double)bytes_error * bytes_error;
		entry->live_variance = (double)live_error * live_error;
	}
	problem = parse_tag(reader.at + 1, end, entry, &rest);
	if (problem)
		return problem;
	if (end - rest > 5 && !memcmp(rest, "type:", 5)) {
		entry->type = names_add(rest + 5, end - rest - 5);
		if (entry->type == NAME_BAD)
			return "no name of a type";
	}
	return NULL;
}

/* Find NAME and the number after it. Returns 0 if there is none that fits. */
static uint64_t find_number(const char *text, const char *end, const char *name)
{
	const char *at = memmem(text, end - text, name, strlen(name));
	uint64_t number;

	if (!at)
		return 0;
	at += strlen(name);
	return read_digits(&at, end, &number) && number <= INT64_MAX ? number : 0;
}

/* A comment of alloctag/samples: "# sample:RATE samples:N missed:N" */
void parse_sampling(const char *text, const char *end, struct sampling *sampling)
{
	if (!memmem(text, end - text, " sample:", 8))
		return;
	sampling->rate = find_number(text, end, " sample:");
	sampling->samples = find_number(text, end, " samples:");
	sampling->missed = find_number(text, end, " missed:");
}

/*
 * Which format has this first line? -1: none. Waits may have a later version,
 * of which only what follows the names of a line differs.
 */
int find_format(const char *line, size_t length)
{
	const char *waits = formats[FORMAT_WAITS_1].header;
	size_t same = strlen(waits) - 1, i;

	if (length > same && !memcmp(line, waits, same))
		return FORMAT_WAITS_1;
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
				 "%s:1: \"%.*s\": no version that this program knows (allocinfo 1.0 and 2.0, alloctag 1.0, samples 1.0 and 1.1)",
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
	problem = formats[snapshot->format].parse(reader, entry);
	if (!problem)
		snapshot->nr++;
	return problem;
}

/*
 * The same for a line of alloctag/samples. *INSIDE: it may be of a call stack,
 * which ends with an empty line.
 */
static const char *add_sample(struct snapshot *snapshot, const char *text,
			      const char *end, bool *inside)
{
	struct entry *entry = &snapshot->entries[snapshot->nr];
	const char *problem;

	if (*text == '#') {
		parse_sampling(text, end, &snapshot->sampling);
		return NULL;
	}
	if (*inside) {
		*inside = text < end;
		return !*inside || *text == '\t' ? NULL :
		       "an empty line is missing before it";
	}
	memset(entry, 0, sizeof(*entry));
	problem = parse_sample(text, end, snapshot->format, entry);
	if (!problem) {
		snapshot->nr++;
		*inside = true;
	}
	return problem;
}

/* Of all but the numbers. */
uint32_t hash_line(const struct entry *entry)
{
	uint32_t hash = hash_add(entry->line,
				 (uint64_t)entry->file << 32 | entry->function);

	hash = hash_add(hash, (uint64_t)entry->module << 32 | entry->type);
	return hash_add(hash, entry->column);
}

/* Add up the entries of alloctag/samples that have different stacks only. */
static void join_samples(struct snapshot *snapshot)
{
	struct entry *entries = snapshot->entries;
	struct index index = { 0 };
	size_t nr = 0, i;

	for (i = 0; i < snapshot->nr; i++) {
		const struct entry *new = &entries[i];
		uint32_t hash = hash_line(new), number;
		size_t at = 0;

		while ((number = index_next(&index, hash, &at)) != INDEX_NONE)
			if (same_line(&entries[number], new))
				break;
		if (number == INDEX_NONE) {
			index_add(&index, hash, nr);
			entries[nr++] = *new;
			continue;
		}
		add_values(&sample_measures, &entries[number].values, &new->values);
	}
	snapshot->nr = nr;
	index_free(&index);
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
	bool inside = false;

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
		if (number == 1 || (number == 2 && !is_estimate(snapshot->format))) {
			text = line_end + 1;
			continue;
		}
		/* A header begins with a letter, which no entry does. */
		if (*text >= 'a' && find_format(text, line_end - text) >= 0)
			return set_error(error, "%s:%lu: another header: there is more than one report in this file",
					 name, number);
		reader.at = text;
		reader.end = line_end;
		problem = is_estimate(snapshot->format) ?
			  add_sample(snapshot, text, line_end, &inside) :
			  add_entry(snapshot, &reader);
		if (problem)
			return set_error(error, "%s:%lu: %s", name, number, problem);
		text = line_end + 1;
	}
	if (number < 2)
		return set_error(error, "%s:1: the file ends after its first line",
				 name);
	if (inside)
		return set_error(error, "%s:%lu: the file ends before an empty line",
				 name, number);
	if (is_estimate(snapshot->format))
		join_samples(snapshot);
	if (!sums_fit(snapshot))
		return set_error(error, "%s: the lines add up to 8 EiB or more: the file is damaged",
				 name);
	return 0;
}

/* Sums of positive and of negative values: no other sum is beyond these. */
struct sums {
	int64_t positive, negative;
};

/* Returns false if that is too much. */
static bool add_value(struct sums *sums, int64_t value)
{
	int64_t *sum = value < 0 ? &sums->negative : &sums->positive;

	return !__builtin_add_overflow(*sum, value, sum);
}

/*
 * Can the bytes of any lines be added up, and their live allocations? Those of
 * no kernel come near 2^63, so a report where they can't be is damaged. What is
 * counted since boot may.
 */
bool sums_fit(const struct snapshot *snapshot)
{
	const struct measures *measures = measures_of(snapshot->format);
	struct sums sums[NR_VALUES] = { 0 };
	unsigned int k;
	size_t i;

	/* Each entry once: there may be a million. */
	for (i = 0; i < snapshot->nr; i++)
		for (k = 0; k < measures->nr; k++) {
			const struct measure *measure = &measures->array[k];

			if (measure->kind == MEASURE_SUM &&
			    !add_value(&sums[k], snapshot->entries[i].value[measure->value]))
				return false;
		}
	return true;
}

void snapshot_free(struct snapshot *snapshot)
{
	free(snapshot->entries);
	snapshot->entries = NULL;
	snapshot->nr = 0;
	snapshot->room = 0;
}
