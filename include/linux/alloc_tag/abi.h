/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The format of allocation tags.
 *
 * Tags are emitted by the compiler plugin, placed into one array by the linker
 * script and read by the kernel. All of them include this header, and so do the
 * tests, so that the format is defined once:
 *
 *	scripts/gcc-plugins/alloctag.h		C++, for the build machine
 *	include/asm-generic/alloc_tag.lds.h	preprocessor only
 *	<linux/alloc_tag_rt.h>			the kernel
 *
 * Hence it includes nothing and uses no definition of the kernel's.
 *
 * The plugin builds struct alloc_tag for the target machine itself, in
 * build_tag_type() and make_tag() of scripts/gcc-plugins/alloctag_tag.c.
 * testsuite/alloctag/run/tag-format.c verifies that what the plugin emits
 * matches the declaration below.
 *
 * Mainline has another struct alloc_tag, in <linux/alloc_tag.h>. The kernel
 * includes this header only if CONFIG_GCC_PLUGIN_ALLOC_TAG is set, which
 * excludes CONFIG_MEM_ALLOC_PROFILING.
 */
#ifndef _LINUX_ALLOC_TAG_ABI_H
#define _LINUX_ALLOC_TAG_ABI_H

/*
 * The section of all tags, as a name for linker scripts and as a string for C.
 * The symbols at its start and its end are __start_alloc_tags and
 * __stop_alloc_tags, named as ld names those that it defines itself.
 */
#define ALLOC_TAG_SECTION	alloc_tags
#define ALLOC_TAG_SECTION_NAME	ALLOC_TAG_STRING(ALLOC_TAG_SECTION)
#define ALLOC_TAG_STRING(name)	ALLOC_TAG_STRING_1(name)
#define ALLOC_TAG_STRING_1(name)	#name

/*
 * Size and alignment of a tag in bytes, on 32-bit targets as well. They are
 * equal, so the linker leaves no gaps between the tags of different object
 * files.
 */
#define ALLOC_TAG_SIZE		32

/* The section of struct alloc_tag_allocator, in the same two forms. */
#define ALLOC_TAG_ALLOCATOR_SECTION	alloc_tag_allocators
#define ALLOC_TAG_ALLOCATOR_SECTION_NAME	\
	ALLOC_TAG_STRING(ALLOC_TAG_ALLOCATOR_SECTION)

/* Width in bits of the line number; the flags have the rest of its 32 bits. */
#define ALLOC_TAG_LINE_BITS	24

/*
 * Flag: this tag is used for calls that pass none, because they are made
 * through a function pointer or by code built without the plugin. Its file and
 * line are where the allocator is defined.
 */
#define ALLOC_TAG_UNTAGGED	1

#if !defined(__ASSEMBLY__) && !defined(LINKER_SCRIPT)
/**
 * struct alloc_tag - a call site of an allocator
 * @file:	source file of the call, relative to the source tree
 * @function:	name of the calling function in the source
 * @type:	type of the object, for example "struct foo"; "" if not known
 * @line:	line of the call; 0 if it does not fit
 * @flags:	ALLOC_TAG_UNTAGGED or 0
 * @column:	column of the call, counted from 1; 0 if it does not fit
 * @entry:	0; the kernel stores the index of the tag here, see
 *		alloc_tag_to_idx() in <linux/alloc_tag/counter.h>
 *
 * Tags are constants, and @file is never NULL, except in the kernel's null tag.
 */
struct alloc_tag {
	const char *file;
	const char *function;
	const char *type;
	unsigned int line : ALLOC_TAG_LINE_BITS;
	unsigned int flags : 32 - ALLOC_TAG_LINE_BITS;
	unsigned short column;
	unsigned short entry;
} __attribute__((aligned(ALLOC_TAG_SIZE)));

/**
 * struct alloc_tag_allocator - the name of an allocator that is called with a
 *	tag
 * @tag: offset of the tag from this structure, in bytes
 * @name: offset of the name, a string, from this structure
 *
 * Emitted if the plugin has the argument allocator-names. A tag has more than
 * one if a macro calls several allocators at the same column. They are in the
 * order of the tags, unless link-time optimisation has changed it.
 */
struct alloc_tag_allocator {
	int tag;
	int name;
};
#endif

#endif /* _LINUX_ALLOC_TAG_ABI_H */
