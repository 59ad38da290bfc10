// SPDX-License-Identifier: GPL-2.0
/*
 * top.c - alloctag top: the biggest and busiest lines, live
 *
 * Each refresh reads a whole report and adds it up into the same groups, whose
 * last numbers give rates, and whose first ones growth. Only the rows that the
 * screen has room for are sorted.
 *
 * Details of a line show its call stacks and contexts. The kernel records those
 * only of lines that are watched, so the line is watched as long as its details
 * are open, if the kernel can do that.
 *
 * Works on 80x24 and on serial lines. In an initramfs there is no terminfo
 * database: descriptions of some common terminals are part of the program.
 */
#include <curses.h>
#include <errno.h>
#include <inttypes.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "watched.h"

/* terminfo.c, made by tool.mk. */
extern const char * const terminal_descriptions[][2];

const char * const top_sort_names[NR_TOP_SORTS] = {
	[TOP_SORT_BYTES] = "bytes",
	[TOP_SORT_LIVE] = "live",
	[TOP_SORT_RATE] = "rate",
	[TOP_SORT_CALLS] = "calls",
	[TOP_SORT_GROWTH] = "growth",
	[TOP_SORT_SLACK] = "slack",
};

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

static void reset_numbers(struct groups *groups)
{
	size_t i;

	for (i = 0; i < groups->nr; i++) {
		struct group *group = &groups->array[i];

		group->nr = 0;
		group->bytes = 0;
		group->live = 0;
		group->allocs = 0;
		group->frees = 0;
		group->now_bytes = 0;
		group->now_live = 0;
		group->most = INT64_MIN;
	}
}

/* New groups have no past: they were 0. */
static void extend_past(struct top *top)
{
	while (top->past_nr < top->groups.nr) {
		top->past = grow(top->past, top->past_nr, &top->past_room,
				 sizeof(*top->past));
		memset(&top->past[top->past_nr++], 0, sizeof(*top->past));
	}
}

static void keep_past(struct top *top)
{
	size_t i;

	for (i = 0; i < top->groups.nr; i++) {
		top->past[i].last_bytes = top->groups.array[i].bytes;
		top->past[i].last_live = top->groups.array[i].live;
		top->past[i].last_allocs = top->groups.array[i].allocs;
	}
}

/*
 * How much of the bytes of each group is slack, if lines are watched for it.
 * The kernel adds up what was allocated since then, freed or not: that ratio is
 * taken for live memory.
 */
static void find_slack(struct top *top)
{
	struct filter all = { .all_lines = true };
	struct watched slack;
	struct waste waste;
	size_t i;

	top->has_slack = false;
	for (i = 0; i < top->past_nr; i++)
		top->past[i].slack = 0;
	if (!has_watched(WATCHED_SLACK))
		return;
	read_watched_live(&slack, WATCHED_SLACK);
	waste_init(&waste, &slack, &all);
	for (i = 0; slack.nr && i < top->now.nr; i++) {
		const struct entry *entry = &top->now.entries[i];
		double part = waste_of(&waste, entry);

		if (part < 0 || !filter_matches(&top->options->filter, entry))
			continue;
		top->has_slack = true;
		top->past[groups_find(&top->groups, entry) - top->groups.array].slack +=
			entry->bytes * part;
	}
	waste_free(&waste);
	watched_free(&slack);
}

/* Start anew: another grouping or another filter. */
static void regroup(struct top *top)
{
	size_t i;

	groups_free(&top->groups);
	groups_init(&top->groups, top->options->grouping, top->options->depth);
	top->past_nr = 0;
	groups_add_all(&top->groups, &top->base, &top->options->filter);
	extend_past(top);
	for (i = 0; i < top->groups.nr; i++)
		top->past[i].base_bytes = top->groups.array[i].bytes;
	reset_numbers(&top->groups);
	groups_add_all(&top->groups, &top->now, &top->options->filter);
	extend_past(top);
	keep_past(top);
	find_slack(top);
	top->selected = 0;
	top->first = 0;
}

