// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the tags of modules.
 *
 * Tags can't remain in the memory of their module: an index is a position in a
 * single array, and objects can outlive the module that allocated them. So part
 * of the array is reserved for modules, and the module loader resolves the
 * symbols in a module's section "alloc_tags" to entries of that reserve. In the
 * order of load_module():
 *
 *  alloc_tag_module_reserve()
 *	takes as many consecutive entries as the module has tags;
 *  alloc_tag_module_base()
 *	tells simplify_symbols() where these entries are;
 *  alloc_tag_module_publish()
 *	copies the relocated tags there;
 *  alloc_tag_module_release()
 *	is called when the module is unloaded or fails to load, and frees the
 *	entries that no live allocation refers to. The names in the others go
 *	away with the module and are replaced. These entries are freed, if they
 *	are unused by then, when another module is loaded.
 *
 * The reserve is mapped read-only, and written to through a second mapping.
 */

#define pr_fmt(fmt) "alloc_tag: " fmt

#include <linux/alloc_tag_module.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "alloc_tag_internal.h"

#define NR_RESERVED	CONFIG_ALLOC_TAG_MODULE_TAGS

/* The tags of one module. */
struct alloc_tag_range {
	struct list_head list;		/* in alloc_tag_ranges */
	const struct module *mod;	/* NULL after it was unloaded */
	const struct alloc_tag *image;	/* the tags in the module's own memory */
	unsigned int first;		/* entry of the first tag */
	unsigned int nr;		/* number of tags */
	unsigned int used;		/* number of entries not yet freed */
	char name[MODULE_NAME_LEN];
};

/*
 * All ranges, newest first. Protected by alloc_tag_mutex, like the other
 * variables below.
 */
static LIST_HEAD(alloc_tag_ranges);

/* The range that each entry of the reserve belongs to, NULL if free. */
static struct alloc_tag_range *alloc_tag_owner[NR_RESERVED];

/* Writable mapping of the reserve, created for the first module and kept. */
static struct alloc_tag *alloc_tag_alias;

/* Replaces the names in tags of a module that was unloaded. */
static const char alloc_tag_gone[] = "unloaded";

/*
 * Create the writable mapping of the reserve. Returns 0 or -ENOMEM. Caller must
 * hold alloc_tag_mutex.
 */
static int alloc_tag_map(void)
{
	const void *start = __start_alloc_tags_modules;
	unsigned int i, nr = PFN_UP(NR_RESERVED * sizeof(struct alloc_tag));
	struct page **pages;

	lockdep_assert_held(&alloc_tag_mutex);
	if (alloc_tag_alias)
		return 0;

	pages = kmalloc_array(nr, sizeof(*pages), GFP_KERNEL);
	if (!pages)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		pages[i] = pfn_to_page(PHYS_PFN(__pa_symbol(start + i * PAGE_SIZE)));
	alloc_tag_alias = vmap(pages, nr, VM_MAP, PAGE_KERNEL);
	kfree(pages);
	return alloc_tag_alias ? 0 : -ENOMEM;
}

static const struct alloc_tag *alloc_tag_entry(unsigned int entry)
{
	return &__start_alloc_tags_modules[entry];
}

/* Is memory still charged to @tag? Stores its counters in @sum. */
static bool alloc_tag_live(const struct alloc_tag *tag, struct alloc_tag_totals *sum)
{
	alloc_tag_read(tag, sum);
	/* A free in progress may have updated only one of the two. */
	return sum->bytes || sum->allocs != sum->frees;
}

/*
 * Clear an entry without live allocations and its counters, and free it. Frees
 * its range, too, with the last entry. Caller must hold alloc_tag_mutex.
 */
