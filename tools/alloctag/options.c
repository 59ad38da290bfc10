// SPDX-License-Identifier: GPL-2.0
/*
 * options.c - the options of all commands
 *
 * An option means the same in each command that has it. Which command accepts
 * which options is said by its caller; what --help prints is in main.c.
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "tree.h"

enum {
	OPT_PROC = 256,
	OPT_FILE,
	OPT_FUNCTION,
	OPT_MODULE,
	OPT_TYPE,
	OPT_ALL_LINES,
	OPT_DEPTH,
	OPT_STATE,
	OPT_NO_SAVE,
	OPT_AT,
	OPT_COUNT,
	OPT_FORCE,
	OPT_LIVE,
	OPT_SHRUNK,
	OPT_TREE,
	OPT_TITLE,
	OPT_PPROF,
	OPT_FOLDED,
	OPT_PROMETHEUS,
	OPT_ONCE,
	OPT_SYS,
	OPT_CONTEXTS,
	OPT_SAMPLES,
	OPT_AGES,
	OPT_COLOR,
	OPT_SLACK,
	OPT_BUFFER,
};

static const char * const color_names[] = { "top", "slack" };

static const struct option long_options[] = {
	{ "help", no_argument, NULL, 'h' },
	{ "proc", required_argument, NULL, OPT_PROC },
	{ "sys", required_argument, NULL, OPT_SYS },
	{ "file", required_argument, NULL, OPT_FILE },
	{ "function", required_argument, NULL, OPT_FUNCTION },
	{ "module", required_argument, NULL, OPT_MODULE },
	{ "type", required_argument, NULL, OPT_TYPE },
	{ "all-lines", no_argument, NULL, OPT_ALL_LINES },
	{ "by", required_argument, NULL, 'g' },
	{ "depth", required_argument, NULL, OPT_DEPTH },
	{ "sort", required_argument, NULL, 's' },
	{ "top", required_argument, NULL, 'n' },
	{ "format", required_argument, NULL, 'f' },
	{ "bytes", no_argument, NULL, 'b' },
	{ "output", required_argument, NULL, 'o' },
	{ "memory", no_argument, NULL, 'm' },
	{ "state", required_argument, NULL, OPT_STATE },
	{ "no-save", no_argument, NULL, OPT_NO_SAVE },
	{ "at", required_argument, NULL, OPT_AT },
	{ "interval", required_argument, NULL, 'i' },
	{ "duration", required_argument, NULL, 'd' },
	{ "count", required_argument, NULL, OPT_COUNT },
	{ "force", no_argument, NULL, OPT_FORCE },
	{ "live", required_argument, NULL, OPT_LIVE },
	{ "shrunk", no_argument, NULL, OPT_SHRUNK },
	{ "tree", required_argument, NULL, OPT_TREE },
	{ "title", required_argument, NULL, OPT_TITLE },
	{ "pprof", no_argument, NULL, OPT_PPROF },
	{ "folded", no_argument, NULL, OPT_FOLDED },
	{ "prometheus", no_argument, NULL, OPT_PROMETHEUS },
	{ "once", no_argument, NULL, OPT_ONCE },
	{ "contexts", no_argument, NULL, OPT_CONTEXTS },
	{ "samples", no_argument, NULL, OPT_SAMPLES },
	{ "ages", no_argument, NULL, OPT_AGES },
	{ "query", required_argument, NULL, 'q' },
	{ "buffer", required_argument, NULL, OPT_BUFFER },
	{ "color", required_argument, NULL, OPT_COLOR },
	{ "slack", required_argument, NULL, OPT_SLACK },
	{ NULL, 0, NULL, 0 },
};

/* The kind of options that option C belongs to, 0 for all commands. */
static unsigned int kind_of(int c)
{
	switch (c) {
	case OPT_FILE:
	case OPT_FUNCTION:
	case OPT_MODULE:
	case OPT_TYPE:
	case OPT_ALL_LINES:
		return OPTIONS_FILTER;
	case 'g':
	case OPT_DEPTH:
		return OPTIONS_GROUP;
	case 's':
		return OPTIONS_SORT | OPTIONS_TOP_SORT | OPTIONS_SORT_TEXT;
	case 'n':
		return OPTIONS_TOP;
	case 'f':
		return OPTIONS_FORMAT;
	case 'b':
		return OPTIONS_FORMAT | OPTIONS_EXACT;
	case 'o':
		return OPTIONS_OUTPUT;
	case 'm':
		return OPTIONS_MEMORY;
	case OPT_STATE:
	case OPT_NO_SAVE:
		return OPTIONS_STATE;
	case OPT_AT:
		return OPTIONS_AT;
	case 'i':
		return OPTIONS_SERIES | OPTIONS_INTERVAL;
	case OPT_ONCE:
		return OPTIONS_INTERVAL;
	case OPT_COUNT:
		return OPTIONS_SERIES | OPTIONS_COUNT;
	case 'd':
		return OPTIONS_SERIES | OPTIONS_TRACE;
	case OPT_FORCE:
		return OPTIONS_SERIES;
	case 'q':
	case OPT_BUFFER:
		return OPTIONS_TRACE;
	case OPT_LIVE:
		return OPTIONS_LIVE;
	case OPT_SHRUNK:
		return OPTIONS_SHRUNK;
	case OPT_TREE:
		return OPTIONS_TREE;
	case OPT_TITLE:
	case OPT_COLOR:
	case OPT_SLACK:
		return OPTIONS_PICTURE;
	case OPT_CONTEXTS:
	case OPT_SAMPLES:
		return OPTIONS_STACKS;
	case OPT_AGES:
		return OPTIONS_AGES;
	case OPT_PPROF:
	case OPT_FOLDED:
	case OPT_PROMETHEUS:
		return OPTIONS_EXPORT;
	default:
		return 0;
	}
}

