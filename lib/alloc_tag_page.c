// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: where the slots of pages are.
 *
 * page_ext would be the obvious place. On SPARSEMEM it comes after the page
 * allocator has started, so that boot-time pages would stay unknown, and it
 * costs 16 bytes a page where 2 are needed. So there is a place of our own,
 * allocated from memblock: where nearly all page frames are memory, an array; it
 * takes the fewest instructions to find a slot in. Where there are large holes,
 * and for memory that is added later, a table of chunks, one per group of page
 * frames. A page frame without a slot is not counted.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/alloc_tag_page.h>
#include <linux/bits.h>
#include <linux/cache.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/memblock.h>
#include <linux/memory.h>
#include <linux/mm.h>
#include <linux/pfn.h>
#include <linux/slab.h>

#include "alloc_tag_internal.h"

/* Page frames of one chunk. */
#define CHUNK_SHIFT	15
#define CHUNK_PAGES	BIT(CHUNK_SHIFT)
#define CHUNK_SIZE	(CHUNK_PAGES * sizeof(alloc_tag_slot_t))

/* Set once, before the page allocator starts. All zero if there is none. */
struct alloc_tag_page_array alloc_tag_page_array __ro_after_init;

/* A chunk exists where there is memory, and once there, stays. */
struct alloc_tag_page_table {
	unsigned long nr;	/* number of chunks, present or not */
	alloc_tag_slot_t *chunk[];
};

/* Until the real one is there, and for good if none is needed. */
static struct alloc_tag_page_table alloc_tag_no_chunks;

/* Replaced as a whole when it has to grow; see alloc_tag_page_grow(). */
static struct alloc_tag_page_table *alloc_tag_page_table __read_mostly = &alloc_tag_no_chunks;

/* The slot of a page frame that the array doesn't have; NULL if there is none. */
alloc_tag_slot_t *alloc_tag_page_far(unsigned long pfn)
{
	/* Pairs with the release in alloc_tag_page_grow(). */
	struct alloc_tag_page_table *table = READ_ONCE(alloc_tag_page_table);
	unsigned long nr = pfn >> CHUNK_SHIFT;
	alloc_tag_slot_t *chunk;

	if (nr >= table->nr)
		return NULL;
	/* Pairs with the release in alloc_tag_page_add(). */
	chunk = READ_ONCE(table->chunk[nr]);
	return chunk ? chunk + (pfn & (CHUNK_PAGES - 1)) : NULL;
}

static size_t alloc_tag_page_table_size(unsigned long nr)
{
	return struct_size(alloc_tag_page_table, chunk, nr);
}

/*
 * One array for everything, if at most a quarter of it goes to waste. Returns false
 * if it does, or can't be had.
 */
static bool __init alloc_tag_page_init_array(unsigned long end)
{
	alloc_tag_slot_t *slot;

	if (PHYS_PFN(memblock_phys_mem_size()) < end - end / 4)
		return false;
	slot = memblock_alloc(end * sizeof(*slot), PAGE_SIZE);
	if (!slot)
		return false;
	alloc_tag_page_array.slot = slot;
	alloc_tag_page_array.nr = end;
	return true;
}

static void __init alloc_tag_page_init_chunks(unsigned long nr)
{
	struct alloc_tag_page_table *table;
	unsigned long start, end, missing = 0;
	int i, nid;

	table = memblock_alloc(alloc_tag_page_table_size(nr), SMP_CACHE_BYTES);
	if (!table) {
		pr_warn("no memory for the page table, pages will not be counted\n");
		return;
	}
	table->nr = nr;

	for_each_mem_pfn_range(i, MAX_NUMNODES, &start, &end, &nid) {
		unsigned long c;

		for (c = start >> CHUNK_SHIFT; c <= (end - 1) >> CHUNK_SHIFT; c++) {
			if (table->chunk[c])
				continue;
			table->chunk[c] = memblock_alloc_node(CHUNK_SIZE, PAGE_SIZE, nid);
			if (!table->chunk[c])
				missing++;
		}
	}
	if (missing)
		pr_warn("no memory for %lu of the page table's chunks, their pages will not be counted\n",
			missing);

	alloc_tag_page_table = table;
}

/* Context: boot, one CPU, and nobody has looked yet. */
void __init alloc_tag_page_init(void)
{
	unsigned long end = PFN_UP(memblock_end_of_DRAM());

	if (!alloc_tag_page_init_array(end))
		alloc_tag_page_init_chunks(DIV_ROUND_UP(end, CHUNK_PAGES));
}

#ifdef CONFIG_MEMORY_HOTPLUG

/*
 * Make room for @nr chunks. Readers hold no lock and may have loaded the old
 * table, which therefore stays; sizes at least double, so what is lost that way
 * is less than what is in use.
 */
static int alloc_tag_page_grow(unsigned long nr)
{
	struct alloc_tag_page_table *old = alloc_tag_page_table, *table;

	if (nr <= old->nr)
		return 0;

	nr = max(nr, 2 * old->nr);
	table = kvzalloc(alloc_tag_page_table_size(nr), GFP_KERNEL);
	if (!table)
		return -ENOMEM;
	memcpy(table->chunk, old->chunk, old->nr * sizeof(*old->chunk));
	table->nr = nr;
	/* Pairs with the READ_ONCE() in alloc_tag_page_far(). */
	smp_store_release(&alloc_tag_page_table, table);
	return 0;
}

/*
 * Chunks for page frames [@pfn, @end), but for those that the array has. Chunks
 * already there are kept.
 */
