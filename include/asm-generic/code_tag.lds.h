/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Linker script parts for classes of code tags: an array of the tags of each
 * class that code of vmlinux has, and the entries of error origins, which need
 * no tags. Modules need no linker script. Allocation tags are in
 * alloc_tag.lds.h.
 */
#ifndef __ASM_GENERIC_CODE_TAG_LDS_H
#define __ASM_GENERIC_CODE_TAG_LDS_H

#ifdef CONFIG_GCC_PLUGIN_CODE_TAG

#define CODE_TAG_CLASS(class)						\
	. = ALIGN(8);							\
	__start_code_tags_##class = .;					\
	KEEP(*(code_tags_##class))					\
	__stop_code_tags_##class = .;

/* Classes that keep something in their tags. */
#define CODE_TAGS							\
	CODE_TAG_CLASS(code_tag_test)

/* Classes whose tags are constants, when they have their indexes. */
#define CONSTANT_CODE_TAGS						\
	code_tags : AT(ADDR(code_tags) - LOAD_OFFSET) {			\
		CODE_TAG_CLASS(fault)					\
		CODE_TAG_CLASS(wait)					\
	}

#else

#define CODE_TAGS
#define CONSTANT_CODE_TAGS

#endif

#ifdef CONFIG_GCC_PLUGIN_ERROR_ORIGIN

#define ERROR_ORIGINS							\
	. = ALIGN(4);							\
	error_origins : AT(ADDR(error_origins) - LOAD_OFFSET) {		\
		__start_error_origins = .;				\
		KEEP(*(error_origins))					\
		__stop_error_origins = .;				\
	}

#else

#define ERROR_ORIGINS

#endif

/* All that is read-only when the kernel has booted. */
#define CODE_TAGS_RO							\
	CONSTANT_CODE_TAGS						\
	ERROR_ORIGINS

#endif /* __ASM_GENERIC_CODE_TAG_LDS_H */