/* Read the report, and make the numbers of the groups current. */
static void refresh_numbers(struct top *top)
{
	size_t i;

	if (top->now.entries != top->base.entries)
		snapshot_free(&top->now);
	keep_past(top);
	read_live(&top->now);
	top->last_time = top->now_time;
	top->now_time = monotonic_seconds();
	reset_numbers(&top->groups);
	groups_add_all(&top->groups, &top->now, &top->options->filter);
	extend_past(top);
	find_slack(top);
	add_up(&top->now, &top->totals);
	top->live = 0;
	for (i = 0; i < NR_OWNERS; i++)
		if (!holds_objects(i))
			top->live += top->totals.live[i];
}

static void make_row(const struct top *top, uint32_t index, struct row *row)
{
	const struct group *group = &top->groups.array[index];
	const struct past *past = &top->past[index];
	double seconds = top->now_time - top->last_time;

	row->group = index;
	row->rate = seconds > 0 ? (group->bytes - past->last_bytes) / seconds : 0;
	row->calls = 0;
	if (seconds > 0)
		row->calls = (has_allocs(top->now.format) ?
			      (double)(int64_t)(group->allocs - past->last_allocs) :
			      (double)(group->live - past->last_live)) / seconds;
	row->growth = group->bytes - past->base_bytes;
	row->slack = past->slack;
	switch (top->sort) {
	case TOP_SORT_LIVE:
		row->key = group->live;
		break;
	case TOP_SORT_RATE:
		row->key = row->rate;
		break;
	case TOP_SORT_CALLS:
		row->key = row->calls;
		break;
	case TOP_SORT_GROWTH:
		row->key = row->growth;
		break;
	case TOP_SORT_SLACK:
		row->key = row->slack;
		break;
	default:
		row->key = group->bytes;
	}
}

static const struct group *sorted_groups;

/* Larger keys first; then larger groups, then older ones. */
static bool is_before(const struct row *a, const struct row *b)
{
	if (a->key != b->key)
		return a->key > b->key;
	if (sorted_groups[a->group].bytes != sorted_groups[b->group].bytes)
		return sorted_groups[a->group].bytes > sorted_groups[b->group].bytes;
	return a->group < b->group;
}

static int compare_rows(const void *x, const void *y)
{
	return is_before(x, y) ? -1 : 1;
}

/* A heap whose top is the last of the rows that are kept. */
static void sift_down(struct row *rows, size_t nr, size_t at)
{
	for (;;) {
		size_t last = at, child = at * 2 + 1;
		struct row swap;

		if (child < nr && is_before(&rows[last], &rows[child]))
			last = child;
		if (child + 1 < nr && is_before(&rows[last], &rows[child + 1]))
			last = child + 1;
		if (last == at)
			return;
		swap = rows[at];
		rows[at] = rows[last];
		rows[last] = swap;
		at = last;
	}
}

/* Find the first NR rows. Groups that have vanished are left out. */
static void find_rows(struct top *top, size_t nr)
{
	struct row row;
	size_t i, k;

	sorted_groups = top->groups.array;
	top->nr_rows = 0;
	top->all_rows = 0;
	if (nr > top->rows_room) {
		top->rows_room = nr;
		top->rows = xrealloc(top->rows, nr * sizeof(*top->rows));
	}
	for (i = 0; i < top->groups.nr; i++) {
		if (!top->groups.array[i].nr)
			continue;
		top->all_rows++;
		make_row(top, i, &row);
		if (top->nr_rows < nr) {
			top->rows[top->nr_rows++] = row;
			if (top->nr_rows == nr)
				for (k = nr / 2 + 1; k-- > 0;)
					sift_down(top->rows, nr, k);
		} else if (nr && is_before(&row, &top->rows[0])) {
			top->rows[0] = row;
			sift_down(top->rows, nr, 0);
		}
	}
	if (top->nr_rows)
		qsort(top->rows, top->nr_rows, sizeof(*top->rows), compare_rows);
}

/* Function and place first: the end is cut off on a narrow terminal. */
static char *row_label(const struct top *top, const struct group *group)
{
	char *label = group_label(&top->groups, group), *text;
	const char *module = group->module ? name_text(group->module) : NULL;

	if (top->groups.grouping == BY_LINE)
		text = xasprintf("%s %s%s%s%s%s%s", name_text(group->function), label,
				 module ? " [" : "", module ? module : "",
				 module ? "]" : "", group->type ? "  " : "",
				 name_text(group->type));
	else if (top->groups.grouping == BY_FUNCTION)
		text = xasprintf("%s %s", label, name_text(group->file));
	else
		text = xasprintf("%s", label);
	free(label);
	return text;
}

