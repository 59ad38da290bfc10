// SPDX-License-Identifier: GPL-2.0
/*
 * What does reading /proc/allocinfo cost in a big kernel? 50,000 allocation sites for
 * one that has some 1,500: the lines of a distribution's kernel with many modules.
 *
 * Loading the module is all there is to it. call=1 calls each site once, so that the
 * lines aren't all zero.
 *
 * Mainline keeps the counters of a module's tags in static per-CPU variables, 16 bytes
 * each, out of PERCPU_MODULE_RESERVE: 64 KiB for all modules together. 50,000 do not
 * fit and the module would not load ("Could not allocate 800000 bytes percpu data"). So
 * here they share one counter, _shared_alloc_tag, as mainline has it for
 * architectures without such variables. A reader takes the same steps to it.
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