void options_init(struct options *options)
{
	memset(options, 0, sizeof(*options));
	options->top = 20;
	options->interval = 1;
}

static void set_option(struct options *options, int c, unsigned int accepted)
{
	switch (c) {
	case OPT_PROC:
		proc_folder = optarg;
		break;
	case OPT_SYS:
		sys_folder = optarg;
		break;
	case OPT_FILE:
		options->filter.file = optarg;
		break;
	case OPT_FUNCTION:
		options->filter.function = optarg;
		break;
	case OPT_MODULE:
		options->filter.module = optarg;
		break;
	case OPT_TYPE:
		options->filter.type = optarg;
		break;
	case OPT_ALL_LINES:
		options->filter.all_lines = true;
		break;
	case 'g':
		options->grouping = find_name(optarg, grouping_names,
					      NR_GROUPINGS, "--by");
		break;
	case OPT_DEPTH:
		options->depth = parse_count(optarg, "--depth", 1);
		break;
	case 's':
		if (accepted & OPTIONS_SORT_TEXT) {
			options->sort_text = optarg;
			break;
		}
		if (accepted & OPTIONS_TOP_SORT) {
			options->top_sort = find_name(optarg, top_sort_names,
						      NR_TOP_SORTS, "--sort");
			break;
		}
		options->sort = find_name(optarg, sort_names, NR_SORT_KEYS,
					  "--sort");
		break;
	case 'n':
		options->top = parse_count(optarg, "--top", 0);
		break;
	case 'f':
		options->format = find_name(optarg, output_names,
					    NR_OUTPUT_FORMATS, "--format");
		break;
	case 'b':
		options->exact = true;
		break;
	case 'o':
		options->output = optarg;
		break;
	case 'm':
		options->memory = true;
		break;
	case OPT_STATE:
		options->state = optarg;
		break;
	case OPT_NO_SAVE:
		options->no_save = true;
		break;
	case OPT_AT:
		options->at = parse_count(optarg, "--at", 1);
		break;
	case 'i':
		options->interval = parse_duration(optarg, "--interval");
		break;
	case 'd':
		options->duration = parse_duration(optarg, "--duration");
		break;
	case OPT_COUNT:
		options->count = parse_count(optarg, "--count", 1);
		break;
	case OPT_FORCE:
		options->force = true;
		break;
	case OPT_LIVE:
		options->live = parse_duration(optarg, "--live");
		break;
	case OPT_SHRUNK:
		options->shrunk = true;
		break;
	case OPT_TREE:
		options->tree = find_name(optarg, tree_names, NR_TREE_KINDS,
					  "--tree");
		options->tree_given = true;
		break;
	case OPT_COLOR:
		options->color_slack = find_name(optarg, color_names,
						 ARRAY_SIZE(color_names), "--color");
		break;
	case OPT_SLACK:
		options->slack = optarg;
		options->color_slack = true;
		break;
	case OPT_TITLE:
		options->title = optarg;
		break;
	case OPT_ONCE:
		options->once = true;
		break;
	case 'q':
		options->query = optarg;
		break;
	case OPT_BUFFER:
		options->buffer = parse_count(optarg, "--buffer", 1);
		break;
	case OPT_CONTEXTS:
		options->contexts = true;
		break;
	case OPT_SAMPLES:
		options->samples = true;
		break;
	case OPT_AGES:
		options->ages = true;
		break;
	case OPT_PPROF:
		options->export = 'p';
		break;
	case OPT_FOLDED:
		options->export = 'f';
		break;
	case OPT_PROMETHEUS:
		options->export = 'm';
		break;
	}
}

/*
 * Parse the options of the command ARGV[0], which accepts those of the kinds
 * ACCEPTED. Returns the index of the first argument that is no option. Wrong
 * usage ends the program, and so does --help.
 */
int parse_options(struct options *options, int argc, char **argv,
		  unsigned int accepted)
{
	int c;

	optind = 0;
	opterr = 0;
	while ((c = getopt_long(argc, argv, ":hg:s:n:f:bo:mi:d:q:", long_options,
				NULL)) != -1) {
		unsigned int kind = kind_of(c);

		if (c == 'h') {
			print_usage(stdout, argv[0]);
			close_output(stdout, NULL);
			exit(0);
		}
		if (c == ':')
			die(EXIT_WRONG, "%s needs an argument; see alloctag %s --help",
			    argv[optind - 1], argv[0]);
		if (c == '?' || (kind && !(accepted & kind)))
			die(EXIT_WRONG, "alloctag %s has no option %s; see alloctag %s --help",
			    argv[0], argv[optind - 1], argv[0]);
		set_option(options, c, accepted);
	}
	/* Files of two kernels must not be mixed. */
	if (!sys_folder)
		sys_folder = !strcmp(proc_folder, "/proc") ? "/sys" : proc_folder;
	return optind;
}
