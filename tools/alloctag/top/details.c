// SPDX-License-Identifier: GPL-2.0
/*
 * details.c - details of a line in alloctag top: chart, stacks, contexts
 *
 * The kernel records call stacks and contexts only of lines that are watched.
 * So the line is watched as long as its details are open, if the kernel can do
 * that.
 */
#include <curses.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "out/estimate.h"
#include "snapshot/place.h"
#include "top/details.h"
#include "top/rows.h"
#include "top/terminal.h"
#include "util/buffer.h"
#include "util/text.h"
#include "watch/control.h"
#include "watch/live.h"
#include "watch/stack.h"

static void add_row(struct buffer *rows, char *text)
{
	buffer_puts(rows, text);
	buffer_puts(rows, "\n");
	free(text);
}

/* What the last refreshes have noted, as a chart of six rows. */
void top_add_history(const struct top *top, struct buffer *rows)
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
	if (top->kind->waits)
		add_row(rows, xasprintf("\nWaiters since these details were opened: %.3g to %.3g",
					least / 1e9, most / 1e9));
	else
		add_row(rows, xasprintf("\nBytes since these details were opened: %s to %s",
					human_bytes(size[0], least),
					human_bytes(size[1], most)));
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

		if (!same_place(&top->detail, &line->entry))
			continue;
		if (!nr++)
			buffer_puts(rows, is_estimate(top->now.format) ?
				    "\nCallers, estimated from samples:\n     BYTES      LIVE\n" :
				    "\nCallers of the allocations that are recorded:\n     BYTES      LIVE\n");
		buffer_printf(rows, "%10s  %8" PRId64 "  ",
			      human_bytes(size, line->entry.bytes), line->entry.live);
		for (k = first_caller(watched, line); k < line->nr; k++) {
			name_t module, function =
				frame_function(watched->frames[line->first + k], &module);

			buffer_printf(rows, "%s < ", name_text(function));
		}
		/* Without any, the line's function is the outermost one. */
		if (first_caller(watched, line) < line->nr)
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

		if (!same_place(&top->detail, &line->entry))
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

		if (!same_place(&top->detail, &line->entry))
			continue;
		buffer_printf(rows, "\nCall stack of %s in %" PRId64 " allocations:\n",
			      human_bytes(size, line->entry.bytes), line->entry.live);
		for (k = 0; k < line->nr; k++)
			buffer_printf(rows, "  %s\n",
				      name_text(watched->frames[line->first + k]));
	}
}

/* The numbers of an entry of the line. */
static char *entry_row(const struct top *top, const struct entry *entry)
{
	char size[HUMAN_SIZE], margin[HUMAN_SIZE];
	char counts[64] = "         -           -       -";
	const char *type = type_text(entry->type, entry->flags);

	if (is_estimate(top->now.format))
		return xasprintf("%10s  +-%9s  %8" PRId64 "  %8" PRIu64 "  %s",
				 human_bytes(size, entry->bytes),
				 margin_text(margin, entry->bytes_variance, false),
				 entry->live, entry->samples, type);
	/* A report without these numbers has none to show, not 0. */
	if (has_allocs(top->now.format))
		snprintf(counts, sizeof(counts), "%10" PRIu64 "  %10" PRIu64 "  %6" PRIu32,
			 entry->allocs, frees_of(&entry->values), entry->column);
	return xasprintf("%10s  %8" PRId64 "  %30s  %s%s",
			 human_bytes(size, entry->bytes), entry->live, counts, type,
			 entry->flags & ENTRY_INACCURATE ? "  (not accurate)" : "");
}

/* All rows from the fourth one on. */
static void add_details(const struct top *top, struct buffer *rows)
{
	size_t i, nr = 0;

	if (top->kind->add_details) {
		top->kind->add_details(top, rows);
		return;
	}
	for (i = 0; i < top->now.nr; i++) {
		const struct entry *entry = &top->now.entries[i];

		if (!same_place(&top->detail, entry))
			continue;
		nr++;
		add_row(rows, entry_row(top, entry));
	}
	if (!nr)
		buffer_puts(rows, is_estimate(top->now.format) ?
			    "The line has no samples any more.\n" :
			    "The line is gone: its module was unloaded.\n");
	top_add_history(top, rows);
	if (*top->no_stacks.text)
		add_row(rows, xasprintf("\nNo call stacks: %s", top->no_stacks.text));
	else if (!add_stacks(top, rows))
		buffer_puts(rows, "\nNo call stacks: nothing that was allocated since then is live.\n");
	add_contexts(top, rows);
}

