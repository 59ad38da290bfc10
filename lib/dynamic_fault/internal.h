/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic faults: what their files share.
 */
#ifndef _LIB_DYNAMIC_FAULT_INTERNAL_H
#define _LIB_DYNAMIC_FAULT_INTERNAL_H

#include <linux/code_tag.h>
#include <linux/code_tag/fault.h>
#include <linux/dynamic_fault/tag.h>
#include <linux/rculist.h>
#include <linux/slab.h>

/**
 * struct dynamic_fault_line - a line that is enabled
 * @fault: which calls fail
 * @error: what they fail with, positive; 0 for what the list says
 * @tag: the line's
 * @passed: the tag that its calls pass
 * @node: by @passed
 * @rcu: to free it
 */
struct dynamic_fault_line {
	struct code_tag_fault fault;
	unsigned int error;
	const struct dynamic_fault_tag *tag;
	const void *passed;
	struct hlist_node node;
	struct rcu_head rcu;
};

extern struct code_tag_class dynamic_fault_class;

/* The string at @offset in @tag, "" if there is none. */
static inline const char *dynamic_fault_string(const struct dynamic_fault_tag *tag, int offset)
{
	return offset ? code_tag_string(tag, offset) : "";
}

/* decide.c */
struct dynamic_fault_line *dynamic_fault_line(const struct dynamic_fault_tag *tag);
void dynamic_fault_add(struct dynamic_fault_line *line);
void dynamic_fault_remove(struct dynamic_fault_line *line);

#endif /* _LIB_DYNAMIC_FAULT_INTERNAL_H */
