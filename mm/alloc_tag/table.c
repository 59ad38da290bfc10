// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the memory of the tables of slots.
 *
 * All tables are in one area of vmalloc space, reserved at boot for as much
 * memory as the architecture supports. Their page tables are populated for the
 * memory that is present, at boot and when memory is hot-added.
 *
 * The slots of pages are allocated at the same time, on the memory's own node.
 *
 * The slots of slab objects are allocated one page at a time, for the first
 * slab that needs it. If that fails, the allocation of the slab fails, so each
 * object has a slot. As the page tables exist already, only one PTE has to be
 * set, which is possible in any context that can allocate a slab.
 *
 * Pages of slots are never freed. In the worst case, if all memory was in slabs
 * of each size at some time, the tables take 3.2 % of memory with 16-bit
 * indexes.
 *
 * Without CONFIG_SPARSEMEM_VMEMMAP (User-mode Linux) the vmemmap_*_populate()
 * functions do not exist. There, memblock provides all tables at boot.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/alloc_tag/boot.h>
#include <linux/code_tag/compat.h>
#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/cacheflush.h>
#include <linux/export.h>
#include <linux/gfp.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/kasan.h>
#include <linux/kernel.h>
#include <linux/memblock.h>
#include <linux/memory.h>
#include <linux/mm.h>
#include <linux/pfn.h>
#include <linux/pgtable.h>
#include <linux/vmalloc.h>

#include "sampled.h"
#include "table.h"
#include "../internal.h"

alloc_tag_idx_t *alloc_tag_tables[ALLOC_TAG_MAX_SHIFT + 1] __ro_after_init;
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_tables);

alloc_tag_idx_t *alloc_tag_page_slots __ro_after_init;
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_page_slots);

unsigned long alloc_tag_page_base __ro_after_init;
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_page_base);

/* Size of a table for @bytes of memory in granules of 2^@shift bytes. */
static unsigned long table_bytes(unsigned int shift, phys_addr_t bytes)
{
	return (bytes >> shift) * sizeof(alloc_tag_idx_t);
}

/* Size of all tables for @bytes of memory, including the one for pages. */
static unsigned long __init all_bytes(phys_addr_t bytes)
{
	unsigned long sum = table_bytes(PAGE_SHIFT, bytes);
	unsigned int shift;

	/* KFENCE has an object in each page. */
	BUILD_BUG_ON(PAGE_SHIFT < ALLOC_TAG_MIN_SHIFT || PAGE_SHIFT > ALLOC_TAG_MAX_SHIFT);
	for (shift = ALLOC_TAG_MIN_SHIFT; shift <= ALLOC_TAG_MAX_SHIFT; shift++)
		sum += table_bytes(shift, bytes);
	return sum;
}

/* Place the tables for @bytes of memory at @start, one after the other. */
static void __init place_tables(void *start, phys_addr_t bytes)
{
	unsigned int shift;

	alloc_tag_page_slots = start;
	alloc_tag_page_base = (unsigned long)start -
		((unsigned long)pfn_to_page(0) >> ALLOC_TAG_PAGE_SHIFT);
	start += table_bytes(PAGE_SHIFT, bytes);
	for (shift = ALLOC_TAG_MIN_SHIFT; shift <= ALLOC_TAG_MAX_SHIFT; shift++) {
		alloc_tag_tables[shift] = (alloc_tag_idx_t *)start - (PAGE_OFFSET >> shift);
		start += table_bytes(shift, bytes);
	}
}

DEFINE_STATIC_KEY_FALSE(alloc_tag_kfence_key);
EXPORT_SYMBOL_IF_KUNIT(alloc_tag_kfence_key);

#ifdef CONFIG_SPARSEMEM_VMEMMAP

static struct vm_struct alloc_tag_table_area;

/* The page table entry of @addr in the tables; the page table must exist. */
static pte_t *pte_of(unsigned long addr)
{
	return pte_offset_kernel(pmd_off_k(addr), addr);
}

/*
 * Is a page mapped at @addr in the tables? The page table for @addr must exist.
 * Context: any, without a lock: entries are set once, and never cleared.
 *
 * If so, the caller may use the slots there. The page was cleared before
 * map_page() set the entry, and x86 sees stores of other CPUs in order, also
 * when the MMU reads the entry; it caches no entry that is not present. An
 * architecture where that isn't so needs a barrier here.
 */
static bool is_mapped(unsigned long addr)
{
	return !pte_none(ptep_get(pte_of(addr)));
}

/*
 * Map @page, an address in the linear mapping, at @addr in the tables. The page
 * tables for @addr must exist. Returns false if another CPU has mapped a page
 * there first; then the caller frees its own. Context: any, also NMI: there is
 * no lock.
 */
static bool map_page(unsigned long addr, void *page)
{
	pte_t entry = pfn_pte(PHYS_PFN(__pa(page)), PAGE_KERNEL);
	pteval_t none = 0;
	/* Orders it after the page was cleared, see is_mapped(). */
	bool mapped = try_cmpxchg(&pte_of(addr)->pte, &none, entry.pte);

	flush_cache_vmap(addr, addr + PAGE_SIZE);
	return mapped;
}

