/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tasks.h - the tasks that wait now, and how long each has slept
 */
#ifndef WAITS_TASKS_H
#define WAITS_TASKS_H

#include "options.h"
#include "snapshot/snapshot.h"
#include "util/buffer.h"

int list_waiting_tasks(const struct options *options);
int list_tasks(const struct options *options);
void add_waiting_tasks(struct buffer *rows, const struct entry *line);

#endif
