// SPDX-License-Identifier: GPL-2.0
/*
 * options.c - the tables of commands, options and words of queries
 *
 * Everything that depends on which options there are reads these tables: the
 * parser (arguments.c), --help and the completion of shells (usage.c). Tests
 * compare the manual page with them.
 */
#include <string.h>

#include "options.h"
#include "util/buffer.h"

const struct command_info commands[NR_COMMANDS] = {
	[COMMAND_SUMMARY] = { "summary", "[OPTIONS] [FILE]",
		"memory at a glance, and what has grown; the default command" },
	[COMMAND_REPORT] = { "report", "[OPTIONS] [FILE]",
		"one snapshot, by line, function, file, directory, module, type or node" },
	[COMMAND_TOP] = { "top", "[OPTIONS] [FILE]",
		"the biggest and busiest lines, live, or replayed from a recording" },
	[COMMAND_RECORD] = { "record", "-o FILE|--flight=LIMITS [OPTIONS] [FILE...]",
		"snapshots of the running kernel, or of files, to a recording" },
	[COMMAND_INFO] = { "info", "[OPTIONS] FILE...",
		"which machines, boots and times a recording or copies are of" },
	[COMMAND_DIFF] = { "diff", "[OPTIONS] FILE [FILE]",
		"what has grown from one snapshot to another" },
	[COMMAND_LEAKS] = { "leaks", "[OPTIONS] FILE...",
		"which lines grow all the time, ranked" },
	[COMMAND_RUN] = { "run", "[OPTIONS] [--] COMMAND...",
		"what a command leaves behind in the kernel, and its peak",
		.command = true },
	[COMMAND_TREEMAP] = { "treemap", "-o FILE.svg|FILE.html [OPTIONS] [[BEFORE] FILE]",
		"a picture: rectangles within rectangles; of two files, growth" },
	[COMMAND_FLAME] = { "flame", "-o FILE.svg|FILE.html [OPTIONS] [[BEFORE] FILE]",
		"a picture: a row for each level, as wide as its memory" },
	[COMMAND_CHART] = { "chart", "-o FILE.svg|FILE.html [OPTIONS] FILE...",
		"a picture: the largest lines over time" },
	[COMMAND_EXPORT] = { "export", "FORMAT [OPTIONS] [FILE]",
		"for pprof, flamegraph.pl or Prometheus" },
	[COMMAND_WATCH] = { "watch", "[OPTIONS] [TERMS FLAGS [LIMITS]]",
		"have the kernel record more about lines; without TERMS, which those are",
		QUERY_ALL },
	[COMMAND_UNWATCH] = { "unwatch", "[OPTIONS] [TERMS]",
		"remove all flags, of all lines or of those that TERMS select",
		QUERY_TERMS },
	[COMMAND_STACKS] = { "stacks", "[OPTIONS] [FILE]",
		"call stacks with their live memory, of lines watched with s" },
	[COMMAND_SLACK] = { "slack", "[OPTIONS] [FILE]",
		"bytes given but not requested, of lines watched with r" },
	[COMMAND_LIFETIMES] = { "lifetimes", "[OPTIONS] [FILE]",
		"how old objects get, of lines watched with l" },
	[COMMAND_PEAKS] = { "peaks", "[OPTIONS] [FILE]",
		"the most live bytes, of lines watched with p" },
	[COMMAND_NODES] = { "nodes", "[OPTIONS] [FILE]",
		"live memory by NUMA node, of lines watched with n" },
	[COMMAND_TRACE] = { "trace", "[OPTIONS] [FILE]",
		"single allocations and frees: hot spots, lifetimes, frees on other CPUs" },
	[COMMAND_WHOSE] = { "whose", "[OPTIONS] ADDRESS...",
		"which line of the kernel allocated the memory at an address" },
	[COMMAND_WHY] = { "why", "[OPTIONS] COMMAND...|--pid=PID",
		"failing system calls, with the lines that the errors came from",
		.command = true },
	[COMMAND_ERRORS] = { "errors", "[OPTIONS] [FOLDER]",
		"which lines with errors of the kernel were taken, and which were not" },
	[COMMAND_WAITS] = { "waits", "[COMMAND] [OPTIONS] [FILE]",
		"at which lines tasks wait, how often, and how long" },
	[COMMAND_WAITS_DIFF] = { "waits diff", "[OPTIONS] FILE [FILE]",
		"what was counted from one snapshot to another" },
	[COMMAND_WAITS_TOP] = { "waits top", "[OPTIONS]",
		"where tasks of the running kernel wait, live" },
	[COMMAND_WAITS_RECORD] = { "waits record", "-o FILE [OPTIONS] [FILE...]",
		"snapshots of the running kernel, or of files, to a recording" },
	[COMMAND_WAITS_FLAME] = { "waits flame", "-o FILE.svg|FILE.html [OPTIONS] [[BEFORE] FILE]",
		"a picture: a row for each level, as wide as the time asleep" },
	[COMMAND_WAITS_EXPORT] = { "waits export", "FORMAT [OPTIONS] [FILE [HISTOGRAMS]]",
		"for flamegraph.pl or Prometheus" },
};