static int alloc_tag_page_add(unsigned long pfn, unsigned long end)
{
	unsigned long c, last = (end - 1) >> CHUNK_SHIFT;
	int err;

	pfn = max(pfn, alloc_tag_page_array.nr);
	if (pfn >= end)
		return 0;

	err = alloc_tag_page_grow(last + 1);
	if (err)
		return err;

	for (c = pfn >> CHUNK_SHIFT; c <= last; c++) {
		alloc_tag_slot_t *chunk;

		if (alloc_tag_page_table->chunk[c])
			continue;
		chunk = kvzalloc(CHUNK_SIZE, GFP_KERNEL);
		if (!chunk)
			return -ENOMEM;
		/* Pairs with the READ_ONCE() in alloc_tag_page_far(). */
		smp_store_release(&alloc_tag_page_table->chunk[c], chunk);
	}
	return 0;
}

/*
 * Page frames [@pfn, @end) are gone. Some drivers allocate memory in order to
 * take it away; those pages are never freed.
 */
static void alloc_tag_page_remove(unsigned long pfn, unsigned long end)
{
	for (; pfn < end; pfn++) {
		alloc_tag_slot_t *slot = alloc_tag_page_slot(pfn);

		if (slot && *slot) {
			alloc_tag_count_free(alloc_tag_slot_ref(*slot), PAGE_SIZE);
			*slot = 0;
		}
	}
}

/* Context: the memory hotplug lock is held. */
static int alloc_tag_memory_notify(struct notifier_block *self, unsigned long action, void *arg)
{
	struct memory_notify *mem = arg;
	unsigned long end = mem->start_pfn + mem->nr_pages;
	int err = 0;

	if (action == MEM_GOING_ONLINE)
		err = alloc_tag_page_add(mem->start_pfn, end);
	else if (action == MEM_OFFLINE)
		alloc_tag_page_remove(mem->start_pfn, end);
	return notifier_from_errno(err);
}

static int __init alloc_tag_page_hotplug_init(void)
{
	if (!alloc_tag_never())
		hotplug_memory_notifier(alloc_tag_memory_notify, 0);
	return 0;
}
core_initcall(alloc_tag_page_hotplug_init);

#endif /* CONFIG_MEMORY_HOTPLUG */

void alloc_tag_page_alloc_called(struct page *page, unsigned int order,
				 const struct alloc_tag *tag)
{
	__alloc_tag_page_alloc(page, order, tag);
}

void alloc_tag_page_free_called(struct page *page, unsigned int order)
{
	__alloc_tag_page_free(page, order);
}

/* Twice @order, and 1 more if it was the last; see alloc_tag_page_put_testzero(). */
unsigned int alloc_tag_page_put_shared(struct page *page, unsigned int order)
{
	alloc_tag_slot_t *slot = alloc_tag_page_slot(page_to_pfn(page));
	unsigned long ref = slot ? alloc_tag_slot_ref(*slot) : 0;
	bool compound = PageHead(page);

	if (put_page_testzero(page))
		return 2 * order + 1;
	if (!compound)
		alloc_tag_count_frees(ref, (PAGE_SIZE << order) - PAGE_SIZE, 0);
	return 2 * order;
}

void __alloc_tag_page_split(struct page *page, unsigned int nr, unsigned int step)
{
	unsigned long pfn = page_to_pfn(page);
	alloc_tag_slot_t *slot = alloc_tag_page_slot(pfn);
	unsigned long ref;
	unsigned int i;

	if (!slot || !*slot)
		return;
	ref = alloc_tag_slot_ref(*slot);

	/*
	 * What buddy hands out may span two chunks. Every frame of it
	 * has a slot if the first has one, except after a failure to allocate a
	 * chunk; then the rest leaves the books here.
	 */
	for (i = step; i < nr; i += step) {
		slot = alloc_tag_page_slot(pfn + i);
		if (slot) {
			*slot = alloc_tag_slot_of(ref);
			alloc_tag_count_allocs(ref, 0, 1);
		} else {
			alloc_tag_count_frees(ref, step * PAGE_SIZE, 0);
		}
	}
}

void __alloc_tag_page_join(struct page *page, unsigned int nr)
{
	unsigned long pfn = page_to_pfn(page);
	alloc_tag_slot_t *head = alloc_tag_page_slot(pfn);
	unsigned int i;

	if (!head)
		return;

	for (i = 1; i < nr; i++) {
		alloc_tag_slot_t *slot = alloc_tag_page_slot(pfn + i);

		if (!slot)
			continue;
		alloc_tag_count_free(alloc_tag_slot_ref(*slot), PAGE_SIZE);
		alloc_tag_count_allocs(alloc_tag_slot_ref(*head), PAGE_SIZE, 0);
		*slot = 0;
	}
}

void __alloc_tag_page_swap(struct page *to, struct page *from)
{
	alloc_tag_slot_t *to_slot = alloc_tag_page_slot(page_to_pfn(to));
	alloc_tag_slot_t *from_slot = alloc_tag_page_slot(page_to_pfn(from));

	/* Device memory has none, and its driver keeps the line it has. */
	if (to_slot && from_slot)
		swap(*to_slot, *from_slot);
}

void __alloc_tag_page_range(unsigned long pfn, unsigned long end, const struct alloc_tag *tag)
{
	unsigned long ref = alloc_tag_ref(tag);

	for (; pfn < end; pfn++) {
		alloc_tag_slot_t *slot = alloc_tag_page_slot(pfn);

		if (slot) {
			*slot = alloc_tag_slot_of(ref);
			alloc_tag_count_alloc(ref, PAGE_SIZE);
		}
	}
}
