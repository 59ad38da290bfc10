/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The format of allocation tags.
 *
 * Tags are written by the compiler plugin, laid out as one array by the linker
 * script and read by the kernel. This header holds what they must agree on, and
 * all of them include it: scripts/gcc-plugins/alloctag.h (C++, for the machine
 * that compiles), include/asm-generic/vmlinux.lds.h (the preprocessor alone),
 * <linux/alloc_tag_rt.h> and the tests. So it includes nothing itself, and uses
 * nothing that only the kernel defines.
 *
 * The plugin builds its own description of struct alloc_tag for the machine that
 * is compiled for: build_tag_type() and make_tag() in
 * scripts/gcc-plugins/alloctag_tag.c. testsuite/alloctag.run/tag-format.c reads
 * tags that the plugin wrote through the struct that is declared here.
 *
 * Mainline has another struct alloc_tag, in <linux/alloc_tag.h>. The kernel
 * includes this header only where it is built with the plugin.
 */
#ifndef _LINUX_ALLOC_TAG_ABI_H
#define _LINUX_ALLOC_TAG_ABI_H

/*
 * The section of all tags: a name for linker scripts and a string for C. The
 * start and the end of the array are __start_ and __stop_ before that name,
 * which is also what ld defines by itself.
 */
#define ALLOC_TAG_SECTION	alloc_tags
#define ALLOC_TAG_SECTION_NAME	ALLOC_TAG_STRING(ALLOC_TAG_SECTION)
#define ALLOC_TAG_STRING(name)	ALLOC_TAG_STRING_1(name)
#define ALLOC_TAG_STRING_1(name)	#name

/*
 * Size and alignment of a tag in bytes, on 32-bit targets as well. They are
 * equal, so the linker leaves no gaps between the tags of different units.
 */
#define ALLOC_TAG_SIZE		32

/*
 * Flag: the tag stands for calls that passed none, because they came through a
 * pointer or from code built without the plugin. Its line is the allocator's
 * own definition.
 */
#define ALLOC_TAG_UNTAGGED	1

#if !defined(__ASSEMBLY__) && !defined(LINKER_SCRIPT)
/**
 * struct alloc_tag - one allocation site, constant
 * @file:	relative to the source tree, as in __FILE__
 * @function:	the calling function, as the source names it
 * @type:	of the object, for example "struct foo"; "" if not known
 * @line:	of the call
 * @column:	of the call, counted from 1; 0 if it does not fit
 * @flags:	ALLOC_TAG_UNTAGGED or 0
 */
struct alloc_tag {
	const char *file;
	const char *function;
	const char *type;
	unsigned int line;
	unsigned short column;
	unsigned short flags;
} __attribute__((aligned(ALLOC_TAG_SIZE)));
#endif

#endif /* _LINUX_ALLOC_TAG_ABI_H */
