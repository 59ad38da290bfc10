/* SPDX-License-Identifier: GPL-2.0 */
/*
 * report.h - printing snapshots and groups
 */
#ifndef REPORT_H
#define REPORT_H

#include "options.h"

void print_report(const struct snapshot *snapshot, const struct options *options,
		  FILE *out);
void print_when(FILE *out, const struct snapshot *snapshot);
void print_groups(const struct groups *groups, const struct options *options,
		  int64_t total, enum format format, FILE *out);

#endif
