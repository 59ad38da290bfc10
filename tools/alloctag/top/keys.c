// SPDX-License-Identifier: GPL-2.0
/*
 * keys.c - the keys of alloctag top and of alloctag waits top
 *
 * Tables for the list of memory, for that of waits, and for the details of a
 * line: the keys, their help, and the function to call.
 */
#include <curses.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "snapshot/recorder.h"
#include "top/details.h"
#include "top/keys.h"
#include "top/rows.h"
#include "top/terminal.h"
#include "usage.h"
#include "util/buffer.h"
#include "util/clock.h"

#define ESCAPE 27
#define CONTROL(letter) ((letter) - '@')

struct key {
	int codes[3];
	const char *shown;
	const char *help;	/* NULL: the next key has it; the last has one */
	const char *hint;	/* for the last row of the screen; NULL: none */
	void (*action)(struct top *top, int argument);
	int argument;
};

/*
 * The list
 */

/* Select the next or previous row; for a STEP of 2, by a page. */
static void move_by(struct top *top, int step)
{
	size_t rows = abs(step) > 1 ? top_list_rows() : 1;
	size_t last = top->all_rows ? top->all_rows - 1 : 0;

	top->moved = true;
	if (step < 0)
		top->selected -= top->selected < rows ? top->selected : rows;
	else
		top->selected = top->selected + rows > last ? last :
				top->selected + rows;
}

static void move_to_end(struct top *top, int last)
{
	top->selected = last && top->all_rows ? top->all_rows - 1 : 0;
	top->moved = true;
}

static void rebase(struct top *top, int unused)
{
	top_rebase(top);
}

static void sort_by(struct top *top, int sort)
{
	top->sort = sort;
	top->selected = 0;
	top->first = 0;
	top->follows = false;
}

/* Sort by the next of the words of --sort. */
static void sort_by_next(struct top *top, int unused)
{
	const struct option_info *option = find_option(top->kind->command, 's', NULL);
	unsigned int i = 0;

	while (option_value(option, i) != top->sort)
		i++;
	i = (i + 1) % option->nr_words;
	if (option_value(option, i) == SORT_SLACK && !top->has_slack)
		i = 0;
	sort_by(top, option_value(option, i));
}

static void sort_by_slack(struct top *top, int unused)
{
	if (top->has_slack)
		sort_by(top, SORT_SLACK);
	else
		top_message(top, xasprintf("Slack is not known: alloctag watch TERMS +r"));
}

static void group_by_next(struct top *top, int unused)
{
	top->options->grouping = (top->options->grouping + 1) % top->kind->groupings;
	top_regroup(top);
}

/*
 * "file=GLOB", "function=GLOB", "module=GLOB", "type=GLOB", or a word that any
 * of these must contain; nothing: all lines. TEXT is kept.
 */
static void set_filter(struct top *top, char *text)
{
	struct filter *filter = &top->options->filter;
	bool all_lines = filter->all_lines, kernel = filter->kernel;
	char *value;

	memset(filter, 0, sizeof(*filter));
	filter->all_lines = all_lines;
	filter->kernel = kernel;
	free(top->filter_text);
	top->filter_text = NULL;
	if (*text) {
		top->filter_text = text;
		value = strchr(text, '=');
		if (value && !strncmp(text, "file=", 5))
			filter->file = value + 1;
		else if (value && !strncmp(text, "function=", 9))
			filter->function = value + 1;
		else if (value && !strncmp(text, "module=", 7))
			filter->module = value + 1;
		else if (value && !strncmp(text, "type=", 5))
			filter->type = value + 1;
		else
			filter->word = text;
	} else {
		free(text);
	}
	top_regroup(top);
}

static void forget_levels(struct top *top);

static void ask_filter(struct top *top, int unused)
{
	char *text = ask_text(top->kind->waits ?
			      "Filter (word, file=, function=, module=): " :
			      "Filter (word, file=, function=, module=, type=): ");

	if (!text)
		return;
	forget_levels(top);
	set_filter(top, text);
}

