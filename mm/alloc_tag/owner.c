// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: find the slot of the memory at an address, for reports of
 * faults.
 *
 * The slot of live memory has the index of its line. When memory is freed, its
 * slot is cleared, so that nothing is known of it afterwards, except:
 *
 *  - Of an object of KFENCE. It has two pages, the second of which is never
 *    used. The slot of that page keeps the line of the object until the next
 *    object is there: see alloc_tag_kfence_free().
 *  - With CONFIG_ALLOC_TAG_DEBUG, of an object that was freed lately: see
 *    mm/alloc_tag/freed.c.
 *
 * The pages of vmalloc() are charged each, so where an area begins and ends is
 * not known. Neither is the size of pages that were not allocated with
 * __GFP_COMP, and only the first of them has a slot that says who owns them.
 * Per-CPU memory is not looked up: finding its chunk takes a lock.
 *
 * A report may be made in any context, of corrupt memory. So nothing here takes
 * a lock or waits, and everything but the kernel's own static data is copied
 * without faulting, and checked: page tables, struct page and struct slab, too.
 * Should it fault nevertheless, the report of that has nothing from here.
 */

#include <linux/alloc_tag/owner.h>
#include <linux/kernel.h>
#include <linux/memory_hotplug.h>
#include <linux/mm.h>
#include <linux/mmzone.h>
#include <linux/percpu.h>
#include <linux/pgtable.h>
#include <linux/printk.h>
#include <linux/sched/task_stack.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include "../slab.h"
#include "freed.h"
#include "slot.h"

#ifdef CONFIG_KFENCE
#include "../kfence/kfence.h"
#endif

/*
 * What the slot at @slot holds. ALLOC_TAG_IDX_UNCHARGED if it can't be read, or
 * if it may be stale, because counting was disabled.
 */
static alloc_tag_idx_t read_slot(const alloc_tag_idx_t *slot)
{
	alloc_tag_idx_t idx;

	if (!alloc_tag_tracking() || get_kernel_nofault(idx, slot))
		return ALLOC_TAG_IDX_UNCHARGED;
	return idx;
}

/*
 * Store the names of the line with index @idx, as a slot holds it, in @owner.
 * If the type of what is in the memory is not known, the type is @memory.
 * Returns false if there is no such line.
 */
static bool set_names(struct alloc_tag_owner *owner, alloc_tag_idx_t idx, const char *memory)
{
	if (!alloc_tag_owner_names(alloc_tag_slot_idx(&idx), owner))
		return false;
	/* The types that alloc_pages() and its relatives return. */
	if (!owner->type[0] || !strcmp(owner->type, "struct page") ||
	    !strcmp(owner->type, "struct folio"))
		strscpy(owner->type, memory, sizeof(owner->type));
	return true;
}

/*
 * Describe the object of KFENCE at @addr, which is in its pool, in @owner.
 * Returns as alloc_tag_describe().
 */
static bool describe_kfence(unsigned long addr, struct alloc_tag_owner *owner)
{
#ifdef CONFIG_KFENCE
	const struct kfence_metadata *meta = addr_to_metadata(addr);
	const alloc_tag_idx_t *slot;
	enum kfence_object_state state;
	unsigned long start;
	size_t size;

	if (!meta)
		return false;
	/* Without meta->lock, which our caller may hold. */
	state = READ_ONCE(meta->state);
	start = READ_ONCE(meta->addr);
	size = READ_ONCE(meta->size);
	if (state == KFENCE_OBJECT_UNUSED || addr - start >= size)
		return false;
	owner->start = start;
	owner->size = size;
	owner->freed = state != KFENCE_OBJECT_ALLOCATED;
	slot = alloc_tag_table_slot(PAGE_SHIFT, (void *)start);
	return set_names(owner, read_slot(slot + owner->freed), "object");
#else
	return false;
#endif
}

/*
 * Describe the object at @addr in @owner. @slab is a copy, which may be wrong;
 * its memory is at @base. Returns as alloc_tag_describe().
 */
