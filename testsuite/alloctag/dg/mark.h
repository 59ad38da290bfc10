/* SPDX-License-Identifier: GPL-2.0 */
/*
 * For tests: the declarations that kernel code gets from alloc_tag_rt.h. The
 * format of tags comes from the kernel's own header.
 */
#ifndef MARK_H
#define MARK_H

#include "../../../include/linux/alloc_tag/abi.h"

#define __allocator __attribute__((allocator))
#define __allocator_tag __attribute__((allocator_tag))

const struct alloc_tag *alloc_tag_caller(void) __attribute__((code_tag_caller));
const struct alloc_tag *alloc_tag_here(void) __attribute__((code_tag_here));

/* An allocator that is defined elsewhere. */
void *grab(__SIZE_TYPE__ size) __allocator;

#endif
