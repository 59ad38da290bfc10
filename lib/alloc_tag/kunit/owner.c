// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: KUnit tests of allocators that are built on the slab and the
 * page allocator, and charge what they allocate to their callers: pools,
 * managed memory of devices, socket buffers, buffers for DMA.
 */
#include <linux/device.h>
#include <linux/dma-mapping.h>
#include <linux/dmapool.h>
#include <linux/gfp.h>
#include <linux/mempool.h>
#include <linux/mm.h>
#include <linux/skbuff.h>
#include <linux/slab.h>

#include "kunit.h"

/* An element of the pool. */
struct alloc_tag_element {
	char payload[100];
};

/* One of the kernel's, and one with a function of our own. */
static mempool_t *pool, *own_pool;

static void *do_mempool(struct alloc_tag_site *at, gfp_t gfp)
{
	struct alloc_tag_element *obj = ALLOC_TAG_AT(at, mempool_alloc(pool, gfp));

	return obj;
}

static void free_to_pool(void *obj)
{
	mempool_free(obj, pool);
}

/* The pool calls it through a pointer, which passes the tag. */
__allocator
static void *own_alloc(gfp_t gfp, void *pool_data)
{
	return kmalloc(sizeof(struct alloc_tag_element), gfp);
}

static void own_free(void *obj, void *pool_data)
{
	kfree(obj);
}

static void *do_own_mempool(struct alloc_tag_site *at, gfp_t gfp)
{
	struct alloc_tag_element *obj = ALLOC_TAG_AT(at, mempool_alloc(own_pool, gfp));

	return obj;
}

static void free_to_own_pool(void *obj)
{
	mempool_free(obj, own_pool);
}

static const struct alloc_tag_kind owner_kinds[] = {
	{ .name = "mempool_alloc", .alloc = do_mempool, .free = free_to_pool,
	  .bytes = alloc_tag_slab_bytes, .type = "struct alloc_tag_element" },
	{ .name = "mempool_alloc, own function", .alloc = do_own_mempool,
	  .free = free_to_own_pool, .bytes = alloc_tag_slab_bytes,
	  .type = "struct alloc_tag_element" },
};

KUNIT_ARRAY_PARAM(alloc_tag_owner, owner_kinds, alloc_tag_kind_desc);

/* The device is freed by KUnit. */
static void leave_device(struct device *dev)
{
}

/* Managed memory is charged to the driver, and uncharged with the device. */
static void test_device_managed(struct kunit *test)
{
	struct device *dev = kunit_kzalloc(test, sizeof(*dev), GFP_KERNEL);
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	void *obj;

	KUNIT_ASSERT_NOT_NULL(test, dev);
	device_initialize(dev);
	dev->release = leave_device;
	obj = ALLOC_TAG_AT(&at, devm_kzalloc(dev, 90, GFP_KERNEL));
	tag = alloc_tag_find(&at);
	if (obj && tag)
		alloc_tag_expect(test, tag, 1, 0, alloc_tag_slab_bytes(obj));
	put_device(dev);
	KUNIT_ASSERT_NOT_NULL(test, obj);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	alloc_tag_expect(test, tag, 1, 1, 0);
}

#ifdef CONFIG_NET
/* A socket buffer is two objects, both charged to the caller of alloc_skb(). */
static void test_socket_buffer(struct kunit *test)
{
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	struct sk_buff *skb;

	skb = ALLOC_TAG_AT(&at, alloc_skb(200, GFP_KERNEL));
	KUNIT_ASSERT_NOT_NULL(test, skb);
	tag = alloc_tag_find(&at);
	KUNIT_ASSERT_NOT_NULL(test, tag);
	KUNIT_EXPECT_STREQ(test, alloc_tag_type(tag), "struct sk_buff");
	alloc_tag_expect(test, tag, 2, 0,
			 alloc_tag_slab_bytes(skb) + alloc_tag_slab_bytes(skb->head));
	kfree_skb(skb);
	alloc_tag_expect(test, tag, 2, 2, 0);
}
#else
static void test_socket_buffer(struct kunit *test)
{
	kunit_skip(test, "no CONFIG_NET");
}
#endif

/*
 * A device that can use all memory for DMA, without an IOMMU. It gets no link
 * to its module: in Linux 6.1, tests run before the module is in /sys.
 */
static struct device *dma_device(struct kunit *test)
{
	struct device *dev = __root_device_register("alloc_tag_kunit", NULL);

