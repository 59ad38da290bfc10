/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: functions called during boot.
 */
#ifndef _LINUX_ALLOC_TAG_BOOT_H
#define _LINUX_ALLOC_TAG_BOOT_H

#include <linux/alloc_tag_rt.h>
#include <linux/types.h>

struct code_tag_class;

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

/* For each table allocated from memblock, also before alloc_tag_init(). */
void alloc_tag_boot_charge(const struct alloc_tag *tag, size_t bytes);

/* The page allocator is about to get its memory: mm/mm_init.c. */
void alloc_tag_init(void);

/* Before that, for objects of the first chunk: mm/alloc_tag/percpu.c. */
void alloc_tag_percpu_init(void);

/* Steps of alloc_tag_init(), each of which returns false if memory is short. */
bool alloc_tag_tags_init(void);
bool alloc_tag_table_init(void);

/* The last step: lines can be watched from here on. */
void alloc_tag_class_init(void);

/* Memory for slots is short. */
void alloc_tag_boot_failed(void);

#else

static inline void alloc_tag_boot_charge(const struct alloc_tag *tag, size_t bytes) { }
static inline void alloc_tag_init(void) { }
static inline void alloc_tag_percpu_init(void) { }

#endif

#ifdef CONFIG_ALLOC_TAG_SAMPLE
/* Caches of slab objects can be created: mm/slub.c. */
void alloc_tag_records_init(void);
#else
static inline void alloc_tag_records_init(void) { }
#endif

#ifdef CONFIG_ALLOC_TAG_WATCH
/* Another of the steps of alloc_tag_init(). */
bool alloc_tag_lines_init(void);

/* What alloctag.query= asks for, in alloc_tag_class_init(). */
void alloc_tag_watch_boot(struct code_tag_class *class);
#else
static inline bool alloc_tag_lines_init(void) { return true; }
static inline void alloc_tag_watch_boot(struct code_tag_class *class) { }
#endif

#endif /* _LINUX_ALLOC_TAG_BOOT_H */
