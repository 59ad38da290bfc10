// SPDX-License-Identifier: GPL-2.0
/*
 * A module that allocates ten objects in each of its take_*() functions, and
 * frees them when it is unloaded. The tests in this directory look for its
 * lines in /proc/allocinfo.
 *
 * It is built outside of the kernel tree and calls allocators that are exported
 * with EXPORT_SYMBOL() and with EXPORT_SYMBOL_GPL().
 */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>

#define OBJECTS	10

struct alloc_tag_test {
	char text[100];
};

static void *fixed[OBJECTS];
static void *sized[OBJECTS];
static unsigned long pages[OBJECTS];
static void *objects[OBJECTS];
static char *copies[OBJECTS];
static struct kmem_cache *cache;

/* Not a constant for the compiler, so that kmalloc() calls __kmalloc(). */
static unsigned int size = 1000;
module_param(size, uint, 0444);

static noinline void take_fixed(void)
{
	int i;

	for (i = 0; i < OBJECTS; i++)
		fixed[i] = kmalloc(sizeof(struct alloc_tag_test), GFP_KERNEL);
}

static noinline void take_sized(void)
{
	int i;

	for (i = 0; i < OBJECTS; i++)
		sized[i] = kmalloc(size, GFP_KERNEL);
}

static noinline void take_pages(void)
{
	int i;

	for (i = 0; i < OBJECTS; i++)
		pages[i] = __get_free_pages(GFP_KERNEL, 1);
}

static noinline void take_objects(void)
{
	int i;

	for (i = 0; i < OBJECTS; i++)
		objects[i] = kmem_cache_alloc(cache, GFP_KERNEL);
}

static noinline void take_copies(void)
{
	int i;

	for (i = 0; i < OBJECTS; i++)
		copies[i] = kstrdup("alloc_tag_test", GFP_KERNEL);
}

static void give_all(void)
{
	int i;

	for (i = 0; i < OBJECTS; i++) {
		kfree(fixed[i]);
		kfree(sized[i]);
		free_pages(pages[i], 1);
		if (objects[i])
			kmem_cache_free(cache, objects[i]);
		kfree(copies[i]);
	}
	kmem_cache_destroy(cache);
}

static int __init alloc_tag_test_init(void)
{
	cache = kmem_cache_create("alloc_tag_test", 200, 0, 0, NULL);
	if (!cache)
		return -ENOMEM;

	take_fixed();
	take_sized();
	take_pages();
	take_objects();
	take_copies();
	return 0;
}
module_init(alloc_tag_test_init);

static void __exit alloc_tag_test_exit(void)
{
	give_all();
}
module_exit(alloc_tag_test_exit);

MODULE_DESCRIPTION("Known allocations from a module");
MODULE_LICENSE("GPL");
