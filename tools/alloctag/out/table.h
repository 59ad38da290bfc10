/* SPDX-License-Identifier: GPL-2.0 */
/*
 * table.h - tables as text, CSV, JSON and Markdown
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum output_format {
	OUTPUT_TEXT,
	OUTPUT_CSV,
	OUTPUT_JSON,
	OUTPUT_MARKDOWN,
	NR_OUTPUT_FORMATS
};

extern const char * const output_names[NR_OUTPUT_FORMATS];

enum column_kind {
	COLUMN_TEXT,
	COLUMN_BYTES,
	COLUMN_COUNT,
	COLUMN_PERCENT,
	COLUMN_SECONDS,		/* also set by table_percent() */
};

struct column {
	const char *title;	/* also the key of JSON */
	enum column_kind kind;
	bool is_signed;		/* with a plus */
};

union cell {
	const char *text;
	int64_t count;
	double percent;
};

#define MAX_COLUMNS 24

/* All 0: an empty table. */
struct table {
	struct column columns[MAX_COLUMNS];
	size_t nr_columns;
	union cell *cells;
	size_t nr_cells, room;
};

void table_column(struct table *table, const char *title, enum column_kind kind);
void table_change_column(struct table *table, const char *title,
			 enum column_kind kind);
void table_text(struct table *table, const char *text);
void table_name(struct table *table, const char *text);
void table_count(struct table *table, int64_t count);
void table_percent(struct table *table, double percent);
void table_print(struct table *table, FILE *out,
		 enum output_format format, bool exact);
void print_json_string(FILE *out, const char *text);

#endif
