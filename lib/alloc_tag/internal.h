/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: declarations shared by the files of the runtime and its
 * tests, for walking tags, reading their counters and switching counting.
 * The headings name the files that define them.
 */
#ifndef _LIB_ALLOC_TAG_INTERNAL_H
#define _LIB_ALLOC_TAG_INTERNAL_H

#include <linux/alloc_tag/counter.h>
#include <linux/code_tag.h>
#include <linux/errno.h>
#include <linux/mutex.h>
#include <linux/types.h>
#include <uapi/linux/allocinfo.h>

struct code_tag_sections;
struct dentry;
struct file;
struct module;
struct seq_file;

/* counter.c */

/*
 * Protects the tags of modules against being added and removed, and the state
 * of the static keys. Users outside the runtime call alloc_tag_lock().
 */
extern struct mutex alloc_tag_mutex;

/*
 * The mode that alloc_tag_set_mode() has set last. Protected by
 * alloc_tag_mutex, except at boot.
 */
extern enum alloc_tag_mode alloc_tag_current_mode;

/**
 * struct alloc_tag_totals - the counters of a tag, summed over all CPUs
 * @bytes: live bytes
 * @allocs: number of allocations since counting began
 * @frees: number of frees since then; @allocs - @frees allocations are live
 */
struct alloc_tag_totals {
	s64 bytes;
	u64 allocs;
	u64 frees;
};

/**
 * struct alloc_tag_block - the sums of tags, see alloc_tag_read_ahead()
 * @first: the index of the first tag
 * @nr: 0, or the number of tags
 * @sums: their sums. A read() of /proc/allocinfo shows 40 to 60 lines: with
 *	longer blocks, more of the last one would be read in vain.
 */
struct alloc_tag_block {
	unsigned long first;
	unsigned int nr;
	struct alloc_tag_totals sums[8];
};

/**
 * struct alloc_tag_carry - what was moved from the counters of a tag
 * @allocs: number of allocations
 * @frees: number of frees
 */
struct alloc_tag_carry {
	u64 allocs;
	u64 frees;
};

extern struct alloc_tag_carry *alloc_tag_carry;

void alloc_tag_lock(void);
void alloc_tag_unlock(void);
void alloc_tag_read(unsigned long idx, struct alloc_tag_totals *sum);
const struct alloc_tag_totals *alloc_tag_read_ahead(struct alloc_tag_block *block,
						    unsigned long idx);
struct alloc_tag_counter *alloc_tag_counter_of(unsigned long idx, int cpu);
void alloc_tag_reset_counters(unsigned long first, unsigned long nr);

/* carry.c */
void alloc_tag_carry_move(void);
void alloc_tag_carry_start(void);

/* ../alloc_tag_rt.c */
int alloc_tag_set_mode(enum alloc_tag_mode mode);

/* tags.c */
unsigned long alloc_tag_next(unsigned long idx);
bool alloc_tag_exists(unsigned long idx);
const struct alloc_tag *alloc_tag_from_idx(unsigned long idx);
bool alloc_tag_accurate(unsigned long idx);
void alloc_tag_reset_accurate(void);

extern struct code_tag_class alloc_tag_class;

/* @tag, as a tag of any class. */
static inline const struct code_tag *alloc_tag_common(const struct alloc_tag *tag)
{
	return (const struct code_tag *)tag;
}

/* show.c */

/**
 * struct alloc_tag_top - a place and its live memory, see alloc_tag_top()
 * @idx: the index of the first tag with that file, line, function and module
 * @bytes: live bytes of all of them
 * @calls: live allocations
 */
struct alloc_tag_top {
	unsigned long idx;
	s64 bytes;
	s64 calls;
};

unsigned int alloc_tag_top(struct alloc_tag_top *top, unsigned int max, bool modules);

/* whose.c */
struct dentry *alloc_tag_debugfs_dir(void);

/* print.c */
void alloc_tag_print_line(struct seq_file *m, unsigned long idx);

const struct alloc_tag_totals *alloc_tag_seq_read(unsigned long idx);
void *alloc_tag_seq_start(struct seq_file *m, loff_t *pos);
void *alloc_tag_seq_next(struct seq_file *m, void *v, loff_t *pos);
void alloc_tag_seq_stop(struct seq_file *m, void *v);

