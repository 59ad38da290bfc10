/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the counters, and the static keys that enable counting. For
 * the slab and page allocators, which count inline, and for the runtime.
 *
 * The tags of vmlinux are one constant array. The tags of modules stay in their
 * modules. Each tag has an index, and the counters of all tags are one per-CPU
 * array: first vmlinux's, then those of modules, whose indexes the loader of
 * modules assigns. Counters are never freed, so that any index below
 * alloc_tag_limit can be counted, whatever has become of its tag.
 *
 * Index 0 is the null tag, for memory whose allocation was not counted. Its
 * counters are never reported, so the free path need not test for it.
 *
 * All functions may be called wherever memory may be allocated and freed, that
 * is, in any context but an NMI, unless their description says otherwise.
 */
#ifndef _LINUX_ALLOC_TAG_COUNTER_H
#define _LINUX_ALLOC_TAG_COUNTER_H

#include <linux/alloc_tag_rt.h>
#include <linux/alloc_tag/watch.h>

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

#include <asm-generic/alloc_tag.lds.h>
#include <asm/alloc_tag.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/irqflags.h>
#include <linux/jump_label.h>
#include <linux/percpu.h>

/**
 * struct alloc_tag_counter - the counters of one tag on one CPU
 * @bytes: bytes allocated minus bytes freed, on this CPU since counting began
 * @allocs: number of allocations on this CPU since then
 * @frees: number of frees on this CPU since then
 *
 * Memory may be freed on another CPU than it was allocated on, so only the sums
 * over all CPUs are meaningful. lib/alloc_tag/carry.c moves @allocs and @frees
 * elsewhere before they can overflow.
 */
struct alloc_tag_counter {
	s64 bytes;
	u32 allocs;
	u32 frees;
};

static_assert(sizeof(struct alloc_tag_counter) == ALLOC_TAG_COUNTER_SIZE);

/*
 * Defined by the linker script, see <asm-generic/alloc_tag.lds.h>. The first
 * tag is the null tag, all zero.
 */
extern const struct alloc_tag __start_alloc_tags[];
extern const struct alloc_tag __stop_alloc_tags[];
DECLARE_PER_CPU(struct alloc_tag_counter[], alloc_tag_counters);

/*
 * Number of tags in vmlinux, including the null tag. All indexes from here on
 * are of modules. The first of these is not given to a tag: tags of modules
 * that get no index of their own share it, see lib/alloc_tag/entry.c.
 */
extern unsigned long alloc_tag_nr;

/* All indexes that a tag has, or has had, are below this. */
extern unsigned long alloc_tag_limit;

/*
 * Set in the slot of an allocation that has a record, or whose free is an
 * event, in addition to the index of its tag. No tag has an index with this bit
 * set.
 */
#define ALLOC_TAG_IDX_RECORD	((alloc_tag_idx_t)~((alloc_tag_idx_t)~0 >> 1))

/*
 * What a slot holds if it is not the index of a tag: of free memory, and of
 * memory in use that is not charged.
 */
#ifdef CONFIG_ALLOC_TAG_DEBUG
/*
 * These can be told apart, see mm/alloc_tag/debug.c. Both values are free for
 * that: nothing charged to the null tag has a record, and no tag has the
 * largest index.
 */
#define ALLOC_TAG_IDX_FREE	ALLOC_TAG_IDX_RECORD
#define ALLOC_TAG_IDX_UNCHARGED	((alloc_tag_idx_t)(ALLOC_TAG_IDX_RECORD - 1))
#else
#define ALLOC_TAG_IDX_FREE	((alloc_tag_idx_t)0)
#define ALLOC_TAG_IDX_UNCHARGED	((alloc_tag_idx_t)0)
#endif

/*
 * counting: new allocations are charged.
 * tracking: frees must check the slot of the memory, which may be charged.
 * Enabled before counting is, and disabled after it. From then on slots are
 * stale, until all are cleared before counting is enabled again. If free memory
 * has slots of its own kind, enabled at boot, unless counting can't be enabled
 * at all, and never disabled: then memory that was charged before counting was
 * disabled is still uncharged when it is freed.
 */
