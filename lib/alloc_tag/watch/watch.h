/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the state of a watched line, and the records of its live
 * allocations. Shared by the files that implement this, and by their tests.
 *
 *	hooks.c		called by the hooks of the allocators
 *	record.c	the records of live allocations
 *	sample.c	chooses samples, and computes their weights
 *	event.c		trace events
 *	fault.c		lets allocations fail
 *	line.c		the state of each watched line
 *
 *	query.c		parses queries
 *	allocator.c	which allocators a line calls, for queries
 *	exec.c		executes queries, from debugfs and from parameters
 *	control.c	the files in debugfs
 *	stacks.c	those that add up records by call stack
 *	print.c		prints call stacks
 *
 * No two of them need each other.
 */
#ifndef _LIB_ALLOC_TAG_WATCH_H
#define _LIB_ALLOC_TAG_WATCH_H

#include <linux/alloc_tag/watch.h>
#include <linux/atomic.h>
#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/stackdepot.h>

#include "query.h"

struct dentry;
struct seq_file;

/* The limit of a line for which none is given. A record takes 96 bytes. */
#define ALLOC_TAG_DEFAULT_LIMIT	10000

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

/*
 * Ages are counted by powers of two: class 0 is below a microsecond, class n is
 * from 2^(n-1) microseconds on. The last class begins at 12 days.
 */
#define ALLOC_TAG_AGES		42

/**
 * struct alloc_tag_ages - how long the objects of a line live
 * @freed: number of objects by their age when they were freed
 * @live: number of live objects by their age, and @oldest, the highest age in
 *	nanoseconds: as alloc_tag_records_age() found them last; protected by
 *	alloc_tag_mutex
 */
struct alloc_tag_ages {
	atomic_long_t freed[ALLOC_TAG_AGES];
	unsigned long live[ALLOC_TAG_AGES];
	u64 oldest;
};

/**
 * struct alloc_tag_quota - how many records there may be, and are
 * @limit: how many there may be
 * @records: how many there are
 * @missed: allocations that should have a record and have none
 *
 * Each line that is or was watched has one, and the samples of all other lines
 * share one, alloc_tag_sample_quota. In addition, all records count towards
 * alloc_tag_all_quota, whose @missed are those that had room otherwise.
 */
struct alloc_tag_quota {
	unsigned int limit;
	atomic_t records;
	atomic_long_t missed;
};

/**
 * struct alloc_tag_line - a line that is, or was, watched
 * @node: in the hash table of line.c
 * @idx: index of the tag
 * @flags: a mask of ALLOC_TAG_WATCH_...; written under alloc_tag_mutex
 * @events: has ALLOC_TAG_WATCH_EVENTS ever been set? Then the slot of an object
 *	may have ALLOC_TAG_IDX_RECORD set although there is no record
 * @early: is its memory from memblock?
 * @quota: its records
 * @every: make a record of every @every-th allocation; 0: of each
 * @bytes: make a record each time another @bytes bytes have been allocated; 0:
 *	of each allocation
 * @turn: number of allocations seen, for @every
 * @sum: number of bytes seen, for @bytes
 * @calls: allocations since ALLOC_TAG_WATCH_REQUESTED was set
 * @requested: bytes that these asked for
 * @given: bytes that were charged for them
 * @peak_lock: protects the two members below
 * @peak: the most live bytes since ALLOC_TAG_WATCH_PEAK was set
 * @peak_time: when that was, in nanoseconds since boot
 * @ages: NULL until ALLOC_TAG_WATCH_LIFETIMES is set
 * @fault: NULL until ALLOC_TAG_WATCH_FAULT is set
 * @rcu: to free it
 *
 * It is kept as long as it has flags, limits or records, and then until the
 * next query that removes flags, or until its tag is removed with a module. It
 * is freed after a grace period.
 */
