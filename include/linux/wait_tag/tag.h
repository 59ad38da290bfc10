/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Waits by line: the tags. A list marks the functions that wait, so all files
 * that are compiled with the plugin include this.
 */
#ifndef _LINUX_WAIT_TAG_TAG_H
#define _LINUX_WAIT_TAG_TAG_H

#include <linux/code_tag/fields.h>

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

#endif /* _LINUX_WAIT_TAG_TAG_H */
