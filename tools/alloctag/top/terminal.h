/* SPDX-License-Identifier: GPL-2.0 */
/*
 * terminal.h - the terminal, by ncurses
 */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stddef.h>

/* Pairs of colors. */
enum {
	COLOR_GROWS = 1,
	COLOR_SHRINKS,
};

/* The rows above the list, and how many there are for the list. */
#define HEADER_LINES 4
size_t top_list_rows(void);

/* Ends the program if the terminal is not known. */
void open_terminal(void);
void close_terminal(void);
/* Print within row Y. Non-ASCII bytes become "?": their width is not known. */
void print_row(int y, const char *text, int attributes);
/* Ask for a line of text. Returns it, to be freed, or NULL after Escape. */
char *ask_text(const char *question);

#endif
