/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: records of live allocations, and samples of the allocations
 * of all lines. Shared by the files that implement this, by those that watch
 * single lines, which have records of the same kind, and by their tests.
 *
 *	hooks.c		called by the hooks of the allocators
 *	record.c	the records of live allocations
 *	sample.c	chooses samples, and computes their weights
 *	alone.c		samples alone, without counting
 *	stacks.c	files in debugfs that add up records by call stack
 *	print.c		prints call stacks
 *
 * Nothing here needs CONFIG_ALLOC_TAG_WATCH, whose files are in ../watch/: what
 * the files above call there does nothing without that option.
 */
#ifndef _LIB_ALLOC_TAG_SAMPLE_H
#define _LIB_ALLOC_TAG_SAMPLE_H

#include <linux/alloc_tag/watch.h>
#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/sched.h>
#include <linux/stackdepot.h>

struct dentry;
struct seq_file;

/* The most bytes that there can be between two samples: 1 GiB. */
#define ALLOC_TAG_SAMPLE_MAX	BIT(30)

/* The limit of samples, unless one is given. */
#define ALLOC_TAG_SAMPLE_LIMIT	100000

/*
 * The limit of all records, unless one is given: 64 in each bucket, which is
 * copied with its lock held. But not more than one byte in ALLOC_TAG_ALL_SHARE.
 */
#define ALLOC_TAG_ALL_LIMIT	BIT(20)
#define ALLOC_TAG_ALL_SHARE	16

/* Number of fractional bits in what alloc_tag_sample_weight() returns. */
#define ALLOC_TAG_WEIGHT_SHIFT	32

/**
 * struct alloc_tag_quota - how many records there may be, and are
 * @limit: how many there may be
 * @records: how many there are
 * @missed: allocations that should have a record and have none
 *
 * Each line that is or was watched has one, and the samples of all other lines
 * share one, alloc_tag_sample_quota. In addition, all records count towards
 * alloc_tag_all_quota. Its @missed counts allocations for which the other quota
 * had room.
 */
struct alloc_tag_quota {
	unsigned int limit;
	atomic_t records;
	atomic_long_t missed;
};

/**
 * struct alloc_tag_sampling - the rate of samples
 * @bytes: one in @bytes bytes is chosen; of the last samples if not @on
 * @generation: number of the samples of this rate; it wraps
 * @on: are samples taken?
 */
struct alloc_tag_sampling {
	u32 bytes;
	u16 generation;
	bool on;
};

extern struct alloc_tag_sampling alloc_tag_sampling;
extern struct alloc_tag_quota alloc_tag_sample_quota;
extern struct alloc_tag_quota alloc_tag_all_quota;

/**
 * struct alloc_tag_record - a live allocation: a sample, or of a watched line
 * @node: in its bucket
 * @key: address of the object, or of struct page
 * @quota: the quota that it counts towards: its line's or, for a sample whose
 *	line has no records, alloc_tag_sample_quota
 * @time: when it was allocated, in nanoseconds since boot
 * @idx: index of the tag
 * @requested: bytes that were asked for
 * @given: bytes that the memory takes; they are charged, unless @alone
 * @sampled: of a sample, @given when it was taken: a part of an allocation that
 *	was split has the weight of the whole
 * @gfp: allocation flags
 * @stack: the call stack, 0 if it could not be saved
 * @pid: the task that allocated it, or that was interrupted
 * @tgid: its thread group
 * @nid: node of the memory; NUMA_NO_NODE for a per-CPU object
 * @generation: of a sample, alloc_tag_sampling.generation when it was taken
 * @flags: ALLOC_TAG_WATCH_... of the line when it was allocated
 * @level: 0 in a task, 1 in a softirq, 2 in a hard interrupt
 * @memory: kind of memory, an enum alloc_tag_memory
 * @alone: is the memory not charged? Then its slab or page says that it has a
 *	sample, see mm/alloc_tag/sampled.h, and a tag of a module is kept as
 *	long as the record is
 * @sample: is it a sample?
 * @comm: name of the task
 *
 * Protected by the lock of the bucket. A record that was taken out of its
 * bucket belongs to the task that did that.
 *
 * Sizes have 32 bits so that it takes 96 bytes.
 */
struct alloc_tag_record {
	struct hlist_node node;
	const void *key;
	struct alloc_tag_quota *quota;
	u64 time;
	u32 idx;
	u32 requested;
	u32 given;
	u32 sampled;
	gfp_t gfp;
	depot_stack_handle_t stack;
	pid_t pid;
	pid_t tgid;
	s16 nid;
	u16 generation;
	u8 flags;
	u8 level;
	u8 memory;
	bool alone : 1;
	bool sample : 1;
	char comm[TASK_COMM_LEN];
};

static_assert(sizeof(struct alloc_tag_record) == 96);

/**
 * struct alloc_tag_records - a copy of the records of a bucket
 * @record: the records
 * @nr: number of records
 * @room: number of records that there is room for
 */
