// SPDX-License-Identifier: GPL-2.0
/*
 * What does reading /proc/allocinfo cost in a big kernel? This module adds 50,000
 * allocation sites to a kernel that has some 2,000: as many as a distribution's
 * kernel with many modules.
 *
 * Loading the module adds the sites. With call=1 each is called once, so that the
 * counters aren't all zero.
 *
 * Mainline has the counters of a module's tags in static per-CPU variables, 16
 * bytes each, out of PERCPU_MODULE_RESERVE: 64 KiB for all modules together.
 * 50,000 don't fit and the module would not load ("Could not allocate 800000 bytes
 * percpu data"). So here they share one counter, _shared_alloc_tag, as they do on
 * architectures without such variables. A reader does the same work for it.
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
