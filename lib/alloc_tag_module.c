// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: those of modules.
 *
 * A module's tags can't stay where the module is: indexes are positions in one
 * array, and objects can outlive the module that allocated them. So the array
 * has a reserve, and the module loader resolves the symbols of a module's section
 * alloc_tags to entries of it. In the order of load_module():
 *
 *  alloc_tag_module_reserve()	takes as many entries in a row as the module has tags;
 *  alloc_tag_module_base()	tells simplify_symbols() where they are;
 *  alloc_tag_module_publish()	copies the relocated tags there;
 *  alloc_tag_module_release()	when the module goes, or failed to load: gives back
 *				the entries that nothing allocated refers to. The others
 *				are kept, without the names, which go with the
 *				module, and are given back when the next module
 *				asks and they have become free.
 *
 * The reserve is read-only; it is written to through an alias.
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
	const struct module *mod;	/* NULL when that is gone */
	const struct alloc_tag *image;	/* the tags in the module's own memory */
	unsigned int first;		/* entry of the first tag */
	unsigned int nr;		/* number of tags */
	unsigned int used;		/* number of entries not yet given back */
	char name[MODULE_NAME_LEN];
};

/* Newest first. Protected, like all of this, by alloc_tag_mutex. */
static LIST_HEAD(alloc_tag_ranges);

/* Owner of each entry of the reserve, NULL if free. */
static struct alloc_tag_range *alloc_tag_owner[NR_RESERVED];

/* Writable alias of the reserve. Made for the first module, and kept. */
static struct alloc_tag *alloc_tag_alias;

/* In place of the names of a module that is gone. */
static const char alloc_tag_gone[] = "unloaded";

/* Context: alloc_tag_mutex is held. Returns 0 or -ENOMEM. */
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

/* Is memory still charged to @tag? */
static bool alloc_tag_live(const struct alloc_tag *tag, struct alloc_tag_totals *sum)
{
	alloc_tag_read(tag, sum);
	/* Both: a free that is half counted is seen in one of them. */
	return sum->bytes || sum->allocs != sum->frees;
}

static void alloc_tag_free_entry(unsigned int entry)
{
	struct alloc_tag_counter __percpu *counter =
		&alloc_tag_counters[alloc_tag_to_idx(alloc_tag_entry(entry))];
	struct alloc_tag_range *range = alloc_tag_owner[entry];
	int cpu;

	lockdep_assert_held(&alloc_tag_mutex);

	/*
	 * Nobody counts on it any more, so remote counters can be written to, if
	 * there are any.
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

/* Give back what gone modules left and has since been freed. */
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

/* The first of @nr free entries in a row, NR_RESERVED if there are none. */
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

static struct alloc_tag_range *alloc_tag_find_range(const struct module *mod)
{
	struct alloc_tag_range *range;

	lockdep_assert_held(&alloc_tag_mutex);
	list_for_each_entry(range, &alloc_tag_ranges, list)
		if (range->mod == mod)
			return range;
	return NULL;
}

/* Is @section one of tags? @names: the module's section names. */
static bool alloc_tag_module_section(const char *names, const Elf_Shdr *section)
{
	return (section->sh_flags & SHF_ALLOC) &&
	       !strcmp(names + section->sh_name, ALLOC_TAG_SECTION_NAME);
}

/*
 * @section: the module's @nr_sections sections, in their final place; @names:
 * their names. Returns 0 or a negative error that load_module() fails with.
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

/*
 * What the symbols of one of the module's sections are relative to: the section's
 * address, except for that of the tags. @names: the module's section names.
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

/* The module's tags are relocated, none of its code has run. */
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

/* None of the module's code will run any more, its memory is still there. */
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
		/* Perhaps it is only waiting to be freed. */
		rcu_barrier();

	for (entry = end - range->nr; entry < end; entry++) {
		const struct alloc_tag *tag = alloc_tag_entry(entry);
		struct alloc_tag *alias = &alloc_tag_alias[entry];

		if (!alloc_tag_live(tag, &sum)) {
			/* With the last one, this frees range. */
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

/* Context: alloc_tag_lock(), or the module is sure to stay. */
const char *alloc_tag_module_name(const struct alloc_tag *tag)
{
	struct alloc_tag_range *range;

	if (tag < __start_alloc_tags_modules || tag >= __stop_alloc_tags)
		return NULL;
	range = alloc_tag_owner[tag - __start_alloc_tags_modules];
	return range ? range->name : NULL;
}
EXPORT_SYMBOL_GPL(alloc_tag_module_name);
