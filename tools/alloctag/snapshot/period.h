/* SPDX-License-Identifier: GPL-2.0 */
/*
 * period.h - which snapshots --at, --from and --to choose
 */
#ifndef PERIOD_H
#define PERIOD_H

#include "snapshot/source.h"

/* As the user has written them; NULL: not given. */
struct period {
	const char *at, *from, *to;
};

unsigned long period_number(const struct period *period);
bool period_has_times(const struct period *period);
int64_t end_of_day(int64_t time);
bool find_moment(const char *text, bool begins, int64_t last, const int64_t *after,
		 int64_t *time);
int64_t parse_moment(const char *text, const char *option, int64_t last,
		     const int64_t *after);
void period_choose(const struct period *period, struct source *source);

#endif
