/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Code tags: the class of lib/code_tag/test.c, which counts calls by line.
 */
#ifndef _LINUX_CODE_TAG_TEST_H
#define _LINUX_CODE_TAG_TEST_H

#include <linux/atomic.h>
#include <linux/code_tag.h>

/**
 * struct code_tag_test - a line that calls code_tag_test_call()
 * @arg1: what it calls it with, if that is a constant: offset of a string
 * @calls: number of calls since boot, or since the module was loaded
 * @enabled: a mask of CODE_TAG_TEST_...
 */
struct code_tag_test {
	CODE_TAG_FIELDS;
	int arg1;
	atomic_t calls;
	u8 enabled;
} __code_tag_class(code_tag_test);

#define CODE_TAG_TEST_EVENTS	0x01	/* a trace event for each call */
#define CODE_TAG_TEST_SKIP	0x02	/* don't count */

void code_tag_test_call(const char *what) __code_tag(code_tag_test);

#endif /* _LINUX_CODE_TAG_TEST_H */
