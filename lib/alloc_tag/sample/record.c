// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: records of live allocations: of samples, and of watched
 * lines.
 *
 * A record is made by the hook of an allocation, and dropped by the hook of its
 * free. It is found by the address of the object or the page, in a hash table
 * with a lock for each bucket. The table is allocated when a line needs records
 * or samples are taken for the first time, and kept.
 *
 * Making a record allocates memory: the record itself, and perhaps room for the
 * call stack. So the hooks may come here again, for the pages of a slab of
 * records or of stackdepot. A per-CPU flag for each context level prevents
 * recursion: such an allocation gets no record, and counts as missed if its
 * line is watched. So freeing a record, which may free a slab of records, never
 * has to free another one.
 *
 * Memory for records is allocated without reclaim and without waking kswapd, as
 * the hook may be called with locks of the page allocator held (bulk
 * allocations). It is charged to the line in new_record().
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/alloc_tag/boot.h>
#include <linux/code_tag/compat.h>
#include <linux/code_tag/stack.h>
#include <linux/bits.h>
#include <linux/cache.h>
#include <linux/export.h>
#include <linux/hash.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/kmemleak.h>
#include <linux/kstrtox.h>
#include <linux/memblock.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "../internal.h"
#include "sample.h"

/* 16,384 buckets: six records each, with 100,000 records. */
#define BUCKET_BITS	14
#define BUCKETS		BIT(BUCKET_BITS)

/* Depth of the stacks. */
#define STACK_DEPTH	20

/* Records for allocations before there is a cache of records. */
#define EARLY_RECORDS	1024

/* No reclaim, see above; and no reserves if the task may use them. */
#define RECORD_GFP	(__GFP_NOWARN | __GFP_NOMEMALLOC)

struct alloc_tag_bucket {
	raw_spinlock_t lock;
	struct hlist_head records;
};

/* NULL until a line needs records. Never freed. */
static struct alloc_tag_bucket *buckets;

static struct kmem_cache *record_cache;

/* Records for boot, from memblock; each is used once. */
static struct alloc_tag_record *early_records;
static atomic_t early_used;

/* Records of samples that count towards no line. */
struct alloc_tag_quota alloc_tag_sample_quota = { .limit = ALLOC_TAG_SAMPLE_LIMIT };
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_sample_quota);

/* All records. */
struct alloc_tag_quota alloc_tag_all_quota = { .limit = ALLOC_TAG_ALL_LIMIT };
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_all_quota);

/* Was its limit given, with alloctag.records=? */
static bool all_limit_given __ro_after_init;

/* Nanoseconds since boot. Context: any. */
u64 alloc_tag_watch_now(void)
{
	return ktime_get_mono_fast_ns();
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_watch_now);

/*
 * Allocate @bytes of zeroed memory; from memblock before there are slabs. It is
 * charged to the line that calls this. Returns NULL if memory is short.
 * Context: boot, or process context.
 */
void *__ref alloc_tag_watch_zalloc(size_t bytes)
{
	return slab_is_available() ? kvzalloc(bytes, GFP_KERNEL) :
				     memblock_alloc(bytes, SMP_CACHE_BYTES);
}

/* Is a record being made on this CPU? A bit for each context level. */
static DEFINE_PER_CPU(u8, record_busy);

/*
 * Begin to make a record. Returns false if one is being made on this CPU at the
 * same context level, that is, by our caller. Otherwise stores the argument for
 * end_record() in @bit; until that call, the task stays on this CPU. Context:
 * any.
 *
 * With PREEMPT_RT, memory can't be allocated while preemption is disabled. So
 * another task may find the flag set there, and miss its records.
 */
static bool begin_record(u8 *bit)
{
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		migrate_disable();
	else
		preempt_disable();
	*bit = 1 << interrupt_context_level();
	if (!(this_cpu_read(record_busy) & *bit)) {
		this_cpu_or(record_busy, *bit);
		return true;
	}
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		migrate_enable();
	else
		preempt_enable();
	return false;
}

