/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Code tags: the attributes of the alloctag plugin
 *
 * <linux/compiler_types.h> includes this into every file. Without the plugin
 * the words are empty, so that prototypes can have them in any configuration.
 * Sparse does not know the attributes.
 *
 * A class of tags is declared by the struct of its tags; see
 * Documentation/code-tags.rst. If a list marks functions of a class in any
 * file, <linux/compiler_types.h> also includes the header with the struct.
 */
#ifndef _LINUX_CODE_TAG_ATTRIBUTES_H
#define _LINUX_CODE_TAG_ATTRIBUTES_H

#if defined(ALLOC_TAG_PLUGIN) && !defined(__CHECKER__)

/* The struct of the tags of a class. Calls of a function pass such a tag. */
#define __code_tag_class(class)	__attribute__((code_tag_class(#class)))
#define __code_tag(class)	__attribute__((code_tag(#class)))

/* Calls in the scope of the variable pass the tag in it. */
#define __code_tag_variable	__attribute__((code_tag_variable))

/* Calls are replaced by the tag of the caller, or by one of this line. */
#define __code_tag_caller	__attribute__((code_tag_caller))
#define __code_tag_here		__attribute__((code_tag_here))

#else
#define __code_tag_class(class)
#define __code_tag(class)
#define __code_tag_variable	__maybe_unused
#endif

#endif /* _LINUX_CODE_TAG_ATTRIBUTES_H */
