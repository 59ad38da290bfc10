/* SPDX-License-Identifier: GPL-2.0 */
/*
 * alloctag.h - what the parts of the program alloctag share
 *
 * An entry is a line of /proc/allocinfo or /proc/alloctag; a snapshot is all of
 * a file's entries. Names are interned: the same text has the same number in
 * all snapshots, so that comparing entries compares numbers.
 */
#ifndef ALLOCTAG_H
#define ALLOCTAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The program's exit codes. */
enum {
	EXIT_CANNOT = 1,	/* an operation of the system failed */
	EXIT_WRONG = 2,		/* wrong usage or wrong input */
};

/*
 * util.c
 */

/* Why a function failed. */
struct error {
	char text[600];
};

__attribute__((format(printf, 2, 3)))
int set_error(struct error *error, const char *format, ...);
extern void (*restore_terminal)(void);
__attribute__((format(printf, 2, 3), noreturn))
void die(int code, const char *format, ...);
__attribute__((format(printf, 1, 2)))
void warn(const char *format, ...);
void *xmalloc(size_t size);
void *xcalloc(size_t nr, size_t size);
void *xrealloc(void *old, size_t size);
char *xasprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Make room for one more element in an array that grows by doubling. */
void *grow(void *array, size_t nr, size_t *room, size_t size);

/* Text with an end that moves; of use where stdio would be slow. */
struct buffer {
	char *text;
	size_t used, room;
};

void buffer_add(struct buffer *buffer, const void *data, size_t size);
void buffer_puts(struct buffer *buffer, const char *text);
__attribute__((format(printf, 2, 3)))
void buffer_printf(struct buffer *buffer, const char *format, ...);
void buffer_varint(struct buffer *buffer, uint64_t value);
void buffer_free(struct buffer *buffer);

#define HUMAN_SIZE 32
const char *human_bytes(char text[HUMAN_SIZE], double bytes);
const char *human_seconds(char text[HUMAN_SIZE], double seconds);
int64_t per_hour(int64_t bytes, double seconds);
double parse_duration(const char *text, const char *option);
unsigned long parse_count(const char *text, const char *option,
			  unsigned long least);
/* The length of a well-formed UTF-8 sequence at TEXT, 0 if there is none. */
size_t utf8_length(const char *text);
FILE *open_output(const char *name);
void close_output(FILE *out, const char *name);

/*
 * names.c
 */

/* Name 0 is the empty string. */
typedef uint32_t name_t;

/* What names_add() returns for a text that is no name. */
#define NAME_BAD UINT32_MAX

name_t names_add(const char *text, size_t length);
const char *name_text(name_t name);
name_t names_count(void);
void names_free(void);
name_t name_directory(name_t file, unsigned int depth);

/*
 * read.c
 */

enum format {
	FORMAT_ALLOCINFO_1,	/* mainline since 6.10 */
	FORMAT_ALLOCINFO_2,	/* mainline since 7.0, alloctag, liballoctag */
	FORMAT_ALLOCTAG_1,	/* /proc/alloctag */
};

enum {
	ENTRY_INACCURATE = 1,	/* accurate:no */
	ENTRY_UNTAGGED = 2,	/* type "(untagged)" */
};

/*
 * MODULE is the empty name for what is built in; TYPE if it is not known.
 * ALLOCS, FREES and COLUMN are 0 if the format doesn't have them.
 */
struct entry {
	name_t file, function, module, type;
	uint32_t line, column;
	uint32_t flags;
	uint32_t id;		/* its number in a recording */
	int64_t bytes, live;
	uint64_t allocs, frees;
};

/* Where memory is, apart from lines: see memory.c. In bytes, -1: not known. */
struct memory {
	int64_t total, free_blocks, free_lists, slab_objects, percpu_objects;
};

struct snapshot {
	enum format format;
	struct entry *entries;
	size_t nr, room;
	int64_t time;		/* ns since 1970, 0 if not known */
	struct memory memory;
};

const char *format_text(enum format format);
bool has_allocs(enum format format);
int parse_report(struct snapshot *snapshot, const char *name, const char *text,
		 size_t size, struct error *error);
const char *parse_tag(const char *text, const char *end, struct entry *entry,
		      const char **rest);
void snapshot_free(struct snapshot *snapshot);
int read_all(const char *name, char **text, size_t *size, int64_t *time,
	     struct error *error);
void read_snapshot(struct snapshot *snapshot, char *name, unsigned long number);
void read_live(struct snapshot *snapshot);

