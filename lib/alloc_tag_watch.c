// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: lines that are watched.
 *
 * Queries come from alloctag/control, from the boot parameter alloctag.query=,
 * and for a module from MODULE.alloctag= on the kernel's command line or
 * alloctag= among the arguments of the module. A query sets the flags of the
 * lines that it matches. Each such line has a struct alloc_tag_watch, found by
 * the index of its tag.
 *
 * The flags of a line are repeated in its counters on each CPU, where the hooks
 * test them. They share a word with the number of frees, which the hooks change
 * without a lock, so each CPU that is online sets its own.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/alloc_tag_rt_compat.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/export.h>
#include <linux/hashtable.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/memblock.h>
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "alloc_tag_internal.h"
#include "alloc_tag_watch.h"

DEFINE_STATIC_KEY_FALSE(alloc_tag_watching_key);
DEFINE_STATIC_KEY_FALSE(alloc_tag_lines_key);

/*
 * All lines that are or were watched, by index. Read under RCU, changed under
 * alloc_tag_mutex.
 */
static DEFINE_HASHTABLE(alloc_tag_watches, 9);

/* The value of alloctag.query=, NULL if not given. */
static char *alloc_tag_boot_query __initdata;

/* Nanoseconds since boot. Context: any. */
u64 alloc_tag_watch_now(void)
{
	return ktime_get_mono_fast_ns();
}
EXPORT_SYMBOL_GPL(alloc_tag_watch_now); /* for KUnit tests */

/*
 * Allocate @bytes of zeroed memory; from memblock before there are slabs.
 * Returns NULL if memory is short. Context: boot, or process context.
 */
void *__ref alloc_tag_watch_zalloc(size_t bytes)
{
	return slab_is_available() ? kvzalloc(bytes, GFP_KERNEL) :
				     memblock_alloc(bytes, SMP_CACHE_BYTES);
}

/**
 * alloc_tag_watch_find() - find what is kept of a line
 * @idx: index of the tag
 *
 * Context: any. The caller must hold alloc_tag_mutex or rcu_read_lock().
 * Return: NULL if the line has never been watched.
 */
struct alloc_tag_watch *alloc_tag_watch_find(unsigned long idx)
{
	struct alloc_tag_watch *watch;

	hash_for_each_possible_rcu(alloc_tag_watches, watch, node, idx,
				   lockdep_is_held(&alloc_tag_mutex))
		if (watch->idx == idx)
			return watch;
	return NULL;
}
EXPORT_SYMBOL_GPL(alloc_tag_watch_find); /* for KUnit tests */

/*
 * Raise the peak of @watch to its live bytes; if @reset, lower it to them, too.
 * Context: any. In an NMI, nothing is done if the lock is taken.
 */
static void alloc_tag_watch_peak(struct alloc_tag_watch *watch, bool reset)
{
	struct alloc_tag_totals sum;
	unsigned long flags;
	u64 bytes;

	alloc_tag_read(watch->idx, &sum);
	bytes = max_t(s64, sum.bytes, 0);
	if (!raw_spin_trylock_irqsave(&watch->peak_lock, flags)) {
		/* The NMI may have interrupted the CPU that holds it. */
		if (in_nmi())
			return;
		raw_spin_lock_irqsave(&watch->peak_lock, flags);
	}
	if (bytes > watch->peak || reset) {
		watch->peak = bytes;
		watch->peak_time = alloc_tag_watch_now();
	}
	raw_spin_unlock_irqrestore(&watch->peak_lock, flags);
}

/* Set the peak of @watch to its live bytes. Context: any but NMI. */
void alloc_tag_watch_reset_peak(struct alloc_tag_watch *watch)
{
	alloc_tag_watch_peak(watch, true);
}
EXPORT_SYMBOL_GPL(alloc_tag_watch_reset_peak); /* for KUnit tests */

/*
 * Count an allocation for those flags of its line, @flags, that need no record:
 * @requested bytes were asked for, @given are charged. Context: any.
 */
static void alloc_tag_watch_sum(struct alloc_tag_watch *watch, u8 flags, size_t requested,
				size_t given)
{
	if (flags & ALLOC_TAG_WATCH_REQUESTED) {
		atomic64_inc(&watch->calls);
		atomic64_add(requested, &watch->requested);
		atomic64_add(given, &watch->given);
	}
	if (flags & ALLOC_TAG_WATCH_PEAK)
		alloc_tag_watch_peak(watch, false);
}

