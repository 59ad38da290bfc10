// SPDX-License-Identifier: GPL-2.0
/*
 * top.c - alloctag top: the biggest and busiest lines, live
 */
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "snapshot/read.h"
#include "top/rows.h"
#include "top/screen.h"
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

int cmd_top(int argc, char **argv)
{
	struct options options;
	struct top top = { .options = &options };
	double next;
	FILE *out;

	if (parse_options(&options, argc, argv) != argc)
		die(EXIT_WRONG, "top: it shows the running kernel; for a file, use alloctag report");
	if (!options.once && (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)))
		die(EXIT_WRONG, "top: no terminal; --once prints the list once");
	top.sort = options.sort;
	/* Give the text of each report back, so that no holes remain. */
	mallopt(M_MMAP_THRESHOLD, 1 << 20);
	read_live(&top.base);
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
