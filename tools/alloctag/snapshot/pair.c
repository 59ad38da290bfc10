// SPDX-License-Identifier: GPL-2.0
/*
 * pair.c - two snapshots to be compared
 *
 * For commands that show what has changed from one to the other, in a table or
 * a picture.
 */
#include <string.h>

#include "snapshot/pair.h"
#include "snapshot/read.h"
#include "snapshot/reboot.h"
#include "snapshot/source.h"
#include "util/error.h"

/*
 * Read the first and the last snapshot of the recording NAME, whose lines have
 * UNIT, in PERIOD, for COMMAND. Ends the program if there are fewer than two.
 */
void read_ends(const char *command, char *name, enum unit unit,
	       const struct period *period, struct snapshot *before,
	       struct snapshot *after)
{
	struct source source;
	unsigned int nr = 0;

	memset(before, 0, sizeof(*before));
	memset(after, 0, sizeof(*after));
	source_open(&source, &name, 1);
	source.unit = unit;
	period_choose(period, &source);
	nr += source_next(&source, before);
	nr += nr && source_next(&source, after);
	source_close(&source);
	if (nr < 2)
		die(EXIT_WRONG, "%s: two snapshots are needed; %s has %u%s", command,
		    name, nr, period_has_times(period) ? " of that time" : "");
	snapshot_free(after);
	if (unit == UNIT_NANOSECONDS)
		read_waits(after, name, period);
	else
		read_snapshot(after, name, period);
}

/*
 * Ends the program if the lines of the snapshots can't be compared; warns if
 * the comparison says little.
 */
void check_pair(const char *command, const struct snapshot *before,
		const struct snapshot *after)
{
	static const char * const changes[] = {
		[BOOT_OTHER_HOST] = "the snapshots are of different machines",
		[BOOT_OTHER] = "there was a reboot between the snapshots: lines began at 0 again",
		[BOOT_COUNTED_ANEW] = "vm.mem_profiling was 0 between the snapshots: lines began at 0 again",
	};
	enum boot_change change = boot_change(before, after);

	if (change)
		warn("%s", changes[change]);
	if (has_allocs(before->format) != has_allocs(after->format) ||
	    is_estimate(before->format) != is_estimate(after->format))
		die(EXIT_WRONG, "%s: %s and %s have different lines",
		    command, format_text(before->format), format_text(after->format));
	if (before->sampling.rate != after->sampling.rate)
		warn("one sample in %llu bytes, then one in %llu: in one kernel, a new rate leaves out what was allocated before it",
		     (unsigned long long)before->sampling.rate,
		     (unsigned long long)after->sampling.rate);
}
