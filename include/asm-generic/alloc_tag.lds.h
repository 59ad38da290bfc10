/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Linker script parts for allocation tags: the array of all tags, the names of
 * allocators, and the per-CPU array of counters.
 *
 * A tag and its counters have the same index in the two arrays. Index 0 is the
 * null tag, for memory that was not counted.
 */
#ifndef __ASM_GENERIC_ALLOC_TAG_LDS_H
#define __ASM_GENERIC_ALLOC_TAG_LDS_H

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

#include <linux/alloc_tag/abi.h>

#define ALLOC_TAGS							\
	. = ALIGN(ALLOC_TAG_SIZE);					\
	ALLOC_TAG_SECTION : AT(ADDR(ALLOC_TAG_SECTION) - LOAD_OFFSET) {	\
		__start_alloc_tags = .;					\
		. += ALLOC_TAG_SIZE;					\
		KEEP(*(ALLOC_TAG_SECTION))				\
		__stop_alloc_tags = .;					\
	}								\
	ALLOC_TAG_ALLOCATOR_SECTION :					\
		AT(ADDR(ALLOC_TAG_ALLOCATOR_SECTION) - LOAD_OFFSET) {	\
		__start_alloc_tag_allocators = .;			\
		KEEP(*(ALLOC_TAG_ALLOCATOR_SECTION))			\
		__stop_alloc_tag_allocators = .;			\
	}								\
	/* A 16-bit index never has its top bit set, and is not 32767. */ \
	ASSERT(IS_ENABLED(CONFIG_ALLOC_TAG_IDX32) ||			\
	       SIZEOF(ALLOC_TAG_SECTION) <= ALLOC_TAG_SIZE * 32767,	\
	       "too many allocation tags: enable CONFIG_ALLOC_TAG_IDX32")

/* A counter is as large as a tag, see struct alloc_tag_counter. */
#define ALLOC_TAG_COUNTERS						\
	. = ALIGN(PAGE_SIZE);						\
	alloc_tag_counters = .;						\
	. += SIZEOF(ALLOC_TAG_SECTION);

#else

#define ALLOC_TAGS
#define ALLOC_TAG_COUNTERS

#endif

/*
 * Without SMP, per-CPU variables are in the data section, and the per-CPU
 * section is freed after boot.
 */
#ifdef CONFIG_SMP
#define ALLOC_TAG_COUNTERS_SMP	ALLOC_TAG_COUNTERS
#define ALLOC_TAG_COUNTERS_UP
#else
#define ALLOC_TAG_COUNTERS_SMP
#define ALLOC_TAG_COUNTERS_UP	ALLOC_TAG_COUNTERS
#endif

#endif /* __ASM_GENERIC_ALLOC_TAG_LDS_H */
