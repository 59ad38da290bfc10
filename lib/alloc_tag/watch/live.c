// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: what the live allocations of each watched line add up to, by
 * their age and by the NUMA node of their memory.
 *
 * Neither is counted while memory is allocated and freed: all records are read
 * when somebody asks.
 */

#include <linux/code_tag/compat.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/nodemask.h>
#include <linux/numa.h>
#include <linux/string.h>

#include "../internal.h"
#include "watch.h"

/*
 * Read all records: @reset is called once for each line that is or was watched,
 * then @add for each record of a line. Returns 0 or -ENOMEM. Context: process
 * context, the caller must hold alloc_tag_mutex.
 */
static int add_up(void (*reset)(struct alloc_tag_line *line),
		  void (*add)(struct alloc_tag_line *line, const struct alloc_tag_record *record))
{
	struct alloc_tag_records copy = { };
	struct alloc_tag_record *record;
	struct alloc_tag_line *line;
	unsigned long idx = 0;
	unsigned int bucket;
	int err = 0;

	while ((idx = alloc_tag_next(idx))) {
		line = alloc_tag_line_find(idx);
		if (line)
			reset(line);
	}
	for (bucket = 0; bucket < alloc_tag_records_buckets() && !err; bucket++) {
		if (alloc_tag_records_empty(bucket))
			continue;
		err = alloc_tag_records_copy(&copy, bucket);
		for (record = copy.record; record < copy.record + copy.nr; record++) {
			line = alloc_tag_record_line(record);
			if (line)
				add(line, record);
		}
	}
	kvfree(copy.record);
	return err;
}

/* The class of an age of @age nanoseconds, see ALLOC_TAG_AGES. Context: any. */
unsigned int alloc_tag_age_class(u64 age)
{
	u64 us = div_u64(age, NSEC_PER_USEC);

	return us ? min(ilog2(us) + 1, ALLOC_TAG_AGES - 1) : 0;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_age_class);

static void reset_ages(struct alloc_tag_line *line)
{
	if (!line->ages)
		return;
	memset(line->ages->live, 0, sizeof(line->ages->live));
	line->ages->oldest = 0;
}

static void add_age(struct alloc_tag_line *line, const struct alloc_tag_record *record)
{
	u64 age;

	if (!line->ages)
		return;
	age = alloc_tag_record_age(record);
	line->ages->live[alloc_tag_age_class(age)]++;
	line->ages->oldest = max(line->ages->oldest, age);
}

/**
 * alloc_tag_records_age() - count the live objects of each line by age
 *
 * Of lines that have or had ALLOC_TAG_WATCH_LIFETIMES. The result is stored in
 * the line's struct alloc_tag_ages.
 *
 * Context: process context, the caller must hold alloc_tag_mutex.
 * Return: 0 or -ENOMEM.
 */
int alloc_tag_records_age(void)
{
	return add_up(reset_ages, add_age);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_records_age);

/* Number of elements of a line's @nodes, see struct alloc_tag_line. */
unsigned int alloc_tag_nodes_nr(void)
{
	return nr_node_ids + 2;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_nodes_nr);

static void reset_nodes(struct alloc_tag_line *line)
{
	if (line->nodes)
		memset(line->nodes, 0, alloc_tag_nodes_nr() * sizeof(*line->nodes));
}

static void add_node(struct alloc_tag_line *line, const struct alloc_tag_record *record)
{
	struct alloc_tag_node *node;

	/* A sample while nothing was counted is not among the live bytes. */
	if (!line->nodes || record->alone)
		return;
	node = &line->nodes[record->nid == NUMA_NO_NODE ? nr_node_ids : record->nid];
	node->bytes += record->given;
	node->live++;
}

/*
 * What is live of @line, and in none of its records: set the last element of
 * @nodes. A record that was made or dropped while they were read, and the
 * counters after that, may differ by it, so the rest can be below 0.
 */
static void set_rest(struct alloc_tag_line *line)
{
	struct alloc_tag_node *rest = &line->nodes[alloc_tag_nodes_nr() - 1];
	struct alloc_tag_totals sum;
	struct alloc_tag_node *node;
	s64 bytes, live;

	alloc_tag_read(line->idx, &sum);
	bytes = sum.bytes;
	live = sum.allocs - sum.frees;
	for (node = line->nodes; node < rest; node++) {
		bytes -= node->bytes;
		live -= node->live;
	}
	rest->bytes = max_t(s64, bytes, 0);
	rest->live = max_t(s64, live, 0);
}

/**
 * alloc_tag_records_nodes() - add up the live memory of each line by node
 *
 * Of lines that have or had ALLOC_TAG_WATCH_NODES. The result is stored in the
 * line's @nodes.
 *
 * Context: process context, the caller must hold alloc_tag_mutex.
 * Return: 0 or -ENOMEM.
 */
int alloc_tag_records_nodes(void)
{
	struct alloc_tag_line *line;
	unsigned long idx = 0;
	int err = add_up(reset_nodes, add_node);

	while (!err && (idx = alloc_tag_next(idx))) {
		line = alloc_tag_line_find(idx);
		if (line && line->nodes)
			set_rest(line);
	}
	return err;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_records_nodes);
