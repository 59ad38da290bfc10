/* SPDX-License-Identifier: GPL-2.0 */
/* For tests: two classes of tags beside "allocator". */
#ifndef CLASS_H
#define CLASS_H

/* Waits: fields in another order than in struct alloc_tag, and a counter. */
struct wait_tag {
	unsigned long waits;
	unsigned int line;
	const char *function;
	const char *file;
	unsigned short column;
	unsigned char flags;
} __attribute__((code_tag_class("wait")));

#define __wait __attribute__((code_tag("wait")))

struct wait_tag *wait_caller(void) __attribute__((code_tag_caller));
struct wait_tag *wait_here(void) __attribute__((code_tag_here));

/* Faults: constant, with offsets and the second argument. */
struct fault_tag {
	int file;
	int arg2;
	unsigned int line : 24;
	unsigned int flags : 8;
} __attribute__((code_tag_class("fault")));

#define __fault __attribute__((code_tag("fault")))

const struct fault_tag *fault_caller(void) __attribute__((code_tag_caller));

/* The array of the tags of a class, and how many there are. */
extern struct wait_tag __start_code_tags_wait[], __stop_code_tags_wait[];
extern const struct fault_tag __start_code_tags_fault[], __stop_code_tags_fault[];

#endif
