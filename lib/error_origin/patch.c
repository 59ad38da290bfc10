// SPDX-License-Identifier: GPL-2.0
/*
 * Error origins: make notes calls, and calls notes.
 *
 * The sysctl kernel.error_origin and the boot parameter error_origin= enable
 * them. Notes are replaced in batches, as those of ftrace are.
 */

#define pr_fmt(fmt) "error_origin: " fmt

#include <linux/code_tag/compat.h>
#include <linux/code_tag/module.h>
#include <linux/code_tag/toggle.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/memory.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sysctl.h>

#include <asm/error_origin.h>
#include <asm/sections.h>

#include "internal.h"

/*
 * May the note at @addr in vmlinux be a call? Not where nothing may be called,
 * although inline functions bring notes there; and not after it was freed.
 */
static bool may_call(unsigned long addr)
{
	if (system_state >= SYSTEM_FREEING_INITMEM && init_section_contains((void *)addr, 1))
		return false;
	return !error_origin_arch_excluded(addr);
}

/**
 * error_origin_note_exists() - can a note be executed?
 * @range: where it is
 * @entry: its entry
 *
 * Context: any. The caller must hold error_origin_mutex if it will write to the
 * note: a module's .init.text isn't freed meanwhile, see
 * error_origin_forget_code().
 * Return: false if its code was freed after boot or after the module's
 * initialization, or if it always remains a no-op.
 */
bool error_origin_note_exists(const struct error_origin_range *range,
			      const struct error_origin_entry *entry)
{
	unsigned long addr = (unsigned long)error_origin_note(entry);
	struct module *mod = range->mod;

	if (!mod)
		return may_call(addr);
	if (range->init_gone && within_module_init(addr, mod))
		return false;
	return within_module(addr, mod) &&
	       addr - (unsigned long)mod->noinstr_text_start >= mod->noinstr_text_size;
}

/* What note @n of @range calls when notes are calls. */
static void (*function_of(const struct error_origin_range *range, unsigned long n))(void)
{
	return range->flags && range->flags[n] ? error_origin_passed_flagged :
						 error_origin_passed;
}

/* So many notes at a time: others wait for text_mutex, too. */
#define SLICE	1024

/**
 * error_origin_patch() - replace the notes of a range
 * @range: the range
 * @enable: with calls, or with no-ops. Calls may be replaced with calls, after
 *	flags have changed
 *
 * Context: process context. The caller must hold error_origin_mutex.
 */
void error_origin_patch(const struct error_origin_range *range, bool enable)
{
	unsigned long n;

	mutex_lock(&text_mutex);
	for (n = 0; n < range->nr; n++) {
		if (error_origin_note_exists(range, &range->start[n]))
			error_origin_arch_queue(error_origin_note(&range->start[n]),
						enable ? function_of(range, n) : NULL);
		if (n % SLICE != SLICE - 1)
			continue;
		error_origin_arch_finish();
		mutex_unlock(&text_mutex);
		cond_resched();
		mutex_lock(&text_mutex);
	}
	error_origin_arch_finish();
	mutex_unlock(&text_mutex);
}

/* Replace all notes. Returns 0 or a negative error. */
static int set_enabled(bool enable)
{
	struct error_origin_range *range;
	int err = 0;

	mutex_lock(&error_origin_mutex);
	if (enable == static_key_enabled(&error_origin_enabled))
		goto out;
	if (enable) {
		err = error_origin_table_prepare();
		if (err)
			goto out;
		static_branch_enable(&error_origin_enabled);
	} else {
		static_branch_disable(&error_origin_enabled);
	}
	list_for_each_entry(range, &error_origin_ranges, list)
		error_origin_patch(range, enable);
out:
	mutex_unlock(&error_origin_mutex);
	return err;
}

#ifdef CONFIG_SYSCTL
static int error_origin_sysctl(code_tag_ctl_table *table, int write, void *buffer,
			       size_t *lenp, loff_t *ppos)
{
	return code_tag_toggle(write, buffer, lenp, ppos,
			       static_key_enabled(&error_origin_enabled), set_enabled);
}

static struct ctl_table error_origin_table[] = {
	{
		.procname	= "error_origin",
		.mode		= 0644,
		.proc_handler	= error_origin_sysctl,
	},
	{ }
};
#endif

static bool enable_at_boot __initdata;

static int __init parse_param(char *arg)
{
	return kstrtobool(arg, &enable_at_boot);
}
early_param("error_origin", parse_param);

static struct error_origin_range vmlinux_range;

