// SPDX-License-Identifier: GPL-2.0
/*
 * line_columns.c - the columns of a table that name a line
 */
#include <stdlib.h>

#include "out/line_columns.h"
#include "snapshot/place.h"

void add_line_columns(struct table *table, bool types)
{
	table_column(table, "line", COLUMN_TEXT);
	table_column(table, "module", COLUMN_TEXT);
	table_column(table, "function", COLUMN_TEXT);
	if (types)
		table_column(table, "type", COLUMN_TEXT);
}

void add_line_cells(struct table *table, const struct entry *entry, bool types)
{
	char *place = place_text(entry->file, entry->line);

	table_text(table, place);
	table_name(table, module_text(entry->module));
	table_name(table, name_text(entry->function));
	if (types)
		table_name(table, type_text(entry->type, entry->flags));
	free(place);
}
