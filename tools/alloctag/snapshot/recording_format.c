// SPDX-License-Identifier: GPL-2.0
/*
 * recording_format.c - how much the declarations of a recording can be
 */
#include <stdlib.h>
#include <string.h>

#include "snapshot/recording_format.h"
#include "util/buffer.h"

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
	declarations->names += name_length(name) + RECORDED_NAME_SIZE;
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
