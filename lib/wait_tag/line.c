// SPDX-License-Identifier: GPL-2.0
/*
 * Waits by line: what is known of each line.
 *
 * The tags of vmlinux are constants. A table has the counters of each line, by
 * the index of its tag. It is allocated when waits are counted first, or when a
 * line gets a flag, and remains. Until then, the class has no writable data.
 *
 * When a module brings more lines than it has room for, a table of twice the
 * size takes its place. Tasks may be looking at the old one, without a lock
 * that would cost each sleep something, so that is kept, too.
 */

#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/percpu.h>
#include <linux/slab.h>

#include "internal.h"

/**
 * struct wait_tag_table - lines by the index of their tags
 * @older: the table before this one, NULL for the first: for whoever looks for
 *	memory that nothing refers to
 * @nr: how many indexes it has room for
 * @line: the lines; no_line of a tag that has none. So is the one with index 0,
 *	of tags that are not part of the class
 */
struct wait_tag_table {
	struct wait_tag_table *older;
	unsigned long nr;
	struct wait_tag_line *line[];
};

CODE_TAG_ARRAY(wait);

/* Written under code_tag_lock(). */
static struct wait_tag_table *table;

/*
 * The lines of @table. While waits are counted, it has room for the indexes of
 * all tags. NULL if there is no table.
 */
struct wait_tag_line **wait_tag_lines __read_mostly;

/* See struct wait_tag_line. Nothing is ever counted here. */
DEFINE_PER_CPU(struct wait_tag_counters, wait_tag_not_simple);

static struct wait_tag_line no_line = {
	.enabled = WAIT_TAG_NO_LINE,
	.simple = &wait_tag_not_simple,
};

/* If it fails, whoever asked for counting is told, or the log, in few words. */
#define ALLOC	(GFP_KERNEL | __GFP_NOWARN)

/* Of the lines: kmalloc() would take 64 bytes for their 48. */
static struct kmem_cache *cache;

/* How many lines vmlinux has. */
static unsigned long in_vmlinux(void)
{
	return ((void *)__stop_code_tags_wait - (void *)__start_code_tags_wait) /
	       sizeof(struct wait_tag);
}

/* Let the table have room for index @idx. Returns 0 or -ENOMEM. */
static int make_room(unsigned long idx)
{
	struct wait_tag_table *larger;
	unsigned long nr, i;

	if (table && idx < table->nr)
		return 0;
	nr = table ? 2 * table->nr : in_vmlinux() + 1;
	nr = max(nr, idx + 1);
	larger = kvmalloc(struct_size(larger, line, nr), ALLOC);
	if (!larger)
		return -ENOMEM;
	larger->older = table;
	larger->nr = nr;
	for (i = 0; i < nr; i++)
		larger->line[i] = table && i < table->nr ? table->line[i] : &no_line;
	table = larger;
	/* Pairs with the address dependency in line_of() of sleep.c. */
	smp_store_release(&wait_tag_lines, larger->line);
	return 0;
}

/* The line of @tag, or NULL. Caller must hold code_tag_lock(). */
struct wait_tag_line *wait_tag_line(const struct wait_tag *tag)
{
	struct wait_tag_line *line = &no_line;

	if (table && tag->idx < table->nr)
		line = table->line[tag->idx];
	return line != &no_line ? line : NULL;
}

/* A line with counters. Returns NULL if memory is short. */
static struct wait_tag_line *new_line(void)
{
	struct wait_tag_line *line;

	if (!cache)
		cache = KMEM_CACHE(wait_tag_line, 0);
	line = cache ? kmem_cache_zalloc(cache, ALLOC) : NULL;
	if (!line)
		return NULL;
	line->counters = alloc_percpu_gfp(struct wait_tag_counters, ALLOC);
	if (!line->counters) {
		kmem_cache_free(cache, line);
		return NULL;
	}
	line->simple = line->counters;
	return line;
}

/**
 * wait_tag_line_prepare() - give a tag its line
 * @tag: the tag; if it has no index because memory was short, it gets it now
 * @idx: its index in the class
 *
 * Context: the caller must hold code_tag_lock().
 * Return: the line; NULL if memory is short.
 */
struct wait_tag_line *wait_tag_line_prepare(struct wait_tag *tag, unsigned long idx)
{
	struct wait_tag_line *line;

	if (make_room(idx))
		return NULL;
	line = wait_tag_line(tag);
	if (line)
		return line;
	line = new_line();
	if (!line)
		return NULL;
	/* Pairs with the address dependency in line_of() of sleep.c. */
	smp_store_release(&table->line[idx], line);
	if (tag->idx != idx)
		/* Pairs with the load in line_of(): the table has room. */
		smp_store_release(&tag->idx, idx);
	return line;
}

/*
 * Free the line of @tag, which is being removed with its index: no code that
 * waits there can run any more. Caller must hold code_tag_lock().
 */
void wait_tag_line_free(const struct wait_tag *tag)
{
	struct wait_tag_line *line = wait_tag_line(tag);

	if (!line)
		return;
	table->line[tag->idx] = &no_line;
	free_percpu(line->histogram);
	kfree(line->longest);
	free_percpu(line->counters);
	kmem_cache_free(cache, line);
}

/* Give @line an empty histogram. Returns 0 or -ENOMEM. */
static int prepare_histogram(struct wait_tag_line *line)
{
	struct wait_tag_histogram __percpu *histogram = line->histogram;

	if (!histogram)
		histogram = alloc_percpu(struct wait_tag_histogram);
	if (!histogram)
		return -ENOMEM;
	wait_tag_histogram_reset(histogram);
	/* Pairs with the load in wait_tag_ended(). */
	smp_store_release(&line->histogram, histogram);
	return 0;
}

/* Let @line keep its longest wait. Returns 0 or -ENOMEM. */
static int prepare_longest(struct wait_tag_line *line)
{
	struct wait_tag_longest *longest;

	if (line->longest)
		return 0;
	longest = kzalloc(sizeof(*longest), GFP_KERNEL);
	if (!longest)
		return -ENOMEM;
	raw_spin_lock_init(&longest->lock);
	/* Pairs with the load in wait_tag_ended(). */
	smp_store_release(&line->longest, longest);
	return 0;
}

/**
 * wait_tag_line_enable() - set the flags of a line
 * @line: the line
 * @flags: WAIT_TAG_EVENT and the like
 *
 * Context: the caller must hold code_tag_lock().
 * Return: 0 or -ENOMEM.
 */
int wait_tag_line_enable(struct wait_tag_line *line, u8 flags)
{
	int err = 0;

	if (flags & ~line->enabled & WAIT_TAG_HISTOGRAM)
		err = prepare_histogram(line);
	if (!err && flags & WAIT_TAG_LONGEST)
		err = prepare_longest(line);
	if (!err && flags & WAIT_TAG_STACKS)
		err = wait_tag_stacks_prepare();
	if (err)
		return err;
	WRITE_ONCE(line->enabled, flags);
	WRITE_ONCE(line->simple, flags ? &wait_tag_not_simple : line->counters);
	return 0;
}