#ifdef CONFIG_ALLOC_TAG_SAMPLE
DECLARE_STATIC_KEY_FALSE(alloc_tag_counting_key);
#else
DECLARE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_counting_key);
#endif
DECLARE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_tracking_key);

#ifdef CONFIG_ALLOC_TAG_SAMPLE

/*
 * idle: allocations are neither charged nor sampled alone. Disabled before
 * counting is enabled, so that never both keys are enabled.
 * sampling: samples are taken of the allocations of all lines, which are
 * charged.
 */
DECLARE_STATIC_KEY_FALSE(alloc_tag_idle_key);
DECLARE_STATIC_KEY_FALSE(alloc_tag_sampling_key);

/* Bytes until a sample is due on this CPU: then it is below 0. */
DECLARE_PER_CPU(long, alloc_tag_countdown);

/* Count down @bytes. Returns true if that leaves less than 0. */
static __always_inline bool alloc_tag_count_down(unsigned long bytes)
{
	return alloc_tag_this_cpu_sub_negative(alloc_tag_countdown, bytes);
}

#endif /* CONFIG_ALLOC_TAG_SAMPLE */

#ifdef CONFIG_ALLOC_TAG_WATCH

/*
 * watching: at least one line is watched, or samples are taken.
 * lines: at least one line is watched. Tested while samples are taken, so that
 * these cost an instruction less if no line is watched.
 * faults: at least one line has faults, for <linux/alloc_tag/fault.h>; these
 * alone don't enable the other two.
 */
DECLARE_STATIC_KEY_FALSE(alloc_tag_watching_key);
DECLARE_STATIC_KEY_FALSE(alloc_tag_lines_key);
DECLARE_STATIC_KEY_FALSE(alloc_tag_faults_key);

/* What of each line is watched, by index: <linux/alloc_tag/watch.h>. */
extern u8 *alloc_tag_line_flags;

#endif /* CONFIG_ALLOC_TAG_WATCH */

/*
 * Is any line watched, or are samples taken of what is charged? A static
 * branch.
 */
static __always_inline bool alloc_tag_watching(void)
{
#if defined(CONFIG_ALLOC_TAG_WATCH)
	return static_branch_unlikely(&alloc_tag_watching_key);
#elif defined(CONFIG_ALLOC_TAG_SAMPLE)
	return static_branch_unlikely(&alloc_tag_sampling_key);
#else
	return false;
#endif
}

/*
 * Is an allocation of @bytes bytes to be recorded, of the line with index @idx?
 * Returns why, a mask of ALLOC_TAG_LINE_WATCHED and ALLOC_TAG_COUNTED_DOWN, or
 * 0.
 *
 * A static branch and, while another line is watched, a test of one byte. While
 * samples are taken, the countdown comes first: if a sample is due,
 * alloc_tag_watch_alloc() also tests the line's flags.
 */
static __always_inline unsigned int alloc_tag_watched(unsigned long idx, unsigned long bytes)
{
	if (!alloc_tag_watching())
		return 0;
#if defined(CONFIG_ALLOC_TAG_WATCH)
	if (static_branch_unlikely(&alloc_tag_sampling_key)) {
		if (unlikely(alloc_tag_count_down(bytes)))
			return ALLOC_TAG_COUNTED_DOWN;
		/* likely(): the flag test out of line, the return in line. */
		if (!static_branch_likely(&alloc_tag_lines_key))
			return 0;
	}
	return unlikely(READ_ONCE(alloc_tag_line_flags[idx])) ? ALLOC_TAG_LINE_WATCHED : 0;
#elif defined(CONFIG_ALLOC_TAG_SAMPLE)
	return unlikely(alloc_tag_count_down(bytes)) ? ALLOC_TAG_COUNTED_DOWN : 0;
#else
	return 0;
#endif
}

/* Are new allocations to be charged? A static branch. */
static __always_inline bool alloc_tag_counting(void)
{
	return static_branch_maybe(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT,
				   &alloc_tag_counting_key);
}

/**
 * enum alloc_tag_mode - what vm.mem_profiling lets the hooks do; its numbers
 *	are the results of alloc_tag_branch_size()
 * @ALLOC_TAG_SAMPLES: only take samples; also for a moment when another mode is
 *	set
 * @ALLOC_TAG_COUNTS: charge allocations, and perhaps take samples of them
 * @ALLOC_TAG_IDLE: nothing
 */
