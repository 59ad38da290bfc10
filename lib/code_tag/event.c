// SPDX-License-Identifier: GPL-2.0
/*
 * Code tags: the trace event codetag:line.
 */

#include <linux/code_tag.h>
#include <linux/export.h>
#include <linux/module.h>
#include <linux/preempt.h>

#define CREATE_TRACE_POINTS
#include <trace/events/codetag.h>

/**
 * code_tag_event() - write a trace event for a line
 * @class: the class of its tag
 * @tag: its tag, with which a function of the class is being called
 * @value: what is to be told of it, in a unit of the class
 *
 * Does nothing unless the event is enabled.
 *
 * Context: any. The module of the tag must not be unloaded: the caller runs in
 * it.
 */
void code_tag_event(const struct code_tag_class *class, const struct code_tag *tag, u64 value)
{
	struct module *mod;

	if (!trace_line_enabled())
		return;
	preempt_disable();
	mod = __module_address((unsigned long)tag);
	trace_line(class, tag, mod ? module_name(mod) : "", value);
	preempt_enable();
}
EXPORT_SYMBOL_GPL(code_tag_event);
