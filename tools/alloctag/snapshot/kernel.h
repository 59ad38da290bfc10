/* SPDX-License-Identifier: GPL-2.0 */
/*
 * kernel.h - known lines of the kernel
 */
#ifndef KERNEL_H
#define KERNEL_H

#include "snapshot/snapshot.h"

/* Lines whose bytes other lines count as well, or that are not the kernel's. */
enum owner {
	OWNER_KERNEL,
	OWNER_SLAB_PAGES,	/* objects in them have lines */
	OWNER_PERCPU_PAGES,	/* the same */
	OWNER_MEMBLOCK,		/* not in MemTotal */
	OWNER_USER,		/* pages of files and processes */
	NR_OWNERS
};

enum owner owner_of(const struct entry *entry);
const char *note_of(const struct entry *entry);
bool is_dropped(const struct entry *entry);
bool is_allocator(name_t function);

/* Are the bytes of its memory counted by other lines as well? */
static inline bool holds_objects(enum owner owner)
{
	return owner == OWNER_SLAB_PAGES || owner == OWNER_PERCPU_PAGES;
}

#endif
