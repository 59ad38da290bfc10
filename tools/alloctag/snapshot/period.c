// SPDX-License-Identifier: GPL-2.0
/*
 * period.c - which snapshots --at, --from and --to choose
 *
 * Times can be written as people say them, "14:30" or "-2h". They are relative
 * to the last snapshot, not to now: a recording may be looked at on another
 * machine, a week later. Times without a zone are local.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "snapshot/period.h"
#include "util/text.h"

#define SECOND INT64_C(1000000000)
#define DAY (86400 * SECOND)

/* The number that --at has, from 1; 0 if it has a time, or nothing. */
unsigned long period_number(const struct period *period)
{
	if (!period->at || !*period->at || strspn(period->at, "0123456789") != strlen(period->at))
		return 0;
	return parse_count(period->at, "--at", 1);
}

/* NULL: all of a recording. */
bool period_has_times(const struct period *period)
{
	if (!period)
		return false;
	return (period->at && !period_number(period)) || period->from || period->to;
}

/* The time of WHEN, whose zone is OFFSET seconds east, or LOCAL. */
static int64_t time_of(struct tm when, bool local, long offset)
{
	when.tm_isdst = -1;
	return (local ? mktime(&when) : timegm(&when) - offset) * SECOND;
}

static bool is_time_of_day(const struct tm *when)
{
	return when->tm_hour >= 0 && when->tm_hour < 24 && when->tm_min >= 0 &&
	       when->tm_min < 60 && when->tm_sec >= 0 && when->tm_sec <= 60;
}

/* Is there such a day? */
static bool is_day(struct tm when)
{
	int month = when.tm_mon, day = when.tm_mday;

	timegm(&when);
	return when.tm_mon == month && when.tm_mday == day;
}

/* "14:30", "14:30:05" or "14:30:05.5" at TEXT. Returns the end, or NULL. */
static const char *parse_clock(const char *text, struct tm *when, int64_t *ns)
{
	int length = 0;
	double part;
	char *end;

	*ns = 0;
	if (!isdigit(*text) || sscanf(text, "%2d:%2d%n", &when->tm_hour,
				      &when->tm_min, &length) != 2)
		return NULL;
	text += length;
	length = 0;
	if (*text == ':' && isdigit(text[1]) &&
	    sscanf(text, ":%2d%n", &when->tm_sec, &length) == 1)
		text += length;
	if (length && *text == '.' && isdigit(text[1])) {
		part = strtod(text, &end);
		*ns = part * SECOND;
		text = end;
	}
	return is_time_of_day(when) ? text : NULL;
}

/* "Z", "+01:00" or "+0100"; nothing: local. Returns false if it is wrong. */
static bool parse_zone(const char *text, bool *local, long *offset)
{
	int hours, minutes, length = 0;

	*local = !*text;
	*offset = 0;
	if (!*text || !strcmp(text, "Z"))
		return true;
	if ((sscanf(text + 1, "%2d:%2d%n", &hours, &minutes, &length) != 2 || text[1 + length]) &&
	    (sscanf(text + 1, "%2d%2d%n", &hours, &minutes, &length) != 2 || text[1 + length]))
		return false;
	*offset = (hours * 60 + minutes) * 60L;
	if (*text == '-')
		*offset = -*offset;
	return (*text == '-' || *text == '+') && isdigit(text[1]) && hours < 24 && minutes < 60;
}

/* The day of TIME, at the time of day of WHEN, in the zone of the machine. */
static int64_t on_day_of(int64_t time, struct tm when)
{
	time_t seconds = time / SECOND;
	struct tm day;

	if (!localtime_r(&seconds, &day))
		return time;
	when.tm_year = day.tm_year;
	when.tm_mon = day.tm_mon;
	when.tm_mday = day.tm_mday;
	return time_of(when, true, 0);
}

/* The last nanosecond of the day of TIME. */
int64_t end_of_day(int64_t time)
{
	struct tm midnight = { .tm_hour = 24 };

	return on_day_of(time, midnight) - 1;
}

