/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Waits by line: the tags. A list marks the functions that wait, so
 * <linux/compiler_types.h> includes this into every file.
 */
#ifndef _LINUX_WAIT_TAG_TAG_H
#define _LINUX_WAIT_TAG_TAG_H

#if defined(CONFIG_WAIT_TAG) && !defined(__ASSEMBLY__)
#include <linux/code_tag/abi.h>

/*
 * A line that waits. What is known of it is found by its index, see
 * lib/wait_tag/line.c. It is aligned for the flags in the low bits of
 * struct wait_tag_task's @word.
 */
struct wait_tag {
	CODE_TAG_FIELDS;
} __aligned(8) __code_tag_class(wait);
#endif

#endif /* _LINUX_WAIT_TAG_TAG_H */
