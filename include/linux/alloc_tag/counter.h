/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the counters, and the static keys that enable counting. For
 * the slab and page allocators, which count inline, and for the runtime.
 *
 * The tags of vmlinux are one constant array, and their counters are a per-CPU
 * array of the same length. A tag and its counters have the same index there,
 * so counting never reads the tag. Index 0 is the null tag, for memory whose
 * allocation was not counted. Its counters are never reported, so the free path
 * need not test for it.
 *
 * The tags of modules stay in their modules. Their indexes come after
 * vmlinux's; the loader of modules assigns them and allocates counters.
 *
 * All functions may be called in any context, including NMI, unless their
 * description says otherwise.
 */
#ifndef _LINUX_ALLOC_TAG_COUNTER_H
#define _LINUX_ALLOC_TAG_COUNTER_H

#include <linux/alloc_tag_rt.h>
#include <linux/alloc_tag/watch.h>

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

#include <asm/alloc_tag.h>
#include <asm/byteorder.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/irqflags.h>
#include <linux/jump_label.h>
#include <linux/percpu.h>

/**
 * struct alloc_tag_counter - the counters of one tag on one CPU
 * @alloc_bytes: bytes allocated on this CPU since boot
 * @allocs: number of allocations on this CPU since boot
 * @free_bytes: bytes freed on this CPU since boot
 * @frees: number of frees on this CPU since boot, in the lower 56 bits
 * @unused: the bytes of @frees that hold this number
 * @flags: what of this line is watched, see <linux/alloc_tag/watch.h>; the same
 *	on each CPU
 *
 * @flags is the top byte of @frees, so each can be changed by one instruction.
 * 56 bits are enough for frees. The flags are here because a charge writes this
 * cache line in any case. Only the CPU itself changes them while it is online.
 *
 * Memory may be freed on another CPU than it was allocated on, so only the sums
 * over all CPUs are meaningful.
 *
 * As large as struct alloc_tag, so that the compiler can compute the address of
 * the counters from the address of the tag without a multiplication.
 */
struct alloc_tag_counter {
	u64 alloc_bytes;
	u64 allocs;
	u64 free_bytes;
	union {
		u64 frees;
		struct {
#ifdef __BIG_ENDIAN
			u8 flags;
			u8 unused[7];
#else
			u8 unused[7];
			u8 flags;
#endif
		};
	};
};

static_assert(sizeof(struct alloc_tag_counter) == ALLOC_TAG_SIZE);

/* The bits of alloc_tag_counter.frees that are the number of frees. */
#define ALLOC_TAG_FREES_MASK	GENMASK_ULL(55, 0)

/*
 * Defined by the linker script, see <asm-generic/alloc_tag.lds.h>. The first
 * tag is the null tag, all zero.
 */
extern const struct alloc_tag __start_alloc_tags[];
extern const struct alloc_tag __stop_alloc_tags[];
DECLARE_PER_CPU(struct alloc_tag_counter[], alloc_tag_counters);

/*
 * Number of tags in vmlinux, including the null tag. All indexes from here on
 * are of modules.
 */
extern unsigned long alloc_tag_nr;

/*
 * Modules: a tag has the number of its entry, and its index is that number plus
 * alloc_tag_nr. Counters are allocated for blocks of entries. For each block,
 * alloc_tag_module_blocks[] holds the per-CPU address of its counters minus the
 * offset of its first entry, so that adding the offset of any entry of the
 * block yields its counter. 1 is added to tell an address of 0 from 0, which
 * means that the block does not exist. See lib/alloc_tag/entry.c.
 */
#define ALLOC_TAG_BLOCK_SHIFT	7
#define ALLOC_TAG_BLOCKS	(1 << (16 - ALLOC_TAG_BLOCK_SHIFT))

#ifdef CONFIG_MODULES
extern unsigned long alloc_tag_module_blocks[ALLOC_TAG_BLOCKS];
#endif

/*
 * The counters of @entry, whose block must exist. It does as long as the module
 * is loaded, or memory is charged to the entry.
 */
