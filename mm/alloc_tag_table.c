// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the memory behind slots by address.
 *
 * All tables are one area of vmalloc space, reserved at boot for as much memory
 * as the architecture can have. Page tables for it are made when memory is
 * there: at boot, and when memory is added. The slots of pages are made at the
 * same time, on the memory's own node. Those of slab objects are made a page at
 * a time, when the first slab that needs them is: the slab's allocation fails
 * if that does, so an object always has its slot. To fill them is all that is
 * left to do then, a single entry of the page tables, and possible in any
 * context that can allocate memory.
 *
 * A page of slots, once there, stays. In the worst case, all of the memory has
 * been in slabs of all sizes at some time, that is 3.2 % of it with 16-bit
 * slots.
 *
 * Kernels without a virtual memory map (User-mode Linux) have no functions that
 * make such page tables. Their tables are plain memory, all of it taken at boot.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/cache.h>
#include <linux/cacheflush.h>
#include <linux/export.h>
#include <linux/gfp.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/memblock.h>
#include <linux/memory.h>
#include <linux/mm.h>
#include <linux/pfn.h>
#include <linux/pgtable.h>
#include <linux/spinlock.h>
#include <linux/vmalloc.h>

#include "alloc_tag_table.h"
#include "internal.h"

alloc_tag_idx_t *alloc_tag_tables[ALLOC_TAG_MAX_SHIFT + 1] __ro_after_init;
EXPORT_SYMBOL_GPL(alloc_tag_tables); /* for KUnit tests, which look at slots */

alloc_tag_idx_t *alloc_tag_page_slots __ro_after_init;

/* Bytes of slots for @bytes bytes of memory in granules of 2^@shift bytes. */
static unsigned long alloc_tag_table_bytes(unsigned int shift, phys_addr_t bytes)
{
	return (bytes >> shift) * sizeof(alloc_tag_idx_t);
}

/* The same for all tables, that of pages included. */
static unsigned long __init alloc_tag_all_bytes(phys_addr_t bytes)
{
	unsigned long sum = alloc_tag_table_bytes(PAGE_SHIFT, bytes);
	unsigned int shift;

	for (shift = ALLOC_TAG_MIN_SHIFT; shift <= ALLOC_TAG_MAX_SHIFT; shift++)
		sum += alloc_tag_table_bytes(shift, bytes);
	return sum;
}

/* Let the tables for @bytes bytes of memory begin at @start, one after the other. */
static void __init alloc_tag_table_place(void *start, phys_addr_t bytes)
{
	unsigned int shift;

	alloc_tag_page_slots = start;
	start += alloc_tag_table_bytes(PAGE_SHIFT, bytes);
	for (shift = ALLOC_TAG_MIN_SHIFT; shift <= ALLOC_TAG_MAX_SHIFT; shift++) {
		alloc_tag_tables[shift] = (alloc_tag_idx_t *)start - (PAGE_OFFSET >> shift);
		start += alloc_tag_table_bytes(shift, bytes);
	}
}

#ifdef CONFIG_SPARSEMEM_VMEMMAP

static struct vm_struct alloc_tag_table_area;

/* Entries of the tables' page tables are only set under this lock, any context. */
static DEFINE_SPINLOCK(alloc_tag_table_lock);

/*
 * Put @page where the tables' page at @addr is to be. Returns false if there is
 * one already. The page tables exist. Any context.
 */
static bool alloc_tag_table_map(unsigned long addr, void *page)
{
	pte_t *pte = pte_offset_kernel(pmd_off_k(addr), addr);
	unsigned long flags;
	bool mapped = false;

	spin_lock_irqsave(&alloc_tag_table_lock, flags);
	if (pte_none(*pte)) {
		set_pte_at(&init_mm, addr, pte, pfn_pte(PHYS_PFN(__pa(page)), PAGE_KERNEL));
		mapped = true;
	}
	spin_unlock_irqrestore(&alloc_tag_table_lock, flags);
	flush_cache_vmap(addr, addr + PAGE_SIZE);
	return mapped;
}

/* Make the page tables for slots at @addr. Context: boot, or may sleep. */
static int __meminit alloc_tag_table_make_pte(unsigned long addr, int nid)
{
	pgd_t *pgd = vmemmap_pgd_populate(addr, nid);
	p4d_t *p4d = pgd ? vmemmap_p4d_populate(pgd, addr, nid) : NULL;
	pud_t *pud = p4d ? vmemmap_pud_populate(p4d, addr, nid) : NULL;

	return pud && vmemmap_pmd_populate(pud, addr, nid) ? 0 : -ENOMEM;
}

/*
 * A page of zeroes for slots of pages. Context: boot, or may sleep. (__ref: memblock
 * is only called at boot.)
 */
static void *__ref alloc_tag_table_new_page(int nid)
{
	struct page *page;

	if (!slab_is_available())
		return memblock_alloc_node(PAGE_SIZE, PAGE_SIZE, nid);
	page = alloc_pages_node(nid, GFP_KERNEL | __GFP_ZERO, 0);
	return page ? page_address(page) : NULL;
}

/* Make the page tables for the slots from @first to @last. Context: as above. */
static int __meminit alloc_tag_table_make_ptes(alloc_tag_idx_t *first, alloc_tag_idx_t *last,
					       int nid)
{
	unsigned long addr = ALIGN_DOWN((unsigned long)first, PMD_SIZE);

	for (; addr <= (unsigned long)last; addr += PMD_SIZE)
		if (alloc_tag_table_make_pte(addr, nid))
			return -ENOMEM;
	return 0;
}

