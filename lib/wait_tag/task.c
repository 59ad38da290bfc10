// SPDX-License-Identifier: GPL-2.0
/*
 * Waits by line: where a task waits now, for /proc/PID/wait, the reports of
 * hung tasks, and SysRq.
 */

#include <linux/code_tag/line.h>
#include <linux/export.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/ptrace.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "internal.h"

DEFINE_STATIC_KEY_FALSE(wait_tag_key);
EXPORT_SYMBOL_GPL(wait_tag_key);

/* A new task does not wait. */
void wait_tag_fork(struct task_struct *task)
{
	memset(&task->waits, 0, sizeof(task->waits));
}

/*
 * Let all tasks forget where they have waited: those that refer to a tag from
 * @start on and before @end. A sleep that they are in is not counted. While a
 * task runs its own hooks, it may keep its wait. Returns whether a task had one
 * to forget.
 */
bool wait_tag_forget(const void *start, const void *end)
{
	struct task_struct *process, *task;
	const struct wait_tag *tag;
	unsigned long word;
	bool found = false;

	rcu_read_lock();
	for_each_process_thread(process, task) {
		tag = READ_ONCE(task->waits.tag);
		if ((void *)tag >= start && (void *)tag < end) {
			found = true;
			cmpxchg(&task->waits.tag, tag, NULL);
		}
		word = READ_ONCE(task->waits.word);
		if ((void *)word >= start && (void *)word < end) {
			found = true;
			cmpxchg(&task->waits.word, word, 0);
		}
	}
	rcu_read_unlock();
	return found;
}

/* Where a task waits. Enough for the longest names of the kernel. */
#define TEXT_LEN	256

/*
 * Write into @text where @task waits and how long, as
 * "12.403 s fs/jbd2/journal.c:733 func:jbd2_log_wait_commit". Returns false if
 * it doesn't.
 */
static bool describe(const struct task_struct *task, char text[TEXT_LEN])
{
	const struct wait_tag *wait_tag;
	const struct code_tag *tag;
	struct module *mod;
	unsigned long word;
	u64 start, now, ms;

	/*
	 * The code of the line is on the task's stack. After counting was
	 * disabled, a tag may be left in the task; set_enabled() and retired()
	 * let it forget that. Tags of a module are freed an RCU grace period
	 * after retired().
	 */
	preempt_disable();
	wait_tag = READ_ONCE(task->waits.tag);
	start = READ_ONCE(task->waits.departed);
	if (!wait_tag || !start || !static_key_enabled(&wait_tag_key)) {
		preempt_enable();
		return false;
	}
	word = READ_ONCE(task->waits.word);
	if (wait_tag->flags & CODE_TAG_UNTAGGED && wait_tag_of(word))
		wait_tag = wait_tag_of(word);
	if (word & WAIT_TAG_STARTED && wait_tag_of(word) == wait_tag)
		start = READ_ONCE(task->waits.start);
	now = local_clock();
	ms = div_u64(now > start ? now - start : 0, NSEC_PER_MSEC);
	tag = (const struct code_tag *)wait_tag;
	mod = __module_address((unsigned long)tag);
	snprintf(text, TEXT_LEN, "%llu.%03u s " CODE_TAG_FMT,
		 div_u64(ms, MSEC_PER_SEC), (unsigned int)(ms % MSEC_PER_SEC),
		 CODE_TAG_ARGS(code_tag_file(tag), tag->line, mod ? mod->name : NULL,
			       code_tag_function(tag)));
	preempt_enable();
	return true;
}

/**
 * wait_tag_print_task() - write to the kernel log where a task waits
 * @task: the task; does nothing unless waits are counted, and were when it went
 *	to sleep
 *
 * Context: any.
 */
void wait_tag_print_task(const struct task_struct *task)
{
	char text[TEXT_LEN];

	if (describe(task, text))
		pr_info("Waits for %s\n", text);
}

/**
 * wait_tag_show_task() - the files /proc/PID/wait and /proc/PID/task/TID/wait
 * @m: where to print
 * @ns: not used
 * @pid: not used
 * @task: the task
 *
 * A line with the time since when it waits and with the line where; or "-" if
 * it doesn't. Then how long it has slept in all.
 *
 * Return: 0; -ENODATA if waits aren't counted; -EACCES if the reader may not
 * trace the task; -EAGAIN if it is in execve().
 */
int wait_tag_show_task(struct seq_file *m, struct pid_namespace *ns, struct pid *pid,
		       struct task_struct *task)
{
	struct rw_semaphore *exec = &task->signal->exec_update_lock;
	char text[TEXT_LEN];
	int err = 0;

	if (!static_key_enabled(&wait_tag_key))
		return -ENODATA;
	/*
	 * Until this is read, the task must not become another user's. Don't
	 * wait for a task that hangs in execve().
	 */
	if (!down_read_trylock(exec))
		return -EAGAIN;
	if (ptrace_may_access(task, PTRACE_MODE_ATTACH_FSCREDS))
		seq_printf(m, "%s\nslept:%llu\n", describe(task, text) ? text : "-",
			   READ_ONCE(task->waits.ns));
	else
		err = -EACCES;
	up_read(exec);
	return err;
}
