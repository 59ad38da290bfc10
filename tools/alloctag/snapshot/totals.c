// SPDX-License-Identifier: GPL-2.0
/*
 * totals.c - sums over all lines
 *
 * Some lines count memory that other lines count as well: SLUB takes pages and
 * cuts them into objects, and both are allocations. For a sum in which each
 * byte counts once, the pages are left out, and with them the memory that SLUB
 * keeps free. Documentation/reading.rst explains it.
 */
#include <string.h>

#include "snapshot/totals.h"

void add_up(const struct snapshot *snapshot, struct totals *totals)
{
	bool estimate = is_estimate(snapshot->format);
	size_t i;

	memset(totals, 0, sizeof(*totals));
	for (i = 0; i < snapshot->nr; i++) {
		const struct entry *entry = &snapshot->entries[i];
		enum owner owner = owner_of(entry);

		totals->bytes[owner] += entry->bytes;
		totals->live[owner] += entry->live;
		totals->all += entry->bytes;
		totals->inaccurate += entry->flags & ENTRY_INACCURATE;
		if (!holds_objects(owner))
			totals->once += entry->bytes;
		if (!estimate)
			continue;
		totals->samples += entry->samples;
		totals->variance[owner] += entry->bytes_variance;
		totals->all_variance += entry->bytes_variance;
		if (!holds_objects(owner))
			totals->once_variance += entry->bytes_variance;
	}
}
