/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: their format.
 *
 * Tags are emitted by the compiler plugin, placed into one array by the linker
 * script and read by the kernel. All of them include this header, and so do the
 * tests, so that the format is defined once:
 *
 *	scripts/gcc-plugins/alloctag.h		C++, for the build machine
 *	include/asm-generic/alloc_tag.lds.h	preprocessor only
 *	<linux/alloc_tag_rt.h>			the kernel
 *
 * Hence it uses no definition of the kernel's, and includes only the format of
 * all tags, by a path that each of them finds.
 *
 * The plugin builds struct alloc_tag for the target machine itself, in
 * build_alloc_tag() of scripts/gcc-plugins/alloctag_class.c.
 *
 * Mainline has another struct alloc_tag, in <linux/alloc_tag.h>. The kernel
 * includes this header only if CONFIG_GCC_PLUGIN_ALLOC_TAG is set, which
 * excludes CONFIG_MEM_ALLOC_PROFILING.
 */
#ifndef _LINUX_ALLOC_TAG_ABI_H
#define _LINUX_ALLOC_TAG_ABI_H

#include "../code_tag/abi.h"

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
 * Size and alignment of a tag in bytes. The size is a multiple of the
 * alignment, so the linker leaves no gaps between the tags of different object
 * files.
 */
#define ALLOC_TAG_SIZE		CODE_TAG_SIZE
#define ALLOC_TAG_ALIGN		CODE_TAG_ALIGN

/* The section of struct alloc_tag_allocator, in the same two forms. */
#define ALLOC_TAG_ALLOCATOR_SECTION	alloc_tag_allocators
#define ALLOC_TAG_ALLOCATOR_SECTION_NAME	\
	ALLOC_TAG_STRING(ALLOC_TAG_ALLOCATOR_SECTION)

#if !defined(__ASSEMBLY__) && !defined(LINKER_SCRIPT)
/*
 * A call site of an allocator. Tags are constants; ALLOC_TAG_DEFINE() is for
 * tags in C. The kernel's null tag is all zeroes. So are its strings: "".
 */
struct alloc_tag {
	CODE_TAG_FIELDS;
} __attribute__((aligned(ALLOC_TAG_ALIGN)));

static inline const char *alloc_tag_file(const struct alloc_tag *tag)
{
	return code_tag_string(tag, tag->file);
}

static inline const char *alloc_tag_function(const struct alloc_tag *tag)
{
	return code_tag_string(tag, tag->function);
}

static inline const char *alloc_tag_type(const struct alloc_tag *tag)
{
	return code_tag_string(tag, tag->type);
}

/*
 * Define the constant _name, whose member "tag" is a tag. The strings follow
 * the tag, as C has no initializers for the distance of two variables. So it
 * can't be in the array of tags.
 */
#define ALLOC_TAG_DEFINE(_name, _file, _line, _function, _type, _flags)	\
	const struct {							\
		struct alloc_tag tag;					\
		char file[sizeof(_file)];				\
		char function[sizeof(_function)];			\
		char type[sizeof(_type)];				\
	} _name = {							\
		.tag = {						\
			.file = __builtin_offsetof(__typeof__(_name), file), \
			.function = __builtin_offsetof(__typeof__(_name), function), \
			.type = __builtin_offsetof(__typeof__(_name), type), \
			.line = (_line),				\
			.flags = (_flags),				\
		},							\
		.file = _file,						\
		.function = _function,					\
		.type = _type,						\
	}

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
