// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag - show, compare and draw the memory that lines of a kernel hold
 *
 * Reads /proc/allocinfo of mainline and of kernels with alloctag,
 * /proc/alloctag, reports of liballoctag, and its own recordings. Each command
 * has its file; alloctag.1 describes them.
 *
 * Exit codes: 0, 1 if the system refused something, 2 for wrong usage or wrong
 * input, 3 if a line grew more than --max-growth or --fail-on allows. run and
 * why pass on that of their command.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "options.h"
#include "usage.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/file.h"
#include "util/output.h"

#ifndef VERSION
#define VERSION "unknown"
#endif

static int (* const run[NR_COMMANDS])(int argc, char **argv) = {
	[COMMAND_SUMMARY] = cmd_summary,
	[COMMAND_REPORT] = cmd_report,
	[COMMAND_TOP] = cmd_top,
	[COMMAND_RECORD] = cmd_record,
	[COMMAND_INFO] = cmd_info,
	[COMMAND_RUN] = cmd_run,
	[COMMAND_DIFF] = cmd_diff,
	[COMMAND_LEAKS] = cmd_leaks,
	[COMMAND_TREEMAP] = cmd_picture,
	[COMMAND_FLAME] = cmd_picture,
	[COMMAND_CHART] = cmd_chart,
	[COMMAND_EXPORT] = cmd_export,
	[COMMAND_WATCH] = cmd_watch,
	[COMMAND_UNWATCH] = cmd_watch,
	[COMMAND_STACKS] = cmd_records,
	[COMMAND_SLACK] = cmd_records,
	[COMMAND_LIFETIMES] = cmd_records,
	[COMMAND_PEAKS] = cmd_records,
	[COMMAND_NODES] = cmd_records,
	[COMMAND_TRACE] = cmd_trace,
	[COMMAND_WHOSE] = cmd_whose,
	[COMMAND_WHY] = cmd_why,
	[COMMAND_ERRORS] = cmd_errors,
	[COMMAND_WAITS] = cmd_waits,
	[COMMAND_WAITS_DIFF] = cmd_waits,
	[COMMAND_WAITS_TOP] = cmd_waits_top,
	[COMMAND_WAITS_RECORD] = cmd_waits_record,
	[COMMAND_WAITS_FLAME] = cmd_waits_flame,
	[COMMAND_WAITS_EXPORT] = cmd_waits_export,
};

int main(int argc, char **argv)
{
	static char summary[] = "summary";
	const char *first = argc > 1 ? argv[1] : "";
	enum command command = find_command(first);
	int result = 0;

	if (argc > 2 && find_subcommand(first, argv[2]) < NR_COMMANDS) {
		char *name;

		command = find_subcommand(first, argv[2]);
		name = xstrdup(commands[command].name);
		argv[2] = name;
		result = run[command](argc - 2, argv + 2);
		free(name);
		return result;
	}
	if (command < NR_COMMANDS)
		return run[command](argc - 1, argv + 1);
	if (!strcmp(first, "--help") || !strcmp(first, "-h") ||
	    !strcmp(first, "help")) {
		command = argc > 3 ? find_subcommand(argv[2], argv[3]) : NR_COMMANDS;
		if (command == NR_COMMANDS && argc > 2)
			command = find_command(argv[2]);
		print_usage(stdout, command);
	} else if (!strcmp(first, "--version")) {
		puts("alloctag " VERSION);
	} else if (!strcmp(first, "--words")) {
		result = print_words(stdout, argc - 2, argv + 2);
	} else if (argc < 2 || *first == '-') {
		/* All arguments belong to the default command. */
		argv[0] = summary;
		return cmd_summary(argc, argv);
	} else if (!access(first, F_OK)) {
		die(EXIT_WRONG, "%s is no command; try: alloctag report %s", first,
		    first);
	} else {
		die(EXIT_WRONG, "%s is no command; see alloctag --help", first);
	}
	close_output(stdout, NULL);
	return result;
}
