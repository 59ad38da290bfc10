/* SPDX-License-Identifier: GPL-2.0 */
/*
 * estimate.h - errors of estimates in tables and texts
 */
#ifndef ESTIMATE_H
#define ESTIMATE_H

#include <stdio.h>

#include "out/table.h"
#include "snapshot/snapshot.h"
#include "util/text.h"

int64_t margin_of(double variance);
bool is_significant(int64_t change, double variance);
void add_error_column(struct table *table, enum output_format format,
		      const char *name, enum column_kind kind);
void add_least_column(struct table *table, enum output_format format,
		      const char *name, enum column_kind kind);
void add_error_cell(struct table *table, enum output_format format,
		    double variance);
const char *margin_text(char text[HUMAN_SIZE], double variance, bool exact);
void print_estimate_note(enum format from, const struct sampling *sampling,
			 uint64_t shown, enum output_format format, FILE *out);

#endif
