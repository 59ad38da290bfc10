/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic faults: functions that fail for single lines that call them.
 *
 * scripts/gcc-plugins/code_tag.fault lists functions, and what they return when
 * they fail. The plugin lets each begin with
 *
 *	if (dynamic_fault_fault_fails("submit_bio_wait"))
 *		return dynamic_fault_fault_result("submit_bio_wait", -EIO);
 *
 * or, if its callers pass it a tag of another class, with the functions that
 * are marked for that. See lib/dynamic_fault/decide.c.
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
#define DYNAMIC_FAULT_DECISION(class, name)				\
	static __inline__ __attribute__((__always_inline__, __unused__,	\
		code_tag(#class), code_tag_##name(#class)))

/* Both, for functions whose callers pass them a tag of CLASS, at a POINTER. */
#define DYNAMIC_FAULT_DECISIONS(class, pointer)				\
__code_tag_caller pointer dynamic_fault_##class##_tag(void);		\
									\
DYNAMIC_FAULT_DECISION(class, fails) _Bool				\
dynamic_fault_##class##_fails(const char *function)			\
{									\
	pointer tag = dynamic_fault_##class##_tag();			\
									\
	asm goto(DYNAMIC_FAULT_BRANCH);					\
	return 0;							\
armed:									\
	return DYNAMIC_FAULT_MAY_DECIDE(tag) && dynamic_fault_decide(tag, function); \
}									\
									\
DYNAMIC_FAULT_DECISION(class, result) long				\
dynamic_fault_##class##_result(const char *function, long usual)	\
{									\
	return dynamic_fault_result(dynamic_fault_##class##_tag(), function, usual); \
}

DYNAMIC_FAULT_DECISIONS(fault, const struct dynamic_fault_tag *)
#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG
DYNAMIC_FAULT_DECISIONS(allocator, const struct alloc_tag *)
#endif
#ifdef CONFIG_WAIT_TAG
DYNAMIC_FAULT_DECISIONS(wait, const struct wait_tag *)
#endif

#endif

#endif /* _LINUX_DYNAMIC_FAULT_CALLS_H */
