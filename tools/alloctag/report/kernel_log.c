// SPDX-License-Identifier: GPL-2.0
/*
 * kernel_log.c - finding the reports of memory by line in a kernel log
 *
 * show_mem() of a kernel with allocation profiling ends with
 *
 *	Memory allocations (profiling is currently turned on):
 *	    1.00 MiB      256 FILE:LINE [MODULE] func:FUNCTION
 *
 * (mm/show_mem.c; lib/alloc_tag/show.c). Linux before 6.16 prints nothing in
 * parentheses. Before that there is "NAME invoked oom-killer:", a call trace
 * and Mem-Info; after it, whom the OOM killer killed.
 *
 * Logs are kept in many ways: each line has a time stamp, a host name, a level
 * before it, or nothing. So nothing is expected there: a header is found
 * anywhere in a line, and a line of a report is read from its end: func:, a
 * place, a count and a size. What is left is what the log has added.
 *
 * Other processors write to the log at the same time, serial consoles lose
 * characters, and a log ends when the machine does. Nothing is repaired: a line
 * that looks like a part of a report and can't be read is kept as damaged, for
 * the user to see.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/kernel_log.h"
#include "util/buffer.h"
#include "util/text.h"

/* So many lines of other messages in a row end a report. */
#define FOREIGN_LINES 100

/* A text of another length than its terminating NUL says. */
struct piece {
	const char *at, *end;
};

static size_t piece_length(struct piece piece)
{
	return piece.end - piece.at;
}

/* What follows WORD in PIECE, NULL if it is not there. */
static const char *after(struct piece piece, const char *word)
{
	const char *found = memmem(piece.at, piece_length(piece), word, strlen(word));

	return found ? found + strlen(word) : NULL;
}

static bool has(struct piece piece, const char *word)
{
	return after(piece, word);
}

/* A copy, for a terminal: with "?" in place of what would control it. */
static char *copy_text(const char *at, const char *end)
{
	char *copy = xmalloc(end - at + 1), *to;

	memcpy(copy, at, end - at);
	copy[end - at] = '\0';
	for (to = copy; to < copy + (end - at);) {
		size_t length = utf8_length(to);

		if (!length || (unsigned char)*to < ' ' || *to == 0x7f ||
		    utf8_is_control(to, length)) {
			*to++ = '?';
			continue;
		}
		to += length;
	}
	return copy;
}

/* Without the blanks at both ends. */
static struct piece trim(struct piece piece)
{
	while (piece.at < piece.end && isspace((unsigned char)*piece.at))
		piece.at++;
	while (piece.at < piece.end && isspace((unsigned char)piece.end[-1]))
		piece.end--;
	return piece;
}

/* The number after KEY, a word of PIECE, if UNIT follows it; -1 if not. */
static int64_t number_after(struct piece piece, const char *key, const char *unit)
{
	struct piece rest = piece;
	const char *at;

	while ((at = after(rest, key))) {
		const char *start = at - strlen(key);
		int64_t sum = 0;

		rest.at = at;
		if (start > piece.at && start[-1] != ' ' && start[-1] != '\t')
			continue;
		if (at == piece.end || !isdigit((unsigned char)*at))
			continue;
		for (; at < piece.end && isdigit((unsigned char)*at); at++)
			if (sum < INT64_MAX / 10 / 4096)
				sum = sum * 10 + *at - '0';
		if ((size_t)(piece.end - at) >= strlen(unit) &&
		    !memcmp(at, unit, strlen(unit)))
			return sum;
	}
	return -1;
}

/* The number before WORD in PIECE, as in "4096 pages RAM"; -1 without it. */
static int64_t number_before(struct piece piece, const char *word)
{
	const char *end = after(piece, word), *at;
	int64_t sum = 0;

	if (!end)
		return -1;
	end -= strlen(word);
	for (at = end; at > piece.at && isdigit((unsigned char)at[-1]); at--)
		;
	if (at == end || end - at > 15)
		return -1;
	for (; at < end; at++)
		sum = sum * 10 + *at - '0';
	return sum;
}

/*
 * What is known of the report that comes next.
 */
struct reader {
	struct kernel_log *log;
	size_t number;		/* of the line that is read, from 1 */
	struct log_report *report;	/* NULL: none, or it is complete */
	size_t foreign;		/* lines since its last one */
	char *cause;
	int64_t memory[NR_MEM_INFO];
	int64_t ram, reserved;	/* pages */
	int64_t slab[2];	/* pages: unreclaimable, reclaimable */
};