static __always_inline struct alloc_tag_counter __percpu *
alloc_tag_module_counter(unsigned long entry)
{
	unsigned long block = 0;

#ifdef CONFIG_MODULES
	block = READ_ONCE(alloc_tag_module_blocks[entry >> ALLOC_TAG_BLOCK_SHIFT]);
#endif
	return (struct alloc_tag_counter __percpu *)(block - 1 + entry * ALLOC_TAG_SIZE);
}

/*
 * True if @entry, which may be any number, lies in an allocated block, used or
 * not. In block 0 only entry 0 has counters: the ones after it belong to lines
 * of vmlinux.
 */
static __always_inline bool alloc_tag_module_has(unsigned long entry)
{
#ifdef CONFIG_MODULES
	if (unlikely(entry < 1UL << ALLOC_TAG_BLOCK_SHIFT))
		return !entry && READ_ONCE(alloc_tag_module_blocks[0]);
	return (sizeof(alloc_tag_idx_t) == 2 || entry <= U16_MAX) &&
	       READ_ONCE(alloc_tag_module_blocks[entry >> ALLOC_TAG_BLOCK_SHIFT]);
#else
	return false;
#endif
}

/*
 * Set in the slot of an allocation that has a record, or whose free is an
 * event, in addition to the index of its tag. No tag has an index with this bit
 * set.
 */
#define ALLOC_TAG_IDX_RECORD	((alloc_tag_idx_t)~((alloc_tag_idx_t)~0 >> 1))

/*
 * What a slot holds if it is not the index of a tag. With
 * CONFIG_ALLOC_TAG_DEBUG free memory can be told from memory in use that is not
 * charged, see mm/alloc_tag/debug.c. Both values are free for that: nothing
 * charged to the null tag has a record, and no tag has the largest index.
 */
#ifdef CONFIG_ALLOC_TAG_DEBUG
#define ALLOC_TAG_IDX_FREE	ALLOC_TAG_IDX_RECORD
#define ALLOC_TAG_IDX_UNCHARGED	((alloc_tag_idx_t)(ALLOC_TAG_IDX_RECORD - 1))
#else
#define ALLOC_TAG_IDX_FREE	((alloc_tag_idx_t)0)
#define ALLOC_TAG_IDX_UNCHARGED	((alloc_tag_idx_t)0)
#endif

/*
 * counting: new allocations are charged.
 * tracking: some memory may be charged, so frees must check its slot. Enabled
 * before counting is, and never disabled again: memory charged before counting
 * was disabled is still uncharged when it is freed. CONFIG_ALLOC_TAG_DEBUG
 * enables it at boot, unless counting can't be enabled at all.
 */
DECLARE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_counting_key);
DECLARE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_tracking_key);

/*
 * watching: at least one line is watched, or samples are taken.
 * lines: at least one line is watched. Tested while samples are taken, so that
 * these cost an instruction less if no line is watched.
 * sampling: samples are taken of the allocations of all lines.
 */
DECLARE_STATIC_KEY_FALSE(alloc_tag_watching_key);
DECLARE_STATIC_KEY_FALSE(alloc_tag_lines_key);
DECLARE_STATIC_KEY_FALSE(alloc_tag_sampling_key);

/* Bytes until a sample is due on this CPU: then it is below 0. */
DECLARE_PER_CPU(long, alloc_tag_countdown);

/* Count down @bytes. Returns true if that leaves less than 0. */
static __always_inline bool alloc_tag_count_down(unsigned long bytes)
{
	return alloc_tag_this_cpu_sub_negative(alloc_tag_countdown, bytes);
}

/*
 * Is an allocation of @bytes bytes to be recorded, of the line with these
 * counters? Returns why, a mask of ALLOC_TAG_LINE_WATCHED and
 * ALLOC_TAG_COUNTED_DOWN, or 0.
 *
 * A static branch and, while another line is watched, a test of one byte.
 * (raw_cpu_read(): the flags are the same on each CPU, and unlike
 * this_cpu_read() it can be part of a comparison.) While samples are taken, the
 * countdown comes first: if a sample is due, alloc_tag_watch_alloc() also tests
 * the line's flags.
 */
