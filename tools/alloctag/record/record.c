// SPDX-License-Identifier: GPL-2.0
/*
 * record.c - alloctag record and waits record: snapshots of the running kernel,
 * one an interval
 *
 * With files as arguments, these become the recording, in the order given, with
 * the dates of the files. So copies that cron has made of /proc/allocinfo can
 * be looked at in the same ways.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "record/flight.h"
#include "record/record.h"
#include "snapshot/read.h"
#include "snapshot/recorder.h"
#include "snapshot/source.h"
#include "util/clock.h"
#include "util/file.h"
#include "util/output.h"
#include "util/signals.h"
#include "util/text.h"

static void show_progress(const struct recorder *recorder, unsigned long nr,
			  double seconds, bool last)
{
	static double shown;
	char size[HUMAN_SIZE], time[HUMAN_SIZE];

	/* A terminal may be a slow serial line. */
	if (!isatty(STDERR_FILENO) || (!last && seconds < shown + 0.5))
		return;
	shown = seconds;
	fprintf(stderr, "\r%lu snapshots in %s, %s   \b\b\b%s", nr,
		human_seconds(time, seconds),
		human_bytes(size, recorder->written), last ? "\n" : "");
}

/*
 * Add what source_next() or read_live() has returned. The recording gets its
 * name, and replaces an older one, as soon as it has a snapshot. With each
 * other machine or boot, a recording begins in the file.
 */
static void add(struct recorder *recorder, const struct options *options,
		const struct snapshot *snapshot, struct output *output)
{
	static struct boot boot;
	struct error error;

	if (recorder->started && memcmp(&boot, &snapshot->boot, sizeof(boot))) {
		if (recorder_finish(recorder, &error))
			die(EXIT_CANNOT, "%s: %s", options->output, error.text);
		recorder_free(recorder);
		recorder->started = false;
	}
	if (!recorder->started) {
		char *info = boot_info(&snapshot->boot);

		boot = snapshot->boot;
		if (recorder_start(recorder, output->fd, snapshot->format, info, &error))
			die(EXIT_CANNOT, "%s: %s", options->output, error.text);
		free(info);
	}
	recorder->started = true;
	if (recorder_add(recorder, snapshot, &error))
		die(EXIT_CANNOT, "%s: %s", options->output, error.text);
	if (output_publish(output, &error))
		die(EXIT_CANNOT, "%s", error.text);
}

static unsigned long record_files(struct recorder *recorder,
				  const struct options *options, enum unit unit,
				  struct output *output, char **files, int nr)
{
	struct snapshot snapshot;
	struct source source;
	unsigned long done = 0;

	source_open(&source, files, nr);
	source.unit = unit;
	while (source_next(&source, &snapshot)) {
		add(recorder, options, &snapshot, output);
		snapshot_free(&snapshot);
		done++;
	}
	source_close(&source);
	return done;
}

static unsigned long record_live(struct recorder *recorder,
				 const struct options *options,
				 const struct live *live, struct output *output)
{
	double interval = options->interval ? options->interval : 1;
	double start, next;
	unsigned long done = 0;

	if (live->begin)
		live->begin();
	start = monotonic_seconds();
	next = start + interval;
	catch_signals();
	do {
		struct snapshot snapshot;

		live->read(&snapshot);
		if (recorder->started && snapshot.format != recorder->format) {
			warn("the recording ends: vm.mem_profiling was changed");
			snapshot_free(&snapshot);
			break;
		}
		add(recorder, options, &snapshot, output);
		snapshot_free(&snapshot);
		/* The last minutes before a crash matter most. */
		fdatasync(output->fd);
		done++;
		show_progress(recorder, done, monotonic_seconds() - start, false);
		if (options->count && done >= options->count)
			break;
		/* The last one is at the end of the duration, not after it. */
		if (options->duration && next > start + options->duration + 1e-6)
			break;
	} while (wait_until(&next, interval));
	show_progress(recorder, done, monotonic_seconds() - start, true);
	return done;
}

/* "-" is standard output, but no terminal: a recording is no text. */
static void open_recording(struct output *output, const struct options *options)
{
	struct error error;
	bool standard = !strcmp(options->output, "-");

	if (standard && isatty(STDOUT_FILENO))
		die(EXIT_WRONG, "record: a recording is no text; -o FILE, or - into a pipe");
	if (!output_open(output, standard ? "/dev/stdout" : options->output, 0600,
			 options->force, &error))
		return;
	if (errno == EEXIST)
		die(EXIT_WRONG, "%s exists; --force replaces it", options->output);
	die(EXIT_CANNOT, "%s", error.text);
}

/* The command ARGV[0], which records what LIVE reads, or files. */
int record_snapshots(int argc, char **argv, const struct live *live)
{
	struct recorder recorder = { 0 };
	struct options options;
	struct output output;
	struct error error;
	unsigned long done;
	int first;

	first = parse_options(&options, argc, argv);
	if (options.flight) {
		if (first < argc || options.force)
			die(EXIT_WRONG, "record: --flight is without files and --force");
		record_flight(&options);
		return 0;
	}
	if (!options.output)
		die(EXIT_WRONG, "%s: -o FILE is missing", argv[0]);
	open_recording(&output, &options);
	if (first < argc)
		done = record_files(&recorder, &options, live->unit, &output,
				    argv + first, argc - first);
	else
		done = record_live(&recorder, &options, live, &output);
	if (!done)
		die(EXIT_WRONG, "%s: the files have no snapshot", argv[0]);
	if (recorder_finish(&recorder, &error))
		die(EXIT_CANNOT, "%s: %s", options.output, error.text);
	if (close(output.fd))
		die(EXIT_CANNOT, "cannot write %s: %s", options.output,
		    strerror(errno));
	recorder_free(&recorder);
	return 0;
}

int cmd_record(int argc, char **argv)
{
	static const struct live memory = { .read = read_live };

	return record_snapshots(argc, argv, &memory);
}
