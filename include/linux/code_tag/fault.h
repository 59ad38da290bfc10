/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Code tags: which calls of a line fail. For classes whose lines can be made to
 * fail; see lib/code_tag/fault.c.
 */
#ifndef _LINUX_CODE_TAG_FAULT_H
#define _LINUX_CODE_TAG_FAULT_H

#include <linux/atomic.h>
#include <linux/code_tag/query.h>
#include <linux/fault-inject.h>
#include <linux/limits.h>
#include <linux/list.h>
#include <linux/stddef.h>
#include <linux/types.h>

struct code_tag;
struct code_tag_class;
struct seq_file;
struct task_struct;

/**
 * struct code_tag_fault_params - which calls of a line fail, as in a query
 * @probability: each call with this probability, per cent
 * @interval: every @interval-th call. Two CPUs may count calls as one
 * @times: at most this many
 * @task: only calls of this thread or process
 * @seconds: only for that long
 *
 * 0 is what is not given.
 */
struct code_tag_fault_params {
	unsigned int probability;
	unsigned int interval;
	unsigned int times;
	unsigned int task;
	unsigned int seconds;
};

/* Are any given? */
static inline bool code_tag_fault_params_given(const struct code_tag_fault_params *params)
{
	return params->probability || params->interval || params->times || params->task ||
	       params->seconds;
}

/**
 * struct code_tag_fault_select - which lines, in words of the code tagging RFC
 * @group: pattern of the class of a line that can fail; NULL matches all
 * @indexed: only the lines from @first to @last of those that match
 * @first: the first one, from 0
 * @last: the last one
 * @seen: how many lines have matched so far; 0 before the first
 */
struct code_tag_fault_select {
	const char *group;
	bool indexed;
	unsigned int first;
	unsigned int last;
	unsigned int seen;
};

bool code_tag_fault_matches_group(const struct code_tag_fault_select *select, const char *group);
bool code_tag_fault_selects(struct code_tag_fault_select *select, const char *group);

/* See lib/code_tag/fault_query.c. */
code_tag_parse_fn code_tag_parse_enable;
code_tag_parse_fn code_tag_parse_disable;
code_tag_parse_fn code_tag_parse_oneshot;
code_tag_parse_fn code_tag_parse_index;

/*
 * The terms of queries about faults, for the array of a class. Offsets in its
 * queries: @params of a struct code_tag_fault_params, @select of a struct
 * code_tag_fault_select.
 */
#define CODE_TAG_FAULT_NUMBER(name, params, field, max)			\
	{ name, code_tag_parse_number,					\
	  (params) + offsetof(struct code_tag_fault_params, field), max }
#define CODE_TAG_FAULT_TERMS(params, select)				\
	CODE_TAG_FAULT_NUMBER("probability=", params, probability, 100),	\
	CODE_TAG_FAULT_NUMBER("interval=", params, interval, INT_MAX),	\
	CODE_TAG_FAULT_NUMBER("frequency", params, interval, INT_MAX),	\
	CODE_TAG_FAULT_NUMBER("times=", params, times, INT_MAX),		\
	CODE_TAG_FAULT_NUMBER("task=", params, task, INT_MAX),		\
	CODE_TAG_FAULT_NUMBER("for=", params, seconds, CODE_TAG_FAULT_MAX_SECONDS), \
	{ "oneshot", code_tag_parse_oneshot,				\
	  (params) + offsetof(struct code_tag_fault_params, times), .alone = true }, \
	{ "class", code_tag_parse_pattern,				\
	  (select) + offsetof(struct code_tag_fault_select, group) },	\
	{ "index", code_tag_parse_index, select },			\
	{ "enable", code_tag_parse_enable, .alone = true },		\
	{ "disable", code_tag_parse_disable, .alone = true }
#define CODE_TAG_FAULT_NR_TERMS	11

/* An hour. */
#define CODE_TAG_FAULT_MAX_SECONDS	3600

/**
 * struct code_tag_fault_pause - a task whose calls don't fail
 * @node: in the list of fault.c
 * @task: the task, on whose stack this is
 */
struct code_tag_fault_pause {
	struct list_head node;
	const struct task_struct *task;
};

#ifdef CONFIG_CODE_TAG_FAULT
/**
 * struct code_tag_fault - a line whose calls fail
 * @attr: the probability and the interval; its limit of times is not used,
 *	because two CPUs can both pass it
 * @times: at most @times calls fail; 0 if there is no limit
 * @left: how many of @times are left
 * @task: only calls of this thread or process fail; 0 for all
 * @seconds: for so long calls fail, since the query; 0 if there is no limit
 * @end: when that ends, in jiffies
 * @calls: how many calls there were since the last query, of that task
 * @faults: how many of them have failed
 * @logged: has one been logged?
 */
struct code_tag_fault {
	struct fault_attr attr;
	unsigned int times;
	atomic_t left;
	pid_t task;
	unsigned int seconds;
	unsigned long end;
	atomic_long_t calls;
	atomic_long_t faults;
	atomic_t logged;
};

void code_tag_fault_init(struct code_tag_fault *fault);
void code_tag_fault_set(struct code_tag_fault *fault,
			const struct code_tag_fault_params *params);
bool code_tag_fault_decide(struct code_tag_fault *fault);
void code_tag_fault_log(struct code_tag_fault *fault, const struct code_tag *tag,
			const char *prefix, const char *what);
void code_tag_fault_show(struct seq_file *m, const struct code_tag_fault *fault);
void code_tag_fault_pause(struct code_tag_fault_pause *pause);
void code_tag_fault_resume(struct code_tag_fault_pause *pause);
int code_tag_fault_check(const struct code_tag_class *class, struct code_tag_query *query,
			 const struct code_tag_fault_params *params,
			 struct code_tag_query_error *error);
#else
static inline int code_tag_fault_check(const struct code_tag_class *class,
				       struct code_tag_query *query,
				       const struct code_tag_fault_params *params,
				       struct code_tag_query_error *error)
{
	return 0;
}

static inline void code_tag_fault_pause(struct code_tag_fault_pause *pause) { }
static inline void code_tag_fault_resume(struct code_tag_fault_pause *pause) { }
#endif

#endif /* _LINUX_CODE_TAG_FAULT_H */