#define DETAIL_LINES 4

void top_draw_details(struct top *top)
{
	struct buffer rows = { 0 };
	size_t nr = 0, shown = LINES > DETAIL_LINES + 1 ? LINES - DETAIL_LINES - 1 : 0;
	char *at, *end;

	erase();
	print_row(0, name_text(top->detail.function), A_BOLD);
	mvprintw(1, 0, "%.*s:%" PRIu32 "  module %s", COLS > 30 ? COLS - 30 : 0,
		 name_text(top->detail.file), top->detail.line,
		 top->detail.module ? name_text(top->detail.module) : "- (built in)");
	print_row(3, top->kind->detail_columns ? top->kind->detail_columns(top) :
		  is_estimate(top->now.format) ?
		  "     BYTES      +- 95 %      LIVE   SAMPLES  TYPE" :
		  "     BYTES      LIVE      ALLOCS       FREES  COLUMN  TYPE", A_REVERSE);
	add_details(top, &rows);
	for (at = rows.text; *at; at++)
		nr += *at == '\n';
	if (top->detail_first + shown > nr)
		top->detail_first = nr > shown ? nr - shown : 0;
	for (at = rows.text, nr = 0; *at; at = end + 1, nr++) {
		end = strchr(at, '\n');
		*end = '\0';
		if (nr >= top->detail_first && nr < top->detail_first + shown)
			print_row(DETAIL_LINES + nr - top->detail_first, at, 0);
	}
	buffer_free(&rows);
}

bool top_detail_row(const struct top *top, struct row *row)
{
	size_t i;

	for (i = 0; i < top->groups.nr; i++) {
		if (!same_place(&top->detail, &top->groups.array[i].entry) || !top->groups.array[i].nr)
			continue;
		top_make_row(top, i, row);
		return true;
	}
	return false;
}

void top_note_history(struct top *top)
{
	int64_t size = 0;
	struct row row;
	size_t i;

	if (!top->details)
		return;
	if (top->kind->waits)
		size = top_detail_row(top, &row) ? row.rate : 0;
	else
		for (i = 0; i < top->now.nr; i++)
			if (same_place(&top->detail, &top->now.entries[i]))
				size += top->now.entries[i].size;
	if (top->nr_history == ARRAY_SIZE(top->history))
		memmove(top->history, top->history + 1,
			--top->nr_history * sizeof(*top->history));
	top->history[top->nr_history++] = size;
}

static int compare_ages(const void *x, const void *y)
{
	const struct watched_line *a = x, *b = y;

	return a->seconds < b->seconds ? 1 : a->seconds > b->seconds ? -1 : 0;
}

void top_read_records(struct top *top)
{
	watched_free(&top->stacks);
	watched_free(&top->contexts);
	if (top->kind->waits || !top->details || *top->no_stacks.text)
		return;
	if (is_estimate(top->now.format)) {
		read_watched_live(&top->stacks, WATCHED_SAMPLES);
		return;
	}
	read_watched_live(&top->stacks, WATCHED_STACKS);
	read_watched_live(&top->contexts, WATCHED_CONTEXTS);
	if (top->contexts.nr)
		qsort(top->contexts.lines, top->contexts.nr,
		      sizeof(*top->contexts.lines), compare_ages);
}

/* The flags that top_open_details() has added are removed again. */
void top_close_details(struct top *top)
{
	top->details = false;
	watch_restore();
	top_read_records(top);
}

void top_open_details(struct top *top)
{
	struct buffer terms = { 0 };
	const struct group *group;

	if (top->selected >= top->nr_rows)
		return;
	group = &top->groups.array[top->rows[top->selected].group];
	top->detail = (struct entry){ .file = group->file, .line = group->line,
				      .function = group->function, .module = group->module };
	top->details = true;
	top->nr_history = 0;
	top->detail_first = 0;
	top_note_history(top);
	*top->no_stacks.text = '\0';
	if (top->kind->waits)
		return;
	line_terms(&terms, &group->entry);
	/* Samples have their stacks: the line need not be watched. */
	if (top->replay)
		set_error(&top->no_stacks, "a recording has none");
	else if (is_estimate(top->now.format))
		;
	else if (!terms.used)
		set_error(&top->no_stacks, "no query can contain the names of this line");
	else
		watch_lines(terms.text, "cs", &top->no_stacks);
	buffer_free(&terms);
	top_read_records(top);
}
