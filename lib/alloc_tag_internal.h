/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: declarations shared by the files of the runtime and its
 * tests, for walking tags, reading their counters and switching counting.
 */
#ifndef _LIB_ALLOC_TAG_INTERNAL_H
#define _LIB_ALLOC_TAG_INTERNAL_H

#include <linux/alloc_tag_counter.h>
#include <linux/mutex.h>

/*
 * Protects the tags of modules against being added and removed, and the state
 * of the static keys. Users outside the runtime call alloc_tag_lock().
 */
extern struct mutex alloc_tag_mutex;

/**
 * struct alloc_tag_totals - the counters of a tag, summed over all CPUs
 * @bytes: live bytes
 * @allocs: number of allocations since boot
 * @frees: number of frees since boot; @allocs - @frees allocations are live
 */
struct alloc_tag_totals {
	s64 bytes;
	u64 allocs;
	u64 frees;
};

void alloc_tag_set_counting(bool on);

void alloc_tag_lock(void);
void alloc_tag_unlock(void);
const struct alloc_tag *alloc_tag_next(const struct alloc_tag *prev);
void alloc_tag_read(const struct alloc_tag *tag, struct alloc_tag_totals *sum);

#ifdef CONFIG_MODULES
const char *alloc_tag_module_name(const struct alloc_tag *tag);
#else
static inline const char *alloc_tag_module_name(const struct alloc_tag *tag) { return NULL; }
#endif

#endif /* _LIB_ALLOC_TAG_INTERNAL_H */
