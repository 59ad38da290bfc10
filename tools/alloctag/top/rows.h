/* SPDX-License-Identifier: GPL-2.0 */
/*
 * rows.h - the numbers and the rows of alloctag top, and of alloctag waits top
 */
#ifndef ROWS_H
#define ROWS_H

#include "options.h"
#include "snapshot/group.h"
#include "snapshot/totals.h"
#include "top/replay.h"
#include "util/buffer.h"
#include "watch/watched.h"

/* Earlier numbers of a group, and its slack. */
struct past {
	int64_t base_size;	/* at the start */
	int64_t last_size, last_count;
	uint64_t last_calls;
	int64_t slack;		/* of its current size, where known */
};

/* The numbers of a group that are not of the snapshot alone. */
struct row {
	uint32_t group;
	double rate;		/* of its size, a second */
	double calls;		/* allocations or waits a second, or more live ones */
	double wakeups;		/* of waits, a second */
	int64_t growth, slack;
};

/* What groups are sorted by. */
struct ranked {
	uint32_t group;
	int64_t size;
	double key;
};

struct top;

/*
 * What differs between memory and waits. Functions that are NULL: as it is for
 * memory.
 */
struct top_kind {
	enum command command;
	bool waits;
	/* The number of groupings that g goes through, from the first on. */
	unsigned int groupings;
	void (*read)(struct snapshot *snapshot);
	/* Did all numbers begin at 0 again? */
	bool (*restarted)(const struct snapshot *before, const struct snapshot *now);
	char *(*header_text)(const struct top *top, unsigned int line);
	char *(*row_text)(const struct top *top, const struct row *row);
	size_t (*growth_column)(const struct top *top, size_t *length);
	/* Of the details of a line: their first row, and all after it. */
	const char *(*detail_columns)(const struct top *top);
	void (*add_details)(const struct top *top, struct buffer *rows);
};

struct top {
	const struct top_kind *kind;
	struct options *options;
	enum sort_key sort;
	struct snapshot base, now;
	struct replay *replay;	/* NULL: the running kernel is shown */
	size_t shown;		/* the number of the snapshot, of a recording */
	struct groups groups;
	struct past *past;
	size_t past_room, past_nr;
	double now_time, last_time;
	struct totals totals;
	int64_t live, base_once;
	bool has_slack;		/* of some lines */
	/* The rows with the largest keys, sorted. */
	struct ranked *rows;
	size_t nr_rows, rows_room, all_rows;
	/* The screen. */
	size_t selected, first;
	bool moved;		/* the user has selected another row */
	bool follows;		/* the selection stays with its group, FOLLOWED */
	uint32_t followed;
	unsigned int columns;	/* how wide it is; 0: no screen */
	bool paused, done;
	char *message;
	char *filter_text;
	/* Where Enter was pressed, and the pattern that it has added. */
	struct {
		enum grouping grouping;
		struct filter filter;
		size_t selected;
		char *pattern;
	} levels[4];
	size_t nr_levels;
	/* The line whose details are shown. */
	bool details;
	struct entry detail;
	int64_t history[256];
	size_t nr_history;
	size_t detail_first;	/* the first row that is shown */
	struct watched stacks, contexts;
	struct error no_stacks;	/* why there are none, or empty */
};

/* Start anew: another grouping or another filter. */
void top_regroup(struct top *top);
/* Read the report, and make the numbers of the groups current. */
void top_refresh(struct top *top);
/* The same with snapshot NUMBER of the recording that is replayed. */
void top_show(struct top *top, size_t number);
/* Find the first NR rows. Groups that have vanished are left out. */
void top_find_rows(struct top *top, size_t nr);
/* Is there no room for all numbers of a row? */
bool top_is_narrow(const struct top *top);
/* The names of the lines of a row; to be freed. */
char *top_row_label(const struct top *top, const struct group *group);
/* The last but one row above the list; to be freed. */
char *top_sorting_text(const struct top *top);
/* The first one, without what is about memory; to be freed. */
char *top_system_text(const struct top *top);
/* The row of the group with this number. */
void top_make_row(const struct top *top, uint32_t group, struct row *row);
/* Row LINE above the list, or a row of it; to be freed. */
char *top_header_text(const struct top *top, unsigned int line);
char *top_row_text(const struct top *top, const struct row *row);
/* Where the growth is in that text, and how many characters. */
size_t top_growth_column(const struct top *top, size_t *length);
/* Which row the group with this number is in, if all were sorted. */
size_t top_rank(const struct top *top, uint32_t group);
/* Growth is from now on. */
void top_rebase(struct top *top);
/* Show TEXT, which is freed, in the last row until the next key; NULL: none. */
void top_message(struct top *top, char *text);

#endif
