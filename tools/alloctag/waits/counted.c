// SPDX-License-Identifier: GPL-2.0
/*
 * counted.c - what was counted: in all, or from one snapshot to another
 *
 * The kernel's numbers only grow, so what was counted between two snapshots is
 * their difference. If all were reset in between, or those of a line because
 * its module was loaded again, they began at 0: then what is in the later
 * snapshot was counted since.
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
 * Can the snapshots of COMMAND be compared, and how much time is between them?
 * Ends the program if they are of different machines.
 */
static void compare(struct counted *counted, const char *command)
{
	enum boot_change change = boot_change(&counted->before, &counted->after);

	if (change == BOOT_OTHER_HOST)
		die(EXIT_WRONG, "%s: the snapshots are of different machines", command);
	if (change == BOOT_OTHER || waits_were_reset(&counted->before, &counted->after)) {
		warn("the numbers were reset, or the machine was booted again: what was counted before that is left out");
		counted->has_before = false;
	} else if (counted->before.time && counted->after.time > counted->before.time) {
		counted->seconds = (counted->after.time - counted->before.time) / 1e9;
	}
}

/* Do the numbers of a line begin at 0 again, as those of a module may? */
static bool begins_again(const union values *before, const union values *after)
{
	return after->wakeups < before->wakeups || after->waits < before->waits ||
	       after->slept < before->slept;
}

/* A snapshot with a line for each that has waited, of what was counted. */
static void find_lines(struct counted *counted)
{
	static const struct filter all = { .all_lines = true };
	struct snapshot *lines = &counted->lines;
	struct groups before, after;
	size_t i;

	groups_init(&before, BY_LINE, 0, &wait_measures);
	groups_init(&after, BY_LINE, 0, &wait_measures);
	if (counted->has_before)
		groups_add_all(&before, &counted->before, &all);
	groups_add_all(&after, &counted->after, &all);
	*lines = counted->after;
	lines->nr = 0;
	lines->room = after.nr;
	lines->entries = xcalloc(after.nr + 1, sizeof(*lines->entries));
	for (i = 0; i < after.nr; i++) {
		struct entry *line = &lines->entries[lines->nr];
		const struct group *old;

		*line = after.array[i].entry;
		old = groups_find(&before, line);
		if (!begins_again(&old->values, &line->values))
			subtract_values(&wait_measures, &line->values, &old->values);
		/* A wait that began before is not among them. */
		lines->nr += line->wakeups > 0;
	}
	groups_free(&before);
	groups_free(&after);
}

/*
 * Read the two FILES, or one, or with --live what the running kernel counts
 * then; else what it has counted so far. ENDS: of one file, from its first
 * snapshot to its last one. COMMAND is for messages. Ends the program if that
 * is not possible.
 */
void read_counted(struct counted *counted, const struct options *options,
		  const char *command, bool ends, char **files, int nr)
{
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
	}
	if (counted->has_before)
		compare(counted, command);
	find_lines(counted);
}

void counted_free(struct counted *counted)
{
	snapshot_free(&counted->before);
	snapshot_free(&counted->after);
	snapshot_free(&counted->lines);
}