enum alloc_tag_mode {
	ALLOC_TAG_SAMPLES	= 0,
	ALLOC_TAG_COUNTS	= 1,
	ALLOC_TAG_IDLE		= 2,
};

/*
 * What is to be done with a new allocation of *@size bytes? A static branch.
 * While only samples are taken, counts down: ALLOC_TAG_SAMPLES if a sample may
 * be due then, otherwise ALLOC_TAG_IDLE.
 */
static __always_inline enum alloc_tag_mode alloc_tag_mode_size(const unsigned int *size)
{
#ifdef CONFIG_ALLOC_TAG_SAMPLE
	return alloc_tag_branch_size(&alloc_tag_counting_key, &alloc_tag_idle_key, size);
#else
	return alloc_tag_counting() ? ALLOC_TAG_COUNTS : ALLOC_TAG_IDLE;
#endif
}

/* The same for an allocation of 2^@order pages. */
static __always_inline enum alloc_tag_mode alloc_tag_mode_order(unsigned int order)
{
#ifdef CONFIG_ALLOC_TAG_SAMPLE
	return alloc_tag_branch_order(&alloc_tag_counting_key, &alloc_tag_idle_key, order);
#else
	return alloc_tag_counting() ? ALLOC_TAG_COUNTS : ALLOC_TAG_IDLE;
#endif
}

/*
 * Need nothing be done with new slab objects? A static branch. Debug kernels
 * always write their slots.
 */
static __always_inline bool alloc_tag_idle(void)
{
#if defined(CONFIG_ALLOC_TAG_DEBUG)
	return false;
#elif defined(CONFIG_ALLOC_TAG_SAMPLE)
	return static_branch_likely(&alloc_tag_idle_key);
#else
	return !alloc_tag_counting();
#endif
}

/* May memory that is being freed be charged to a tag? A static branch. */
static __always_inline bool alloc_tag_tracking(void)
{
	return static_branch_maybe(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT,
				   &alloc_tag_tracking_key);
}

/**
 * alloc_tag_keep() - keep a tag on the stack while memory is allocated
 * @tag: the tag, a local variable
 *
 * In a register, the tag would take two or three instructions in each
 * allocation, whether it is charged or not: other values have to be saved to
 * the stack instead. On the stack, it takes one, and another to load it if it
 * is charged.
 */
static __always_inline void alloc_tag_keep(const struct alloc_tag **tag)
{
	/* For all the compiler knows, this changes the variable in memory. */
	asm volatile("" : "+m" (*tag));
}

/* The tag, loaded here and not before. */
static __always_inline const struct alloc_tag *alloc_tag_kept(const struct alloc_tag **tag)
{
	alloc_tag_keep(tag);
	return *tag;
}

/*
 * The index of @tag. Its module, if any, must be loaded. Indexes are unsigned
 * long in computations, and alloc_tag_idx_t only in memory: each conversion
 * between the two takes an instruction.
 *
 * The tag has it in @idx, written at boot and when a module is loaded: hence
 * READ_ONCE(), tags are constants for the compiler.
 */
static __always_inline unsigned long alloc_tag_to_idx(const struct alloc_tag *tag)
{
	/* Only code built without the plugin passes NULL, as a constant. */
	if (__builtin_constant_p(!tag) && !tag)
		return 0;
	return READ_ONCE(tag->idx);
}

/*
 * The index of the tag that @slot says is charged, 0 if none is. The index may
 * be invalid, see alloc_tag_idx_valid(), and has ALLOC_TAG_IDX_RECORD set if
 * the allocation has a record.
 */
static __always_inline unsigned long alloc_tag_slot_idx(const alloc_tag_idx_t *slot)
{
	unsigned long idx = *slot;

	/* The compiler removes this if both are 0. */
	if (idx == ALLOC_TAG_IDX_FREE || idx == ALLOC_TAG_IDX_UNCHARGED)
		return 0;
	return idx;
}

