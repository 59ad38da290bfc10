// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the lines with most live memory, for show_mem().
 *
 * show_mem() reports the use of memory when an allocation fails, when the OOM
 * killer runs and on request (sysrq-m). So it must work if there is no memory
 * and in any context, possibly on several CPUs at once: it allocates nothing,
 * waits for nothing, and has its list in static memory instead of on the stack.
 *
 * Tags of modules need alloc_tag_mutex, which may be in use, and can't be taken
 * in an interrupt. Then the report has the lines of vmlinux only, and says so.
 */

#include <linux/alloc_tag/compat.h>
#include <linux/alloc_tag/print.h>
#include <linux/bitops.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/string_helpers.h>

#include "internal.h"

/* Bit 0: a CPU is making a report. */
static unsigned long show_busy;

/*
 * Insert @idx into @top, sorted by bytes, if memory is charged to it. @nr of
 * @max elements are in use. Returns how many are then.
 */
static unsigned int add_top(struct alloc_tag_top *top, unsigned int nr,
			    unsigned int max, unsigned long idx)
{
	struct alloc_tag_totals sum;
	unsigned int i;

	alloc_tag_read(idx, &sum);
	if (sum.bytes <= 0)
		return nr;
	if (nr < max)
		nr++;
	else if (sum.bytes <= top[max - 1].bytes)
		return nr;
	for (i = nr - 1; i > 0 && top[i - 1].bytes < sum.bytes; i--)
		top[i] = top[i - 1];
	top[i].idx = idx;
	top[i].bytes = sum.bytes;
	return nr;
}

/**
 * alloc_tag_top() - find the tags with most live bytes
 * @top: where to store them, largest first
 * @max: length of @top, at least 1
 * @modules: also look at the tags of modules
 *
 * Context: any. With @modules, the caller must hold alloc_tag_lock().
 * Return: the number of tags that were stored. Less than @max only if memory is
 * charged to fewer tags.
 */
unsigned int alloc_tag_top(struct alloc_tag_top *top, unsigned int max, bool modules)
{
	unsigned int nr = 0;
	unsigned long idx;

	for (idx = 1; idx < alloc_tag_nr; idx++)
		nr = add_top(top, nr, max, idx);
	idx = alloc_tag_nr - 1;
	while (modules && (idx = alloc_tag_next(idx)))
		nr = add_top(top, nr, max, idx);
	return nr;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_top);

/* alloc_tag_lock(), if that is possible at once. Context: any. */
static bool trylock(void)
{
	/* An interrupted task may be inside the mutex. */
	return in_task() && mutex_trylock(&alloc_tag_mutex);
}

/* Print a line for @idx. Caller must hold alloc_tag_lock() if @modules. */
static void show_line(unsigned long idx, bool modules)
{
	const struct alloc_tag *tag = alloc_tag_from_idx(idx);
	const char *module = modules ? alloc_tag_module_name(idx) : NULL;
	struct alloc_tag_totals sum;
	char size[12];

	/* Read again: the number of calls is not in struct alloc_tag_top. */
	alloc_tag_read(idx, &sum);
	string_get_size(max_t(s64, sum.bytes, 0), 1, STRING_UNITS_2, size, sizeof(size));
	pr_notice("%12s %8llu " ALLOC_TAG_FMT "\n", size, sum.allocs - sum.frees,
		  ALLOC_TAG_ARGS(tag->file, tag->line, module, tag->function));
}

/**
 * alloc_tag_show_mem() - log the ten lines with most live memory
 *
 * Does nothing if no memory is charged, or if another CPU is making a report.
 *
 * Context: any, including NMI.
 */
void alloc_tag_show_mem(void)
{
	/* Used by one CPU at a time. */
	static struct alloc_tag_top top[10];
	unsigned int i, nr;
	bool modules;

	if (!alloc_tag_available() || test_and_set_bit_lock(0, &show_busy))
		return;
	modules = trylock();
	nr = alloc_tag_top(top, ARRAY_SIZE(top), modules);
	if (nr)
		pr_notice("Memory allocations (profiling is currently turned %s):\n",
			  alloc_tag_counting() ? "on" : "off");
	if (nr && !modules && IS_ENABLED(CONFIG_MODULES))
		pr_notice("Memory allocations of modules can't be shown now\n");
	for (i = 0; i < nr; i++)
		show_line(top[i].idx, modules);
	if (modules)
		mutex_unlock(&alloc_tag_mutex);
	clear_bit_unlock(0, &show_busy);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_show_mem);