/*
 * Allocate the page tables for slots at @addr on node @nid. Returns 0 or
 * -ENOMEM. Context: boot, or process context.
 */
static int __meminit make_pte(unsigned long addr, int nid)
{
	pgd_t *pgd = vmemmap_pgd_populate(addr, nid);
	p4d_t *p4d = pgd ? vmemmap_p4d_populate(pgd, addr, nid) : NULL;
	pud_t *pud = p4d ? vmemmap_pud_populate(p4d, addr, nid) : NULL;

	return pud && vmemmap_pmd_populate(pud, addr, nid) ? 0 : -ENOMEM;
}

/*
 * Allocate a zeroed page for slots of pages. Returns NULL if memory is short.
 * Context: boot, or process context. (__ref: memblock is only called at boot.)
 */
static void *__ref new_page(int nid)
{
	struct page *page;

	if (!slab_is_available())
		return memblock_alloc_node(PAGE_SIZE, PAGE_SIZE, nid);
	page = alloc_pages_node(nid, GFP_KERNEL | __GFP_ZERO, 0);
	return page ? page_address(page) : NULL;
}

/*
 * Allocate the page tables for the slots from @first to @last on node @nid.
 * Returns 0 or -ENOMEM. Context: boot, or process context.
 */
static int __meminit make_ptes(alloc_tag_idx_t *first, alloc_tag_idx_t *last,
			       int nid)
{
	unsigned long addr = ALIGN_DOWN((unsigned long)first, PMD_SIZE);

	for (; addr <= (unsigned long)last; addr += PMD_SIZE)
		if (make_pte(addr, nid))
			return -ENOMEM;
	return 0;
}

/*
 * Prepare the tables for page frames [@pfn, @end) of node @nid, before they are
 * used: all page tables, and the slots of pages. What exists already is kept.
 * Returns 0 or -ENOMEM. Context: boot, or the memory hotplug lock is held.
 */
static int __meminit add_slots(unsigned long pfn, unsigned long end, int nid)
{
	alloc_tag_idx_t *first = &alloc_tag_page_slots[pfn];
	alloc_tag_idx_t *last = &alloc_tag_page_slots[end - 1];
	unsigned long addr = ALIGN_DOWN((unsigned long)first, PAGE_SIZE);
	unsigned int shift;
	void *page;

	if (make_ptes(first, last, nid))
		return -ENOMEM;
	for (; addr <= (unsigned long)last; addr += PAGE_SIZE) {
		if (is_mapped(addr))
			continue;
		page = new_page(nid);
		if (!page)
			return -ENOMEM;
		map_page(addr, page);
	}

	for (shift = ALLOC_TAG_MIN_SHIFT; shift <= ALLOC_TAG_MAX_SHIFT; shift++) {
		first = alloc_tag_table_slot(shift, __va(PFN_PHYS(pfn)));
		last = alloc_tag_table_slot(shift, __va(PFN_PHYS(end)) - 1);
		if (make_ptes(first, last, nid))
			return -ENOMEM;
	}
	return 0;
}

/*
 * Map the KASAN shadow of the tables, which instrumented code accesses. With
 * CONFIG_KASAN_VMALLOC, vmalloc space has no shadow where nothing was allocated
 * with vmalloc(). All slots are valid, so the early shadow will do: one page of
 * zeros, mapped with few page tables at any size. Returns 0 or -ENOMEM.
 * Context: boot, after kasan_init().
 */
static int __init map_shadow(const struct vm_struct *area)
{
#ifdef CONFIG_KASAN_VMALLOC
	return kasan_populate_early_shadow(kasan_mem_to_shadow(area->addr),
					   kasan_mem_to_shadow(area->addr + area->size));
#else
	return 0;
#endif
}

/*
 * Reserve the area of the tables and prepare it for all memory that is present.
 * Returns false if memory is short. Context: boot, before the page allocator
 * gets its first page.
 */
bool __init alloc_tag_table_init(void)
{
	struct vm_struct *area = &alloc_tag_table_area;
	phys_addr_t memory = 1ULL << MAX_PHYSMEM_BITS;
	unsigned long start, end;
	int i, nid;

	area->size = all_bytes(memory);
	area->flags = VM_MAP;
	area->caller = alloc_tag_table_init;
	/*
	 * Aligned, so that no other area shares our lower page tables. At the
	 * end: areas that the architecture has added before are at the start,
	 * and vm_area_add_early() checks that ours does not overlap them, which
	 * vm_area_register_early() does not.
	 */
	area->addr = (void *)ALIGN_DOWN(VMALLOC_END - area->size, PUD_SIZE);
	vm_area_add_early(area);
	if (map_shadow(area))
		return false;
	place_tables(area->addr, memory);

	for_each_mem_pfn_range(i, MAX_NUMNODES, &start, &end, &nid)
		if (add_slots(start, end, nid))
			return false;
	return true;
}

