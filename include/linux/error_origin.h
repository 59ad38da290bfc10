/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Error origins: which line an error came from. See lib/error_origin/table.c.
 */
#ifndef _LINUX_ERROR_ORIGIN_H
#define _LINUX_ERROR_ORIGIN_H

#include <linux/error_origin/task.h>
#include <linux/kernel.h>
#include <linux/stdarg.h>
#include <linux/types.h>

#ifdef CONFIG_GCC_PLUGIN_ERROR_ORIGIN

#include <linux/jump_label.h>
#include <linux/sched.h>

#include <asm/error_origin_task.h>

struct pid;
struct pid_namespace;
struct seq_file;

DECLARE_STATIC_KEY_FALSE(error_origin_enabled);

/*
 * The current task begins the system call @nr. With the static key off, this is
 * one no-op. The addition of 1 sets the old number to 0 and counts the call, by
 * carry. What is stored is a whole word because a note soon loads it as one.
 */
static __always_inline void error_origin_syscall(long nr)
{
	struct error_origin_task *task;
	u32 call;

	if (!static_branch_unlikely(&error_origin_enabled))
		return;
	task = &error_origin_arch_current()->error_origins;
	call = task->call >> ERROR_ORIGIN_CALL_SHIFT;
	call = (call | ERROR_ORIGIN_NUMBER_MASK) + 1 + (nr & ERROR_ORIGIN_NUMBER_MASK);
	task->call = (u64)call << ERROR_ORIGIN_CALL_SHIFT;
}

void error_origin_fork(struct task_struct *task);
void error_origin_exec(struct task_struct *task);
char *error_origin_append(char *buf, char *end, int error);
__printf(3, 0) int error_origin_vsnprintf(char *buf, size_t size, const char *fmt, va_list args);
bool error_origin_text_reserved(const void *start, const void *end);
void *error_origin_skip_notes(void *addr);
int error_origin_show_task(struct seq_file *m, struct pid_namespace *ns, struct pid *pid,
			   struct task_struct *task);

#else /* !CONFIG_GCC_PLUGIN_ERROR_ORIGIN */

struct task_struct;

static inline void error_origin_syscall(long nr) { }

static inline void error_origin_fork(struct task_struct *task) { }
static inline void error_origin_exec(struct task_struct *task) { }
static inline char *error_origin_append(char *buf, char *end, int error)
{
	return buf;
}

#define error_origin_vsnprintf vsnprintf

static inline bool error_origin_text_reserved(const void *start, const void *end)
{
	return false;
}

static inline void *error_origin_skip_notes(void *addr)
{
	return addr;
}

#endif /* CONFIG_GCC_PLUGIN_ERROR_ORIGIN */

#endif /* _LINUX_ERROR_ORIGIN_H */
