// SPDX-License-Identifier: GPL-2.0
/*
 * Leak memory whose amount is known, for make bench-memory-tools: 50,000
 * objects of 64 bytes, 2,000 pages, and 100 times 1 KiB per CPU. The same lines
 * allocate as much again, and free that at once. All this happens when
 * something is written to the parameter run: memleak learns the names of a
 * module's functions when it starts, so the module must be there before.
 */
#include <linux/gfp.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/percpu.h>
#include <linux/slab.h>

static noinline void leak_objects(void)
{
	unsigned int i;
	void *object;

	for (i = 0; i < 2 * 50000; i++) {
		object = kmalloc(64, GFP_KERNEL);
		if (i % 2)
			kfree(object);
	}
}

static noinline void leak_pages(void)
{
	unsigned long page;
	unsigned int i;

	for (i = 0; i < 2 * 2000; i++) {
		page = __get_free_page(GFP_KERNEL);
		if (i % 2)
			free_page(page);
	}
}

static noinline void leak_percpu(void)
{
	void __percpu *object;
	unsigned int i;

	for (i = 0; i < 2 * 100; i++) {
		object = __alloc_percpu(1024, sizeof(long));
		if (i % 2)
			free_percpu(object);
	}
}

static int run_set(const char *value, const struct kernel_param *kp)
{
	leak_objects();
	leak_pages();
	leak_percpu();
	return 0;
}

static const struct kernel_param_ops run_ops = {
	.set = run_set,
};
module_param_cb(run, &run_ops, NULL, 0200);

MODULE_DESCRIPTION("Leaks memory whose amount is known");
MODULE_LICENSE("GPL");