static const char *signed_bytes(char text[HUMAN_SIZE], double bytes)
{
	char number[HUMAN_SIZE];

	if (!bytes)
		return "-";
	snprintf(text, HUMAN_SIZE, "%s%.24s", bytes > 0 ? "+" : "",
		 human_bytes(number, bytes));
	return text;
}

#define COLUMNS_TEXT "     BYTES      LIVE     BYTES/s  %8s      GROWTH%s  %s"

/* A row as text, to be freed. */
static char *row_text(const struct top *top, const struct row *row)
{
	const struct group *group = &top->groups.array[row->group];
	char bytes[HUMAN_SIZE], rate[HUMAN_SIZE], growth[HUMAN_SIZE];
	char calls[HUMAN_SIZE] = "-", size[HUMAN_SIZE];
	char slack[HUMAN_SIZE + 4] = "";
	char *label = row_label(top, group), *text;

	if (row->calls)
		snprintf(calls, sizeof(calls), "%.0f", row->calls);
	if (top->has_slack)
		snprintf(slack, sizeof(slack), "  %10s",
			 row->slack ? human_bytes(size, row->slack) : "-");
	text = xasprintf("%10s  %8" PRId64 "  %10s  %8s  %10s%s  %s",
			 human_bytes(bytes, group->bytes), group->live,
			 signed_bytes(rate, row->rate), calls,
			 signed_bytes(growth, row->growth), slack, label);
	free(label);
	return text;
}

static char *header_text(const struct top *top, unsigned int line)
{
	char once[HUMAN_SIZE], growth[HUMAN_SIZE], slab[HUMAN_SIZE], user[HUMAN_SIZE];
	struct utsname system;
	char date[16] = "";
	time_t now = time(NULL);
	struct tm when;

	switch (line) {
	case 0:
		if (uname(&system))
			strcpy(system.release, "?");
		if (localtime_r(&now, &when))
			strftime(date, sizeof(date), "%H:%M:%S", &when);
		return xasprintf("alloctag top  Linux %s  %s  every %g s%s",
				 system.release, date, top->options->interval,
				 top->paused ? "  PAUSED" : "");
	case 1:
		return xasprintf("%s in %" PRId64 " allocations, %s since the start; slab pages %s, users' pages %s",
				 human_bytes(once, top->totals.once), top->live,
				 signed_bytes(growth, top->totals.once - top->base_once),
				 human_bytes(slab, top->totals.bytes[OWNER_SLAB_PAGES]),
				 human_bytes(user, top->totals.bytes[OWNER_USER]));
	case 2:
		return xasprintf("sorted by %s, by %s, %zu rows%s%s",
				 top_sort_names[top->sort],
				 grouping_names[top->options->grouping], top->all_rows,
				 top->filter_text ? ", filter: " : "",
				 top->filter_text ? top->filter_text : "");
	default:
		return xasprintf(COLUMNS_TEXT,
				 has_allocs(top->now.format) ? "ALLOCS/s" : "LIVE/s",
				 top->has_slack ? "       SLACK" : "",
				 top->options->grouping == BY_LINE ? "FUNCTION AND LINE" :
				 grouping_names[top->options->grouping]);
	}
}

/*
 * --once
 */
static void print_once(struct top *top, FILE *out)
{
	unsigned int line;
	char *text;
	size_t i;

	find_rows(top, top->options->top ? top->options->top : top->groups.nr);
	for (line = 1; line < 4; line++) {
		text = header_text(top, line);
		fprintf(out, "%s\n", text);
		free(text);
	}
	for (i = 0; i < top->nr_rows; i++) {
		text = row_text(top, &top->rows[i]);
		fprintf(out, "%s\n", text);
		free(text);
	}
}

/*
 * The screen
 */
#define HEADER_LINES 4

/* Print within a line. Bytes that are no ASCII would move what follows. */
static void print_line(int y, const char *text, int attributes)
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
	find_rows(top, top->first + rows);
	if (top->selected >= top->nr_rows)
		top->selected = top->nr_rows ? top->nr_rows - 1 : 0;
	for (y = 0; y < HEADER_LINES; y++) {
		text = header_text(top, y);
		print_line(y, text, y == HEADER_LINES - 1 ? A_REVERSE : y ? 0 : A_BOLD);
		free(text);
	}
	for (i = 0; i < rows; i++) {
		if (top->first + i >= top->nr_rows) {
			print_line(HEADER_LINES + i, "", 0);
			continue;
		}
		text = row_text(top, &top->rows[top->first + i]);
		print_line(HEADER_LINES + i, text,
			   top->first + i == top->selected ? A_STANDOUT : 0);
		free(text);
	}
	print_line(LINES - 1, top->message ? top->message :
		   "q quit  s sort  g group  f filter  p pause  w write  Enter details  h help",
		   top->message ? A_BOLD : A_DIM);
}

