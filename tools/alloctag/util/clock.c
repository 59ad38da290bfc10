// SPDX-License-Identifier: GPL-2.0
/*
 * clock.c - times, and intervals that signals end
 */
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include "util/clock.h"
#include "util/signals.h"

double monotonic_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

/* A time for programs, "2026-11-22T00:00:56Z"; NULL if it is not known. */
const char *iso_time(char text[32], int64_t time)
{
	time_t seconds = time / 1000000000;
	struct tm when;

	if (!time || !gmtime_r(&seconds, &when))
		return NULL;
	strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &when);
	return text;
}

/* A time for people, "2026-11-22 00:00:56", in the zone of the machine. */
const char *local_time(char text[LOCAL_TIME], int64_t time)
{
	time_t seconds = time / 1000000000;
	struct tm when;

	strcpy(text, "?");
	if (time && localtime_r(&seconds, &when))
		strftime(text, LOCAL_TIME, "%Y-%m-%d %H:%M:%S", &when);
	return text;
}

/* As the times of snapshots: ns since 1970. */
int64_t realtime_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/*
 * Sleep until the time *NEXT, and move it on by INTERVAL, or by several if it
 * is late. Returns false if a signal came.
 */
bool wait_until(double *next, double interval)
{
	struct timespec until;
	double late;

	until.tv_sec = floor(*next);
	until.tv_nsec = (*next - floor(*next)) * 1e9;
	while (!stopped &&
	       clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
		;
	*next += interval;
	late = monotonic_seconds() - *next;
	if (late > 0)
		*next += ceil(late / interval) * interval;
	return !stopped;
}
