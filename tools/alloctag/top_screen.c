// SPDX-License-Identifier: GPL-2.0
/*
 * top_screen.c - the screen of alloctag top: the list, and what keys do
 *
 * Works on 80x24 and on serial lines. In an initramfs there is no terminfo
 * database: descriptions of some common terminals are part of the program.
 */
#include <curses.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "top.h"

/* terminfo.c, made by tool.mk. */
extern const char * const terminal_descriptions[][2];

#define HEADER_LINES 4

void top_print_line(int y, const char *text, int attributes)
{
	int x;

	move(y, 0);
	attrset(attributes);
	for (x = 0; x < COLS && text[x]; x++)
		addch((unsigned char)text[x] < 0x80 ? (chtype)text[x] : '?');
	if (attributes & A_REVERSE)
		for (; x < COLS; x++)
			addch(' ');
	attrset(A_NORMAL);
	clrtoeol();
}

static size_t screen_rows(void)
{
	return LINES > HEADER_LINES + 1 ? LINES - HEADER_LINES - 1 : 1;
}

static void draw_list(struct top *top)
{
	size_t rows = screen_rows(), i;
	char *text;
	int y;

	if (top->selected < top->first)
		top->first = top->selected;
	if (top->selected >= top->first + rows)
		top->first = top->selected - rows + 1;
	top_find_rows(top, top->first + rows);
	if (top->selected >= top->nr_rows)
		top->selected = top->nr_rows ? top->nr_rows - 1 : 0;
	for (y = 0; y < HEADER_LINES; y++) {
		text = top_header_text(top, y);
		top_print_line(y, text, y == HEADER_LINES - 1 ? A_REVERSE : y ? 0 : A_BOLD);
		free(text);
	}
	for (i = 0; i < rows; i++) {
		if (top->first + i >= top->nr_rows) {
			top_print_line(HEADER_LINES + i, "", 0);
			continue;
		}
		text = top_row_text(top, &top->rows[top->first + i]);
		top_print_line(HEADER_LINES + i, text,
			   top->first + i == top->selected ? A_STANDOUT : 0);
		free(text);
	}
	top_print_line(LINES - 1, top->message ? top->message :
		   "q quit  s sort  g group  f filter  p pause  w write  Enter details  h help",
		   top->message ? A_BOLD : A_DIM);
}

static void draw(struct top *top)
{
	if (top->details)
		top_draw_details(top);
	else
		draw_list(top);
	move(LINES - 1, COLS - 1);
	refresh();
}

void top_message(struct top *top, char *text)
{
	free(top->message);
	top->message = text;
}

/* Ask for a line of text. Returns it, to be freed, or NULL after Escape. */
static char *ask(const char *question)
{
	char answer[200] = "";
	size_t length = 0;

	timeout(-1);
	for (;;) {
		char *line = xasprintf("%s%s", question, answer);
		int key;

		top_print_line(LINES - 1, line, A_BOLD);
		free(line);
		move(LINES - 1, strlen(question) + length);
		refresh();
		key = getch();
		if (key == '\n' || key == '\r' || key == KEY_ENTER)
			return xasprintf("%s", answer);
		if (key == 27 || key == 3 || key == ERR)
			return NULL;
		if ((key == KEY_BACKSPACE || key == 127 || key == 8) && length)
			answer[--length] = '\0';
		else if (key >= ' ' && key < 127 && length < sizeof(answer) - 1)
			answer[length++] = key;
		answer[length] = '\0';
	}
}

/*
 * "file=GLOB", "function=GLOB", "module=GLOB", "type=GLOB", or a word that any
 * of these must contain; nothing: all lines. TEXT is kept.
 */