static void forget_memory(struct reader *reader)
{
	unsigned int i;

	for (i = 0; i < NR_MEM_INFO; i++)
		reader->memory[i] = -1;
	reader->ram = reader->reserved = -1;
	reader->slab[0] = reader->slab[1] = -1;
}

/* Add KIB to a sum of bytes, if they are known. */
static void add_kib(int64_t *sum, int64_t kib)
{
	if (kib < 0)
		return;
	*sum = (*sum < 0 ? 0 : *sum) + kib * 1024;
}

/* A line of Mem-Info: of a node, of a zone, or of all. */
static void read_mem_info(struct reader *reader, struct piece line)
{
	int64_t *memory = reader->memory;

	if (number_after(line, "managed:", "kB") >= 0) {
		add_kib(&memory[MEM_TOTAL], number_after(line, "managed:", "kB"));
		add_kib(&memory[MEM_FREE], number_after(line, "free:", "kB"));
	} else if (number_after(line, "kernel_stack:", "kB") >= 0) {
		add_kib(&memory[MEM_ANON], number_after(line, "active_anon:", "kB"));
		add_kib(&memory[MEM_ANON], number_after(line, "inactive_anon:", "kB"));
		add_kib(&memory[MEM_FILE], number_after(line, "active_file:", "kB"));
		add_kib(&memory[MEM_FILE], number_after(line, "inactive_file:", "kB"));
		add_kib(&memory[MEM_SHMEM], number_after(line, "shmem:", "kB"));
		add_kib(&memory[MEM_UNEVICTABLE], number_after(line, "unevictable:", "kB"));
		add_kib(&memory[MEM_KERNEL_STACK],
			number_after(line, "kernel_stack:", "kB"));
		add_kib(&memory[MEM_PAGETABLES],
			number_after(line, "pagetables:", "kB"));
	} else if (number_after(line, "slab_unreclaimable:", "") >= 0) {
		reader->slab[0] = number_after(line, "slab_unreclaimable:", "");
		reader->slab[1] = number_after(line, "slab_reclaimable:", "");
	} else if (number_before(line, " pages RAM") >= 0) {
		reader->ram = number_before(line, " pages RAM");
	} else if (number_before(line, " pages reserved") >= 0) {
		reader->reserved = number_before(line, " pages reserved");
	}
}

/*
 * Slab is in pages. Their size follows from memory that is there in both: what
 * the zones manage is what is not reserved.
 */
static void finish_memory(struct reader *reader, int64_t memory[NR_MEM_INFO])
{
	int64_t pages = reader->ram - reader->reserved, size;

	memcpy(memory, reader->memory, sizeof(reader->memory));
	if (reader->ram < 0 || reader->reserved < 0 || pages <= 0 || memory[MEM_TOTAL] < 0)
		return;
	size = memory[MEM_TOTAL] / pages;
	if (size < 4096 || size & (size - 1) || reader->slab[0] < 0 || reader->slab[1] < 0)
		return;
	memory[MEM_SLAB_UNRECLAIMABLE] = reader->slab[0] * size;
	memory[MEM_SLAB_RECLAIMABLE] = reader->slab[1] * size;
}

/* Where the date of dmesg --time-format=iso ends; the start without one. */
static const char *skip_iso_time(struct piece line)
{
	const char *at = line.at, *blank = memchr(at, ' ', piece_length(line));

	return blank && blank - at >= 19 && at[4] == '-' && at[7] == '-' && at[10] == 'T' ?
	       blank + 1 : at;
}

/*
 * The message of LINE that has a word at FOUND, without what a log adds before
 * it: that ends with "] ", ": " or "> ", or is a date.
 */
static struct piece message_of(struct piece line, const char *found)
{
	struct piece message = { skip_iso_time(line), line.end };
	const char *at;

	for (at = message.at; at + 1 < found; at++)
		if ((at[0] == ']' || at[0] == ':' || at[0] == '>') && at[1] == ' ')
			message.at = at + 2;
	/* <5>NAME, without a time stamp; 4,1234,5678,-;NAME of /dev/kmsg. */
	for (at = message.at; at < found; at++)
		if (*at == '>' || *at == ';' || (*at == ']' && at[1] != ' '))
			message.at = at + 1;
	return trim(message);
}

/*
 * The time stamp before a message that begins at MESSAGE: without the level,
 * and without the host and "kernel:" after it. Only for people.
 */
static char *time_stamp(struct piece line, const char *message)
{
	struct piece stamp = { line.at, message };
	const char *at;

	stamp = trim(stamp);
	if (stamp.at < stamp.end && *stamp.at == '<') {
		at = memchr(stamp.at, '>', piece_length(stamp));
		if (at)
			stamp.at = at + 1;
	}
	at = after(stamp, " kernel:");
	if (at)
		stamp.end = at - strlen(" kernel:");
	return copy_text(stamp.at, stamp.end);
}