static bool is_detail(const struct top *top, const struct entry *entry)
{
	return entry->file == top->detail_file && entry->line == top->detail_line &&
	       entry->function == top->detail_function &&
	       entry->module == top->detail_module;
}

static void add_row(struct buffer *rows, char *text)
{
	buffer_puts(rows, text);
	buffer_puts(rows, "\n");
	free(text);
}

/* The bytes of the last refreshes, as a chart of six rows. */
static void add_history(const struct top *top, struct buffer *rows)
{
	size_t shown = top->nr_history, start, i;
	int64_t least = INT64_MAX, most = INT64_MIN;
	char size[2][HUMAN_SIZE];
	int row;

	if (shown > (size_t)COLS - 2)
		shown = COLS - 2;
	start = top->nr_history - shown;
	for (i = start; i < top->nr_history; i++) {
		if (top->history[i] < least)
			least = top->history[i];
		if (top->history[i] > most)
			most = top->history[i];
	}
	if (!shown)
		return;
	add_row(rows, xasprintf("\nBytes since these details were opened: %s to %s",
				human_bytes(size[0], least), human_bytes(size[1], most)));
	for (row = 0; row < 6; row++) {
		buffer_puts(rows, " ");
		for (i = 0; i < shown; i++) {
			double part = most > least ?
				(double)(top->history[start + i] - least) / (most - least) : 0.5;

			buffer_puts(rows, part * 6 > 5 - row ? "#" : " ");
		}
		buffer_puts(rows, "\n");
	}
}

/* Each call stack in a row: callers only. Returns how many there are. */
static size_t add_stacks(const struct top *top, struct buffer *rows)
{
	const struct watched *watched = &top->stacks;
	char size[HUMAN_SIZE];
	size_t nr = 0, i, k;

	for (i = 0; i < watched->nr; i++) {
		const struct watched_line *line = &watched->lines[i];

		if (!is_detail(top, &line->entry))
			continue;
		if (!nr++)
			buffer_puts(rows, "\nCallers of the allocations that are recorded:\n     BYTES      LIVE\n");
		buffer_printf(rows, "%10s  %8" PRId64 "  ",
			      human_bytes(size, line->entry.bytes), line->entry.live);
		for (k = first_caller(watched, line); k < line->nr; k++) {
			name_t module, function =
				frame_function(watched->frames[line->first + k], &module);

			buffer_printf(rows, "%s < ", name_text(function));
		}
		if (line->nr)
			rows->used -= 3;
		buffer_puts(rows, "\n");
	}
	return nr;
}

/* The oldest allocations, then full call stacks. */
static void add_contexts(const struct top *top, struct buffer *rows)
{
	const struct watched *watched = &top->contexts;
	char size[HUMAN_SIZE];
	size_t nr = 0, i, k;

	for (i = 0; i < watched->nr; i++) {
		const struct watched_line *line = &watched->lines[i];

		if (!is_detail(top, &line->entry))
			continue;
		if (++nr > 20)
			continue;
		if (nr == 1)
			buffer_puts(rows, "\nOldest of these allocations:\n     BYTES  REQUESTED      AGE/s  IN       TASK\n");
		buffer_printf(rows, "%10s  %9" PRIu64 "  %9.3f  %-7s  %s (pid %u), %s\n",
			      human_bytes(size, line->entry.bytes), line->requested,
			      line->seconds, name_text(line->level),
			      name_text(line->comm), line->pid, name_text(line->limits));
	}
	if (nr > 20)
		buffer_printf(rows, "... and %zu more\n", nr - 20);
	watched = &top->stacks;
	for (i = 0; i < watched->nr; i++) {
		const struct watched_line *line = &watched->lines[i];

		if (!is_detail(top, &line->entry))
			continue;
		buffer_printf(rows, "\nCall stack of %s in %" PRId64 " allocations:\n",
			      human_bytes(size, line->entry.bytes), line->entry.live);
		for (k = 0; k < line->nr; k++)
			buffer_printf(rows, "  %s\n",
				      name_text(watched->frames[line->first + k]));
	}
}

