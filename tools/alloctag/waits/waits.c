// SPDX-License-Identifier: GPL-2.0
/*
 * waits.c - alloctag waits: what the machine waits for
 *
 *	# alloctag waits --live=10s
 *	slept   waits  wakeups  mean    longest  line                   ...
 *	9.91 s     12       12  826 ms  1.2 s    fs/jbd2/journal.c:733  ...
 *
 * The kernel counts sleeps by line while the sysctl kernel.wait_tags is 1
 * (Documentation/waits.rst). With --live, it does meanwhile. Of two copies of
 * its file, the difference is shown. --tasks lists the tasks that wait now: see
 * tasks.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "out/table.h"
#include "snapshot/group.h"
#include "snapshot/place.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/file.h"
#include "util/switch.h"
#include "util/output.h"
#include "util/text.h"
#include "waits/waits.h"

/* What was counted for the lines of a group. */
struct wait_sum {
	int64_t waits, wakeups, ns, longest;
	size_t group;		/* its number in groups */
};

struct wait_sums {
	struct groups groups;
	struct wait_sum *array;	/* one for each group */
	size_t room;
	const struct filter *filter;
};

/* Add what a line has: to what there is, or, if BEFORE, taken from that. */
static void add_line(struct wait_sums *sums, const struct entry *entry,
		     const struct wait_sum *line, bool before)
{
	size_t number, nr = sums->groups.nr;
	struct wait_sum *sum;
	int sign = before ? -1 : 1;

	if (!filter_matches(sums->filter, entry))
		return;
	number = groups_find(&sums->groups, entry) - sums->groups.array;
	if (sums->groups.nr > nr) {
		sums->array = grow(sums->array, nr, &sums->room, sizeof(*sums->array));
		sums->array[nr] = (struct wait_sum){ .group = nr };
	}
	sum = &sums->array[number];
	sum->waits += sign * line->waits;
	sum->wakeups += sign * line->wakeups;
	sum->ns += sign * line->ns;
	/* Of a difference: the longest one since counting began. */
	if (!before && line->longest > sum->longest)
		sum->longest = line->longest;
}

/* Parse "WAITS WAKEUPS NS LONGEST TAG". Returns what is wrong, or NULL. */
static const char *parse_line(const char *at, const char *stop, struct wait_sum *line,
			      struct entry *entry)
{
	int64_t *numbers[] = { &line->waits, &line->wakeups, &line->ns, &line->longest };
	const char *problem = NULL, *rest;
	size_t i;

	for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]) && !problem; i++)
		problem = parse_number(numbers[i], &at, stop);
	return problem ? problem : parse_tag(at, stop, entry, &rest);
}

/* Add the lines of the file NAME. Ends the program if it is wrong. */
static void add_file(struct wait_sums *sums, const char *name, bool before)
{
	static const char header[] = "codetag wait stats - version: 1.";
	const char *at, *stop, *problem;
	unsigned int number = 1;
	struct error error;
	int64_t time;
	size_t size;
	char *text;

	if (read_all(name, &text, &size, &time, &error) < 0)
		die(EXIT_CANNOT, "%s", error.text);
	if (size < strlen(header) || memcmp(text, header, strlen(header)))
		die(EXIT_WRONG, "%s: not the file codetag/wait/stats of a kernel", name);
	for (at = text; at < text + size; at = stop + 1, number++) {
		struct wait_sum line = { 0 };
		struct entry entry = { 0 };

		stop = memchr(at, '\n', text + size - at);
		if (!stop)
			die(EXIT_WRONG, "%s:%u: cut off", name, number);
		if (number == 1 || *at == '#')
			continue;
		problem = parse_line(at, stop, &line, &entry);
		if (problem)
			die(EXIT_WRONG, "%s:%u: %s", name, number, problem);
		add_line(sums, &entry, &line, before);
	}
	free(text);
}

static int compare_ns(const void *x, const void *y)
{
	const struct wait_sum *a = x, *b = y;

	if (a->ns != b->ns)
		return a->ns < b->ns ? 1 : -1;
	return a->group < b->group ? -1 : 1;
}

