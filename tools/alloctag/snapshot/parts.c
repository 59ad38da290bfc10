// SPDX-License-Identifier: GPL-2.0
/*
 * parts.c - what MemTotal is made of: free pages, lines by their owner, a rest
 *
 * Documentation/reading.rst has the equation. The files of /proc are read one
 * after the other, and not every page is charged to a line, so there is a rest.
 * It can be negative.
 */
#include "snapshot/parts.h"

/*
 * The parts of MemTotal, in bytes; their sum is MemTotal. Returns false if they
 * are not known: a copy of a report has none of the numbers besides the lines.
 */
bool memory_parts(const struct snapshot *snapshot, const struct totals *totals,
		  struct part parts[NR_PARTS])
{
	const struct memory *memory = &snapshot->memory;
	int64_t slab = totals->bytes[OWNER_SLAB_PAGES];
	int64_t percpu = totals->bytes[OWNER_PERCPU_PAGES];
	bool has_slab = memory->slab_objects >= 0, has_percpu = memory->percpu_objects >= 0;
	int64_t objects = has_slab ? memory->slab_objects : slab;
	int64_t percpu_objects = has_percpu ? memory->percpu_objects : percpu;
	int64_t rest = memory->total;
	unsigned int i;

	if (memory->total <= 0 || memory->free_blocks < 0 || memory->free_lists < 0)
		return false;
	parts[PART_FREE_BLOCKS] = (struct part){ memory->free_blocks, "free_blocks",
		"free blocks of the page allocator" };
	parts[PART_FREE_LISTS] = (struct part){ memory->free_lists, "free_lists",
		"free pages on the CPUs' lists" };
	parts[PART_USER] = (struct part){ totals->bytes[OWNER_USER], "user_pages",
		"pages of files and processes" };
	parts[PART_SLAB_OBJECTS] = (struct part){ objects, "slab_objects", has_slab ?
		"slab objects" : "slab pages (slabinfo is not readable)" };
	parts[PART_SLAB_FREE] = (struct part){ slab - objects, "slab_free",
		"free in slab pages" };
	parts[PART_PERCPU] = (struct part){ percpu, "percpu_pages", "per-CPU pages" };
	parts[PART_KERNEL] = (struct part){
		totals->bytes[OWNER_KERNEL] - objects - percpu_objects, "kernel",
		has_percpu ? "other allocations of the kernel" :
		"other allocations of the kernel (some per-CPU objects count twice: percpu_stats is not readable)" };
	for (i = 0; i < PART_NO_LINE; i++)
		rest -= parts[i].bytes;
	parts[PART_NO_LINE] = (struct part){ rest, "no_line",
		"not explained: read at another moment, or not charged" };
	return true;
}