static void end_record(u8 bit)
{
	this_cpu_and(record_busy, ~bit);
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		migrate_enable();
	else
		preempt_enable();
}

/*
 * Is the caller allocating memory for a record? Preemption is disabled while a
 * record is made, so a flag that is set is ours. With PREEMPT_RT, another task
 * may have set it. Context: any.
 */
bool alloc_tag_record_in_progress(void)
{
	return this_cpu_read(record_busy) & (1 << interrupt_context_level());
}

static bool is_early(const struct alloc_tag_record *record)
{
	return early_records && record >= early_records &&
	       record < early_records + EARLY_RECORDS;
}

/* Allocate a record. Returns NULL if memory is short. Context: any. */
static struct alloc_tag_record *new_record(void)
{
	unsigned int nr;

	if (likely(record_cache))
		return kmem_cache_alloc(record_cache, RECORD_GFP);
	if (!early_records)
		return NULL;
	nr = atomic_fetch_inc(&early_used);
	return nr < EARLY_RECORDS ? &early_records[nr] : NULL;
}

/* Count @record as gone from its line, and free it. Context: any. */
void alloc_tag_record_free(struct alloc_tag_record *record)
{
	if (record->alone)
		alloc_tag_entry_release(record->idx);
	atomic_dec(&record->quota->records);
	atomic_dec(&alloc_tag_all_quota.records);
	if (!is_early(record))
		kmem_cache_free(record_cache, record);
}

static struct alloc_tag_bucket *bucket_of(const void *key)
{
	return &buckets[hash_ptr(key, BUCKET_BITS)];
}

/*
 * The record of @key in @bucket, NULL if there is none. The caller must hold
 * the lock of the bucket.
 */
static struct alloc_tag_record *find_record(struct alloc_tag_bucket *bucket, const void *key)
{
	struct alloc_tag_record *record;

	hlist_for_each_entry(record, &bucket->records, node)
		if (record->key == key)
			return record;
	return NULL;
}

/**
 * alloc_tag_record_take() - take the record of an allocation out of the table
 * @key: key of the allocation, which the caller must own
 * @alone: take a record of memory that is not charged; otherwise one of memory
 *	that is
 *
 * Context: any. The caller must hold rcu_read_lock() until it has freed the
 * record or inserted it again: no memory keeps the line of a stale record, and
 * alloc_tag_records_drop() doesn't find one that is in no bucket.
 * Return: the record, which the caller must free or insert again; NULL if there
 * is none.
 */
struct alloc_tag_record *alloc_tag_record_take(const void *key, bool alone)
{
	struct alloc_tag_record *record;
	struct alloc_tag_bucket *bucket;
	unsigned long flags;

	RCU_LOCKDEP_WARN(!rcu_read_lock_held(), "a record is taken out without rcu_read_lock()");
	/* An overwritten slot may say that there is a record. */
	if (!READ_ONCE(buckets))
		return NULL;
	bucket = bucket_of(key);
	/*
	 * If there is one, our caller has got the memory after it was inserted.
	 * Most objects of a slab that has samples have none.
	 */
	if (hlist_empty(&bucket->records))
		return NULL;
	raw_spin_lock_irqsave(&bucket->lock, flags);
	record = find_record(bucket, key);
	if (record && record->alone != alone)
		record = NULL;
	if (record)
		hlist_del(&record->node);
	raw_spin_unlock_irqrestore(&bucket->lock, flags);
	return record;
}

/*
 * Insert @record, with @key. The caller must own the allocation. A record that
 * has the key already is stale, and freed. Context: any.
 */
