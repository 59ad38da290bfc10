// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: samples alone, with vm.mem_profiling=samples.
 *
 * In this mode allocations are not counted, which takes most of the time and
 * all of the memory that tags cost: only samples are taken, as described in
 * sample.c. If the boot parameter asks for it, there are neither slots nor
 * counters, and no other mode can be set but 0.
 *
 * The rate is vm.mem_profiling_sample_bytes. "sample=BYTES" in a query sets the
 * rate as well, until the next change of the mode.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/code_tag/compat.h>
#include <linux/capability.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/sysctl.h>

#include "../internal.h"
#include "sample.h"

/* As in the heap profilers of tcmalloc and Go. */
#define DEFAULT_BYTES	(512 * 1024)

/* vm.mem_profiling_sample_bytes. Protected by alloc_tag_mutex. */
static unsigned int mean_bytes = DEFAULT_BYTES;

/* Are samples taken because of the mode? Protected by alloc_tag_mutex. */
static bool by_mode;

/**
 * alloc_tag_samples_start() - begin to take samples, for the mode
 *
 * If samples are taken already, because a query asked for it, that goes on with
 * the same set and the same rate.
 *
 * Context: boot in alloc_tag_init(), or process context; the caller must hold
 * alloc_tag_mutex.
 * Return: 0 or -ENOMEM.
 */
int alloc_tag_samples_start(void)
{
	int err;

	if (alloc_tag_sampling.on)
		return 0;
	err = alloc_tag_sample_set(mean_bytes, 0);
	by_mode = !err;
	return err;
}

/**
 * alloc_tag_samples_stop() - take no further samples, as another mode is set
 *
 * Unless a query asked for them before this mode was set, and neither the mode
 * nor its rate has been set again since.
 *
 * Context: process context, the caller must hold alloc_tag_mutex.
 */
void alloc_tag_samples_stop(void)
{
	if (by_mode)
		alloc_tag_sample_set(0, 0);
	by_mode = false;
}

static int __init parse_bytes(char *arg)
{
	unsigned int bytes;

	if (!arg || kstrtouint(arg, 0, &bytes) || !bytes || bytes > ALLOC_TAG_SAMPLE_MAX)
		pr_warn("sysctl.vm.mem_profiling_sample_bytes: \"%s\" ignored, expected 1 to %lu\n",
			arg ?: "", ALLOC_TAG_SAMPLE_MAX);
	else
		mean_bytes = bytes;
	return 0;
}
early_param("sysctl.vm.mem_profiling_sample_bytes", parse_bytes);

#ifdef CONFIG_SYSCTL
/*
 * Handler of vm.mem_profiling_sample_bytes. While only samples are taken, a new
 * rate begins a new set of them. Who may write is the same as for
 * vm.mem_profiling, see ../proc.c.
 */
static int bytes_sysctl(code_tag_ctl_table *table, int write, void *buffer, size_t *lenp,
			loff_t *ppos)
{
	static const unsigned int least = 1, most = ALLOC_TAG_SAMPLE_MAX;
	unsigned int bytes;
	struct ctl_table one = {
		.data = &bytes,
		.maxlen = sizeof(bytes),
		.extra1 = (void *)&least,
		.extra2 = (void *)&most,
	};
	int err;

	/* parse_bytes() has handled the boot parameter. */
	if (write && is_global_init(current) && !current->mm)
		return 0;
	if (write && !alloc_tag_indexed())
		return -EINVAL;
	if (write && !capable(CAP_SYS_ADMIN))
		return -EPERM;

	alloc_tag_lock();
	bytes = mean_bytes;
	err = proc_douintvec_minmax(&one, write, buffer, lenp, ppos);
	if (write && !err) {
		if (alloc_tag_current_mode == ALLOC_TAG_SAMPLES) {
			err = alloc_tag_sample_set(bytes, 0);
			by_mode |= !err;
		}
		if (!err)
			mean_bytes = bytes;
	}
	alloc_tag_unlock();
	return err;
}

static struct ctl_table bytes_sysctls[] = {
	{
		.procname	= "mem_profiling_sample_bytes",
		.mode		= 0644,
		.proc_handler	= bytes_sysctl,
	},
	{ }
};

static int __init alloc_tag_alone_init(void)
{
	code_tag_register_sysctl("vm", bytes_sysctls);
	return 0;
}
fs_initcall(alloc_tag_alone_init);
#endif /* CONFIG_SYSCTL */
