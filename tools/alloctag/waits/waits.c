// SPDX-License-Identifier: GPL-2.0
/*
 * waits.c - alloctag waits and waits diff: what the machine waits for
 *
 *	# alloctag waits --live=10s
 *	9.91 s asleep in 12 waits in 10 s: 0.99 tasks waited on average
 *
 *	slept   waiters  waits  wakeups  mean    longest  line             ...
 *	9.91 s     0.99     12       12  826 ms  1.2 s    fs/dax.c:733     ...
 *
 * The kernel counts sleeps by line while the sysctl kernel.wait_tags is 1
 * (Documentation/waits.rst). Its file is a snapshot like any other, so it can
 * be recorded, and two of them can be compared. With --live, the kernel counts
 * meanwhile, and what it has counted is shown. --tasks and --by=task show the
 * tasks that wait: see tasks.c.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "report/envelope.h"
#include "snapshot/group.h"
#include "util/error.h"
#include "util/output.h"
#include "util/text.h"
#include "waits/counted.h"
#include "waits/table.h"
#include "waits/tasks.h"

/* Ends the program if the options and the number of files don't fit. */
static void check_usage(const struct options *options, bool diff, int nr)
{
	bool running = options->live || options->tasks || options->grouping == BY_TASK;

	if (!diff && nr > 1)
		die(EXIT_WRONG, "waits: more than one file; alloctag waits diff compares two");
	if (diff && (options->live ? nr > 0 : nr < 1 || nr > 2))
		die(EXIT_WRONG, "waits diff: two files, one recording, or --live=TIME");
	if (nr && running)
		die(EXIT_WRONG, "waits: --live, --tasks and --by=task are of the running kernel");
	if (options->live && options->tasks)
		die(EXIT_WRONG, "waits: --live and --tasks exclude each other");
}

/* Above the table: in how much time how much was waited. */
static void print_head(const struct counted *counted, int64_t slept, int64_t waits,
		       const struct options *options, FILE *out)
{
	char text[3][HUMAN_SIZE];

	if (options->format == OUTPUT_JSON) {
		print_json_head(out, &counted->after);
		if (counted->seconds > 0)
			fprintf(out, "\"seconds\": %.6g, ", counted->seconds);
		fprintf(out, "\"slept_ns\": %" PRId64 ", \"waits\": %" PRId64 ", \"rows\": ",
			slept, waits);
	}
	if (options->format != OUTPUT_TEXT)
		return;
	fprintf(out, "%s asleep in %" PRId64 " waits", human_ns(text[0], slept), waits);
	if (counted->seconds > 0)
		fprintf(out, " in %s: %s tasks waited on average",
			human_seconds(text[1], counted->seconds),
			waiters_text(text[2], slept / 1e9 / counted->seconds));
	fputs("\n\n", out);
}

static void print_counted(const struct counted *counted, const struct options *options,
			  FILE *out)
{
	int64_t slept = 0, waits = 0;
	struct groups groups;
	size_t i, left;

	groups_init(&groups, options->grouping, options->depth, &wait_measures);
	groups_add_all(&groups, &counted->lines, &options->filter);
	for (i = 0; i < groups.nr; i++) {
		slept += groups.array[i].slept;
		waits += groups.array[i].waits;
	}
	print_head(counted, slept, waits, options, out);
	left = print_waits(&groups, options, counted->seconds, out);
	end_rows(out, options->format);
	if (left && options->format == OUTPUT_TEXT)
		fprintf(out, "... and %zu more rows (--top=0 shows all)\n", left);
	groups_free(&groups);
}

/* alloctag waits and waits diff */
int cmd_waits(int argc, char **argv)
{
	bool diff = !strcmp(argv[0], "waits diff");
	struct counted counted = { 0 };
	struct options options;
	int first;
	FILE *out;

	first = parse_options(&options, argc, argv);
	check_usage(&options, diff, argc - first);
	options.filter.all_lines = true;
	if (options.tasks)
		return list_waiting_tasks(&options);
	if (options.grouping == BY_TASK)
		return list_tasks(&options);
	read_counted(&counted, &options, argv[0], diff, argv + first, argc - first);
	out = open_output(options.output);
	print_counted(&counted, &options, out);
	close_output(out, options.output);
	counted_free(&counted);
	return 0;
}
