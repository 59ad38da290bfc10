// SPDX-License-Identifier: GPL-2.0
/*
 * screen.c - the screen of alloctag top: the list, and the loop
 */
#include <curses.h>
#include <stdlib.h>

#include "top/details.h"
#include "top/keys.h"
#include "top/rows.h"
#include "top/screen.h"
#include "top/terminal.h"
#include "util/clock.h"
#include "util/signals.h"

/* Red if the row has grown since the start, green if it has shrunk. */
static void color_growth(const struct top *top, const struct row *row, int y)
{
	size_t length, column = top_growth_column(top, &length);

	if (has_colors() && row->growth && column + length <= (size_t)COLS)
		mvchgat(y, column, length, A_NORMAL,
			row->growth > 0 ? COLOR_GROWS : COLOR_SHRINKS, NULL);
}

static void draw_list(struct top *top)
{
	size_t rows = top_list_rows(), i;
	struct row row;
	char *text;
	int y;

	top->columns = COLS;
	if (top->follows && !top->groups.array[top->followed].nr)
		top->follows = false;
	if (top->follows && !top->moved)
		top->selected = top_rank(top, top->followed);
	if (top->selected < top->first)
		top->first = top->selected;
	if (top->selected >= top->first + rows)
		top->first = top->selected - rows + 1;
	top_find_rows(top, top->first + rows);
	if (top->selected >= top->nr_rows)
		top->selected = top->nr_rows ? top->nr_rows - 1 : 0;
	/* In the first row, the largest group is selected, whichever it is. */
	if (top->moved && top->nr_rows) {
		top->followed = top->rows[top->selected].group;
		top->follows = top->selected > 0;
	}
	top->moved = false;
	for (y = 0; y < HEADER_LINES; y++) {
		text = top_header_text(top, y);
		print_row(y, text, y == HEADER_LINES - 1 ? A_REVERSE : y ? 0 : A_BOLD);
		free(text);
	}
	for (i = 0; i < rows; i++) {
		if (top->first + i >= top->nr_rows) {
			print_row(HEADER_LINES + i, "", 0);
			continue;
		}
		top_make_row(top, top->rows[top->first + i].group, &row);
		text = top_row_text(top, &row);
		print_row(HEADER_LINES + i, text,
			  top->first + i == top->selected ? A_STANDOUT : 0);
		if (top->first + i != top->selected)
			color_growth(top, &row, HEADER_LINES + i);
		free(text);
	}
}

static void draw(struct top *top)
{
	char *hints = top_hints(top);

	if (top->details)
		top_draw_details(top);
	else
		draw_list(top);
	print_row(LINES - 1, top->message ? top->message : hints,
		  top->message ? A_BOLD : A_DIM);
	free(hints);
	move(LINES - 1, COLS - 1);
	refresh();
}

void top_run_screen(struct top *top)
{
	double next = monotonic_seconds() + top->options->interval;

	open_terminal();
	catch_signals();
	do {
		double left;

		draw(top);
		left = next - monotonic_seconds();
		timeout(left > 0 ? (int)(left * 1000) + 1 : 0);
		top_handle_key(top, getch());
		if (top->done || monotonic_seconds() < next)
			continue;
		if (!top->paused) {
			if (top->replay)
				top_step(top, 1);
			else
				top_refresh(top);
			top_note_history(top);
			top_read_records(top);
		}
		next = monotonic_seconds() + top->options->interval;
	} while (!stopped && !top->done);
	if (top->details)
		top_close_details(top);
	close_terminal();
}
