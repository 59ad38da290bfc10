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
 * Size and alignment of a tag in bytes, on 32-bit targets as well. The size is
 * a multiple of the alignment, so the linker leaves no gaps between the tags of
 * different object files.
 */
#define ALLOC_TAG_SIZE		20
#define ALLOC_TAG_ALIGN		4

/* The section of struct alloc_tag_allocator, in the same two forms. */
#define ALLOC_TAG_ALLOCATOR_SECTION	alloc_tag_allocators
#define ALLOC_TAG_ALLOCATOR_SECTION_NAME	\
	ALLOC_TAG_STRING(ALLOC_TAG_ALLOCATOR_SECTION)

/* Line, column and flags share 32 bits: the widths of the first two. */
#define ALLOC_TAG_LINE_BITS	20
#define ALLOC_TAG_COLUMN_BITS	10

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
 * @column:	column of the call, counted from 1; 0 if it does not fit
 * @flags:	ALLOC_TAG_UNTAGGED or 0
 * @idx:	0; the kernel stores the index of the tag here, see
 *		alloc_tag_to_idx() in <linux/alloc_tag/counter.h>
 *
 * Tags are constants. @file, @function and @type are offsets of strings from
 * the tag, in bytes: they take half the space of pointers, and nothing has to
 * be relocated where the program or the kernel is loaded. alloc_tag_file() and
 * its relatives return the strings. ALLOC_TAG_DEFINE() is for tags in C.
 *
 * The kernel's null tag is all zeroes. So are its strings: "".
 */
struct alloc_tag {
	int file;
	int function;
	int type;
	unsigned int line : ALLOC_TAG_LINE_BITS;
	unsigned int column : ALLOC_TAG_COLUMN_BITS;
	unsigned int flags : 32 - ALLOC_TAG_LINE_BITS - ALLOC_TAG_COLUMN_BITS;
	unsigned int idx;
} __attribute__((aligned(ALLOC_TAG_ALIGN)));

/*
 * The string at @offset from @tag. The compiler must not conclude that it is
 * part of the tag.
 */
static inline const char *alloc_tag_string(const struct alloc_tag *tag, int offset)
{
	const char *start = (const char *)tag;

	__asm__("" : "+r" (start));
	return start + offset;
}

static inline const char *alloc_tag_file(const struct alloc_tag *tag)
{
	return alloc_tag_string(tag, tag->file);
}

static inline const char *alloc_tag_function(const struct alloc_tag *tag)
{
	return alloc_tag_string(tag, tag->function);
}

static inline const char *alloc_tag_type(const struct alloc_tag *tag)
{
	return alloc_tag_string(tag, tag->type);
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