struct alloc_tag_line {
	struct hlist_node node;
	unsigned long idx;
	u8 flags;
	bool events;
	bool early;
	struct alloc_tag_quota quota;
	unsigned int every;
	u64 bytes;
	atomic_t turn;
	atomic64_t sum;
	atomic64_t calls;
	atomic64_t requested;
	atomic64_t given;
	raw_spinlock_t peak_lock;
	u64 peak;
	u64 peak_time;
	struct alloc_tag_ages *ages;
	struct alloc_tag_fault_attr *fault;
	struct rcu_head rcu;
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
 * struct alloc_tag_record - a live allocation of a watched line, or a sample
 * @node: in its bucket
 * @key: address of the object, or of struct page
 * @line: its line; NULL for a sample whose line has no records
 * @time: when it was allocated, in nanoseconds since boot
 * @idx: index of the tag
 * @requested: bytes that were asked for
 * @given: bytes that are charged
 * @sampled: bytes that were charged when it was sampled: a part of an
 *	allocation that was split has the weight of the whole
 * @gfp: allocation flags
 * @stack: the call stack, 0 if it could not be saved
 * @pid: the task that allocated it, or that was interrupted
 * @tgid: its thread group
 * @nid: node of the memory; NUMA_NO_NODE for a per-CPU object
 * @generation: of a sample, alloc_tag_sampling.generation when it was taken
 * @flags: ALLOC_TAG_WATCH_... of the line when it was allocated
 * @level: 0 in a task, 1 in a softirq, 2 in a hard interrupt
 * @memory: kind of memory, an enum alloc_tag_memory
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
	struct alloc_tag_line *line;
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
 * @records: number of records
 * @stack: the call stack
 */
struct alloc_tag_stack {
	unsigned long idx;
	u64 id;
	u64 bytes;
	u64 calls;
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

/**
 * struct alloc_tag_fault_pause - a task whose allocations don't fail
 * @node: in the list of fault.c
 * @task: the task, on whose stack this is
 */
struct alloc_tag_fault_pause {
	struct list_head node;
	const struct task_struct *task;
};

/* exec.c */
int alloc_tag_watch_apply(const struct alloc_tag_query *query);
int alloc_tag_watch_exec(char *text, const char *module);

/* line.c */
u64 alloc_tag_watch_now(void);
__allocator void *alloc_tag_watch_zalloc(size_t bytes);
struct alloc_tag_line *alloc_tag_line_find(unsigned long idx);
struct alloc_tag_line *alloc_tag_line_new(unsigned long idx);
void alloc_tag_line_remove(struct alloc_tag_line *line);
void alloc_tag_line_count(struct alloc_tag_line *line, u8 flags, size_t requested, size_t given);
void alloc_tag_line_restart(struct alloc_tag_line *line, u8 added);
void alloc_tag_line_reset_peak(struct alloc_tag_line *line);
void alloc_tag_line_set_flags(struct alloc_tag_line *line, u8 flags);
void alloc_tag_lines_trim(void);
void alloc_tag_lines_set_keys(bool sampling);

/* sample.c */
u64 alloc_tag_sample_ln(u64 random);
u64 alloc_tag_sample_weight(u64 bytes, u64 mean);
bool alloc_tag_sample_due(size_t bytes);
int alloc_tag_sample_set(u64 bytes, unsigned int limit);

/* record.c */
int alloc_tag_records_prepare(void);
bool alloc_tag_record_alloc(struct alloc_tag_line *line, unsigned long idx, u8 flags,
			    u16 generation, const struct alloc_tag_allocation *allocation);
struct alloc_tag_record *alloc_tag_record_take(const void *key);
void alloc_tag_record_free(struct alloc_tag_record *record);
bool alloc_tag_record_copy(const void *to, const void *from, size_t bytes);
void alloc_tag_record_swap(const void *one, int one_nid, const void *other, int other_nid);
void alloc_tag_records_drop(struct alloc_tag_line *line);
bool alloc_tag_record_in_progress(void);
void alloc_tag_records_drop_removed(void);
unsigned int alloc_tag_records_buckets(void);
bool alloc_tag_records_empty(unsigned int bucket);
int alloc_tag_records_copy(struct alloc_tag_records *copy, unsigned int bucket);
u64 alloc_tag_record_age(const struct alloc_tag_record *record);
unsigned int alloc_tag_age_class(u64 age);
int alloc_tag_records_age(void);

/* event.c */
#ifdef CONFIG_EVENT_TRACING
void alloc_tag_event(unsigned long idx, const struct alloc_tag_allocation *allocation, bool free);
void alloc_tag_event_move(unsigned long idx, const struct page *from, const struct page *to);
int alloc_tag_events_prepare(void);
#else
static inline void alloc_tag_event(unsigned long idx,
				   const struct alloc_tag_allocation *allocation, bool free) { }
static inline void alloc_tag_event_move(unsigned long idx, const struct page *from,
					const struct page *to) { }
static inline int alloc_tag_events_prepare(void) { return 0; }
#endif

/* fault.c */
#ifdef CONFIG_ALLOC_TAG_FAULT
int alloc_tag_fault_set(struct alloc_tag_line *line, const struct alloc_tag_query *query);
bool alloc_tag_fault_decide(struct alloc_tag_line *line,
			    const struct alloc_tag_allocation *allocation);
void alloc_tag_fault_show(struct seq_file *m, const struct alloc_tag_line *line);
long alloc_tag_fault_count(const struct alloc_tag_line *line);
void alloc_tag_fault_pause(struct alloc_tag_fault_pause *pause);
void alloc_tag_fault_resume(struct alloc_tag_fault_pause *pause);
#else
static inline int alloc_tag_fault_set(struct alloc_tag_line *line,
				      const struct alloc_tag_query *query)
{
	return 0;
}

static inline bool alloc_tag_fault_decide(struct alloc_tag_line *line,
					  const struct alloc_tag_allocation *allocation)
{
	return false;
}

static inline void alloc_tag_fault_show(struct seq_file *m,
					const struct alloc_tag_line *line) { }
static inline void alloc_tag_fault_pause(struct alloc_tag_fault_pause *pause) { }
static inline void alloc_tag_fault_resume(struct alloc_tag_fault_pause *pause) { }
#endif

/* print.c */
void alloc_tag_print_stack(struct seq_file *m, depot_stack_handle_t stack);

/* stacks.c */
int alloc_tag_stacks_collect(struct alloc_tag_stacks *stacks, bool samples);
void alloc_tag_stacks_init(struct dentry *dir);

#endif /* _LIB_ALLOC_TAG_WATCH_H */