/* The names of allocators in vmlinux, laid out by the linker script. */
extern const struct alloc_tag_allocator __start_alloc_tag_allocators[];
extern const struct alloc_tag_allocator __stop_alloc_tag_allocators[];

/* module.c */
#ifdef CONFIG_MODULES
bool alloc_tag_module_publish(struct module *mod, const struct code_tag_sections *sections);
void alloc_tag_module_retire(struct module *mod);
#else
#define alloc_tag_module_publish	NULL
#define alloc_tag_module_retire		NULL
#endif

/* entry.c; alloc_tag_content_id() is in module.c */
#ifdef CONFIG_MODULES
unsigned long alloc_tag_module_next(unsigned long idx);
const struct alloc_tag *alloc_tag_module_tag(unsigned long idx);
const struct alloc_tag *alloc_tag_module_peek(unsigned long idx, const char **module);
const char *alloc_tag_module_name(unsigned long idx);
unsigned int alloc_tag_module_allocators(unsigned long idx,
					 const struct alloc_tag_allocator **first);
bool alloc_tag_module_exists(unsigned long idx);
u64 alloc_tag_module_id(unsigned long idx);
u64 alloc_tag_content_id(void);
bool alloc_tag_module_accurate(unsigned long idx);
void alloc_tag_module_set_inaccurate(unsigned long idx);
void alloc_tag_modules_reset_accurate(void);
void alloc_tag_entry_hold(unsigned long idx);
void alloc_tag_entry_release(unsigned long idx);
#else
static inline unsigned long alloc_tag_module_next(unsigned long idx) { return 0; }
static inline const struct alloc_tag *alloc_tag_module_tag(unsigned long idx) { return NULL; }

static inline const struct alloc_tag *alloc_tag_module_peek(unsigned long idx, const char **module)
{
	return NULL;
}

static inline const char *alloc_tag_module_name(unsigned long idx) { return NULL; }
static inline unsigned int alloc_tag_module_allocators(unsigned long idx,
						       const struct alloc_tag_allocator **first)
{
	return 0;
}

static inline bool alloc_tag_module_exists(unsigned long idx) { return false; }
static inline u64 alloc_tag_module_id(unsigned long idx) { return 0; }
static inline u64 alloc_tag_content_id(void) { return 1; }
static inline bool alloc_tag_module_accurate(unsigned long idx) { return true; }
static inline void alloc_tag_module_set_inaccurate(unsigned long idx) { }
static inline void alloc_tag_modules_reset_accurate(void) { }
static inline void alloc_tag_entry_hold(unsigned long idx) { }
static inline void alloc_tag_entry_release(unsigned long idx) { }
#endif

/* sample/alone.c, for ../alloc_tag_rt.c */
#ifdef CONFIG_ALLOC_TAG_SAMPLE
int alloc_tag_samples_start(void);
void alloc_tag_samples_stop(void);
#else
static inline int alloc_tag_samples_start(void) { return -EINVAL; }
static inline void alloc_tag_samples_stop(void) { }
#endif

/* sample/record.c, for modules and for ../alloc_tag_rt.c */
#ifdef CONFIG_ALLOC_TAG_SAMPLE
void alloc_tag_records_drop_removed(void);
void alloc_tag_records_drop_charged(void);
#else
static inline void alloc_tag_records_drop_removed(void) { }
static inline void alloc_tag_records_drop_charged(void) { }
#endif

/* watch/exec.c, for modules */
#ifdef CONFIG_ALLOC_TAG_WATCH
void alloc_tag_watch_forget(unsigned long idx);
void alloc_tag_watch_forgotten(void);
#else
static inline void alloc_tag_watch_forget(unsigned long idx) { }
static inline void alloc_tag_watch_forgotten(void) { }
#endif

/* ioctl.c */

/* The state of the ioctls of an open file. */
struct alloc_tag_cursor {
	struct mutex lock;		/* protects the members below */
	struct allocinfo_filter filter;	/* tags that do not match are skipped */
	unsigned long idx;		/* of the tag returned last; 0: none */
};

void alloc_tag_cursor_init(struct alloc_tag_cursor *cursor);
long alloc_tag_ioctl(struct file *file, unsigned int cmd, unsigned long arg);
long alloc_tag_compat_ioctl(struct file *file, unsigned int cmd, unsigned long arg);

#endif /* _LIB_ALLOC_TAG_INTERNAL_H */
