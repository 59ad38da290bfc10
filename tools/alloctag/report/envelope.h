/* SPDX-License-Identifier: GPL-2.0 */
/*
 * envelope.h - what is around the rows of JSON
 */
#ifndef ENVELOPE_H
#define ENVELOPE_H

#include "out/table.h"
#include "snapshot/snapshot.h"

void print_json_head(FILE *out, const struct snapshot *snapshot);
void begin_rows(FILE *out, enum output_format format, int64_t time, bool live);
void end_rows(FILE *out, enum output_format format);

#endif