/* A pattern of fnmatch() that matches TEXT alone; to be freed. */
static char *exact_pattern(const char *text)
{
	struct buffer pattern = { 0 };

	buffer_puts(&pattern, "");
	for (; *text; text++)
		buffer_printf(&pattern, "%s%c", strchr("*?[\\!", *text) ? "\\" : "", *text);
	return pattern.text;
}

/*
 * Show what is in the selected directory, file, function, module or type, of
 * the lines that are shown. ascend() goes back.
 */
static void descend(struct top *top)
{
	const struct group *group = &top->groups.array[top->rows[top->selected].group];
	struct filter *filter = &top->options->filter;
	char *pattern = NULL;

	if (top->nr_levels == ARRAY_SIZE(top->levels))
		return;
	top->levels[top->nr_levels].grouping = top->options->grouping;
	top->levels[top->nr_levels].filter = *filter;
	top->levels[top->nr_levels].selected = top->selected;
	switch (top->options->grouping) {
	case BY_DIRECTORY:
		filter->directory = group->file;
		filter->depth = top->options->depth;
		break;
	case BY_FILE:
		filter->file = pattern = exact_pattern(name_text(group->file));
		break;
	case BY_FUNCTION:
		filter->function = pattern = exact_pattern(name_text(group->function));
		break;
	case BY_MODULE:
		filter->module = pattern = exact_pattern(name_text(group->module));
		break;
	default:
		filter->type = pattern = exact_pattern(name_text(group->type));
	}
	top->levels[top->nr_levels++].pattern = pattern;
	top->options->grouping = top->options->grouping == BY_DIRECTORY ? BY_FILE : BY_LINE;
	top_regroup(top);
}

static void ascend(struct top *top, int unused)
{
	if (!top->nr_levels)
		return;
	top->nr_levels--;
	top->options->grouping = top->levels[top->nr_levels].grouping;
	top->options->filter = top->levels[top->nr_levels].filter;
	free(top->levels[top->nr_levels].pattern);
	top_regroup(top);
	top->selected = top->levels[top->nr_levels].selected;
	top->moved = true;
}

/* A filter that the user types is not below what Enter has shown. */
static void forget_levels(struct top *top)
{
	while (top->nr_levels)
		free(top->levels[--top->nr_levels].pattern);
}

static void open_row(struct top *top, int unused)
{
	if (top->options->grouping == BY_LINE)
		top_open_details(top);
	else if (top->selected < top->nr_rows)
		descend(top);
}

static void toggle_user(struct top *top, int unused)
{
	top->options->filter.kernel = !top->options->filter.kernel;
	top_regroup(top);
}

static void toggle_all_lines(struct top *top, int unused)
{
	top->options->filter.all_lines = !top->options->filter.all_lines;
	top_regroup(top);
}

static void toggle_pause(struct top *top, int unused)
{
	top->paused = !top->paused;
}

/*
 * Recordings
 */

static bool is_replayed(struct top *top)
{
	if (!top->replay)
		top_message(top, xasprintf("This is the running kernel; alloctag top FILE replays a recording"));
	return top->replay;
}

/* Show snapshot NUMBER, and note it in the details. */
static void go_to(struct top *top, size_t number)
{
	top_show(top, number);
	top_note_history(top);
}

void top_step(struct top *top, int steps)
{
	if (!is_replayed(top))
		return;
	if (steps < 0 ? !top->shown : top->shown + 1 == top->replay->nr) {
		top_message(top, xasprintf(steps < 0 ? "This is the start of the recording" :
					   "This is the end of the recording"));
		top->paused = true;
		return;
	}
	go_to(top, top->shown + steps);
}

static void go_to_end(struct top *top, int last)
{
	if (is_replayed(top))
		go_to(top, last ? top->replay->nr - 1 : 0);
}

