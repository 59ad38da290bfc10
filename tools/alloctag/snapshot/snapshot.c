// SPDX-License-Identifier: GPL-2.0
/*
 * read.c - reading /proc/allocinfo, /proc/alloctag and copies of them
 *
 * The formats, one line each (lib/alloc_tag_proc.c; mainline's
 * lib/alloc_tag.c):
 *
 *	BYTES CALLS FILE:LINE [MODULE] func:FUNCTION accurate:no
 *	BYTES LIVE ALLOCS FREES FILE:LINE:COLUMN MODULE FUNCTION TYPE
 *
 * [MODULE] and accurate:no may be missing. File names may contain blanks, and
 * so may a function's name if it is in parentheses, as "(no room)".
 *
 * A file is read in one piece and parsed in place; what is kept of a line is
 * its numbers and the numbers of its names. Anything that is not in the format
 * is an error: a report that is cut off or mixed with another one has wrong
 * sums.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "recording.h"

const char *proc_folder = "/proc", *sys_folder;

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

/* The decimal number that is all of TEXT. Returns false if it is none. */
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
 * follows func:. What is wrong; NULL if nothing.
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

/* What is wrong with a line of /proc/allocinfo; NULL if nothing. */
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

/* The same for a line of /proc/alloctag. */
static const char *parse_alloctag(struct reader *reader, struct entry *entry)
{
	const char *place, *end, *column, *line = NULL, *word;
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
	place = reader->at + 1;

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
		struct entry *entry;

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
		entry = &snapshot->entries[snapshot->nr];
		memset(entry, 0, sizeof(*entry));
		reader.at = text;
		reader.end = line_end;
		if (snapshot->format == FORMAT_ALLOCTAG_1)
			problem = parse_alloctag(&reader, entry);
		else
			problem = parse_allocinfo(&reader, entry);
		if (problem)
			return set_error(error, "%s:%lu: %s", name, number, problem);
		snapshot->nr++;
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

/*
 * Read all of a file into BUFFER, whose memory is used again; "-" is standard
 * input. A 0 is added to its end. *TIME is when the file was changed, in ns
 * since 1970, 0 for others than regular files.
 */
static int read_into(struct buffer *buffer, const char *name, int64_t *time,
		     struct error *error)
{
	bool is_stdin = !strcmp(name, "-");
	int fd = is_stdin ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	size_t room = 1 << 16;
	struct stat info;
	ssize_t got;
	int saved;

	buffer->used = 0;
	*time = 0;
	if (fd < 0)
		return set_error(error, "cannot open %s: %s", name,
				 strerror(errno));
	/* Files in /proc have no size. */
	if (!fstat(fd, &info) && S_ISREG(info.st_mode) && info.st_size > 0) {
		room = info.st_size + 2;
		*time = info.st_mtim.tv_sec * INT64_C(1000000000) +
			info.st_mtim.tv_nsec;
	}
	if (buffer->room < room) {
		free(buffer->text);
		buffer->text = xmalloc(room);
		buffer->room = room;
	}
	do {
		if (buffer->used + 1 >= buffer->room) {
			buffer->room *= 2;
			buffer->text = xrealloc(buffer->text, buffer->room);
		}
		got = read(fd, buffer->text + buffer->used,
			   buffer->room - buffer->used - 1);
		if (got > 0)
			buffer->used += got;
	} while (got > 0 || (got < 0 && errno == EINTR));
	saved = errno;
	if (!is_stdin)
		close(fd);
	buffer->text[buffer->used] = '\0';
	if (got < 0)
		return set_error(error, "cannot read %s: %s", name,
				 strerror(saved));
	return 0;
}

/* The same to memory of its own, to be freed. */
int read_all(const char *name, char **text, size_t *size, int64_t *time,
	     struct error *error)
{
	struct buffer buffer = { 0 };
	int result = read_into(&buffer, name, time, error);

	*text = buffer.text;
	*size = buffer.used;
	return result;
}

/*
 * Read the report or recording NAME; of a recording, snapshot NUMBER, from 1,
 * or the last one for 0. Ends the program if that is not possible.
 */
void read_snapshot(struct snapshot *snapshot, char *name, unsigned long number)
{
	struct snapshot next;
	struct source source;
	unsigned long nr = 0;

	memset(snapshot, 0, sizeof(*snapshot));
	source_open(&source, &name, 1);
	while ((!number || nr < number) && source_next(&source, &next)) {
		snapshot_free(snapshot);
		*snapshot = next;
		nr++;
	}
	source_close(&source);
	if (!nr)
		die(EXIT_WRONG, "%s: a recording without a snapshot", name);
	if (nr < number)
		die(EXIT_WRONG, "%s: no snapshot %lu: there are %lu", name, number, nr);
}

/*
 * Read the running kernel: /proc/alloctag, else /proc/allocinfo. The memory for
 * the text is kept for the next call.
 */
void read_live(struct snapshot *snapshot)
{
	static struct buffer buffer;
	struct error error;
	int64_t time;
	char *name = xasprintf("%s/alloctag", proc_folder);
	struct timespec now;

	if (access(name, F_OK)) {
		free(name);
		name = xasprintf("%s/allocinfo", proc_folder);
		if (access(name, F_OK))
			die(EXIT_CANNOT,
			    "no %s: this kernel has no allocation profiling, or was booted with sysctl.vm.mem_profiling=never",
			    name);
	}
	if (access(name, R_OK))
		die(EXIT_CANNOT, "cannot open %s: only root can read it", name);
	if (read_into(&buffer, name, &time, &error))
		die(EXIT_CANNOT, "%s", error.text);
	if (parse_report(snapshot, name, buffer.text, buffer.used, &error))
		die(EXIT_WRONG, "%s", error.text);
	clock_gettime(CLOCK_REALTIME, &now);
	snapshot->time = now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
	read_memory(&snapshot->memory);
	free(name);
}