static __always_inline unsigned int alloc_tag_watched(struct alloc_tag_counter __percpu *counter,
						      unsigned long bytes)
{
#ifdef CONFIG_ALLOC_TAG_WATCH
	if (!static_branch_unlikely(&alloc_tag_watching_key))
		return 0;
	if (static_branch_unlikely(&alloc_tag_sampling_key)) {
		if (unlikely(alloc_tag_count_down(bytes)))
			return ALLOC_TAG_COUNTED_DOWN;
		/* likely(): the flag test out of line, the return in line. */
		if (!static_branch_likely(&alloc_tag_lines_key))
			return 0;
	}
	return unlikely(raw_cpu_read(counter->flags)) ? ALLOC_TAG_LINE_WATCHED : 0;
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

/* May memory that is being freed be charged to a tag? A static branch. */
static __always_inline bool alloc_tag_tracking(void)
{
	return static_branch_maybe(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT,
				   &alloc_tag_tracking_key);
}

/*
 * The index of @tag if it is a tag of vmlinux; at least alloc_tag_nr if it is
 * the tag of a module. Indexes are unsigned long in computations, and
 * alloc_tag_idx_t only in memory: each conversion between the two takes an
 * instruction.
 */
static __always_inline unsigned long alloc_tag_vmlinux_idx(const struct alloc_tag *tag)
{
	/* Only code built without the plugin passes NULL, as a constant. */
	if (__builtin_constant_p(!tag) && !tag)
		return 0;
	return tag - __start_alloc_tags;
}

/*
 * Convert the index of a module's tag to the number of its entry, and back.
 * (READ_ONCE() makes the compiler load alloc_tag_nr again. So the load before
 * it, in the test for tags of vmlinux, is a memory operand of the comparison
 * and needs no register.)
 */
static __always_inline unsigned long alloc_tag_idx_to_entry(unsigned long idx)
{
	return idx - READ_ONCE(alloc_tag_nr);
}

static __always_inline unsigned long alloc_tag_entry_to_idx(unsigned long entry)
{
	return READ_ONCE(alloc_tag_nr) + entry;
}

/* The index of @tag. Its module, if any, must be loaded. */
static __always_inline unsigned long alloc_tag_to_idx(const struct alloc_tag *tag)
{
	unsigned long idx = alloc_tag_vmlinux_idx(tag);

	return likely(idx < alloc_tag_nr) ? idx : alloc_tag_entry_to_idx(tag->entry);
}

/*
 * The index of the tag that @slot says is charged, 0 if none is. The index may
 * be invalid, see alloc_tag_idx_valid(), and has ALLOC_TAG_IDX_RECORD set if
 * the allocation has a record.
 */
static __always_inline unsigned long alloc_tag_slot_idx(const alloc_tag_idx_t *slot)
{
	unsigned long idx = *slot;

	if (IS_ENABLED(CONFIG_ALLOC_TAG_DEBUG) &&
	    (idx == ALLOC_TAG_IDX_FREE || idx == ALLOC_TAG_IDX_UNCHARGED))
		return 0;
	return idx;
}

/* Does a slot that holds @idx say that there is a record? */
static __always_inline bool alloc_tag_idx_has_record(unsigned long idx)
{
	return IS_ENABLED(CONFIG_ALLOC_TAG_WATCH) && (idx & ALLOC_TAG_IDX_RECORD);
}

/* The index of the tag in @idx, which was read from a slot. */
static __always_inline unsigned long alloc_tag_idx_without_record(unsigned long idx)
{
	return alloc_tag_idx_has_record(idx) ? idx & ~(unsigned long)ALLOC_TAG_IDX_RECORD : idx;
}

/*
 * Is @idx the index of a tag? A slot may be adjacent to slab objects. If an
 * overflow has overwritten it, it can have any value.
 */
static __always_inline bool alloc_tag_idx_valid(unsigned long idx)
{
	return likely(idx < alloc_tag_nr) || alloc_tag_module_has(alloc_tag_idx_to_entry(idx));
}

/* Add to the counters of a tag, on this CPU. */
static __always_inline void alloc_tag_add_allocs(struct alloc_tag_counter __percpu *counter,
						 unsigned long bytes, unsigned long calls)
{
	this_cpu_add(counter->alloc_bytes, bytes);
	this_cpu_add(counter->allocs, calls);
}

static __always_inline void alloc_tag_add_frees(struct alloc_tag_counter __percpu *counter,
						unsigned long bytes, unsigned long calls)
{
	this_cpu_add(counter->free_bytes, bytes);
	this_cpu_add(counter->frees, calls);
}

/*
 * Add @calls allocations, or frees, of @bytes bytes in total to the counters of
 * the tag with index @idx. The two counters are not updated atomically: readers
 * may see one change without the other. Returns false, and counts nothing, if
 * there is no such tag.
 */
static __always_inline bool alloc_tag_count_allocs(unsigned long idx, unsigned long bytes,
						   unsigned long calls)
{
	if (likely(idx < alloc_tag_nr)) {
		alloc_tag_add_allocs(&alloc_tag_counters[idx], bytes, calls);
		return true;
	}
	idx = alloc_tag_idx_to_entry(idx);
	if (unlikely(!alloc_tag_module_has(idx)))
		return false;
	alloc_tag_add_allocs(alloc_tag_module_counter(idx), bytes, calls);
	return true;
}

static __always_inline bool alloc_tag_count_frees(unsigned long idx, unsigned long bytes,
						  unsigned long calls)
{
	if (likely(idx < alloc_tag_nr)) {
		alloc_tag_add_frees(&alloc_tag_counters[idx], bytes, calls);
		return true;
	}
	idx = alloc_tag_idx_to_entry(idx);
	if (unlikely(!alloc_tag_module_has(idx)))
		return false;
	alloc_tag_add_frees(alloc_tag_module_counter(idx), bytes, calls);
	return true;
}

/*
 * Charge one allocation of @bytes bytes to @tag and store its index in @slot.
 * Together they need a single test for tags of modules. The caller must own
 * @slot. Returns what alloc_tag_watched() does: if it isn't 0, the caller must
 * call alloc_tag_watch_alloc().
 */
static __always_inline unsigned int alloc_tag_charge_slot(alloc_tag_idx_t *slot,
							  const struct alloc_tag *tag,
							  unsigned long bytes)
{
	unsigned long idx = alloc_tag_vmlinux_idx(tag);
	struct alloc_tag_counter __percpu *counter;

	if (likely(idx < alloc_tag_nr)) {
		*slot = idx;
		alloc_tag_add_allocs(&alloc_tag_counters[idx], bytes, 1);
		return alloc_tag_watched(&alloc_tag_counters[idx], bytes);
	}
	*slot = alloc_tag_entry_to_idx(tag->entry);
	counter = alloc_tag_module_counter(tag->entry);
	alloc_tag_add_allocs(counter, bytes, 1);
	return alloc_tag_watched(counter, bytes);
}

/*
 * The counters of the tag with index @idx. If it is the tag of a module, the
 * caller must prevent the module from being unloaded, or memory must be charged
 * to it.
 */
static inline struct alloc_tag_counter __percpu *alloc_tag_counter_of(unsigned long idx)
{
	return idx < alloc_tag_nr ? &alloc_tag_counters[idx] :
				    alloc_tag_module_counter(alloc_tag_idx_to_entry(idx));
}

extern bool alloc_tag_boot_available;

/**
 * alloc_tag_available() - can counting be enabled in this boot?
 *
 * Context: any, after parse_early_param().
 * Return: false if sysctl.vm.mem_profiling=never was given, or is the default:
 * then there is no memory for slots and counters.
 */
static inline bool alloc_tag_available(void)
{
	return alloc_tag_boot_available;
}

void alloc_tag_set_inaccurate(unsigned long idx);

unsigned long alloc_tag_percpu_unused(void);
void alloc_tag_show_mem(void);

#else /* !CONFIG_GCC_PLUGIN_ALLOC_TAG */

static inline unsigned long alloc_tag_percpu_unused(void) { return 0; }
static inline void alloc_tag_show_mem(void) { }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _LINUX_ALLOC_TAG_COUNTER_H */
