// SPDX-License-Identifier: GPL-2.0
/*
 * top.c - alloctag top: the biggest and busiest lines, live; and what it shares
 * with alloctag waits top
 */
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "snapshot/read.h"
#include "top/rows.h"
#include "top/screen.h"
#include "top/top.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/file.h"
#include "util/output.h"
#include "util/signals.h"

/*
 * --once
 */
static void print_once(struct top *top, FILE *out)
{
	unsigned int line;
	struct row row;
	char *text;
	size_t i;

	top_find_rows(top, top->options->top ? top->options->top : top->groups.nr);
	for (line = 1; line < 4; line++) {
		text = top_header_text(top, line);
		fprintf(out, "%s\n", text);
		free(text);
	}
	for (i = 0; i < top->nr_rows; i++) {
		top_make_row(top, top->rows[i].group, &row);
		text = top_row_text(top, &row);
		fprintf(out, "%s\n", text);
		free(text);
	}
}

/* What is shown first is top->now: it is the base of growth, too. */
static void begin(struct top *top)
{
	top->now = top->base;
	add_up(&top->now, &top->totals);
	top->base_once = top->totals.once;
	top_regroup(top);
}

static void start_live(struct top *top)
{
	top->kind->read(&top->base);
	top->now_time = monotonic_seconds();
	begin(top);
}

/* Growth is since the first snapshot. The one of --at is shown, or that. */
static void start_replay(struct top *top, char *name)
{
	static struct replay replay;
	const struct period *period = &top->options->period;
	size_t number = period_number(period);

	replay_open(&replay, name, period);
	if (number > replay.nr)
		die(EXIT_WRONG, "%s: no snapshot %zu: there are %zu", name, number, replay.nr);
	if (number)
		number--;
	else if (period->at)
		number = replay_find(&replay, parse_moment(period->at, "--at",
							   replay.times[replay.nr - 1], NULL));
	if (!replay_get(&replay, 0, &top->base))
		die(EXIT_CANNOT, "%s: the oldest snapshots were deleted while they were read; try again",
		    name);
	top->replay = &replay;
	top->paused = true;
	top->now_time = top->base.time / 1e9;
	begin(top);
	top_show(top, number);
}

static void run_once(struct top *top)
{
	const struct options *options = top->options;
	unsigned long left = options->count;
	double next = monotonic_seconds() + options->interval;
	FILE *out;

	catch_signals();
	/* The last one of several refreshes is printed. */
	while (!top->replay) {
		wait_until(&next, options->interval);
		top_refresh(top);
		top_find_rows(top, options->top);
		if (left-- <= 1 || stopped)
			break;
	}
	out = open_output(options->output);
	print_once(top, out);
	close_output(out, options->output);
}

/* Run the command ARGV[0]. BEFORE, unless NULL, is called before it reads. */
int run_top(int argc, char **argv, const struct top_kind *kind, void (*before)(void))
{
	struct options options;
	struct top top = { .kind = kind, .options = &options };
	int first;

	first = parse_options(&options, argc, argv);
	if (first < argc && kind->waits)
		die(EXIT_WRONG, "%s: it shows the running kernel; for a file, use alloctag waits",
		    argv[0]);
	if (argc - first > 1)
		die(EXIT_WRONG, "top: more than one file");
	if (!options.once && (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)))
		die(EXIT_WRONG, "%s: no terminal; --once prints the list once", argv[0]);
	top.sort = options.sort;
	/* Of waits, no line holds others' objects. */
	options.filter.all_lines |= kind->waits;
	if (before)
		before();
	/* Give the text of each report back, so that no holes remain. */
	mallopt(M_MMAP_THRESHOLD, 1 << 20);
	if (first < argc)
		start_replay(&top, argv[first]);
	else
		start_live(&top);
	if (options.once) {
		run_once(&top);
	} else {
		if (!top.replay)
			top_refresh(&top);
		top_run_screen(&top);
	}
	if (top.now.entries != top.base.entries)
		snapshot_free(&top.now);
	snapshot_free(&top.base);
	if (top.replay)
		replay_close(top.replay);
	groups_free(&top.groups);
	free(top.past);
	free(top.rows);
	free(top.message);
	free(top.filter_text);
	while (top.nr_levels)
		free(top.levels[--top.nr_levels].pattern);
	return 0;
}

int cmd_top(int argc, char **argv)
{
	static const struct top_kind memory = {
		.command = COMMAND_TOP, .groupings = NR_GROUPINGS, .read = read_live,
	};

	return run_top(argc, argv, &memory, NULL);
}
