/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: the hooks of the module loader. All of them may sleep. See
 * lib/alloc_tag/module.c.
 */
#ifndef _LINUX_ALLOC_TAG_MODULE_H
#define _LINUX_ALLOC_TAG_MODULE_H

#include <linux/alloc_tag_rt.h>
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

#ifdef CONFIG_ALLOC_TAG_WATCH
bool alloc_tag_watch_module_param(const char *param, const char *val, const char *module);
#else
static inline bool alloc_tag_watch_module_param(const char *param, const char *val,
						const char *module)
{
	return false;
}
#endif

#endif /* _LINUX_ALLOC_TAG_MODULE_H */
