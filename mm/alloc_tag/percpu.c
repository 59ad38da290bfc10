// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the slots of per-CPU objects, and slow paths of the hooks.
 * See percpu.h for where the slot of an object is.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/alloc_tag/boot.h>
#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/cpumask.h>
#include <linux/init.h>
#include <linux/memblock.h>
#include <linux/printk.h>
#include <linux/slab.h>

#include "percpu.h"

/* Number of slots for a page of a chunk, and their size in bytes. */
#define SLOTS_PER_PAGE	(PAGE_SIZE >> PCPU_MIN_ALLOC_SHIFT)
#define SLOT_BYTES	(SLOTS_PER_PAGE * sizeof(alloc_tag_idx_t))

/*
 * Number of copies of each object. Read once at boot, so that a free uncharges
 * as much as the allocation charged, even if CPUs are removed from the possible
 * ones later in the boot, as Xen does.
 */
unsigned int alloc_tag_percpu_copies __ro_after_init;

#ifdef CONFIG_ALLOC_TAG_SAMPLE
atomic_t alloc_tag_percpu_samples;
#endif

/*
 * Allocate the slots of @chunk, which may be NULL, from memblock. All of its
 * pages are populated. Returns false if memory is short.
 */
static bool __init populate_early(struct pcpu_chunk *chunk)
{
	alloc_tag_idx_t **slots, *block;
	int i;

	if (!chunk)
		return true;
	slots = memblock_alloc(chunk->nr_pages * sizeof(*slots), SMP_CACHE_BYTES);
	block = memblock_alloc(chunk->nr_pages * SLOT_BYTES, SMP_CACHE_BYTES);
	if (!slots || !block)
		return false;
	for (i = 0; i < chunk->nr_pages; i++)
		slots[i] = block + i * SLOTS_PER_PAGE;
	chunk->alloc_tag_slots = slots;
	return true;
}

/**
 * alloc_tag_percpu_init() - allocate the slots of the chunks made at boot
 *
 * None if nothing can be counted in this boot.
 *
 * The first chunk and the reserved chunk are made before the tags can be used.
 * Objects that are in them already are never charged.
 *
 * If memory is short, counting is not available in this boot.
 *
 * Context: boot, after setup_per_cpu_areas() and parse_early_param(), before
 * alloc_tag_init().
 */
void __init alloc_tag_percpu_init(void)
{
	alloc_tag_percpu_copies = num_possible_cpus();
	if (!alloc_tag_available())
		return;
	if (!populate_early(pcpu_first_chunk) || !populate_early(pcpu_reserved_chunk))
		alloc_tag_boot_failed();
}

/**
 * alloc_tag_chunk_populate() - allocate the slots of pages of a chunk
 * @chunk: the chunk
 * @page_start: the first page that is to be populated
 * @page_end: the page after the last one
 * @gfp: flags that the pages are allocated with
 *
 * Pages that had slots before keep them. While counting is enabled, those are
 * all 0, as the objects were freed before the pages could be depopulated.
 *
 * Context: as @gfp. The caller must hold pcpu_alloc_mutex.
 * Return: true on success; false if memory is short, then the pages must not be
 * populated.
 */
bool alloc_tag_chunk_populate(struct pcpu_chunk *chunk, int page_start, int page_end, gfp_t gfp)
{
	int i;

	if (!alloc_tag_available())
		return true;
	if (!chunk->alloc_tag_slots)
		chunk->alloc_tag_slots = kcalloc(chunk->nr_pages, sizeof(*chunk->alloc_tag_slots),
						 gfp);
	if (!chunk->alloc_tag_slots)
		return false;
	for (i = page_start; i < page_end; i++) {
		if (!chunk->alloc_tag_slots[i])
			chunk->alloc_tag_slots[i] = kzalloc(SLOT_BYTES, gfp);
		if (!chunk->alloc_tag_slots[i])
			return false;
	}
	return true;
}

/* Free the slots of @chunk, if it has any. It must have no objects left. */
void alloc_tag_chunk_release(struct pcpu_chunk *chunk)
{
	int i;

	if (!chunk->alloc_tag_slots)
		return;
	for (i = 0; i < chunk->nr_pages; i++)
		kfree(chunk->alloc_tag_slots[i]);
	kfree(chunk->alloc_tag_slots);
}

/* Clear the slots of @chunk, which may be NULL. Caller must hold pcpu_lock. */
static void clear_chunk(struct pcpu_chunk *chunk)
{
	int i;

	if (!chunk || !chunk->alloc_tag_slots)
		return;
	for (i = 0; i < chunk->nr_pages; i++)
		if (chunk->alloc_tag_slots[i])
			memset(chunk->alloc_tag_slots[i], 0, SLOT_BYTES);
}

/**
 * alloc_tag_percpu_clear() - clear the slots of all per-CPU objects
 *
 * Context: process context. Nothing may be charged, and frees may not look at
 * slots.
 */
void alloc_tag_percpu_clear(void)
{
	struct pcpu_chunk *chunk;
	int list;

	spin_lock_irq(&pcpu_lock);
	for (list = 0; list < pcpu_nr_slots; list++)
		list_for_each_entry(chunk, &pcpu_chunk_lists[list], list)
			clear_chunk(chunk);
	clear_chunk(pcpu_reserved_chunk);
	spin_unlock_irq(&pcpu_lock);
}

/*
 * The object at offset @off of @chunk is being freed, and its slot held @idx,
 * which is no index of a tag. It has a record, or its free is an event, or its
 * slot was overwritten. @bytes were charged. Context: as the hook.
 */
noinline void __alloc_tag_percpu_free_slow(struct pcpu_chunk *chunk, int off, size_t bytes,
					   unsigned long idx)
{
	const void *key = alloc_tag_percpu_key(chunk, off);

	if (!alloc_tag_count_frees(alloc_tag_watch_free(idx, key, bytes, ALLOC_TAG_PERCPU),
				   bytes, 1))
		pr_err_once("per-CPU object %p is freed with tag index %lu, which no tag has: memory corruption?\n",
			    key, idx);
}