static void set_filter(struct top *top, char *text)
{
	struct filter *filter = &top->options->filter;
	bool all_lines = filter->all_lines;
	char *value;

	memset(filter, 0, sizeof(*filter));
	filter->all_lines = all_lines;
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

static void write_file(struct top *top)
{
	char name[64];
	time_t now = time(NULL);
	struct tm when;
	char *answer, *question;

	gmtime_r(&now, &when);
	strftime(name, sizeof(name), "alloctag-%Y%m%d-%H%M%S.rec", &when);
	question = xasprintf("Write a snapshot to (empty: %s): ", name);
	answer = ask(question);
	free(question);
	if (!answer)
		return;
	if (!*answer) {
		free(answer);
		answer = xasprintf("%s", name);
	}
	if (!access(answer, F_OK))
		top_message(top, xasprintf("%s exists; nothing was written", answer));
	else if (try_write_snapshot(&top->now, answer))
		top_message(top, xasprintf("cannot write %s: %s", answer, strerror(errno)));
	else
		top_message(top, xasprintf("written: %s", answer));
	free(answer);
}

static void show_help(void)
{
	static const char * const lines[] = {
		"alloctag top",
		"",
		"  Up, Down, PgUp, PgDn, Home, End   select a row",
		"  Enter   details of a line: columns, types, a chart, call stacks",
		"  s       sort by the next of: bytes, live, rate, calls, growth, slack",
		"  b l r c o x   sort by bytes, live, rate, calls, growth, slack",
		"  g       group by line, function, file, directory, module, type",
		"  f or /  filter: a word, or file=GLOB, function=, module=, type=",
		"  a       slab pages and per-CPU pages, too, or not",
		"  p       pause",
		"  + -     a longer or shorter interval",
		"  w       write a snapshot to a file",
		"  Ctrl-L  draw the screen again",
		"  q       quit",
		"",
		"GROWTH is since the start, BYTES/s and ALLOCS/s since the last refresh.",
		"SLACK is there for lines that are watched with the flag r.",
		"Any key goes back.",
	};
	size_t i;

	erase();
	for (i = 0; i < ARRAY_SIZE(lines) && (int)i < LINES; i++)
		top_print_line(i, lines[i], i ? 0 : A_BOLD);
	refresh();
	timeout(-1);
	getch();
}

static void sort_by(struct top *top, enum top_sort sort)
{
	top->sort = sort;
	top->selected = 0;
	top->first = 0;
}

/* Returns false to quit. */
static bool handle_key(struct top *top, int key)
{
	size_t rows = screen_rows();
	char *text;

	if (key != ERR && key != KEY_RESIZE)
		top_message(top, NULL);
	if (top->details) {
		if (key == 'L' - '@')
			clearok(stdscr, TRUE);
		else if (key == 'q' || key == '\n' || key == '\r' || key == KEY_ENTER ||
			 key == 27)
			top_close_details(top);
		else if (key == KEY_DOWN || key == 'j')
			top->detail_first++;
		else if (key == KEY_UP || key == 'k')
			top->detail_first -= !!top->detail_first;
		else if (key == KEY_NPAGE)
			top->detail_first += rows;
		else if (key == KEY_PPAGE)
			top->detail_first -= top->detail_first < rows ? top->detail_first : rows;
		else if (key == KEY_HOME)
			top->detail_first = 0;
		return true;
	}
	switch (key) {
	case 'q':
		return false;
	case KEY_UP:
	case 'k':
		top->selected -= !!top->selected;
		break;
	case KEY_DOWN:
	case 'j':
		if (top->selected + 1 < top->all_rows)
			top->selected++;
		break;
	case KEY_PPAGE:
		top->selected -= top->selected < rows ? top->selected : rows;
		break;
	case KEY_NPAGE:
		top->selected += rows;
		if (top->selected >= top->all_rows)
			top->selected = top->all_rows ? top->all_rows - 1 : 0;
		break;
	case KEY_HOME:
		top->selected = 0;
		break;
	case KEY_END:
		top->selected = top->all_rows ? top->all_rows - 1 : 0;
		break;
	case '\n':
	case '\r':
	case KEY_ENTER:
		top_open_details(top);
		break;
	case 's':
		sort_by(top, (top->sort + 1) % NR_TOP_SORTS);
		if (top->sort == TOP_SORT_SLACK && !top->has_slack)
			sort_by(top, TOP_SORT_BYTES);
		break;
	case 'x':
		if (top->has_slack)
			sort_by(top, TOP_SORT_SLACK);
		else
			top_message(top, xasprintf("Slack is not known: alloctag watch TERMS +r"));
		break;
	case 'b':
		sort_by(top, TOP_SORT_BYTES);
		break;
	case 'l':
		sort_by(top, TOP_SORT_LIVE);
		break;
	case 'r':
		sort_by(top, TOP_SORT_RATE);
		break;
	case 'c':
		sort_by(top, TOP_SORT_CALLS);
		break;
	case 'o':
		sort_by(top, TOP_SORT_GROWTH);
		break;
	case 'g':
		top->options->grouping = (top->options->grouping + 1) % NR_GROUPINGS;
		top_regroup(top);
		break;
	case 'a':
		top->options->filter.all_lines = !top->options->filter.all_lines;
		top_regroup(top);
		break;
	case 'f':
	case '/':
		text = ask("Filter (word, file=, function=, module=, type=): ");
		if (text)
			set_filter(top, text);
		break;
	case 'p':
		top->paused = !top->paused;
		break;
	case '+':
		top->options->interval *= 2;
		break;
	case '-':
		if (top->options->interval > 0.2)
			top->options->interval /= 2;
		break;
	case 'w':
		write_file(top);
		break;
	case 'h':
	case '?':
		show_help();
		break;
	case 'L' - '@':
		clearok(stdscr, TRUE);
		break;
	}
	return true;
}

/*
 * The description of the terminal: from the database, else our own, else that
 * of a vt100.
 */
static SCREEN *open_screen(void)
{
	const char *name = getenv("TERM");
	SCREEN *screen = name && *name ? newterm(NULL, stdout, stdin) : NULL;
	const char *description = terminal_descriptions[0][1];
	size_t i;

	if (screen)
		return screen;
	for (i = 0; name && terminal_descriptions[i][0]; i++)
		if (!strcmp(name, terminal_descriptions[i][0]))
			description = terminal_descriptions[i][1];
	setenv("TERMINFO", description, 1);
	screen = newterm(name && *name ? name : "vt100", stdout, stdin);
	if (!screen) {
		setenv("TERMINFO", terminal_descriptions[0][1], 1);
		screen = newterm("vt100", stdout, stdin);
	}
	return screen;
}

static void leave_screen(void)
{
	endwin();
}

void top_run_screen(struct top *top)
{
	double next = monotonic_seconds() + top->options->interval;
	SCREEN *screen;
	int key;

	screen = open_screen();
	if (!screen)
		die(EXIT_CANNOT, "top: this terminal is not known: TERM=%s",
		    getenv("TERM") ? getenv("TERM") : "");
	set_term(screen);
	restore_terminal = leave_screen;
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	set_escdelay(50);
	catch_signals();
	do {
		double left;

		draw(top);
		left = next - monotonic_seconds();
		timeout(left > 0 ? (int)(left * 1000) + 1 : 0);
		key = getch();
		if (!handle_key(top, key))
			break;
		if (monotonic_seconds() < next)
			continue;
		if (!top->paused) {
			top_refresh(top);
			top_note_history(top);
			top_read_records(top);
		}
		next = monotonic_seconds() + top->options->interval;
	} while (!stopped);
	if (top->details)
		top_close_details(top);
	endwin();
	restore_terminal = NULL;
	delscreen(screen);
}
