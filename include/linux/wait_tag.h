/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Waits by line: the hooks, and how to time other spans of code.
 *
 * Functions that wait on behalf of their callers are marked for the class
 * "wait" by a list, scripts/gcc-plugins/code_tag.wait. The innermost of them is
 * schedule(), which so knows the line of, for example, a caller of msleep().
 * See lib/wait_tag/sleep.c and Documentation/alloctag/waits.rst.
 */
#ifndef _LINUX_WAIT_TAG_H
#define _LINUX_WAIT_TAG_H

#include <linux/compiler.h>
#include <linux/jump_label.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/types.h>

struct pid;
struct pid_namespace;
struct seq_file;
struct task_struct;

#ifdef CONFIG_WAIT_TAG
#include <linux/code_tag.h>
#include <linux/wait_tag/tag.h>

void wait_tag_fork(struct task_struct *task);
void wait_tag_print_task(const struct task_struct *task);
int wait_tag_show_task(struct seq_file *m, struct pid_namespace *ns, struct pid *pid,
		       struct task_struct *task);
#else
static inline void wait_tag_fork(struct task_struct *task) { }
static inline void wait_tag_print_task(const struct task_struct *task) { }
#endif

#if defined(CONFIG_WAIT_TAG) && defined(__code_tag_caller)

/* Are waits counted? */
DECLARE_STATIC_KEY_FALSE(wait_tag_key);

__code_tag_caller const struct wait_tag *wait_tag_caller(void);

void __wait_tag_slept(struct task_struct *task);
void __wait_tag_finish(void);
void __code_time_finish(const struct wait_tag *tag, u64 start);

/**
 * wait_tag_sleep() - the current task may go to sleep
 * @task: the current task
 * @tag: the line that waits
 *
 * For schedule() and rt_mutex_schedule(), before they do anything else.
 *
 * Context: as schedule().
 */
static __always_inline void wait_tag_sleep(struct task_struct *task, const struct wait_tag *tag)
{
	if (!static_branch_unlikely(&wait_tag_key))
		return;
	WRITE_ONCE(task->waits.departed, 0);
	task->waits.delay = task->sched_info.run_delay;
	WRITE_ONCE(task->waits.tag, tag);
}

/**
 * wait_tag_slept() - the current task runs again: count that it has slept
 * @task: the current task
 *
 * For the same functions, after a call of wait_tag_sleep().
 *
 * Context: as schedule().
 */
static __always_inline void wait_tag_slept(struct task_struct *task)
{
	if (static_branch_unlikely(&wait_tag_key))
		__wait_tag_slept(task);
}

/**
 * wait_tag_depart() - a task leaves its CPU to sleep
 * @task: the task, which runs on this CPU
 * @now: the clock of the run queue
 *
 * The scheduler has just read that clock. So a sleep does not read one again,
 * which would cost more than all the rest.
 *
 * Context: the lock of the run queue is held.
 */
static __always_inline void wait_tag_depart(struct task_struct *task, u64 now)
{
	if (static_branch_unlikely(&wait_tag_key))
		WRITE_ONCE(task->waits.departed, now);
}

/* The tag of the line in struct wait_tag_task's @word, or NULL. */
static __always_inline const struct wait_tag *wait_tag_of(unsigned long word)
{
	return (const struct wait_tag *)(word & ~WAIT_TAG_FLAGS);
}

/* The current task does not wait any more for the condition of its word. */
static __always_inline void __wait_tag_end(void)
{
	if (unlikely(current->waits.word & WAIT_TAG_FLAGGED))
		__wait_tag_finish();
}

/*
 * The current task is going to wait for a condition, at line @tag: for
 * functions that go to sleep by calling through a pointer. Until
 * wait_tag_finish().
 */
static __always_inline void wait_tag_begin(const struct wait_tag *tag)
{
	if (!static_branch_unlikely(&wait_tag_key))
		return;
	__wait_tag_end();
	WRITE_ONCE(current->waits.word, (unsigned long)tag | WAIT_TAG_PENDING);
}

/* The same, for prepare_to_wait(): the line will be that of schedule(). */
static __always_inline void wait_tag_prepare(void)
{
	/* One instruction. WRITE_ONCE() would take three. */
	if (static_branch_unlikely(&wait_tag_key))
		current->waits.word |= WAIT_TAG_PENDING;
}

/* It need not wait any more. */
static __always_inline void wait_tag_finish(void)
{
	if (!static_branch_unlikely(&wait_tag_key))
		return;
	__wait_tag_end();
	WRITE_ONCE(current->waits.word, 0);
}

/**
 * code_time_start() - begin to time a span of code
 *
 *	u64 start = code_time_start();
 *	...
 *	code_time_finish(start);
 *
 * The time is counted as a wait of the line that calls code_time_finish().
 *
 * Context: any but NMI.
 * Return: the time, for code_time_finish(); 0 if waits aren't counted.
 */
static __always_inline u64 code_time_start(void)
{
	return static_branch_unlikely(&wait_tag_key) ? local_clock() : 0;
}

/**
 * code_time_finish() - count the time of a span of code
 * @start: what code_time_start() has returned
 *
 * Context: any but NMI.
 */
static __always_inline void code_time_finish(u64 start) __code_tag(wait);
static __always_inline void code_time_finish(u64 start)
{
	const struct wait_tag *tag = wait_tag_caller();

	if (static_branch_unlikely(&wait_tag_key) && start)
		__code_time_finish(tag, start);
}

#else

struct wait_tag;

static inline const struct wait_tag *wait_tag_caller(void) { return NULL; }
static inline void wait_tag_sleep(struct task_struct *task, const struct wait_tag *tag) { }
static inline void wait_tag_slept(struct task_struct *task) { }
static inline void wait_tag_depart(struct task_struct *task, u64 now) { }
static inline void wait_tag_begin(const struct wait_tag *tag) { }
static inline void wait_tag_prepare(void) { }
static inline void wait_tag_finish(void) { }
static inline u64 code_time_start(void) { return 0; }
static inline void code_time_finish(u64 start) { }

#endif

#endif /* _LINUX_WAIT_TAG_H */