/**
 * alloc_tag_watch_alloc() - record an allocation of a watched line, or a sample
 * @idx: index of its tag, to which it is charged already
 * @allocation: the allocation
 *
 * Context: any.
 * Return: what the caller must do with the allocation. If it is to fail, it has
 * no record.
 */
noinline enum alloc_tag_watch_result
alloc_tag_watch_alloc(unsigned long idx, const struct alloc_tag_allocation *allocation)
{
	enum alloc_tag_watch_result result = ALLOC_TAG_WATCH_KEEP;
	struct alloc_tag_watch *watch;
	bool recorded = false;
	u8 flags, sample = 0;

	if (allocation->why & ALLOC_TAG_COUNTED_DOWN && alloc_tag_sample_due(allocation->given))
		sample = ALLOC_TAG_WATCH_SAMPLE;
	rcu_read_lock();
	watch = alloc_tag_watch_find(idx);
	flags = watch ? READ_ONCE(watch->flags) : 0;
	if (flags & ALLOC_TAG_WATCH_FAULT && alloc_tag_fault_decide(watch, allocation)) {
		result = ALLOC_TAG_WATCH_FAIL;
		goto out;
	}
	alloc_tag_watch_sum(watch, flags, allocation->requested, allocation->given);
	if (flags & ALLOC_TAG_WATCH_EVENTS) {
		alloc_tag_event(idx, allocation, false);
		result = ALLOC_TAG_WATCH_MARK;
	}
	if (flags & ALLOC_TAG_WATCH_RECORDS)
		recorded = alloc_tag_record_alloc(watch, idx, flags | sample, allocation);
	if (sample && !recorded)
		recorded = alloc_tag_record_alloc(&alloc_tag_samples, idx, sample, allocation);
	if (recorded)
		result = ALLOC_TAG_WATCH_MARK;
out:
	rcu_read_unlock();
	return result;
}

/**
 * alloc_tag_watch_missed() - count an allocation that can't have a record
 * @idx: index of its tag
 * @bytes: its size
 * @why: why it should have one: a mask of ALLOC_TAG_LINE_WATCHED and
 *	ALLOC_TAG_COUNTED_DOWN
 *
 * Context: any.
 */
void alloc_tag_watch_missed(unsigned long idx, size_t bytes, unsigned int why)
{
	struct alloc_tag_watch *watch;
	u8 flags;

	if (why & ALLOC_TAG_COUNTED_DOWN && alloc_tag_sample_due(bytes))
		atomic_long_inc(&alloc_tag_samples.missed);
	rcu_read_lock();
	watch = alloc_tag_watch_find(idx);
	flags = watch ? READ_ONCE(watch->flags) : 0;
	alloc_tag_watch_sum(watch, flags, bytes, bytes);
	if (flags & ALLOC_TAG_WATCH_RECORDS)
		atomic_long_inc(&watch->missed);
	rcu_read_unlock();
}

/*
 * The line with index @idx, if objects of it may have ALLOC_TAG_IDX_RECORD set
 * for trace events. The caller must hold rcu_read_lock().
 */
static struct alloc_tag_watch *alloc_tag_watch_with_events(unsigned long idx)
{
	struct alloc_tag_watch *watch = alloc_tag_watch_find(idx);

	return watch && READ_ONCE(watch->events) ? watch : NULL;
}

/* The node of an allocation, for struct alloc_tag_allocation. */
static int alloc_tag_watch_nid(const void *key, enum alloc_tag_memory memory)
{
	switch (memory) {
	case ALLOC_TAG_OBJECT:
		return page_to_nid(virt_to_page(key));
	case ALLOC_TAG_PAGES:
		return page_to_nid(key);
	default:
		return NUMA_NO_NODE;
	}
}

/*
 * Write a trace event for the free of an allocation of @bytes bytes, whose slot
 * has ALLOC_TAG_IDX_RECORD set, if the line with index @idx (without that bit)
 * has the flag e. Returns false if the line never had it. Context: any.
 */
static bool alloc_tag_watch_free_event(unsigned long idx, const void *key, size_t bytes,
				       enum alloc_tag_memory memory)
{
	const struct alloc_tag_allocation allocation = {
		.key = key,
		.given = bytes,
		.nid = alloc_tag_watch_nid(key, memory),
		.memory = memory,
	};
	struct alloc_tag_watch *watch;

