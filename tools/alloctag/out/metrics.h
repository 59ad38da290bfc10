/* SPDX-License-Identifier: GPL-2.0 */
/*
 * metrics.h - a snapshot as metrics of Prometheus
 */
#ifndef METRICS_H
#define METRICS_H

#include <stdio.h>

#include "options.h"
#include "out/kept.h"

void export_metrics(const struct snapshot *snapshot, const struct options *options,
		    int64_t available, struct kept *series, FILE *out);

#endif
