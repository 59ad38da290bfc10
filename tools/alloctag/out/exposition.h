/* SPDX-License-Identifier: GPL-2.0 */
/*
 * exposition.h - the text exposition format of Prometheus
 */
#ifndef EXPOSITION_H
#define EXPOSITION_H

#include <stdio.h>

#include "snapshot/group.h"
#include "util/buffer.h"

void print_help(FILE *out, const char *name, const char *type, const char *help);
void add_label(struct buffer *labels, const char *name, const char *text);
void add_line_labels(struct buffer *labels, const struct group *group);
void print_line_labels(FILE *out, const struct group *group);
void print_line_value(FILE *out, const char *name, const struct group *group,
		      int64_t value);

#endif
