/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Trace events of lines that are watched with the flag e. For each allocation
 * of such a line there is one alloctag:alloc, and one alloctag:free with the
 * same ptr; alloctag:move if pages of it were migrated in between.
 *
 * The names of the line are copied into the event: the module that they belong
 * to may be unloaded when the event is read.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM alloctag

#if !defined(_TRACE_ALLOCTAG_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_ALLOCTAG_H

#include <linux/code_tag/compat.h>
#include <linux/code_tag/line.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/time64.h>
#include <linux/tracepoint.h>
#include <trace/events/mmflags.h>

#ifndef ALLOC_TAG_EVENT_LINE
/**
 * struct alloc_tag_event_line - the line of an event
 * @idx: index of its tag
 * @tag: its tag
 * @module: name of its module, "" for vmlinux
 */
struct alloc_tag_event_line {
	unsigned long idx;
	const struct alloc_tag *tag;
	const char *module;
};

/* Size of " time=SECONDS" in bytes, with the NUL at the end. */
#define ALLOC_TAG_EVENT_TIME	32

/*
 * The parts of an event that all three have. CODE_TAG_ARGS() can't be used:
 * programs that read raw events must be able to evaluate the arguments.
 */
#define ALLOC_TAG_EVENT_LINE						\
	__field(unsigned int, idx)					\
	__field(unsigned int, line)					\
	__field(bool, in_module)					\
	__string(file, alloc_tag_file(where->tag))			\
	__string(func, alloc_tag_function(where->tag))			\
	__string(module, where->module)

#define ALLOC_TAG_EVENT_ASSIGN						\
	__entry->idx = where->idx;					\
	__entry->line = where->tag->line;				\
	__entry->in_module = where->module[0];				\
	code_tag_assign_str(file, alloc_tag_file(where->tag));		\
	code_tag_assign_str(func, alloc_tag_function(where->tag));	\
	code_tag_assign_str(module, where->module)

#define ALLOC_TAG_EVENT_FORMAT	"idx=%u " CODE_TAG_FMT
#define ALLOC_TAG_EVENT_ARGS						\
	__entry->idx, __get_str(file), __entry->line,			\
	__entry->in_module ? " [" : "", __get_str(module),		\
	__entry->in_module ? "]" : "", __get_str(func)

/*
 * The time of an event that was kept during boot, as text; empty for others.
 * Formatted when the event is written: programs that read raw events evaluate
 * the print format themselves, and can't call a function of ours.
 */
#define ALLOC_TAG_EVENT_WHEN						\
	__field(u64, early)						\
	__dynamic_array(char, when, early ? ALLOC_TAG_EVENT_TIME : 1)

#define ALLOC_TAG_EVENT_ASSIGN_WHEN					\
	__entry->early = early;						\
	alloc_tag_event_when(__get_str(when), early)

static inline void alloc_tag_event_when(char *when, u64 early)
{
	u32 rest;
	u64 seconds = div_u64_rem(early, NSEC_PER_SEC, &rest);

	when[0] = '\0';
	if (early)
		snprintf(when, ALLOC_TAG_EVENT_TIME, " time=%llu.%06u", seconds,
			 rest / (u32)NSEC_PER_USEC);
}
#endif

TRACE_EVENT(alloc,

	TP_PROTO(const struct alloc_tag_event_line *where, const void *ptr, size_t requested,
		 size_t given, gfp_t gfp, int node, u64 early),

	TP_ARGS(where, ptr, requested, given, gfp, node, early),

	TP_STRUCT__entry(
		__field(const void *, ptr)
		__field(size_t, requested)
		__field(size_t, given)
		__field(unsigned long, gfp)
		__field(int, node)
		ALLOC_TAG_EVENT_LINE
		ALLOC_TAG_EVENT_WHEN
	),

	TP_fast_assign(
		__entry->ptr = ptr;
		__entry->requested = requested;
		__entry->given = given;
		__entry->gfp = (__force unsigned long)gfp;
		__entry->node = node;
		ALLOC_TAG_EVENT_ASSIGN;
		ALLOC_TAG_EVENT_ASSIGN_WHEN;
	),

	TP_printk("ptr=%p requested=%zu given=%zu gfp=%s node=%d " ALLOC_TAG_EVENT_FORMAT "%s",
		  __entry->ptr, __entry->requested, __entry->given,
		  show_gfp_flags(__entry->gfp), __entry->node, ALLOC_TAG_EVENT_ARGS,
		  __get_str(when))
);

TRACE_EVENT(free,

	TP_PROTO(const struct alloc_tag_event_line *where, const void *ptr, size_t given,
		 int node, u64 early),

	TP_ARGS(where, ptr, given, node, early),

	TP_STRUCT__entry(
		__field(const void *, ptr)
		__field(size_t, given)
		__field(int, node)
		ALLOC_TAG_EVENT_LINE
		ALLOC_TAG_EVENT_WHEN
	),

	TP_fast_assign(
		__entry->ptr = ptr;
		__entry->given = given;
		__entry->node = node;
		ALLOC_TAG_EVENT_ASSIGN;
		ALLOC_TAG_EVENT_ASSIGN_WHEN;
	),

	TP_printk("ptr=%p given=%zu node=%d " ALLOC_TAG_EVENT_FORMAT "%s",
		  __entry->ptr, __entry->given, __entry->node, ALLOC_TAG_EVENT_ARGS,
		  __get_str(when))
);

TRACE_EVENT(move,

	TP_PROTO(const struct alloc_tag_event_line *where, const void *from, const void *to),

	TP_ARGS(where, from, to),

	TP_STRUCT__entry(
		__field(const void *, from)
		__field(const void *, to)
		ALLOC_TAG_EVENT_LINE
	),

	TP_fast_assign(
		__entry->from = from;
		__entry->to = to;
		ALLOC_TAG_EVENT_ASSIGN;
	),

	TP_printk("from=%p to=%p " ALLOC_TAG_EVENT_FORMAT,
		  __entry->from, __entry->to, ALLOC_TAG_EVENT_ARGS)
);

#endif /* _TRACE_ALLOCTAG_H */

/* This part must be outside of the protection above. */
#include <trace/define_trace.h>
