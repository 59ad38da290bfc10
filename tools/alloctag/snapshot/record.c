// SPDX-License-Identifier: GPL-2.0
/*
 * record.c - alloctag record: snapshots of the running kernel, one an interval
 *
 * With files as arguments, these become the recording, in the order given, with
 * the dates of the files. So copies that cron has made of /proc/allocinfo can
 * be looked at in the same ways.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "snapshot/read.h"
#include "snapshot/record.h"
#include "snapshot/recorder.h"
#include "snapshot/source.h"
#include "util/clock.h"
#include "util/file.h"
#include "util/text.h"

/* The kernel's release and boot, as lines of "key=value"; to be freed. */
static char *kernel_info(void)
{
	struct utsname system;
	struct error error;
	char *path = xasprintf("%s/sys/kernel/random/boot_id", proc_folder);
	char *boot_id, *info;
	int64_t time;
	size_t size;

	if (read_all(path, &boot_id, &size, &time, &error)) {
		free(boot_id);
		boot_id = xasprintf("unknown\n");
	}
	if (uname(&system))
		strcpy(system.release, "unknown");
	info = xasprintf("release=%s\nboot_id=%s", system.release, boot_id);
	free(boot_id);
	free(path);
	return info;
}

/*
 * Write a recording with one snapshot. The file NAME is replaced in one step.
 * Returns 0, or -1 and errno.
 */
int try_write_snapshot(const struct snapshot *snapshot, const char *name)
{
	char *part = xasprintf("%s.part", name);
	int fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
		      0600);
	struct recorder recorder = { 0 };
	struct error error;
	char *info = kernel_info();
	int result = -1, saved;

	if (fd >= 0 &&
	    !recorder_start(&recorder, fd, snapshot->format, info, &error) &&
	    !recorder_add(&recorder, snapshot, &error) &&
	    !recorder_finish(&recorder, &error) && !close(fd) &&
	    !rename(part, name))
		result = 0;
	saved = errno;
	if (result && fd >= 0)
		unlink(part);
	recorder_free(&recorder);
	free(info);
	free(part);
	errno = saved;
	return result;
}

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

/* Add what source_next() or read_live() has returned. */
static void add(struct recorder *recorder, const struct options *options,
		const struct snapshot *snapshot, int fd, const char *info)
{
	struct error error;

	if (!recorder->started &&
	    recorder_start(recorder, fd, snapshot->format, info, &error))
		die(EXIT_CANNOT, "%s: %s", options->output, error.text);
	recorder->started = true;
	if (recorder_add(recorder, snapshot, &error))
		die(EXIT_CANNOT, "%s: %s", options->output, error.text);
}

static unsigned long record_files(struct recorder *recorder,
				  const struct options *options, int fd,
				  char **files, int nr)
{
	struct snapshot snapshot;
	struct source source;
	unsigned long done = 0;

	source_open(&source, files, nr);
	while (source_next(&source, &snapshot)) {
		add(recorder, options, &snapshot, fd, "");
		snapshot_free(&snapshot);
		done++;
	}
	source_close(&source);
	return done;
}

static unsigned long record_live(struct recorder *recorder,
				 const struct options *options, int fd)
{
	double start = monotonic_seconds(), next = start + options->interval;
	char *info = kernel_info();
	unsigned long done = 0;

	catch_signals();
	do {
		struct snapshot snapshot;

		read_live(&snapshot);
		if (recorder->started && snapshot.format != recorder->format) {
			warn("the recording ends: vm.mem_profiling was changed");
			snapshot_free(&snapshot);
			break;
		}
		add(recorder, options, &snapshot, fd, info);
		snapshot_free(&snapshot);
		done++;
		show_progress(recorder, done, monotonic_seconds() - start, false);
		if (options->count && done >= options->count)
			break;
		/* The last one is at the end of the duration, not after it. */
		if (options->duration && next > start + options->duration + 1e-6)
			break;
	} while (wait_until(&next, options->interval));
	show_progress(recorder, done, monotonic_seconds() - start, true);
	free(info);
	return done;
}

int cmd_record(int argc, char **argv)
{
	struct recorder recorder = { 0 };
	struct options options;
	struct error error;
	unsigned long done;
	int first, fd;

	first = parse_options(&options, argc, argv);
	if (!options.output)
		die(EXIT_WRONG, "record: -o FILE is missing");
	fd = open(options.output, O_WRONLY | O_CREAT | O_CLOEXEC |
		  (options.force ? O_TRUNC : O_EXCL), 0600);
	if (fd < 0 && errno == EEXIST)
		die(EXIT_WRONG, "%s exists; --force replaces it", options.output);
	if (fd < 0)
		die(EXIT_CANNOT, "cannot create %s: %s", options.output,
		    strerror(errno));
	if (first < argc)
		done = record_files(&recorder, &options, fd, argv + first,
				    argc - first);
	else
		done = record_live(&recorder, &options, fd);
	if (!done)
		die(EXIT_WRONG, "record: the files have no snapshot");
	if (recorder_finish(&recorder, &error))
		die(EXIT_CANNOT, "%s: %s", options.output, error.text);
	if (close(fd))
		die(EXIT_CANNOT, "cannot write %s: %s", options.output,
		    strerror(errno));
	recorder_free(&recorder);
	return 0;
}