static void alloc_tag_free_entry(unsigned int entry)
{
	struct alloc_tag_counter __percpu *counter =
		&alloc_tag_counters[alloc_tag_to_idx(alloc_tag_entry(entry))];
	struct alloc_tag_range *range = alloc_tag_owner[entry];
	int cpu;

	lockdep_assert_held(&alloc_tag_mutex);

	/*
	 * No allocation is charged to the tag, and no code that could do so is
	 * left. So other CPUs' counters can be cleared without atomics. There
	 * are none if accounting is not available.
	 */
	if (alloc_tag_available())
		for_each_possible_cpu(cpu)
			memset(per_cpu_ptr(counter, cpu), 0, sizeof(*counter));
	memset(&alloc_tag_alias[entry], 0, sizeof(*alloc_tag_alias));
	alloc_tag_owner[entry] = NULL;
	if (!--range->used) {
		list_del(&range->list);
		kfree(range);
	}
}

/*
 * Free the entries of unloaded modules whose last allocation has been freed
 * since. Caller must hold alloc_tag_mutex.
 */
static void alloc_tag_free_unused_entries(void)
{
	struct alloc_tag_totals sum;
	unsigned int entry;

	for (entry = 0; entry < NR_RESERVED; entry++) {
		if (alloc_tag_owner[entry] && !alloc_tag_owner[entry]->mod &&
		    !alloc_tag_live(alloc_tag_entry(entry), &sum))
			alloc_tag_free_entry(entry);
	}
}

/*
 * Find @nr consecutive free entries. Returns the first of them, or NR_RESERVED
 * if there are none. Caller must hold alloc_tag_mutex.
 */
static unsigned int alloc_tag_find_entries(unsigned int nr)
{
	unsigned int entry, run = 0;

	for (entry = 0; entry < NR_RESERVED; entry++) {
		run = alloc_tag_owner[entry] ? 0 : run + 1;
		if (run == nr)
			return entry + 1 - nr;
	}
	return NR_RESERVED;
}

/* The range of @mod, or NULL if it has no tags. */
static struct alloc_tag_range *alloc_tag_find_range(const struct module *mod)
{
	struct alloc_tag_range *range;

	lockdep_assert_held(&alloc_tag_mutex);
	list_for_each_entry(range, &alloc_tag_ranges, list)
		if (range->mod == mod)
			return range;
	return NULL;
}

/* Is @section the one of the tags? @names: the module's section names. */
static bool alloc_tag_module_section(const char *names, const Elf_Shdr *section)
{
	return (section->sh_flags & SHF_ALLOC) &&
	       !strcmp(names + section->sh_name, ALLOC_TAG_SECTION_NAME);
}

/**
 * alloc_tag_module_reserve() - reserve entries for the tags of a module
 * @mod: the module being loaded
 * @names: the module's section names, which sh_name is an offset in
 * @nr_sections: number of sections
 * @section: the section headers; the sections are at their final addresses
 *
 * Context: process context, may sleep.
 * Return: 0, or -ENOMEM, or -ENOSPC if there are too few free entries; then the
 * module must not be loaded.
 */
int alloc_tag_module_reserve(struct module *mod, const char *names, unsigned int nr_sections,
			     const Elf_Shdr section[])
{
	const struct alloc_tag *image = NULL;
	struct alloc_tag_range *range;
	unsigned int i, nr = 0;
	int err;

	for (i = 1; i < nr_sections && !image; i++) {
		if (alloc_tag_module_section(names, &section[i])) {
			image = (void *)section[i].sh_addr;
			nr = section[i].sh_size / sizeof(*image);
		}
	}
	if (!nr)
		return 0;

	range = kzalloc(sizeof(*range), GFP_KERNEL);
	if (!range)
		return -ENOMEM;

	alloc_tag_lock();
	err = alloc_tag_map();
	if (err)
		goto fail;
	alloc_tag_free_unused_entries();
	range->first = alloc_tag_find_entries(nr);
	if (range->first == NR_RESERVED) {
		pr_err("%s: no room for %u allocation tags, increase CONFIG_ALLOC_TAG_MODULE_TAGS (%u)\n",
		       mod->name, nr, NR_RESERVED);
		err = -ENOSPC;
		goto fail;
	}

	range->mod = mod;
	range->image = image;
	range->nr = nr;
	range->used = nr;
	strscpy(range->name, mod->name, sizeof(range->name));
	for (i = 0; i < nr; i++)
		alloc_tag_owner[range->first + i] = range;
	list_add(&range->list, &alloc_tag_ranges);
	alloc_tag_unlock();
	return 0;

fail:
	alloc_tag_unlock();
	kfree(range);
	return err;
}

