// SPDX-License-Identifier: GPL-2.0
/*
 * Calls functions that scripts/gcc-plugins/code_tag.fault lists, for
 * class/listed-calls.exp: reading /proc/fallible calls each in a line of its
 * own and prints what it returned. Writing to it copies from user space.
 */
#include <linux/cdev.h>
#include <linux/completion.h>
#include <linux/fs.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/namei.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

static DEFINE_MUTEX(lock);
static DECLARE_COMPLETION(completed);
static const struct attribute_group group = {
	.name	= "fallible",
	.attrs	= (struct attribute *[]){ NULL },
};

static int sleep_until_stopped(void *unused)
{
	while (!kthread_should_stop())
		schedule_timeout_uninterruptible(1);
	return 0;
}

/* Of a listed function of the class wait. */
static noinline int call_lock(void)
{
	int err = mutex_lock_interruptible(&lock);

	if (!err)
		mutex_unlock(&lock);
	return err;
}

static noinline long call_wait(void)
{
	long left;

	complete(&completed);
	left = wait_for_completion_timeout(&completed, HZ);
	return left > 0;
}

/* Of one that allocates. */
static noinline int call_group(void)
{
	int err = sysfs_create_group(&THIS_MODULE->mkobj.kobj, &group);

	if (!err)
		sysfs_remove_group(&THIS_MODULE->mkobj.kobj, &group);
	return err;
}

/* Of one that returns ERR_PTR(). */
static noinline long call_thread(void)
{
	struct task_struct *task = kthread_create(sleep_until_stopped, NULL, "fallible");

	/* It has not run, so stopping it is not an error. */
	if (!IS_ERR(task))
		kthread_stop(task);
	return PTR_ERR_OR_ZERO(task);
}

/* Of one that returns NULL. */
static noinline bool call_map(void)
{
	struct page *page = alloc_page(GFP_KERNEL);
	void *address = page ? vmap(&page, 1, VM_MAP, PAGE_KERNEL) : NULL;

	vunmap(address);
	if (page)
		__free_page(page);
	return address;
}

/* Of one that is in no other class. */
static noinline int call_path(void)
{
	struct path path;
	int err = kern_path("/", 0, &path);

	if (!err)
		path_put(&path);
	return err;
}

static int fallible_show(struct seq_file *m, void *v)
{
	seq_printf(m, "lock=%d wait=%ld group=%d thread=%ld map=%d path=%d\n", call_lock(),
		   call_wait(), call_group(), call_thread(), call_map(), call_path());
	return 0;
}

static int fallible_open(struct inode *inode, struct file *file)
{
	return single_open(file, fallible_show, NULL);
}

static char text[8];

static ssize_t fallible_write(struct file *file, const char __user *data, size_t len, loff_t *pos)
{
	unsigned long left;

	/* What is not copied has to be cleared. */
	memset(text, 'x', sizeof(text));
	left = copy_from_user(text, data, min(len, sizeof(text)));
	if (left && memchr_inv(text, 0, left))
		return -ENOTRECOVERABLE;
	return left ? -(ssize_t)left : len;
}

static const struct proc_ops fallible_ops = {
	.proc_open	= fallible_open,
	.proc_read	= seq_read,
	.proc_write	= fallible_write,
	.proc_lseek	= seq_lseek,
	.proc_release	= single_release,
};

static int __init fallible_init(void)
{
	return proc_create("fallible", 0600, NULL, &fallible_ops) ? 0 : -ENOMEM;
}

static void __exit fallible_exit(void)
{
	remove_proc_entry("fallible", NULL);
}

module_init(fallible_init);
module_exit(fallible_exit);
MODULE_DESCRIPTION("Test of listed functions that fail by line");
MODULE_LICENSE("GPL");