/* Does a slot that holds @idx say that there is a record? */
static __always_inline bool alloc_tag_idx_has_record(unsigned long idx)
{
#ifdef CONFIG_ALLOC_TAG_SAMPLE
	return idx & ALLOC_TAG_IDX_RECORD;
#else
	return false;
#endif
}

/* The index of the tag in @idx, which was read from a slot. */
static __always_inline unsigned long alloc_tag_idx_without_record(unsigned long idx)
{
	return alloc_tag_idx_has_record(idx) ? idx & ~(unsigned long)ALLOC_TAG_IDX_RECORD : idx;
}

/*
 * Does @idx have counters? A slot may be adjacent to slab objects. If an
 * overflow has overwritten it, it can have any value.
 */
static __always_inline bool alloc_tag_idx_valid(unsigned long idx)
{
	/* data_race(): it has been raised before anything has the index. */
	return likely(idx < data_race(alloc_tag_limit));
}

/*
 * Add @calls allocations of @bytes bytes in total to the counters of the tag
 * with index @idx, which must be valid, on this CPU. The two counters are not
 * updated atomically: readers may see one change without the other.
 */
static __always_inline void alloc_tag_add_allocs(unsigned long idx, unsigned long bytes,
						 unsigned long calls)
{
	alloc_tag_counter_add(idx, bytes, bytes);
	alloc_tag_counter_add(idx, allocs, calls);
}

/*
 * The same for any @idx. Returns false, and counts nothing, if no tag has or
 * had that index.
 */
static __always_inline bool alloc_tag_count_allocs(unsigned long idx, unsigned long bytes,
						   unsigned long calls)
{
	if (unlikely(!alloc_tag_idx_valid(idx)))
		return false;
	alloc_tag_add_allocs(idx, bytes, calls);
	return true;
}

/* The same for frees. */
static __always_inline bool alloc_tag_count_frees(unsigned long idx, unsigned long bytes,
						  unsigned long calls)
{
	if (unlikely(!alloc_tag_idx_valid(idx)))
		return false;
	alloc_tag_counter_sub(idx, bytes, bytes);
	alloc_tag_counter_add(idx, frees, calls);
	return true;
}

/*
 * Charge one allocation of @bytes bytes to @tag and store its index in @slot.
 * The caller must own @slot. Returns what alloc_tag_watched() does: if it isn't
 * 0, the caller must call alloc_tag_watch_alloc().
 */
static __always_inline unsigned int alloc_tag_charge_slot(alloc_tag_idx_t *slot,
							  const struct alloc_tag *tag,
							  unsigned long bytes)
{
	unsigned long idx = alloc_tag_to_idx(tag);

	*slot = idx;
	alloc_tag_add_allocs(idx, bytes, 1);
	return alloc_tag_watched(idx, bytes);
}

unsigned long alloc_tag_end(void);

extern bool alloc_tag_boot_memory;
extern bool alloc_tag_boot_available;

/**
 * alloc_tag_available() - can counting be enabled in this boot?
 *
 * Context: any, after parse_early_param().
 * Return: false if sysctl.vm.mem_profiling=never was given, or is the default,
 * or if memory was short: then there are no slots.
 */
static inline bool alloc_tag_available(void)
{
	return alloc_tag_boot_available;
}

extern bool alloc_tag_boot_samples;

/**
 * alloc_tag_indexed() - do tags have indexes in this boot?
 *
 * Context: any, after parse_early_param().
 * Return: true if alloc_tag_available(), and if only samples can be taken, with
 * sysctl.vm.mem_profiling=samples.
 */
static inline bool alloc_tag_indexed(void)
{
	return alloc_tag_boot_available || alloc_tag_boot_samples;
}

void alloc_tag_set_inaccurate(unsigned long idx);
int alloc_tag_clear_slots(void);

unsigned long alloc_tag_percpu_unused(void);
void alloc_tag_show_mem(void);

#else /* !CONFIG_GCC_PLUGIN_ALLOC_TAG */

static inline void alloc_tag_keep(const struct alloc_tag **tag) { }

static inline unsigned long alloc_tag_percpu_unused(void) { return 0; }
static inline void alloc_tag_show_mem(void) { }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _LINUX_ALLOC_TAG_COUNTER_H */
