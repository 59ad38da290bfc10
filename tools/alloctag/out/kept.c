// SPDX-License-Identifier: GPL-2.0
/*
 * kept.c - which series were exported, and until when they remain
 *
 * The largest lines change from one scrape to the next. A series that comes and
 * goes has holes, in which nothing can be computed from it, and a server keeps
 * each that it has ever seen. So a line that was among the largest remains
 * exported for some time, and a small file says which lines these are:
 *
 *	alloctag series - version: 1.0
 *	1795478400 line{file="fs/inode.c",line="265",function="alloc_inode",...}
 *
 * The number is when it was last among the largest, in seconds since 1970. The
 * rest is the name of the group and the labels, as in the metrics.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "out/kept.h"
#include "util/buffer.h"
#include "util/file.h"
#include "util/output.h"

static const char header[] = "alloctag series - version: 1.0";

static uint32_t hash_labels(const char *labels)
{
	uint32_t hash = 0;

	while (*labels)
		hash = hash_add(hash, (unsigned char)*labels++);
	return hash;
}

/* Returns NULL if the series is not known. */
struct kept_series *kept_find(const struct kept *kept, const char *labels)
{
	uint32_t hash = hash_labels(labels), number;
	size_t at = 0;

	while ((number = index_next(&kept->index, hash, &at)) != INDEX_NONE)
		if (!strcmp(kept->array[number].labels, labels))
			return &kept->array[number];
	return NULL;
}

/* The series is among the largest at the time NOW. */
void kept_seen(struct kept *kept, const char *labels, int64_t now)
{
	struct kept_series *known = kept_find(kept, labels);

	if (!known) {
		kept->array = grow(kept->array, kept->nr, &kept->room,
				     sizeof(*kept->array));
		known = &kept->array[kept->nr];
		known->labels = xstrdup(labels);
		index_add(&kept->index, hash_labels(labels), kept->nr++);
	}
	known->time = now;
}

/*
 * Read the file that kept_write() has made. There is nothing in it if it
 * doesn't exist, is empty, or is no regular file: /dev/null keeps nothing. A
 * time after NOW, from before the clock was set back, is NOW. Returns 0, or -1
 * and an error: the file can't be read or is another one, which must not be
 * replaced.
 */
int kept_read(struct kept *kept, const char *name, int64_t now,
		struct error *error)
{
	char *text, *line, *end, *labels;
	struct stat file;
	int64_t time;
	size_t size;

	if (stat(name, &file))
		return errno == ENOENT ? 0 :
		       set_error(error, "cannot open %s: %s", name, strerror(errno));
	if (!S_ISREG(file.st_mode))
		return 0;
	if (read_all(name, &text, &size, &time, error)) {
		free(text);
		return -1;
	}
	if (!size) {
		free(text);
		return 0;
	}
	if (strncmp(text, header, strlen(header)) || text[strlen(header)] != '\n') {
		free(text);
		return set_error(error, "%s: no list of series of alloctag export; remove it, or name another file",
				 name);
	}
	for (line = text + strlen(header) + 1; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		time = strtoll(line, &labels, 10);
		if (labels != line && *labels++ == ' ')
			kept_seen(kept, labels, time < now ? time : now);
	}
	free(text);
	return 0;
}

/*
 * Replace the file by those that were among the largest at the time OLDEST or
 * later. Returns 0, or -1 and an error.
 */
int kept_write(const struct kept *kept, const char *name, int64_t oldest,
		 struct error *error)
{
	struct buffer text = { 0 };
	struct output output;
	int result = 0;
	size_t i, done;

	buffer_printf(&text, "%s\n", header);
	for (i = 0; i < kept->nr; i++)
		if (kept->array[i].time >= oldest)
			buffer_printf(&text, "%" PRId64 " %s\n", kept->array[i].time,
				      kept->array[i].labels);
	if (output_open(&output, name, 0644, true, error)) {
		buffer_free(&text);
		return -1;
	}
	for (done = 0; !result && done < text.used;) {
		ssize_t written = write(output.fd, text.text + done, text.used - done);

		if (written < 0 && errno != EINTR)
			result = set_error(error, "cannot write %s: %s", name,
					   strerror(errno));
		else if (written > 0)
			done += written;
	}
	if (!result)
		result = output_publish(&output, error);
	if (close(output.fd) && !result)
		result = set_error(error, "cannot write %s: %s", name, strerror(errno));
	output_abandon(&output);
	buffer_free(&text);
	return result;
}

void kept_free(struct kept *kept)
{
	size_t i;

	for (i = 0; i < kept->nr; i++)
		free(kept->array[i].labels);
	free(kept->array);
	index_free(&kept->index);
	memset(kept, 0, sizeof(*kept));
}
