/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Linker script parts for allocation tags: the array of all tags, the names of
 * allocators, and the per-CPU array of counters.
 *
 * A tag of vmlinux and its counters have the same index in the two arrays.
 * Index 0 is the null tag, for memory that was not counted. The array of
 * counters goes on with room for the tags of modules.
 */
#ifndef __ASM_GENERIC_ALLOC_TAG_LDS_H
#define __ASM_GENERIC_ALLOC_TAG_LDS_H

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

#include <linux/alloc_tag/abi.h>

#define ALLOC_TAGS							\
	. = ALIGN(ALLOC_TAG_ALIGN);					\
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
	/* Modules need at least one.					*/ \
	ASSERT(IS_ENABLED(CONFIG_ALLOC_TAG_IDX32) ||			\
	       SIZEOF(ALLOC_TAG_SECTION) <= ALLOC_TAG_SIZE * 32766,	\
	       "too many allocation tags: enable CONFIG_ALLOC_TAG_IDX32")

/* The size of struct alloc_tag_counter in bytes. */
#define ALLOC_TAG_COUNTER_SIZE	16

/*
 * Counters for tags of modules: one that all tags without a counter of their
 * own share, and as many as the boot parameter alloctag.module_tags= can ask
 * for. If it asks for fewer, boot ends the per-CPU area before the others.
 * Without SMP there is no such area, and no choice.
 */
#ifdef CONFIG_SMP
#define ALLOC_TAG_MODULE_TAGS_MAX	16384
#else
#define ALLOC_TAG_MODULE_TAGS_MAX	CONFIG_ALLOC_TAG_MODULE_TAGS
#endif
#ifdef CONFIG_MODULES
#define ALLOC_TAG_MODULE_COUNTERS	(1 + ALLOC_TAG_MODULE_TAGS_MAX)
#else
#define ALLOC_TAG_MODULE_COUNTERS	0
#endif

#define ALLOC_TAG_COUNTERS						\
	. = ALIGN(PAGE_SIZE);						\
	alloc_tag_counters = .;						\
	. += SIZEOF(ALLOC_TAG_SECTION) / ALLOC_TAG_SIZE * ALLOC_TAG_COUNTER_SIZE; \
	. += ALLOC_TAG_MODULE_COUNTERS * ALLOC_TAG_COUNTER_SIZE;

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
