/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Code tags: sysctls that enable and disable what a class does. See
 * lib/code_tag/toggle.c.
 */
#ifndef _LINUX_CODE_TAG_TOGGLE_H
#define _LINUX_CODE_TAG_TOGGLE_H

#include <linux/types.h>

int code_tag_toggle(int write, void *buffer, size_t *lenp, loff_t *ppos, bool enabled,
		    int (*set)(bool enable));

#endif /* _LINUX_CODE_TAG_TOGGLE_H */