/* Where /proc and /sys are: --proc, --sys. Set by parse_options(). */
extern const char *proc_folder, *sys_folder;

/*
 * memory.c
 */

/* Lines whose bytes are in other lines as well, or are not the kernel's own. */
enum owner {
	OWNER_KERNEL,
	OWNER_SLAB_PAGES,	/* objects in them have lines */
	OWNER_PERCPU_PAGES,	/* the same */
	OWNER_MEMBLOCK,		/* not in MemTotal */
	OWNER_USER,		/* pages of files and processes */
	NR_OWNERS
};

enum owner owner_of(const struct entry *entry);
/* Are the bytes of its memory counted by other lines as well? */
static inline bool holds_objects(enum owner owner)
{
	return owner == OWNER_SLAB_PAGES || owner == OWNER_PERCPU_PAGES;
}

/* What each kind of lines adds up to. */
struct totals {
	int64_t bytes[NR_OWNERS];
	int64_t live[NR_OWNERS];
	int64_t all;		/* of all lines */
	int64_t once;		/* each byte counted once */
	size_t inaccurate;
};

void add_up(const struct snapshot *snapshot, struct totals *totals);
void read_memory(struct memory *memory);

/*
 * group.c
 */

enum grouping {
	BY_LINE,
	BY_FUNCTION,
	BY_FILE,
	BY_DIRECTORY,
	BY_MODULE,
	BY_TYPE,
	NR_GROUPINGS
};

extern const char * const grouping_names[NR_GROUPINGS];

/* Which entries; patterns of fnmatch(), NULL for all. */
struct filter {
	const char *file, *function, *module, *type;
	const char *word;	/* in any of these names */
	bool all_lines;		/* also those that hold objects of others */
};

bool filter_matches(const struct filter *filter, const struct entry *entry);

/* Entries that belong together. What they differ in is 0. */
struct group {
	name_t file, function, module, type;
	uint32_t line;
	uint32_t flags : 31;
	uint32_t types : 1;	/* there are more than one */
	uint32_t nr;
	int64_t bytes, live;
	uint64_t allocs, frees;
	/* The same as bytes and live, unless those are differences. */
	int64_t now_bytes, now_live;
	int64_t most;		/* bytes of the entry that has TYPE */
};

enum sort_key {
	SORT_BYTES,
	SORT_LIVE,
	SORT_ALLOCS,
	SORT_FREES,
	NR_SORT_KEYS
};

extern const char * const sort_names[NR_SORT_KEYS];

struct groups {
	struct group *array;
	size_t nr, room;
	enum grouping grouping;
	unsigned int depth;	/* of directories, 0: all */
	size_t next;		/* after the one that was found last */
	/* A hash table of numbers in the array plus 1. */
	uint32_t *table;
	size_t table_size;
};

void groups_init(struct groups *groups, enum grouping grouping,
		 unsigned int depth);
struct group *groups_find(struct groups *groups, const struct entry *entry);
void groups_add(struct groups *groups, const struct entry *entry);
void groups_subtract(struct groups *groups, const struct entry *entry);
void groups_add_all(struct groups *groups, const struct snapshot *snapshot,
		    const struct filter *filter);
void groups_sort(struct groups *groups, enum sort_key key, size_t rows);
void groups_free(struct groups *groups);
char *group_label(const struct groups *groups, const struct group *group);

/*
 * table.c
 */

enum output_format {
	OUTPUT_TEXT,
	OUTPUT_CSV,
	OUTPUT_JSON,
	OUTPUT_MARKDOWN,
	NR_OUTPUT_FORMATS
};

extern const char * const output_names[NR_OUTPUT_FORMATS];

enum column_kind {
	COLUMN_TEXT,
	COLUMN_BYTES,
	COLUMN_COUNT,
	COLUMN_PERCENT,
	COLUMN_SECONDS,		/* set by table_percent() as well */
};

struct column {
	const char *title;	/* also the key of JSON */
	enum column_kind kind;
	bool is_signed;		/* with a plus */
};

union cell {
	const char *text;
	int64_t count;
	double percent;
};

struct table {
	const struct column *columns;
	size_t nr_columns;
	union cell *cells;
	size_t nr_cells, room;
};

void table_init(struct table *table, const struct column *columns, size_t nr);
void table_text(struct table *table, const char *text);
void table_name(struct table *table, const char *text);
void table_count(struct table *table, int64_t count);
void table_percent(struct table *table, double percent);
void table_print(const struct table *table, FILE *out,
		 enum output_format format, bool exact);
