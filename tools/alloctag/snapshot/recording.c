// SPDX-License-Identifier: GPL-2.0
/*
 * recording.c - reading recordings
 *
 * alloctag.5 has the format: text, which recorded_text.c expands. A checksum
 * follows each snapshot, which is returned only if that is right. So a
 * recording that is cut off or damaged is read up to there.
 *
 * Each line of text declares a line or changes one, so that the work for a
 * snapshot is proportional to its changes. The limits in recording_format.h
 * bound the memory, whatever a small file expands to.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "snapshot/recording.h"
#include "snapshot/recording_format.h"
#include "util/text.h"

/* The lines of text of a snapshot: a few, and some for each line. */
#define MAX_LINES_OF_TEXT(nr) (1000 + 3 * (nr))

/* Does a file that begins with @text claim to be a recording? */
bool is_recording(const char *text, size_t size)
{
	size_t length = strlen(RECORDING_MAGIC);

	return is_gzip(text, size) ||
	       (size >= length && !memcmp(text, RECORDING_MAGIC, length));
}

static bool is_text(const char *line, size_t length, const char *text)
{
	return length == strlen(text) && !memcmp(line, text, length);
}

/* Forget all lines: a recording begins. */
static void reset(struct recording *recording)
{
	recording->nr = 0;
	recording->file = 0;
	/* The names remain. */
	recording->declarations.text = 0;
	recording->has_format = false;
	memset(&recording->memory, 0xff, sizeof(recording->memory));
	memset(&recording->sampling, 0, sizeof(recording->sampling));
	memset(&recording->boot, 0, sizeof(recording->boot));
}

/*
 * Begin to read. @text, the whole file, must remain until recording_free().
 * Returns 0 or -1.
 */
int recording_open(struct recording *recording, const char *name,
		   const char *text, size_t size, struct error *error)
{
	const char *line;
	size_t length;

	memset(recording, 0, sizeof(*recording));
	recording->name = name;
	recorded_text_open(&recording->text, text, size);
	reset(recording);
	line = recorded_text_line(&recording->text, &length);
	if (!line) {
		set_error(error, "%s: the recording ends within its first line", name);
	} else if (is_text(line, length, RECORDING_HEADER)) {
		recording->sum = crc32(0, (const Bytef *)line, length + 1);
		return 0;
	} else if (length >= strlen(RECORDING_MAGIC) &&
		   !memcmp(line, RECORDING_MAGIC, strlen(RECORDING_MAGIC))) {
		set_error(error, "%s:1: a recording of a version that this program does not know",
			  name);
	} else {
		set_error(error, "%s: the compressed file is no recording", name);
	}
	recording_free(recording);
	return -1;
}

/* A new line without names and numbers; NULL if there are too many. */
static struct entry *add_line(struct recording *recording)
{
	struct entry *line;

	if (recording->nr == MAX_RECORDED_LINES)
		return NULL;
	recording->lines = grow(recording->lines, recording->nr,
				&recording->room, sizeof(*line));
	line = &recording->lines[recording->nr];
	memset(line, 0, sizeof(*line));
	recording->nr++;
	return line;
}

/* A line of text that is being parsed. */
struct words {
	const char *at, *end;
};

/* A number, and the blank after it unless it is the last. */
static bool get_number(struct words *words, int64_t *value)
{
	bool negative = words->at < words->end && *words->at == '-';
	const char *at = words->at + negative;
	uint64_t sum;

	if (!read_digits(&at, words->end, &sum) || sum > (uint64_t)INT64_MAX + negative)
		return false;
	if (at < words->end && *at++ != ' ')
		return false;
	words->at = at;
	*value = negative ? -sum : sum;
	return at < words->end || at[-1] != ' ';
}

/* The line with the number that follows, from 1; NULL if there is none. */
static struct entry *get_line(struct recording *recording, struct words *words)
{
	int64_t number;

	if (!get_number(words, &number) || number < 1 ||
	    (uint64_t)number > recording->nr)
		return NULL;
	return &recording->lines[number - 1];
}

/* "SECONDS.NANOSECONDS" */
static const char *parse_time(struct recording *recording, struct words words)
{
	const char *dot = memchr(words.at, '.', words.end - words.at);
	struct words seconds = { .at = words.at, .end = dot };
	int64_t s, ns;

	if (!dot || !get_number(&seconds, &s) || seconds.at != dot ||
	    s < INT64_MIN / 1000000000 - 1 || s > INT64_MAX / 1000000000)
		return "wrong time";
	words.at = dot + 1;
	if (words.end - words.at != 9 || !get_number(&words, &ns) || ns < 0)
		return "wrong time";
	recording->time = (int64_t)((uint64_t)s * 1000000000 + ns);
	return NULL;
}