/* All that is known of the line, from the fourth row of the screen on. */
static void add_details(const struct top *top, struct buffer *rows)
{
	char size[HUMAN_SIZE];
	size_t i, nr = 0;

	for (i = 0; i < top->now.nr; i++) {
		const struct entry *entry = &top->now.entries[i];

		if (!is_detail(top, entry))
			continue;
		nr++;
		add_row(rows, xasprintf("%10s  %8" PRId64 "  %10" PRIu64 "  %10" PRIu64 "  %6" PRIu32 "  %s%s",
				 human_bytes(size, entry->bytes), entry->live,
				 entry->allocs, entry->frees, entry->column,
				 entry->type ? name_text(entry->type) :
				 entry->flags & ENTRY_UNTAGGED ? "(untagged)" : "-",
				 entry->flags & ENTRY_INACCURATE ? "  (not accurate)" : ""));
	}
	if (!nr)
		buffer_puts(rows, "The line is gone: its module was unloaded.\n");
	add_history(top, rows);
	if (*top->no_stacks.text)
		add_row(rows, xasprintf("\nNo call stacks: %s", top->no_stacks.text));
	else if (!add_stacks(top, rows))
		buffer_puts(rows, "\nNo call stacks: nothing that was allocated since then is live.\n");
	add_contexts(top, rows);
}

#define DETAIL_LINES 4

static void draw_details(struct top *top)
{
	struct buffer rows = { 0 };
	size_t nr = 0, shown = LINES > DETAIL_LINES + 1 ? LINES - DETAIL_LINES - 1 : 0;
	char *at, *end;

	erase();
	print_line(0, name_text(top->detail_function), A_BOLD);
	mvprintw(1, 0, "%.*s:%" PRIu32 "  module %s", COLS > 30 ? COLS - 30 : 0,
		 name_text(top->detail_file), top->detail_line,
		 top->detail_module ? name_text(top->detail_module) : "- (built in)");
	print_line(3, "     BYTES      LIVE      ALLOCS       FREES  COLUMN  TYPE", A_REVERSE);
	add_details(top, &rows);
	for (at = rows.text; *at; at++)
		nr += *at == '\n';
	if (top->detail_first + shown > nr)
		top->detail_first = nr > shown ? nr - shown : 0;
	for (at = rows.text, nr = 0; *at; at = end + 1, nr++) {
		end = strchr(at, '\n');
		*end = '\0';
		if (nr >= top->detail_first && nr < top->detail_first + shown)
			print_line(DETAIL_LINES + nr - top->detail_first, at, 0);
	}
	buffer_free(&rows);
	print_line(LINES - 1, "Enter or q: back to the list   Up, Down, PgUp, PgDn: scroll", A_DIM);
}

static void note_history(struct top *top)
{
	int64_t bytes = 0;
	size_t i;

	if (!top->details)
		return;
	for (i = 0; i < top->now.nr; i++)
		if (is_detail(top, &top->now.entries[i]))
			bytes += top->now.entries[i].bytes;
	if (top->nr_history == ARRAY_SIZE(top->history))
		memmove(top->history, top->history + 1,
			--top->nr_history * sizeof(*top->history));
	top->history[top->nr_history++] = bytes;
}

static void draw(struct top *top)
{
	if (top->details)
		draw_details(top);
	else
		draw_list(top);
	move(LINES - 1, COLS - 1);
	refresh();
}

static void set_message(struct top *top, char *text)
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

		print_line(LINES - 1, line, A_BOLD);
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
	regroup(top);
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
		set_message(top, xasprintf("%s exists; nothing was written", answer));
	else if (try_write_snapshot(&top->now, answer))
		set_message(top, xasprintf("cannot write %s: %s", answer, strerror(errno)));
	else
		set_message(top, xasprintf("written: %s", answer));
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
		print_line(i, lines[i], i ? 0 : A_BOLD);
	refresh();
	timeout(-1);
	getch();
}

static int compare_ages(const void *x, const void *y)
{
	const struct watched_line *a = x, *b = y;

	return a->seconds < b->seconds ? 1 : a->seconds > b->seconds ? -1 : 0;
}

