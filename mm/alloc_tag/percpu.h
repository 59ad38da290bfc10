/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the hooks of the per-CPU allocator.
 *
 * A per-CPU object is charged as one call. Its bytes are its size, as the
 * allocator rounds it, times the number of possible CPUs: each of them has a
 * copy.
 *
 * There is a slot for each PCPU_MIN_ALLOC_SIZE bytes of a chunk; an object has
 * the slot of its first bytes. Slots are allocated for a page of a chunk
 * when the page is populated, so each object has one, and the hooks never
 * allocate and never fail. (memcg has such an array for the whole chunk. Most
 * pages of a chunk are never populated.) If the line is watched, an object may
 * have a record like other memory, see <linux/alloc_tag/watch.h>.
 *
 * A slot belongs to the owner of the object, so it needs no lock.
 *
 * The counters of modules' tags are per-CPU objects as well. They are charged
 * to a tag of vmlinux, whose counters are static, so charging an object never
 * needs memory.
 */
#ifndef _MM_ALLOC_TAG_PERCPU_H
#define _MM_ALLOC_TAG_PERCPU_H

#include <linux/alloc_tag/counter.h>
#include <linux/alloc_tag/fault.h>
#include <linux/atomic.h>
#include <linux/gfp_types.h>
#include <linux/mm.h>

#include "../percpu-internal.h"

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

bool alloc_tag_chunk_populate(struct pcpu_chunk *chunk, int page_start, int page_end, gfp_t gfp);
void alloc_tag_chunk_release(struct pcpu_chunk *chunk);
void alloc_tag_percpu_clear(void);

void __alloc_tag_percpu_watch(struct pcpu_chunk *chunk, int off, size_t size, size_t requested,
			      gfp_t gfp, unsigned int why) __cold;
void __alloc_tag_percpu_free_slow(struct pcpu_chunk *chunk, int off, size_t bytes,
				  unsigned long idx);

extern unsigned int alloc_tag_percpu_copies;

void __alloc_tag_percpu_sample(struct pcpu_chunk *chunk, int off, size_t size, size_t requested,
			       gfp_t gfp, const struct alloc_tag *tag) __cold;
#ifdef CONFIG_ALLOC_TAG_SAMPLE
void __alloc_tag_percpu_unsample(struct pcpu_chunk *chunk, int off);

/* How many per-CPU objects have a record and are not charged? See sampled.h. */
extern atomic_t alloc_tag_percpu_samples;
#endif

/*
 * The slot of the object at offset @off of @chunk. NULL if the chunk has none:
 * with "never", and before alloc_tag_percpu_init().
 */
static inline alloc_tag_idx_t *alloc_tag_percpu_slot(struct pcpu_chunk *chunk, int off)
{
	if (!chunk->alloc_tag_slots)
		return NULL;
	return &chunk->alloc_tag_slots[off >> PAGE_SHIFT]
				      [offset_in_page(off) >> PCPU_MIN_ALLOC_SHIFT];
}

/* The key of the record of the object at offset @off of @chunk. */
static inline const void *alloc_tag_percpu_key(const struct pcpu_chunk *chunk, int off)
{
	return chunk->base_addr + off;
}

/**
 * alloc_tag_percpu_alloc() - charge a newly allocated per-CPU object
 * @chunk: the chunk that has it; its pages are populated
 * @off: its offset in the chunk
 * @size: its size on one CPU, as alloc_tag_percpu_free() will get it
 * @requested: the size on one CPU that was asked for
 * @gfp: allocation flags
 * @tag: tag of the call site
 *
 * Not charged if counting is disabled, or if the chunk has no slots. If only
 * samples are taken, it may be one.
 *
 * Context: any; the caller must own the object, and not hold pcpu_lock.
 */
static inline void alloc_tag_percpu_alloc(struct pcpu_chunk *chunk, int off, size_t size,
					  size_t requested, gfp_t gfp, const struct alloc_tag *tag)
{
	unsigned int bytes = size * alloc_tag_percpu_copies;
	alloc_tag_idx_t *slot;
	unsigned int why;

	switch (alloc_tag_mode_size(&bytes)) {
	case ALLOC_TAG_SAMPLES:
		__alloc_tag_percpu_sample(chunk, off, size, requested, gfp, tag);
		return;
	case ALLOC_TAG_IDLE:
		return;
	case ALLOC_TAG_COUNTS:
		break;
	}
	slot = alloc_tag_percpu_slot(chunk, off);
	if (!slot)
		return;
	why = alloc_tag_charge_slot(slot, tag, bytes);
	if (why)
		__alloc_tag_percpu_watch(chunk, off, size, requested, gfp, why);
}

/**
 * alloc_tag_percpu_free() - uncharge a per-CPU object that is being freed
 * @chunk: the chunk that has it
 * @off: its offset in the chunk
 * @size: its size on one CPU
 *
 * Context: the caller must hold pcpu_lock, so that the object can't be
 * allocated again yet.
 */
static inline void alloc_tag_percpu_free(struct pcpu_chunk *chunk, int off, size_t size)
{
	alloc_tag_idx_t *slot;
	unsigned long idx;

#ifdef CONFIG_ALLOC_TAG_SAMPLE
	if (atomic_read(&alloc_tag_percpu_samples))
		__alloc_tag_percpu_unsample(chunk, off);
#endif
	if (!alloc_tag_tracking())
		return;
	slot = alloc_tag_percpu_slot(chunk, off);
	if (!slot)
		return;
	idx = *slot;
	*slot = 0;
	size *= alloc_tag_percpu_copies;
	if (!alloc_tag_count_frees(idx, size, 1))
		__alloc_tag_percpu_free_slow(chunk, off, size, idx);
}

#else /* !CONFIG_GCC_PLUGIN_ALLOC_TAG */

static inline bool alloc_tag_chunk_populate(struct pcpu_chunk *chunk, int page_start,
					    int page_end, gfp_t gfp)
{
	return true;
}

static inline void alloc_tag_chunk_release(struct pcpu_chunk *chunk) { }

static inline void alloc_tag_percpu_alloc(struct pcpu_chunk *chunk, int off, size_t size,
					  size_t requested, gfp_t gfp,
					  const struct alloc_tag *tag) { }

static inline void alloc_tag_percpu_free(struct pcpu_chunk *chunk, int off, size_t size) { }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG */

#endif /* _MM_ALLOC_TAG_PERCPU_H */
