// SPDX-License-Identifier: GPL-2.0
/*
 * control.c - queries to the kernel: which lines are watched
 *
 * The kernel parses queries; they are passed on unchanged. If it refuses one,
 * the reason is in its log, and is printed from there.
 *
 * Commands that watch lines only while they run must leave control as it was:
 * they remember which flags they have added, by comparing control before and
 * after, and remove those flags when the program ends. That is done by
 * atexit(), so that it also happens after die() and after signals, which only
 * set a variable (catch_signals()).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "snapshot/group.h"
#include "snapshot/place.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/file.h"
#include "util/signals.h"
#include "watch/control.h"
#include "watch/live.h"
#include "watch/watched.h"

/* Largest write to control: QUERY_MAX of the kernel. */
#define QUERY_MAX 4096

/* A line, and the letters of the flags that this program has added to it. */
struct added {
	struct entry entry;
	char letters[16];
};

static struct added *added;
static size_t nr_added, added_room;

/* Open the kernel log for new messages. -1: it can't be read. */
static int open_log(void)
{
	int fd;

	if (strcmp(sys_folder, "/sys"))
		return -1;
	fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd >= 0)
		lseek(fd, 0, SEEK_END);
	return fd;
}

/* Append the kernel's messages about queries, each after "; ". */
static void add_reasons(struct buffer *reasons, int fd)
{
	static const char prefix[] = "alloc_tag: ";
	char record[2048];
	ssize_t got;

	while ((got = read(fd, record, sizeof(record) - 1)) > 0 ||
	       (got < 0 && errno == EPIPE)) {
		char *text, *end;

		record[got < 0 ? 0 : got] = '\0';
		text = strstr(record, prefix);
		end = text ? strchr(text, '\n') : NULL;
		if (!end)
			continue;
		*end = '\0';
		buffer_puts(reasons, "; ");
		buffer_puts(reasons, text + strlen(prefix));
	}
}

/*
 * Write QUERY to control. Returns 0, or -1 with a message that has the kernel's
 * reason if it can be read.
 */
int write_control(const char *query, struct error *error)
{
	char *name = xasprintf("%s/kernel/debug/alloctag/control", sys_folder);
	size_t length = strlen(query);
	struct buffer reasons = { 0 };
	int fd, log, result = 0;

	if (length > QUERY_MAX) {
		free(name);
		return set_error(error, "the query is longer than %d bytes", QUERY_MAX);
	}
	fd = open(name, O_WRONLY | O_CLOEXEC);
	if (fd < 0) {
		if (errno == ENOENT)
			set_error(error, "no %s: this kernel has no CONFIG_ALLOC_TAG_WATCH, or debugfs is not mounted",
				  name);
		else
			set_error(error, "cannot open %s: %s%s", name, strerror(errno),
				  errno == EPERM || errno == EACCES ?
				  " (it needs CAP_SYS_ADMIN and a kernel without lockdown)" : "");
		free(name);
		return -1;
	}
	log = open_log();
	if (write(fd, query, length) != (ssize_t)length) {
		int saved = errno;

		if (log >= 0)
			add_reasons(&reasons, log);
		result = set_error(error, "the kernel refuses the query \"%.200s\": %s%.300s",
				   query, saved == ENOENT ? "it matches no line" :
				   saved == EINVAL ? "it is wrong" : strerror(saved),
				   reasons.text ? reasons.text : "");
		buffer_free(&reasons);
	}
	if (log >= 0)
		close(log);
	close(fd);
	free(name);
	return result;
}

static bool can_quote(const char *text)
{
	return *text && !strpbrk(text, ";\n") &&
	       !(strchr(text, '"') && strchr(text, '\''));
}

/* Append a word of a query, in quotes. */
void quote_word(struct buffer *buffer, const char *text)
{
	const char *quote = strchr(text, '"') ? "'" : "\"";

	buffer_printf(buffer, "%s%s%s", quote, text, quote);
}

/*
 * Append the terms of a query that selects the line of ENTRY. The line
 * follows the file after a colon: without it, a colon in the name of the file
 * would end it. Nothing is added if no query can contain the names.
 */
