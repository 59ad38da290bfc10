/* SPDX-License-Identifier: GPL-2.0 */
/*
 * group.h - adding up entries
 */
#ifndef GROUP_H
#define GROUP_H

#include "snapshot/snapshot.h"
#include "util/index.h"

enum grouping {
	BY_LINE,
	BY_FUNCTION,
	BY_FILE,
	BY_DIRECTORY,
	BY_MODULE,
	BY_TYPE,
	BY_ERROR = BY_TYPE,	/* in place of it, of lines with errors */
	NR_GROUPINGS,
	/* Not of entries, but of what the kernel adds up by node. */
	BY_NODE = NR_GROUPINGS
};

extern const char * const grouping_names[NR_GROUPINGS + 1];

/*
 * Which entries; patterns of fnmatch(), NULL for all. One that begins with "!"
 * excludes what the rest of it matches.
 */
struct filter {
	const char *file, *function, *module;
	union {
		const char *type, *error;
	};
	const char *word;	/* in any of these names */
	bool all_lines;		/* also those that hold objects of others */
	bool kernel;		/* not the pages of files and processes */
	name_t directory;	/* 0: any; as a group of BY_DIRECTORY with DEPTH */
	unsigned int depth;
};

bool filter_matches(const struct filter *filter, const struct entry *entry);

/* Entries that belong together. Names in which they differ are 0. */
struct group {
	union {
		struct entry entry;
		struct entry;
	};
	uint32_t nr;
	bool types;		/* there are more than one */
	int64_t now;		/* the size; of a difference, that of the later one */
	int64_t most;		/* size of the entry that has TYPE */
};

/*
 * The columns that rows of any command can be sorted by; options.c has the
 * choice of each command. group_key() has those that groups have.
 */
enum sort_key {
	SORT_BYTES,
	SORT_LIVE,
	SORT_ALLOCS,
	SORT_FREES,
	SORT_AGE,
	SORT_CALLS,
	SORT_FREED,
	SORT_GROWTH,
	SORT_LONGEST,
	SORT_MEAN,
	SORT_MOVES,
	SORT_OLD,
	SORT_PERCENT,
	SORT_RATE,
	SORT_REMOTE,
	SORT_RETURNED,
	SORT_SLACK,
	SORT_SLEPT,
	SORT_TIME,
	SORT_WAITS,
	SORT_WAKEUPS,
	NR_SORT_KEYS
};

extern const char * const sort_names[NR_SORT_KEYS];

struct groups {
	const struct measures *measures;	/* NULL: nothing is added up */
	struct group *array;
	size_t nr, room;
	enum grouping grouping;
	unsigned int depth;	/* of directories, 0: all */
	size_t next;		/* after the one that was found last */
	struct index index;
};

void groups_init(struct groups *groups, enum grouping grouping,
		 unsigned int depth, const struct measures *measures);
struct group *groups_find(struct groups *groups, const struct entry *entry);
void groups_add(struct groups *groups, const struct entry *entry);
void groups_subtract(struct groups *groups, const struct entry *entry);
void groups_add_all(struct groups *groups, const struct snapshot *snapshot,
		    const struct filter *filter);
void check_sort(enum sort_key key, enum format format);
int64_t group_key(const struct group *group, enum sort_key key);
void groups_sort(struct groups *groups, enum sort_key key, size_t rows);
void groups_sort_names(struct groups *groups);
size_t groups_drop_small(struct groups *groups, int64_t least);
void groups_free(struct groups *groups);
char *group_label(const struct groups *groups, const struct group *group);

#endif
