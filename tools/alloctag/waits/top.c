// SPDX-License-Identifier: GPL-2.0
/*
 * top.c - alloctag waits top: where tasks wait, live
 *
 *	 WAITERS   WAITS/s  WAKEUPS/s      MEAN   LONGEST     SLEPT  ...
 *	    0.87        37         37   23.5 ms   72.1 ms    2.61 s  ...
 *
 * The screen and its keys are those of alloctag top, with times in place of
 * memory. The nanoseconds of one second are how many tasks have slept there on
 * average. A wait counts when it ends: of one that goes on, the details of the
 * line have the task.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "commands.h"
#include "snapshot/place.h"
#include "top/details.h"
#include "top/rows.h"
#include "top/top.h"
#include "util/buffer.h"
#include "util/text.h"
#include "waits/histogram.h"
#include "waits/live.h"
#include "waits/stacks.h"
#include "waits/table.h"
#include "waits/tasks.h"

/* A rate: "-" for none. */
static const char *rate_text(char text[HUMAN_SIZE], double rate)
{
	if (rate <= 0)
		return "-";
	snprintf(text, HUMAN_SIZE, rate < 99.95 ? "%.3g" : "%.0f", rate);
	return text;
}

/* RATE: nanoseconds of waiting in a second. */
static const char *number_of_waiters(char text[HUMAN_SIZE], double rate)
{
	return rate > 0 ? waiters_text(text, rate / 1e9) : "-";
}

static const char *time_text(char text[HUMAN_SIZE], double ns)
{
	return ns > 0 ? human_ns(text, ns) : "-";
}

/* Of the waits since the last refresh; nanoseconds. */
static double row_mean(const struct row *row)
{
	return row->calls > 0 ? row->rate / row->calls : 0;
}

#define COLUMNS_TEXT " WAITERS   WAITS/s  WAKEUPS/s       MEAN    LONGEST      SLEPT"
#define NARROW_TEXT " WAITERS  %10s      SLEPT"

/* Of no length: it has no colors, as it always grows. */
static size_t waits_growth_column(const struct top *top, size_t *length)
{
	*length = 0;
	return 0;
}

/* A narrow screen has room for the number that rows are sorted by. */
static const char *narrow_title(const struct top *top)
{
	switch (top->sort) {
	case SORT_MEAN:
		return "MEAN";
	case SORT_LONGEST:
		return "LONGEST";
	default:
		return "WAITS/s";
	}
}

static const char *narrow_number(const struct top *top, const struct row *row,
				 char text[HUMAN_SIZE])
{
	switch (top->sort) {
	case SORT_MEAN:
		return time_text(text, row_mean(row));
	case SORT_LONGEST:
		return time_text(text, top->groups.array[row->group].longest);
	default:
		return rate_text(text, row->calls);
	}
}

/* The numbers of a row, without its name; to be freed. */
static char *row_numbers(const struct top *top, const struct row *row, bool narrow)
{
	char text[6][HUMAN_SIZE];

	if (narrow)
		return xasprintf("%8s  %10s  %9s", number_of_waiters(text[0], row->rate),
				 narrow_number(top, row, text[1]),
				 time_text(text[2], row->growth));
	return xasprintf("%8s  %8s  %9s  %9s  %9s  %9s", number_of_waiters(text[0], row->rate),
			 rate_text(text[1], row->calls), rate_text(text[2], row->wakeups),
			 time_text(text[3], row_mean(row)),
			 time_text(text[4], top->groups.array[row->group].longest),
			 time_text(text[5], row->growth));
}

static char *waits_row_text(const struct top *top, const struct row *row)
{
	char *numbers = row_numbers(top, row, top_is_narrow(top));
	char *label = top_row_label(top, &top->groups.array[row->group]);
	char *text = xasprintf("%s  %s", numbers, label);

	free(numbers);
	free(label);
	return text;
}

/* The sums of all rows. */
static char *sums_text(const struct top *top)
{
	double waiters = 0, waits = 0;
	char text[3][HUMAN_SIZE];
	int64_t slept = 0;
	struct row row;
	size_t i;

	for (i = 0; i < top->groups.nr; i++) {
		if (!top->groups.array[i].nr)
			continue;
		top_make_row(top, i, &row);
		waiters += row.rate;
		waits += row.calls;
		slept += row.growth;
	}
	return xasprintf("%s tasks wait on average, %s waits/s; %s asleep since the start",
			 number_of_waiters(text[0], waiters), rate_text(text[1], waits),
			 time_text(text[2], slept));
}

