/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tree.h - the tree of directories, files, functions and lines
 */
#ifndef TREE_H
#define TREE_H

#include "snapshot/group.h"
#include "util/index.h"
#include "watch/slack.h"
#include "watch/watched.h"

enum tree_kind {
	TREE_SOURCE,		/* directories, file, function, line */
	TREE_TYPE,		/* type, line */
	TREE_MODULE,		/* module, then as TREE_SOURCE */
	TREE_STACK,		/* functions from the outermost on, line */
	NR_TREE_KINDS
};

extern const char * const tree_names[NR_TREE_KINDS];

/* Node 0 is the root. Other nodes are referred to by number, 0 is none. */
struct node {
	name_t name;
	uint32_t parent, first, next;
	uint32_t smaller;	/* the number of small nodes in this one; 0: a real one */
	name_t type;		/* of a line */
	int64_t size, count;	/* as of its lines: bytes, or nanoseconds */
	int64_t before;		/* size in the snapshot to compare with */
	int64_t area;		/* how large to draw it: its size, or its change */
	/* Slack, and the size of lines whose slack is known. */
	int64_t slack, known;
	double variance;	/* of SIZE, if it is an estimate */
	double variance_before;	/* of BEFORE */
};

/*
 * Bytes of a name in a picture: in files of strangers, they may be megabytes.
 */
#define LONGEST_LABEL 1000

/* The most nodes that tree_least() lets tree_finish() keep, about. */
#define MAX_NODES 65536

struct tree {
	struct node *nodes;
	size_t nr, room;
	bool estimates;
	struct index index;	/* of parent and name */
	name_t file;		/* of the line before, below FILE_PARENT; 0: none */
	uint32_t file_parent, file_node;
};

void tree_build(struct tree *tree, const struct snapshot *snapshot,
		const struct filter *filter, enum tree_kind kind,
		struct waste *waste);
void tree_build_stacks(struct tree *tree, const struct watched *watched,
		       const struct filter *filter, struct waste *waste);
void tree_compare(struct tree *tree, const struct snapshot *before,
		  const struct filter *filter, enum tree_kind kind);
void tree_compare_stacks(struct tree *tree, const struct watched *before,
			 const struct filter *filter);
void tree_measure_changes(struct tree *tree);
double tree_least(const struct tree *tree);
void tree_finish(struct tree *tree, double least);
void tree_free(struct tree *tree);

#endif
