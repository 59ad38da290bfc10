/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the hooks of the module loader, in the order in which it
 * calls them. All of them may sleep. See lib/alloc_tag_module.c.
 */
#ifndef _LINUX_ALLOC_TAG_MODULE_H
#define _LINUX_ALLOC_TAG_MODULE_H

#include <linux/alloc_tag_rt.h>
#include <linux/alloc_tag_watch.h>
#include <linux/module.h>

#if defined(CONFIG_GCC_PLUGIN_ALLOC_TAG) && defined(CONFIG_MODULES)

void alloc_tag_module_publish(struct module *mod, const char *names, unsigned int nr_sections,
			      const Elf_Shdr section[]);
void alloc_tag_module_release(struct module *mod);

#else /* !CONFIG_GCC_PLUGIN_ALLOC_TAG || !CONFIG_MODULES */

static inline void alloc_tag_module_publish(struct module *mod, const char *names,
					    unsigned int nr_sections,
					    const Elf_Shdr section[]) { }
static inline void alloc_tag_module_release(struct module *mod) { }

#endif /* CONFIG_GCC_PLUGIN_ALLOC_TAG && CONFIG_MODULES */

#endif /* _LINUX_ALLOC_TAG_MODULE_H */