/* What can ask for a report: it comes before Mem-Info. */
static bool read_cause(struct reader *reader, struct piece line)
{
	static const char * const words[] = {
		" invoked oom-killer:", ": page allocation failure", "sysrq: Show Memory",
	};
	struct piece message;
	const char *found = NULL;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words) && !found; i++)
		found = after(line, words[i]);
	if (!found)
		return false;
	reader->log->oom_kills += i == 1;
	found -= strlen(words[i - 1]);
	message = message_of(line, found);
	free(reader->cause);
	reader->cause = copy_text(message.at, message.end);
	forget_memory(reader);
	return true;
}

static bool read_header(struct reader *reader, struct piece line)
{
	static const char title[] = "Memory allocations";
	const char *rest = after(line, title);
	struct kernel_log *log = reader->log;
	struct piece tail = { rest, line.end };
	struct log_report *report;
	int counting = -1;

	if (!rest)
		return false;
	if (has(tail, " of modules can't be shown now")) {
		if (reader->report)
			reader->report->no_modules = true;
		return true;
	}
	if (has(tail, " (profiling is currently turned on):"))
		counting = 1;
	else if (has(tail, " (profiling is currently turned off):"))
		counting = 0;
	else if (rest == line.end || *rest != ':' || rest + 1 != line.end)
		return false;

	log->reports = grow(log->reports, log->nr, &log->room, sizeof(*log->reports));
	report = &log->reports[log->nr++];
	memset(report, 0, sizeof(*report));
	report->snapshot.format = FORMAT_ALLOCINFO_2;
	report->number = reader->number;
	report->when = time_stamp(line, rest - strlen(title));
	report->cause = reader->cause ? reader->cause : copy_text(rest, rest);
	report->killed = copy_text(rest, rest);
	report->counting = counting;
	finish_memory(reader, report->memory);
	reader->cause = NULL;
	forget_memory(reader);
	reader->report = report;
	reader->foreign = 0;
	return true;
}

/* The word of PIECE that ends at its end, which is moved before it. */
static struct piece last_word(struct piece *piece)
{
	struct piece word;

	*piece = trim(*piece);
	word = *piece;
	for (word.at = word.end; word.at > piece->at && word.at[-1] != ' '; word.at--)
		;
	piece->end = word.at;
	return word;
}

/* A size of string_get_size(), as bytes: "1.00" "MiB". -1 if it is none. */
static int64_t read_size(struct piece number, struct piece unit)
{
	static const char letters[] = "KMGTPE";
	double factor = 1, value;
	const char *letter;
	char text[16], *end;

	if (piece_length(unit) == 3 && unit.at[1] == 'i' && unit.at[2] == 'B') {
		letter = strchr(letters, *unit.at);
		if (!letter || !*letter)
			return -1;
		for (; letter >= letters; letter--)
			factor *= 1024;
	} else if (piece_length(unit) != 1 || *unit.at != 'B') {
		return -1;
	}
	if (!piece_length(number) || piece_length(number) >= sizeof(text))
		return -1;
	memcpy(text, number.at, piece_length(number));
	text[piece_length(number)] = '\0';
	if (strspn(text, "0123456789.") != strlen(text))
		return -1;
	value = strtod(text, &end) * factor;
	return *end || value >= (double)INT64_MAX ? -1 : (int64_t)(value + 0.5);
}

/*
 * Is it a function's name? The names of Rust and C++ may have blanks, but then
 * also what no name of C has. "(no room)" and the like are in parentheses. A
 * bracket is of another message, which was written over the end of the line.
 */
static bool is_function(struct piece name)
{
	struct piece word = name;

	if (!piece_length(name) || memchr(name.at, '[', piece_length(name)))
		return false;
	return !memchr(name.at, ' ', piece_length(name)) || *name.at == '(' ||
	       *name.at == '<' || has(word, "::");
}

/*
 * Read a line of a report: what a log has added, SIZE UNIT CALLS FILE:LINE
 * [MODULE] func:FUNCTION. Returns 1; 0 if it is another message; -1 if it is
 * damaged.
 */