/*
 * The time that TEXT names, in ns since 1970:
 *
 *	-2h	before LAST, the time of the last snapshot
 *	14:30	the last one that is not after LAST; if AFTER is given, the
 *		first one that is not before that
 *	2026-11-27
 *		the start of that day if it BEGINS a range, else the end
 *	2026-11-27T14:30:05+01:00
 *		also with a blank, without seconds or a zone
 *
 * Returns false if it is none of these.
 */
bool find_moment(const char *text, bool begins, int64_t last, const int64_t *after,
		 int64_t *time)
{
	struct tm when = { 0 };
	double seconds;
	const char *rest;
	bool local;
	int64_t ns;
	long offset;
	int length = 0;

	if (*text == '-') {
		if (!find_duration(text + 1, &seconds))
			return false;
		*time = last - (int64_t)(seconds * SECOND);
		return true;
	}
	rest = parse_clock(text, &when, &ns);
	if (rest && !*rest) {
		*time = on_day_of(after ? *after : last, when) + ns;
		/* Days have 23 or 25 hours when clocks change. */
		if (after && *time < *after)
			*time = on_day_of(*after + DAY, when) + ns;
		else if (!after && *time > last)
			*time = on_day_of(last - DAY, when) + ns;
		return true;
	}
	memset(&when, 0, sizeof(when));
	if (!isdigit(*text) || sscanf(text, "%4d-%2d-%2d%n", &when.tm_year, &when.tm_mon,
				      &when.tm_mday, &length) != 3 || length != 10)
		return false;
	when.tm_year -= 1900;
	when.tm_mon--;
	if (!is_day(when))
		return false;
	rest = text + length;
	if (!*rest) {
		when.tm_mday += !begins;
		*time = time_of(when, true, 0) - !begins;
		return true;
	}
	if (*rest != 'T' && *rest != ' ')
		return false;
	rest = parse_clock(rest + 1, &when, &ns);
	if (!rest || !parse_zone(rest, &local, &offset))
		return false;
	*time = time_of(when, local, offset) + ns;
	return true;
}

/* The same of OPTION. Ends the program if it is wrong. */
int64_t parse_moment(const char *text, const char *option, int64_t last,
		     const int64_t *after)
{
	int64_t time;

	if (!find_moment(text, !strcmp(option, "--from"), last, after, &time))
		die(EXIT_WRONG, "%s: no time: %s (as in 14:30, 2026-11-27, 2026-11-27T14:30:00Z, -2h)",
		    option, text);
	return time;
}

/* The time of the last snapshot of SOURCE, which was opened. */
static int64_t last_time(struct source *source)
{
	struct source files = *source;
	struct snapshot snapshot;
	int64_t last = 0;
	size_t i;

	files.heads_only = true;
	files.quiet = true;
	for (i = source->nr; i-- && !last; ) {
		files.at = i;
		files.nr = i + 1;
		files.in_recording = false;
		files.text = NULL;
		while (source_next(&files, &snapshot)) {
			last = snapshot.time;
			snapshot_free(&snapshot);
		}
	}
	return last;
}

/*
 * Have SOURCE, of which nothing was read, return only snapshots of PERIOD: up
 * to --at, or from --from to --to, which are included.
 */
void period_choose(const struct period *period, struct source *source)
{
	const char *to, *option;
	int64_t last;

	if (!period_has_times(period))
		return;
	to = period->to ? period->to : period->at;
	option = period->to ? "--to" : "--at";
	if (period->at && (period->from || period->to))
		die(EXIT_WRONG, "--at is without --from and --to");
	last = last_time(source);
	if (period->from)
		source->from = parse_moment(period->from, "--from", last, NULL);
	if (to)
		source->to = parse_moment(to, option, last,
					  period->from ? &source->from : NULL);
	if (source->from > source->to)
		die(EXIT_WRONG, "--from=%s is after --to=%s", period->from, period->to);
}
