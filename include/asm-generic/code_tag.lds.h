/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Linker script parts for classes of code tags: an array of the tags of each
 * class that code of vmlinux has. Modules need no linker script.
 */
#ifndef __ASM_GENERIC_CODE_TAG_LDS_H
#define __ASM_GENERIC_CODE_TAG_LDS_H

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

#define CODE_TAG_CLASS(class)						\
	. = ALIGN(8);							\
	__start_code_tags_##class = .;					\
	KEEP(*(code_tags_##class))					\
	__stop_code_tags_##class = .;

/* All classes; allocation tags are in alloc_tag.lds.h. */
#define CODE_TAGS							\
	CODE_TAG_CLASS(code_tag_test)					\
	CODE_TAG_CLASS(fault)						\
	CODE_TAG_CLASS(wait)

#else

#define CODE_TAGS

#endif

#endif /* __ASM_GENERIC_CODE_TAG_LDS_H */