	rcu_read_lock();
	watch = alloc_tag_watch_with_events(idx);
	if (watch && READ_ONCE(watch->flags) & ALLOC_TAG_WATCH_EVENTS)
		alloc_tag_event(idx, &allocation, true);
	rcu_read_unlock();
	return watch;
}

/**
 * alloc_tag_watch_free() - drop the record of an allocation that is being freed
 * @idx: what its slot held; nothing is done if it has no ALLOC_TAG_IDX_RECORD
 * @key: key of the allocation
 * @bytes: the bytes that will be uncharged
 * @memory: what it is
 *
 * Also writes a trace event. Must be called before the free is counted: until
 * then, the tag and what is kept of its line can't be removed.
 *
 * Context: any.
 * Return: the index of the tag to uncharge; @idx if there is no record and the
 * line never had trace events, or if the record is of another tag.
 */
unsigned long alloc_tag_watch_free(unsigned long idx, const void *key, size_t bytes,
				   enum alloc_tag_memory memory)
{
	struct alloc_tag_record *record;
	struct alloc_tag_ages *ages;
	bool events;

	if (!alloc_tag_idx_has_record(idx))
		return idx;
	events = alloc_tag_watch_free_event(alloc_tag_idx_without_record(idx), key, bytes, memory);
	/* A stale record may be of a line that is being removed. */
	rcu_read_lock();
	record = alloc_tag_record_take(key);
	if (!record) {
		/*
		 * In an NMI, the record remains until another one has the same
		 * key.
		 */
		if (events || in_nmi())
			idx = alloc_tag_idx_without_record(idx);
		goto out;
	}

	/*
	 * If the record is of another tag, the slot was overwritten, and the
	 * caller reports that. Unless the bit was set for trace events: then an
	 * earlier allocation at this address has left the record behind.
	 */
	if (events || alloc_tag_idx_without_record(idx) == record->idx)
		idx = alloc_tag_idx_without_record(idx);
	ages = READ_ONCE(record->watch->ages);
	if (ages && record->flags & ALLOC_TAG_WATCH_LIFETIMES)
		atomic_long_inc(&ages->freed[alloc_tag_age_class(alloc_tag_record_age(record))]);
	alloc_tag_record_free(record);
out:
	rcu_read_unlock();
	return idx;
}

/**
 * alloc_tag_watch_split() - copy the record of an allocation that is split
 * @idx: index of the tag, to which the part is charged
 * @part: first page of the part
 * @page: first page of the allocation, whose slot has ALLOC_TAG_IDX_RECORD set
 * @bytes: size of the part
 *
 * Called for each part but the first, which keeps the record of the whole.
 *
 * Context: any but NMI. The caller must own the pages.
 * Return: true if the caller must set ALLOC_TAG_IDX_RECORD in the slot of
 * @part.
 */
bool alloc_tag_watch_split(unsigned long idx, struct page *part, struct page *page, size_t bytes)
{
	bool events;

	rcu_read_lock();
	events = alloc_tag_watch_with_events(idx);
	rcu_read_unlock();
	return alloc_tag_record_copy(part, page, bytes) || events;
}

/*
 * The slot of @from held @idx, which is moved to @to. Write a trace event if
 * the line has the flag e. Context: any.
 */
static void alloc_tag_watch_moved(unsigned long idx, struct page *from, struct page *to)
{
	struct alloc_tag_watch *watch;

	if (!alloc_tag_idx_has_record(idx))
		return;
	idx = alloc_tag_idx_without_record(idx);
	rcu_read_lock();
	watch = alloc_tag_watch_find(idx);
	if (watch && READ_ONCE(watch->flags) & ALLOC_TAG_WATCH_EVENTS)
		alloc_tag_event_move(idx, from, to);
	rcu_read_unlock();
}

/**
 * alloc_tag_watch_swap() - two allocations of pages exchange their tags
 * @idx: what the slot of @page holds
 * @page: first page of one
 * @other_idx: what the slot of @other holds
 * @other: first page of the other
 *
 * Context: any but NMI. The caller must own both.
 */
