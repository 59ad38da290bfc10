// SPDX-License-Identifier: GPL-2.0
/*
 * A file in /proc that refuses what is written to it, for
 * kernel/errors/origin-lines.exp and errors/modules.exp:
 *
 *	second		an error is discarded, then another line has the same
 *	fallback	an error is discarded, then another line has another one
 *	assembly	no line: the error is from an asm statement
 *	after		the same, after a line had the same error in a system
 *			call before
 *	inlined		the line is in an inline function
 *	handled		an error is discarded, and the call succeeds
 *	missing		the line is one of the kernel's, which this module calls
 *	print		an error is logged, also in a text of kasprintf()
 *
 * With fail=1, it can't be loaded: an error of a function that is freed then.
 */
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/namei.h>
#include <linux/path.h>
#include <linux/proc_fs.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

static noinline int first(void)
{
	return -EDOM;		/* line first */
}

static noinline int second(void)
{
	return -EDOM;		/* line second */
}

static noinline int other(void)
{
	return -ERANGE;		/* line other */
}

static noinline int from_assembly(void)
{
	int err;

	asm volatile("movl $%c1, %0" : "=r" (err) : "i" (-EDOM));
	return err;
}

static inline int limit(size_t len)
{
	if (len > 5)
		return -EDOM;	/* line limit */
	return 0;
}

static int print(int err)
{
	char *text = kasprintf(GFP_KERNEL, "%pe", ERR_PTR(err));

	pr_info("refuse: %pe, as a text %s\n", ERR_PTR(err), text);
	kfree(text);
	return err;
}

static ssize_t refuse_write(struct file *file, const char __user *data, size_t len,
			    loff_t *pos)
{
	char text[16] = "";
	struct path path;

	if (copy_from_user(text, data, min(len, sizeof(text) - 1)))
		return -EFAULT;
	strim(text);

	if (!strcmp(text, "second"))
		return first() ? second() : 0;
	if (!strcmp(text, "fallback"))
		return first() ? other() : 0;
	if (!strcmp(text, "assembly") || !strcmp(text, "after"))
		return from_assembly();
	if (!strcmp(text, "inlined"))
		return limit(len);
	if (!strcmp(text, "handled"))
		return first() ? len : 0;
	if (!strcmp(text, "print"))
		return print(first());
	if (!strcmp(text, "missing"))
		return kern_path("/none", 0, &path);
	return len;
}

static const struct proc_ops refuse_ops = {
	.proc_write	= refuse_write,
};

static bool fail;
module_param(fail, bool, 0);
MODULE_PARM_DESC(fail, "Fail to load");

/* An error that is discarded, of a function that is freed. */
static noinline int __init unlikely_init(void)
{
	return -ENXIO;
}

static int __init refuse_init(void)
{
	struct path path;

	if (!unlikely_init())
		return 0;

	/* The call stack of this error has a function that is freed next. */
	if (!kern_path("/no-such-init", 0, &path))
		path_put(&path);
	if (fail)
		return -ENODEV;	/* line init */
	return proc_create("refuse", 0600, NULL, &refuse_ops) ? 0 : -ENOMEM;
}
module_init(refuse_init);

static void __exit refuse_exit(void)
{
	remove_proc_entry("refuse", NULL);
}
module_exit(refuse_exit);

MODULE_DESCRIPTION("Errors of lines, and of none");
MODULE_LICENSE("GPL");
