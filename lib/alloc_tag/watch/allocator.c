// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the names of the allocators that lines call.
 *
 * With CONFIG_ALLOC_TAG_ALLOCATOR_NAMES, the compiler plugin emits a struct
 * alloc_tag_allocator for each tag and each allocator that is called with it.
 * vmlinux has a section of them, and so has each module. Only queries read
 * them.
 *
 * The name is the one in the source, without the suffix of kernels that wrap
 * the allocator in a macro: "kmalloc" for kmalloc_noprof().
 */

#include <linux/alloc_tag/abi.h>
#include <linux/kernel.h>
#include <linux/parser.h>
#include <linux/string.h>

#include "../internal.h"
#include "query.h"

#define SUFFIX	"_noprof"

/* Does @name match @pattern, with or without the suffix? */
static bool match_name(const char *pattern, const char *name)
{
	const char *end = strstr(name, SUFFIX);
	char plain[64];

	if (match_wildcard(pattern, name))
		return true;
	if (!end || end[strlen(SUFFIX)] || end - name >= sizeof(plain))
		return false;
	strscpy(plain, name, end - name + 1);
	return match_wildcard(pattern, plain);
}

/**
 * alloc_tag_calls() - does a line call an allocator?
 * @idx: index of the tag of the line
 * @pattern: pattern of the allocator's name
 *
 * Searches from where the last tag was found: the structures are in the order
 * of the tags, and so are the lines that a query is compared with.
 *
 * Context: process context, the caller must hold alloc_tag_lock().
 * Return: true if it calls one with such a name, perhaps among others. False
 * for lines of a module that has been unloaded.
 */
bool alloc_tag_calls(unsigned long idx, const char *pattern)
{
	const struct alloc_tag_allocator *first = __start_alloc_tag_allocators;
	unsigned int nr = __stop_alloc_tag_allocators - __start_alloc_tag_allocators;
	const struct alloc_tag *tag = alloc_tag_from_idx(idx);
	const struct alloc_tag_allocator *at;
	static unsigned int last; /* protected by alloc_tag_mutex */
	unsigned int i, start;

	if (alloc_tag_module_name(idx))
		nr = alloc_tag_module_allocators(idx, &first);
	start = last < nr ? last : 0;
	for (i = 0; i < nr; i++) {
		at = &first[(start + i) % nr];
		if ((void *)at + at->tag != tag)
			continue;
		last = at - first;
		if (match_name(pattern, (void *)at + at->name))
			return true;
	}
	return false;
}
