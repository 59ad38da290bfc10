// SPDX-License-Identifier: GPL-2.0
/*
 * live.c - the waits of the running kernel
 *
 * The kernel counts while the sysctl kernel.wait_tags is 1, and keeps its
 * numbers afterwards. A command that wants to see what happens now sets it to 1
 * until it ends (util/switch.c).
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "snapshot/group.h"
#include "snapshot/snapshot.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/file.h"
#include "util/signals.h"
#include "util/switch.h"
#include "waits/live.h"

/* The path of a file of codetag/wait, to be freed. */
char *waits_path(const char *name)
{
	return xasprintf("%s/kernel/debug/codetag/wait/%s", sys_folder, name);
}

/* The same; ends the program if there is no such file. */
char *waits_file(const char *name)
{
	char *path = waits_path(name);

	if (access(path, F_OK) && errno == ENOENT)
		die(EXIT_CANNOT, "%s does not exist: this kernel needs CONFIG_WAIT_TAG, and debugfs must be mounted",
		    path);
	return path;
}

/* Have the kernel count until the program ends. */
void begin_waits(void)
{
	static const struct kernel_switch waits = {
		.sysctl = "wait_tags",
		.lock = "alloctag-waits.lock",
		.missing = "this kernel doesn't count waits: it needs CONFIG_WAIT_TAG",
		.off = "the kernel doesn't count waits",
	};

	switch_on(&waits);
}

/* What has been counted so far. Ends the program if that can't be read. */
void read_waits_live(struct snapshot *snapshot)
{
	static struct buffer buffer;
	struct error error;
	char *name = waits_file("stats");
	int64_t time;

	if (read_into(&buffer, name, &time, &error))
		die(EXIT_CANNOT, "%s", error.text);
	if (parse_report(snapshot, name, buffer.text, buffer.used, &error))
		die(EXIT_WRONG, "%s", error.text);
	if (format_unit(snapshot->format) != UNIT_NANOSECONDS)
		die(EXIT_WRONG, "%s: not the file codetag/wait/stats of a kernel", name);
	snapshot->time = realtime_ns();
	read_boot(&snapshot->boot);
	free(name);
}

/* The numbers before and after SECONDS of counting, or until a signal comes. */
void count_waits(struct snapshot *before, struct snapshot *after, double seconds)
{
	double next;

	catch_signals();
	begin_waits();
	read_waits_live(before);
	next = monotonic_seconds() + seconds;
	wait_until(&next, seconds);
	read_waits_live(after);
}

/*
 * Were the numbers reset between two snapshots, or the machine booted? Then a
 * line that is no module's has fewer wakeups or less time than before.
 */
bool waits_were_reset(const struct snapshot *before, const struct snapshot *after)
{
	struct filter all = { .all_lines = true };
	struct groups groups;
	bool result = false;
	size_t i;

	groups_init(&groups, BY_LINE, 0, &wait_measures);
	groups_add_all(&groups, after, &all);
	for (i = 0; i < before->nr; i++)
		if (!before->entries[i].module)
			groups_subtract(&groups, &before->entries[i]);
	for (i = 0; i < groups.nr; i++)
		result |= (int64_t)groups.array[i].wakeups < 0 || groups.array[i].slept < 0;
	groups_free(&groups);
	return result;
}
