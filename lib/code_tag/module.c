// SPDX-License-Identifier: GPL-2.0
/*
 * Code tags: the hooks of the module loader.
 *
 * code_tag_module_publish()
 *	is called after the module has been relocated and before any of its code
 *	runs, and gives its tags to their classes. It can't fail: if memory is
 *	short, the lines of the module are not shown.
 * code_tag_module_retire()
 *	is called when the module is unloaded or fails to load: none of its code
 *	can run any more. Afterwards, nobody can find its tags, and no task,
 *	table or record refers to them.
 *
 * Then the loader waits for an RCU grace period, and frees the module. So who
 * has found a tag may look at it until the end of an RCU read-side critical
 * section. A class whose tags are used without one, as waits are by sleeping
 * tasks, has to wait itself.
 */

#define pr_fmt(fmt) "code_tag: " fmt

#include <linux/code_tag/module.h>
#include <linux/init.h>
#include <linux/notifier.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/* Sections with the tags of a class begin with this. */
#define SECTION	"code_tags_"

/**
 * code_tag_module_section() - find a section of a module
 * @sections: the sections of the module
 * @name: its name
 * @bytes: where to store its size, 0 if there is none
 *
 * Return: the address; NULL if the module has no such section.
 */
void *code_tag_module_section(const struct code_tag_sections *sections, const char *name,
			      size_t *bytes)
{
	const Elf_Shdr *at;
	unsigned int i;

	*bytes = 0;
	for (i = 1; i < sections->nr; i++) {
		at = &sections->section[i];
		if (at->sh_flags & SHF_ALLOC && !strcmp(sections->names + at->sh_name, name)) {
			*bytes = at->sh_size;
			return (void *)at->sh_addr;
		}
	}
	return NULL;
}

/* Add the tags in section @at of @mod, with @name. */
static void add_tags(struct module *mod, const char *name, const Elf_Shdr *at)
{
	struct code_tag_range *range;

	name += strlen(SECTION);
	range = kzalloc(struct_size(range, name_of_module, strlen(name) + 1), GFP_KERNEL);
	if (!range) {
		pr_warn("%s: no memory to show its lines of class %s\n", mod->name, name);
		return;
	}
	memcpy(range->name_of_module, name, strlen(name) + 1);
	range->name = range->name_of_module;
	range->mod = mod;
	strscpy(range->module, mod->name, sizeof(range->module));
	range->start = (void *)at->sh_addr;
	range->bytes = at->sh_size;
	code_tag_range_add(range);
}

/**
 * code_tag_module_publish() - give the tags of a module to their classes
 * @mod: the module being loaded
 * @names: string table of the section names
 * @nr_sections: number of sections
 * @section: the section headers; the sections are at their final addresses,
 *	relocated and still writable
 *
 * Can't fail, see above. Afterwards the files of each class show its lines, and
 * the queries for the module on the kernel's command line have been executed.
 *
 * Context: process context, may sleep. None of the module's code has run.
 */
void code_tag_module_publish(struct module *mod, const char *names, unsigned int nr_sections,
			     const Elf_Shdr section[])
{
	const struct code_tag_sections sections = { names, nr_sections, section };
	struct code_tag_class *class;
	unsigned int i;
	bool published;

	down_read(&code_tag_classes_sem);
	for (i = 1; i < nr_sections; i++)
		if (section[i].sh_flags & SHF_ALLOC && section[i].sh_size &&
		    !strncmp(names + section[i].sh_name, SECTION, strlen(SECTION)))
			add_tags(mod, names + section[i].sh_name, &section[i]);
	list_for_each_entry(class, &code_tag_classes, list) {
		published = class->index ? class->index->publish(mod, &sections) :
					   code_tag_range_exists(class, mod);
		if (published)
			code_tag_exec_module(class, mod->name, NULL);
	}
	up_read(&code_tag_classes_sem);
}

/* @mod loses its code, or only that of its initialization: for all classes. */
static void forget_code(const struct module *mod, bool init_only)
{
	struct code_tag_class *class;

	down_read(&code_tag_classes_sem);
	list_for_each_entry(class, &code_tag_classes, list)
		if (class->forget_code)
			class->forget_code(mod, init_only);
	up_read(&code_tag_classes_sem);
}

/**
 * code_tag_module_retire() - take the tags of a module back
 * @mod: the module that is being unloaded, or that failed to load
 *
 * Context: process context, may sleep for seconds. None of the module's code
 * can run any more. Its memory is freed an RCU grace period later.
 */
void code_tag_module_retire(struct module *mod)
{
	const struct code_tag_index *index[4];
	struct code_tag_class *class;
	unsigned int nr = 0;

	forget_code(mod, false);
	down_read(&code_tag_classes_sem);
	code_tag_range_remove(mod, NULL);
	list_for_each_entry(class, &code_tag_classes, list)
		if (class->index && !WARN_ON_ONCE(nr == ARRAY_SIZE(index)))
			index[nr++] = class->index;
	up_read(&code_tag_classes_sem);
	/* This may take seconds. Classes with an index remain. */
	while (nr--)
		index[nr]->retire(mod);
}

/* A module's initialization has ended: its .init.text is freed next. */
static int module_notify(struct notifier_block *block, unsigned long state, void *mod)
{
	if (state == MODULE_STATE_LIVE)
		forget_code(mod, true);
	return NOTIFY_DONE;
}

static struct notifier_block module_block = {
	.notifier_call = module_notify,
};

static int __init register_module_block(void)
{
	return register_module_notifier(&module_block);
}
core_initcall(register_module_block);
