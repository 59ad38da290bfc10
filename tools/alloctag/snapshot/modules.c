// SPDX-License-Identifier: GPL-2.0
/*
 * modules.c - which modules are loaded
 *
 * A kernel with alloctag keeps the lines of a module that was unloaded while
 * memory of it was live. Nobody is left to free that memory, but for objects of
 * the kernel's own caches.
 */
#include <stdlib.h>
#include <string.h>

#include "snapshot/modules.h"
#include "util/file.h"

/* Is a line "NAME ..." in TEXT? */
static bool has_module(const char *text, const char *name)
{
	size_t length = strlen(name);

	while (text && *text) {
		if (!strncmp(text, name, length) && text[length] == ' ')
			return true;
		text = strchr(text, '\n');
		text = text ? text + 1 : NULL;
	}
	return false;
}

/*
 * Is MODULE, of a line of the running kernel, not loaded any more? Reads
 * /proc/modules when it is first called; false if that is not possible.
 */
bool module_is_unloaded(name_t module)
{
	static bool tried;
	static char *text;

	if (!tried) {
		char *path = xasprintf("%s/modules", proc_folder);
		struct error error;
		int64_t time;
		size_t size;

		tried = true;
		if (read_all(path, &text, &size, &time, &error)) {
			free(text);
			text = NULL;
		}
		free(path);
	}
	return module && text && !has_module(text, name_text(module));
}
