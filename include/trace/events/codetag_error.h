/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The trace event codetag:error: a line of error origins with the flag "e" was
 * passed.
 *
 * The names of the line are copied into the event: the module that they belong
 * to may be unloaded when the event is read.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM codetag
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE codetag_error

#if !defined(_TRACE_CODETAG_ERROR_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_CODETAG_ERROR_H

#include <linux/code_tag/compat.h>
#include <linux/code_tag/line.h>
#include <linux/tracepoint.h>

/*
 * @errno is positive, as in control. @call is the number of the system call
 * that the task is in or was in last; -1 if there was none, and in interrupts.
 */
TRACE_EVENT(error,

	TP_PROTO(int errno, int call, const char *file, unsigned int line,
		 const char *func, const char *mod),

	TP_ARGS(errno, call, file, line, func, mod),

	TP_STRUCT__entry(
		__field(int, errno)
		__field(int, call)
		__field(unsigned int, line)
		__field(bool, in_module)
		__string(file, file)
		__string(func, func)
		__string(module, mod)
	),

	TP_fast_assign(
		__entry->errno = errno;
		__entry->call = call;
		__entry->line = line;
		__entry->in_module = mod[0];
		code_tag_assign_str(file, file);
		code_tag_assign_str(func, func);
		code_tag_assign_str(module, mod);
	),

	TP_printk("errno=%d call=%d " CODE_TAG_FMT, __entry->errno, __entry->call,
		  __get_str(file), __entry->line, __entry->in_module ? " [" : "",
		  __get_str(module), __entry->in_module ? "]" : "", __get_str(func))
);

#endif /* _TRACE_CODETAG_ERROR_H */

/* This part must be outside of the protection above. */
#include <trace/define_trace.h>
