/* SPDX-License-Identifier: GPL-2.0 */
/*
 * waits.h - what the files of alloctag waits share
 */
#ifndef WAITS_H
#define WAITS_H

#include "options.h"
#include "out/table.h"

int list_waiting_tasks(const struct options *options);
void waits_time_column(struct table *table, const struct options *options,
		       const char *title, const char *title_ns);
void waits_time(struct table *table, const struct options *options, int64_t ns);

#endif
