/* SPDX-License-Identifier: GPL-2.0 */
/*
 * slack.h - how much of the memory of lines was not requested
 */
#ifndef SLACK_H
#define SLACK_H

#include "snapshot/group.h"
#include "watch/watched.h"

/*
 * How much of a line's bytes is slack.
 */
struct waste {
	struct groups lines;
	double *part;
	size_t nr;
};

void waste_init(struct waste *waste, const struct watched *slack,
		const struct filter *filter);
double waste_of(struct waste *waste, const struct entry *entry);
void waste_free(struct waste *waste);

#endif
