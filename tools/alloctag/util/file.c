// SPDX-License-Identifier: GPL-2.0
/*
 * file.c - reading whole files, and where the kernel's are
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/file.h"

const char *proc_folder = "/proc", *sys_folder;

/*
 * Read all of a file into BUFFER, whose memory is used again; "-" is standard
 * input. A 0 is added to its end. *TIME is when the file was changed, in ns
 * since 1970, 0 unless it is a regular file.
 */
int read_into(struct buffer *buffer, const char *name, int64_t *time,
		     struct error *error)
{
	bool is_stdin = !strcmp(name, "-");
	int fd = is_stdin ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	size_t room = 1 << 16;
	struct stat info;
	ssize_t got;
	int saved;

	buffer->used = 0;
	*time = 0;
	if (fd < 0)
		return set_error(error, "cannot open %s: %s", name,
				 strerror(errno));
	/* Files in /proc have no size. */
	if (!fstat(fd, &info) && S_ISREG(info.st_mode) && info.st_size > 0) {
		room = info.st_size + 2;
		*time = info.st_mtim.tv_sec * INT64_C(1000000000) +
			info.st_mtim.tv_nsec;
	}
	if (buffer->room < room) {
		free(buffer->text);
		buffer->text = xmalloc(room);
		buffer->room = room;
	}
	do {
		if (buffer->used + 1 >= buffer->room) {
			buffer->room *= 2;
			buffer->text = xrealloc(buffer->text, buffer->room);
		}
		got = read(fd, buffer->text + buffer->used,
			   buffer->room - buffer->used - 1);
		if (got > 0)
			buffer->used += got;
	} while (got > 0 || (got < 0 && errno == EINTR));
	saved = errno;
	if (!is_stdin)
		close(fd);
	buffer->text[buffer->used] = '\0';
	if (got < 0)
		return set_error(error, "cannot read %s: %s", name,
				 strerror(saved));
	return 0;
}

/* The same into new memory, to be freed. */
int read_all(const char *name, char **text, size_t *size, int64_t *time,
	     struct error *error)
{
	struct buffer buffer = { 0 };
	int result = read_into(&buffer, name, time, error);

	*text = buffer.text;
	*size = buffer.used;
	return result;
}
