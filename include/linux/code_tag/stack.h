/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Code tags: call stacks of lines. See lib/code_tag/stack.c.
 */
#ifndef _LINUX_CODE_TAG_STACK_H
#define _LINUX_CODE_TAG_STACK_H

#include <linux/types.h>

/* At most that many functions are between a line's and the one that saves. */
#define CODE_TAG_STACK_OURS	6u

struct module;

unsigned int code_tag_stack_save(unsigned long *entries, unsigned int size, unsigned long from);
bool code_tag_stack_has(const unsigned long *entries, unsigned int nr, const struct module *mod,
			bool init_only);

#endif /* _LINUX_CODE_TAG_STACK_H */
