/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Linker script parts for allocation tags: the array of all tags, and the array
 * of their counters, which every CPU has one of.
 *
 * An index is a position in both. The tags are a null tag, those of vmlinux, and
 * room for those of modules, which begins on a page of its own because it is
 * written to through an alias.
 */
#ifndef __ASM_GENERIC_ALLOC_TAG_LDS_H
#define __ASM_GENERIC_ALLOC_TAG_LDS_H

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

#include <linux/alloc_tag_abi.h>

#define ALLOC_TAGS							\
	. = ALIGN(PAGE_SIZE);						\
	ALLOC_TAG_SECTION : AT(ADDR(ALLOC_TAG_SECTION) - LOAD_OFFSET) {	\
		__start_alloc_tags = .;					\
		. += ALLOC_TAG_SIZE;					\
		KEEP(*(ALLOC_TAG_SECTION))				\
		. = ALIGN(PAGE_SIZE);					\
		__start_alloc_tags_modules = .;				\
		. += ALLOC_TAG_SIZE * CONFIG_ALLOC_TAG_MODULE_TAGS;	\
		__stop_alloc_tags = .;					\
	}								\
	/* One bit of an index stays unused. */				\
	ASSERT(IS_ENABLED(CONFIG_ALLOC_TAG_IDX32) ||			\
	       SIZEOF(ALLOC_TAG_SECTION) <= ALLOC_TAG_SIZE * 32768,	\
	       "too many allocation tags: enable CONFIG_ALLOC_TAG_IDX32")

/* A counter has the size of a tag, see lib/alloc_tag_rt.c. */
#define ALLOC_TAG_COUNTERS						\
	. = ALIGN(PAGE_SIZE);						\
	alloc_tag_counters = .;						\
	. += SIZEOF(ALLOC_TAG_SECTION);

#else

#define ALLOC_TAGS
#define ALLOC_TAG_COUNTERS

#endif

/* Without SMP, per-CPU data is plain data, and the per-CPU section is freed. */
#ifdef CONFIG_SMP
#define ALLOC_TAG_COUNTERS_SMP	ALLOC_TAG_COUNTERS
#define ALLOC_TAG_COUNTERS_UP
#else
#define ALLOC_TAG_COUNTERS_SMP
#define ALLOC_TAG_COUNTERS_UP	ALLOC_TAG_COUNTERS
#endif

#endif /* __ASM_GENERIC_ALLOC_TAG_LDS_H */
