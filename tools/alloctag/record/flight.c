// SPDX-License-Identifier: GPL-2.0
/*
 * flight.c - alloctag record --flight: recording for ever, in bounded space
 *
 * The recording is a folder of segments, see segments.c. Each is a complete
 * recording, which is only appended to. A segment ends
 *
 *	after a part of the age or of the size that is kept, so that not much
 *	is lost when the oldest is deleted;
 *	when the program ends, for whatever reason: the next start begins
 *	another one, and changes nothing that was written before;
 *	at another boot, or when vm.mem_profiling is changed;
 *	when the clock is set back: times in a segment never decrease.
 *
 * Each snapshot is on the disk before the next one is taken. A segment gets its
 * name when its first snapshot is complete. So after kill -9 or a power cut, at
 * most the snapshot that was being written is missing.
 *
 * If a snapshot can't be written, because the disk is full, say, it is left
 * out, and the next one begins another segment. What is there is not deleted
 * for that: whoever fills the disk would fill that space, too.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "record/flight.h"
#include "snapshot/read.h"
#include "snapshot/recorder.h"
#include "snapshot/segments.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/signals.h"
#include "util/text.h"

#define DEFAULT_FOLDER "/var/lib/alloctag"

/* Which part of the age and of the size is in a segment. */
#define AGE_PARTS 28
#define SIZE_PARTS 16

/* The least size: some snapshots of all lines. */
#define LEAST_SIZE (1 << 20)

/* A change of the clock by less, in ns, is the clock being disciplined. */
#define CLOCK_STEP 1000000000

struct flight {
	const char *folder;
	double age;		/* seconds */
	uint64_t size;		/* bytes on the disk */
	int folder_fd;
	unsigned long number;	/* of the last segment */
	/* Those before it, the oldest first. */
	struct segment *old;
	size_t nr_old, old_room;
	uint64_t old_size;
	/* The one that is being written; FD is -1 if there is none. */
	int fd;
	struct recorder recorder;
	char *name, *part;	/* PART: its name until it has a snapshot */
	struct boot boot;
	int64_t first, last;	/* times of its snapshots */
	uint64_t good;		/* bytes up to the end of the last one */
	/* The clock, less the time since boot; and since when that is so. */
	int64_t clock_offset;
	double steady_since;
	size_t snapshots;	/* written */
	bool failing;		/* the last one could not be written */
};

/* What a file takes on a disk with blocks of 4 KiB. */
static uint64_t disk_size(uint64_t size)
{
	return (size + 4095) & ~UINT64_C(4095);
}

/* "7d:200M" */
static void parse_limits(struct flight *flight, const char *text)
{
	const char *colon = strchr(text, ':');
	char *age;

	if (!colon)
		die(EXIT_WRONG, "--flight: AGE:SIZE, as in 7d:200M, and not %s", text);
	age = xasprintf("%.*s", (int)(colon - text), text);
	flight->age = parse_duration(age, "--flight");
	flight->size = parse_size(colon + 1, "--flight");
	free(age);
	if (flight->size < LEAST_SIZE)
		die(EXIT_WRONG, "--flight: a size of less than 1M has no room for some snapshots");
}

/*
 * Open the folder, which is made if it doesn't exist. Others must not be able
 * to put files or links there. Ends the program if that fails.
 */