void alloc_tag_watch_swap(unsigned long idx, struct page *page,
			  unsigned long other_idx, struct page *other)
{
	alloc_tag_record_swap(page, page_to_nid(page), other, page_to_nid(other));
	alloc_tag_watch_moved(idx, page, other);
	alloc_tag_watch_moved(other_idx, other, page);
}

/*
 * Set the flags of all lines in the counters of this CPU. Context: an IPI, or
 * boot; alloc_tag_mutex is held by alloc_tag_watch_publish().
 */
static void alloc_tag_watch_publish_here(void *unused)
{
	struct alloc_tag_counter __percpu *counter;
	struct alloc_tag_watch *watch;
	int bucket;

	hash_for_each(alloc_tag_watches, bucket, watch, node) {
		counter = alloc_tag_counter_of(watch->idx);
		this_cpu_write(counter->flags, watch->flags);
	}
}

/* The same for @cpu, on which nothing runs. */
static void alloc_tag_watch_publish_offline(int cpu)
{
	struct alloc_tag_watch *watch;
	int bucket;

	hash_for_each(alloc_tag_watches, bucket, watch, node)
		per_cpu_ptr(alloc_tag_counter_of(watch->idx), cpu)->flags = watch->flags;
}

static void alloc_tag_set_key(struct static_key_false *key, bool on)
{
	if (on)
		static_branch_enable(key);
	else
		static_branch_disable(key);
}

/*
 * Enable the static keys that the hooks need for the lines that are watched and
 * for samples, and disable the others. Context: boot, or process context; the
 * caller must hold alloc_tag_mutex.
 */
void alloc_tag_watch_set_keys(void)
{
	struct alloc_tag_watch *watch;
	bool lines = false;
	int bucket;

	lockdep_assert_held(&alloc_tag_mutex);
	hash_for_each(alloc_tag_watches, bucket, watch, node)
		lines |= watch->flags;
	alloc_tag_set_key(&alloc_tag_lines_key, lines);
	alloc_tag_set_key(&alloc_tag_watching_key, lines || alloc_tag_sampling.on);
}

/*
 * Tell the hooks about changed flags. Context: boot, or process context; the
 * caller must hold alloc_tag_mutex, so that no watch is added or removed.
 */
static void alloc_tag_watch_publish(void)
{
	int cpu;

	lockdep_assert_held(&alloc_tag_mutex);
	cpus_read_lock();
	for_each_possible_cpu(cpu)
		if (!cpu_online(cpu))
			alloc_tag_watch_publish_offline(cpu);
	/* Early in boot, one CPU runs, and no IPI may be sent. */
	if (system_state == SYSTEM_BOOTING)
		alloc_tag_watch_publish_here(NULL);
	else
		on_each_cpu(alloc_tag_watch_publish_here, NULL, 1);
	cpus_read_unlock();
	alloc_tag_watch_set_keys();
}

/*
 * Make a watch for index @idx, which has none. Returns NULL if memory is short.
 * Context: boot, or process context; the caller must hold alloc_tag_mutex.
 */
static struct alloc_tag_watch *alloc_tag_watch_new(unsigned long idx)
{
	struct alloc_tag_watch *watch = alloc_tag_watch_zalloc(sizeof(*watch));

	if (!watch)
		return NULL;
	watch->idx = idx;
	watch->limit = ALLOC_TAG_DEFAULT_LIMIT;
	raw_spin_lock_init(&watch->peak_lock);
	hash_add_rcu(alloc_tag_watches, &watch->node, idx);
	return watch;
}

/* Reset what is counted for the flags @added, which @watch is about to get. */
static void alloc_tag_watch_restart(struct alloc_tag_watch *watch, u8 added)
{
	unsigned int i;

	if (added & ALLOC_TAG_WATCH_REQUESTED) {
		atomic64_set(&watch->calls, 0);
		atomic64_set(&watch->requested, 0);
		atomic64_set(&watch->given, 0);
	}
	if (added & ALLOC_TAG_WATCH_LIFETIMES)
		for (i = 0; i < ALLOC_TAG_AGES; i++)
			atomic_long_set(&watch->ages->freed[i], 0);
	if (added & ALLOC_TAG_WATCH_PEAK)
		alloc_tag_watch_reset_peak(watch);
	if (added & ALLOC_TAG_WATCH_RECORDS && !(watch->flags & ALLOC_TAG_WATCH_RECORDS)) {
		atomic_long_set(&watch->missed, 0);
		atomic_set(&watch->turn, 0);
		atomic64_set(&watch->sum, 0);
	}
}