static bool describe_object(unsigned long addr, unsigned long base, const struct slab *slab,
			    struct alloc_tag_owner *owner)
{
	const struct kmem_cache *s = slab->slab_cache;
	unsigned int size, object_size, left = 0;
	struct alloc_tag_cache cache;
	slab_flags_t flags;
	unsigned long start;
	alloc_tag_idx_t idx;

	/* The page may become a slab just now, or be no slab any more. */
	if (get_kernel_nofault(size, &s->size) ||
	    get_kernel_nofault(object_size, &s->object_size) ||
	    get_kernel_nofault(flags, &s->flags) ||
	    get_kernel_nofault(left, &s->red_left_pad) ||
	    copy_from_kernel_nofault(&cache, &s->alloc_tag, sizeof(cache)))
		return false;
	if (!size || (addr - base) / size >= slab->objects)
		return false;
	start = base + (addr - base) / size * size;
	if (flags & SLAB_RED_ZONE)
		start += left;
	if (addr < start || addr - start >= object_size)
		return false;

	owner->start = start;
	owner->size = object_size;
	idx = read_slot(alloc_tag_slab_slot(&cache, (void *)start));
	if (set_names(owner, idx, "object"))
		return true;
	if (idx != ALLOC_TAG_IDX_FREE)
		return false;
	idx = alloc_tag_freed_idx((void *)start);
	owner->freed = idx;
	return set_names(owner, idx, "object");
}

/*
 * Describe the pages that @page, with the number @pfn, is one of, and that
 * @addr points to in the linear mapping, in @owner. Returns as
 * alloc_tag_describe().
 */
static bool describe_pages(unsigned long addr, const struct page *page, unsigned long pfn,
			   struct alloc_tag_owner *owner)
{
	/* The second one has the order. */
	struct page copy[2];
	const struct page *head = page;
	unsigned long compound, base;
	unsigned int order = 0;
	size_t size = 0;

	if (get_kernel_nofault(compound, &page->compound_head))
		return false;
	if (compound & 1) {
		head = (const struct page *)(compound - 1);
		pfn -= page - head;
		if (pfn_to_online_page(pfn) != head)
			return false;
	}
	if (copy_from_kernel_nofault(copy, head, sizeof(copy[0])) || PagePoisoned(copy))
		return false;
	if (PageHead(copy)) {
		if (copy_from_kernel_nofault(copy + 1, head + 1, sizeof(copy[1])))
			return false;
		order = compound_order(copy);
		if (order >= BITS_PER_LONG - PAGE_SHIFT)
			return false;
		size = PAGE_SIZE << order;
	}
	base = (unsigned long)__va(PFN_PHYS(pfn));
	/* The kernel's image is mapped twice: is it the linear mapping? */
	if (addr - base >= (size ?: PAGE_SIZE))
		return false;
	if (folio_test_slab((struct folio *)copy))
		return describe_object(addr, base, (struct slab *)copy, owner);
	if (!set_names(owner, read_slot(&alloc_tag_page_slots[pfn]), "pages"))
		return false;
	owner->start = base;
	owner->size = size;
	return true;
}

/*
 * The page frame that the kernel's page tables map at @addr; 0 if none, or if
 * these can't be read. As vmalloc_to_page(), which faults.
 */
