// SPDX-License-Identifier: GPL-2.0
/*
 * command.c - alloctag report: of the running kernel, a file, or a kernel log
 */
#include "arguments.h"
#include "commands.h"
#include "report/dmesg.h"
#include "report/report.h"
#include "snapshot/read.h"
#include "util/error.h"
#include "util/output.h"
#include "watch/nodes.h"

/* Options that don't belong together. */
static void check_options(const struct options *options, bool file)
{
	if (options->list && !options->dmesg)
		die(EXIT_WRONG, "report: --list is of --dmesg");
	if (options->dmesg && options->grouping == BY_NODE)
		die(EXIT_WRONG, "report: --by=node is not of --dmesg, whose report has no nodes");
	if (options->dmesg && options->memory)
		die(EXIT_WRONG, "report: --memory is not of --dmesg, whose report has Mem-Info");
	if (options->dmesg && period_has_times(&options->period))
		die(EXIT_WRONG, "report: with --dmesg, --at=N is the number of a report");
	if (options->dmesg && !file)
		die(EXIT_WRONG, "report: which log? As in: dmesg | alloctag report --dmesg -");
	if (options->dmesg)
		check_sort(options->sort, FORMAT_ALLOCINFO_2);
}

int cmd_report(int argc, char **argv)
{
	struct snapshot snapshot;
	struct options options;
	int first;
	FILE *out;

	first = parse_options(&options, argc, argv);
	if (argc - first > 1)
		die(EXIT_WRONG, "report: more than one file");
	check_options(&options, first < argc);
	if (options.dmesg) {
		report_dmesg(argv[first], &options);
		return 0;
	}
	if (options.grouping == BY_NODE)
		return report_nodes(&options, argv[first]);
	if (first < argc)
		read_snapshot(&snapshot, argv[first], &options.period);
	else
		read_live(&snapshot);
	check_sort(options.sort, snapshot.format);
	out = open_output(options.output);
	if (options.format == OUTPUT_TEXT && period_has_times(&options.period)) {
		print_when(out, &snapshot);
		fputs("\n\n", out);
	}
	print_report(&snapshot, &options, out);
	close_output(out, options.output);
	snapshot_free(&snapshot);
	return 0;
}
