/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What include/linux/alloc_tag_rt.h gives to kernel code, for tests: without a
 * kernel. The format of tags is that of the kernel's own header.
 */
#ifndef MARK_H
#define MARK_H

#include "../../include/linux/alloc_tag_abi.h"

#define __allocator __attribute__((allocator))
#define __allocator_tag __attribute__((allocator_tag))

const struct alloc_tag *alloc_tag_caller(void);
const struct alloc_tag *alloc_tag_here(void);

/* An allocator defined elsewhere, as most callers know only a prototype. */
void *grab(__SIZE_TYPE__ size) __allocator;

#endif
