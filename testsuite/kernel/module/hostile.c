// SPDX-License-Identifier: GPL-2.0
/*
 * A module that overwrites what the kernel knows of memory, and then has an
 * oops with a pointer to that memory in a register, for tests of the report.
 *
 * What is overwritten is named by what is written to /proc/hostile. Nobody else
 * uses that memory. The task that writes is killed by the oops; the next one
 * first puts back what was there.
 */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/pgtable.h>
#include <linux/proc_fs.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>
#include <asm/processor.h>

/* No address, with bit 0 cleared, as in a page that is no tail. */
#define GARBAGE		0x5a5a5a5a5a5a5a58UL

static struct kmem_cache *cache;
static char *object;
static char *area;
static struct page *pages;
static char *no_cache;

/* What was overwritten. */
static struct {
	unsigned long *at;
	unsigned long was[11];
	unsigned int words;
} changed;

/* Overwrite @words words at @at with @value. */
static void overwrite(void *at, unsigned int words, unsigned long value)
{
	changed.at = at;
	changed.words = words;
	memcpy(changed.was, at, words * sizeof(*changed.at));
	while (words--)
		changed.at[words] = value;
}

static void restore(void)
{
	memcpy(changed.at, changed.was, changed.words * sizeof(*changed.at));
	changed.words = 0;
}

/* The entry for the page table that maps @addr. */
static pmd_t *pmd_of(unsigned long addr)
{
	pgd_t *pgd = (pgd_t *)__va(read_cr3_pa()) + pgd_index(addr);

	return pmd_offset(pud_offset(p4d_offset(pgd, addr), addr), addr);
}

/* What follows flags in a struct page or a struct slab: pointers. */
static void *pointers_of(struct page *page)
{
	return &page->flags + 1;
}

/* The oops: a NULL pointer, with @pointer in a register. */
static noinline void oops_with(const void *pointer, int *null)
{
	asm volatile("mov %0, %%rbx; movl $1, (%1)" : : "r" (pointer), "r" (null)
		     : "rbx", "memory");
}

/* Overwrite what @word says. Returns a pointer to that memory, or NULL. */
static const void *make(const char *word)
{
	unsigned long table = ((unsigned long)area + PMD_SIZE) & PMD_MASK;
	struct page *slab = virt_to_head_page(object);
	/* Those of all objects are at the end of a slab, of one page. */
	char *slots = (char *)((unsigned long)object | ~PAGE_MASK) + 1 - sizeof(changed.was);

	if (!strcmp(word, "nothing"))
		return object;
	if (!strcmp(word, "page-table")) {
		/* There is no memory at this address. */
		overwrite(pmd_of(table), 1, (pmd_val(*pmd_of(table)) & 0xfff) | 0x3ff00000000UL);
		return (void *)(table + PAGE_SIZE);
	}
	if (!strcmp(word, "page-table-garbage")) {
		overwrite(pmd_of(table), 1, GARBAGE);
		return (void *)(table + PAGE_SIZE);
	}
	if (!strcmp(word, "compound-head")) {
		overwrite(pointers_of(pages + 1), 1, GARBAGE | 1);
		return page_address(pages) + PAGE_SIZE;
	}
	if (!strcmp(word, "compound-head-near")) {
		overwrite(pointers_of(pages + 1), 1, (unsigned long)(pages - 64) + 9);
		return page_address(pages) + PAGE_SIZE;
	}
	if (!strcmp(word, "page-flags"))
		overwrite(&pages->flags, 1, ~0UL);
	if (!strcmp(word, "page-order"))
		overwrite(&pages[1].flags, 4, ~0UL);
	if (changed.words)
		return page_address(pages);
	if (!strcmp(word, "slab-cache"))
		overwrite(pointers_of(slab), 3, GARBAGE);
	if (!strcmp(word, "slab-cache-unmapped"))
		overwrite(pointers_of(slab), 3, (unsigned long)area + (8UL << 30));
	if (!strcmp(word, "cache"))
		overwrite(pointers_of(slab), 3, (unsigned long)no_cache);
	if (!strcmp(word, "objects"))
		overwrite(pointers_of(slab) + 24, 1, ~0UL);
	if (!strcmp(word, "slots"))
		overwrite(slots, ARRAY_SIZE(changed.was), ~0UL);
	if (!strcmp(word, "index"))
		overwrite(slots, ARRAY_SIZE(changed.was), 0x7ffd7ffd7ffd7ffdUL);
	return changed.words ? object : NULL;
}

static ssize_t hostile_write(struct file *file, const char __user *data, size_t len, loff_t *pos)
{
	const void *pointer;
	char word[32];

	if (len >= sizeof(word) || copy_from_user(word, data, len))
		return -EINVAL;
	word[len] = '\0';
	restore();
	pointer = make(strim(word));
	if (!pointer)
		return -EINVAL;
	oops_with(pointer, NULL);
	return len;
}

static const struct proc_ops hostile_ops = {
	.proc_write	= hostile_write,
};

/* A cache with a constructor is not merged with others. */
static void keep_apart(void *unused)
{
}

static int __init hostile_init(void)
{
	cache = kmem_cache_create("hostile", 96, 0, 0, keep_apart);
	object = cache ? kmem_cache_alloc(cache, GFP_KERNEL) : NULL;
	area = vzalloc(4 * PMD_SIZE);
	pages = alloc_pages(GFP_KERNEL | __GFP_COMP, 2);
	no_cache = kmalloc(4 * PAGE_SIZE, GFP_KERNEL);
	if (!object || !area || !pages || !no_cache)
		return -ENOMEM;
	memset(no_cache, 0xff, 4 * PAGE_SIZE);
	return proc_create("hostile", 0200, NULL, &hostile_ops) ? 0 : -ENOMEM;
}
module_init(hostile_init);

/* It can't be unloaded: the tasks that wrote to its file are dead. */

MODULE_DESCRIPTION("Has an oops after overwriting what is known of memory");
MODULE_LICENSE("GPL");
