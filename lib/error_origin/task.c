// SPDX-License-Identifier: GPL-2.0
/*
 * Error origins: the last ones of each task, and the system calls they belong
 * to.
 *
 * note_64.S writes them, in process context only: an interrupt is not of the
 * task that it interrupts. Each has the number of its system call and a count
 * of the task's calls, because an error that was handled stays in the ring:
 * only an origin of the present call, with the same error, can be where an
 * error comes from.
 */

#include <linux/code_tag/line.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/proc_fs.h>
#include <linux/ptrace.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "internal.h"

/* How many origins @task has had. */
static u32 origins_of(const struct error_origin_task *task)
{
	return READ_ONCE(task->next) / sizeof(task->ring[0]);
}

/* Origin @n of @task, one of the last ERROR_ORIGIN_RING. */
static u64 origin(const struct error_origin_task *task, u32 n)
{
	return READ_ONCE(task->ring[n % ERROR_ORIGIN_RING]);
}

/* A new task has no origins. */
void error_origin_fork(struct task_struct *task)
{
	memset(&task->error_origins, 0, sizeof(task->error_origins));
}

/* What it runs now may be traced by somebody else: forget what ran before. */
void error_origin_exec(struct task_struct *task)
{
	memset(task->error_origins.ring, 0, sizeof(task->error_origins.ring));
}

/*
 * The entry of the newest origin of the current task with @error, positive, in
 * the system call that it is in. NULL if there is none.
 */
static const struct error_origin_entry *find_current(int error)
{
	const struct error_origin_task *task = &current->error_origins;
	u32 nr = origins_of(task), i;

	for (i = 1; i <= ERROR_ORIGIN_RING && i <= nr; i++) {
		u64 origin_i = origin(task, nr - i);
		const struct error_origin_entry *entry;

		if ((origin_i ^ task->call) >> ERROR_ORIGIN_CALL_SHIFT)
			break;
		entry = error_origin_find((u32)origin_i);
		if (entry && error_origin_error(entry) == error)
			return entry;
	}
	return NULL;
}

/* Not 0 while %pe of a task on this CPU doesn't say the line. */
static DEFINE_PER_CPU(unsigned int, quiet);

/**
 * error_origin_append() - say where an error comes from, for %pe
 * @buf: where to write
 * @end: the end of the buffer; nothing is written from there on
 * @error: the error, negative
 *
 * Context: any. In interrupts, nothing is known.
 * Return: @buf, advanced by the length of " at FILE:LINE" if that is known.
 */
char *error_origin_append(char *buf, char *end, int error)
{
	const struct error_origin_entry *entry;

	if (!static_branch_unlikely(&error_origin_enabled) || !in_task() ||
	    this_cpu_read(quiet))
		return buf;
	/* Pairs with the grace period after error_origin_module_retire(). */
	preempt_disable();
	entry = find_current(-error);
	if (entry)
		buf += snprintf(buf, buf < end ? end - buf : 0, " at %s:%u",
				error_origin_file(entry), error_origin_line(entry));
	preempt_enable();
	return buf;
}

/**
 * error_origin_vsnprintf() - vsnprintf() for a text that is formatted twice
 * @buf: where to write
 * @size: how many bytes
 * @fmt: the format
 * @args: the arguments
 *
 * kvasprintf() finds out how long a text is, allocates memory, and writes it.
 * In between, there may be another error, or origins may be disabled, and then
 * %pe would say another line, or none. So it says none both times.
 *
 * Context: any.
 * Return: as vsnprintf().
 */
int error_origin_vsnprintf(char *buf, size_t size, const char *fmt, va_list args)
{
	int length;

	preempt_disable();
	this_cpu_inc(quiet);
	length = vsnprintf(buf, size, fmt, args);
	this_cpu_dec(quiet);
	preempt_enable();
	return length;
}

static void show_origin(struct seq_file *m, u32 n, u64 origin_n)
{
	const struct error_origin_entry *entry = error_origin_find((u32)origin_n);
	u32 number = origin_n >> ERROR_ORIGIN_CALL_SHIFT & ERROR_ORIGIN_NUMBER_MASK;
	u32 call = origin_n >> ERROR_ORIGIN_NUMBER_SHIFT;

	/* Its module was unloaded. */
	if (!entry)
		return;
	seq_printf(m, "%u %u ", n + 1, call);
	if (call)
		seq_printf(m, "%u ", number);
	else
		seq_puts(m, "- ");
	error_origin_print_error(m, entry);
	seq_printf(m, " " CODE_TAG_FMT "\n",
		   CODE_TAG_ARGS(error_origin_file(entry), error_origin_line(entry),
				 error_origin_module(entry), error_origin_function(entry)));
}

/**
 * error_origin_show_task() - the file /proc/PID/task/TID/errors
 * @m: where to print
 * @ns: not used
 * @pid: not used
 * @task: the task
 *
 * A line with the number of origins, and of the system call that the task is in
 * or was in last; then the last origins, the oldest first.
 *
 * Return: 0; -EACCES if the reader may not trace the task; -EINTR.
 */
int error_origin_show_task(struct seq_file *m, struct pid_namespace *ns, struct pid *pid,
			   struct task_struct *task)
{
	const struct error_origin_task *errors = &task->error_origins;
	struct rw_semaphore *exec = &task->signal->exec_update_lock;
	u32 nr, n;
	int err;

	/* Until this is read, the task must not become another user's. */
	err = down_read_killable(exec);
	if (err)
		return err;
	if (!ptrace_may_access(task, PTRACE_MODE_ATTACH_FSCREDS)) {
		up_read(exec);
		return -EACCES;
	}
	nr = origins_of(errors);
	seq_printf(m, "origins:%u call:%u\n", nr,
		   (u32)(READ_ONCE(errors->call) >> ERROR_ORIGIN_NUMBER_SHIFT));
	mutex_lock(&error_origin_mutex);
	for (n = nr > ERROR_ORIGIN_RING ? nr - ERROR_ORIGIN_RING : 0; n < nr; n++)
		show_origin(m, n, origin(errors, n));
	mutex_unlock(&error_origin_mutex);
	up_read(exec);
	return 0;
}

/**
 * error_origin_forget() - drop the origins in a range of all tasks
 * @range: the range; its module is being unloaded
 *
 * Another module may get the same addresses.
 *
 * Context: process context. None of the range's code can run.
 */
void error_origin_forget(const struct error_origin_range *range)
{
	struct task_struct *process, *task;
	unsigned long ip;
	unsigned int i;

	rcu_read_lock();
	for_each_process_thread(process, task) {
		for (i = 0; i < ERROR_ORIGIN_RING; i++) {
			u64 *slot = &task->error_origins.ring[i];
			u64 old = READ_ONCE(*slot);

			ip = (unsigned long)(long)(s32)old;
			/* What the task writes now is of another range. */
			if (ip && within_module(ip - 1, range->mod))
				cmpxchg(slot, old, 0);
		}
	}
	rcu_read_unlock();
}
