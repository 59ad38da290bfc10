/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The trace event of code tags: what a class of tags has to tell of a line, see
 * code_tag_event(). Allocation tags have events of their own, in alloctag.h.
 *
 * The names of the line are copied into the event: the module that they belong
 * to may be unloaded when the event is read.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM codetag

#if !defined(_TRACE_CODETAG_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_CODETAG_H

#include <linux/code_tag/compat.h>
#include <linux/code_tag/line.h>
#include <linux/code_tag.h>
#include <linux/tracepoint.h>

TRACE_EVENT(line,

	TP_PROTO(const struct code_tag_class *class, const struct code_tag *tag,
		 const char *mod, u64 value),

	TP_ARGS(class, tag, mod, value),

	TP_STRUCT__entry(
		__string(class, class->name)
		__field(u64, value)
		__field(unsigned int, idx)
		__field(unsigned int, line)
		__field(bool, in_module)
		__string(file, code_tag_file(tag))
		__string(func, code_tag_function(tag))
		__string(module, mod)
	),

	TP_fast_assign(
		code_tag_assign_str(class, class->name);
		__entry->value = value;
		__entry->idx = tag->idx;
		__entry->line = tag->line;
		__entry->in_module = mod[0];
		code_tag_assign_str(file, code_tag_file(tag));
		code_tag_assign_str(func, code_tag_function(tag));
		code_tag_assign_str(module, mod);
	),

	TP_printk("class=%s value=%llu idx=%u " CODE_TAG_FMT, __get_str(class),
		  __entry->value, __entry->idx, __get_str(file), __entry->line,
		  __entry->in_module ? " [" : "", __get_str(module),
		  __entry->in_module ? "]" : "", __get_str(func))
);

#endif /* _TRACE_CODETAG_H */

/* This part must be outside of the protection above. */
#include <trace/define_trace.h>
