/* SPDX-License-Identifier: GPL-2.0 */
/*
 * For tests: a class of functions that can be made to fail, and another one,
 * whose functions can be listed as such, too.
 */
#ifndef DECIDE_H
#define DECIDE_H

#include <stdbool.h>
#include <string.h>

/* Where calls fail while "fails" is set, with "instead" if that is not 0. */
struct fault_tag {
	int file;
	int tag;
	const char *callee;
	const char *result;
	const char *function;
	unsigned int line;
	unsigned char fails;
	long instead;
} __attribute__((code_tag_class("fault")));

struct wait_tag {
	int file;
	unsigned int line;
} __attribute__((code_tag_class("wait")));

#define __wait	__attribute__((code_tag("wait")))

extern struct fault_tag __start_code_tags_fault[], __stop_code_tags_fault[];

struct fault_tag *fault_caller(void) __attribute__((code_tag_caller));
const struct wait_tag *wait_caller(void) __attribute__((code_tag_caller));

static inline bool fault_fails(const char *function)
	__attribute__((code_tag("fault"), code_tag_fails("fault"), unused));
static inline long fault_result(const char *function, long usual)
	__attribute__((code_tag("fault"), code_tag_result("fault"), unused));
static inline bool wait_fails(const char *function)
	__attribute__((code_tag("wait"), code_tag_fails("wait"), unused));
static inline long wait_result(const char *function, long usual)
	__attribute__((code_tag("wait"), code_tag_result("wait"), unused));

static inline bool fault_fails(const char *function)
{
	return fault_caller()->fails;
}

static inline long fault_result(const char *function, long usual)
{
	return fault_caller()->instead ? fault_caller()->instead : usual;
}

/* How often functions of the class wait have asked for a listed line. */
static int asked __attribute__((unused));

/* The tag of the class fault for calls of FUNCTION that pass TAG. */
static inline struct fault_tag *fault_of(const struct wait_tag *tag, const char *function)
{
	struct fault_tag *fault;

	for (fault = __start_code_tags_fault; fault < __stop_code_tags_fault; fault++)
		if (fault->tag && (const char *)fault + fault->tag == (const char *)tag &&
		    !strcmp(fault->callee, function))
			return fault;
	return 0;
}

static inline bool wait_fails(const char *function)
{
	struct fault_tag *fault = fault_of(wait_caller(), function);

	asked += !!fault;
	return fault && fault->fails;
}

static inline long wait_result(const char *function, long usual)
{
	struct fault_tag *fault = fault_of(wait_caller(), function);

	return fault->instead ? fault->instead : usual;
}

#endif
