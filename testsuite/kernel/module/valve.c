// SPDX-License-Identifier: GPL-2.0
/*
 * A driver with lines that can be asked to fail: the example of
 * Documentation/dynamic-faults.rst, for class/dynamic-fault.exp.
 */
#include <linux/atomic.h>
#include <linux/dynamic_fault.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/smp.h>

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

static atomic_t failed;

/* On each CPU, in an interrupt. */
static void turn_often(void *unused)
{
	unsigned int i;

	for (i = 0; i < 1000; i++)
		if (valve_turn())
			atomic_inc(&failed);
}

/* All CPUs turn it at once. Prints how often that failed. */
static int race_show(struct seq_file *m, void *v)
{
	atomic_set(&failed, 0);
	on_each_cpu(turn_often, NULL, 1);
	seq_printf(m, "%d\n", atomic_read(&failed));
	return 0;
}

static int __init valve_init(void)
{
	if (dynamic_fault("init"))
		return -ENODEV;
	if (!proc_create_single("valve", 0444, NULL, valve_show))
		return -ENOMEM;
	/* Without it, there is only less to test. */
	proc_create_single("valve_race", 0444, NULL, race_show);
	return 0;
}
module_init(valve_init);

static void __exit valve_exit(void)
{
	remove_proc_entry("valve_race", NULL);
	remove_proc_entry("valve", NULL);
}
module_exit(valve_exit);

MODULE_DESCRIPTION("Lines that can be asked to fail");
MODULE_LICENSE("GPL");