/* NR_COMMANDS: there is no such command. */
enum command find_command(const char *name)
{
	unsigned int i;

	for (i = 0; i < NR_COMMANDS; i++)
		if (!strcmp(name, commands[i].name))
			break;
	return i;
}

/* NR_COMMANDS: NAME has no command WORD. */
enum command find_subcommand(const char *name, const char *word)
{
	char both[64];

	/* The name of one has no blank in either part. */
	if (strpbrk(name, " ") || strpbrk(word, " "))
		return NR_COMMANDS;
	snprintf(both, sizeof(both), "%s %s", name, word);
	return find_command(both);
}

const char *subcommand_word(enum command command, enum command of)
{
	size_t length = strlen(commands[of].name);

	return !strncmp(commands[command].name, commands[of].name, length) &&
	       commands[command].name[length] == ' ' ?
	       commands[command].name + length + 1 : NULL;
}

/* In place of grouping_names: lines with errors have no type. */
static const char * const error_grouping_names[NR_GROUPINGS] = {
	[BY_DIRECTORY] = "directory",
	[BY_FILE] = "file",
	[BY_FUNCTION] = "function",
	[BY_MODULE] = "module",
	[BY_ERROR] = "errno",
};

/* And of waits, which have none. */
static const char * const wait_grouping_names[] = {
	[BY_LINE] = "line",
	[BY_FUNCTION] = "function",
	[BY_FILE] = "file",
	[BY_DIRECTORY] = "directory",
	[BY_MODULE] = "module",
	[BY_TASK] = "task",
};

/* What pictures and stacks of waits can show. */
static const unsigned char wait_trees[] = { TREE_SOURCE, TREE_MODULE, TREE_STACK };

static const char * const color_names[NR_COLORS] = {
	[COLOR_TOP] = "top",
	[COLOR_SLACK] = "slack",
	[COLOR_GROWTH] = "growth",
};

static const char * const area_names[NR_AREAS] = {
	[AREA_BYTES] = "bytes",
	[AREA_CHANGE] = "change",
};

#define IN(command) (UINT64_C(1) << COMMAND_##command)

#define IN_ALL ((UINT64_C(1) << NR_COMMANDS) - 1)
#define IN_TREES (IN(TREEMAP) | IN(FLAME))
#define IN_PICTURES (IN_TREES | IN(CHART))
/* Where --kernel is the default. */
#define IN_KERNEL (IN_PICTURES | IN(RUN))
#define IN_WATCHED (IN(WATCH) | IN(UNWATCH) | IN(STACKS) | IN(SLACK) | \
		    IN(LIFETIMES) | IN(PEAKS) | IN(NODES) | IN(TRACE))
/* Those that print a table. */
#define IN_TABLES (IN(REPORT) | IN(DIFF) | IN(LEAKS) | IN(RUN) | IN_WATCHED)
#define IN_FILTERED (IN_TABLES | IN(TOP) | IN_PICTURES | IN(EXPORT))
/* Those that print a table of waits, and all about waits that filter lines. */
#define IN_WAIT_TABLES (IN(WAITS) | IN(WAITS_DIFF))
#define IN_WAITS (IN_WAIT_TABLES | IN(WAITS_TOP) | IN(WAITS_FLAME) | IN(WAITS_EXPORT))
#define IN_RECORDINGS (IN(SUMMARY) | IN(TOP) | IN(REPORT) | IN(DIFF) | IN(LEAKS) | IN(INFO) | \
		       IN_PICTURES | IN(EXPORT) | IN_WAIT_TABLES | IN(WAITS_FLAME) | \
		       IN(WAITS_EXPORT))
#define IN_PLACES (IN_FILTERED | IN(ERRORS) | IN_WAITS)