static void ask_time(struct top *top, int unused)
{
	char *text, shown[LOCAL_TIME];
	int64_t time;

	if (!is_replayed(top))
		return;
	text = ask_text("Go to (14:30, +10m, -2h, 2026-11-27T14:30): ");
	if (!text)
		return;
	if (!replay_moment(top->replay, top->shown, text, &time)) {
		top_message(top, xasprintf("No time: %s", text));
	} else {
		go_to(top, replay_find(top->replay, time));
		if (top->now.time > time)
			top_message(top, xasprintf("The recording begins at %s",
						   local_time(shown, top->now.time)));
	}
	free(text);
}

static void change_interval(struct top *top, int longer)
{
	if (longer)
		top->options->interval *= 2;
	else if (top->options->interval > 0.2)
		top->options->interval /= 2;
}

static void write_file(struct top *top, int unused)
{
	char name[64];
	time_t now = time(NULL);
	struct error error;
	struct tm when;
	char *answer, *question;

	gmtime_r(&now, &when);
	strftime(name, sizeof(name), top->kind->waits ? "waits-%Y%m%d-%H%M%S.rec" :
		 "alloctag-%Y%m%d-%H%M%S.rec", &when);
	question = xasprintf("Write a snapshot to (empty: %s): ", name);
	answer = ask_text(question);
	free(question);
	if (!answer)
		return;
	if (!*answer) {
		free(answer);
		answer = xstrdup(name);
	}
	if (!try_write_snapshot(&top->now, answer, false, &error))
		top_message(top, xasprintf("written: %s", answer));
	else if (errno == EEXIST)
		top_message(top, xasprintf("%s exists; nothing was written", answer));
	else
		top_message(top, xstrdup(error.text));
	free(answer);
}

static void redraw(struct top *top, int unused)
{
	clearok(stdscr, TRUE);
}

static void quit(struct top *top, int unused)
{
	top->done = true;
}

static void show_help(struct top *top, int unused);

/* The first and the last keys of a list. */
#define SELECTING_KEYS \
	{ { KEY_UP, 'k' }, "Up", NULL, NULL, move_by, -1 }, \
	{ { KEY_DOWN, 'j' }, "Down", NULL, NULL, move_by, 1 }, \
	{ { KEY_PPAGE }, "PgUp", NULL, NULL, move_by, -2 }, \
	{ { KEY_NPAGE }, "PgDn", NULL, NULL, move_by, 2 }, \
	{ { KEY_HOME }, "Home", NULL, NULL, move_to_end, 0 }, \
	{ { KEY_END }, "End", "select a row", NULL, move_to_end, 1 }
#define GENERAL_KEYS \
	{ { 'w' }, "w", "write a snapshot to a file", "write", write_file, 0 }, \
	{ { CONTROL('L') }, "Ctrl-L", "draw the screen again", NULL, redraw, 0 }, \
	{ { 'h' }, "h", NULL, "help", show_help, 0 }, \
	{ { '?' }, "?", "this help", NULL, show_help, 0 }, \
	{ { 'q' }, "q", "quit", "quit", quit, 0 }

