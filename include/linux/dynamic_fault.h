/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic faults: lines that fail when somebody asks them to.
 *
 *	if (dynamic_fault("journal"))
 *		return -EIO;
 *
 * dynamic_fault() is an ordinary function: it knows the tag of the line that
 * calls it. Queries say which lines are to fail; see lib/dynamic_fault/class.c.
 * For functions of others that can be made to fail the same way, see
 * <linux/dynamic_fault/calls.h>.
 *
 * As long as no line is to fail, a call is a no-op; then, another line takes
 * five instructions. Without CONFIG_DYNAMIC_FAULT, and in files that are
 * compiled without the plugin, it is false.
 */
#ifndef _LINUX_DYNAMIC_FAULT_H
#define _LINUX_DYNAMIC_FAULT_H

#include <linux/code_tag.h>
#include <linux/compiler.h>
#include <linux/jump_label.h>
#include <linux/types.h>

#if defined(CONFIG_DYNAMIC_FAULT) && defined(__code_tag_caller)

#include <linux/dynamic_fault/tag.h>

/* Is any line enabled? */
DECLARE_STATIC_KEY_FALSE(dynamic_fault_key);

/**
 * dynamic_fault() - is this call to fail?
 * @group: a name for queries, such as that of the subsystem, a constant; if it
 *	has a colon, what is before it is a name for several groups
 *
 * Context: any but NMI; with PREEMPT_RT, where a spinlock_t may be taken.
 * Return: true if the caller should fail. Always false if no query says so.
 */
static __always_inline bool dynamic_fault(const char *group) __code_tag(fault);
static __always_inline bool dynamic_fault(const char *group)
{
	const struct dynamic_fault_tag *tag = dynamic_fault_caller();

	return static_branch_unlikely(&dynamic_fault_key) && DYNAMIC_FAULT_MAY_DECIDE(tag) &&
	       dynamic_fault_decide(tag, NULL);
}

#else

static inline bool dynamic_fault(const char *group) { return false; }

#endif

#endif /* _LINUX_DYNAMIC_FAULT_H */
