/* SPDX-License-Identifier: GPL-2.0 */
/*
 * clock.h - intervals, and signals that end them
 */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdbool.h>

extern volatile bool stopped;
void catch_signals(void);
double monotonic_seconds(void);
bool wait_until(double *next, double interval);

#endif
