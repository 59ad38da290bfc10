// SPDX-License-Identifier: GPL-2.0
/*
 * summary.c - alloctag without a command: what one wants to see first
 *
 * The total and the biggest lines.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "alloctag.h"

static void print_top(const struct snapshot *snapshot,
		      const struct options *options)
{
	struct totals totals;
	struct groups groups;
	char once[HUMAN_SIZE], slab[HUMAN_SIZE], user[HUMAN_SIZE];
	int64_t live = 0;
	size_t i;

	add_up(snapshot, &totals);
	groups_init(&groups, BY_LINE, 0);
	groups_add_all(&groups, snapshot, &options->filter);
	for (i = 0; i < groups.nr; i++)
		live += groups.array[i].live;
	groups_sort(&groups, SORT_BYTES);
	printf("%s in %" PRId64 " allocations, each byte counted once; %s of it pages of\n"
	       "files and processes. Slab objects are in %s of slab pages.\n\n",
	       human_bytes(once, totals.once), live,
	       human_bytes(user, totals.bytes[OWNER_USER]),
	       human_bytes(slab, totals.bytes[OWNER_SLAB_PAGES]));
	print_groups(&groups, options, totals.once, has_allocs(snapshot->format),
		     stdout);
	if (totals.inaccurate)
		printf("\n%zu lines are not accurate: the kernel has missed frees of theirs.\n",
		       totals.inaccurate);
	groups_free(&groups);
}

int cmd_summary(int argc, char **argv)
{
	struct snapshot snapshot;
	struct options options;
	struct utsname system;
	const char *name;
	int first;

	options_init(&options);
	options.top = 10;
	first = parse_options(&options, argc, argv, OPTIONS_TOP | OPTIONS_FORMAT);
	options.format = OUTPUT_TEXT;
	if (argc - first > 1)
		die(EXIT_WRONG, "summary: more than one file");
	name = first < argc ? argv[first] : NULL;
	if (name)
		read_snapshot(&snapshot, name);
	else
		read_live(&snapshot);
	if (name)
		printf("%s (%s), %zu lines\n", name, format_text(snapshot.format),
		       snapshot.nr);
	else
		printf("Linux %s (%s), %zu lines\n",
		       !strcmp(proc_folder, "/proc") && !uname(&system) ?
		       system.release : proc_folder,
		       format_text(snapshot.format), snapshot.nr);
	print_top(&snapshot, &options);
	close_output(stdout, NULL);
	snapshot_free(&snapshot);
	return 0;
}
