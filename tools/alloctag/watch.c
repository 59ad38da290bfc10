// SPDX-License-Identifier: GPL-2.0
/*
 * watch.c - alloctag watch and unwatch, and watching lines for other commands
 *
 * The kernel parses queries; what is written here is passed on as it is. If it
 * refuses one, the reason is in its log, and is printed from there.
 *
 * Commands that watch lines only while they run must leave control as it was:
 * they remember which flags they have added, by comparing control before and
 * after, and remove those flags when the program ends. That is done by
 * atexit(), so that it also happens after die() and after signals, which only
 * set a variable (catch_signals()).
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "watched.h"

/* Largest write to control: QUERY_MAX of the kernel. */
#define QUERY_MAX 4096

/* A line, and the letters of the flags that this program has added to it. */
struct added {
	struct entry entry;
	char letters[16];
};

static struct added *added;
static size_t nr_added, added_room;

/* Open the kernel log for what is logged from now on. -1: it can't be read. */
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

/* Append what the kernel has logged about queries: "; " and the message. */
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
				  " (it takes CAP_SYS_ADMIN, and no lockdown)" : "");
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

static void add_word(struct buffer *buffer, const char *text)
{
	const char *quote = strchr(text, '"') ? "'" : "\"";

	buffer_printf(buffer, "%s%s%s", quote, text, quote);
}

/*
 * Append the terms of a query that selects the line of ENTRY. A file has its
 * line after a colon, because a colon in its own name would end it. Nothing is
 * added for names that no query can contain.
 */
void line_terms(struct buffer *buffer, const struct entry *entry)
{
	const char *file = name_text(entry->file);
	const char *function = name_text(entry->function);
	const char *module = name_text(entry->module);
	char *place;

	if (!can_quote(file) || !can_quote(function) ||
	    (entry->module && !can_quote(module)))
		return;
	place = xasprintf("%s:%u", file, entry->line);
	buffer_puts(buffer, "file ");
	add_word(buffer, place);
	buffer_puts(buffer, " func ");
	add_word(buffer, function);
	if (entry->module) {
		buffer_puts(buffer, " module ");
		add_word(buffer, module);
	}
	free(place);
}

/* Remove the flags that were added. What the kernel refuses is gone already. */
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
 * Add the flags LETTERS to the lines that TERMS select, until the program ends
 * or watch_restore() is called. Returns how many lines got a flag that they
 * didn't have, or -1 with a message.
 */
int watch_lines(const char *terms, const char *letters, struct error *error)
{
	static bool registered;
	struct watched before, after;
	char *query = xasprintf("%s +%s", terms, letters);
	struct groups groups;
	size_t old = nr_added, i;
	uint32_t *line;
	int result;

	/* Lines of the same name have the same query, so they are one here. */
	groups_init(&groups, BY_LINE, 0);
	if (!has_watched(WATCHED_CONTROL)) {
		free(query);
		/* It knows why. */
		return write_control("", error) ? -1 :
		       set_error(error, "control cannot be read");
	}
	read_watched_live(&before, WATCHED_CONTROL);
	line = xcalloc(before.nr, sizeof(*line));
	for (i = 0; i < before.nr; i++) {
		size_t index = groups_find(&groups, &before.lines[i].entry) -
			       groups.array;

		/* The one with most flags: none of them may be removed. */
		if (!groups.array[index].nr++ ||
		    strlen(name_text(before.lines[i].flags)) >
		    strlen(name_text(before.lines[line[index]].flags)))
			line[index] = i;
	}
	result = write_control(query, error);
	if (!result) {
		if (!registered) {
			atexit(watch_restore);
			catch_signals();
			/* A write fails then, and ends the program in order. */
			signal(SIGPIPE, SIG_IGN);
		}
		registered = true;
		read_watched_live(&after, WATCHED_CONTROL);
		for (i = 0; i < after.nr; i++) {
			const struct group *group =
				groups_find(&groups, &after.lines[i].entry);
			size_t index = group - groups.array;

			note_added(index < before.nr && group->nr ?
				   &before.lines[line[index]] : NULL, &after.lines[i],
				   letters);
		}
		watched_free(&after);
		result = nr_added - old;
	}
	groups_free(&groups);
	watched_free(&before);
	free(line);
	free(query);
	return result;
}

