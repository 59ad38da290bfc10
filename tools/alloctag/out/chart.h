/* SPDX-License-Identifier: GPL-2.0 */
/*
 * chart.h - drawing a timeline
 */
#ifndef CHART_H
#define CHART_H

#include <stdio.h>

#include "out/timeline.h"

void print_chart_svg(const struct timeline *timeline, const char *title,
		     const char *empty, FILE *out);

#endif
