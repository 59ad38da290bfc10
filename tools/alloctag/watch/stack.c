// SPDX-License-Identifier: GPL-2.0
/*
 * stack.c - call stacks: names of functions, and where callers begin
 */
#include <string.h>

#include "snapshot/kernel.h"
#include "watch/stack.h"

/*
 * The function of a frame "FUNCTION.SUFFIX+OFFSET/SIZE [MODULE]", without the
 * suffix that the compiler has added. *MODULE is 0 for the kernel itself.
 */
name_t frame_function(name_t frame, name_t *module)
{
	const char *text = name_text(frame);
	const char *open = strrchr(text, '['), *end = strrchr(text, ']');
	size_t length = strcspn(text, "+ ");
	const char *dot = memchr(text, '.', length);

	*module = 0;
	if (open && end > open + 1)
		*module = names_add(open + 1, end - open - 1);
	if (*text == '(' || !length)
		return frame;
	if (dot && dot > text)
		length = dot - text;
	return names_add(text, length);
}

/*
 * The number of innermost frames that a line itself is shown for: functions of
 * the allocator and, if it was not inlined, the function of the line.
 */
size_t first_caller(const struct watched *watched,
		    const struct watched_line *line)
{
	const name_t *frames = watched->frames + line->first;
	name_t module;
	size_t i;

	for (i = 0; i < line->nr; i++)
		if (frame_function(frames[i], &module) == line->entry.function)
			return i + 1;
	for (i = 0; i < line->nr; i++)
		if (!is_allocator(frame_function(frames[i], &module)))
			break;
	return i;
}
