/* SPDX-License-Identifier: GPL-2.0 */
/*
 * line_columns.h - the columns of a table that name a line
 */
#ifndef LINE_COLUMNS_H
#define LINE_COLUMNS_H

#include "out/table.h"
#include "snapshot/snapshot.h"

void add_line_columns(struct table *table, bool types);
void add_line_cells(struct table *table, const struct entry *entry, bool types);

#endif