/*
 * Change the flags and limits of the line with index @idx as @query says. An
 * operator "=" also resets the limits that are not given. Returns 0 or -ENOMEM.
 * Caller must hold alloc_tag_mutex.
 */
static int alloc_tag_watch_change(unsigned long idx, const struct alloc_tag_query *query)
{
	struct alloc_tag_watch *watch = alloc_tag_watch_find(idx);
	u8 flags = alloc_tag_query_flags(query, watch ? watch->flags : 0);

	if (!watch && !flags)
		return 0;
	if (!watch)
		watch = alloc_tag_watch_new(idx);
	if (!watch)
		return -ENOMEM;
	if (flags & ALLOC_TAG_WATCH_LIFETIMES && !watch->ages) {
		struct alloc_tag_ages *ages = alloc_tag_watch_zalloc(sizeof(*ages));

		if (!ages)
			return -ENOMEM;
		/* Pairs with the READ_ONCE() in alloc_tag_watch_free(). */
		smp_store_release(&watch->ages, ages);
	}
	if (query->op != '-' && query->flags & ALLOC_TAG_WATCH_FAULT &&
	    alloc_tag_fault_set(watch, query))
		return -ENOMEM;
	if (flags & ALLOC_TAG_WATCH_EVENTS)
		WRITE_ONCE(watch->events, true);
	alloc_tag_watch_restart(watch, flags & ~watch->flags);
	if (query->limit || query->op == '=')
		WRITE_ONCE(watch->limit, query->limit ?: ALLOC_TAG_DEFAULT_LIMIT);
	if (query->every || query->op == '=')
		WRITE_ONCE(watch->every, query->every);
	if (query->bytes || query->op == '=')
		WRITE_ONCE(watch->bytes, query->bytes);
	WRITE_ONCE(watch->flags, flags);
	return 0;
}

/**
 * alloc_tag_watch_apply() - execute a query
 * @query: the query
 *
 * Context: boot after alloc_tag_init(), or process context.
 * Return: number of lines that it matches, 0 if it is for samples; -ENOENT if
 * it matches none, -ENOMEM if memory is short, then some lines may have been
 * changed.
 */
int alloc_tag_watch_apply(const struct alloc_tag_query *query)
{
	unsigned long idx = 0;
	int matches = 0;
	int err = 0;

	alloc_tag_lock();
	if (query->for_samples) {
		err = alloc_tag_sample_set(query->sample, query->limit);
		alloc_tag_unlock();
		return err;
	}
	if (query->op != '-' && query->flags & ALLOC_TAG_WATCH_RECORDS)
		err = alloc_tag_records_prepare();
	while (!err && (idx = alloc_tag_next(idx))) {
		if (!alloc_tag_query_match(query, alloc_tag_from_idx(idx),
					   alloc_tag_module_name(idx)))
			continue;
		if (query->allocator && !alloc_tag_calls(idx, query->allocator))
			continue;
		err = alloc_tag_watch_change(idx, query);
		matches++;
	}
	if (matches)
		alloc_tag_watch_publish();
	alloc_tag_unlock();
	if (err)
		return err;
	return matches ?: -ENOENT;
}
EXPORT_SYMBOL_GPL(alloc_tag_watch_apply); /* for KUnit tests */

/**
 * alloc_tag_watch_exec() - execute queries
 * @text: queries, separated by newlines or semicolons; modified
 * @module: name of the module that queries without the term "module" are for;
 *	NULL if they are for all lines
 *
 * If a query is wrong, the reason is logged, and the ones after it are still
 * executed.
 *
 * Context: boot after alloc_tag_init(), or process context.
 * Return: 0 or the first error: -EINVAL for a wrong query, -ENOENT for one that
 * matches no line, -ENOMEM.
 */
