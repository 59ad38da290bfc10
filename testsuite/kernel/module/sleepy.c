// SPDX-License-Identifier: GPL-2.0
/*
 * A module that waits: each way of waiting in a function of its own, which
 * writing its name to /proc/sleepy calls. For waits/ and
 * Documentation/waits.rst.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/proc_fs.h>
#include <linux/rcupdate.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/string.h>
#include <linux/thread_info.h>
#include <linux/uaccess.h>
#include <linux/wait.h>
#include <linux/wait_bit.h>
#include <linux/wait_tag.h>
#include <linux/workqueue.h>

#define TIME_MS		100
#define TIME		msecs_to_jiffies(TIME_MS)

static DEFINE_MUTEX(lock);
static DECLARE_RWSEM(sem);
static DECLARE_COMPLETION(never);
static DECLARE_COMPLETION(held);
static DECLARE_WAIT_QUEUE_HEAD(queue);
static unsigned long word = 1;

static noinline void sleepy_msleep(void)
{
	msleep(TIME_MS);
}

static noinline void sleepy_usleep(void)
{
	usleep_range(TIME_MS * 1000, TIME_MS * 1000 + 1);
}

static noinline void sleepy_timeout(void)
{
	schedule_timeout_uninterruptible(TIME);
}

static noinline void sleepy_completion(void)
{
	wait_for_completion_timeout(&never, TIME);
}

static noinline void sleepy_bit(void)
{
	wait_on_bit_timeout(&word, 0, TASK_UNINTERRUPTIBLE, TIME);
}

static noinline void sleepy_event(void)
{
	wait_event_timeout(queue, !word, TIME);
}

static void wake(struct work_struct *work)
{
	unsigned int i;

	for (i = 0; i < 4; i++) {
		msleep(TIME_MS / 10);
		wake_up(&queue);
	}
}

static DECLARE_WORK(waker, wake);

/* Woken four times before its time is over. */
static noinline void sleepy_woken(void)
{
	schedule_work(&waker);
	wait_event_timeout(queue, !word, TIME);
}

static noinline void sleepy_flush(void)
{
	schedule_work(&waker);
	flush_work(&waker);
}

static noinline void sleepy_rcu(void)
{
	synchronize_rcu();
}

static int hold(void *unused)
{
	mutex_lock(&lock);
	down_write(&sem);
	complete(&held);
	msleep(TIME_MS);
	up_write(&sem);
	mutex_unlock(&lock);
	return 0;
}

static void start_holding(void)
{
	if (!IS_ERR(kthread_run(hold, NULL, "holder")))
		wait_for_completion(&held);
}

static noinline void sleepy_mutex(void)
{
	start_holding();
	mutex_lock(&lock);
	mutex_unlock(&lock);
}

static noinline void sleepy_rwsem(void)
{
	start_holding();
	down_read(&sem);
	up_read(&sem);
	mutex_lock(&lock);
	mutex_unlock(&lock);
}

static noinline void sleepy_span(void)
{
	u64 start = code_time_start();

	sleepy_msleep();
	code_time_finish(start);
}

/*
 * With a signal, schedule() does not sleep, but another task of this CPU may
 * run, if the timer asks for that just before.
 */
static noinline void sleepy_signal(void)
{
	unsigned long end = jiffies + TIME;

	set_thread_flag(TIF_SIGPENDING);
	while (time_before(jiffies, end)) {
		set_current_state(TASK_INTERRUPTIBLE);
		mdelay(1);
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	recalc_sigpending();
}

/* Does not end by itself. */
static noinline void sleepy_hang(void)
{
	wait_event(queue, !word);
}

static noinline void sleepy_end(void)
{
	word = 0;
	wake_up(&queue);
	msleep(TIME_MS);
	word = 1;
}

static const struct {
	const char *name;
	void (*wait)(void);
} ways[] = {
	{ "msleep", sleepy_msleep },
	{ "usleep", sleepy_usleep },
	{ "timeout", sleepy_timeout },
	{ "completion", sleepy_completion },
	{ "bit", sleepy_bit },
	{ "event", sleepy_event },
	{ "woken", sleepy_woken },
	{ "flush", sleepy_flush },
	{ "rcu", sleepy_rcu },
	{ "mutex", sleepy_mutex },
	{ "rwsem", sleepy_rwsem },
	{ "span", sleepy_span },
	{ "signal", sleepy_signal },
	{ "hang", sleepy_hang },
	{ "end", sleepy_end },
};

static ssize_t sleepy_write(struct file *file, const char __user *data, size_t len, loff_t *pos)
{
	char name[16] = "";
	unsigned int i;

	if (copy_from_user(name, data, min(len, sizeof(name) - 1)))
		return -EFAULT;
	for (i = 0; i < ARRAY_SIZE(ways); i++)
		if (!strcmp(strim(name), ways[i].name)) {
			ways[i].wait();
			return len;
		}
	return -EINVAL;
}

static const struct proc_ops sleepy_ops = {
	.proc_write	= sleepy_write,
};

static int __init sleepy_init(void)
{
	return proc_create("sleepy", 0200, NULL, &sleepy_ops) ? 0 : -ENOMEM;
}
module_init(sleepy_init);

static void __exit sleepy_exit(void)
{
	remove_proc_entry("sleepy", NULL);
}
module_exit(sleepy_exit);

MODULE_DESCRIPTION("Waits of each kind");
MODULE_LICENSE("GPL");