/*
 * Page frames [@pfn, @end) of node @nid are going to be used. Some of it may have
 * been there before. Context: boot, or the memory hotplug lock is held.
 * Returns 0 or -ENOMEM.
 */
static int __meminit alloc_tag_table_add_memory(unsigned long pfn, unsigned long end, int nid)
{
	alloc_tag_idx_t *first = &alloc_tag_page_slots[pfn];
	alloc_tag_idx_t *last = &alloc_tag_page_slots[end - 1];
	unsigned long addr = ALIGN_DOWN((unsigned long)first, PAGE_SIZE);
	unsigned int shift;
	void *page;

	if (alloc_tag_table_make_ptes(first, last, nid))
		return -ENOMEM;
	for (; addr <= (unsigned long)last; addr += PAGE_SIZE) {
		if (!pte_none(*pte_offset_kernel(pmd_off_k(addr), addr)))
			continue;
		page = alloc_tag_table_new_page(nid);
		if (!page)
			return -ENOMEM;
		alloc_tag_table_map(addr, page);
	}

	for (shift = ALLOC_TAG_MIN_SHIFT; shift <= ALLOC_TAG_MAX_SHIFT; shift++) {
		first = alloc_tag_table_slot(shift, __va(PFN_PHYS(pfn)));
		last = alloc_tag_table_slot(shift, __va(PFN_PHYS(end)) - 1);
		if (alloc_tag_table_make_ptes(first, last, nid))
			return -ENOMEM;
	}
	return 0;
}

/*
 * Reserve the area and make what all memory that there is needs. Returns false
 * if that failed. Context: boot, before the page allocator has its first page.
 */
bool __init alloc_tag_table_init(void)
{
	struct vm_struct *area = &alloc_tag_table_area;
	phys_addr_t memory = 1ULL << MAX_PHYSMEM_BITS;
	unsigned long start, end;
	int i, nid;

	area->size = alloc_tag_all_bytes(memory);
	area->flags = VM_MAP;
	area->caller = alloc_tag_table_init;
	/* Aligned so that nobody else's areas share our lower page tables. */
	vm_area_register_early(area, PUD_SIZE);
	alloc_tag_table_place(area->addr, memory);

	for_each_mem_pfn_range(i, MAX_NUMNODES, &start, &end, &nid)
		if (alloc_tag_table_add_memory(start, end, nid))
			return false;
	return true;
}

/*
 * Make slots in granules of 2^@shift bytes for objects in the @bytes bytes at
 * @start, which lie on node @nid; @gfp is what they were allocated with. Returns
 * false if memory is short: then the objects must not be used. Context: as @gfp.
 */
bool alloc_tag_table_populate(unsigned int shift, const void *start, size_t bytes, int nid,
			      gfp_t gfp)
{
	unsigned long addr = (unsigned long)alloc_tag_table_slot(shift, start);
	unsigned long last = (unsigned long)alloc_tag_table_slot(shift, start + bytes - 1);
	struct page *page;

	gfp = (gfp & (GFP_RECLAIM_MASK | GFP_CONSTRAINT_MASK)) | __GFP_ZERO;
	for (addr = ALIGN_DOWN(addr, PAGE_SIZE); addr <= last; addr += PAGE_SIZE) {
		if (vmalloc_to_page((void *)addr))
			continue;
		page = alloc_pages_node(nid, gfp, 0);
		if (!page)
			return false;
		if (!alloc_tag_table_map(addr, page_address(page)))
			__free_page(page);
	}
	return true;
}

#ifdef CONFIG_MEMORY_HOTPLUG

/*
 * Page frames [@pfn, @end) are gone. Some drivers allocate memory in order to
 * take it away; those pages are never freed.
 */
static void __meminit alloc_tag_table_remove_memory(unsigned long pfn, unsigned long end)
{
	for (; pfn < end; pfn++) {
		alloc_tag_idx_t *slot = &alloc_tag_page_slots[pfn];

		if (*slot && alloc_tag_idx_valid(*slot))
			alloc_tag_count_frees(*slot, PAGE_SIZE, 1);
		*slot = 0;
	}
}

/* Context: the memory hotplug lock is held. */
static int __meminit alloc_tag_memory_notify(struct notifier_block *self, unsigned long action,
					     void *arg)
{
	struct memory_notify *mem = arg;
	unsigned long end = mem->start_pfn + mem->nr_pages;
	int err = 0;

	if (action == MEM_GOING_ONLINE)
		err = alloc_tag_table_add_memory(mem->start_pfn, end,
						 pfn_to_nid(mem->start_pfn));
	else if (action == MEM_OFFLINE)
		alloc_tag_table_remove_memory(mem->start_pfn, end);
	return notifier_from_errno(err);
}

static int __init alloc_tag_table_hotplug_init(void)
{
	if (alloc_tag_available())
		hotplug_memory_notifier(alloc_tag_memory_notify, 0);
	return 0;
}
core_initcall(alloc_tag_table_hotplug_init);

#endif /* CONFIG_MEMORY_HOTPLUG */

#else /* !CONFIG_SPARSEMEM_VMEMMAP */

bool __init alloc_tag_table_init(void)
{
	phys_addr_t memory = memblock_end_of_DRAM();
	void *start = memblock_alloc(alloc_tag_all_bytes(memory), PAGE_SIZE);

	if (!start)
		return false;
	alloc_tag_table_place(start, memory);
	return true;
}

bool alloc_tag_table_populate(unsigned int shift, const void *start, size_t bytes, int nid,
			      gfp_t gfp)
{
	return true;
}

#endif /* CONFIG_SPARSEMEM_VMEMMAP */