int alloc_tag_watch_exec(char *text, const char *module)
{
	struct alloc_tag_query_error error;
	struct alloc_tag_query query;
	char beginning[60];
	int err, first = 0;
	char *next;

	while ((next = strsep(&text, ";\n"))) {
		strscpy(beginning, skip_spaces(next), sizeof(beginning));
		err = alloc_tag_query_parse(next, &query, &error);
		if (err == -ENODATA)
			continue;
		if (err) {
			pr_err("query: %s: \"%s\"\n", error.reason, error.word);
		} else {
			if (!query.module)
				query.module = module;
			err = alloc_tag_watch_apply(&query);
			if (err == -ENOENT)
				pr_err("query matches no line: \"%s\"\n", beginning);
			else if (err < 0)
				pr_err("no memory for the query: \"%s\"\n", beginning);
		}
		if (err < 0 && !first)
			first = err;
	}
	return first;
}

static int __init alloc_tag_watch_early_param(char *arg)
{
	alloc_tag_boot_query = arg;
	if (arg)
		alloc_tag_stack_depot_early();
	return 0;
}
early_param("alloctag.query", alloc_tag_watch_early_param);

/**
 * alloc_tag_watch_boot() - execute the queries of the boot parameter
 *
 * Context: boot, at the end of alloc_tag_init().
 */
void __init alloc_tag_watch_boot(void)
{
	if (!alloc_tag_boot_query)
		return;
	if (alloc_tag_available())
		alloc_tag_watch_exec(alloc_tag_boot_query, NULL);
	else
		pr_warn("alloctag.query: ignored, there is no accounting in this boot\n");
}

/**
 * alloc_tag_watch_module() - execute the queries of the boot parameter
 * MODULE.alloctag=
 * @name: name of the module, whose lines exist
 *
 * Context: process context. None of the module's code has run.
 */
void alloc_tag_watch_module(const char *name)
{
	size_t len = strlen(name);
	char *line, *next, *param, *val;

	if (!strstr(saved_command_line, ".alloctag="))
		return;
	line = kstrdup(saved_command_line, GFP_KERNEL);
	if (!line)
		return;
	next = skip_spaces(line);
	while (*next) {
		next = next_arg(next, &param, &val);
		if (val && parameqn(param, name, len) && !strcmp(param + len, ".alloctag"))
			alloc_tag_watch_exec(val, name);
	}
	kfree(line);
}

/**
 * alloc_tag_watch_module_param() - the argument alloctag= of a module
 * @param: name of an argument that is no parameter of the module
 * @val: its value, or NULL
 * @module: name of the module, whose lines exist
 *
 * Errors of the query are logged only: the module is loaded all the same.
 *
 * Context: process context. None of the module's code has run, except that of
 * its parameters.
 * Return: true if @param is "alloctag".
 */
bool alloc_tag_watch_module_param(const char *param, const char *val, const char *module)
{
	char *text;

	if (strcmp(param, "alloctag"))
		return false;
	text = kstrdup(val ?: "", GFP_KERNEL);
	if (text && alloc_tag_available())
		alloc_tag_watch_exec(text, module);
	kfree(text);
	return true;
}

static void alloc_tag_watch_free_rcu(struct rcu_head *rcu)
{
	struct alloc_tag_watch *watch = container_of(rcu, struct alloc_tag_watch, rcu);

	kvfree(watch->ages);
	kvfree(watch->fault);
	kvfree(watch);
}

/**
 * alloc_tag_watch_forget() - free what is kept of a tag that is being removed
 * @idx: the index of the tag, to which no memory is charged
 *
 * It is freed after a grace period: a stale record or an overwritten slot may
 * have led a hook on another CPU to it.
 *
 * Context: process context, the caller must hold alloc_tag_mutex.
 */
void alloc_tag_watch_forget(unsigned long idx)
{
	struct alloc_tag_watch *watch = alloc_tag_watch_find(idx);

	if (!watch)
		return;
	alloc_tag_records_drop(watch);
	hash_del_rcu(&watch->node);
	call_rcu(&watch->rcu, alloc_tag_watch_free_rcu);
}

/**
 * alloc_tag_watch_forgotten() - the last of several tags has been forgotten
 *
 * To be called after alloc_tag_watch_forget(), once for all tags of a module:
 * drops the samples of tags that were removed, for which it looks at each
 * record, and disables static keys that are no longer needed. No flags have to
 * be published: no code counts at these tags any more.
 *
 * Context: process context, the caller must hold alloc_tag_mutex.
 */
void alloc_tag_watch_forgotten(void)
{
	alloc_tag_watch_set_keys();
	if (atomic_read(&alloc_tag_samples.records))
		alloc_tag_records_drop_removed();
}