static unsigned long pfn_of_vmalloc(unsigned long addr)
{
	const pgd_t *pgdp = pgd_offset_k(addr);
	const p4d_t *p4dp;
	const pud_t *pudp;
	const pmd_t *pmdp;
	const pte_t *ptep;
	pgd_t pgd;
	p4d_t p4d;
	pud_t pud;
	pmd_t pmd;
	pte_t pte;

	if (get_kernel_nofault(pgd, pgdp) || pgd_none(pgd) || pgd_bad(pgd))
		return 0;
	p4dp = p4d_offset_lockless((pgd_t *)pgdp, pgd, addr);
	if (get_kernel_nofault(p4d, p4dp) || p4d_none(p4d) || p4d_bad(p4d))
		return 0;
	pudp = pud_offset_lockless((p4d_t *)p4dp, p4d, addr);
	if (get_kernel_nofault(pud, pudp) || !pud_present(pud))
		return 0;
	if (pud_leaf(pud))
		return pud_pfn(pud) + ((addr & ~PUD_MASK) >> PAGE_SHIFT);
	if (pud_bad(pud))
		return 0;
	pmdp = pmd_offset_lockless((pud_t *)pudp, pud, addr);
	if (get_kernel_nofault(pmd, pmdp) || !pmd_present(pmd))
		return 0;
	if (pmd_leaf(pmd))
		return pmd_pfn(pmd) + ((addr & ~PMD_MASK) >> PAGE_SHIFT);
	if (pmd_bad(pmd))
		return 0;
	ptep = pte_offset_kernel(&pmd, addr);
	if (get_kernel_nofault(pte, ptep) || !pte_present(pte))
		return 0;
	return pte_pfn(pte);
}

/*
 * Describe the memory of vmalloc() at @addr in @owner. Returns as
 * alloc_tag_describe().
 */
static bool describe_vmalloc(unsigned long addr, struct alloc_tag_owner *owner)
{
	unsigned long pfn = pfn_of_vmalloc(addr);

	/* What ioremap() has mapped has no struct page. */
	return pfn && pfn_valid(pfn) &&
	       set_names(owner, read_slot(&alloc_tag_page_slots[pfn]), "vmalloc memory");
}

/* The same as alloc_tag_describe(), which see. */
static bool describe(unsigned long addr, struct alloc_tag_owner *owner)
{
	const void *ptr = (const void *)addr;
	const struct page *page;
	unsigned long pfn;

	if (is_kfence_address(ptr))
		return describe_kfence(addr, owner);
	if (is_vmalloc_addr(ptr))
		return describe_vmalloc(addr, owner);
	if (!virt_addr_valid(ptr))
		return false;
	pfn = PHYS_PFN(__pa(ptr));
	page = pfn_to_online_page(pfn);
	return page && describe_pages(addr, page, pfn, owner);
}

/* Is this CPU in describe()? */
static DEFINE_PER_CPU(unsigned int, describing);

/**
 * alloc_tag_describe() - which line allocated the memory at an address
 * @ptr: any value
 * @owner: where to store the answer
 *
 * @ptr may point into an object or into pages, anywhere.
 *
 * Context: any, including NMI.
 * Return: true if the line is known; then all of @owner is stored. Otherwise
 * false, and @start and @size of @owner are those of the object that @ptr
 * points into, or 0.
 */
bool alloc_tag_describe(const void *ptr, struct alloc_tag_owner *owner)
{
	unsigned long addr = (unsigned long)kasan_reset_tag(ptr);
	bool known = false;

	owner->start = 0;
	owner->size = 0;
	owner->freed = false;
	if (!alloc_tag_available() || addr < PAGE_SIZE)
		return false;
	preempt_disable();
	/* After a fault in there, this remains set: no report gets there. */
	if (this_cpu_inc_return(describing) == 1)
		known = describe(addr, owner);
	this_cpu_dec(describing);
	preempt_enable();
	return known;
}

/* Room for the size of an allocation, with what is around it. */
#define SIZE_LEN	32

/* Write the size that @owner has, if it is known, to @text. Returns @text. */
static const char *size_text(const struct alloc_tag_owner *owner, char text[SIZE_LEN])
{
	text[0] = '\0';
	if (owner->size)
		scnprintf(text, SIZE_LEN, " [size %zu]", owner->size);
	return text;
}

/**
 * alloc_tag_print_owner() - a line of a report: who allocated the memory
 * @level: log level
 * @ptr: any value; a report that knows where the object begins passes that
 *
 * Prints nothing of memory that is not an object and whose line isn't known.
 *
 * Context: any, including NMI.
 */
