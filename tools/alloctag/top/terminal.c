// SPDX-License-Identifier: GPL-2.0
/*
 * terminal.c - opening and closing the terminal, printing a row, asking
 *
 * Works on 80x24 and on serial lines. In an initramfs there is no terminfo
 * database: descriptions of some common terminals are part of the program.
 */
#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>

#include "top/terminal.h"
#include "util/buffer.h"
#include "util/error.h"

/* terminfo.c, made by tool.mk. */
extern const char * const terminal_descriptions[][2];

static SCREEN *screen;

size_t top_list_rows(void)
{
	return LINES > HEADER_LINES + 1 ? LINES - HEADER_LINES - 1 : 1;
}

void print_row(int y, const char *text, int attributes)
{
	int x;

	move(y, 0);
	attrset(attributes);
	for (x = 0; x < COLS && text[x]; x++)
		addch((unsigned char)text[x] < 0x80 ? (chtype)text[x] : '?');
	/* It goes on to the right. */
	if (x && text[x])
		mvaddch(y, x - 1, '>');
	if (attributes & A_REVERSE)
		for (; x < COLS; x++)
			addch(' ');
	attrset(A_NORMAL);
	clrtoeol();
}

/* Ask for a line of text. Returns it, to be freed, or NULL after Escape. */
char *ask_text(const char *question)
{
	char answer[200] = "";
	size_t length = 0;

	timeout(-1);
	for (;;) {
		char *line = xasprintf("%s%s", question, answer);
		int key;

		print_row(LINES - 1, line, A_BOLD);
		free(line);
		move(LINES - 1, strlen(question) + length);
		refresh();
		key = getch();
		if (key == '\n' || key == '\r' || key == KEY_ENTER)
			return xstrdup(answer);
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
 * Open the terminal with a description from the database, else with a built-in
 * one, else as a vt100.
 */
static SCREEN *find_screen(void)
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

void open_terminal(void)
{
	screen = find_screen();
	if (!screen)
		die(EXIT_CANNOT, "top: this terminal is not known: TERM=%s",
		    getenv("TERM") ? getenv("TERM") : "");
	set_term(screen);
	restore_terminal = leave_screen;
	if (!cursor_address)
		die(EXIT_WRONG, "top: this terminal can't place its cursor: TERM=%s; --once prints the list once",
		    getenv("TERM") ? getenv("TERM") : "");
	if (has_colors()) {
		start_color();
		use_default_colors();
		init_pair(COLOR_GROWS, COLOR_RED, -1);
		init_pair(COLOR_SHRINKS, COLOR_GREEN, -1);
	}
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	set_escdelay(50);
}

void close_terminal(void)
{
	endwin();
	restore_terminal = NULL;
	delscreen(screen);
}
