/* SPDX-License-Identifier: GPL-2.0 */
/*
 * table.h - tables of waits
 */
#ifndef WAITS_TABLE_H
#define WAITS_TABLE_H

#include "options.h"
#include "out/table.h"
#include "util/text.h"

void waits_time_column(struct table *table, const struct options *options,
		       const char *title, const char *title_ns);
void waits_time(struct table *table, const struct options *options, int64_t ns);
const char *waiters_text(char text[HUMAN_SIZE], double waiters);
size_t print_waits(struct groups *groups, const struct options *options,
		   double seconds, FILE *out);

#endif