static int read_entry(struct piece line, struct entry *entry)
{
	const char *function = after(line, " func:"), *rest;
	struct piece place, left = line, number, unit, calls;
	uint64_t live = 0;
	const char *at;

	/* Its start, and no end? "FILE:LINE" and more is not there. */
	if (!function) {
		struct piece words[3];
		unsigned int i;

		for (i = 0; piece_length(trim(left)); i++) {
			words[i % 3] = last_word(&left);
			if (i >= 1 && read_size(words[i % 3], words[(i + 2) % 3]) >= 0)
				return -1;
		}
		return 0;
	}
	left.end = function - strlen(" func:");
	if (left.end > left.at && left.end[-1] == ']')
		last_word(&left);
	place = last_word(&left);
	place.end = line.end;
	calls = last_word(&left);
	unit = last_word(&left);
	number = last_word(&left);

	memset(entry, 0, sizeof(*entry));
	entry->bytes = read_size(number, unit);
	if (entry->bytes < 0 || !piece_length(calls) || piece_length(calls) > 18)
		return -1;
	for (at = calls.at; at < calls.end; at++) {
		if (!isdigit((unsigned char)*at))
			return -1;
		live = live * 10 + *at - '0';
	}
	entry->live = live;
	if (!is_function((struct piece){ function, line.end }))
		return -1;
	/* With its blanks, the name of a function is not what this takes. */
	if (parse_tag(place.at, place.end, entry, &rest))
		return -1;
	entry->function = names_add(function, line.end - function);
	return entry->function == NAME_BAD ? -1 : 1;
}

/* A line after the header of a report. */
static void read_line(struct reader *reader, struct piece line, bool whole)
{
	struct log_report *report = reader->report;
	struct snapshot *snapshot = &report->snapshot;
	struct damaged_line *damaged;
	struct entry entry;
	int result = read_entry(line, &entry);

	/* The end of its last word may be missing. */
	if (result > 0 && !whole)
		result = -1;
	if (result > 0) {
		snapshot->entries = grow(snapshot->entries, snapshot->nr, &snapshot->room,
					 sizeof(*snapshot->entries));
		snapshot->entries[snapshot->nr++] = entry;
		report->foreign += reader->foreign;
		reader->foreign = 0;
	} else if (result < 0) {
		report->damaged = grow(report->damaged, report->nr_damaged,
				       &report->damaged_room, sizeof(*report->damaged));
		damaged = &report->damaged[report->nr_damaged++];
		damaged->number = reader->number;
		damaged->text = copy_text(trim(line).at, trim(line).end);
	} else if (piece_length(line)) {
		reader->foreign++;
	}
	if (snapshot->nr == LOG_REPORT_LINES || reader->foreign >= FOREIGN_LINES)
		reader->report = NULL;
}

/* Whom the OOM killer kills, after the report. */
static void read_killed(struct reader *reader, struct piece line)
{
	const char *found = after(line, "Killed process ");
	struct log_report *report;
	const char *end;

	if (!found || !reader->log->nr || reader->cause)
		return;
	report = &reader->log->reports[reader->log->nr - 1];
	if (*report->killed)
		return;
	/* "123 (name) total-vm:... */
	end = memchr(found, ')', line.end - found);
	free(report->killed);
	report->killed = copy_text(found, end ? end + 1 : line.end);
}

/* Find the reports in TEXT. There may be none. */
void kernel_log_parse(struct kernel_log *log, const char *text, size_t size)
{
	struct reader reader = { .log = log };
	const char *end = text + size;

	memset(log, 0, sizeof(*log));
	forget_memory(&reader);
	while (text < end) {
		const char *newline = memchr(text, '\n', end - text);
		struct piece line = { text, newline ? newline : end };

		/* Serial consoles end lines with CR, often more than one. */
		while (line.end > line.at && (line.end[-1] == '\r' || line.end[-1] == ' '))
			line.end--;
		reader.number++;
		if (read_header(&reader, line) || read_cause(&reader, line)) {
			/* Nothing else is in such a line. */
		} else if (reader.report) {
			read_line(&reader, line, newline);
			read_killed(&reader, line);
		} else {
			read_mem_info(&reader, line);
			read_killed(&reader, line);
		}
		text = newline ? newline + 1 : end;
	}
	/* Not if other messages followed. */
	if (reader.report && !reader.foreign)
		reader.report->cut = true;
	log->nr_lines = reader.number;
	free(reader.cause);
}

void kernel_log_free(struct kernel_log *log)
{
	size_t i, j;

	for (i = 0; i < log->nr; i++) {
		struct log_report *report = &log->reports[i];

		for (j = 0; j < report->nr_damaged; j++)
			free(report->damaged[j].text);
		free(report->damaged);
		free(report->when);
		free(report->cause);
		free(report->killed);
		snapshot_free(&report->snapshot);
	}
	free(log->reports);
	memset(log, 0, sizeof(*log));
}