static char *waits_header_text(const struct top *top, unsigned int line)
{
	const char *label = top->options->grouping != BY_LINE ?
			    grouping_names[top->options->grouping] :
			    top_is_narrow(top) ? "LINE AND FUNCTION" : "FUNCTION AND LINE";
	char *columns, *text;

	switch (line) {
	case 0:
		return top_system_text(top);
	case 1:
		return sums_text(top);
	case 2:
		return top_sorting_text(top);
	default:
		columns = top_is_narrow(top) ? xasprintf(NARROW_TEXT, narrow_title(top)) :
			  xasprintf(COLUMNS_TEXT);
		text = xasprintf("%s  %s", columns, label);
		free(columns);
		return text;
	}
}

static const char *waits_detail_columns(const struct top *top)
{
	return COLUMNS_TEXT;
}

/* The path of a file of the kernel, to be freed; NULL if it can't be read. */
static char *readable_file(const char *name)
{
	char *path = waits_path(name);

	if (!access(path, R_OK))
		return path;
	free(path);
	return NULL;
}

/* How long its waits have been, if the line has the flag h. */
static void add_quantiles(struct buffer *rows, const struct entry *entry)
{
	static const char * const parts[] = { "Half take at most", ", 90 %", ", 99 %", ", 99.9 %" };
	struct histograms histograms;
	char *path = readable_file("histograms"), text[HUMAN_SIZE];
	size_t i, k;

	if (!path)
		return;
	read_histograms(&histograms, path);
	for (k = 0; k < histograms.nr; k++) {
		const struct histogram *histogram = &histograms.array[k];

		for (i = 0; same_place(&histogram->entry, entry) && i < ARRAY_SIZE(parts); i++)
			buffer_printf(rows, "%s%s %s%s", i ? "" : "\n", parts[i],
				      human_ns(text, histogram->quantiles[i]),
				      i < ARRAY_SIZE(parts) - 1 ? "" : "\n");
	}
	histograms_free(&histograms);
	free(path);
}

/* Who waited longest, if the line has the flag p. */
static void add_longest(struct buffer *rows, const struct entry *entry)
{
	char *path = readable_file("longest"), text[HUMAN_SIZE];
	struct watched longest;
	size_t i, k;

	if (!path)
		return;
	read_wait_stacks(&longest, path);
	for (i = 0; i < longest.nr; i++) {
		const struct watched_line *line = &longest.lines[i];

		if (!same_line(&line->entry, entry))
			continue;
		buffer_printf(rows, "\nThe longest wait, %s, was of %s (pid %u):\n",
			      human_ns(text, line->entry.slept), name_text(line->comm),
			      line->pid);
		for (k = 0; k < line->nr; k++)
			buffer_printf(rows, "  %s\n",
				      name_text(longest.frames[line->first + k]));
	}
	watched_free(&longest);
	free(path);
}

static void add_wait_details(const struct top *top, struct buffer *rows)
{
	struct row row;
	char *numbers;

	if (top_detail_row(top, &row)) {
		numbers = row_numbers(top, &row, false);
		buffer_printf(rows, "%s\n", numbers);
		free(numbers);
	} else {
		buffer_puts(rows, "The line is gone: its module was unloaded.\n");
	}
	top_add_history(top, rows);
	add_waiting_tasks(rows, &top->detail);
	add_quantiles(rows, &top->detail);
	add_longest(rows, &top->detail);
}

int cmd_waits_top(int argc, char **argv)
{
	static const struct top_kind waits = {
		.command = COMMAND_WAITS_TOP,
		.waits = true,
		.groupings = BY_TYPE,
		.read = read_waits_live,
		.restarted = waits_were_reset,
		.header_text = waits_header_text,
		.row_text = waits_row_text,
		.growth_column = waits_growth_column,
		.detail_columns = waits_detail_columns,
		.add_details = add_wait_details,
	};

	return run_top(argc, argv, &waits, begin_waits);
}
