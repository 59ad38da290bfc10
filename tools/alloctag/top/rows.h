/* SPDX-License-Identifier: GPL-2.0 */
/*
 * top.h - what the files of alloctag top have in common
 *
 * top.c has the numbers and the rows, top_screen.c the screen and the keys,
 * top_details.c what is shown of one line.
 */
#ifndef TOP_H
#define TOP_H

#include "watched.h"

/* What is known of a group beside its current numbers. */
struct past {
	int64_t base_bytes;	/* at the start */
	int64_t last_bytes;
	uint64_t last_allocs;
	int64_t last_live;
	int64_t slack;		/* of its current bytes, as far as it is known */
};

/* One row of the screen. */
struct row {
	uint32_t group;
	double rate;		/* bytes a second */
	double calls;		/* allocations a second, or more live ones */
	int64_t growth, slack;
	double key;
};

struct top {
	struct options *options;
	enum top_sort sort;
	struct snapshot base, now;
	struct groups groups;
	struct past *past;
	size_t past_room, past_nr;
	double now_time, last_time;
	struct totals totals;
	int64_t live, base_once;
	bool has_slack;		/* of some lines */
	/* The rows with the largest keys, sorted. */
	struct row *rows;
	size_t nr_rows, rows_room, all_rows;
	/* The screen. */
	size_t selected, first;
	bool paused;
	char *message;
	char *filter_text;
	/* The line whose details are shown. */
	bool details;
	name_t detail_file, detail_function, detail_module;
	uint32_t detail_line;
	int64_t history[256];
	size_t nr_history;
	size_t detail_first;	/* the first row that is shown */
	struct watched stacks, contexts;
	struct error no_stacks;	/* why there are none, or empty */
};

/* top.c */

/* Start anew: another grouping or another filter. */
void top_regroup(struct top *top);
/* Read the report, and make the numbers of the groups current. */
void top_refresh(struct top *top);
/* Find the first NR rows. Groups that have vanished are left out. */
void top_find_rows(struct top *top, size_t nr);
/* Row LINE above the list, or a row of it; to be freed. */
char *top_header_text(const struct top *top, unsigned int line);
char *top_row_text(const struct top *top, const struct row *row);

/* top_screen.c */

/* Show the list and obey keys, until the end. */
void top_run_screen(struct top *top);
/* Print within row Y. Bytes that are no ASCII would move what follows. */
void top_print_line(int y, const char *text, int attributes);
/* Show TEXT, which is freed, in the last row until the next key; NULL: none. */
void top_message(struct top *top, char *text);

/* top_details.c */

/* Show the line of the selected row, and watch it until it is closed. */
void top_open_details(struct top *top);
void top_close_details(struct top *top);
void top_draw_details(struct top *top);
/* Note the bytes of the line for its chart, if its details are open. */
void top_note_history(struct top *top);
/* Read what the kernel has recorded of the line whose details are open. */
void top_read_records(struct top *top);

#endif