#define FIELD(of_kind, member) \
	.kind = OPTION_##of_kind, .field = offsetof(struct options, member)
#define FLAG(member) FIELD(FLAG, member)
#define VALUE(member, value) FIELD(VALUE, member), .initial = value
#define TEXT(member, name) FIELD(TEXT, member), .argument = name
#define COUNT(member, name) FIELD(COUNT, member), .argument = name
#define SIZE(member, name) FIELD(SIZE, member), .argument = name
#define DURATION(member) FIELD(DURATION, member), .argument = "TIME"
#define WORD(member, name, names, nr) \
	FIELD(WORD, member), .argument = name, .words = names, .nr_words = nr
#define WORDS(member, name, names, nr) \
	FIELD(WORDS, member), .argument = name, .words = names, .nr_words = nr
#define SORT(...) \
	.letter = 's', .name = "sort", FIELD(WORD, sort), .argument = "COLUMN", \
	.words = sort_names, \
	.choice = (const unsigned char[]){ __VA_ARGS__ }, \
	.nr_words = sizeof((const unsigned char[]){ __VA_ARGS__ })

/* In the order in which --help prints them. */
const struct option_info option_rows[] = {
	{ 0, "pprof", VALUE(export, EXPORT_PPROF), .commands = IN(EXPORT),
	  .help = "profile.proto, gzipped" },
	{ 0, "folded", VALUE(export, EXPORT_FOLDED),
	  .commands = IN(EXPORT) | IN(WAITS_EXPORT),
	  .help = "stacks of flamegraph.pl" },
	{ 0, "prometheus", VALUE(export, EXPORT_PROMETHEUS),
	  .commands = IN(EXPORT) | IN(WAITS_EXPORT),
	  .help = "for the textfile collector of node_exporter" },
	{ 0, "live", DURATION(live), .commands = IN(DIFF),
	  .help = "of the running kernel, now and then" },
	{ 0, "live", DURATION(live), .commands = IN_WAIT_TABLES | IN(WAITS_FLAME),
	  .help = "count for that time" },
	{ 0, "tasks", FLAG(tasks), .commands = IN(WAITS),
	  .help = "the tasks that wait now, instead" },
	{ 0, "live", DURATION(live), .commands = IN(LEAKS),
	  .help = "record the running kernel for that time" },
	{ 0, "shrunk", FLAG(shrunk), .commands = IN(DIFF),
	  .help = "what has shrunk, instead" },
	{ 0, "max-growth", SIZE(max_growth, "SIZE"),
	  .commands = IN(DIFF) | IN(LEAKS) | IN(RUN), .initial = NO_LIMIT,
	  .help = "exit with 3 if a line has grown by more: 0, 64K, 1M" },
	{ 0, "growth-pattern", TEXT(growth_pattern, "GLOB"),
	  .commands = IN(DIFF) | IN(LEAKS) | IN(RUN),
	  .help = "only lines may fail whose FILE:LINE, function, module or type "
		  "matches; '!GLOB': all others" },
	{ 0, "fail-on", WORD(fail_on, "SUSPICION", confidence_names, 3),
	  .choice = (const unsigned char[]){ CONFIDENCE_HIGH, CONFIDENCE_MEDIUM,
					     CONFIDENCE_LOW },
	  .commands = IN(LEAKS) | IN(RUN), .initial = CONFIDENCE_NONE,
	  .help = "exit with 3 if a line is that suspicious or more: high, medium, low" },
	{ 0, "junit", TEXT(junit, "FILE"),
	  .commands = IN(DIFF) | IN(LEAKS) | IN(RUN),
	  .help = "write there, as JUnit's XML, which lines failed" },
	{ 0, "settle", DURATION(settle), .commands = IN(RUN), .initial = 6,
	  .help = "how long freeing may take after COMMAND (default 6s)" },
	{ 0, "warm-up", FLAG(warm_up), .commands = IN(RUN),
	  .help = "run COMMAND once before, to fill caches" },
	{ 'q', "query", TEXT(query, "TERMS"), .commands = IN(RUN),
	  .help = "lines whose exact peaks the kernel records, as for alloctag watch" },
	{ 'q', "query", TEXT(query, "TERMS"), .commands = IN(TRACE),
	  .help = "which lines, as for alloctag watch; or the last options" },
	{ 'i', "interval", DURATION(interval), .commands = IN(TOP) | IN(WAITS_TOP), .initial = 1,
	  .help = "between refreshes: 500ms, 1s (the default), 10m" },
	{ 'i', "interval", DURATION(interval), .commands = IN(RECORD),
	  .help = "between snapshots: 500ms, 1s (the default), 1m (with --flight)" },
	{ 'i', "interval", DURATION(interval), .commands = IN(WAITS_RECORD), .initial = 1,
	  .help = "between snapshots: 500ms, 1s (the default), 10m" },
	{ 'i', "interval", DURATION(interval), .commands = IN(LEAKS) | IN(CHART),
	  .help = "the files are so far apart, whatever their times are" },
	{ 'i', "interval", DURATION(interval), .commands = IN(RUN),
	  .help = "between snapshots (default: 50ms, later 1/64 of the time that COMMAND runs)" },
	{ 'd', "duration", DURATION(duration), .commands = IN(RECORD) | IN(WAITS_RECORD),
	  .help = "end after that time" },
	{ 'd', "duration", DURATION(duration), .commands = IN(TRACE),
	  .help = "end after that time; else when interrupted" },
	{ 0, "once", FLAG(once), .commands = IN(TOP) | IN(WAITS_TOP),
	  .help = "print the list once, after one interval" },
	{ 0, "count", COUNT(count, "N"), .commands = IN(TOP) | IN(WAITS_TOP), .least = 1,
	  .help = "with --once: after N intervals" },
	{ 0, "count", COUNT(count, "N"), .commands = IN(RECORD) | IN(WAITS_RECORD), .least = 1,
	  .help = "end after N snapshots" },
	{ 0, "force", FLAG(force), .commands = IN(RECORD) | IN(WAITS_RECORD),
	  .help = "replace a file that exists" },
	{ 0, "flight", TEXT(flight, "LIMITS"), .commands = IN(RECORD),
	  .help = "for ever; keep 7d, say, and 200M: 7d:200M" },
	{ 0, "buffer", COUNT(buffer, "KIB"), .commands = IN(TRACE), .least = 1,
	  .help = "size of each CPU's buffer, if events are lost" },
	{ 0, "contexts", FLAG(contexts), .commands = IN(STACKS),
	  .help = "each live allocation, with its task; of lines with c" },
	{ 0, "samples", FLAG(samples), .commands = IN(STACKS),
	  .help = "estimates of all lines, with errors, if allocations are sampled" },
	{ 0, "ages", FLAG(ages), .commands = IN(LIFETIMES),
	  .help = "a row for each power of two" },
	{ 'p', "pid", COUNT(pid, "PID"), .commands = IN(WHY), .least = 1,
	  .help = "all threads of a process, until it ends" },
	{ 'a', "all", FLAG(all), .commands = IN(WHY),
	  .help = "also calls that succeed after an error" },
	{ 0, "missing", FLAG(missing), .commands = IN(ERRORS),
	  .help = "list the lines that were not taken" },
	{ 0, "taken", FLAG(taken), .commands = IN(ERRORS),
	  .help = "list those that were, and how often" },
	{ 0, "json", FLAG(json), .commands = IN(WHY),
	  .help = "an object of JSON in each line" },
	{ 'g', "by", WORD(grouping, "WHAT", grouping_names, NR_GROUPINGS + 1),
	  .commands = IN(REPORT) },
	{ 'g', "by", WORD(grouping, "WHAT", grouping_names, NR_GROUPINGS),
	  .commands = IN(TOP) | IN(DIFF) | IN(CHART) },
	{ 'g', "by", WORD(grouping, "WHAT", error_grouping_names, 5),
	  .choice = (const unsigned char[]){ BY_DIRECTORY, BY_FILE, BY_FUNCTION,
					     BY_MODULE, BY_TYPE },
	  .commands = IN(ERRORS), .initial = BY_DIRECTORY },
	{ 'g', "by", WORD(grouping, "WHAT", grouping_names, BY_MODULE + 1),
	  .commands = IN(WAITS_TOP) | IN(WAITS_DIFF) },
	{ 'g', "by", WORD(grouping, "WHAT", wait_grouping_names, 6),
	  .choice = (const unsigned char[]){ BY_LINE, BY_FUNCTION, BY_FILE,
					     BY_DIRECTORY, BY_MODULE, BY_TASK },
	  .commands = IN(WAITS), .initial = BY_LINE },
	{ 'g', "by", WORDS(groupings, "WHAT[,WHAT...]", grouping_names, NR_GROUPINGS),
	  .commands = IN(EXPORT),
	  .help = "Prometheus: series by line (the default), function, file, directory, "
		  "module, type" },
	{ 0, "depth", COUNT(depth, "N"),
	  .commands = IN(REPORT) | IN(TOP) | IN(DIFF) | IN(CHART) | IN(ERRORS) | IN(EXPORT) |
		      IN_WAIT_TABLES | IN(WAITS_TOP),
	  .least = 1,
	  .help = "N components of directories" },
	{ SORT(SORT_BYTES, SORT_LIVE, SORT_ALLOCS, SORT_FREES),
	  .commands = IN(REPORT), .initial = SORT_BYTES },
	{ SORT(SORT_BYTES, SORT_LIVE, SORT_ALLOCS, SORT_FREES),
	  .commands = IN(EXPORT), .initial = SORT_BYTES,
	  .help = "Prometheus: by bytes, live, allocs, frees" },
	{ SORT(SORT_BYTES, SORT_LIVE, SORT_RATE, SORT_CALLS, SORT_GROWTH,
	       SORT_SLACK), .commands = IN(TOP), .initial = SORT_BYTES },
	{ SORT(SORT_SLEPT, SORT_WAITS, SORT_WAKEUPS, SORT_MEAN, SORT_LONGEST),
	  .commands = IN_WAIT_TABLES, .initial = SORT_SLEPT },
	{ SORT(SORT_RATE, SORT_WAITS, SORT_MEAN, SORT_LONGEST, SORT_GROWTH),
	  .commands = IN(WAITS_TOP), .initial = SORT_RATE },
	{ SORT(SORT_BYTES, SORT_GROWTH), .commands = IN(CHART), .initial = SORT_BYTES },
	{ SORT(SORT_BYTES, SORT_LIVE, SORT_AGE), .commands = IN(STACKS),
	  .initial = NR_SORT_KEYS,
	  .help = "bytes, live; of contexts: age, bytes" },
	{ SORT(SORT_SLACK, SORT_PERCENT, SORT_BYTES, SORT_ALLOCS),
	  .commands = IN(SLACK), .initial = SORT_SLACK },
	{ SORT(SORT_OLD, SORT_LIVE, SORT_FREED, SORT_AGE),
	  .commands = IN(LIFETIMES), .initial = SORT_OLD },
	{ SORT(SORT_BYTES, SORT_TIME), .commands = IN(PEAKS),
	  .initial = SORT_BYTES },
	{ SORT(SORT_BYTES, SORT_LIVE), .commands = IN(NODES),
	  .initial = SORT_BYTES },
	{ SORT(SORT_ALLOCS, SORT_BYTES, SORT_SLACK, SORT_REMOTE, SORT_RETURNED,
	       SORT_LIVE, SORT_MOVES), .commands = IN(TRACE),
	  .initial = SORT_ALLOCS },
	{ 'n', "top", COUNT(top, "N"), .commands = IN(SUMMARY),
	  .help = "rows of lines (default: as fit on 24 lines)" },
	{ 'n', "top", COUNT(top, "N"), .commands = IN_TABLES | IN(ERRORS) | IN_WAIT_TABLES,
	  .initial = 20,
	  .help = "rows" },
	{ 'n', "top", COUNT(top, "N"), .commands = IN(TOP) | IN(WAITS_TOP), .initial = 20,
	  .help = "with --once: rows" },
	{ 'n', "top", COUNT(top, "N"), .commands = IN(CHART), .initial = 10, .least = 1,
	  .help = "N areas, at most 12" },
	{ 'n', "top", COUNT(top, "N"), .commands = IN(EXPORT), .initial = 50,
	  .help = "Prometheus: the N largest lines, or files, ..." },
	{ 'f', "format", WORD(format, "FORMAT", output_names, NR_OUTPUT_FORMATS),
	  .commands = IN_TABLES | IN(ERRORS) | IN_WAIT_TABLES | IN(INFO) },
	{ 'b', "bytes", FLAG(exact), .commands = IN(SUMMARY) | IN_TABLES,
	  .help = "exact numbers of bytes in text" },
	{ 'm', "memory", FLAG(memory), .commands = IN(REPORT),
	  .help = "what MemTotal is made of, instead" },
	{ 0, "dmesg", FLAG(dmesg), .commands = IN(REPORT),
	  .help = "FILE is a kernel log: the lines with most memory when it ran out" },
	{ 0, "list", FLAG(list), .commands = IN(REPORT),
	  .help = "with --dmesg: which reports the log has" },
	{ 'o', "output", TEXT(output, "FILE"),
	  .commands = IN_TABLES | IN(EXPORT) | IN(WHY) | IN(ERRORS) | IN_WAIT_TABLES |
		      IN(WAITS_EXPORT) | IN(INFO),
	  .help = "write there" },
	{ 'o', "output", TEXT(output, "FILE"), .commands = IN(TOP) | IN(WAITS_TOP),
	  .help = "with --once: write there" },
	{ 'o', "output", TEXT(output, "FILE"), .commands = IN(RECORD),
	  .help = "the recording; with --flight, its folder (/var/lib/alloctag)" },
	{ 'o', "output", TEXT(output, "FILE"), .commands = IN(WAITS_RECORD),
	  .help = "the recording" },
	{ 'o', "output", TEXT(output, "FILE"), .commands = IN_PICTURES | IN(WAITS_FLAME),
	  .help = "the picture; HTML can be searched and zoomed" },
	{ 0, "tree", WORD(tree, "WHAT", tree_names, NR_TREE_KINDS),
	  .commands = IN_TREES, .initial = NR_TREE_KINDS,
	  .help = "source: directories, files, functions, lines; type: types, "
		  "lines; module: modules, then source; stack: callers, lines; "
		  "FILE is a copy of alloctag/stacks or alloctag/samples" },
	{ 0, "tree", WORD(tree, "WHAT", tree_names, NR_TREE_KINDS),
	  .commands = IN(EXPORT), .initial = NR_TREE_KINDS,
	  .help = "folded: source, type, module; stack: call stacks, of pprof, too" },
	{ 0, "tree", WORD(tree, "WHAT", tree_names, 3), .choice = wait_trees,
	  .commands = IN(WAITS_FLAME) | IN(WAITS_EXPORT), .initial = NR_TREE_KINDS,
	  .help = "source: directories, files, functions, lines; module: modules, "
		  "then source; stack: callers, lines; FILE is a copy of "
		  "codetag/wait/stacks or longest" },
	{ 0, "color", WORD(color, "WHAT", color_names, NR_COLORS),
	  .commands = IN_TREES, .initial = NR_COLORS,
	  .help = "top: of the top level; slack: red is much; growth: red has grown, "
		  "blue has shrunk, from BEFORE or from the first snapshot of a recording" },
	{ 0, "area", WORD(area, "WHAT", area_names, NR_AREAS),
	  .commands = IN_TREES,
	  .help = "bytes (the default); change: what has grown or shrunk" },
	{ 0, "slack", TEXT(slack, "FILE"), .commands = IN_TREES,
	  .help = "--color=slack, with a copy of alloctag/slack" },
	{ 0, "title", TEXT(title, "TEXT"), .commands = IN_PICTURES | IN(WAITS_FLAME),
	  .help = "the title of the picture" },
	{ 0, "at", TEXT(period.at, "TIME"),
	  .commands = IN(REPORT),
	  .help = "the last snapshot of a recording until 14:30, 2026-11-27T14:30Z, "
		  "or -2h; or snapshot N, or report N of a log" },
	{ 0, "at", TEXT(period.at, "TIME"),
	  .commands = IN(SUMMARY) | IN(TOP) | IN(DIFF) | IN_TREES | IN(EXPORT) |
		      IN_WAIT_TABLES | IN(WAITS_FLAME) | IN(WAITS_EXPORT),
	  .help = "the last snapshot of a recording until 14:30, 2026-11-27T14:30Z, "
		  "or -2h; or snapshot N" },
	{ 0, "from", TEXT(period.from, "TIME"), .commands = IN_RECORDINGS,
	  .help = "only snapshots of a recording from then on, as for --to" },
	{ 0, "to", TEXT(period.to, "TIME"), .commands = IN_RECORDINGS,
	  .help = "only snapshots until 14:30, 2026-11-27, 2026-11-27T14:30Z, or -2h" },
	{ 0, "state", TEXT(state, "FILE"), .commands = IN(EXPORT),
	  .help = "Prometheus: keep series for a time, and their list in FILE" },
	{ 0, "keep", DURATION(keep), .commands = IN(EXPORT), .initial = 86400,
	  .help = "with --state: that long after they were among the N largest; "
		  "1d is the default" },
	{ 0, "state", TEXT(state, "FILE"), .commands = IN(SUMMARY),
	  .help = "where the last call's snapshot is kept (default: root's in /run)" },
	{ 0, "recording", TEXT(recording, "FILE"), .commands = IN(SUMMARY),
	  .help = "of the last hours; or its folder (default /var/lib/alloctag)" },
	{ 0, "no-save", FLAG(no_save), .commands = IN(SUMMARY),
	  .help = "keep the snapshot that is there" },
	{ 0, "file", TEXT(filter.file, "GLOB"), .commands = IN_PLACES,
	  .help = "only lines in such files" },
	{ 0, "function", TEXT(filter.function, "GLOB"), .commands = IN_PLACES,
	  .help = "only lines of such functions" },
	{ 0, "module", TEXT(filter.module, "GLOB"), .commands = IN_PLACES,
	  .help = "only lines of such modules" },
	{ 0, "errno", TEXT(filter.error, "GLOB"), .commands = IN(ERRORS),
	  .help = "only lines with such errors" },
	{ 0, "type", TEXT(filter.type, "GLOB"), .commands = IN_FILTERED,
	  .help = "only lines with objects of such types; for all of these, "
		  "'!GLOB' excludes" },
	{ 'k', "kernel", FLAG(filter.kernel), .commands = IN_FILTERED & ~IN_KERNEL,
	  .help = "without pages of files and processes" },
	{ 'k', "kernel", FLAG(filter.kernel), .commands = IN_KERNEL,
	  .help = "without pages of files and processes (the default)" },
	{ 0, "user", FLAG(user), .commands = IN_KERNEL,
	  .help = "with pages of files and processes" },
	{ 0, "min", SIZE(least, "SIZE"), .commands = IN(REPORT) | IN(DIFF),
	  .help = "only rows of at least SIZE: 64K, 1M, 2G" },
	{ 0, "min", SIZE(least, "SIZE"), .commands = IN(EXPORT),
	  .help = "Prometheus: only lines of at least SIZE: 64K, 1M, 2G" },
	{ 0, "all-lines", FLAG(filter.all_lines), .commands = IN_FILTERED,
	  .help = "slab pages and per-CPU pages, too" },
	{ 0, "proc", TEXT(proc, "FOLDER"), .commands = IN_ALL,
	  .help = "the running kernel's files (default /proc)" },
	{ 0, "sys", TEXT(sys, "FOLDER"), .commands = IN_ALL,
	  .help = "the same (default /sys, or the FOLDER of --proc)" },
	{ 'h', "help", .kind = OPTION_HELP, .commands = IN_ALL,
	  .help = "this text" },
};