static void insert_record(struct alloc_tag_record *record, const void *key)
{
	struct alloc_tag_bucket *bucket = bucket_of(key);
	struct alloc_tag_record *stale;
	unsigned long flags;

	record->key = key;
	/* The line of a stale record may be freed when that is unlinked. */
	rcu_read_lock();
	raw_spin_lock_irqsave(&bucket->lock, flags);
	/* A free does not drop the record if the slot was overwritten. */
	stale = find_record(bucket, key);
	if (stale)
		hlist_del(&stale->node);
	hlist_add_head(&record->node, &bucket->records);
	raw_spin_unlock_irqrestore(&bucket->lock, flags);
	if (stale) {
		/* See mm/alloc_tag/sampled.h: its slab would still count it. */
		WARN_ON_ONCE(stale->alone && stale->memory == ALLOC_TAG_OBJECT);
		alloc_tag_record_free(stale);
	}
	rcu_read_unlock();
}

/* Count a record in @quota. Returns false, and counts none, if it is full. */
static bool count_record(struct alloc_tag_quota *quota)
{
	if (atomic_inc_return(&quota->records) <= READ_ONCE(quota->limit))
		return true;
	atomic_dec(&quota->records);
	return false;
}

/*
 * Allocate a record, if @quota and the limit of all records have room for it,
 * and count it there. Returns NULL, and counts nothing, if not, or if memory is
 * short. Context: any.
 */
static struct alloc_tag_record *get_record(struct alloc_tag_quota *quota)
{
	struct alloc_tag_record *record;

	if (!count_record(quota))
		return NULL;
	if (!count_record(&alloc_tag_all_quota)) {
		atomic_long_inc(&alloc_tag_all_quota.missed);
		goto full;
	}
	record = new_record();
	if (record)
		return record;
	atomic_dec(&alloc_tag_all_quota.records);
full:
	atomic_dec(&quota->records);
	return NULL;
}

/*
 * Save the call stack from the function on that returns to @caller, an address
 * in the allocator. Returns 0 if memory is short.
 */
static depot_stack_handle_t save_stack(unsigned long caller)
{
	unsigned long entries[CODE_TAG_STACK_OURS + STACK_DEPTH];
	unsigned int nr = code_tag_stack_save(entries, ARRAY_SIZE(entries), caller);

	return stack_depot_save(entries, nr, RECORD_GFP);
}

/**
 * alloc_tag_record_alloc() - make a record of an allocation
 * @quota: what the record counts towards: the quota of its line or, for a
 *	sample that the line needs no record of, alloc_tag_sample_quota
 * @idx: index of the tag
 * @flags: the flags of the line
 * @sample: is it a sample?
 * @generation: of a sample, alloc_tag_sampling.generation
 * @allocation: the allocation
 *
 * If it can't be made, it is counted as missed.
 *
 * Context: any. The caller must hold rcu_read_lock().
 * Return: true if there is a record now.
 */
noinline bool alloc_tag_record_alloc(struct alloc_tag_quota *quota, unsigned long idx, u8 flags,
				     bool sample, u16 generation,
				     const struct alloc_tag_allocation *allocation)
{
	struct alloc_tag_record *record;
	u8 bit;

	if (!begin_record(&bit)) {
		atomic_long_inc(&quota->missed);
		return false;
	}

	record = get_record(quota);
	if (record) {
		memset(record, 0, sizeof(*record));
		record->quota = quota;
		record->idx = idx;
		record->time = alloc_tag_watch_now();
		record->requested = allocation->requested;
		record->given = allocation->given;
		record->gfp = allocation->gfp;
		record->nid = allocation->nid;
		record->memory = allocation->memory;
		record->flags = flags;
		record->alone = !allocation->charged;
		record->level = interrupt_context_level();
		record->pid = task_pid_nr(current);
		record->tgid = task_tgid_nr(current);
		memcpy(record->comm, current->comm, sizeof(record->comm));
		record->comm[sizeof(record->comm) - 1] = '\0';
		if (sample) {
			record->sample = true;
			record->sampled = allocation->given;
			record->generation = generation;
		}
		if (sample || flags & (ALLOC_TAG_WATCH_CONTEXTS | ALLOC_TAG_WATCH_STACKS))
			record->stack = save_stack(allocation->caller);
		if (record->alone)
			alloc_tag_entry_hold(idx);
		insert_record(record, allocation->key);
	} else {
		atomic_long_inc(&quota->missed);
	}
	end_record(bit);
	return record;
}

