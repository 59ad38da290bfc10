/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Code tags: what the tags of all classes begin with.
 *
 * The compiler plugin emits tags, and includes this header; so do the kernel,
 * linker scripts, the library for programs and the tests. Hence it includes
 * nothing and uses no definition of the kernel's. It is part of all files:
 * prototypes of functions that wait need struct wait_tag, for example.
 *
 * testsuite/alloctag/run/tag-format.c verifies that what the plugin emits is
 * as declared here.
 */
#ifndef _LINUX_CODE_TAG_ABI_H
#define _LINUX_CODE_TAG_ABI_H

/*
 * Size and alignment of a tag in bytes, on 32-bit targets as well, if its class
 * has no members of its own.
 */
#define CODE_TAG_SIZE		20
#define CODE_TAG_ALIGN		4

/* Line, column and flags share 32 bits: the widths of the first two. */
#define CODE_TAG_LINE_BITS	20
#define CODE_TAG_COLUMN_BITS	10

/*
 * Flag: this tag is used for calls that pass none, because they are made
 * through a function pointer or by code built without the plugin. Its file and
 * line are where the function is defined.
 */
#define CODE_TAG_UNTAGGED	1

#if !defined(__ASSEMBLY__) && !defined(LINKER_SCRIPT)
/*
 * The members of a tag:
 *
 *	file		source file of the call, relative to the source tree
 *	function	name of the calling function in the source
 *	type		type of the object, for example "struct foo"; "" if not
 *			known
 *	line		line of the call; 0 if it does not fit
 *	column		column of the call, counted from 1; 0 if it does not fit
 *	flags		CODE_TAG_UNTAGGED or 0
 *	idx		0; the kernel stores the index of the tag here, when the
 *			class is registered or the module loaded. In programs,
 *			-1 until the tag is used
 *
 * file, function and type are offsets of strings from the tag, in bytes: they
 * take half the space of pointers, and nothing has to be relocated where the
 * program or the kernel is loaded. code_tag_file() and its relatives return the
 * strings.
 */
#define CODE_TAG_FIELDS							\
	int file;							\
	int function;							\
	int type;							\
	unsigned int line : CODE_TAG_LINE_BITS;				\
	unsigned int column : CODE_TAG_COLUMN_BITS;			\
	unsigned int flags : 32 - CODE_TAG_LINE_BITS - CODE_TAG_COLUMN_BITS; \
	unsigned int idx

/* A tag of any class. */
struct code_tag {
	CODE_TAG_FIELDS;
};

/*
 * The string at @offset from @tag, of any class. The compiler must not conclude
 * that it is part of the tag.
 */
static inline const char *code_tag_string(const void *tag, int offset)
{
	const char *start = (const char *)tag;

	__asm__("" : "+r" (start));
	return start + offset;
}

static inline const char *code_tag_file(const struct code_tag *tag)
{
	return code_tag_string(tag, tag->file);
}

static inline const char *code_tag_function(const struct code_tag *tag)
{
	return code_tag_string(tag, tag->function);
}

static inline const char *code_tag_type(const struct code_tag *tag)
{
	return code_tag_string(tag, tag->type);
}
#endif

#endif /* _LINUX_CODE_TAG_ABI_H */
