// SPDX-License-Identifier: GPL-2.0
/*
 * expand.c - the text of files that were compressed or edited elsewhere
 *
 * Copies of reports are often kept compressed, as those of sosreport are. gzip
 * is expanded here. For xz and zstd their programs are run, as tar does it: the
 * libraries of both would be larger than this program. A mark of the byte order
 * and carriage returns come from editors of other systems.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "util/buffer.h"
#include "util/expand.h"
#include "util/signals.h"

/* A small file can expand to more than the memory of a machine. */
#define MAX_TEXT ((size_t)1 << 30)

static const struct {
	const char *magic;
	size_t length;
	const char *program;	/* NULL: gzip */
} kinds[] = {
	{ "\x1f\x8b", 2, NULL },
	{ "\xfd" "7zXZ\0", 6, "xz" },
	{ "\x28\xb5\x2f\xfd", 4, "zstd" },
};

static int too_large(const char *name, struct error *error)
{
	return set_error(error, "%s expands to more than %zu MiB", name, MAX_TEXT >> 20);
}

/*
 * Expand gzip's TEXT into OUT, or only what begins it if that is not more than
 * LIMIT. Returns 0 or -1.
 */
static int inflate_text(const char *name, const char *text, size_t size, size_t limit,
			struct buffer *out, struct error *error)
{
	z_stream stream = { .next_in = (Bytef *)text, .avail_in = size };
	unsigned char part[65536];
	int result;

	/* 15 for the window, and 16 for gzip. */
	if (inflateInit2(&stream, 15 + 16) != Z_OK)
		die(EXIT_CANNOT, "out of memory");
	do {
		stream.next_out = part;
		stream.avail_out = sizeof(part) < limit ? sizeof(part) : limit;
		result = inflate(&stream, Z_NO_FLUSH);
		buffer_add(out, part, stream.next_out - part);
		/* Another one may follow, cat a.gz b.gz, or zeros of a tape. */
		if (result == Z_STREAM_END && stream.avail_in && *stream.next_in &&
		    out->used < limit && inflateReset(&stream) == Z_OK)
			result = Z_OK;
	} while (result == Z_OK && out->used < limit);
	inflateEnd(&stream);
	if (out->used >= limit && limit < MAX_TEXT)
		return 0;
	if (out->used >= limit)
		return too_large(name, error);
	return result == Z_STREAM_END ? 0 :
	       set_error(error, "%s: the gzip file is damaged or cut off", name);
}

/* The child: PROGRAM, from the descriptor IN to OUT. */
static void run_program(const char *program, int in, int out)
{
	if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
		execlp(program, program, "-dc", (char *)NULL);
	_exit(errno == ENOENT ? 127 : 126);
}

/* Let PROGRAM expand TEXT into OUT. Returns 0 or -1. */
static int filter_text(const char *name, const char *program, const char *text,
		       size_t size, struct buffer *out, struct error *error)
{
	int in = memfd_create("alloctag", MFD_CLOEXEC), ends[2], status = -1;
	char part[65536];
	ssize_t got;
	pid_t child;

	if (in < 0 || write(in, text, size) != (ssize_t)size || lseek(in, 0, SEEK_SET) ||
	    pipe(ends))
		die(EXIT_CANNOT, "cannot run %s: %s", program, strerror(errno));
	child = fork_command(program);
	if (!child) {
		close(ends[0]);
		run_program(program, in, ends[1]);
	}
	pass_signals_to(0);
	close(in);
	close(ends[1]);
	while ((got = read(ends[0], part, sizeof(part))) > 0 && out->used < MAX_TEXT)
		buffer_add(out, part, got);
	close(ends[0]);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (out->used >= MAX_TEXT)
		return too_large(name, error);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		return set_error(error, "%s is compressed: the program %s is missing",
				 name, program);
	if (status)
		return set_error(error, "%s: %s could not expand it", name, program);
	return 0;
}

/* Remove a byte order mark, and carriage returns at the ends of lines. */
static void unify_lines(char *text, size_t *size)
{
	const char *from = text, *end = text + *size;
	char *to = text;

	if (*size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		from += 3;
	for (; from < end; from++)
		if (*from != '\r' || from + 1 == end || from[1] != '\n')
			*to++ = *from;
	*to = '\0';
	*size = to - text;
}

/*
 * Replace *TEXT, which is followed by a 0 and was read from the file NAME, by
 * what it expands to. But compressed text that begins with KEEP remains as it
 * is: recordings are compressed. Returns 0, or -1 and an error.
 */
int expand_text(const char *name, const char *keep, char **text, size_t *size,
		struct error *error)
{
	struct buffer out = { 0 };
	size_t i;
	int result;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (*size >= kinds[i].length &&
		    !memcmp(*text, kinds[i].magic, kinds[i].length))
			break;
	if (i < ARRAY_SIZE(kinds) && !kinds[i].program) {
		/* A damaged recording can be read in part. */
		result = inflate_text(name, *text, *size, strlen(keep), &out, error);
		if (result || (out.used >= strlen(keep) &&
			       !memcmp(out.text, keep, strlen(keep)))) {
			buffer_free(&out);
			return 0;
		}
		out.used = 0;
		result = inflate_text(name, *text, *size, MAX_TEXT, &out, error);
	} else if (i < ARRAY_SIZE(kinds)) {
		result = filter_text(name, kinds[i].program, *text, *size, &out, error);
	} else {
		if (memchr(*text, '\r', *size) || (unsigned char)**text == 0xef)
			unify_lines(*text, size);
		return 0;
	}
	if (result) {
		buffer_free(&out);
		return -1;
	}
	*size = out.used;
	buffer_add(&out, "", 1);
	free(*text);
	*text = out.text;
	/* An archive of a recording, which is compressed itself, or plain. */
	if (!(*size >= kinds[0].length && !memcmp(*text, kinds[0].magic, kinds[0].length)) &&
	    !(*size >= strlen(keep) && !memcmp(*text, keep, strlen(keep))))
		unify_lines(*text, size);
	return 0;
}