const size_t nr_option_rows = ARRAY_SIZE(option_rows);

/* The value of word number WORD. */
unsigned int option_value(const struct option_info *option, unsigned int word)
{
	return option->choice ? option->choice[word] : word;
}

/* The grammar is the kernel's: Documentation/interface.rst. */
const struct query_word query_words[] = {
	{ NULL, NULL, "TERMS, with * and ? as wildcards:" },
	{ "file", " FILE[:LINE]", "with or without its directory" },
	{ "func", " FUNCTION", "that calls the allocator" },
	{ "line", " N[-M]", "or a range of lines" },
	{ "module", " MODULE", NULL },
	{ "type", " TYPE", "of the objects" },
	{ "allocator", " FUNCTION", "that the line calls" },
	{ NULL, NULL, "LIMITS of records:" },
	{ "limit=", "N", "at most N records" },
	{ "every=", "N", "only every N-th allocation" },
	{ "bytes=", "N", "one allocation each time N bytes have been allocated" },
	{ NULL, NULL, "Parameters of faults, for the flag f:" },
	{ "probability=", "N", "in percent" },
	{ "interval=", "N", "only every N-th allocation fails" },
	{ "times=", "N", "at most N allocations fail" },
	{ "oneshot", "", "the same as times=1" },
	{ "task=", "N", "only allocations of this thread or process fail" },
	{ NULL, NULL, "Without flags:" },
	{ "sample=", "BYTES", "sample the allocations of all lines; 0: stop" },
};

/* The number of rows for this kind of query. */
size_t nr_query_words(enum query query)
{
	size_t i = query == QUERY_NONE ? 0 : 1;

	if (query == QUERY_ALL)
		return ARRAY_SIZE(query_words);
	while (i && query_words[i].word)
		i++;
	return i;
}