struct alloc_tag_records {
	struct alloc_tag_record *record;
	unsigned int nr;
	unsigned int room;
};

/**
 * struct alloc_tag_stack - the live memory of a line and a call stack
 * @idx: index of the tag
 * @id: tells tags apart that had the same index, see alloc_tag_module_id()
 * @bytes: live bytes; for samples, the bytes that they represent
 * @calls: number of allocations that samples represent, fixed point with
 *	ALLOC_TAG_CALLS_SHIFT fractional bits
 * @bytes_variance: of samples, the variance of @bytes in units of
 *	alloc_tag_sampling.bytes, fixed point
 * @calls_variance: of samples, the variance of @calls in the same units
 * @records: number of records
 * @stack: the call stack
 */
struct alloc_tag_stack {
	unsigned long idx;
	u64 id;
	u64 bytes;
	u64 calls;
	u64 bytes_variance;
	u64 calls_variance;
	unsigned int records;
	depot_stack_handle_t stack;
};

#define ALLOC_TAG_CALLS_SHIFT	16

/**
 * struct alloc_tag_stacks - live memory by line and call stack, sorted by bytes
 * @stack: the entries
 * @nr: number of entries
 * @room: number of entries that there is room for
 * @sampling: for samples, their rate; otherwise @sampling.bytes is 0
 */
struct alloc_tag_stacks {
	struct alloc_tag_stack *stack;
	size_t nr;
	size_t room;
	struct alloc_tag_sampling sampling;
};

/* sample.c */
u64 alloc_tag_sample_ln(u64 random);
u64 alloc_tag_sample_weight(u64 bytes, u64 mean);
bool alloc_tag_sample_due(size_t bytes);
int alloc_tag_sample_set(u64 bytes, unsigned int limit);

/* record.c */
u64 alloc_tag_watch_now(void);
__allocator void *alloc_tag_watch_zalloc(size_t bytes);
int alloc_tag_records_prepare(void);
bool alloc_tag_record_alloc(struct alloc_tag_quota *quota, unsigned long idx, u8 flags,
			    bool sample, u16 generation,
			    const struct alloc_tag_allocation *allocation);
struct alloc_tag_record *alloc_tag_record_take(const void *key, bool alone);
void alloc_tag_record_free(struct alloc_tag_record *record);
bool alloc_tag_record_copy(const void *to, const void *from, size_t bytes);
void alloc_tag_record_swap(const void *one, int one_nid, const void *other, int other_nid);
void alloc_tag_records_drop(struct alloc_tag_quota *quota);
bool alloc_tag_record_in_progress(void);
unsigned int alloc_tag_records_buckets(void);
bool alloc_tag_records_empty(unsigned int bucket);
int alloc_tag_records_copy(struct alloc_tag_records *copy, unsigned int bucket);
u64 alloc_tag_record_age(const struct alloc_tag_record *record);

/* print.c */
void alloc_tag_print_stack(struct seq_file *m, depot_stack_handle_t stack, const char *indent);

/* stacks.c */
extern const struct file_operations alloc_tag_stacks_fops;
int alloc_tag_stacks_collect(struct alloc_tag_stacks *stacks, bool samples);

#ifdef CONFIG_ALLOC_TAG_WATCH

/* ../watch/line.c */
void alloc_tag_lines_set_keys(bool sampling);

/* ../watch/hooks.c */
bool alloc_tag_line_alloc(unsigned long idx, const struct alloc_tag_allocation *allocation,
			  bool sample, u16 generation, bool *recorded);
void alloc_tag_line_missed(unsigned long idx, size_t bytes);
bool alloc_tag_line_free(unsigned long idx, const void *key, size_t bytes,
			 enum alloc_tag_memory memory);
void alloc_tag_line_freed(const struct alloc_tag_record *record);
bool alloc_tag_line_has_events(unsigned long idx);
void alloc_tag_line_move(unsigned long idx, struct page *from, struct page *to);

#else

static inline void alloc_tag_lines_set_keys(bool sampling) { }

static inline bool alloc_tag_line_alloc(unsigned long idx,
					const struct alloc_tag_allocation *allocation,
					bool sample, u16 generation, bool *recorded)
{
	return false;
}

static inline void alloc_tag_line_missed(unsigned long idx, size_t bytes) { }

static inline bool alloc_tag_line_free(unsigned long idx, const void *key, size_t bytes,
				       enum alloc_tag_memory memory)
{
	return false;
}

static inline void alloc_tag_line_freed(const struct alloc_tag_record *record) { }
static inline bool alloc_tag_line_has_events(unsigned long idx) { return false; }
static inline void alloc_tag_line_move(unsigned long idx, struct page *from, struct page *to) { }

#endif /* CONFIG_ALLOC_TAG_WATCH */

#endif /* _LIB_ALLOC_TAG_SAMPLE_H */
