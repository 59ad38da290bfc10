// SPDX-License-Identifier: GPL-2.0
/*
 * past.c - what the kernel's lines had an hour ago, and how their sum changed
 *
 * The first screen uses a recording if there is one. It must never be in the
 * way: a recording that is missing, damaged, of another boot or in another
 * format is as good as none. So this reads it without source.c, which ends the
 * program.
 */
#include <dirent.h>
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/past.h"
#include "snapshot/recording.h"
#include "snapshot/totals.h"
#include "util/buffer.h"
#include "util/file.h"

#define SECOND INT64_C(1000000000)
#define HOUR (3600 * SECOND)
/* What a forecast is made from, at most. */
#define DAY (24 * HOUR)
/* The windows of a forecast, and how many it takes. */
#define WINDOWS 16
#define LEAST_WINDOWS 8
/* More unlikely than this if growth is chance. */
#define MAX_CHANCE 0.025
/* Student's t for 95 % and LEAST_WINDOWS; of more, it is less. */
#define STUDENT 2.36

/* What the kernel's own lines have, each byte counted once. */
static int64_t kernel_bytes(const struct snapshot *snapshot)
{
	struct totals totals;

	add_up(snapshot, &totals);
	return totals.once - totals.bytes[OWNER_USER];
}

/* Is SNAPSHOT of the same boot as NOW, and at most a day older? */
static bool fits(const struct recording *recording, const struct snapshot *now)
{
	return has_allocs(recording->format) == has_allocs(now->format) &&
	       !is_estimate(recording->format) &&
	       recording->boot.id == now->boot.id &&
	       recording->time < now->time && recording->time >= now->time - DAY;
}

static void note(struct past *past, const struct recording *recording,
		 const struct snapshot *now)
{
	struct snapshot snapshot;

	/* The clock was set back, or files have the wrong order. */
	if (past->nr && past->sums[past->nr - 1].time >= recording->time)
		return;
	recording_get(recording, &snapshot);
	past->sums = grow(past->sums, past->nr, &past->room, sizeof(*past->sums));
	past->sums[past->nr++] = (struct sum){ snapshot.time, kernel_bytes(&snapshot) };
	if (past->has_hour && past->hour.time >= now->time - HOUR) {
		snapshot_free(&snapshot);
		return;
	}
	/* The last one that is an hour old, else the first one. */
	if (past->has_hour && snapshot.time > now->time - HOUR) {
		snapshot_free(&snapshot);
		return;
	}
	snapshot_free(&past->hour);
	past->hour = snapshot;
	past->has_hour = true;
}

static void read_file(struct past *past, const char *name, const struct snapshot *now)
{
	struct recording recording;
	struct error error;
	char *text = NULL;
	struct stat info;
	int64_t time;
	size_t size;

	/* Reading anything else could wait for ever. */
	if (stat(name, &info) || !S_ISREG(info.st_mode) ||
	    info.st_mtim.tv_sec * SECOND < now->time - DAY ||
	    read_all(name, &text, &size, &time, &error) || !is_recording(text, size) ||
	    recording_open(&recording, name, text, size, &error)) {
		free(text);
		return;
	}
	while (recording_next(&recording, &error) > 0)
		if (fits(&recording, now))
			note(past, &recording, now);
	recording_free(&recording);
	free(text);
}

static int is_recorded(const struct dirent *entry)
{
	return !fnmatch("*.rec", entry->d_name, FNM_PERIOD);
}

/*
 * Read the recording NAME, or all in the folder NAME in the order of their
 * names, and keep what is of the same boot as NOW and at most a day older.
 */
void past_read(struct past *past, const char *name, const struct snapshot *now)
{
	struct dirent **entries;
	int nr, i;

	memset(past, 0, sizeof(*past));
	if (!now->boot.id || is_estimate(now->format))
		return;
	nr = scandir(name, &entries, is_recorded, alphasort);
	if (nr < 0) {
		read_file(past, name, now);
	} else {
		for (i = 0; i < nr; i++) {
			char *path = xasprintf("%s/%s", name, entries[i]->d_name);

			read_file(past, path, now);
			free(path);
			free(entries[i]);
		}
		free(entries);
	}
	if (!past->has_hour)
		return;
	past->sums = grow(past->sums, past->nr, &past->room, sizeof(*past->sums));
	past->sums[past->nr++] = (struct sum){ now->time, kernel_bytes(now) };
}

void past_free(struct past *past)
{
	if (past->has_hour)
		snapshot_free(&past->hour);
	free(past->sums);
	memset(past, 0, sizeof(*past));
}

/*
 * The changes of the sum in windows of equal length, in STEPS. Returns how many
 * there are. A window in which there is no snapshot is a part of the next one.
 */
static unsigned int find_steps(const struct past *past, double steps[WINDOWS])
{
	int64_t start = past->sums[0].time, end = past->sums[past->nr - 1].time;
	int64_t before = past->sums[0].bytes;
	unsigned int windows = past->nr - 1 < WINDOWS ? past->nr - 1 : WINDOWS;
	unsigned int nr = 0;
	size_t i;

	for (i = 1; i < past->nr; i++) {
		double part = (double)(past->sums[i].time - start) / (end - start);

		if (i < past->nr - 1 && part * windows < nr + 1)
			continue;
		if (nr == windows)
			break;
		steps[nr++] = past->sums[i].bytes - before;
		before = past->sums[i].bytes;
	}
	return nr;
}

/*
 * When AVAILABLE bytes are used up if the kernel's lines go on growing as they
 * did. Returns false if their growth is not significant: by the bound that
 * verdict.c explains, the steps from window to window would be like that by
 * chance, or the interval of the rate has no growth in it.
 */
bool past_forecast(const struct past *past, int64_t available,
		   struct forecast *forecast)
{
	double steps[WINDOWS], sum = 0, squares = 0, spread = 0, mean, margin, length;
	unsigned int nr, i;

	if (past->nr <= LEAST_WINDOWS || available <= 0)
		return false;
	nr = find_steps(past, steps);
	if (nr < LEAST_WINDOWS)
		return false;
	for (i = 0; i < nr; i++) {
		sum += steps[i];
		squares += steps[i] * steps[i];
	}
	mean = sum / nr;
	for (i = 0; i < nr; i++)
		spread += (steps[i] - mean) * (steps[i] - mean);
	margin = STUDENT * sqrt(spread / (nr - 1) / nr);
	if (sum <= 0 || exp(-sum * sum / squares / 2) > MAX_CHANCE || mean <= margin)
		return false;
	forecast->seconds = (past->sums[past->nr - 1].time - past->sums[0].time) / 1e9;
	length = forecast->seconds / nr;
	forecast->rate = mean / length;
	forecast->margin = margin / length;
	forecast->least = available / (forecast->rate + forecast->margin);
	forecast->most = available / (forecast->rate - forecast->margin);
	return true;
}
