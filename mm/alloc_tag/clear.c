// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: clear all slots, before counting is enabled again.
 *
 * While counting is disabled, frees don't look at slots, so that they take no
 * time. So a slot may hold the index of memory that was freed since, and has
 * been allocated again. Before frees look at slots again, all are cleared.
 *
 * Nothing writes them meanwhile, so tables and those of per-CPU objects are
 * simply cleared. Vectors are in slabs, which SLUB doesn't list: they are found
 * by a walk over all struct pages. It must not write to a page that is no slab
 * any more, so all other CPUs are stopped for it, for CHUNK_PAGES at a time.
 */

#include <linux/alloc_tag/counter.h>
#include <linux/bsearch.h>
#include <linux/cpu.h>
#include <linux/kfence.h>
#include <linux/memory_hotplug.h>
#include <linux/mm.h>
#include <linux/mmzone.h>
#include <linux/sort.h>
#include <linux/stop_machine.h>

#include "../slab.h"
#include "percpu.h"
#include "table.h"

/* Pages for which the other CPUs are stopped at a time: takes about 1 ms. */
#define CHUNK_PAGES	(SZ_32M >> PAGE_SHIFT)

/**
 * struct walk - a part of the walk over all struct pages
 * @pfn: the first page frame
 * @end: the page frame after the last one
 * @cache: all caches, sorted by address
 * @nr: number of caches
 */
struct walk {
	unsigned long pfn;
	unsigned long end;
	struct kmem_cache **cache;
	unsigned int nr;
};

static int compare(const void *a, const void *b)
{
	const unsigned long *one = a, *other = b;

	return *one < *other ? -1 : *one > *other;
}

/*
 * Clear the vector of @slab, if it has one. A task may have been interrupted
 * just after it made its page a slab. So its cache is checked, and the order of
 * the slab against that: if it is the cache of the slab that was there before,
 * nothing but a page that has nothing in it yet is written to.
 */
static void clear_slab(const struct walk *walk, struct slab *slab)
{
	struct kmem_cache *s = READ_ONCE(slab->slab_cache);

	if (!bsearch(&s, walk->cache, walk->nr, sizeof(s), compare))
		return;
	if (slab_size(slab) == -s->alloc_tag.slab_mask)
		alloc_tag_vector_clear(s, slab);
}

/* Clear the vectors in a part of memory. Context: stop_machine(). */
static int clear_part(void *data)
{
	const struct walk *walk = data;
	struct page *page;
	unsigned long pfn;

	for (pfn = walk->pfn; pfn < walk->end; pfn++) {
		page = pfn_to_online_page(pfn);
		/* A page of KFENCE is a slab of its object's cache. */
		if (page && !PageTail(page) && PageSlab(page) &&
		    !is_kfence_address(page_address(page)))
			clear_slab(walk, page_slab(page));
	}
	return 0;
}

/* Is any page frame of this part of memory online? */
static bool any_online(const struct walk *walk)
{
	unsigned long pfn;

	for (pfn = walk->pfn; pfn < walk->end; pfn++)
		if (pfn_to_online_page(pfn))
			return true;
	return false;
}

/*
 * Clear the vectors of all slabs. Caller must hold the locks of CPU and memory
 * hotplug, and slab_mutex.
 */
static void clear_vectors(struct walk *walk)
{
	unsigned long pfn;
	int nid;

	for_each_online_node(nid) {
		unsigned long end = node_end_pfn(nid);

		for (pfn = node_start_pfn(nid); pfn < end; pfn += CHUNK_PAGES) {
			walk->pfn = pfn;
			walk->end = min_t(unsigned long, pfn + CHUNK_PAGES, end);
			if (any_online(walk))
				stop_machine_cpuslocked(clear_part, walk, NULL);
			cond_resched();
		}
	}
}

/* Store all caches in @walk. Returns 0 or -ENOMEM. Caller holds slab_mutex. */
static int get_caches(struct walk *walk)
{
	struct kmem_cache *s;

	list_for_each_entry(s, &slab_caches, list)
		walk->nr++;
	walk->cache = kvmalloc_array(walk->nr, sizeof(s), GFP_KERNEL);
	if (!walk->cache)
		return -ENOMEM;
	walk->nr = 0;
	list_for_each_entry(s, &slab_caches, list)
		walk->cache[walk->nr++] = s;
	sort(walk->cache, walk->nr, sizeof(s), compare, NULL);
	return 0;
}

/**
 * alloc_tag_clear_slots() - clear all slots
 *
 * Context: process context. Nothing may be charged, and frees may not look at
 * slots: both static keys are disabled, and no hook runs that began before.
 * Return: 0 or -ENOMEM. Then no slot is cleared.
 */
int alloc_tag_clear_slots(void)
{
	struct walk walk = { };
	int err;

	cpus_read_lock();
	get_online_mems();
	mutex_lock(&slab_mutex);
	err = get_caches(&walk);
	if (!err) {
		clear_vectors(&walk);
		alloc_tag_table_clear();
		alloc_tag_percpu_clear();
	}
	mutex_unlock(&slab_mutex);
	put_online_mems();
	cpus_read_unlock();
	kvfree(walk.cache);
	return err;
}
