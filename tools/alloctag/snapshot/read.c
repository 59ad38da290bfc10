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

/* Snapshot NUMBER, from 1. */
static void read_number(struct snapshot *snapshot, struct source *source,
			const char *name, unsigned long number)
{
	unsigned long nr = 0;

	while (nr < number && source_next(source, snapshot))
		if (++nr < number)
			snapshot_free(snapshot);
	if (nr < number)
		die(EXIT_WRONG, "%s: no snapshot %lu: there are %lu", name, number, nr);
}

/*
 * The last snapshot of SOURCE; *BEFORE is the time of the one before it, or
 * 0. Segments are read from the last one back, until one has it. Returns false
 * if there is none.
 */
static bool read_last(struct snapshot *snapshot, struct source *source, int64_t *before)
{
	size_t nr = source->nr, i;
	struct snapshot next;
	bool found = false;

	*before = 0;
	for (i = nr; i && !found; i--) {
		source->at = i - 1;
		source->nr = i;
		while (source_next(source, &next)) {
			if (found) {
				*before = snapshot->time;
				snapshot_free(snapshot);
			}
			*snapshot = next;
			found = true;
		}
	}
	source->nr = nr;
	return found;
}

/*
 * Say so if the snapshot is older than what was asked for: after a gap, or
 * after the end of the recording.
 */
static void check_age(const struct snapshot *snapshot, const struct source *source,
		      const char *name, int64_t before)
{
	int64_t interval = before ? snapshot->time - before : 300 * INT64_C(1000000000);
	char text[2][LOCAL_TIME];

	if (source->to != INT64_MAX && source->to - snapshot->time > 2 * interval)
		warn("%s: no snapshot from %s to %s: the one before that is shown", name,
		     local_time(text[0], snapshot->time), local_time(text[1], source->to));
}

static void read_last_of(struct snapshot *snapshot, char *name, enum unit unit,
			 const struct period *period)
{
	unsigned long number = period_number(period);
	struct source source;
	int64_t before;

	memset(snapshot, 0, sizeof(*snapshot));
	source_open(&source, &name, 1);
	source.mixed = true;
	source.unit = unit;
	period_choose(period, &source);
	if (number)
		read_number(snapshot, &source, name, number);
	else if (read_last(snapshot, &source, &before))
		check_age(snapshot, &source, name, before);
	else if (period_has_times(period))
		die(EXIT_WRONG, "%s: no snapshot of that time; alloctag info %s shows which there are",
		    name, name);
	else
		die(EXIT_WRONG, "%s: a recording without a snapshot", name);
	source_close(&source);
}

/*
 * Read the report or recording NAME; of a recording, the last snapshot of
 * PERIOD, or the one with the number that it has. Ends the program if there is
 * none.
 */
void read_snapshot(struct snapshot *snapshot, char *name, const struct period *period)
{
	read_last_of(snapshot, name, UNIT_BYTES, period);
}

/* The same for a copy of codetag/wait/stats, or a recording of waits. */
void read_waits(struct snapshot *snapshot, char *name, const struct period *period)
{
	read_last_of(snapshot, name, UNIT_NANOSECONDS, period);
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
