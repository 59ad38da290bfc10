/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic faults: functions that fail for single lines that call them.
 *
 * scripts/gcc-plugins/code_tag.fault lists functions, and what they return when
 * they fail. The plugin lets each begin with
 *
 *	if (dynamic_fault_call_fails("submit_bio_wait"))
 *		return dynamic_fault_call_result("submit_bio_wait", -EIO);
 *
 * or, if its callers pass it a tag of another class, with the functions below
 * that are marked for that. See lib/dynamic_fault/calls.c.
 *
 * While no line is enabled, the first is a no-op. <linux/compiler_types.h>
 * includes this into every file, before anything else, so the types are the
 * compiler's.
 */
#ifndef _LINUX_DYNAMIC_FAULT_CALLS_H
#define _LINUX_DYNAMIC_FAULT_CALLS_H

#if defined(CONFIG_DYNAMIC_FAULT_CALLS) && defined(ALLOC_TAG_PLUGIN) && \
	!defined(__ASSEMBLY__) && !defined(__CHECKER__)

#include <linux/dynamic_fault/tag.h>
#include <linux/wait_tag/tag.h>
#include <asm/dynamic_fault.h>

/* A function that decides for CLASS, inlined into each that is listed. */
#define DYNAMIC_FAULT_DECISION(class, type, name)			\
	static __inline__ __attribute__((__always_inline__, __unused__,	\
		code_tag(class), code_tag_##name(class))) type

_Bool dynamic_fault_decide(struct dynamic_fault_tag *tag);
long dynamic_fault_result(const struct dynamic_fault_tag *tag, long usual);

_Bool dynamic_fault_decide_other(const void *tag, const char *function);
long dynamic_fault_result_other(const void *tag, const char *function, long usual);

/*
 * The lines whose calls pass TAG, of another class, have this bit in
 * dynamic_fault_others from when they are enabled first. Few lines are enabled
 * at a time, so for most calls that is all that is looked at.
 */
#define DYNAMIC_FAULT_BIT(tag)	(1UL << (unsigned long)(tag) / 32 % (8 * sizeof(long)))
extern unsigned long dynamic_fault_others;

#define DYNAMIC_FAULT_MAY_DECIDE(tag)					\
	((*(const volatile unsigned long *)&dynamic_fault_others & DYNAMIC_FAULT_BIT(tag)) != 0)

/* Functions that are listed for no other class. */
DYNAMIC_FAULT_DECISION("fault", _Bool, fails)
dynamic_fault_call_fails(const char *function)
{
	struct dynamic_fault_tag *tag = dynamic_fault_caller();

	asm goto(DYNAMIC_FAULT_BRANCH);
	return 0;
armed:
	return *(const volatile unsigned char *)&tag->enabled && dynamic_fault_decide(tag);
}

DYNAMIC_FAULT_DECISION("fault", long, result)
dynamic_fault_call_result(const char *function, long usual)
{
	return dynamic_fault_result(dynamic_fault_caller(), usual);
}

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG
/* Functions that allocate. */
struct alloc_tag;
__code_tag_caller const struct alloc_tag *dynamic_fault_allocator(void);

DYNAMIC_FAULT_DECISION("allocator", _Bool, fails)
dynamic_fault_allocator_fails(const char *function)
{
	const struct alloc_tag *tag = dynamic_fault_allocator();

	asm goto(DYNAMIC_FAULT_BRANCH);
	return 0;
armed:
	return DYNAMIC_FAULT_MAY_DECIDE(tag) && dynamic_fault_decide_other(tag, function);
}

DYNAMIC_FAULT_DECISION("allocator", long, result)
dynamic_fault_allocator_result(const char *function, long usual)
{
	return dynamic_fault_result_other(dynamic_fault_allocator(), function, usual);
}
#endif

#ifdef CONFIG_WAIT_TAG
/* Functions that wait. */
__code_tag_caller struct wait_tag *dynamic_fault_wait(void);

DYNAMIC_FAULT_DECISION("wait", _Bool, fails)
dynamic_fault_wait_fails(const char *function)
{
	struct wait_tag *tag = dynamic_fault_wait();

	asm goto(DYNAMIC_FAULT_BRANCH);
	return 0;
armed:
	return DYNAMIC_FAULT_MAY_DECIDE(tag) && dynamic_fault_decide_other(tag, function);
}

DYNAMIC_FAULT_DECISION("wait", long, result)
dynamic_fault_wait_result(const char *function, long usual)
{
	return dynamic_fault_result_other(dynamic_fault_wait(), function, usual);
}
#endif

#endif

#endif /* _LINUX_DYNAMIC_FAULT_CALLS_H */
