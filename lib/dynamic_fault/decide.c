// SPDX-License-Identifier: GPL-2.0
/*
 * Dynamic faults: is a call of an enabled line to fail? What is enabled, see
 * dynamic_fault.c.
 */

#define pr_fmt(fmt) "dynamic_fault: " fmt

#include <linux/code_tag/fault.h>
#include <linux/dynamic_fault.h>
#include <linux/export.h>
#include <linux/printk.h>

#include "internal.h"

/**
 * dynamic_fault_decide() - is this call of an enabled line to fail?
 * @tag: the line's
 *
 * For dynamic_fault() and listed functions.
 *
 * Context: as dynamic_fault().
 * Return: true if it is.
 */
bool dynamic_fault_decide(struct dynamic_fault_tag *tag)
{
	/* Pairs with the store in change_tag(). */
	struct dynamic_fault_line *line = smp_load_acquire(&tag->state);

	if (!line || !code_tag_fault_decide(&line->fault))
		return false;
	if (code_tag_fault_is_first(&line->fault))
		/* The line may be one that the console uses. */
		printk_deferred(pr_fmt("%s:%u %s: fails, as asked in codetag/fault/control\n"),
				code_tag_file((struct code_tag *)tag), tag->line,
				code_tag_function((struct code_tag *)tag));
	return true;
}
EXPORT_SYMBOL_GPL(dynamic_fault_decide);
