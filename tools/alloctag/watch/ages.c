// SPDX-License-Identifier: GPL-2.0
/*
 * ages.c - how old the objects of a line get
 */
#include <string.h>

#include "watch/ages.h"

/*
 * Add up the ages of a line. An object is old if it lives longer than 95 % of
 * the freed ones did. 95 % of these did not reach the age LIMIT, half of them
 * not the age MEDIAN, in microseconds; 0 if none was freed.
 */
void add_ages(const struct watched *watched, const struct watched_line *line,
	      struct age_sums *sums)
{
	const struct age *ages = watched->ages + line->first;
	double sum = 0;
	size_t i;

	memset(sums, 0, sizeof(*sums));
	for (i = 0; i < line->nr; i++) {
		sums->freed += ages[i].freed;
		sums->live += ages[i].live;
	}
	for (i = 0; i < line->nr; i++) {
		sum += ages[i].freed;
		if (!sums->median && sum * 2 >= sums->freed)
			sums->median = ages[i].us ? ages[i].us * 2 : 1;
		if (!sums->limit && sum >= sums->freed * 0.95)
			sums->limit = ages[i].us ? ages[i].us * 2 : 1;
	}
	if (!sums->freed) {
		sums->median = 0;
		sums->limit = 0;
	}
	for (i = 0; i < line->nr; i++)
		if (sums->freed && ages[i].us >= sums->limit)
			sums->old += ages[i].live;
}
