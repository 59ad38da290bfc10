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

/*
 * --once
 */
static void print_once(struct top *top, FILE *out)
{
	unsigned int line;
	char *text;
	size_t i;

	top_find_rows(top, top->options->top ? top->options->top : top->groups.nr);
	for (line = 1; line < 4; line++) {
		text = top_header_text(top, line);
		fprintf(out, "%s\n", text);
		free(text);
	}
	for (i = 0; i < top->nr_rows; i++) {
		text = top_row_text(top, &top->rows[i]);
		fprintf(out, "%s\n", text);
		free(text);
	}
}

/* Run the command ARGV[0]. BEGIN, unless NULL, is called before it reads. */
int run_top(int argc, char **argv, const struct top_kind *kind, void (*begin)(void))
{
	struct options options;
	struct top top = { .kind = kind, .options = &options };
	double next;
	FILE *out;

	if (parse_options(&options, argc, argv) != argc)
		die(EXIT_WRONG, "%s: it shows the running kernel; for a file, use alloctag %s",
		    argv[0], kind->waits ? "waits report" : "report");
	if (!options.once && (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)))
		die(EXIT_WRONG, "%s: no terminal; --once prints the list once", argv[0]);
	top.sort = options.sort;
	/* Of waits, no line holds others' objects. */
	options.filter.all_lines |= kind->waits;
	if (begin)
		begin();
	/* Give the text of each report back, so that no holes remain. */
	mallopt(M_MMAP_THRESHOLD, 1 << 20);
	kind->read(&top.base);
	top.now = top.base;
	top.now_time = monotonic_seconds();
	add_up(&top.now, &top.totals);
	top.base_once = top.totals.once;
	top_regroup(&top);
	if (options.once) {
		next = monotonic_seconds() + options.interval;
		catch_signals();
		/* The last one of several refreshes is printed. */
		do {
			wait_until(&next, options.interval);
			top_refresh(&top);
			top_find_rows(&top, options.top);
		} while (options.count-- > 1 && !stopped);
		out = open_output(options.output);
		print_once(&top, out);
		close_output(out, options.output);
	} else {
		top_refresh(&top);
		top_run_screen(&top);
	}
	if (top.now.entries != top.base.entries)
		snapshot_free(&top.now);
	snapshot_free(&top.base);
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