/* In the order of the help. */
static const struct key list_keys[] = {
	SELECTING_KEYS,
	{ { '\n', '\r', KEY_ENTER }, "Enter",
	  "details of a line: columns, types, a chart, call stacks; else what is in it",
	  "details", open_row, 0 },
	{ { ESCAPE }, "Esc", "back, after Enter", NULL, ascend, 0 },
	{ { 's' }, "s", "sort by the next of these:", "sort", sort_by_next, 0 },
	{ { 'b' }, "b", NULL, NULL, sort_by, SORT_BYTES },
	{ { 'l' }, "l", NULL, NULL, sort_by, SORT_LIVE },
	{ { 'r' }, "r", NULL, NULL, sort_by, SORT_RATE },
	{ { 'c' }, "c", NULL, NULL, sort_by, SORT_CALLS },
	{ { 'o' }, "o", NULL, NULL, sort_by, SORT_GROWTH },
	{ { 'x' }, "x", "sort by bytes, live, rate, calls, growth, slack", NULL,
	  sort_by_slack, 0 },
	{ { 'g' }, "g", "group by line, function, file, directory, module, type",
	  "group", group_by_next, 0 },
	{ { 'f' }, "f", NULL, "filter", ask_filter, 0 },
	{ { '/' }, "/", "filter: a word, or file=GLOB, function=, module=, type=",
	  NULL, ask_filter, 0 },
	{ { 'a' }, "a", "slab pages and per-CPU pages, too, or not", NULL,
	  toggle_all_lines, 0 },
	{ { 'u' }, "u", "pages of files and processes, or not", NULL,
	  toggle_user, 0 },
	{ { 'p' }, "p", "pause, or go on; a recording is played", "pause", toggle_pause, 0 },
	{ { '+' }, "+", NULL, NULL, change_interval, 1 },
	{ { '-' }, "-", "a longer or shorter interval", NULL, change_interval, 0 },
	{ { KEY_LEFT, 'T' }, "Left", NULL, NULL, top_step, -1 },
	{ { KEY_RIGHT, 't' }, "Right", NULL, NULL, top_step, 1 },
	{ { '<' }, "<", NULL, NULL, go_to_end, 0 },
	{ { '>' }, ">", "of a recording: the one before, after, first, last", NULL,
	  go_to_end, 1 },
	{ { '@' }, "@", "the snapshot of a time", NULL, ask_time, 0 },
	{ { 'z' }, "z", "growth from now on", NULL, rebase, 0 },
	GENERAL_KEYS,
};

static const struct key wait_keys[] = {
	SELECTING_KEYS,
	{ { '\n', '\r', KEY_ENTER }, "Enter",
	  "details of a line: chart, tasks, the longest wait; else what is in it",
	  "details", open_row, 0 },
	{ { ESCAPE }, "Esc", "back, after Enter", NULL, ascend, 0 },
	{ { 's' }, "s", "sort by the next of these:", "sort", sort_by_next, 0 },
	{ { 'r' }, "r", NULL, NULL, sort_by, SORT_RATE },
	{ { 'c' }, "c", NULL, NULL, sort_by, SORT_WAITS },
	{ { 'm' }, "m", NULL, NULL, sort_by, SORT_MEAN },
	{ { 'l' }, "l", NULL, NULL, sort_by, SORT_LONGEST },
	{ { 'o' }, "o", "sort by rate, waits, mean, longest, growth", NULL, sort_by,
	  SORT_GROWTH },
	{ { 'g' }, "g", "group by line, function, file, directory, module",
	  "group", group_by_next, 0 },
	{ { 'f' }, "f", NULL, "filter", ask_filter, 0 },
	{ { '/' }, "/", "filter: a word, or file=GLOB, function=, module=", NULL,
	  ask_filter, 0 },
	{ { 'p' }, "p", "pause", "pause", toggle_pause, 0 },
	{ { '+' }, "+", NULL, NULL, change_interval, 1 },
	{ { '-' }, "-", "a longer or shorter interval", NULL, change_interval, 0 },
	{ { 'z' }, "z", "count SLEPT from now on", NULL, rebase, 0 },
	GENERAL_KEYS,
};

/*
 * Details
 */

static void scroll_by(struct top *top, int step)
{
	size_t rows = abs(step) > 1 ? top_list_rows() : 1;

	if (step > 0)
		top->detail_first += rows;
	else
		top->detail_first -= top->detail_first < rows ? top->detail_first : rows;
}

static void scroll_to_start(struct top *top, int unused)
{
	top->detail_first = 0;
}

static void close_details(struct top *top, int unused)
{
	top_close_details(top);
}

