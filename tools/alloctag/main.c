// SPDX-License-Identifier: GPL-2.0
/*
 * alloctag - show, compare and draw the memory that lines of a kernel have
 *
 * Reads /proc/allocinfo of mainline and of kernels with alloctag,
 * /proc/alloctag, reports of liballoctag, and its own recordings. Each command
 * is a file of its own; alloctag.1 describes them.
 *
 * Exit codes: 0, 1 if the system refused something, 2 for wrong usage and for
 * input that is not what it should be.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloctag.h"

#ifndef VERSION
#define VERSION "unknown"
#endif

#define FILTER_OPTIONS \
	"      --file=GLOB, --function=GLOB, --module=GLOB, --type=GLOB\n" \
	"                        only such lines\n" \
	"      --all-lines       slab pages and per-CPU pages, too\n"

#define SHOW_OPTIONS \
	"  -n, --top=N           rows (default 20; 0: all)\n" \
	"  -f, --format=FORMAT   text, csv, json, markdown\n" \
	"  -b, --bytes           exact numbers of bytes in text\n" \
	"  -o, --output=FILE     write there\n" \
	FILTER_OPTIONS

#define PICTURE_OPTIONS \
	"  -o, --output=FILE     the picture; HTML can be searched and zoomed\n" \
	"      --tree=WHAT       source: directories, files, functions, lines;\n" \
	"                        type: types, lines; module: modules, then source\n" \
	"                        stack: callers, lines; FILE is a copy of\n" \
	"                        alloctag/stacks or alloctag/samples\n" \
	"      --color=WHAT      top: of the top level; slack: red is much\n" \
	"      --slack=FILE      --color=slack, with a copy of alloctag/slack\n" \
	"      --title=TEXT      the title of the picture\n" \
	"      --at=N            snapshot N of a recording (default: the last)\n" \
	FILTER_OPTIONS

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *arguments;
	const char *summary;
	const char *options;
} commands[] = {
	{ "summary", cmd_summary, "[OPTIONS] [FILE]",
	  "the biggest lines, and what has grown; the default command",
	  "  -n, --top=N           rows of each table (default 10)\n"
	  "  -b, --bytes           exact numbers of bytes\n"
	  "      --state=FILE      where the last call's snapshot is kept\n"
	  "                        (default /run/alloctag.last)\n"
	  "      --no-save         keep the snapshot that is there\n" },
	{ "report", cmd_report, "[OPTIONS] [FILE]",
	  "one snapshot, by line, function, file, directory, module or type",
	  "  -g, --by=WHAT         line, function, file, directory, module, type\n"
	  "      --depth=N         N components of directories\n"
	  "  -s, --sort=COLUMN     bytes, live, allocs, frees\n"
	  "  -n, --top=N           rows (default 20; 0: all)\n"
	  "  -f, --format=FORMAT   text, csv, json, markdown\n"
	  "  -b, --bytes           exact numbers of bytes in text\n"
	  "  -m, --memory          what MemTotal is made of, instead\n"
	  "  -o, --output=FILE     write there\n"
	  "      --at=N            snapshot N of a recording (default: the last)\n"
	  FILTER_OPTIONS },
	{ "top", cmd_top, "[OPTIONS]",
	  "the biggest and busiest lines of the running kernel, live",
	  "  -i, --interval=TIME   between refreshes: 500ms, 1s (the default), 10m\n"
	  "  -g, --by=WHAT         line, function, file, directory, module, type\n"
	  "      --depth=N         N components of directories\n"
	  "  -s, --sort=COLUMN     bytes, live, rate, calls, growth, slack\n"
	  "      --once            print the list once, after one interval\n"
	  "      --count=N         with --once: after N intervals\n"
	  "  -n, --top=N           with --once: rows (default 20; 0: all)\n"
	  "  -o, --output=FILE     with --once: write there\n"
	  FILTER_OPTIONS },
	{ "record", cmd_record, "-o FILE [OPTIONS] [FILE...]",
	  "snapshots of the running kernel, or of files, to a recording",
	  "  -o, --output=FILE     the recording\n"
	  "  -i, --interval=TIME   between snapshots: 500ms, 1s (the default), 10m\n"
	  "  -d, --duration=TIME   end after that time\n"
	  "      --count=N         end after N snapshots\n"
	  "      --force           replace a file that exists\n" },
	{ "diff", cmd_diff, "[OPTIONS] FILE [FILE]",
	  "what has grown from one snapshot to another",
	  "      --live=TIME       of the running kernel, now and then\n"
	  "      --shrunk          what has shrunk, instead\n"
	  "  -g, --by=WHAT         line, function, file, directory, module, type\n"
	  "      --depth=N         N components of directories\n"
	  "  -n, --top=N           rows (default 20; 0: all)\n"
	  "  -f, --format=FORMAT   text, csv, json, markdown\n"
	  "  -b, --bytes           exact numbers of bytes in text\n"
	  "  -o, --output=FILE     write there\n"
	  FILTER_OPTIONS },
	{ "leaks", cmd_leaks, "[OPTIONS] FILE...",
	  "which lines grow all the time, ranked",
	  "      --live=TIME       record the running kernel for that time\n"
	  "  -n, --top=N           rows (default 20; 0: all)\n"
	  "  -f, --format=FORMAT   text, csv, json, markdown\n"
	  "  -b, --bytes           exact numbers of bytes in text\n"
	  "  -o, --output=FILE     write there\n"
	  FILTER_OPTIONS },
	{ "treemap", cmd_treemap, "-o FILE.svg|FILE.html [OPTIONS] [FILE]",
	  "a picture: rectangles within rectangles", PICTURE_OPTIONS },
	{ "flame", cmd_flame, "-o FILE.svg|FILE.html [OPTIONS] [FILE]",
	  "a picture: a row for each level, as wide as its memory",
	  PICTURE_OPTIONS },
	{ "export", cmd_export, "FORMAT [OPTIONS] [FILE]",
	  "for pprof, flamegraph.pl or Prometheus",
	  "      --pprof           profile.proto, gzipped\n"
	  "      --folded          stacks of flamegraph.pl\n"
	  "      --prometheus      for the textfile collector of node_exporter\n"
	  "  -o, --output=FILE     write there\n"
	  "  -n, --top=N           Prometheus: the N largest lines (default 50; 0: all)\n"
	  "  -s, --sort=COLUMN     Prometheus: by bytes, live, allocs, frees\n"
	  "      --tree=WHAT       folded: source, type, module; stack: call stacks,\n"
	  "                        of pprof, too\n"
	  "      --at=N            snapshot N of a recording (default: the last)\n"
	  FILTER_OPTIONS },
	{ "watch", cmd_watch, "[OPTIONS] [TERMS FLAGS [LIMITS]]",
	  "have the kernel record more about lines; without TERMS, which those are",
	  "TERMS select lines, FLAGS say what is recorded, for example\n\n"
	  "  alloctag watch file fs/ext4/inode.c func \"ext4_*\" +cs limit=1000\n\n"
	  "  file FILE[:LINE], func FUNCTION, line N[-M], module MODULE, type TYPE\n"
	  "  +FLAGS, -FLAGS, =FLAGS: c contexts, s stacks, r slack, l lifetimes, p peaks,\n"
	  "  e trace events, f faults\n"
	  "  limit=N every=N bytes=N: how many allocations are recorded\n"
	  "  sample=BYTES, without flags: sample the allocations of all lines\n\n"
	  SHOW_OPTIONS },
	{ "unwatch", cmd_unwatch, "[OPTIONS] [TERMS]",
	  "remove all flags, of all lines or of those that TERMS select",
	  SHOW_OPTIONS },
	{ "stacks", cmd_stacks, "[OPTIONS] [FILE]",
	  "call stacks with their live memory, of lines watched with s",
	  "      --contexts        each live allocation, with its task; of lines with c\n"
	  "      --samples         estimates of all lines, if allocations are sampled\n"
	  "  -s, --sort=COLUMN     bytes, live; of contexts: age, bytes\n"
	  SHOW_OPTIONS },
	{ "slack", cmd_slack, "[OPTIONS] [FILE]",
	  "bytes given but not requested, of lines watched with r",
	  "  -s, --sort=COLUMN     slack, percent, bytes, allocs\n"
	  SHOW_OPTIONS },
	{ "lifetimes", cmd_lifetimes, "[OPTIONS] [FILE]",
	  "how old objects get, of lines watched with l",
	  "      --ages            a row for each power of two\n"
	  "  -s, --sort=COLUMN     old, live, freed, age\n"
	  SHOW_OPTIONS },
	{ "peaks", cmd_peaks, "[OPTIONS] [FILE]",
	  "the most live bytes, of lines watched with p",
	  "  -s, --sort=COLUMN     bytes, time\n"
	  SHOW_OPTIONS },
	{ "trace", cmd_trace, "[OPTIONS] [FILE]",
	  "single allocations and frees: hot spots, lifetimes, frees on other CPUs",
	  "  -q, --query=TERMS     which lines, as of alloctag watch; or the last options\n"
	  "  -d, --duration=TIME   end after that time; else when interrupted\n"
	  "      --buffer=KIB      size of each CPU's buffer, if events are lost\n"
	  "  -s, --sort=COLUMN     allocs, bytes, slack, remote, returned, live, moves\n"
	  SHOW_OPTIONS },
};

/* COMMAND: one of them, else all. */
void print_usage(FILE *out, const char *command)
{
	size_t i;

	for (i = 0; command && i < ARRAY_SIZE(commands); i++) {
		if (strcmp(command, commands[i].name))
			continue;
		fprintf(out, "usage: alloctag %s %s\n\n%s.\n\n%s"
			"      --proc=FOLDER, --sys=FOLDER\n"
			"                        the running kernel's files (default /proc, /sys)\n"
			"  -h, --help            this text\n\n"
			"Without FILE, the running kernel. See alloctag(1).\n",
			command, commands[i].arguments, commands[i].summary,
			commands[i].options);
		return;
	}
	fputs("usage: alloctag [COMMAND] [OPTIONS] [FILE...]\n\n"
	      "Which line of the kernel has the memory? FILE is a copy of /proc/allocinfo or\n"
	      "/proc/alloctag, or a recording.\n\n", out);
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
	fputs("\nalloctag COMMAND --help has the options. See alloctag(1).\n", out);
}

int main(int argc, char **argv)
{
	static char summary[] = "summary";
	size_t i;

	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") ||
			 !strcmp(argv[1], "help"))) {
		print_usage(stdout, argc > 2 ? argv[2] : NULL);
		close_output(stdout, NULL);
		return 0;
	}
	if (argc > 1 && !strcmp(argv[1], "--version")) {
		puts("alloctag " VERSION);
		close_output(stdout, NULL);
		return 0;
	}
	for (i = 0; argc > 1 && i < ARRAY_SIZE(commands); i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	/* Without a command, everything is an argument of the default one. */
	if (argc < 2 || *argv[1] == '-') {
		argv[0] = summary;
		return cmd_summary(argc, argv);
	}
	if (!access(argv[1], F_OK))
		die(EXIT_WRONG, "%s is no command; try: alloctag report %s", argv[1],
		    argv[1]);
	die(EXIT_WRONG, "%s is no command; see alloctag --help", argv[1]);
}
