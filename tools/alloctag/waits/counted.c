// SPDX-License-Identifier: GPL-2.0
/*
 * counted.c - what was counted: in all, or from one snapshot to another
 *
 * The kernel's numbers only grow, so what was counted between two snapshots is
 * their difference. If they were reset in between, they began at 0 again: then
 * what is in the later snapshot was counted since.
 */
#include <stdlib.h>
#include <string.h>

#include "snapshot/pair.h"
#include "snapshot/read.h"
#include "snapshot/reboot.h"
#include "util/error.h"
#include "waits/counted.h"
#include "waits/live.h"

/*
 * Read the two FILES, or one, or with --live what the running kernel counts
 * then; else what it has counted so far. ENDS: of one file, from its first
 * snapshot to its last one. COMMAND is for messages. Ends the program if that
 * is not possible.
 */
void read_counted(struct counted *counted, const struct options *options,
		  const char *command, bool ends, char **files, int nr)
{
	enum boot_change change;

	memset(counted, 0, sizeof(*counted));
	counted->has_before = true;
	if (options->live) {
		count_waits(&counted->before, &counted->after, options->live);
	} else if (nr == 2) {
		read_waits(&counted->before, files[0], &options->period);
		read_waits(&counted->after, files[1], &options->period);
	} else if (ends) {
		read_ends(command, files[0], UNIT_NANOSECONDS, &options->period,
			  &counted->before, &counted->after);
	} else {
		counted->has_before = false;
		if (nr)
			read_waits(&counted->after, files[0], &options->period);
		else
			read_waits_live(&counted->after);
		return;
	}
	change = boot_change(&counted->before, &counted->after);
	if (change == BOOT_OTHER_HOST)
		die(EXIT_WRONG, "%s: the snapshots are of different machines", command);
	if (change == BOOT_OTHER || waits_were_reset(&counted->before, &counted->after)) {
		warn("the numbers were reset, or the machine was booted again: what was counted before that is left out");
		counted->has_before = false;
	} else if (counted->before.time && counted->after.time > counted->before.time) {
		counted->seconds = (counted->after.time - counted->before.time) / 1e9;
	}
}

/* Add it up in GROUPS, which were initialized. */
void counted_groups(const struct counted *counted, const struct filter *filter,
		    struct groups *groups)
{
	size_t i;

	groups_add_all(groups, &counted->after, filter);
	for (i = 0; counted->has_before && i < counted->before.nr; i++)
		if (filter_matches(filter, &counted->before.entries[i]))
			groups_subtract(groups, &counted->before.entries[i]);
}

/* The same as a snapshot with a line for each that has waited; to be freed. */
void counted_snapshot(const struct counted *counted, struct snapshot *snapshot)
{
	static const struct filter all = { .all_lines = true };
	struct groups groups;
	size_t i;

	groups_init(&groups, BY_LINE, 0, &wait_measures);
	counted_groups(counted, &all, &groups);
	*snapshot = counted->after;
	snapshot->nr = 0;
	snapshot->room = groups.nr;
	snapshot->entries = xcalloc(groups.nr + 1, sizeof(*snapshot->entries));
	for (i = 0; i < groups.nr; i++) {
		const struct group *group = &groups.array[i];
		struct entry *entry = &snapshot->entries[snapshot->nr];

		if ((int64_t)group->wakeups <= 0)
			continue;
		*entry = group_entry(group);
		entry->values = group->values;
		snapshot->nr++;
	}
	groups_free(&groups);
}

void counted_free(struct counted *counted)
{
	snapshot_free(&counted->before);
	snapshot_free(&counted->after);
}
