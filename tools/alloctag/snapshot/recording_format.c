// SPDX-License-Identifier: GPL-2.0
/*
 * recording_format.c - parts of the text of a recording
 *
 * recorder.c writes it, recording_v1.c translates old files to it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "snapshot/recording_format.h"

/* Begin a snapshot of @time, which is in nanoseconds since 1970. */
void put_recorded_time(struct buffer *text, int64_t time)
{
	int64_t seconds = time / 1000000000;
	int64_t rest = time % 1000000000;

	if (rest < 0) {
		rest += 1000000000;
		seconds--;
	}
	buffer_printf(text, "snapshot %" PRId64 ".%09" PRId64 "\n", seconds, rest);
}

/* A name of a line that is declared, and the tab after it. */
void put_recorded_name(struct buffer *text, name_t name)
{
	buffer_puts(text, name_text(name));
	buffer_puts(text, "\t");
}

static void count_name(struct declarations *declarations, name_t name)
{
	if (name >= declarations->nr_seen) {
		size_t nr = names_count();

		declarations->seen = xrealloc(declarations->seen, nr);
		memset(declarations->seen + declarations->nr_seen, 0,
		       nr - declarations->nr_seen);
		declarations->nr_seen = nr;
	}
	if (declarations->seen[name])
		return;
	declarations->seen[name] = true;
	declarations->names += strlen(name_text(name)) + RECORDED_NAME_SIZE;
}

/*
 * Count @line, which is declared in @length bytes of text without the values.
 * Names are kept as long as the program runs, so each counts once for a file,
 * even if the file consists of several recordings. Returns false if that is
 * more than a recording can have.
 */
bool count_declaration(struct declarations *declarations,
		       const struct entry *line, size_t length)
{
	declarations->text += length;
	count_name(declarations, line->file);
	count_name(declarations, line->module);
	count_name(declarations, line->function);
	if (!(line->flags & ENTRY_UNTAGGED))
		count_name(declarations, line->type);
	return length <= MAX_RECORDED_NAME &&
	       declarations->text <= MAX_RECORDED_NAMES &&
	       declarations->names <= MAX_RECORDED_NAMES;
}
