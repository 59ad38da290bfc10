// SPDX-License-Identifier: GPL-2.0
/*
 * A driver with lines that can be asked to fail: the example of
 * Documentation/dynamic-faults.rst, for class/dynamic-fault.exp.
 */
#include <linux/dynamic_fault.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>

static noinline int valve_turn(void)
{
	if (dynamic_fault("valve:stuck"))
		return -EIO;
	return 0;
}

static int valve_show(struct seq_file *m, void *v)
{
	int err = valve_turn();

	if (err)
		return err;
	if (dynamic_fault("valve:leak"))
		return -ENODATA;
	seq_puts(m, "open\n");
	return 0;
}

static int __init valve_init(void)
{
	if (dynamic_fault("init"))
		return -ENODEV;
	return proc_create_single("valve", 0444, NULL, valve_show) ? 0 : -ENOMEM;
}
module_init(valve_init);

static void __exit valve_exit(void)
{
	remove_proc_entry("valve", NULL);
}
module_exit(valve_exit);

MODULE_DESCRIPTION("Lines that can be asked to fail");
MODULE_LICENSE("GPL");
