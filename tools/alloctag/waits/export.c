// SPDX-License-Identifier: GPL-2.0
/*
 * export.c - alloctag waits export: in formats of other programs
 *
 * folded: a line for each line of the kernel that waits, or for each call
 * stack, with nanoseconds, for flamegraph.pl.
 *
 * prometheus: counters of all lines, and a histogram of those that have one in
 * the kernel. Its limits are the powers of two from 1,024 ns on, where buckets
 * of the kernel end, too; the series are the same each time. The kernel does
 * not add up the times in a histogram: the sum is that of the middles of its
 * buckets, within an eighth.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "out/exposition.h"
#include "out/folded.h"
#include "out/tree.h"
#include "snapshot/read.h"
#include "util/error.h"
#include "util/output.h"
#include "waits/histogram.h"
#include "waits/live.h"
#include "waits/stacks.h"

/* The powers of two that are limits: up to the kernel's last one. */
#define FIRST_LIMIT 10
#define LAST_LIMIT 41

static void export_folded(struct snapshot *snapshot, const struct options *options, FILE *out)
{
	struct tree tree;

	tree_build(&tree, snapshot, &options->filter,
		   options->tree == NR_TREE_KINDS ? TREE_SOURCE : options->tree, NULL);
	tree_finish(&tree, 0);
	print_folded(&tree, "", out);
	tree_free(&tree);
}

static void export_folded_stacks(const struct watched *watched,
				 const struct options *options, FILE *out)
{
	struct tree tree;

	tree_build_stacks(&tree, watched, &options->filter, NULL);
	tree_finish(&tree, 0);
	print_folded(&tree, "", out);
	tree_free(&tree);
}

/* A metric in seconds, of the nanoseconds at OFFSET of each group. */
static void print_seconds(const struct groups *groups, const char *name, const char *type,
			  const char *help, size_t offset, FILE *out)
{
	size_t i;

	print_help(out, name, type, help);
	for (i = 0; i < groups->nr; i++) {
		const struct group *group = &groups->array[i];
		int64_t ns = *(const int64_t *)((const char *)group + offset);

		fprintf(out, "%s{", name);
		print_line_labels(out, group);
		fprintf(out, "} %" PRId64 ".%09" PRId64 "\n", ns / 1000000000, ns % 1000000000);
	}
}

/* The middle of the kernel's bucket that ends at END; see its histogram.c. */
static double bucket_middle(int64_t end)
{
	int order = 63 - __builtin_clzll(end - 1);

	if (end == INT64_MAX)
		return 3.0 * (INT64_C(1) << (LAST_LIMIT - 1));
	return end <= 1 << FIRST_LIMIT ? end / 2.0 : end - (INT64_C(1) << (order - 2)) / 2.0;
}

/* Waits by limit, and how long all of them have been, about. */
struct limits {
	int64_t waits[LAST_LIMIT - FIRST_LIMIT + 2];	/* the last: +Inf */
	double ns;
};

/* Add the histograms of a line. Returns whether there is one. */
static bool add_histograms(struct limits *limits, const struct histograms *histograms,
			   const struct entry *entry)
{
	bool any = false;
	size_t i, k;

	memset(limits, 0, sizeof(*limits));
	for (i = 0; i < histograms->nr; i++) {
		const struct histogram *histogram = &histograms->array[i];

		if (!same_place(&histogram->entry, entry))
			continue;
		any |= histogram->nr;
		for (k = 0; k < histogram->nr; k++) {
			const struct bucket *bucket =
				&histograms->buckets[histogram->first + k];
			int limit = FIRST_LIMIT;

			while (limit <= LAST_LIMIT && bucket->end > INT64_C(1) << limit)
				limit++;
			limits->waits[limit - FIRST_LIMIT] += bucket->waits;
			limits->ns += bucket->waits * bucket_middle(bucket->end);
		}
	}
	return any;
}

