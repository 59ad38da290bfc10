/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the attributes of allocators
 *
 * <linux/compiler_types.h> includes this into every file. Without allocation
 * tags the words are empty, so that prototypes can have them in any
 * configuration; <linux/code_tag/attributes.h> has the attributes of all tags.
 *
 * A module can be built without the plugin for a kernel that has it. It must
 * not call through a marked pointer, which has the address of a function that
 * takes a tag: members that are such pointers have __tag_pointer, too.
 */
#ifndef _LINUX_ALLOC_TAG_ATTRIBUTES_H
#define _LINUX_ALLOC_TAG_ATTRIBUTES_H

#if defined(ALLOC_TAG_PLUGIN) && defined(CONFIG_GCC_PLUGIN_ALLOC_TAG) && !defined(__CHECKER__)

/* Calls of the function pass their tag; see <linux/alloc_tag_rt.h>. */
#define __allocator		__attribute__((allocator))

/*
 * The same for a function that does not return what it allocates, for example
 * because it returns an error code: the type of its objects.
 */
#define __allocator_of(type)	__attribute__((allocator(#type)))

/* Calls of allocators in the scope of the variable pass the tag in it. */
#define __allocator_tag		__attribute__((allocator_tag))

#define __tag_pointer

#else
#define __allocator
#define __allocator_of(type)
#define __allocator_tag		__maybe_unused

#if !defined(CONFIG_GCC_PLUGIN_ALLOC_TAG) || defined(__CHECKER__) || defined(__ASSEMBLER__)
#define __tag_pointer
#elif __has_attribute(__unavailable__)
#define __tag_pointer		__attribute__((__unavailable__("build with the alloctag plugin")))
#else
#define __tag_pointer		__attribute__((__deprecated__("build with the alloctag plugin")))
#endif
#endif

#endif /* _LINUX_ALLOC_TAG_ATTRIBUTES_H */
