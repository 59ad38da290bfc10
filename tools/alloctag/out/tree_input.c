// SPDX-License-Identifier: GPL-2.0
/*
 * tree_input.c - reading lines or call stacks for a tree
 */
#include <string.h>

#include "out/tree.h"
#include "out/tree_input.h"
#include "snapshot/read.h"
#include "util/error.h"
#include "watch/live.h"

/*
 * Read FILE (NULL: the running kernel) for --tree: the snapshot, and for
 * --tree=stack the stacks. Returns whether WATCHED has been read: then the
 * snapshot has its lines.
 */
bool read_tree_input(struct options *options, char *file,
		     struct snapshot *snapshot, struct watched *watched)
{
	bool found = false;

	memset(snapshot, 0, sizeof(*snapshot));
	if (file) {
		found = read_input(snapshot, watched, file, &options->period);
		/* A copy of stacks has nothing better to show. */
		if (found && watched->nr_frames && options->tree == NR_TREE_KINDS)
			options->tree = TREE_STACK;
	} else if (options->tree == TREE_STACK || mode_is_samples()) {
		read_stacks_live(watched);
		watched_snapshot(watched, snapshot);
		found = true;
		if (options->tree == NR_TREE_KINDS)
			options->tree = TREE_STACK;
	} else {
		read_live(snapshot);
	}
	if (options->tree == NR_TREE_KINDS)
		options->tree = TREE_SOURCE;
	if (options->tree == TREE_STACK && (!found || !has_frames(watched->kind)))
		die(EXIT_WRONG, "--tree=stack: %s has no call stacks; copies of alloctag/stacks and alloctag/samples have", file);
	if (options->tree == TREE_TYPE && !found && !has_types(snapshot->format))
		die(EXIT_WRONG, "--tree=type: %s has no types",
		    format_text(snapshot->format));
	/*
	 * Show slab pages if they are watched. Samples cover all lines, so they
	 * include the objects in these pages.
	 */
	if (found && watched->kind != WATCHED_SAMPLES)
		options->filter.all_lines = true;
	return found;
}