	KUNIT_ASSERT_EQ(test, PTR_ERR_OR_ZERO(dev), 0);
	KUNIT_EXPECT_EQ(test, dma_coerce_mask_and_coherent(dev, DMA_BIT_MASK(64)), 0);
	return dev;
}

/* A buffer for DMA is charged to the driver's line. */
static void test_dma_buffer(struct kunit *test)
{
	/* Pages of CMA are charged one by one. */
	const u64 calls = IS_ENABLED(CONFIG_DMA_CMA) ? 2 : 1;
	struct device *dev = dma_device(test);
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	dma_addr_t handle;
	void *buffer;

	buffer = ALLOC_TAG_AT(&at, dma_alloc_coherent(dev, 2 * PAGE_SIZE, &handle, GFP_KERNEL));
	KUNIT_EXPECT_NOT_NULL(test, buffer);
	tag = alloc_tag_find(&at);
	KUNIT_EXPECT_NOT_NULL(test, tag);
	if (tag && buffer)
		alloc_tag_expect(test, tag, calls, 0, 2 * PAGE_SIZE);
	if (buffer)
		dma_free_coherent(dev, 2 * PAGE_SIZE, buffer, handle);
	if (tag)
		alloc_tag_expect(test, tag, calls, calls, 0);
	root_device_unregister(dev);
}

/*
 * The pages of a DMA pool are charged to the line that created the pool, as is
 * its file in /sys.
 */
static void test_dma_pool(struct kunit *test)
{
	struct device *dev = dma_device(test);
	struct alloc_tag_totals created = { }, used = { }, destroyed = { };
	const struct alloc_tag *tag;
	struct alloc_tag_site at;
	struct dma_pool *pool;
	dma_addr_t handle;
	void *block;

	pool = ALLOC_TAG_AT(&at, dma_pool_create("alloc_tag_kunit", dev, 64, 64, 0));
	tag = alloc_tag_find(&at);
	if (pool && tag) {
		alloc_tag_read(alloc_tag_to_idx(tag), &created);
		block = dma_pool_alloc(pool, GFP_KERNEL, &handle);
		KUNIT_EXPECT_NOT_NULL(test, block);
		alloc_tag_read(alloc_tag_to_idx(tag), &used);
		/* The page, and the pool's description of it. */
		KUNIT_EXPECT_EQ(test, used.allocs, created.allocs + 2);
		KUNIT_EXPECT_GT(test, used.bytes, created.bytes + (s64)PAGE_SIZE);
		if (block)
			dma_pool_free(pool, block, handle);
	}
	dma_pool_destroy(pool);
	KUNIT_EXPECT_NOT_NULL(test, pool);
	KUNIT_EXPECT_NOT_NULL(test, tag);
	if (tag) {
		alloc_tag_read(alloc_tag_to_idx(tag), &destroyed);
		KUNIT_EXPECT_LE(test, destroyed.bytes, used.bytes - (s64)PAGE_SIZE);
	}
	root_device_unregister(dev);
}

static int owner_suite_init(struct kunit_suite *suite)
{
	pool = mempool_create_kmalloc_pool(2, sizeof(struct alloc_tag_element));
	own_pool = mempool_create(2, own_alloc, own_free, NULL);
	if (!pool || !own_pool)
		return -ENOMEM;
	return alloc_tag_suite_init(suite);
}

static void owner_suite_exit(struct kunit_suite *suite)
{
	alloc_tag_suite_exit(suite);
	mempool_destroy(own_pool);
	mempool_destroy(pool);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(alloc_tag_test_same_thread, alloc_tag_owner_gen_params),
	KUNIT_CASE_PARAM(alloc_tag_test_other_cpu, alloc_tag_owner_gen_params),
	KUNIT_CASE_PARAM(alloc_tag_test_hardirq, alloc_tag_owner_gen_params),
	KUNIT_CASE(test_device_managed),
	KUNIT_CASE(test_socket_buffer),
	KUNIT_CASE(test_dma_buffer),
	KUNIT_CASE(test_dma_pool),
	{ }
};

static struct kunit_suite alloc_tag_owner_suite = {
	.name = "alloc_tag_owner",
	.suite_init = owner_suite_init,
	.suite_exit = owner_suite_exit,
	.init = alloc_tag_test_init,
	.exit = alloc_tag_test_exit,
	.test_cases = cases,
};

kunit_test_suite(alloc_tag_owner_suite);
