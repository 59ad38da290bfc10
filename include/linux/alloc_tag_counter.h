/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the counters, and the static keys that enable counting. For
 * the slab and page allocators, which count inline, and for the runtime.
 *
 * The tags of the kernel and of its modules are one constant array, and their
 * counters are a per-CPU array of the same length. The index of a tag is its
 * position in both, so counting never reads the tag. Index 0 is the null tag,
 * for memory whose allocation was not counted. Its counters are never reported,
 * so the free path need not test for it.
 *
 * All functions may be called in any context, including NMI, unless their
 * description says otherwise.
 */
#ifndef _LINUX_ALLOC_TAG_COUNTER_H
#define _LINUX_ALLOC_TAG_COUNTER_H

#include <linux/alloc_tag_rt.h>

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

#include <linux/build_bug.h>
#include <linux/irqflags.h>
#include <linux/jump_label.h>
#include <linux/percpu.h>

/**
 * struct alloc_tag_counter - the counters of one tag on one CPU
 * @alloc_bytes: bytes allocated on this CPU since boot
 * @allocs: number of allocations on this CPU since boot
 * @free_bytes: bytes freed on this CPU since boot
 * @frees: number of frees on this CPU since boot
 *
 * Memory may be freed on another CPU than it was allocated on, so only the sums
 * over all CPUs are meaningful.
 *
 * As large as struct alloc_tag, so that the compiler can turn the address of a
 * tag into that of its counters without a multiplication.
 */
struct alloc_tag_counter {
	u64 alloc_bytes;
	u64 allocs;
	u64 free_bytes;
	u64 frees;
};

static_assert(sizeof(struct alloc_tag_counter) == ALLOC_TAG_SIZE);

/*
 * Defined by the linker script, see <asm-generic/alloc_tag.lds.h>. The first
 * tag is the null tag, all zero. The tags of modules follow those of vmlinux.
 */
extern const struct alloc_tag __start_alloc_tags[];
extern const struct alloc_tag __start_alloc_tags_modules[];
extern const struct alloc_tag __stop_alloc_tags[];
DECLARE_PER_CPU(struct alloc_tag_counter[], alloc_tag_counters);

/* Number of tags, including the null tag and the entries for modules. */
extern unsigned long alloc_tag_nr;

/*
 * counting: new allocations are charged.
 * tracking: some memory may be charged, so frees must check its slot. Enabled
 * before counting is, and never disabled again: memory charged before counting
 * was disabled is still uncharged when it is freed.
 */
DECLARE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_counting_key);
DECLARE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_tracking_key);

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
 * Convert a tag to its index and back. Indexes are unsigned long in
 * computations, and alloc_tag_idx_t only in memory: each conversion between the
 * two takes an instruction.
 */
static __always_inline unsigned long alloc_tag_to_idx(const struct alloc_tag *tag)
{
	/* Only code built without the plugin passes NULL, as a constant. */
	if (__builtin_constant_p(!tag) && !tag)
		return 0;
	return tag - __start_alloc_tags;
}

static __always_inline const struct alloc_tag *alloc_tag_from_idx(unsigned long idx)
{
	return __start_alloc_tags + idx;
}

/*
 * Add @calls allocations, or frees, of @bytes bytes in total to the counters of
 * the tag with index @idx, which must be valid. The two counters are not
 * updated atomically: a reader may see one change without the other.
 */
static __always_inline void alloc_tag_count_allocs(unsigned long idx, unsigned long bytes,
						   unsigned long calls)
{
	this_cpu_add(alloc_tag_counters[idx].alloc_bytes, bytes);
	this_cpu_add(alloc_tag_counters[idx].allocs, calls);
}

static __always_inline void alloc_tag_count_frees(unsigned long idx, unsigned long bytes,
						  unsigned long calls)
{
	this_cpu_add(alloc_tag_counters[idx].free_bytes, bytes);
	this_cpu_add(alloc_tag_counters[idx].frees, calls);
}

/*
 * Is @idx, read from a slot on the free path, the index of a tag? A slot may be
 * adjacent to slab objects. If an overflow has overwritten it, the value must
 * not be used to compute the address of a counter.
 */
static __always_inline bool alloc_tag_idx_valid(unsigned long idx)
{
	return likely(idx < alloc_tag_nr);
}

bool alloc_tag_available(void);

unsigned long alloc_tag_percpu_unused(void);

#else /* !CONFIG_GCC_PLUGIN_ALLOC_TAG */

static inline unsigned long alloc_tag_percpu_unused(void) { return 0; }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _LINUX_ALLOC_TAG_COUNTER_H */
