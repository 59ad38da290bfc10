// SPDX-License-Identifier: GPL-2.0
/*
 * A driver with a leak, for Documentation/leak-hunt.rst and leak-hunt.exp:
 *
 *	echo fan 70 >/proc/thermo	set the limit of a sensor
 *	echo fan >/proc/thermo		refused, and 128 bytes are lost
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/proc_fs.h>
#include <linux/slab.h>
#include <linux/string.h>

struct limit {
	char sensor[100];
	int degrees;
};

static DEFINE_MUTEX(thermo_mutex);
static struct limit *thermo_limit;

static ssize_t thermo_write(struct file *file, const char __user *data, size_t len,
			    loff_t *pos)
{
	struct limit *limit;
	char *text;
	int words;

	text = memdup_user_nul(data, min_t(size_t, len, PAGE_SIZE - 1));
	if (IS_ERR(text))
		return PTR_ERR(text);
	limit = kzalloc(sizeof(*limit), GFP_KERNEL);
	if (!limit) {
		kfree(text);
		return -ENOMEM;
	}

	words = sscanf(text, "%99s %d", limit->sensor, &limit->degrees);
	kfree(text);
	if (words != 2)
		return -EINVAL;

	mutex_lock(&thermo_mutex);
	swap(limit, thermo_limit);
	mutex_unlock(&thermo_mutex);
	kfree(limit);
	return len;
}

static const struct proc_ops thermo_ops = {
	.proc_write	= thermo_write,
};

static int __init thermo_init(void)
{
	return proc_create("thermo", 0600, NULL, &thermo_ops) ? 0 : -ENOMEM;
}
module_init(thermo_init);

static void __exit thermo_exit(void)
{
	remove_proc_entry("thermo", NULL);
	kfree(thermo_limit);
}
module_exit(thermo_exit);

MODULE_DESCRIPTION("A driver with a leak");
MODULE_LICENSE("GPL");