static void open_folder(struct flight *flight)
{
	struct stat info;

	if (mkdir(flight->folder, 0700) && errno != EEXIST)
		die(EXIT_CANNOT, "cannot create %s: %s", flight->folder, strerror(errno));
	flight->folder_fd = open(flight->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (flight->folder_fd < 0 || fstat(flight->folder_fd, &info))
		die(EXIT_CANNOT, "cannot open %s: %s", flight->folder, strerror(errno));
	if (info.st_mode & S_IWOTH || (info.st_uid && info.st_uid != geteuid()))
		die(EXIT_WRONG, "%s: other users can write there; a flight recording needs a folder of its own",
		    flight->folder);
}

/*
 * Let no other recorder use the folder as long as this process lives. Its
 * number is in the file, for the other one's message. A kernel without
 * CONFIG_FILE_LOCKING has no locks: recording is worth more than this check.
 */
static void lock_folder(const struct flight *flight)
{
	char text[32] = "";
	ssize_t got;
	int fd = openat(flight->folder_fd, "lock",
			O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);

	if (fd < 0)
		die(EXIT_CANNOT, "cannot create %s/lock: %s", flight->folder,
		    strerror(errno));
	if (flock(fd, LOCK_EX | LOCK_NB) && errno != ENOSYS) {
		if (errno != EWOULDBLOCK)
			die(EXIT_CANNOT, "cannot lock %s/lock: %s", flight->folder,
			    strerror(errno));
		got = read(fd, text, sizeof(text) - 1);
		text[got > 0 ? strspn(text, "0123456789") : 0] = '\0';
		die(EXIT_CANNOT, "%s: process %s records there already",
		    flight->folder, *text ? text : "?");
	}
	snprintf(text, sizeof(text), "%d\n", getpid());
	/* The number is only for a message. */
	if (ftruncate(fd, 0) || write(fd, text, strlen(text)) < 0)
		return;
}

static void add_old(struct flight *flight, struct segment segment)
{
	flight->old = grow(flight->old, flight->nr_old, &flight->old_room,
			   sizeof(*flight->old));
	flight->old[flight->nr_old++] = segment;
	flight->old_size += disk_size(segment.size);
}

/* Delete segment I of those that are complete. */
static void delete_old(struct flight *flight, size_t i)
{
	struct segment segment = flight->old[i];

	if (unlink(segment.path) && errno != ENOENT)
		warn("cannot delete %s: %s", segment.path, strerror(errno));
	flight->old_size -= disk_size(segment.size);
	flight->nr_old--;
	memmove(&flight->old[i], &flight->old[i + 1],
		(flight->nr_old - i) * sizeof(*flight->old));
	free(segment.path);
}

/* List what earlier calls have left. Nobody else writes there. */
static void find_old(struct flight *flight)
{
	struct segment *segments;
	struct error error;
	size_t nr, i;

	segments_remove_parts(flight->folder);
	if (segments_list(flight->folder, &segments, &nr, &error))
		die(EXIT_CANNOT, "%s", error.text);
	/* The file of the lock. */
	flight->old_size = disk_size(1);
	for (i = 0; i < nr; i++) {
		flight->number = segments[i].number;
		add_old(flight, segments[i]);
	}
	free(segments);
}

/* Delete the oldest segments so that BYTES can be added to the current one. */
static int make_room(void *data, size_t bytes, struct error *error)
{
	struct flight *flight = data;
	uint64_t needed = disk_size(flight->good + bytes);

	while (flight->nr_old && flight->old_size + needed > flight->size)
		delete_old(flight, 0);
	if (needed <= flight->size)
		return 0;
	errno = EFBIG;
	return set_error(error, "a snapshot takes %zu bytes, more than --flight allows",
			 bytes);
}

/*
 * Delete segments that end before the age that is kept. Not as long as the
 * clock may be wrong, as at boot: a time in the future would cost everything.
 */
static void delete_aged(struct flight *flight, int64_t now)
{
	struct timespec up;
	int64_t offset;
	size_t i = 0;

	clock_gettime(CLOCK_BOOTTIME, &up);
	offset = now - (up.tv_sec * INT64_C(1000000000) + up.tv_nsec);
	if (llabs(offset - flight->clock_offset) > CLOCK_STEP)
		flight->steady_since = monotonic_seconds();
	flight->clock_offset = offset;
	if (monotonic_seconds() - flight->steady_since < flight->age / 100)
		return;
	while (i < flight->nr_old)
		if (flight->old[i].changed < now - flight->age * 1e9)
			delete_old(flight, i);
		else
			i++;
}

/* Begin a segment with SNAPSHOT, which is not written yet. Returns 0 or -1. */
static int begin(struct flight *flight, const struct snapshot *snapshot,
		 struct error *error)
{
	char *info;
	int result;

	flight->number++;
	flight->name = segment_name(flight->number, snapshot->time);
	flight->part = segment_part(flight->name);
	flight->good = 0;
	flight->first = snapshot->time;
	flight->boot = snapshot->boot;
	flight->fd = openat(flight->folder_fd, flight->part,
			    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (flight->fd < 0)
		return set_error(error, "cannot create %s/%s: %s", flight->folder,
				 flight->part, strerror(errno));
	info = boot_info(&snapshot->boot);
	result = recorder_start(&flight->recorder, flight->fd, snapshot->format,
				info, error);
	free(info);
	flight->recorder.before_write = make_room;
	flight->recorder.before_write_data = flight;
	flight->recorder.started = !result;
	return result;
}

/*
 * Close the current segment, if there is one. COMPLETE: nothing failed, and
 * gzip's end is written; else what follows the last complete snapshot is cut
 * off. A segment without a snapshot is removed.
 */
static void end(struct flight *flight, bool complete)
{
	struct error error;

	if (flight->fd >= 0) {
		if (complete && !recorder_finish(&flight->recorder, &error))
			flight->good = flight->recorder.written;
		else if (ftruncate(flight->fd, flight->good))
			warn("cannot write %s/%s: %s", flight->folder, flight->name,
			     strerror(errno));
		fdatasync(flight->fd);
		close(flight->fd);
		if (flight->recorder.started)
			recorder_free(&flight->recorder);
	}
	if (flight->part)
		unlinkat(flight->folder_fd, flight->part, 0);
	else if (flight->name)
		add_old(flight, (struct segment){
			.path = xasprintf("%s/%s", flight->folder, flight->name),
			.number = flight->number, .start = flight->first,
			.changed = flight->last, .size = flight->good });
	free(flight->part);
	free(flight->name);
	flight->part = NULL;
	flight->name = NULL;
	flight->recorder.started = false;
	flight->fd = -1;
}

/* Must another segment begin with SNAPSHOT? */
static bool is_over(const struct flight *flight, const struct snapshot *snapshot)
{
	return snapshot->format != flight->recorder.format ||
	       memcmp(&snapshot->boot, &flight->boot, sizeof(flight->boot)) ||
	       snapshot->time < flight->last ||
	       snapshot->time - flight->first >= flight->age * 1e9 / AGE_PARTS ||
	       flight->good >= flight->size / SIZE_PARTS;
}

/* Write SNAPSHOT so that it survives a power cut. Returns 0 or -1. */
static int add(struct flight *flight, const struct snapshot *snapshot,
	       struct error *error)
{
	if (flight->fd >= 0 && is_over(flight, snapshot))
		end(flight, true);
	if (flight->fd < 0 && begin(flight, snapshot, error))
		return -1;
	if (recorder_add(&flight->recorder, snapshot, error))
		return -1;
	if (fdatasync(flight->fd))
		return set_error(error, "cannot write the recording: %s", strerror(errno));
	flight->good = flight->recorder.written;
	flight->last = snapshot->time;
	if (!flight->part)
		return 0;
	if (renameat(flight->folder_fd, flight->part, flight->folder_fd, flight->name) ||
	    fsync(flight->folder_fd))
		return set_error(error, "cannot create %s/%s: %s", flight->folder,
				 flight->name, strerror(errno));
	free(flight->part);
	flight->part = NULL;
	return 0;
}

/* Take a snapshot. The first one must succeed, so that the user sees errors. */
static void record_one(struct flight *flight)
{
	struct snapshot snapshot;
	struct error error;

	read_live(&snapshot);
	if (!add(flight, &snapshot, &error)) {
		if (flight->failing)
			warn("%s: snapshots are written again", flight->folder);
		flight->failing = false;
		flight->snapshots++;
	} else {
		end(flight, false);
		if (!flight->snapshots)
			die(EXIT_CANNOT, "%s: %s", flight->folder, error.text);
		if (!flight->failing)
			warn("%s: %s; snapshots are left out until it can be written",
			     flight->folder, error.text);
		flight->failing = true;
	}
	delete_aged(flight, snapshot.time);
	snapshot_free(&snapshot);
}

/* Until a signal, or the end of --duration or --count. */
void record_flight(const struct options *options)
{
	struct flight flight = { .fd = -1 };
	double interval = options->interval ? options->interval : 60;
	double start = monotonic_seconds(), next = start + interval;
	unsigned long done = 0;

	flight.folder = options->output ? options->output : DEFAULT_FOLDER;
	parse_limits(&flight, options->flight);
	open_folder(&flight);
	lock_folder(&flight);
	find_old(&flight);
	flight.steady_since = start;
	catch_signals();
	do {
		record_one(&flight);
		if (options->count && ++done >= options->count)
			break;
		if (options->duration && next > start + options->duration + 1e-6)
			break;
	} while (wait_until(&next, interval));
	end(&flight, true);
	segments_free(flight.old, flight.nr_old);
	close(flight.folder_fd);
}
