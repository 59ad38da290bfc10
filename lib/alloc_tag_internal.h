/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: what the files of the runtime share: walking the tags,
 * reading their counters, switching.
 */
#ifndef _LIB_ALLOC_TAG_INTERNAL_H
#define _LIB_ALLOC_TAG_INTERNAL_H

#include <linux/alloc_tag_counter.h>
#include <linux/mutex.h>

extern struct mutex alloc_tag_mutex;

/**
 * struct alloc_tag_totals - the sums of a tag's counters over all CPUs
 * @bytes: live bytes
 * @allocs: allocations since boot
 * @frees: frees since boot; @allocs - @frees are live
 */
struct alloc_tag_totals {
	s64 bytes;
	u64 allocs;
	u64 frees;
};

void alloc_tag_set_counting(bool on);

/*
 * alloc_tag_lock() keeps modules' tags from coming and going; it sleeps.
 * alloc_tag_next(), under it, walks the tags of the kernel and then those of
 * modules, in the order of their indexes; NULL starts and ends. alloc_tag_read()
 * needs no lock for a tag that is sure to stay.
 */
void alloc_tag_lock(void);
void alloc_tag_unlock(void);
const struct alloc_tag *alloc_tag_next(const struct alloc_tag *prev);
void alloc_tag_read(const struct alloc_tag *tag, struct alloc_tag_totals *sum);

#ifdef CONFIG_MODULES
/* NULL for tags of the kernel. Under alloc_tag_lock(), or for a tag that stays. */
const char *alloc_tag_module_name(const struct alloc_tag *tag);
#else
static inline const char *alloc_tag_module_name(const struct alloc_tag *tag) { return NULL; }
#endif

#endif /* _LIB_ALLOC_TAG_INTERNAL_H */
