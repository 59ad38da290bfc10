/* SPDX-License-Identifier: GPL-2.0 */
/*
 * options.h - the tables of commands, options and words of queries
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "out/table.h"
#include "out/tree.h"
#include "report/confidence.h"
#include "snapshot/group.h"
#include "snapshot/period.h"

enum command {
	COMMAND_SUMMARY,
	COMMAND_REPORT,
	COMMAND_TOP,
	COMMAND_RECORD,
	COMMAND_INFO,
	COMMAND_DIFF,
	COMMAND_LEAKS,
	COMMAND_RUN,
	COMMAND_TREEMAP,
	COMMAND_FLAME,
	COMMAND_CHART,
	COMMAND_EXPORT,
	COMMAND_WATCH,
	COMMAND_UNWATCH,
	COMMAND_STACKS,
	COMMAND_SLACK,
	COMMAND_LIFETIMES,
	COMMAND_PEAKS,
	COMMAND_NODES,
	COMMAND_TRACE,
	COMMAND_WHOSE,
	COMMAND_WHY,
	COMMAND_ERRORS,
	COMMAND_WAITS,
	COMMAND_WAITS_DIFF,
	COMMAND_WAITS_TOP,
	COMMAND_WAITS_RECORD,
	COMMAND_WAITS_FLAME,
	COMMAND_WAITS_EXPORT,
	NR_COMMANDS
};

enum query {
	QUERY_NONE,
	QUERY_TERMS,
	QUERY_ALL,		/* terms, flags, limits */
};

/* "waits top" is the name of a command of the command waits. */
struct command_info {
	const char *name, *arguments, *summary;
	enum query query;	/* which part of one the arguments are */
	bool command;		/* the arguments are a command with its own options */
};

extern const struct command_info commands[NR_COMMANDS];
enum command find_command(const char *name);
enum command find_subcommand(const char *name, const char *word);
/* The part of its name after that of COMMAND; NULL if it is none of its own. */
const char *subcommand_word(enum command command, enum command of);

enum export_format {
	EXPORT_NONE,
	EXPORT_PPROF,
	EXPORT_FOLDED,
	EXPORT_PROMETHEUS,
};

/* A grouping of waits alone. */
#define BY_TASK NR_GROUPINGS

enum color {
	COLOR_TOP,		/* of the top level */
	COLOR_SLACK,
	COLOR_GROWTH,
	NR_COLORS,
};

/* What the areas of pictures are. */
enum area {
	AREA_BYTES,
	AREA_CHANGE,
	NR_AREAS,
};

/* All options of all commands. NULL or 0: not given. */
struct options {
	const char *proc, *sys;
	struct filter filter;
	unsigned long least;	/* bytes of a row */
	bool user;		/* not filter.kernel */
	enum grouping grouping;
	unsigned int groupings;	/* a bit for each; 0: not given */
	unsigned long depth;
	enum sort_key sort;	/* NR_SORT_KEYS: not given */
	unsigned long top;	/* number of rows; 0: all */
	enum output_format format;
	bool exact;
	const char *output;
	bool memory;
	bool dmesg, list;
	const char *state;
	double keep;		/* seconds */
	bool no_save;
	const char *recording;	/* of the last hours */
	struct period period;	/* which snapshots of a recording */
	double interval, duration;	/* seconds; 0: not given, no end */
	const char *flight;	/* AGE:SIZE; NULL: an ordinary recording */
	unsigned long count;	/* snapshots; 0: no end */
	bool force;
	double live;		/* seconds */
	bool shrunk;
	enum tree_kind tree;	/* NR_TREE_KINDS: not given */
	const char *title;
	enum color color;	/* NR_COLORS: not given */
	enum area area;
	const char *slack;	/* a copy of alloctag/slack */
	bool once;
	bool contexts, samples, ages;
	const char *query;
	unsigned long buffer;	/* KiB of each CPU; 0: as it is */
	enum export_format export;
	unsigned long pid;	/* 0: none */
	bool all, json;
	bool missing, taken;
	bool tasks;
	unsigned long max_growth;	/* bytes of a line; NO_LIMIT: not given */
	const char *growth_pattern;	/* which lines it is for; NULL: all */
	enum confidence fail_on;	/* CONFIDENCE_NONE: not given */
	const char *junit;	/* a file */
	double settle;		/* seconds */
	bool warm_up;
};

/* More than any size. */
#define NO_LIMIT (1ul << 63)

enum option_kind {
	OPTION_HELP,		/* prints the usage */
	OPTION_FLAG,		/* bool: true */
	OPTION_VALUE,		/* an enum: .initial, without an argument */
	OPTION_TEXT,		/* const char * */
	OPTION_COUNT,		/* unsigned long, not less than .least */
	OPTION_SIZE,		/* unsigned long: bytes */
	OPTION_DURATION,	/* double: seconds */
	OPTION_WORD,		/* an enum: which of .words */
	OPTION_WORDS,		/* unsigned int: a bit for each of .words, with commas */
};

/*
 * A row says all about an option. Commands in which its meaning, default or
 * words differ have another row.
 */
struct option_info {
	char letter;		/* 0: none */
	const char *name;
	enum option_kind kind;
	size_t field;		/* its offset in struct options */
	uint64_t commands;	/* a bit for each that has it */
	const char *argument;	/* its name in --help; NULL: none */
	const char *help;	/* NULL: the words */
	double initial;
	unsigned long least;
	const char * const *words;	/* by value */
	const unsigned char *choice;	/* only these values; NULL: all */
	unsigned int nr_words;
};

static inline bool in_command(const struct option_info *option, enum command command)
{
	return option->commands >> command & 1;
}

extern const struct option_info option_rows[];
extern const size_t nr_option_rows;
unsigned int option_value(const struct option_info *option, unsigned int word);

/* The words of queries: the terms, then, after another heading, the rest. */
struct query_word {
	const char *word;	/* NULL: HELP is a heading */
	const char *argument, *help;
};

extern const struct query_word query_words[];
size_t nr_query_words(enum query query);

#endif
