// SPDX-License-Identifier: GPL-2.0
/*
 * A module with 16,000 call sites of an allocator, to measure what reading
 * /proc/allocinfo costs in a large kernel. The kernel that is measured has some
 * 3,000 of its own; with the module it has as many as a kernel of a
 * distribution with many modules loaded.
 *
 * alloctag has room for 16,384 lines of modules at most, with
 * alloctag.module_tags=16384.
 *
 * Loading the module adds the lines. With call=1, each site allocates and frees
 * once, so that not all counters are 0.
 *
 * Mainline keeps the counters of a module's tags in static per-CPU variables of
 * 16 bytes each. These come from PERCPU_MODULE_RESERVE, 64 KiB for all modules,
 * so a module with 16,000 of them fails to load ("Could not allocate 256000
 * bytes percpu data"). Here all tags share one counter, _shared_alloc_tag,
 * which mainline uses on architectures where such variables are not possible.
 * Reading it takes the same steps. Define SITES_OWN_COUNTERS for separate
 * counters.
 */

#include <linux/init.h>
#include <linux/module.h>
#include <linux/slab.h>

#if defined(CONFIG_MEM_ALLOC_PROFILING) && !defined(SITES_OWN_COUNTERS)
DECLARE_PER_CPU(struct alloc_tag_counters, _shared_alloc_tag);
#undef DEFINE_ALLOC_TAG
#define DEFINE_ALLOC_TAG(_alloc_tag)						\
	static struct alloc_tag _alloc_tag __used __aligned(8)			\
	__section("alloc_tags") = {						\
		.ct = CODE_TAG_INIT,						\
		.counters = &_shared_alloc_tag };
#endif

#include "sites.h"

static bool call;
module_param(call, bool, 0);

static int __init alloc_sites_init(void)
{
	unsigned int i;

	for (i = 0; call && i < ARRAY_SIZE(sites); i++)
		sites[i]();
	return 0;
}
module_init(alloc_sites_init);

static void __exit alloc_sites_exit(void)
{
}
module_exit(alloc_sites_exit);

MODULE_DESCRIPTION("Many allocation sites");
MODULE_LICENSE("GPL");