/* A later version may have more numbers. */
static const char *parse_memory(struct recording *recording, struct words words)
{
	struct memory *memory = &recording->memory;

	if (!get_number(&words, &memory->total) ||
	    !get_number(&words, &memory->free_blocks) ||
	    !get_number(&words, &memory->free_lists) ||
	    !get_number(&words, &memory->slab_objects) ||
	    !get_number(&words, &memory->percpu_objects))
		return "wrong numbers of memory";
	return NULL;
}

/* The same for samples. */
static const char *parse_sampling_line(struct recording *recording,
				       struct words words)
{
	int64_t rate, samples, missed;

	if (!get_number(&words, &rate) || !get_number(&words, &samples) ||
	    !get_number(&words, &missed) || rate < 0 || samples < 0 || missed < 0)
		return "wrong numbers of samples";
	recording->sampling = (struct sampling){ .rate = rate, .samples = samples,
						 .missed = missed };
	return NULL;
}

/* The text before the next tab; false if there is no tab. */
static bool get_field(struct words *words, struct words *field)
{
	const char *tab = memchr(words->at, '\t', words->end - words->at);

	if (!tab)
		return false;
	field->at = words->at;
	field->end = tab;
	words->at = tab + 1;
	return true;
}

static bool get_name(struct words *words, name_t *name)
{
	struct words field;

	if (!get_field(words, &field))
		return false;
	*name = names_add(field.at, field.end - field.at);
	return *name != NAME_BAD;
}

static bool get_small(struct words *words, uint32_t *value, uint32_t most)
{
	struct words field;
	int64_t number;

	if (!get_field(words, &field) || !get_number(&field, &number) ||
	    field.at != field.end || number < 0 || number > most)
		return false;
	*value = number;
	return true;
}

/*
 * The differences of the measures of the format, in their order; zeros at the
 * end are left out.
 */
static const char *parse_values(struct recording *recording, struct entry *line,
				struct words words)
{
	const struct measures *measures = measures_of(recording->format);
	static char problem[64];
	int64_t difference;
	unsigned int i;

	for (i = 0; i < measures->nr && words.at < words.end; i++) {
		const struct measure *measure = &measures->array[i];
		double *variance = &line->variance[measure->value], root;

		if (!get_number(&words, &difference)) {
			snprintf(problem, sizeof(problem), "wrong %s", measure->name);
			return problem;
		}
		/* These wrap: a file may have any number. */
		if (measure->kind != MEASURE_VARIANCE) {
			line->value[measure->value] += difference;
			continue;
		}
		root = (double)(int64_t)standard_error(*variance) + difference;
		*variance = root * root;
	}
	if (words.at < words.end)
		return "too many numbers";
	line->flags |= ENTRY_PRESENT;
	return NULL;
}

/* "FILE LINE COLUMN MODULE FUNCTION TYPE VALUES", with tabs between them */
static const char *parse_declaration(struct recording *recording,
				     struct words words)
{
	const char *start = words.at - 1, *type;
	struct entry *line = add_line(recording);
	uint32_t column;

	if (!line)
		return "too many lines";
	if (!get_name(&words, &line->file) ||
	    (!line->file && !recording->file) ||
	    !get_small(&words, &line->line, UINT32_MAX) ||
	    !get_small(&words, &column, MAX_COLUMN) ||
	    !get_name(&words, &line->module) || !get_name(&words, &line->function))
		return "wrong names of a line";
	line->column = column;
	if (line->file)
		recording->file = line->file;
	line->file = recording->file;
	type = words.at;
	if (!get_name(&words, &line->type))
		return "wrong type of a line";
	if (is_text(type, words.at - 1 - type, RECORDED_UNTAGGED)) {
		line->type = 0;
		line->flags = ENTRY_UNTAGGED;
	}
	if (!count_declaration(&recording->declarations, line, words.at - start))
		return "too long names";
	return parse_values(recording, line, words);
}

/* "LINE VALUES" */
static const char *parse_change(struct recording *recording, struct words words)
{
	struct entry *line = get_line(recording, &words);

	return line ? parse_values(recording, line, words) : "no such line";
}

static const char *parse_mark(struct recording *recording, char mark,
			      struct words words)
{
	struct entry *line = get_line(recording, &words);

	if (!line || words.at < words.end)
		return "no such line";
	if (mark == '!') {
		line->flags |= ENTRY_INACCURATE;
		return NULL;
	}
	/* Gone; it may be back later. */
	line->flags &= ~ENTRY_PRESENT;
	memset(&line->values, 0, sizeof(line->values));
	return NULL;
}

static const char *parse_format(struct recording *recording, struct words words)
{
	enum format format;

	for (format = 0; format < NR_FORMATS; format++)
		if (is_text(words.at, words.end - words.at, format_text(format))) {
			recording->format = format;
			recording->has_format = true;
			return NULL;
		}
	return "a format that this program does not know";
}