/**
 * alloc_tag_record_resize() - change the size of an allocation in its record
 * @key: key of the allocation, which the caller must own
 * @bytes: the new size
 *
 * Does nothing if it has no record.
 *
 * Context: any.
 */
void alloc_tag_record_resize(const void *key, size_t bytes)
{
	struct alloc_tag_bucket *bucket;
	struct alloc_tag_record *record;
	unsigned long flags;

	/* With trace events only, slots have the bit, and there is no table. */
	if (!READ_ONCE(buckets))
		return;
	bucket = bucket_of(key);
	/* Sizes have 32 bits; only alloc_contig_range() could exceed them. */
	bytes = min_t(size_t, bytes, U32_MAX);
	raw_spin_lock_irqsave(&bucket->lock, flags);
	hlist_for_each_entry(record, &bucket->records, node) {
		if (record->key == key) {
			record->requested = bytes;
			record->given = bytes;
		}
	}
	raw_spin_unlock_irqrestore(&bucket->lock, flags);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_record_resize);

/* As alloc_tag_record_take(), whether the memory of @key is charged or not. */
static struct alloc_tag_record *take_any(const void *key)
{
	return alloc_tag_record_take(key, false) ?: alloc_tag_record_take(key, true);
}

/**
 * alloc_tag_record_copy() - make a record for a part of an allocation
 * @to: key of the part
 * @from: key of the allocation, which is not changed
 * @bytes: size of the part
 *
 * If there can't be one, it is counted as missed.
 *
 * Context: any. The caller must own the allocation.
 * Return: true if there is a record now.
 */
bool alloc_tag_record_copy(const void *to, const void *from, size_t bytes)
{
	struct alloc_tag_record *original, *record = NULL;
	struct alloc_tag_quota *quota;
	u8 bit;

	rcu_read_lock();
	original = take_any(from);
	if (!original)
		goto out;
	quota = original->quota;
	if (begin_record(&bit)) {
		record = get_record(quota);
		if (record) {
			*record = *original;
			record->requested = bytes;
			record->given = bytes;
			if (record->alone)
				alloc_tag_entry_hold(record->idx);
			insert_record(record, to);
		}
		end_record(bit);
	}
	if (!record)
		atomic_long_inc(&quota->missed);
	insert_record(original, from);
out:
	rcu_read_unlock();
	return record;
}

/**
 * alloc_tag_record_swap() - exchange the records of two allocations
 * @one: key of one allocation, which may have a record or not
 * @one_nid: node of its memory
 * @other: key of the other one
 * @other_nid: node of its memory
 *
 * Context: any. The caller must own both allocations.
 */
void alloc_tag_record_swap(const void *one, int one_nid, const void *other, int other_nid)
{
	struct alloc_tag_record *of_one, *of_other;

	rcu_read_lock();
	of_one = take_any(one);
	of_other = take_any(other);
	if (of_one) {
		of_one->nid = other_nid;
		insert_record(of_one, other);
	}
	if (of_other) {
		of_other->nid = one_nid;
		insert_record(of_other, one);
	}
	rcu_read_unlock();
}

/*
 * Is @record to be dropped: does it count towards @quota, and if it is a
 * sample, was its tag removed? Or if @quota is NULL, is its memory charged?
 * Caller must hold alloc_tag_mutex.
 */
static bool is_dropped(const struct alloc_tag_record *record, const struct alloc_tag_quota *quota)
{
	if (!quota)
		return !record->alone;
	return record->quota == quota &&
	       (quota != &alloc_tag_sample_quota || !alloc_tag_exists(record->idx));
}

/*
 * Drop the records in bucket @i that is_dropped() says. Caller must hold
 * alloc_tag_mutex.
 */
