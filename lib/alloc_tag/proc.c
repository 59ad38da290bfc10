// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: /proc/allocinfo, /proc/alloctag and vm.mem_profiling.
 *
 * Names, values and the format of allocinfo are the same as with mainline's
 * CONFIG_MEM_ALLOC_PROFILING, so that tools for it work unchanged; its ioctls
 * are in lib/alloc_tag/ioctl.c. /proc/alloctag has further columns: allocations
 * and frees since boot, the column of the call, the type of the object.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/code_tag/compat.h>
#include <linux/code_tag/toggle.h>
#include <linux/capability.h>
#include <linux/init.h>
#include <linux/proc_fs.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/sysctl.h>

#include "internal.h"

/* Mainline has a blank at the end of each line, too. */
static int allocinfo_show(struct seq_file *m, void *v)
{
	unsigned long idx = code_tag_seq_idx(v);
	const struct alloc_tag_totals *sum;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, "allocinfo - version: 2.0\n");
		seq_puts(m, "#     <size>  <calls> <tag info>\n");
		return 0;
	}

	sum = alloc_tag_seq_read(idx);
	seq_printf(m, "%12lli %8llu ", sum->bytes, sum->allocs - sum->frees);
	alloc_tag_print_line(m, idx);
	seq_printf(m, " %s\n", alloc_tag_accurate(idx) ? "" : "accurate:no ");
	return 0;
}

static const struct seq_operations allocinfo_ops = {
	.start	= alloc_tag_seq_start,
	.next	= alloc_tag_seq_next,
	.stop	= alloc_tag_seq_stop,
	.show	= allocinfo_show,
};

static int allocinfo_open(struct inode *inode, struct file *file)
{
	struct alloc_tag_cursor *cursor;

	cursor = __seq_open_private(file, &allocinfo_ops, sizeof(*cursor));
	if (!cursor)
		return -ENOMEM;
	alloc_tag_cursor_init(cursor);
	return 0;
}

static const struct proc_ops allocinfo_proc_ops = {
	.proc_open		= allocinfo_open,
	.proc_read_iter		= seq_read_iter,
	.proc_lseek		= seq_lseek,
	.proc_release		= seq_release_private,
	.proc_ioctl		= alloc_tag_ioctl,
#ifdef CONFIG_COMPAT
	.proc_compat_ioctl	= alloc_tag_compat_ioctl,
#endif
};

/*
 * The type is the last column because its name may contain spaces. It is "-" if
 * not known, and "(untagged)" for calls that passed no tag.
 */
static int alloctag_show(struct seq_file *m, void *v)
{
	const struct alloc_tag_totals *sum;
	const struct alloc_tag *tag;
	const char *module, *type;
	unsigned long idx;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, "alloctag - version: 1.0\n");
		seq_puts(m, "#    <bytes>   <live>   <allocs>    <frees> <file>:<line>:<column> <module> <function> <type>\n");
		return 0;
	}

	idx = code_tag_seq_idx(v);
	tag = alloc_tag_from_idx(idx);
	sum = alloc_tag_seq_read(idx);
	module = alloc_tag_module_name(idx);
	type = tag->flags & CODE_TAG_UNTAGGED ? "(untagged)" : alloc_tag_type(tag);
	seq_printf(m, "%12lli %8llu %10llu %10llu %s:%u:%u %s %s %s\n", sum->bytes,
		   sum->allocs - sum->frees, sum->allocs, sum->frees, alloc_tag_file(tag),
		   tag->line, tag->column, module ?: "-", alloc_tag_function(tag),
		   *type ? type : "-");
	return 0;
}

static const struct seq_operations alloctag_ops = {
	.start	= alloc_tag_seq_start,
	.next	= alloc_tag_seq_next,
	.stop	= alloc_tag_seq_stop,
	.show	= alloctag_show,
};

#ifdef CONFIG_SYSCTL
#define SAMPLES	"samples"

/* Start or stop counting. Caller must hold alloc_tag_mutex. */
static int set_counting(bool on)
{
	return alloc_tag_set_mode(on ? ALLOC_TAG_COUNTS : ALLOC_TAG_IDLE);
}

/* Read "samples". Caller must hold alloc_tag_mutex. */
static int samples_sysctl(void *buffer, size_t *lenp, loff_t *ppos)
{
	char text[] = SAMPLES;
	struct ctl_table one = {
		.data = text,
		.maxlen = sizeof(text),
	};

	return proc_dostring(&one, 0, buffer, lenp, ppos);
}

/* Is "samples" written? Blanks around it are ignored, as with numbers. */
static bool is_samples(const char *text, size_t len)
{
	char word[sizeof(SAMPLES) + 8];

	if (!ALLOC_TAG_CAN_SAMPLE || len >= sizeof(word))
		return false;
	memcpy(word, text, len);
	word[len] = '\0';
	return !strcmp(strim(word), SAMPLES);
}

/*
 * Handler of vm.mem_profiling, which reads and accepts 0, 1 and, with
 * CONFIG_ALLOC_TAG_SAMPLE, "samples". Writing needs CAP_SYS_ADMIN in the
 * initial user namespace, as with proc_do_static_key(): root of a container has
 * none. A value that this boot can't have fails with -EINVAL, as every write
 * after "never" does in mainline.
 */
static int alloc_tag_sysctl(code_tag_ctl_table *table, int write, void *buffer,
			    size_t *lenp, loff_t *ppos)
{
	int err;

	/*
	 * The kernel writes each sysctl.* boot parameter to the sysctl of that
	 * name, before it executes init. lib/alloc_tag_rt.c has handled
	 * this one already.
	 */
	if (write && is_global_init(current) && !current->mm)
		return 0;
	if (write && !alloc_tag_indexed())
		return -EINVAL;
	if (write && !capable(CAP_SYS_ADMIN))
		return -EPERM;

	alloc_tag_lock();
	if (write && !*ppos && is_samples(buffer, *lenp))
		err = alloc_tag_set_mode(ALLOC_TAG_SAMPLES);
	else if (!write && alloc_tag_current_mode == ALLOC_TAG_SAMPLES)
		err = samples_sysctl(buffer, lenp, ppos);
	else
		err = code_tag_toggle(write, buffer, lenp, ppos,
				      alloc_tag_current_mode == ALLOC_TAG_COUNTS, set_counting);
	alloc_tag_unlock();
	return err;
}

static struct ctl_table alloc_tag_sysctls[] = {
	{
		.procname	= "mem_profiling",
		.mode		= 0644,
		.proc_handler	= alloc_tag_sysctl,
	},
	{ }
};
#endif

static int __init alloc_tag_proc_init(void)
{
#ifdef CONFIG_SYSCTL
	code_tag_register_sysctl("vm", alloc_tag_sysctls);
#endif
	if (alloc_tag_available()) {
		proc_create("allocinfo", 0400, NULL, &allocinfo_proc_ops);
		proc_create_seq("alloctag", 0400, NULL, &alloctag_ops);
	}
	return 0;
}
fs_initcall(alloc_tag_proc_init);
