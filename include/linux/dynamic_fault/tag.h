/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic faults: the tags, and which of them may be enabled. With
 * CONFIG_DYNAMIC_FAULT_CALLS, a list marks the functions whose calls can be
 * made to fail, so all files that are compiled with the plugin include this.
 */
#ifndef _LINUX_DYNAMIC_FAULT_TAG_H
#define _LINUX_DYNAMIC_FAULT_TAG_H

#include <linux/code_tag/abi.h>

/**
 * struct dynamic_fault_tag - a line that calls a function that may fail
 * @arg1: the first argument, if that is a constant string: its offset. Of
 *	dynamic_fault(), or of a function marked __code_tag(fault) that calls it
 * @callee: the function that is called: offset of its name
 * @result: what that fails with, as the list says: offset of a string; 0 if the
 *	function isn't listed
 * @tag: for a listed function of another class: offset of the tag that the call
 *	passes. 0 if the call passes this one
 */
struct dynamic_fault_tag {
	CODE_TAG_FIELDS;
	int arg1;
	int callee;
	int result;
	int tag;
} __code_tag_class(fault);

/*
 * The lines whose calls pass TAG, of any class, have this bit in
 * dynamic_fault_bits while they are enabled. Few lines are at a time, so for
 * most calls that is all that is looked at.
 */
#define DYNAMIC_FAULT_BIT(tag)	(1UL << (unsigned long)(tag) / 32 % (8 * sizeof(long)))
extern unsigned long dynamic_fault_bits;

#define DYNAMIC_FAULT_MAY_DECIDE(tag)					\
	((*(const volatile unsigned long *)&dynamic_fault_bits & DYNAMIC_FAULT_BIT(tag)) != 0)

_Bool dynamic_fault_decide(const void *tag, const char *function);
long dynamic_fault_result(const void *tag, const char *function, long usual);

__code_tag_caller const struct dynamic_fault_tag *dynamic_fault_caller(void);

#endif /* _LINUX_DYNAMIC_FAULT_TAG_H */
