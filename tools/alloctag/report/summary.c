// SPDX-License-Identifier: GPL-2.0
/*
 * summary.c - alloctag without a command: an overview
 *
 * The total, the biggest lines, growth since the last call, and commands to try
 * next. For the comparison, each call for the running kernel
 * leaves a snapshot in a file (--state).
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "out/estimate.h"
#include "report/diff.h"
#include "report/report.h"
#include "snapshot/read.h"
#include "snapshot/record.h"
#include "snapshot/recording.h"
#include "snapshot/totals.h"
#include "util/file.h"
#include "util/output.h"
#include "util/text.h"

static const char default_state[] = "/run/alloctag.last";

static void print_top(const struct snapshot *snapshot,
		      const struct options *options)
{
	struct totals totals;
	struct groups groups;
	char once[HUMAN_SIZE], slab[HUMAN_SIZE], user[HUMAN_SIZE];
	char margin[HUMAN_SIZE];
	int64_t live = 0;
	size_t i;

	add_up(snapshot, &totals);
	groups_init(&groups, BY_LINE, 0);
	groups_add_all(&groups, snapshot, &options->filter);
	for (i = 0; i < groups.nr; i++)
		live += groups.array[i].live;
	groups_sort(&groups, SORT_BYTES, options->top);
	if (is_estimate(snapshot->format))
		print_estimate_note(snapshot->format, &snapshot->sampling,
				    totals.samples, OUTPUT_TEXT, stdout);
	human_bytes(once, totals.once);
	if (is_estimate(snapshot->format))
		printf("%s \xc2\xb1 %s", once,
		       margin_text(margin, totals.once_variance, false));
	else
		printf("%s", once);
	printf(" in %" PRId64 " allocations, each byte counted once; %s of it pages of\n"
	       "files and processes. Slab objects are in %s of slab pages.\n\n", live,
	       human_bytes(user, totals.bytes[OWNER_USER]),
	       human_bytes(slab, totals.bytes[OWNER_SLAB_PAGES]));
	print_groups(&groups, options, totals.once > 0 ? totals.once : 0,
		     snapshot->format, stdout);
	if (totals.inaccurate)
		printf("\n%zu lines are not accurate: the kernel has missed frees of theirs.\n",
		       totals.inaccurate);
	groups_free(&groups);
}

/* Compare with the snapshot that the last call has saved. */
static void print_grown(const struct snapshot *snapshot,
			const struct options *options)
{
	struct recording recording;
	struct snapshot before;
	struct options rows = *options;
	struct groups groups;
	struct error error;
	struct stat file;
	char time[HUMAN_SIZE];
	char *text;
	int64_t changed;
	size_t size;
	bool got;

	/* Reading anything else, a FIFO, say, could wait for ever. */
	if (stat(options->state, &file) || !S_ISREG(file.st_mode) ||
	    access(options->state, R_OK))
		return;
	if (read_all(options->state, &text, &size, &changed, &error) ||
	    recording_open(&recording, options->state, text, size, &error)) {
		free(text);
		return;
	}
	got = recording_next(&recording, &error) == 1;
	if (got && recording.boot.id && snapshot->boot.id &&
	    recording.boot.id != snapshot->boot.id) {
		puts("\nThe machine was booted since the last call: there is nothing to compare with.");
	} else if (got && recording.format == snapshot->format &&
	    recording.sampling.rate == snapshot->sampling.rate &&
	    recording.time < snapshot->time) {
		recording_get(&recording, &before);
		groups_init(&groups, BY_LINE, 0);
		diff_snapshots(&groups, &before, snapshot, &options->filter, false);
		if (rows.top > 5)
			rows.top = 5;
		printf("\nGrown since the last call, %s ago:\n\n",
		       human_seconds(time, (snapshot->time - before.time) / 1e9));
		print_diff(&groups, &rows, snapshot->format, 0, stdout);
		groups_free(&groups);
		snapshot_free(&before);
	}
	recording_free(&recording);
	free(text);
}

static void print_busiest(const struct snapshot *snapshot,
			  const struct options *options)
{
	struct options rows = *options;
	struct groups groups;

	if (!has_allocs(snapshot->format))
		return;
	groups_init(&groups, BY_LINE, 0);
	groups_add_all(&groups, snapshot, &options->filter);
	groups_sort(&groups, SORT_ALLOCS, 3);
	if (rows.top > 3)
		rows.top = 3;
	puts("\nMost allocations since boot:\n");
	print_groups(&groups, &rows, -1, snapshot->format, stdout);
	groups_free(&groups);
}

int cmd_summary(int argc, char **argv)
{
	struct snapshot snapshot;
	struct options options;
	struct utsname system;
	struct error error;
	char *name;
	int first;

	first = parse_options(&options, argc, argv);
	if (!options.state)
		options.state = default_state;
	if (argc - first > 1)
		die(EXIT_WRONG, "summary: more than one file");
	name = first < argc ? argv[first] : NULL;
	if (name)
		read_snapshot(&snapshot, name, &options.period);
	else
		read_live(&snapshot);
	if (name) {
		printf("%s (%s), %zu lines", name, format_text(snapshot.format), snapshot.nr);
		if (period_has_times(&options.period)) {
			fputs(", ", stdout);
			print_when(stdout, &snapshot);
		}
		puts("");
	} else {
		printf("Linux %s (%s), %zu lines\n",
		       !strcmp(proc_folder, "/proc") && !uname(&system) ?
		       system.release : proc_folder,
		       format_text(snapshot.format), snapshot.nr);
	}
	print_top(&snapshot, &options);
	if (!name)
		print_grown(&snapshot, &options);
	print_busiest(&snapshot, &options);
	puts("\nTry next:\n"
	     "  alloctag top                      the biggest and busiest lines, live\n"
	     "  alloctag report --by=directory    or function, file, module, type");
	if (!is_estimate(snapshot.format))
		puts("  alloctag report --memory          what MemTotal is made of");
	puts("  alloctag leaks --live=10m         which lines grow all the time");
	close_output(stdout, NULL);
	/* In an initramfs there may be no /run. */
	if (!name && !options.no_save &&
	    (options.state != default_state || !access("/run", W_OK)) &&
	    try_write_snapshot(&snapshot, options.state, true, &error))
		warn("%s", error.text);
	snapshot_free(&snapshot);
	return 0;
}
