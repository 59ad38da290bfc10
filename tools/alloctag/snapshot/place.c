// SPDX-License-Identifier: GPL-2.0
/*
 * place.c - how lines are named in output
 */
#include "snapshot/place.h"
#include "util/buffer.h"

/* FILE:LINE; to be freed. */
char *place_text(name_t file, uint32_t line)
{
	struct buffer text = { 0 };

	buffer_puts(&text, name_text(file));
	buffer_char(&text, ':');
	buffer_decimal(&text, line);
	return text.text;
}

/* Texts for a column: never empty. */
const char *module_text(name_t module)
{
	return module ? name_text(module) : "-";
}

const char *type_text(name_t type, uint32_t flags)
{
	return type ? name_text(type) : flags & ENTRY_UNTAGGED ? "(untagged)" : "-";
}

/*
 * FILE:LINE [MODULE] FUNCTION  TYPE; to be freed. FUNCTION_FIRST: the function
 * comes first, if the end may be cut off.
 */
char *line_text(const struct entry *entry, bool function_first)
{
	const char *function = name_text(entry->function);
	const char *module = entry->module ? name_text(entry->module) : NULL;

	return xasprintf("%s%s%s:%u%s%s%s%s%s%s%s", function_first ? function : "",
			 function_first ? " " : "", name_text(entry->file),
			 entry->line, module ? " [" : "", module ? module : "",
			 module ? "]" : "", function_first ? "" : " ",
			 function_first ? "" : function, entry->type ? "  " : "",
			 name_text(entry->type));
}
