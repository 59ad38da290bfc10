// SPDX-License-Identifier: GPL-2.0
/*
 * read.c - reading reports and recordings: of files and of the running kernel
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "snapshot/memory.h"
#include "snapshot/read.h"
#include "snapshot/source.h"
#include "util/clock.h"
#include "util/file.h"

/*
 * Read the report or recording NAME; of a recording, snapshot NUMBER, from 1,
 * or the last one for 0. Ends the program if that is not possible.
 */
void read_snapshot(struct snapshot *snapshot, char *name, unsigned long number)
{
	struct snapshot next;
	struct source source;
	unsigned long nr = 0;

	memset(snapshot, 0, sizeof(*snapshot));
	source_open(&source, &name, 1);
	while ((!number || nr < number) && source_next(&source, &next)) {
		snapshot_free(snapshot);
		*snapshot = next;
		nr++;
	}
	source_close(&source);
	if (!nr)
		die(EXIT_WRONG, "%s: a recording without a snapshot", name);
	if (nr < number)
		die(EXIT_WRONG, "%s: no snapshot %lu: there are %lu", name, number, nr);
}

/* Does the sysctl vm.mem_profiling begin with VALUE? */
static bool mode_begins_with(const char *value)
{
	char *name = xasprintf("%s/sys/vm/mem_profiling", proc_folder);
	struct error error;
	int64_t time;
	size_t size;
	char *text;
	bool result;

	result = !read_all(name, &text, &size, &time, &error) &&
		 !strncmp(text, value, strlen(value));
	free(text);
	free(name);
	return result;
}

/*
 * Does the running kernel only take samples? It has no counters then: what is
 * in /proc is not there, or says nothing.
 */
bool mode_is_samples(void)
{
	return mode_begins_with("samples");
}

/*
 * Does it count nothing now? Then what is allocated is missing, and lines only
 * shrink, by frees of what was counted before.
 */
bool counting_is_off(void)
{
	return mode_begins_with("0");
}

/* The file to read; to be freed. Ends the program if there is none. */
static char *live_name(bool samples)
{
	char *name;

	if (samples) {
		name = xasprintf("%s/kernel/debug/alloctag/samples", sys_folder);
		if (access(name, F_OK))
			die(EXIT_CANNOT, "no %s: debugfs is not mounted", name);
		return name;
	}
	name = xasprintf("%s/alloctag", proc_folder);
	if (!access(name, F_OK))
		return name;
	free(name);
	name = xasprintf("%s/allocinfo", proc_folder);
	if (access(name, F_OK))
		die(EXIT_CANNOT,
		    "no %s: this kernel has no allocation profiling, or was booted with sysctl.vm.mem_profiling=never",
		    name);
	return name;
}

/*
 * Read the running kernel: /proc/alloctag, else /proc/allocinfo, or its samples
 * if it has nothing else. The memory for the text is kept for the next call.
 */
void read_live(struct snapshot *snapshot)
{
	static struct buffer buffer;
	static bool told;
	struct error error;
	int64_t time;
	char *name = live_name(mode_is_samples());

	if (!told && counting_is_off())
		warn("vm.mem_profiling is 0: what is allocated now is not counted");
	told = true;
	if (access(name, R_OK))
		die(EXIT_CANNOT, "cannot open %s: only root can read it", name);
	if (read_into(&buffer, name, &time, &error))
		die(EXIT_CANNOT, "%s", error.text);
	if (parse_report(snapshot, name, buffer.text, buffer.used, &error))
		die(EXIT_WRONG, "%s", error.text);
	if (is_estimate(snapshot->format) && !snapshot->sampling.rate)
		die(EXIT_CANNOT, "%s: no allocation is sampled: sysctl vm.mem_profiling_sample_bytes=524288",
		    name);
	snapshot->time = realtime_ns();
	read_memory(&snapshot->memory);
	read_boot(&snapshot->boot);
	free(name);
}
