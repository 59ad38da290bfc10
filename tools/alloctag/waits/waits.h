/* SPDX-License-Identifier: GPL-2.0 */
/*
 * waits.h - what the files of alloctag waits share
 */
#ifndef WAITS_H
#define WAITS_H

#include "options.h"
#include "out/table.h"
#include "snapshot/group.h"
#include "snapshot/snapshot.h"
#include "util/buffer.h"
#include "util/text.h"

/* live.c */
char *waits_path(const char *name);
char *waits_file(const char *name);
void begin_waits(void);
void read_waits_live(struct snapshot *snapshot);
void count_waits(struct snapshot *before, struct snapshot *after, double seconds);
bool waits_were_reset(const struct snapshot *before, const struct snapshot *after);

/* tasks.c */
int list_waiting_tasks(const struct options *options);
int list_tasks(const struct options *options);
void add_waiting_tasks(struct buffer *rows, const struct entry *line);

/* table.c */
void waits_time_column(struct table *table, const struct options *options,
		       const char *title, const char *title_ns);
void waits_time(struct table *table, const struct options *options, int64_t ns);
const char *waiters_text(char text[HUMAN_SIZE], double waiters);
size_t print_waits(struct groups *groups, const struct options *options,
		   double seconds, FILE *out);

#endif
