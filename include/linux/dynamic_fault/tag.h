/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic faults: the tags. With CONFIG_DYNAMIC_FAULT_CALLS, a list marks the
 * functions whose calls can be made to fail, so all files that are compiled
 * with the plugin include this.
 */
#ifndef _LINUX_DYNAMIC_FAULT_TAG_H
#define _LINUX_DYNAMIC_FAULT_TAG_H

#include <linux/code_tag/abi.h>

struct dynamic_fault_line;

/**
 * struct dynamic_fault_tag - a line that calls a function that may fail
 * @arg1: the first argument, if that is a constant string: its offset. Of
 *	dynamic_fault(), or of a function marked __code_tag(fault) that calls it
 * @callee: the function that is called: offset of its name
 * @result: what that fails with, as the list says: offset of a string; 0 if the
 *	function isn't listed
 * @tag: for a listed function of another class: offset of the tag that the call
 *	passes. 0 if the call passes this one
 * @enabled: DYNAMIC_FAULT_ENABLED or 0
 * @state: which calls fail; NULL until it was enabled first
 */
struct dynamic_fault_tag {
	CODE_TAG_FIELDS;
	int arg1;
	int callee;
	int result;
	int tag;
	unsigned char enabled;
	struct dynamic_fault_line *state;
} __code_tag_class(fault);

#define DYNAMIC_FAULT_ENABLED	0x01

__code_tag_caller struct dynamic_fault_tag *dynamic_fault_caller(void);

#endif /* _LINUX_DYNAMIC_FAULT_TAG_H */
