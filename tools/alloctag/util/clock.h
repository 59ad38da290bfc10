/* SPDX-License-Identifier: GPL-2.0 */
/*
 * clock.h - times, and intervals that signals end
 */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdbool.h>
#include <stdint.h>

double monotonic_seconds(void);
int64_t realtime_ns(void);
const char *iso_time(char text[32], int64_t time);
#define LOCAL_TIME 32
const char *local_time(char text[LOCAL_TIME], int64_t time);
bool wait_until(double *next, double interval);

#endif
