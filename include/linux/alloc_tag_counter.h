/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the counters, and the keys that switch counting. For the
 * slab and the page allocator, which count inline, and for the runtime.
 *
 * The tags of the kernel and of its modules are one array of constant data;
 * their counters are a per-CPU array of the same length. So an index finds
 * either by arithmetic alone, and counting never reads the tag. Index 0 is the
 * null tag: memory whose allocation was not counted. Counting under it is
 * harmless.
 *
 * Any context, NMI included, unless it says otherwise.
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
 * struct alloc_tag_counter - what one CPU has counted under one tag
 * @alloc_bytes: bytes allocated since boot
 * @allocs: allocations since boot
 * @free_bytes: bytes freed since boot
 * @frees: frees since boot
 *
 * Memory may be freed on another CPU than it was allocated on: only sums over
 * all CPUs mean anything.
 */
struct alloc_tag_counter {
	u64 alloc_bytes;
	u64 allocs;
	u64 free_bytes;
	u64 frees;
};

/*
 * Laid out by the linker script, see <linux/alloc_tag.lds.h>. The first tag is
 * the null tag, all zero. Tags of modules follow those of the kernel.
 */
extern const struct alloc_tag __start_alloc_tags[];
extern const struct alloc_tag __start_alloc_tags_modules[];
extern const struct alloc_tag __stop_alloc_tags[];
DECLARE_PER_CPU(struct alloc_tag_counter[], alloc_tag_counters);

/* The number of tags, null tag and room for modules included. */
extern unsigned long alloc_tag_nr;

/*
 * counting: new allocations are counted.
 * tracking: there may be counted memory, so frees have to look. It is switched
 * on before counting is, and never off again: what was counted before counting
 * was switched off is still uncharged when it is freed.
 */
DECLARE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_counting_key);
DECLARE_STATIC_KEY_MAYBE(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT, alloc_tag_tracking_key);

static __always_inline bool alloc_tag_counting(void)
{
	return static_branch_maybe(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT,
				   &alloc_tag_counting_key);
}

static __always_inline bool alloc_tag_tracking(void)
{
	return static_branch_maybe(CONFIG_ALLOC_TAG_ENABLED_BY_DEFAULT,
				   &alloc_tag_tracking_key);
}

/*
 * An index as it is computed with. In its short form, alloc_tag_idx_t, it is
 * only stored: every conversion between the two is an instruction.
 */
static __always_inline unsigned long alloc_tag_to_idx(const struct alloc_tag *tag)
{
	/* Code built without the plugin passes NULL, a constant there. */
	if (__builtin_constant_p(!tag) && !tag)
		return 0;
	return tag - __start_alloc_tags;
}

static __always_inline const struct alloc_tag *alloc_tag_from_idx(unsigned long idx)
{
	return __start_alloc_tags + idx;
}

/*
 * Count @calls allocations, or frees, of @bytes bytes altogether. The two
 * numbers are not updated as one: a reader may see either without the other.
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
 * Is @idx, found with an allocation that is being freed, the index of a tag?
 * It may lie beside heap objects: what was written past the end of one must not
 * decide which memory is added to.
 */
static __always_inline bool alloc_tag_idx_valid(unsigned long idx)
{
	return likely(idx < alloc_tag_nr);
}

/*
 * Is any of this in use until the next boot? If not, no memory is set aside.
 * Known from parse_early_param() on.
 */
bool alloc_tag_available(void);

/* The bytes at the end of the static per-CPU area that are left out. */
unsigned long alloc_tag_percpu_unused(void);

#else /* !CONFIG_GCC_PLUGIN_ALLOC_TAG */

static inline unsigned long alloc_tag_percpu_unused(void) { return 0; }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _LINUX_ALLOC_TAG_COUNTER_H */