void line_terms(struct buffer *buffer, const struct entry *entry)
{
	const char *function = name_text(entry->function);
	const char *module = name_text(entry->module);
	char *place;

	if (!can_quote(name_text(entry->file)) || !can_quote(function) ||
	    (entry->module && !can_quote(module)))
		return;
	place = place_text(entry->file, entry->line);
	buffer_puts(buffer, "file ");
	quote_word(buffer, place);
	buffer_puts(buffer, " func ");
	quote_word(buffer, function);
	if (entry->module) {
		buffer_puts(buffer, " module ");
		quote_word(buffer, module);
	}
	free(place);
}

/* Remove the added flags. If the kernel refuses, the line is gone already. */
void watch_restore(void)
{
	struct buffer query = { 0 }, term = { 0 };
	struct error error;
	size_t i;

	for (i = 0; i < nr_added; i++) {
		term.used = 0;
		line_terms(&term, &added[i].entry);
		if (!term.used)
			continue;
		buffer_printf(&term, " -%s\n", added[i].letters);
		if (query.used + term.used > QUERY_MAX) {
			write_control(query.text, &error);
			query.used = 0;
		}
		buffer_add(&query, term.text, term.used);
	}
	if (query.used)
		write_control(query.text, &error);
	buffer_free(&query);
	buffer_free(&term);
	free(added);
	added = NULL;
	nr_added = 0;
	added_room = 0;
}

/* Remember which of LETTERS the line has in AFTER and has not in BEFORE. */
static void note_added(const struct watched_line *before,
		       const struct watched_line *after, const char *letters)
{
	const char *had = before ? name_text(before->flags) : "";
	char new[sizeof(added->letters)];
	size_t nr = 0;

	for (; *letters && nr < sizeof(new) - 1; letters++)
		if (strchr(name_text(after->flags), *letters) &&
		    !strchr(had, *letters))
			new[nr++] = *letters;
	if (!nr)
		return;
	new[nr] = '\0';
	added = grow(added, nr_added, &added_room, sizeof(*added));
	added[nr_added].entry = after->entry;
	strcpy(added[nr_added++].letters, new);
}

/*
 * Group the lines in CONTROL by name: a query can't select only one of several
 * with the same name. Returns, by group, the number of the line with most
 * flags, because none of these may be removed; to be freed.
 */
static uint32_t *find_flagged(struct groups *groups, const struct watched *control)
{
	uint32_t *line = xcalloc(control->nr, sizeof(*line));
	size_t i;

	groups_init(groups, BY_LINE, 0, NULL);
	for (i = 0; i < control->nr; i++) {
		size_t index = groups_find(groups, &control->lines[i].entry) -
			       groups->array;

		if (!groups->array[index].nr++ ||
		    strlen(name_text(control->lines[i].flags)) >
		    strlen(name_text(control->lines[line[index]].flags)))
			line[index] = i;
	}
	return line;
}

/* Remember which of LETTERS the lines have now and did not have BEFORE. */
static void note_all_added(const struct watched *before, const char *letters)
{
	struct groups groups;
	uint32_t *line = find_flagged(&groups, before);
	struct watched after;
	size_t i;

	read_watched_live(&after, WATCHED_CONTROL);
	for (i = 0; i < after.nr; i++) {
		const struct group *group = groups_find(&groups, &after.lines[i].entry);
		size_t index = group - groups.array;

		note_added(index < before->nr && group->nr ?
			   &before->lines[line[index]] : NULL, &after.lines[i],
			   letters);
	}
	watched_free(&after);
	groups_free(&groups);
	free(line);
}

/* Have the flags removed when the program ends. */
static void register_restore(void)
{
	static bool registered;

	if (registered)
		return;
	registered = true;
	atexit(watch_restore);
	catch_signals();
	/* A write fails then, and ends the program in order. */
	ignore_sigpipe();
}

/*
 * Add the flags LETTERS to the lines that TERMS select, until the program ends
 * or watch_restore() is called. Returns how many lines got a flag that they
 * didn't have, or -1 with a message.
 */
int watch_lines(const char *terms, const char *letters, struct error *error)
{
	struct watched before;
	size_t old = nr_added;
	char *query;
	int result;

	/* write_control() knows why there is none. */
	if (!read_watched_if_any(&before, WATCHED_CONTROL))
		return write_control("", error) ? -1 :
		       set_error(error, "control cannot be read");
	query = xasprintf("%s +%s", terms, letters);
	result = write_control(query, error);
	if (!result) {
		register_restore();
		note_all_added(&before, letters);
		result = nr_added - old;
	}
	watched_free(&before);
	free(query);
	return result;
}