/* The words of a query, to be freed. One with blanks gets quotes. */
static char *join_words(int argc, char **argv)
{
	struct buffer buffer = { 0 };
	int i;

	for (i = 0; i < argc; i++) {
		if (i)
			buffer_puts(&buffer, " ");
		if (argc > 1 && strpbrk(argv[i], " \t") && !strpbrk(argv[i], "\"'"))
			add_word(&buffer, argv[i]);
		else
			buffer_puts(&buffer, argv[i]);
	}
	return buffer.text ? buffer.text : xasprintf("%s", "");
}

/* Is this what a query must have: flags, or the rate of samples? */
static bool is_flags(const char *word)
{
	return *word == '+' || *word == '-' || *word == '=' ||
	       !strncmp(word, "sample=", 7);
}

/* Print the lines that have flags. */
static void print_watched(const struct options *options, FILE *out)
{
	static const struct column columns[] = {
		{ .title = "flags" },
		{ .title = "line" },
		{ .title = "module" },
		{ .title = "function" },
		{ .title = "limits" },
	};
	struct watched control;
	struct table table;
	size_t i, nr = 0;

	read_watched_live(&control, WATCHED_CONTROL);
	table_init(&table, columns, ARRAY_SIZE(columns));
	for (i = 0; i < control.nr; i++) {
		const struct watched_line *line = &control.lines[i];
		char *place;

		if (!strcmp(name_text(line->flags), "_") ||
		    !filter_matches(&options->filter, &line->entry))
			continue;
		if (options->top && nr++ >= options->top)
			continue;
		place = xasprintf("%s:%u", name_text(line->entry.file),
				  line->entry.line);
		table_name(&table, name_text(line->flags));
		table_text(&table, place);
		table_name(&table, line->entry.module ?
			   name_text(line->entry.module) : "-");
		table_name(&table, name_text(line->entry.function));
		table_name(&table, name_text(line->limits));
		free(place);
	}
	if (options->format == OUTPUT_TEXT && control.rate)
		fprintf(out, "Sampling: one allocation in %llu bytes, of any line.\n\n",
			(unsigned long long)control.rate);
	if (options->format == OUTPUT_TEXT && !table.nr_cells)
		fputs("No line is watched.\n", out);
	else
		table_print(&table, out, options->format, false);
	if (options->format == OUTPUT_JSON)
		fputc('\n', out);
	if (options->format == OUTPUT_TEXT && options->top && nr > options->top)
		fprintf(out, "... and %zu more lines (--top=0 shows all)\n",
			nr - options->top);
	table_free(&table);
	watched_free(&control);
}

/*
 * -FLAGS is no option: the words of a query begin where the first argument
 * without a dash is, or after "--".
 */
static int parse_words(struct options *options, int argc, char **argv)
{
	options_init(options);
	options->filter.all_lines = true;
	setenv("POSIXLY_CORRECT", "1", 1);
	return parse_options(options, argc, argv, OPTIONS_FILTER | OPTIONS_TOP |
			     OPTIONS_FORMAT | OPTIONS_OUTPUT);
}

static int change_watched(int argc, char **argv, bool watch)
{
	struct options options;
	struct error error;
	char *query;
	bool flags;
	int first = parse_words(&options, argc, argv), i;
	FILE *out;

	/* One argument can be the whole query. */
	flags = argc - first == 1 && strpbrk(argv[first], "+=");
	for (i = first; i < argc; i++)
		flags = flags || is_flags(argv[i]);
	if (!watch && flags)
		die(EXIT_WRONG, "unwatch: it takes terms only, and removes all flags; for some: alloctag watch TERMS -FLAGS");
	if (watch && first < argc && !flags)
		die(EXIT_WRONG, "watch: flags are missing: for example +cs, contexts and stacks");
	if (!watch || first < argc) {
		query = join_words(argc - first, argv + first);
		if (!watch) {
			char *terms = query;

			query = xasprintf("%s =_", terms);
			free(terms);
		}
		if (write_control(query, &error))
			die(EXIT_CANNOT, "%s: %s", argv[0], error.text);
		free(query);
	}
	out = open_output(options.output);
	print_watched(&options, out);
	close_output(out, options.output);
	return 0;
}

int cmd_watch(int argc, char **argv)
{
	return change_watched(argc, argv, true);
}

int cmd_unwatch(int argc, char **argv)
{
	return change_watched(argc, argv, false);
}