static void print_sums(struct wait_sums *sums, const struct options *options, FILE *out)
{
	struct table table;
	unsigned long rows = 0;
	size_t i;

	qsort(sums->array, sums->groups.nr, sizeof(*sums->array), compare_ns);
	table_init(&table);
	waits_time_column(&table, options, "slept", "slept_ns");
	table_column(&table, "waits", COLUMN_COUNT);
	table_column(&table, "wakeups", COLUMN_COUNT);
	waits_time_column(&table, options, "mean", "mean_ns");
	waits_time_column(&table, options, "longest", "longest_ns");
	table_column(&table, grouping_names[options->grouping], COLUMN_TEXT);
	if (options->grouping == BY_LINE) {
		table_column(&table, "function", COLUMN_TEXT);
		table_column(&table, "module", COLUMN_TEXT);
	}
	for (i = 0; i < sums->groups.nr && (!options->top || rows < options->top); i++) {
		const struct wait_sum *sum = &sums->array[i];
		const struct group *group = &sums->groups.array[sum->group];
		char *label;

		/* A wait that began before is not among them. */
		if (sum->wakeups <= 0)
			continue;
		rows++;
		waits_time(&table, options, sum->ns);
		table_count(&table, sum->waits);
		table_count(&table, sum->wakeups);
		waits_time(&table, options, sum->ns / (sum->waits > 0 ? sum->waits : 1));
		waits_time(&table, options, sum->longest);
		label = group_label(&sums->groups, group);
		table_text(&table, label);
		free(label);
		if (options->grouping == BY_LINE) {
			table_name(&table, name_text(group->function));
			table_name(&table, module_text(group->module));
		}
	}
	table_print(&table, out, options->format, true);
	table_free(&table);
}

/* Of a running kernel: what it counts in options->live seconds from now. */
static void add_live(struct wait_sums *sums, const char *name, const struct options *options)
{
	static const struct kernel_switch waits = {
		.sysctl = "wait_tags",
		.lock = "alloctag-waits.lock",
		.missing = "this kernel doesn't count waits: it needs CONFIG_CODE_TAG_WAIT",
		.off = "the kernel doesn't count waits",
	};
	double next;

	/* Before: it replaces only what would end the program. */
	catch_signals();
	switch_on(&waits);
	add_file(sums, name, true);
	next = monotonic_seconds() + options->live;
	wait_until(&next, options->live);
	add_file(sums, name, false);
}

int cmd_waits(int argc, char **argv)
{
	struct wait_sums sums = { 0 };
	struct options options;
	char *name;
	int first;
	FILE *out;

	first = parse_options(&options, argc, argv);
	if (first < argc - 2)
		die(EXIT_WRONG, "waits: two files at most");
	if (first < argc && (options.live || options.tasks))
		die(EXIT_WRONG, "waits: --live and --tasks are of the running kernel");
	if (options.live && options.tasks)
		die(EXIT_WRONG, "waits: --live and --tasks exclude each other");
	options.filter.all_lines = true;
	if (options.tasks)
		return list_waiting_tasks(&options);
	name = first < argc ? xasprintf("%s", argv[first]) :
	       xasprintf("%s/kernel/debug/codetag/wait/stats", sys_folder);
	if (first == argc && access(name, F_OK) && errno == ENOENT)
		die(EXIT_CANNOT, "%s does not exist: this kernel needs CONFIG_CODE_TAG_WAIT, and debugfs must be mounted",
		    name);
	groups_init(&sums.groups, options.grouping, options.depth);
	sums.filter = &options.filter;
	if (options.live) {
		add_live(&sums, name, &options);
	} else {
		add_file(&sums, name, first == argc - 2);
		if (first == argc - 2)
			add_file(&sums, argv[first + 1], false);
	}
	out = open_output(options.output);
	print_sums(&sums, &options, out);
	if (options.format == OUTPUT_JSON)
		fputc('\n', out);
	close_output(out, options.output);
	groups_free(&sums.groups);
	free(sums.array);
	free(name);
	return 0;
}
