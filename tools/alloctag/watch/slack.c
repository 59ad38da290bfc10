// SPDX-License-Identifier: GPL-2.0
/*
 * slack.c - how much of the memory of lines was not requested
 */
#include <stdlib.h>
#include <string.h>

#include "util/buffer.h"
#include "watch/slack.h"

/* SLACK: NULL for none. */
void waste_init(struct waste *waste, const struct watched *slack,
		const struct filter *filter)
{
	size_t nr = slack ? slack->nr : 0, i;

	memset(waste, 0, sizeof(*waste));
	groups_init(&waste->lines, BY_LINE, 0, &slack_measures);
	for (i = 0; i < nr; i++) {
		struct entry entry = slack->lines[i].entry;

		entry.requested = slack->lines[i].requested;
		if (filter_matches(filter, &entry))
			groups_add(&waste->lines, &entry);
	}
	waste->nr = waste->lines.nr;
	waste->part = xcalloc(waste->nr, sizeof(*waste->part));
	for (i = 0; i < waste->nr; i++) {
		const struct group *group = &waste->lines.array[i];

		if (group->given <= 0)
			waste->part[i] = -1;
		else if (group->requested >= 0 && group->requested < group->given)
			waste->part[i] = 1 - (double)group->requested / group->given;
	}
}

/* From 0 to 1; -1 if it is not known. */
double waste_of(struct waste *waste, const struct entry *entry)
{
	size_t index;

	if (!waste->nr)
		return -1;
	index = groups_find(&waste->lines, entry) - waste->lines.array;
	return index < waste->nr ? waste->part[index] : -1;
}

void waste_free(struct waste *waste)
{
	groups_free(&waste->lines);
	free(waste->part);
	memset(waste, 0, sizeof(*waste));
}