static const struct key detail_keys[] = {
	{ { KEY_UP, 'k' }, "Up", NULL, NULL, scroll_by, -1 },
	{ { KEY_DOWN, 'j' }, "Down", NULL, NULL, scroll_by, 1 },
	{ { KEY_PPAGE }, "PgUp", NULL, NULL, scroll_by, -2 },
	{ { KEY_NPAGE }, "PgDn", NULL, NULL, scroll_by, 2 },
	{ { KEY_HOME }, "Home", "scroll", "scroll", scroll_to_start, 0 },
	{ { KEY_LEFT, 'T' }, "Left", NULL, NULL, top_step, -1 },
	{ { KEY_RIGHT, 't' }, "Right", "another snapshot", NULL, top_step, 1 },
	{ { '\n', '\r', KEY_ENTER }, "Enter", NULL, NULL, close_details, 0 },
	{ { ESCAPE }, "Esc", NULL, NULL, close_details, 0 },
	{ { 'q' }, "q", "back to the list", "back to the list", close_details, 0 },
	{ { CONTROL('L') }, "Ctrl-L", "draw the screen again", NULL, redraw, 0 },
};

/*
 * Of both
 */

/* The keys that act now, and in *NR how many. */
static const struct key *keys_now(const struct top *top, bool details, size_t *nr)
{
	if (details) {
		*nr = ARRAY_SIZE(detail_keys);
		return detail_keys;
	}
	if (top->kind->waits) {
		*nr = ARRAY_SIZE(wait_keys);
		return wait_keys;
	}
	*nr = ARRAY_SIZE(list_keys);
	return list_keys;
}

/* The keys from FIRST on that share a help. Returns the last of them. */
static const struct key *add_help(struct buffer *row, const struct key *first)
{
	buffer_printf(row, "  %s", first->shown);
	while (!first->help) {
		first++;
		buffer_printf(row, ", %s", first->shown);
	}
	buffer_printf(row, "   %s", first->help);
	return first;
}

static void show_help(struct top *top, int unused)
{
	static const char * const memory_notes[] = {
		"",
		"GROWTH is since the start or z, BYTES/s and ALLOCS/s since the last refresh.",
		"SLACK is there for lines that are watched with the flag r.",
		"Any key goes back.",
	};
	static const char * const wait_notes[] = {
		"",
		"WAITERS: how many tasks have slept there on average, since the last refresh.",
		"SLEPT is since the start or z, LONGEST since the kernel counts.",
		"Any key goes back.",
	};
	const char * const *notes = top->kind->waits ? wait_notes : memory_notes;
	size_t nr, i;
	const struct key *key = keys_now(top, false, &nr), *end = key + nr;
	struct buffer row = { 0 };
	int y = 0;

	erase();
	row.used = 0;
	buffer_printf(&row, "alloctag %s", commands[top->kind->command].name);
	print_row(y++, row.text, A_BOLD);
	y++;
	for (; key < end && y < LINES; key++) {
		row.used = 0;
		key = add_help(&row, key);
		print_row(y++, row.text, 0);
	}
	for (i = 0; i < ARRAY_SIZE(memory_notes) && y < LINES; i++)
		print_row(y++, notes[i], 0);
	buffer_free(&row);
	refresh();
	timeout(-1);
	getch();
}

char *top_hints(const struct top *top)
{
	struct buffer text = { 0 };
	size_t nr, i, first = 0;
	const struct key *keys = keys_now(top, top->details, &nr);

	for (i = 0; i < nr; i++) {
		if (keys[i].hint) {
			if (text.used)
				buffer_puts(&text, "  ");
			/* Including the keys that share its help. */
			for (; first < i; first++)
				buffer_printf(&text, "%s, ", keys[first].shown);
			buffer_printf(&text, "%s %s", keys[i].shown, keys[i].hint);
		}
		if (keys[i].hint || keys[i].help)
			first = i + 1;
	}
	return text.text;
}

void top_handle_key(struct top *top, int code)
{
	size_t nr, i, k;
	const struct key *keys = keys_now(top, top->details, &nr);

	if (code == ERR || code == KEY_RESIZE)
		return;
	top_message(top, NULL);
	for (i = 0; i < nr; i++)
		for (k = 0; k < ARRAY_SIZE(keys[i].codes) && keys[i].codes[k]; k++)
			if (keys[i].codes[k] == code) {
				keys[i].action(top, keys[i].argument);
				return;
			}
}
