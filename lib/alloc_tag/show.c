// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the places with most live memory, for show_mem().
 *
 * show_mem() reports the use of memory when an allocation fails, when the OOM
 * killer runs and on request (sysrq-m). So it must work if there is no memory
 * and in any context, possibly on several CPUs at once: it allocates nothing,
 * waits for nothing, and has its list in static memory instead of on the stack.
 *
 * Tags of modules need alloc_tag_mutex, which may be in use, and can't be taken
 * in an interrupt. Then the report has the lines of vmlinux only, and says so.
 */

#include <linux/code_tag/compat.h>
#include <linux/code_tag/line.h>
#include <linux/bitops.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/string.h>
#include <linux/string_helpers.h>

#include "internal.h"

/* Bit 0: a CPU is making a report. */
static unsigned long show_busy;

/*
 * The bytes of all lines with a line number, modulo the size of the array: at
 * least as many as a place with that number has. So hardly any place but the
 * largest ones has to be added up.
 */
static s64 show_bytes[1024];

static s64 *bytes_of(const struct alloc_tag *tag)
{
	return &show_bytes[tag->line % ARRAY_SIZE(show_bytes)];
}

/* As alloc_tag_next(); only of vmlinux if not @modules. */
static unsigned long next_idx(unsigned long idx, bool modules)
{
	if (modules)
		return alloc_tag_next(idx);
	return ++idx < alloc_tag_nr ? idx : 0;
}

/* Are @a and @b the same module? Either may be NULL, for vmlinux. */
static bool same_module(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/*
 * Are the tags with the indexes @a and @b printed as the same place? Two calls
 * of one line are, an inline function of a header in two files, and lines that
 * a module has left behind each time it was loaded.
 */
static bool same_place(unsigned long a, unsigned long b, bool modules)
{
	const struct alloc_tag *one = alloc_tag_from_idx(a), *other = alloc_tag_from_idx(b);

	if (a == b)
		return true;
	if (one->line != other->line ||
	    strcmp(alloc_tag_file(one), alloc_tag_file(other)) ||
	    strcmp(alloc_tag_function(one), alloc_tag_function(other)))
		return false;
	return !modules || same_module(alloc_tag_module_name(a), alloc_tag_module_name(b));
}

/* Add up all tags with the place of the tag with index @idx. */
static struct alloc_tag_top sum_place(unsigned long idx, bool modules)
{
	struct alloc_tag_top place = { .idx = idx };
	struct alloc_tag_totals sum;
	unsigned long other = 0;

	while ((other = next_idx(other, modules))) {
		if (!same_place(idx, other, modules))
			continue;
		alloc_tag_read(other, &sum);
		place.bytes += sum.bytes;
		place.calls += sum.allocs - sum.frees;
	}
	return place;
}

/*
 * Insert the place of @idx into @top, sorted by bytes, if it is not there, and
 * memory is charged to it. @nr of @max elements are in use. Returns how many
 * are then.
 */
static unsigned int add_top(struct alloc_tag_top *top, unsigned int nr, unsigned int max,
			    unsigned long idx, bool modules)
{
	struct alloc_tag_top place;
	unsigned int i;

	if (*bytes_of(alloc_tag_from_idx(idx)) <= (nr < max ? 0 : top[max - 1].bytes))
		return nr;
	for (i = 0; i < nr; i++)
		if (same_place(top[i].idx, idx, modules))
			return nr;
	place = sum_place(idx, modules);
	if (place.bytes <= (nr < max ? 0 : top[max - 1].bytes))
		return nr;
	if (nr < max)
		nr++;
	for (i = nr - 1; i > 0 && top[i - 1].bytes < place.bytes; i--)
		top[i] = top[i - 1];
	top[i] = place;
	return nr;
}

/**
 * alloc_tag_top() - find the places with most live bytes
 * @top: where to store them, largest first
 * @max: length of @top, at least 1
 * @modules: also look at the tags of modules
 *
 * A place has one element, however many tags it has.
 *
 * Context: any, one caller at a time. With @modules, the caller must hold
 * alloc_tag_lock().
 * Return: the number of places that were stored. Less than @max only if memory
 * is charged to fewer places.
 */
unsigned int alloc_tag_top(struct alloc_tag_top *top, unsigned int max, bool modules)
{
	const struct alloc_tag_totals *sum;
	struct alloc_tag_block block = { };
	unsigned long idx = 0;
	unsigned int nr = 0;

	memset(show_bytes, 0, sizeof(show_bytes));
	while ((idx = next_idx(idx, modules))) {
		sum = alloc_tag_read_ahead(&block, idx);
		*bytes_of(alloc_tag_from_idx(idx)) += sum->bytes;
	}
	while ((idx = next_idx(idx, modules)))
		nr = add_top(top, nr, max, idx, modules);
	return nr;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_top);

/* alloc_tag_lock(), if that is possible at once. Context: any. */
static bool trylock(void)
{
	/* An interrupted task may be inside the mutex. */
	return in_task() && mutex_trylock(&alloc_tag_mutex);
}

/* Print a line for @top. Caller must hold alloc_tag_lock() if @modules. */
static void show_line(const struct alloc_tag_top *top, bool modules)
{
	const struct alloc_tag *tag = alloc_tag_from_idx(top->idx);
	const char *module = modules ? alloc_tag_module_name(top->idx) : NULL;
	char size[12];

	string_get_size(top->bytes, 1, STRING_UNITS_2, size, sizeof(size));
	pr_notice("%12s %8lld " CODE_TAG_FMT "\n", size, top->calls,
		  CODE_TAG_ARGS(alloc_tag_file(tag), tag->line, module, alloc_tag_function(tag)));
}

/**
 * alloc_tag_show_mem() - log the ten places with most live memory
 *
 * Does nothing if no memory is charged, or if another CPU is making a report.
 *
 * Context: any.
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
		show_line(&top[i], modules);
	if (modules)
		mutex_unlock(&alloc_tag_mutex);
	clear_bit_unlock(0, &show_busy);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_show_mem);