static void drop_from_bucket(unsigned int i, const struct alloc_tag_quota *quota)
{
	struct alloc_tag_record *record;
	struct hlist_node *next;
	HLIST_HEAD(dropped);

	raw_spin_lock_irq(&buckets[i].lock);
	hlist_for_each_entry_safe(record, next, &buckets[i].records, node) {
		if (!is_dropped(record, quota))
			continue;
		hlist_del(&record->node);
		hlist_add_head(&record->node, &dropped);
	}
	raw_spin_unlock_irq(&buckets[i].lock);
	hlist_for_each_entry_safe(record, next, &dropped, node)
		alloc_tag_record_free(record);
}

/**
 * alloc_tag_records_drop() - drop all records of a line
 * @quota: the quota of the line, to which no memory is charged
 *
 * The frees have dropped all of them, except where a slot was overwritten.
 *
 * Context: process context, the caller must hold alloc_tag_mutex.
 */
void alloc_tag_records_drop(struct alloc_tag_quota *quota)
{
	atomic_t *left = &quota->records;
	unsigned int i;

	while (atomic_read(left)) {
		for (i = 0; i < alloc_tag_records_buckets() && atomic_read(left); i++)
			drop_from_bucket(i, quota);
		/* Let a hook that has taken one out put it back. */
		if (atomic_read(left))
			synchronize_rcu();
	}
}

/**
 * alloc_tag_records_drop_removed() - drop samples of tags that were removed
 *
 * As with alloc_tag_records_drop(), there are few of them, or none. But they
 * can be in any bucket: to be called once for all tags of a module.
 *
 * Context: process context. The caller must have held alloc_tag_mutex since
 * before the tags were removed, so that no other tag has their indexes yet.
 */
void alloc_tag_records_drop_removed(void)
{
	unsigned int i;

	if (!atomic_read(&alloc_tag_sample_quota.records))
		return;
	for (i = 0; i < alloc_tag_records_buckets(); i++)
		if (!alloc_tag_records_empty(i))
			drop_from_bucket(i, &alloc_tag_sample_quota);
}

/**
 * alloc_tag_records_drop_charged() - drop all records of charged memory
 *
 * One that a hook is moving right now may be left. It is stale then, and freed
 * when its address gets another record.
 *
 * Context: process context, the caller must hold alloc_tag_mutex. No slot says
 * that there is a record.
 */
void alloc_tag_records_drop_charged(void)
{
	unsigned int i;

	for (i = 0; i < alloc_tag_records_buckets(); i++)
		if (!alloc_tag_records_empty(i))
			drop_from_bucket(i, NULL);
}

static int __init parse_limit(char *arg)
{
	int err = arg ? kstrtouint(arg, 0, &alloc_tag_all_quota.limit) : -EINVAL;

	all_limit_given = !err;
	return err;
}
early_param("alloctag.records", parse_limit);

/* Allocate records for use before alloc_tag_records_init() makes the cache. */
static int __init prepare_early(void)
{
	if (early_records)
		return 0;
	early_records = memblock_alloc(EARLY_RECORDS * sizeof(*early_records), SMP_CACHE_BYTES);
	if (!early_records)
		return -ENOMEM;
	/* Keys are addresses of objects: they must not hide leaks of these. */
	kmemleak_ignore_phys(__pa(early_records));
	return 0;
}

/*
 * Make the cache of records, if there is none yet. SLAB_NOLEAKTRACE keeps it
 * from being merged: its slabs must be allocated for records only, see above.
 * Returns 0 or -ENOMEM. Caller must hold alloc_tag_mutex, except at boot.
 */
