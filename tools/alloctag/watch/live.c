// SPDX-License-Identifier: GPL-2.0
/*
 * live.c - the files of /sys/kernel/debug/alloctag of the running kernel
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "snapshot/group.h"
#include "snapshot/read.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/file.h"
#include "watch/live.h"

/* Its path below --sys; to be freed. */
static char *watched_path(enum watched_kind kind)
{
	return xasprintf("%s/kernel/debug/alloctag/%s", sys_folder,
			 watched_names[kind]);
}

/*
 * Does the running kernel have this file, and can it be read? It has to be
 * opened for that: the kernel asks for a capability, whatever the mode is.
 */
bool has_watched(enum watched_kind kind)
{
	char *name = watched_path(kind);
	int fd = open(name, O_RDONLY | O_CLOEXEC);

	free(name);
	if (fd < 0)
		return false;
	close(fd);
	return true;
}

/*
 * COMMAND is about watched lines of the running kernel. Ends the program if the
 * kernel only takes samples: then no line is watched.
 */
void need_counters(const char *command)
{
	if (mode_is_samples())
		die(EXIT_CANNOT, "%s: vm.mem_profiling is samples, so lines are not watched: alloctag stacks has the samples, sysctl vm.mem_profiling_sample_bytes their rate; sysctl vm.mem_profiling=1 counts, and lines can be watched",
		    command);
}

/*
 * Read the running kernel's, opening it once. Returns false if there is none,
 * or if it can't be read. Ends the program if it isn't what it should be.
 */
bool read_watched_if_any(struct watched *watched, enum watched_kind kind)
{
	char *name = watched_path(kind), *text;
	struct error error;
	int64_t time;
	size_t size;
	bool found;

	found = !read_all(name, &text, &size, &time, &error);
	if (found && parse_watched(watched, name, text, size, &error))
		die(EXIT_WRONG, "%s", error.text);
	if (found)
		watched->time = realtime_ns();
	free(text);
	free(name);
	return found;
}

/* Read the running kernel's. Ends the program if that is not possible. */
void read_watched_live(struct watched *watched, enum watched_kind kind)
{
	char *name = watched_path(kind);

	if (access(name, F_OK))
		die(EXIT_CANNOT, "no %s: this kernel has no CONFIG_ALLOC_TAG_WATCH, or debugfs is not mounted",
		    name);
	read_watched(watched, name);
	watched->time = realtime_ns();
	free(name);
}

/*
 * Call stacks of the running kernel, with types: of all lines if allocations
 * are sampled, else of watched lines.
 */
void read_stacks_live(struct watched *watched)
{
	if (read_watched_if_any(watched, WATCHED_SAMPLES)) {
		if (mode_is_samples())
			return;
		if (!watched->nr)
			watched_free(watched);
	} else {
		watched->nr = 0;
	}
	if (!watched->nr)
		read_watched_live(watched, WATCHED_STACKS);
	if (!watched->nr)
		warn("there are no call stacks: see alloctag watch --help");
	live_types(watched);
}

/* Set the types of lines that have only one in SNAPSHOT. */
static void watched_types(struct watched *watched, const struct snapshot *snapshot)
{
	struct filter all = { .all_lines = true };
	struct groups groups;
	size_t i;

	groups_init(&groups, BY_LINE, 0, measures_of(snapshot->format));
	groups_add_all(&groups, snapshot, &all);
	for (i = 0; i < watched->nr; i++) {
		struct entry *entry = &watched->lines[i].entry;
		const struct group *group;

		if (entry->type)
			continue;
		group = groups_find(&groups, entry);
		if (!group->types)
			entry->type = group->type;
	}
	groups_free(&groups);
}

/* The same from /proc/alloctag, if it can be read. */
void live_types(struct watched *watched)
{
	char *name = xasprintf("%s/alloctag", proc_folder);
	struct snapshot snapshot;

	if (!access(name, R_OK) && !mode_is_samples()) {
		read_live(&snapshot);
		watched_types(watched, &snapshot);
		snapshot_free(&snapshot);
	}
	free(name);
}