/* Does the text begin with the word? If so, move to what follows it. */
static bool skip_word(struct words *words, const char *word)
{
	size_t length = strlen(word);

	if ((size_t)(words->end - words->at) < length ||
	    memcmp(words->at, word, length))
		return false;
	words->at += length;
	return true;
}

/* A checksum may be missing, in recordings that were edited. */
static const char *parse_end(const struct recording *recording,
			     struct words words)
{
	int64_t sum;

	if (words.at == words.end)
		return NULL;
	if (!skip_word(&words, " ") || !get_number(&words, &sum) ||
	    words.at != words.end || sum != (int64_t)recording->sum)
		return "wrong checksum";
	return NULL;
}

/*
 * Parse a line of text. Sets *@done after the end of a snapshot. Returns what
 * is wrong, NULL if nothing.
 */
static const char *parse_text(struct recording *recording, const char *text,
			      size_t length, bool *done)
{
	struct words words = { .at = text, .end = text + length };
	bool within = recording->lines_of_text;

	if (!within) {
		if (is_text(text, length, RECORDING_HEADER)) {
			reset(recording);
			return NULL;
		}
		if (skip_word(&words, "format="))
			return parse_format(recording, words);
		if (boot_parse(&recording->boot, text, length))
			return NULL;
		if (!skip_word(&words, "snapshot "))
			return memchr(text, '=', length) ? NULL : "no snapshot";
		if (!recording->has_format)
			return "no format";
		recording->lines_of_text = 1;
		return parse_time(recording, words);
	}
	if (recording->lines_of_text++ > MAX_LINES_OF_TEXT(recording->nr))
		return "a snapshot is too long";
	if (length && *text >= '0' && *text <= '9')
		return parse_change(recording, words);
	if (skip_word(&words, "+"))
		return parse_declaration(recording, words);
	if (skip_word(&words, "-") || skip_word(&words, "!"))
		return parse_mark(recording, *text, words);
	if (skip_word(&words, "memory "))
		return parse_memory(recording, words);
	if (skip_word(&words, "sampling "))
		return parse_sampling_line(recording, words);
	if (skip_word(&words, "end")) {
		*done = true;
		return parse_end(recording, words);
	}
	/* Other words are for later versions. */
	return length && *text >= 'a' && *text <= 'z' ? NULL :
	       "neither a line nor a change";
}

/* The text has ended, or can't be understood. Returns 0, or -1 for damage. */
static int end_of_text(struct recording *recording, const char *problem,
		       struct error *error)
{
	recording->dropped += recorded_text_rest(&recording->text);
	if (problem && !recorded_text_in_zeros(&recording->text))
		return set_error(error, "%s: damaged after snapshot %zu: %s",
				 recording->name, recording->snapshots, problem);
	recording->cut = problem || recording->dropped;
	return 0;
}

/*
 * Read up to the next snapshot; recording_get() returns it. Returns 1, or 0 at
 * the end of the file or where it is cut off, or -1 if it is damaged.
 */
int recording_next(struct recording *recording, struct error *error)
{
	recording->dropped = 0;
	recording->lines_of_text = 0;
	for (;;) {
		bool done = false;
		size_t length;
		const char *problem;
		const char *text = recorded_text_line(&recording->text, &length);

		if (!text)
			return end_of_text(recording, recording->text.problem,
					   error);
		recording->dropped += length + 1;
		problem = parse_text(recording, text, length, &done);
		if (problem)
			return end_of_text(recording, problem, error);
		if (done) {
			recording->sum = 0;
			recording->snapshots++;
			return 1;
		}
		recording->sum = crc32(recording->sum, (const Bytef *)text,
				       length + 1);
	}
}

/* Copy the current snapshot, without its entries. */
void recording_get_head(const struct recording *recording, struct snapshot *snapshot)
{
	memset(snapshot, 0, sizeof(*snapshot));
	snapshot->format = recording->format;
	snapshot->time = recording->time;
	snapshot->memory = recording->memory;
	snapshot->sampling = recording->sampling;
	snapshot->boot = recording->boot;
}

/* Copy the current snapshot. */
void recording_get(const struct recording *recording, struct snapshot *snapshot)
{
	size_t i;

	recording_get_head(recording, snapshot);
	snapshot->entries = xmalloc(recording->nr * sizeof(*snapshot->entries));
	snapshot->room = recording->nr;
	for (i = 0; i < recording->nr; i++) {
		if (!(recording->lines[i].flags & ENTRY_PRESENT))
			continue;
		snapshot->entries[snapshot->nr] = recording->lines[i];
		snapshot->entries[snapshot->nr++].flags &= ~ENTRY_PRESENT;
	}
}

void recording_free(struct recording *recording)
{
	free(recording->lines);
	free(recording->declarations.seen);
	recorded_text_close(&recording->text);
	memset(recording, 0, sizeof(*recording));
}