/* Before other initcalls, so that they have origins. */
static int __init error_origin_init(void)
{
	int err;

	vmlinux_range.start = __start_error_origins;
	vmlinux_range.nr = __stop_error_origins - __start_error_origins;
	mutex_lock(&error_origin_mutex);
	list_add(&vmlinux_range.list, &error_origin_ranges);
	mutex_unlock(&error_origin_mutex);
#ifdef CONFIG_SYSCTL
	code_tag_register_sysctl("kernel", error_origin_table);
#endif
	if (!enable_at_boot)
		return 0;
	err = set_enabled(true);
	if (err)
		pr_err("can't be enabled at boot: %d\n", err);
	return 0;
}
core_initcall(error_origin_init);

/* The note that has a byte of those from @start to @end; NULL if none has. */
static const void *note_in(const void *start, const void *end)
{
	struct error_origin_range *range;
	const void *found = NULL;
	const void *note;
	unsigned long n;

	rcu_read_lock();
	list_for_each_entry_rcu(range, &error_origin_ranges, list) {
		for (n = 0; n < range->nr && !found; n++) {
			note = error_origin_note(&range->start[n]);
			if (start < note + ERROR_ORIGIN_NOTE_SIZE && end >= note &&
			    error_origin_note_exists(range, &range->start[n]))
				found = note;
		}
	}
	rcu_read_unlock();
	return found;
}

/**
 * error_origin_text_reserved() - is there a note?
 * @start: where text begins
 * @end: its last byte
 *
 * For kprobes, which must not replace notes. It searches all entries.
 *
 * Context: any.
 * Return: whether a note is in the text, in part.
 */
bool error_origin_text_reserved(const void *start, const void *end)
{
	return note_in(start, end);
}

/**
 * error_origin_skip_notes() - where a kprobe can be set
 * @addr: where it is to be set
 *
 * The code of a line that returns an error begins with its note.
 *
 * Context: any.
 * Return: @addr, or the address after the notes there.
 */
void *error_origin_skip_notes(void *addr)
{
	while (note_in(addr, addr) == addr)
		addr += ERROR_ORIGIN_NOTE_SIZE;
	return addr;
}

#ifdef CONFIG_MODULES
/*
 * A module is being loaded; none of its code has run. If memory is short, its
 * errors have no origin.
 */
bool error_origin_module_publish(struct module *mod, const struct code_tag_sections *sections)
{
	struct error_origin_range *range;
	size_t bytes;
	void *start = code_tag_module_section(sections, "error_origins", &bytes);

	if (!start)
		return false;
	range = kzalloc(sizeof(*range), GFP_KERNEL);
	if (!range) {
		pr_warn("%s: no memory for the origins of its errors\n", mod->name);
		return false;
	}
	range->mod = mod;
	range->start = start;
	range->nr = bytes / sizeof(*range->start);
	mutex_lock(&error_origin_mutex);
	list_add_tail_rcu(&range->list, &error_origin_ranges);
	if (static_key_enabled(&error_origin_enabled)) {
		if (error_origin_table_add(range))
			error_origin_patch(range, true);
		else
			pr_warn("%s: no room for the origins of its errors; write 0 and 1 to kernel.error_origin\n",
				mod->name);
	}
	mutex_unlock(&error_origin_mutex);
	return true;
}

/* The range of @mod, NULL if it has none. error_origin_mutex must be held. */
static struct error_origin_range *range_of(const struct module *mod)
{
	struct error_origin_range *range;

	list_for_each_entry(range, &error_origin_ranges, list)
		if (range->mod == mod)
			return range;
	return NULL;
}

/*
 * A module is going to lose its code, or only that of its initialization: for
 * the class.
 */
void error_origin_forget_code(const struct module *mod, bool init_only)
{
	struct error_origin_range *range;

	mutex_lock(&error_origin_mutex);
	range = range_of(mod);
	if (range)
		range->init_gone = true;
	error_origin_forget_stacks(mod, init_only);
	mutex_unlock(&error_origin_mutex);
}

/* In an RCU callback: readers of the list are through. */
static void free_range(struct rcu_head *rcu)
{
	struct error_origin_range *range = container_of(rcu, struct error_origin_range, rcu);

	kvfree(range->flags);
	kfree(range);
}

/*
 * A module is being unloaded, or failed to load. Afterwards, its entries are
 * only read in RCU read-side critical sections that have begun before.
 */
void error_origin_module_retire(struct module *mod)
{
	struct error_origin_range *found;

	mutex_lock(&error_origin_mutex);
	found = range_of(mod);
	if (found) {
		list_del_rcu(&found->list);
		error_origin_table_remove(found);
		error_origin_forget(found);
		error_origin_forget_records(found);
	}
	mutex_unlock(&error_origin_mutex);
	if (found)
		call_rcu(&found->rcu, free_range);
}
#endif