/**
 * alloc_tag_module_base() - base address of the symbols of a section
 * @mod: the module being loaded
 * @names: the module's section names
 * @section: header of the section
 *
 * Context: process context, may sleep. After alloc_tag_module_reserve().
 * Return: the address of the module's first reserved entry if @section is that
 * of the tags, else the address of the section.
 */
unsigned long alloc_tag_module_base(struct module *mod, const char *names,
				    const Elf_Shdr *section)
{
	unsigned long base = section->sh_addr;
	struct alloc_tag_range *range;

	if (!alloc_tag_module_section(names, section))
		return base;

	alloc_tag_lock();
	range = alloc_tag_find_range(mod);
	if (range)
		base = (unsigned long)alloc_tag_entry(range->first);
	alloc_tag_unlock();
	return base;
}

/**
 * alloc_tag_module_publish() - copy the tags of a module to their entries
 * @mod: the module being loaded
 *
 * From now on /proc/allocinfo shows them.
 *
 * Context: process context, may sleep. The module is relocated, and none of its
 * code has run.
 */
void alloc_tag_module_publish(struct module *mod)
{
	struct alloc_tag_range *range;

	alloc_tag_lock();
	range = alloc_tag_find_range(mod);
	if (range)
		memcpy(&alloc_tag_alias[range->first], range->image,
		       range->nr * sizeof(*range->image));
	alloc_tag_unlock();
}

/**
 * alloc_tag_module_release() - free the entries of a module
 * @mod: the module that is being unloaded, or that failed to load
 *
 * Entries that live allocations refer to are kept, and reported in the kernel
 * log as a leak.
 *
 * Context: process context, may sleep. None of the module's code can run any
 * more; its memory has not been freed.
 */
void alloc_tag_module_release(struct module *mod)
{
	struct alloc_tag_range *range;
	struct alloc_tag_totals sum;
	unsigned int entry, end, live = 0;

	alloc_tag_lock();
	range = alloc_tag_find_range(mod);
	if (!range)
		goto out;
	range->mod = NULL;

	entry = range->first;
	end = range->first + range->nr;
	for (; entry < end && !live; entry++)
		live = alloc_tag_live(alloc_tag_entry(entry), &sum);
	if (live)
		/* Some may be waiting to be freed by an RCU callback. */
		rcu_barrier();

	for (entry = end - range->nr; entry < end; entry++) {
		const struct alloc_tag *tag = alloc_tag_entry(entry);
		struct alloc_tag *alias = &alloc_tag_alias[entry];

		if (!alloc_tag_live(tag, &sum)) {
			/* Frees range with the last entry. */
			alloc_tag_free_entry(entry);
			continue;
		}
		pr_warn("%s: unloaded with %lld bytes in %llu allocations from %s:%u func:%s\n",
			range->name, sum.bytes, sum.allocs - sum.frees,
			alias->file, alias->line, alias->function);
		alias->file = alloc_tag_gone;
		alias->function = alloc_tag_gone;
		alias->type = "";
	}
out:
	alloc_tag_unlock();
}

/**
 * alloc_tag_module_name() - the module that a tag belongs to
 * @tag: the tag
 *
 * Context: any. The caller must hold alloc_tag_lock(), or otherwise prevent the
 * module from being unloaded.
 * Return: the name of the module, which may be unloaded; NULL for tags of
 * vmlinux.
 */
const char *alloc_tag_module_name(const struct alloc_tag *tag)
{
	struct alloc_tag_range *range;

	if (tag < __start_alloc_tags_modules || tag >= __stop_alloc_tags)
		return NULL;
	range = alloc_tag_owner[tag - __start_alloc_tags_modules];
	return range ? range->name : NULL;
}
EXPORT_SYMBOL_GPL(alloc_tag_module_name);
