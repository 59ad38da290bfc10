/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Waits by line: declarations shared by its files. The headings name the files
 * that define them.
 */
#ifndef _LIB_WAIT_TAG_INTERNAL_H
#define _LIB_WAIT_TAG_INTERNAL_H

#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/wait_tag.h>

/* Flags of a line. */
#define WAIT_TAG_EVENT		0x01
#define WAIT_TAG_HISTOGRAM	0x02
#define WAIT_TAG_LONGEST	0x04
#define WAIT_TAG_STACKS		0x08
/* What a tag without a line has instead of one: it has no counters. */
#define WAIT_TAG_NO_LINE	0x80

/**
 * struct wait_tag_counters - what a CPU has counted for a line
 * @count: waits, each for one condition
 * @again: how often a task has slept again for one of them, as it was woken
 *	before its condition was true
 * @ns: how long tasks have slept, without the time from being woken to running
 * @max: the longest wait: from the first sleep to running again
 */
struct wait_tag_counters {
	u64 count;
	u64 again;
	u64 ns;
	u64 max;
};

/* Buckets of a histogram: see histogram.c. */
#define WAIT_TAG_BUCKETS	128

/**
 * struct wait_tag_histogram - what a CPU has counted for a line with the flag h
 * @since: wait_tag_counted() when it was empty; the same on all CPUs
 * @ns: how long its waits were, together
 * @max: the longest one
 * @bucket: how many there were in each bucket
 */
struct wait_tag_histogram {
	u64 since;
	u64 ns;
	u64 max;
	u64 bucket[WAIT_TAG_BUCKETS];
};

/* How many entries of a call stack are kept. */
#define WAIT_TAG_STACK	24

/**
 * struct wait_tag_longest - the longest wait of a line
 * @lock: protects the rest
 * @ns: how long it was; 0 if there was none
 * @time: when it ended, of local_clock(), as in the kernel log
 * @pid: the task
 * @comm: its name
 * @depth: the number of entries of @stack
 * @stack: how the task got to the line
 */
struct wait_tag_longest {
	raw_spinlock_t lock;
	u64 ns;
	u64 time;
	pid_t pid;
	char comm[TASK_COMM_LEN];
	unsigned int depth;
	unsigned long stack[WAIT_TAG_STACK];
};

/**
 * struct wait_tag_line - what is known of a line
 * @enabled: its flags
 * @counters: on each CPU
 * @simple: @counters, where the fast path counts sleeps that are shorter than
 *	@max; if it has flags or no counters, wait_tag_not_simple, where @max
 *	is 0 and so none is
 * @histogram: on each CPU; NULL until it had the flag h first
 * @longest: NULL until it had the flag p first
 * @over: only waits of at least that many nanoseconds are told by the flag e
 */
struct wait_tag_line {
	u8 enabled;
	struct wait_tag_counters __percpu *counters;
	struct wait_tag_counters __percpu *simple;
	struct wait_tag_histogram __percpu *histogram;
	struct wait_tag_longest *longest;
	u64 over;
};

/* class.c */
extern struct code_tag_class wait_tag_class;
struct wait_tag *wait_tag_from_idx(unsigned long idx);
void wait_tag_sum(const struct wait_tag *tag, struct wait_tag_counters *sum);
void wait_tag_reset(void);

/* line.c */
extern struct wait_tag_line **wait_tag_lines;
DECLARE_PER_CPU(struct wait_tag_counters, wait_tag_not_simple);
struct wait_tag_line *wait_tag_line(const struct wait_tag *tag);
struct wait_tag_line *wait_tag_line_prepare(struct wait_tag *tag, unsigned long idx);
int wait_tag_line_enable(struct wait_tag_line *line, u8 flags);
void wait_tag_line_free(const struct wait_tag *tag);

/* sleep.c */
void wait_tag_ended(const struct wait_tag *tag, u64 ns, unsigned long ip);

/* task.c */
bool wait_tag_forget(const void *start, const void *end);

/* longest.c */
void wait_tag_longest_add(struct wait_tag_longest *longest, u64 ns, const unsigned long *entries,
			  unsigned int depth);
void wait_tag_longest_reset(struct wait_tag_longest *longest);
void wait_tag_longest_forget_code(struct wait_tag_longest *longest, const struct module *mod,
				  bool init_only);
void wait_tag_longest_show(struct seq_file *m, struct wait_tag_longest *longest,
			   const struct wait_tag *tag, const char *module);

/* stacks.c */
int wait_tag_stacks_prepare(void);
void wait_tag_stacks_add(const struct wait_tag *tag, u64 ns, const unsigned long *entries,
			 unsigned int depth);
void wait_tag_stacks_forget(const void *start, const void *end);
void wait_tag_stacks_forget_code(const struct module *mod, bool init_only);
void wait_tag_stacks_reset(void);
long wait_tag_stacks_missed(void);
void wait_tag_stacks_show(struct seq_file *m, const struct wait_tag *tag, const char *module);

/* histogram.c */
void wait_tag_set_counting(bool counting);
u64 wait_tag_counted(void);
void wait_tag_histogram_add(struct wait_tag_histogram *histogram, u64 ns);
void wait_tag_histogram_reset(struct wait_tag_histogram __percpu *histogram);
u64 wait_tag_bucket_end(unsigned int i);
u64 wait_tag_histogram_sum(const struct wait_tag_line *line, struct wait_tag_histogram *sum);
u64 wait_tag_quantile(const struct wait_tag_histogram *sum, u64 count, unsigned int part,
		      unsigned int of);

#endif /* _LIB_WAIT_TAG_INTERNAL_H */