/* Prometheus's buckets have the waits of all shorter ones, too. */
static void print_histogram(const struct limits *limits, const struct group *group,
			    FILE *out)
{
	static const char name[] = "alloctag_wait_duration_seconds";
	int64_t waits = 0;
	int limit;

	for (limit = FIRST_LIMIT; limit <= LAST_LIMIT + 1; limit++) {
		waits += limits->waits[limit - FIRST_LIMIT];
		fprintf(out, "%s_bucket{", name);
		print_line_labels(out, group);
		if (limit > LAST_LIMIT)
			fprintf(out, ",le=\"+Inf\"} %" PRId64 "\n", waits);
		else
			fprintf(out, ",le=\"%.9g\"} %" PRId64 "\n",
				(INT64_C(1) << limit) / 1e9, waits);
	}
	fprintf(out, "%s_sum{", name);
	print_line_labels(out, group);
	fprintf(out, "} %.9f\n%s_count{", limits->ns / 1e9, name);
	print_line_labels(out, group);
	fprintf(out, "} %" PRId64 "\n", waits);
}

static void export_prometheus(const struct snapshot *snapshot,
			      const struct histograms *histograms,
			      const struct options *options, FILE *out)
{
	struct groups groups;
	bool any = false;
	size_t i;

	groups_init(&groups, BY_LINE, 0, &wait_measures);
	groups_add_all(&groups, snapshot, &options->filter);
	/* So that the order is the same each time. */
	groups_sort_names(&groups);
	print_seconds(&groups, "alloctag_wait_seconds_total", "counter",
		      "How long tasks have slept at a line of the kernel.",
		      offsetof(struct group, slept), out);
	print_help(out, "alloctag_waits_total", "counter",
		   "Waits at a line of the kernel, each for one condition.");
	for (i = 0; i < groups.nr; i++)
		print_line_value(out, "alloctag_waits_total", &groups.array[i],
				 groups.array[i].waits);
	print_help(out, "alloctag_wait_wakeups_total", "counter",
		   "How often a task has slept at a line of the kernel.");
	for (i = 0; i < groups.nr; i++)
		print_line_value(out, "alloctag_wait_wakeups_total", &groups.array[i],
				 groups.array[i].wakeups);
	print_seconds(&groups, "alloctag_wait_longest_seconds", "gauge",
		      "The longest wait at a line of the kernel since it counts.",
		      offsetof(struct group, longest), out);
	for (i = 0; i < groups.nr; i++) {
		struct limits limits;

		if (!add_histograms(&limits, histograms, &groups.array[i].entry))
			continue;
		if (!any)
			print_help(out, "alloctag_wait_duration_seconds", "histogram",
				   "How long waits at a line of the kernel with the flag h have been; the sum is within an eighth.");
		any = true;
		print_histogram(&limits, &groups.array[i], out);
	}
	groups_free(&groups);
}

int cmd_waits_export(int argc, char **argv)
{
	struct histograms histograms = { 0 };
	struct snapshot snapshot = { 0 };
	struct watched watched = { 0 };
	struct options options;
	bool stacks;
	int first, nr;
	char *name;
	FILE *out;

	first = parse_options(&options, argc, argv);
	nr = argc - first;
	if (!options.export)
		die(EXIT_WRONG, "waits export: --folded or --prometheus is missing");
	stacks = options.tree == TREE_STACK;
	if (stacks && options.export == EXPORT_PROMETHEUS)
		die(EXIT_WRONG, "waits export: --prometheus has no call stacks");
	if (nr > (options.export == EXPORT_PROMETHEUS ? 2 : 1))
		die(EXIT_WRONG, "waits export: too many files; only --prometheus takes a second one, with histograms");
	options.filter.all_lines = true;
	if (stacks && nr)
		read_wait_stacks(&watched, argv[first]);
	else if (stacks)
		read_wait_stacks_live(&watched);
	else if (nr)
		read_waits(&snapshot, argv[first], &options.period);
	else
		read_waits_live(&snapshot);
	if (options.export == EXPORT_PROMETHEUS && nr == 2) {
		read_histograms(&histograms, argv[first + 1]);
	} else if (options.export == EXPORT_PROMETHEUS && !nr) {
		name = waits_file("histograms");
		read_histograms(&histograms, name);
		free(name);
	}
	out = open_output(options.output);
	if (stacks)
		export_folded_stacks(&watched, &options, out);
	else if (options.export == EXPORT_FOLDED)
		export_folded(&snapshot, &options, out);
	else
		export_prometheus(&snapshot, &histograms, &options, out);
	close_output(out, options.output);
	histograms_free(&histograms);
	watched_free(&watched);
	snapshot_free(&snapshot);
	return 0;
}