void alloc_tag_print_owner(const char *level, const void *ptr)
{
	struct alloc_tag_owner owner;
	char size[SIZE_LEN];

	if (alloc_tag_describe(ptr, &owner))
		printk("%sMemory: %s%s" ALLOC_TAG_OWNER_FMT "\n", level, owner.type,
		       size_text(&owner, size), alloc_tag_owner_was(&owner), owner.place);
	else if (owner.size)
		printk("%sMemory: object%s" ALLOC_TAG_OWNER_UNKNOWN "\n", level,
		       size_text(&owner, size));
}

/**
 * alloc_tag_print_pointer() - a line of a report: where a pointer points to
 * @level: log level
 * @name: what has this value: a register, for example
 * @ptr: any value
 *
 * Prints nothing if the line isn't known, and of the stack of the current task.
 *
 * Context: any, including NMI.
 */
void alloc_tag_print_pointer(const char *level, const char *name, const void *ptr)
{
	struct alloc_tag_owner owner;
	char size[SIZE_LEN];

	if (object_is_on_stack(ptr) || !alloc_tag_describe(ptr, &owner))
		return;
	if (owner.start)
		printk("%s%s: 0x%lx bytes inside %s%s" ALLOC_TAG_OWNER_FMT "\n", level, name,
		       (unsigned long)kasan_reset_tag(ptr) - owner.start, owner.type,
		       size_text(&owner, size), alloc_tag_owner_was(&owner), owner.place);
	else
		printk("%s%s: inside %s" ALLOC_TAG_OWNER_FMT "\n", level, name, owner.type,
		       alloc_tag_owner_was(&owner), owner.place);
}

/**
 * alloc_tag_seq_owner() - a line of kmemleak's report
 * @seq: the file; NULL for the log
 * @ptr: the object
 *
 * Context: any.
 */
void alloc_tag_seq_owner(struct seq_file *seq, const void *ptr)
{
	struct alloc_tag_owner owner;
	char size[SIZE_LEN];

	if (!seq)
		alloc_tag_print_owner(KERN_WARNING, ptr);
	else if (alloc_tag_describe(ptr, &owner))
		seq_printf(seq, "  Memory: %s%s" ALLOC_TAG_OWNER_FMT "\n", owner.type,
			   size_text(&owner, size), alloc_tag_owner_was(&owner), owner.place);
}

/**
 * alloc_tag_list_corrupt() - who allocated the entries of a corrupt list
 * @entry: the entry that is to be added or deleted
 * @prev: the one before it, any value
 * @next: the one after it, any value
 *
 * Context: any, including NMI.
 * Return: false, which lib/list_debug.c returns then.
 */
bool alloc_tag_list_corrupt(const void *entry, const void *prev, const void *next)
{
	alloc_tag_print_pointer(KERN_WARNING, "entry", entry);
	alloc_tag_print_pointer(KERN_WARNING, "prev", prev);
	alloc_tag_print_pointer(KERN_WARNING, "next", next);
	return false;
}

/**
 * alloc_tag_owner_forget() - forget which freed memory was of removed tags
 * @exists: is there a tag with an index?
 *
 * Their indexes may be given to other tags.
 *
 * Context: the caller must hold alloc_tag_lock().
 */
void alloc_tag_owner_forget(bool (*exists)(unsigned long idx))
{
	alloc_tag_freed_forget(exists);
#ifdef CONFIG_KFENCE
	/* There is no pool if it could not be set up. */
	if (static_branch_unlikely(&alloc_tag_kfence_key) && __kfence_pool) {
		const char *end = __kfence_pool + KFENCE_POOL_SIZE;
		alloc_tag_idx_t *slot;
		unsigned long idx;
		const char *page;

		for (page = __kfence_pool + PAGE_SIZE; page < end; page += 2 * PAGE_SIZE) {
			slot = alloc_tag_table_slot(PAGE_SHIFT, page);
			idx = alloc_tag_idx_without_record(alloc_tag_slot_idx(slot));
			if (idx && !exists(idx))
				*slot = 0;
		}
	}
#endif
}
