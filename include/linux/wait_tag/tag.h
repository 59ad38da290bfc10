/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Waits by line: the tags. A list marks the functions that wait, so
 * <linux/compiler_types.h> includes this into every file.
 */
#ifndef _LINUX_WAIT_TAG_TAG_H
#define _LINUX_WAIT_TAG_TAG_H

#if defined(CONFIG_WAIT_TAG) && !defined(__ASSEMBLY__)
#include <linux/code_tag/abi.h>

struct wait_tag_line;

/**
 * struct wait_tag - a line that waits
 * @enabled: its flags, WAIT_TAG_EVENT and the like
 * @state: what it has counted; NULL until waits were enabled first
 */
struct wait_tag {
	CODE_TAG_FIELDS;
	unsigned char enabled;
	struct wait_tag_line *state;
} __code_tag_class(wait);
#endif

#endif /* _LINUX_WAIT_TAG_TAG_H */
