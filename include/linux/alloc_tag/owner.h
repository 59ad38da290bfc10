/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: which line has allocated the memory that a pointer points
 * to. For reports of faults: oopses, KASAN, KFENCE, SLUB's checks, corrupt
 * lists, kmemleak and mem_dump_obj().
 *
 * Everything here may be called in any context, including NMI, with any pointer
 * and any lock held: it takes no lock, and what a corrupt pointer may lead to
 * is read without faulting.
 *
 * A line is only named if the memory's slot says so. What is not known is not
 * guessed: if the memory was allocated while counting was disabled, or is free
 * and its line was not kept, none is named. See mm/alloc_tag/owner.c.
 */
#ifndef _LINUX_ALLOC_TAG_OWNER_H
#define _LINUX_ALLOC_TAG_OWNER_H

#include <linux/types.h>

struct pt_regs;
struct seq_file;

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

/* Room for names, which are cut off if they are longer. */
#define ALLOC_TAG_OWNER_TYPE	64
#define ALLOC_TAG_OWNER_PLACE	224

/**
 * struct alloc_tag_owner - what is known of the memory at an address
 * @start: the address where the allocation begins; 0 if not known
 * @size: its size in bytes, as far as its owner may use it; 0 if not known
 * @freed: has it been freed?
 * @type: the type of the object; what kind of memory it is if the type is not
 *	known
 * @place: the line that allocated it, written as in /proc/allocinfo
 */
struct alloc_tag_owner {
	unsigned long start;
	size_t size;
	bool freed;
	char type[ALLOC_TAG_OWNER_TYPE];
	char place[ALLOC_TAG_OWNER_PLACE];
};

/*
 * What follows the type and the size of memory: for alloc_tag_owner_was() and
 * @place.
 */
#define ALLOC_TAG_OWNER_FMT	", %sallocated at %s"

/* The same of memory whose line is not known. */
#define ALLOC_TAG_OWNER_UNKNOWN	\
	", its line is not known: it is free, or was not counted"

static inline const char *alloc_tag_owner_was(const struct alloc_tag_owner *owner)
{
	return owner->freed ? "freed, was " : "";
}

bool alloc_tag_describe(const void *ptr, struct alloc_tag_owner *owner);
void alloc_tag_print_owner(const char *level, const void *ptr);
void alloc_tag_print_pointer(const char *level, const char *name, const void *ptr);
void alloc_tag_seq_owner(struct seq_file *seq, const void *ptr);
bool alloc_tag_list_corrupt(const void *entry, const void *prev, const void *next);
void alloc_tag_show_regs(struct pt_regs *regs, const char *level);

/* For the runtime. */
bool alloc_tag_owner_names(unsigned long idx, struct alloc_tag_owner *owner);
void alloc_tag_owner_forget(bool (*exists)(unsigned long idx));

#else

static inline void alloc_tag_print_owner(const char *level, const void *ptr) { }
static inline void alloc_tag_seq_owner(struct seq_file *seq, const void *ptr) { }
static inline void alloc_tag_show_regs(struct pt_regs *regs, const char *level) { }

static inline bool alloc_tag_list_corrupt(const void *entry, const void *prev, const void *next)
{
	return false;
}

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _LINUX_ALLOC_TAG_OWNER_H */
