// SPDX-License-Identifier: GPL-2.0
/*
 * segments.c - the files of a flight recording
 *
 * alloctag record --flight writes recordings of a few hours, segments, into a
 * folder, so that the oldest can be deleted. Their names have a number that
 * only grows, and the time of their first snapshot in UTC:
 *
 *	flight-00000042-20261127T141500Z.rec
 *
 * The number gives the order: the clock may have been set back. Within
 * a segment, times never decrease, as the recorder begins another one then. So
 * a segment that starts after a time has no snapshot before it, and one whose
 * file was last changed before a time has none after it.
 */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "snapshot/segments.h"
#include "util/buffer.h"

bool is_folder(const char *name)
{
	struct stat info;

	return !stat(name, &info) && S_ISDIR(info.st_mode);
}

/* To be freed. */
char *segment_name(unsigned long number, int64_t start)
{
	time_t seconds = start / 1000000000 - (start % 1000000000 < 0);
	char text[32] = "";
	struct tm when;

	if (gmtime_r(&seconds, &when))
		strftime(text, sizeof(text), "%Y%m%dT%H%M%SZ", &when);
	return xasprintf("flight-%08lu-%s.rec", number, text);
}

/* The name of a segment before its first snapshot is complete; to be freed. */
char *segment_part(const char *name)
{
	return xasprintf("%s.part", name);
}

/* Remove segments without a snapshot, which a crash has left in FOLDER. */
void segments_remove_parts(const char *folder)
{
	DIR *entries = opendir(folder);
	struct dirent *entry;

	while (entries && (entry = readdir(entries)))
		if (!fnmatch("flight-*.rec.part", entry->d_name, 0))
			unlinkat(dirfd(entries), entry->d_name, 0);
	if (entries)
		closedir(entries);
}

/* Sets the number and the start. Returns false if it is no such name. */
static bool parse_name(const char *name, struct segment *segment)
{
	struct tm when = { 0 };
	int length = 0;

	if (sscanf(name, "flight-%lu-%4d%2d%2dT%2d%2d%2dZ.rec%n", &segment->number,
		   &when.tm_year, &when.tm_mon, &when.tm_mday, &when.tm_hour,
		   &when.tm_min, &when.tm_sec, &length) != 7 ||
	    !length || name[length])
		return false;
	when.tm_year -= 1900;
	when.tm_mon--;
	segment->start = timegm(&when) * INT64_C(1000000000);
	return true;
}

static int compare_segments(const void *x, const void *y)
{
	const struct segment *a = x, *b = y;

	if (a->number != b->number)
		return a->number < b->number ? -1 : 1;
	return a->start < b->start ? -1 : a->start > b->start;
}

/*
 * List the segments in FOLDER, the oldest first, to be freed by
 * segments_free(). Other files are left out. Returns 0, or -1 and an error.
 */
int segments_list(const char *folder, struct segment **segments, size_t *nr,
		  struct error *error)
{
	DIR *entries = opendir(folder);
	struct dirent *entry;
	size_t room = 0;

	*segments = NULL;
	*nr = 0;
	if (!entries)
		return set_error(error, "cannot open %s: %s", folder, strerror(errno));
	while ((entry = readdir(entries))) {
		struct segment segment;
		struct stat info;

		if (!parse_name(entry->d_name, &segment))
			continue;
		segment.path = xasprintf("%s/%s", folder, entry->d_name);
		/* It may just have been deleted. */
		if (lstat(segment.path, &info) || !S_ISREG(info.st_mode)) {
			free(segment.path);
			continue;
		}
		segment.size = info.st_size;
		segment.changed = info.st_mtim.tv_sec * INT64_C(1000000000) +
				  info.st_mtim.tv_nsec;
		*segments = grow(*segments, *nr, &room, sizeof(**segments));
		(*segments)[(*nr)++] = segment;
	}
	closedir(entries);
	if (*nr)
		qsort(*segments, *nr, sizeof(**segments), compare_segments);
	return 0;
}

void segments_free(struct segment *segments, size_t nr)
{
	while (nr)
		free(segments[--nr].path);
	free(segments);
}
