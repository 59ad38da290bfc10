/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What include/linux/alloc_tag_rt.h gives to kernel code, for tests: without
 * any other header, and without a kernel.
 */
#ifndef MARK_H
#define MARK_H

#define __allocator __attribute__((allocator))
#define __allocator_tag __attribute__((allocator_tag))

#define ALLOC_TAG_UNTAGGED 1

struct alloc_tag {
	const char *file;
	const char *function;
	const char *type;
	unsigned int line;
	unsigned short column;
	unsigned short flags;
} __attribute__((aligned(32)));

const struct alloc_tag *alloc_tag_caller(void);
const struct alloc_tag *alloc_tag_here(void);

/* An allocator defined elsewhere, as most callers know only a prototype. */
void *grab(__SIZE_TYPE__ size) __allocator;

#endif
