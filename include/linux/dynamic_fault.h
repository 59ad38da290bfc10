/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic faults: lines that fail when somebody asks them to.
 *
 *	if (dynamic_fault("journal"))
 *		return -EIO;
 *
 * dynamic_fault() is an ordinary function: it knows the tag of the line that
 * calls it, which says whether this line is to fail. Queries change that; see
 * lib/code_tag/dynamic_fault.c.
 *
 * As long as no line is to fail, a call is a no-op; then, another line takes
 * four instructions. Without CONFIG_DYNAMIC_FAULT, and in files that are
 * compiled without the plugin, it is false.
 */
#ifndef _LINUX_DYNAMIC_FAULT_H
#define _LINUX_DYNAMIC_FAULT_H

#include <linux/code_tag.h>
#include <linux/compiler.h>
#include <linux/jump_label.h>
#include <linux/types.h>

struct code_tag_fault;

#if defined(CONFIG_DYNAMIC_FAULT) && defined(__code_tag_caller)

/**
 * struct dynamic_fault_tag - a line that calls dynamic_fault()
 * @arg1: its argument, if that is a constant: offset of a string. If it calls a
 *	function marked __code_tag(fault) that calls dynamic_fault(), the first
 *	argument of that
 * @enabled: DYNAMIC_FAULT_ENABLED or 0
 * @fault: which calls fail; NULL until it was enabled first
 */
struct dynamic_fault_tag {
	CODE_TAG_FIELDS;
	int arg1;
	u8 enabled;
	struct code_tag_fault *fault;
} __code_tag_class(fault);

#define DYNAMIC_FAULT_ENABLED	0x01

/* Is any line enabled? */
DECLARE_STATIC_KEY_FALSE(dynamic_fault_key);

__code_tag_caller struct dynamic_fault_tag *dynamic_fault_caller(void);

bool dynamic_fault_decide(struct dynamic_fault_tag *line);

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
	struct dynamic_fault_tag *line = dynamic_fault_caller();

	return static_branch_unlikely(&dynamic_fault_key) && READ_ONCE(line->enabled) &&
	       dynamic_fault_decide(line);
}

#else

static inline bool dynamic_fault(const char *group) { return false; }

#endif

#endif /* _LINUX_DYNAMIC_FAULT_H */