static int prepare_cache(void)
{
	unsigned long limit = (totalram_pages() << PAGE_SHIFT) / ALLOC_TAG_ALL_SHARE /
			      sizeof(struct alloc_tag_record);
	int err = stack_depot_init();
	struct kmem_cache *cache;

	if (err || record_cache)
		return err;
	cache = kmem_cache_create("alloc_tag_record", sizeof(struct alloc_tag_record), 0,
				  SLAB_NOLEAKTRACE, NULL);
	if (!cache)
		return -ENOMEM;
	if (!all_limit_given)
		WRITE_ONCE(alloc_tag_all_quota.limit, min(limit, ALLOC_TAG_ALL_LIMIT));
	/* Pairs with the address dependency in new_record(). */
	smp_store_release(&record_cache, cache);
	return 0;
}

/**
 * alloc_tag_records_prepare() - allocate what records need
 *
 * Must be called before the first line gets a flag that needs records.
 *
 * Context: boot, or process context; the caller must hold alloc_tag_mutex.
 * Return: 0 or -ENOMEM.
 */
int __ref alloc_tag_records_prepare(void)
{
	struct alloc_tag_bucket *new_buckets;
	unsigned int i;
	int err;

	err = slab_is_available() ? prepare_cache() : prepare_early();
	if (err || buckets)
		return err;
	new_buckets = alloc_tag_watch_zalloc(BUCKETS * sizeof(*new_buckets));
	if (!new_buckets)
		return -ENOMEM;
	for (i = 0; i < BUCKETS; i++)
		raw_spin_lock_init(&new_buckets[i].lock);
	/* Pairs with the READ_ONCE() in alloc_tag_record_take(). */
	smp_store_release(&buckets, new_buckets);
	return 0;
}

/**
 * alloc_tag_records_init() - make the cache of records, if boot has lines
 *
 * Context: boot, as soon as caches can be created.
 */
void __init alloc_tag_records_init(void)
{
	/* Without it, the records from memblock have to do. */
	if (buckets && prepare_cache())
		pr_warn("no memory for records\n");
}

/* Number of buckets; 0 before there are any. Context: any. */
unsigned int alloc_tag_records_buckets(void)
{
	return READ_ONCE(buckets) ? BUCKETS : 0;
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_records_buckets);

/* Is bucket number @bucket empty? Context: any. */
bool alloc_tag_records_empty(unsigned int bucket)
{
	return hlist_empty(&buckets[bucket].records);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_records_empty);

/**
 * alloc_tag_records_copy() - copy the records of a bucket
 * @copy: where to store them, zeroed before the first call; the caller must
 *	kvfree() copy->record in the end
 * @bucket: number of the bucket
 *
 * May sleep to allocate memory, without the lock of the bucket. The copies, and
 * the lines that they point to, can be used as long as the caller holds
 * alloc_tag_mutex.
 *
 * Context: process context, the caller must hold alloc_tag_mutex.
 * Return: 0 or -ENOMEM.
 */
int alloc_tag_records_copy(struct alloc_tag_records *copy, unsigned int bucket)
{
	struct alloc_tag_bucket *from = &buckets[bucket];
	struct alloc_tag_record *record;
	unsigned int nr;

	for (;;) {
		nr = 0;
		raw_spin_lock_irq(&from->lock);
		hlist_for_each_entry(record, &from->records, node) {
			if (nr < copy->room)
				copy->record[nr] = *record;
			nr++;
		}
		raw_spin_unlock_irq(&from->lock);
		copy->nr = nr;
		if (nr <= copy->room)
			return 0;

		kvfree(copy->record);
		copy->nr = 0;
		copy->room = nr + 16;
		copy->record = kvmalloc_array(copy->room, sizeof(*record), GFP_KERNEL);
		if (!copy->record) {
			copy->room = 0;
			return -ENOMEM;
		}
	}
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_records_copy);

/*
 * The age of the allocation of @record in nanoseconds. The clock may be behind
 * the clock of the CPU that allocated it, see ktime_get_mono_fast_ns().
 * Context: any.
 */
u64 alloc_tag_record_age(const struct alloc_tag_record *record)
{
	return max_t(s64, alloc_tag_watch_now() - record->time, 0);
}
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_record_age);
