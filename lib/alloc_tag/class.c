// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags as a class of code tags: see <linux/code_tag.h>.
 *
 * The class finds its tags itself: they are constants, and a tag of a module
 * remains as long as memory is charged to it.
 */

#include <linux/alloc_tag/boot.h>
#include <linux/code_tag.h>
#include <linux/init.h>

#include "internal.h"

#ifdef CONFIG_ALLOC_TAG_WATCH
#include "watch/query.h"
#include "watch/watch.h"
#endif

static struct code_tag *tag_from_idx(unsigned long idx)
{
	return (struct code_tag *)alloc_tag_common(alloc_tag_from_idx(idx));
}

static const struct code_tag_index index = {
	.lock		= alloc_tag_lock,
	.unlock		= alloc_tag_unlock,
	.next		= alloc_tag_next,
	.tag		= tag_from_idx,
	.module		= alloc_tag_module_name,
	.available	= alloc_tag_available,
	.publish	= alloc_tag_module_publish,
	.retire		= alloc_tag_module_retire,
};

static const struct code_tag_class class __initconst = {
	.name		= "allocator",
	.size		= sizeof(struct alloc_tag),
	.index		= &index,
	.log		= "alloc_tag",
#ifdef CONFIG_ALLOC_TAG_WATCH
	.param		= "alloctag",
	.folder		= "alloctag",
	.flag		= alloc_tag_flags,
	.nr_flags	= ALLOC_TAG_NR_FLAGS,
	.enables	= ALLOC_TAG_WATCH_CONTEXTS,
	.fails		= ALLOC_TAG_WATCH_FAULT,
	.terms		= alloc_tag_terms,
	.nr_terms	= ALLOC_TAG_NR_TERMS,
	.check		= alloc_tag_query_check,
	.prepare	= alloc_tag_watch_prepare,
	.matches	= alloc_tag_watch_matches,
	.change		= alloc_tag_watch_change,
	.changed	= alloc_tag_watch_changed,
	.show_header	= alloc_tag_control_header,
	.show		= alloc_tag_control_show,
#endif
#ifdef CONFIG_ALLOC_TAG_FAULT
	.fault		= alloc_tag_fault_of,
#endif
};

/**
 * alloc_tag_class_init() - register the class
 *
 * Context: boot, when lines can be watched: executes the queries for this class
 * in codetag.query=.
 */
void __init alloc_tag_class_init(void)
{
	alloc_tag_class = class;
	alloc_tag_watch_boot(&alloc_tag_class);
	code_tag_class_register(&alloc_tag_class);
}
