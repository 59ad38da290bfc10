/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: who had the objects that were freed lately, with
 * CONFIG_ALLOC_TAG_DEBUG. See mm/alloc_tag/freed.c.
 */
#ifndef _MM_ALLOC_TAG_FREED_H
#define _MM_ALLOC_TAG_FREED_H

#include <linux/types.h>

#ifdef CONFIG_ALLOC_TAG_DEBUG
void alloc_tag_freed_keep(const void *obj, unsigned long idx);
unsigned long alloc_tag_freed_idx(const void *obj);
void alloc_tag_freed_forget(bool (*exists)(unsigned long idx));
#else
static inline unsigned long alloc_tag_freed_idx(const void *obj) { return 0; }
static inline void alloc_tag_freed_forget(bool (*exists)(unsigned long idx)) { }
#endif

#endif /* _MM_ALLOC_TAG_FREED_H */
