/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Code tags: the hooks of the module loader. All of them may sleep. See
 * lib/code_tag/module.c and lib/code_tag/exec.c.
 */
#ifndef _LINUX_CODE_TAG_MODULE_H
#define _LINUX_CODE_TAG_MODULE_H

#include <linux/module.h>

/**
 * struct code_tag_sections - the sections of a module that is being loaded
 * @names: string table of the section names
 * @nr: number of sections
 * @section: the section headers; the sections are at their final addresses,
 *	relocated and still writable
 */
struct code_tag_sections {
	const char *names;
	unsigned int nr;
	const Elf_Shdr *section;
};

#if defined(CONFIG_CODE_TAG) && defined(CONFIG_MODULES)

void code_tag_module_publish(struct module *mod, const char *names, unsigned int nr_sections,
			     const Elf_Shdr section[]);
void code_tag_module_retire(struct module *mod);
void *code_tag_module_section(const struct code_tag_sections *sections, const char *name,
			      size_t *bytes);

#else /* !CONFIG_CODE_TAG || !CONFIG_MODULES */

static inline void code_tag_module_publish(struct module *mod, const char *names,
					   unsigned int nr_sections,
					   const Elf_Shdr section[]) { }
static inline void code_tag_module_retire(struct module *mod) { }

#endif /* CONFIG_CODE_TAG && CONFIG_MODULES */

#ifdef CONFIG_CODE_TAG_CONTROL
bool code_tag_module_param(const char *param, const char *val, const char *module);
#else
static inline bool code_tag_module_param(const char *param, const char *val, const char *module)
{
	return false;
}
#endif

#endif /* _LINUX_CODE_TAG_MODULE_H */