/**
 * alloc_tag_table_populate() - allocate slots for a range of memory
 * @shift: the table to use: that for granules of 2^@shift bytes
 * @start: start of the memory, in the linear mapping
 * @bytes: size of the memory in bytes
 * @nid: node of the memory; the slots are preferably allocated there
 * @gfp: flags that the memory was allocated with
 *
 * Context: as @gfp.
 * Return: true on success; false if memory is short, then the range must not be
 * used.
 */
bool alloc_tag_table_populate(unsigned int shift, const void *start, size_t bytes, int nid,
			      gfp_t gfp)
{
	unsigned long addr = (unsigned long)alloc_tag_table_slot(shift, start);
	unsigned long last = (unsigned long)alloc_tag_table_slot(shift, start + bytes - 1);
	struct page *page;

	gfp = (gfp & (GFP_RECLAIM_MASK | GFP_CONSTRAINT_MASK)) | __GFP_ZERO;
	for (addr = ALIGN_DOWN(addr, PAGE_SIZE); addr <= last; addr += PAGE_SIZE) {
		if (is_mapped(addr))
			continue;
		page = alloc_pages_node(nid, gfp, 0);
		if (!page)
			return false;
		if (!map_page(addr, page_address(page)))
			__free_page(page);
	}
	return true;
}

/* Clear the slots in the page of a table at @addr, for the function below. */
static int clear_page_of_slots(pte_t *pte, unsigned long addr, void *data)
{
	memset((void *)addr, 0, PAGE_SIZE);
	return 0;
}

/**
 * alloc_tag_table_clear() - clear the slots in all tables
 *
 * Context: process context. Nothing may be charged, and frees may not look at
 * slots.
 */
void alloc_tag_table_clear(void)
{
	const struct vm_struct *area = &alloc_tag_table_area;

	apply_to_existing_page_range(&init_mm, (unsigned long)area->addr, area->size,
				     clear_page_of_slots, NULL);
}

#ifdef CONFIG_MEMORY_HOTPLUG

/*
 * Uncharge page frames [@pfn, @end), which have gone offline. Some drivers
 * (virtio-mem, for example) allocate pages in order to take them offline, and
 * never free them.
 */
static void __meminit remove_slots(unsigned long pfn, unsigned long end)
{
	for (; pfn < end; pfn++) {
		alloc_tag_idx_t *slot = &alloc_tag_page_slots[pfn];
		unsigned long idx;

		if (alloc_tag_page_sampled(pfn_to_page(pfn)))
			alloc_tag_sample_free(pfn_to_page(pfn));
		if (!alloc_tag_tracking())
			continue;
		idx = alloc_tag_slot_idx(slot);
		idx = alloc_tag_watch_free(idx, pfn_to_page(pfn), PAGE_SIZE, ALLOC_TAG_PAGES);
		alloc_tag_count_frees(idx, PAGE_SIZE, 1);
		*slot = 0;
	}
}

/* Memory notifier. Context: the memory hotplug lock is held. */
static int __meminit hotplug_notify(struct notifier_block *self, unsigned long action,
				    void *arg)
{
	struct memory_notify *mem = arg;
	unsigned long end = mem->start_pfn + mem->nr_pages;
	int err = 0;

	if (action == MEM_GOING_ONLINE && alloc_tag_available())
		err = add_slots(mem->start_pfn, end,
				pfn_to_nid(mem->start_pfn));
	else if (action == MEM_OFFLINE)
		remove_slots(mem->start_pfn, end);
	return notifier_from_errno(err);
}

static int __init alloc_tag_table_hotplug_init(void)
{
	if (alloc_tag_indexed())
		hotplug_memory_notifier(hotplug_notify, 0);
	return 0;
}
core_initcall(alloc_tag_table_hotplug_init);

#endif /* CONFIG_MEMORY_HOTPLUG */

#else /* !CONFIG_SPARSEMEM_VMEMMAP */

static unsigned long tables_bytes __ro_after_init;

bool __init alloc_tag_table_init(void)
{
	phys_addr_t memory = memblock_end_of_DRAM();
	void *start;

	tables_bytes = all_bytes(memory);
	start = memblock_alloc(tables_bytes, PAGE_SIZE);
	if (!start)
		return false;
	place_tables(start, memory);
	return true;
}

void alloc_tag_table_clear(void)
{
	/* The slots of pages are the first. */
	memset(alloc_tag_page_slots, 0, tables_bytes);
}

bool alloc_tag_table_populate(unsigned int shift, const void *start, size_t bytes, int nid,
			      gfp_t gfp)
{
	return true;
}

#endif /* CONFIG_SPARSEMEM_VMEMMAP */

/**
 * alloc_tag_kfence_populate() - allocate the slots of the KFENCE pool
 * @pool: start of the pool
 * @bytes: size of the pool in bytes
 *
 * Context: process context or boot; may allocate with GFP_KERNEL.
 * Return: true on success; false if memory is short, then the pool must not be
 * used.
 */
bool alloc_tag_kfence_populate(const void *pool, size_t bytes)
{
	if (!alloc_tag_available())
		return true;
	if (!alloc_tag_table_populate(PAGE_SHIFT, pool, bytes, page_to_nid(virt_to_page(pool)),
				      GFP_KERNEL))
		return false;
	static_branch_enable(&alloc_tag_kfence_key);
	return true;
}
