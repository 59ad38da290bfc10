// SPDX-License-Identifier: GPL-2.0
/*
 * A driver that allocates through its own function, for
 * Documentation/attribute.rst and wrapper.exp. ring_marked.c compiles the same
 * text with RING_MARK defined as __allocator.
 */
#include <linux/module.h>
#include <linux/slab.h>

#ifndef RING_MARK
#define RING_MARK
#endif

struct ring {
	unsigned int head;
	unsigned int tail;
	unsigned int nr;
	u64 entry[];
};

static struct ring *ring_alloc(unsigned int nr, gfp_t gfp) RING_MARK;

static noinline struct ring *ring_alloc(unsigned int nr, gfp_t gfp)
{
	struct ring *ring = kzalloc(struct_size(ring, entry, nr), gfp);

	if (ring)
		ring->nr = nr;
	return ring;
}

static struct ring *receive[4], *transmit;

static noinline void open_receive(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(receive); i++)
		receive[i] = ring_alloc(256, GFP_KERNEL);
}

static noinline void open_transmit(void)
{
	transmit = ring_alloc(1000, GFP_KERNEL);
}

static int __init ring_init(void)
{
	open_receive();
	open_transmit();
	return 0;
}
module_init(ring_init);

static void __exit ring_exit(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(receive); i++)
		kfree(receive[i]);
	kfree(transmit);
}
module_exit(ring_exit);

MODULE_DESCRIPTION("A driver with a wrapper of kzalloc()");
MODULE_LICENSE("GPL");