/* Read what the kernel has recorded of the line whose details are open. */
static void read_records(struct top *top)
{
	watched_free(&top->stacks);
	watched_free(&top->contexts);
	if (!top->details || *top->no_stacks.text)
		return;
	read_watched_live(&top->stacks, WATCHED_STACKS);
	read_watched_live(&top->contexts, WATCHED_CONTEXTS);
	if (top->contexts.nr)
		qsort(top->contexts.lines, top->contexts.nr,
		      sizeof(*top->contexts.lines), compare_ages);
}

/* The flags that open_details() has added are removed again. */
static void close_details(struct top *top)
{
	top->details = false;
	watch_restore();
	read_records(top);
}

static void open_details(struct top *top)
{
	struct buffer terms = { 0 };
	const struct group *group;
	struct entry entry;

	if (top->selected >= top->nr_rows)
		return;
	if (top->options->grouping != BY_LINE) {
		set_message(top, xasprintf("Details are of lines: press g to group by line"));
		return;
	}
	group = &top->groups.array[top->rows[top->selected].group];
	top->detail_file = group->file;
	top->detail_line = group->line;
	top->detail_function = group->function;
	top->detail_module = group->module;
	top->details = true;
	top->nr_history = 0;
	top->detail_first = 0;
	note_history(top);
	entry = (struct entry){ .file = group->file, .line = group->line,
		.function = group->function, .module = group->module };
	line_terms(&terms, &entry);
	*top->no_stacks.text = '\0';
	if (!terms.used)
		set_error(&top->no_stacks, "no query can contain the names of this line");
	else
		watch_lines(terms.text, "cs", &top->no_stacks);
	buffer_free(&terms);
	read_records(top);
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
		set_message(top, NULL);
	if (top->details) {
		if (key == 'L' - '@')
			clearok(stdscr, TRUE);
		else if (key == 'q' || key == '\n' || key == '\r' || key == KEY_ENTER ||
			 key == 27)
			close_details(top);
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
		open_details(top);
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
			set_message(top, xasprintf("Slack is not known: alloctag watch TERMS +r"));
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
		regroup(top);
		break;
	case 'a':
		top->options->filter.all_lines = !top->options->filter.all_lines;
		regroup(top);
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

static void run_screen(struct top *top)
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
			refresh_numbers(top);
			note_history(top);
			read_records(top);
		}
		next = monotonic_seconds() + top->options->interval;
	} while (!stopped);
	if (top->details)
		close_details(top);
	endwin();
	restore_terminal = NULL;
	delscreen(screen);
}

int cmd_top(int argc, char **argv)
{
	struct options options;
	struct top top = { .options = &options };
	double next;
	FILE *out;

	options_init(&options);
	if (parse_options(&options, argc, argv, OPTIONS_FILTER | OPTIONS_GROUP |
			  OPTIONS_TOP_SORT | OPTIONS_TOP | OPTIONS_INTERVAL |
			  OPTIONS_COUNT | OPTIONS_OUTPUT) != argc)
		die(EXIT_WRONG, "top: it shows the running kernel; for a file, use alloctag report");
	if (!options.once && (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)))
		die(EXIT_WRONG, "top: no terminal; --once prints the list once");
	top.sort = options.top_sort;
	/* Give the text of each report back, so that no holes remain. */
	mallopt(M_MMAP_THRESHOLD, 1 << 20);
	read_live(&top.base);
	top.now = top.base;
	top.now_time = monotonic_seconds();
	add_up(&top.now, &top.totals);
	top.base_once = top.totals.once;
	regroup(&top);
	if (options.once) {
		next = monotonic_seconds() + options.interval;
		catch_signals();
		/* The last one of several refreshes is printed. */
		do {
			wait_until(&next, options.interval);
			refresh_numbers(&top);
			find_rows(&top, options.top);
		} while (options.count-- > 1 && !stopped);
		out = open_output(options.output);
		print_once(&top, out);
		close_output(out, options.output);
	} else {
		refresh_numbers(&top);
		run_screen(&top);
	}
	if (top.now.entries != top.base.entries)
		snapshot_free(&top.now);
	snapshot_free(&top.base);
	groups_free(&top.groups);
	free(top.past);
	free(top.rows);
	free(top.message);
	free(top.filter_text);
	return 0;
}