void table_free(struct table *table);
void print_json_string(FILE *out, const char *text);
unsigned int find_name(const char *text, const char * const *names,
		       unsigned int nr, const char *option);

/*
 * options.c
 */

/* What the options of a command can be; each command accepts some. */
enum {
	OPTIONS_FILTER = 1 << 0,
	OPTIONS_GROUP = 1 << 1,
	OPTIONS_SORT = 1 << 2,
	OPTIONS_TOP = 1 << 3,
	OPTIONS_FORMAT = 1 << 4,
	OPTIONS_OUTPUT = 1 << 5,
	OPTIONS_MEMORY = 1 << 6,
	OPTIONS_STATE = 1 << 7,
	OPTIONS_AT = 1 << 8,
	OPTIONS_SERIES = 1 << 9,
	OPTIONS_LIVE = 1 << 10,
	OPTIONS_SHRUNK = 1 << 11,
	OPTIONS_EXACT = 1 << 12,
	OPTIONS_TREE = 1 << 13,
	OPTIONS_EXPORT = 1 << 14,
	OPTIONS_TOP_SORT = 1 << 15,
	OPTIONS_INTERVAL = 1 << 16,
	OPTIONS_COUNT = 1 << 17,
	OPTIONS_SORT_TEXT = 1 << 18,
	OPTIONS_STACKS = 1 << 19,
	OPTIONS_AGES = 1 << 20,
	OPTIONS_PICTURE = 1 << 21,
	OPTIONS_TRACE = 1 << 22,
};

/* What alloctag top can sort by. */
enum top_sort {
	TOP_SORT_BYTES,
	TOP_SORT_LIVE,
	TOP_SORT_RATE,
	TOP_SORT_CALLS,
	TOP_SORT_GROWTH,
	TOP_SORT_SLACK,
	NR_TOP_SORTS
};

extern const char * const top_sort_names[NR_TOP_SORTS];

struct options {
	struct filter filter;
	enum grouping grouping;
	unsigned int depth;
	enum sort_key sort;
	unsigned long top;	/* number of rows; 0: all */
	enum output_format format;
	bool exact;
	const char *output;
	bool memory;
	const char *state;
	bool no_save;
	unsigned long at;	/* number of a snapshot; 0: the last */
	double interval, duration;	/* seconds; duration 0: no end */
	unsigned long count;	/* snapshots; 0: no end */
	bool force;
	double live;		/* seconds; 0: not given */
	bool shrunk;
	unsigned int tree;	/* enum tree_kind */
	const char *title;
	bool tree_given;
	bool color_slack;
	const char *slack;	/* a copy of alloctag/slack */
	enum top_sort top_sort;
	bool once;
	const char *sort_text;	/* --sort of commands with names of their own */
	bool contexts, samples, ages;
	const char *query;
	unsigned long buffer;	/* KiB of each CPU; 0: as it is */
	char export;		/* p: pprof, f: folded, m: prometheus; or 0 */
};

void options_init(struct options *options);
int parse_options(struct options *options, int argc, char **argv,
		  unsigned int accepted);
void print_usage(FILE *out, const char *command);

/*
 * The commands: arguments as of main(), the name of the command first.
 */
int cmd_summary(int argc, char **argv);
int cmd_report(int argc, char **argv);

int cmd_record(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_leaks(int argc, char **argv);
int cmd_treemap(int argc, char **argv);
int cmd_flame(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_top(int argc, char **argv);
int cmd_watch(int argc, char **argv);
int cmd_unwatch(int argc, char **argv);
int cmd_stacks(int argc, char **argv);
int cmd_slack(int argc, char **argv);
int cmd_lifetimes(int argc, char **argv);
int cmd_peaks(int argc, char **argv);
int cmd_trace(int argc, char **argv);

/* record.c */
int try_write_snapshot(const struct snapshot *snapshot, const char *name);
bool wait_until(double *next, double interval);
double monotonic_seconds(void);
void catch_signals(void);
extern volatile bool stopped;

/* diff.c */
void diff_snapshots(struct groups *groups, const struct snapshot *before,
		    const struct snapshot *after, const struct filter *filter,
		    bool shrunk);
void print_diff(const struct groups *groups, const struct options *options,
		bool allocs, double seconds, FILE *out);

/* report.c */
void print_groups(const struct groups *groups, const struct options *options,
		  int64_t total, bool allocs, FILE *out);

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#endif
