/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the state of a watched line. Shared by the files that
 * implement this, and by their tests.
 *
 *	hooks.c		what ../sample/hooks.c calls for watched lines
 *	event.c		trace events
 *	fault.c		decides which allocations fail
 *	line.c		the state of each watched line
 *	live.c		sums of its live allocations, by age and by node
 *
 *	query.c		what queries can be, beside those of other classes
 *	allocator.c	which allocators a line calls, for queries
 *	exec.c		executes queries, from debugfs and from parameters
 *	control.c	the files in debugfs
 *	allocations.c	those of the code tagging RFC
 *
 * The records of their live allocations are in ../sample/record.c. No two of
 * all these files need each other.
 */
#ifndef _LIB_ALLOC_TAG_WATCH_H
#define _LIB_ALLOC_TAG_WATCH_H

#include <linux/alloc_tag/watch.h>
#include <linux/atomic.h>
#include <linux/container_of.h>
#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/spinlock.h>

#include "../sample/sample.h"
#include "query.h"

struct seq_file;

/* The limit of a line for which none is given. A record takes 96 bytes. */
#define ALLOC_TAG_DEFAULT_LIMIT	10000

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
 * struct alloc_tag_node - live memory of a line on a NUMA node
 * @bytes: live bytes
 * @live: live allocations
 */
struct alloc_tag_node {
	u64 bytes;
	u64 live;
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
 * @nodes: NULL until ALLOC_TAG_WATCH_NODES is set; then alloc_tag_nodes_nr()
 *	elements: one for each node, one for memory on all of them (per-CPU
 *	objects), and one for memory that has no record. As
 *	alloc_tag_records_nodes() found them last; protected by alloc_tag_mutex
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
	struct alloc_tag_node *nodes;
	struct code_tag_fault *fault;
	struct rcu_head rcu;
};

/* The line of @record. NULL for a sample whose line has no records. */
static inline struct alloc_tag_line *alloc_tag_record_line(const struct alloc_tag_record *record)
{
	if (record->quota == &alloc_tag_sample_quota)
		return NULL;
	return container_of(record->quota, struct alloc_tag_line, quota);
}

/* exec.c */
int alloc_tag_watch_prepare(struct code_tag_query *common, struct code_tag_query_error *error);
bool alloc_tag_watch_matches(struct code_tag_query *common, const struct code_tag *tag,
			     unsigned long idx);
int alloc_tag_watch_change(const struct code_tag_query *common, struct code_tag *tag,
			   unsigned long idx);
void alloc_tag_watch_changed(const struct code_tag_query *common);

/* control.c */
void alloc_tag_control_header(struct seq_file *m);
void alloc_tag_control_show(struct seq_file *m, const struct code_tag *tag, unsigned long idx);
ssize_t alloc_tag_control_write(struct file *file, const char __user *data, size_t len,
				loff_t *pos);
int alloc_tag_lines_open(struct file *file, const struct seq_operations *ops);
int alloc_tag_contexts_open(struct file *file, const struct seq_operations *ops);
int alloc_tag_contexts_release(struct inode *inode, struct file *file);

/* line.c */
struct alloc_tag_line *alloc_tag_line_find(unsigned long idx);
struct alloc_tag_line *alloc_tag_line_new(unsigned long idx);
void alloc_tag_line_remove(struct alloc_tag_line *line);
void alloc_tag_line_count(struct alloc_tag_line *line, u8 flags, size_t requested, size_t given);
void alloc_tag_line_restart(struct alloc_tag_line *line, u8 added);
void alloc_tag_line_reset_peak(struct alloc_tag_line *line);
void alloc_tag_line_set_flags(struct alloc_tag_line *line, u8 flags);
void alloc_tag_lines_trim(void);
bool alloc_tag_line_selects(struct alloc_tag_line *line, size_t given);

/* live.c */
unsigned int alloc_tag_age_class(u64 age);
int alloc_tag_records_age(void);
unsigned int alloc_tag_nodes_nr(void);
int alloc_tag_records_nodes(void);

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
void alloc_tag_fault_show(struct seq_file *m, const struct alloc_tag_line *line);
const char *alloc_tag_fault_of(const struct code_tag *tag, unsigned long idx,
			       const struct code_tag_fault **fault);
#else
static inline int alloc_tag_fault_set(struct alloc_tag_line *line,
				      const struct alloc_tag_query *query)
{
	return 0;
}

static inline void alloc_tag_fault_show(struct seq_file *m,
					const struct alloc_tag_line *line) { }
#endif

#endif /* _LIB_ALLOC_TAG_WATCH_H */
