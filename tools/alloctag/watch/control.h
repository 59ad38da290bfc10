/* SPDX-License-Identifier: GPL-2.0 */
/*
 * control.h - queries to the kernel: which lines are watched
 */
#ifndef CONTROL_H
#define CONTROL_H

#include "snapshot/snapshot.h"
#include "util/buffer.h"
#include "util/error.h"

int write_control(const char *query, struct error *error);
int watch_lines(const char *terms, const char *flags, struct error *error);
void watch_restore(void);
void line_terms(struct buffer *buffer, const struct entry *entry);
void quote_word(struct buffer *buffer, const char *text);

#endif
