/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags of slab objects: the hooks of mm/slab.h and mm/slub.c.
 *
 * See alloc_tag_cache.h for where an object's slot is. A slot belongs to
 * whoever owns the object, so it needs no lock; the hooks never sleep, never
 * allocate and never fail. An object that came while counting was off has 0 in
 * its slot and leaves the books alone when it is freed.
 *
 * Only for inclusion by mm/slab.h, after struct slab and struct kmem_cache.
 */
#ifndef _LINUX_ALLOC_TAG_SLAB_H
#define _LINUX_ALLOC_TAG_SLAB_H

#include <linux/alloc_tag_rt.h>
#include <linux/alloc_tag_rt_compat.h>
#include <linux/alloc_tag_cache.h>

struct kmem_cache;
struct slab;

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

u32 *alloc_tag_slab_slot_slow(const struct kmem_cache *s, const void *obj);

/* Bytes that the slots take at the end of a slab of @bytes bytes. */
static inline unsigned int alloc_tag_slots_bytes(const struct kmem_cache *s,
						 unsigned int bytes)
{
	if (!alloc_tag_slots_inside(s->size))
		return 0;
	return bytes / alloc_tag_stride(s->size) * sizeof(u32);
}

/*
 * Set the constants of a cache once its object size and slab order are known.
 * The cache has no slabs yet.
 */
static inline void alloc_tag_cache_init(struct kmem_cache *s,
					unsigned int order)
{
	unsigned int bytes = PAGE_SIZE << order;

	s->alloc_tag.mask = 0;
	if (!alloc_tag_slots_inside(s->size) || bytes > ALLOC_TAG_MAX_SLAB)
		return;
	s->alloc_tag.recip = div_u64(1ULL << ALLOC_TAG_RECIP_SHIFT, s->size) + 1;
	s->alloc_tag.mask = bytes - 1;
}

/*
 * A slab has got its pages and its number of objects, and no object has been
 * handed out yet.
 *
 * Where objects use the page allocator's slots, the slab's own reference would
 * be in the way of the first object's: it waits in the slab until the pages go
 * back.
 */
static inline void alloc_tag_slab_new(struct kmem_cache *s, struct slab *slab)
{
	unsigned int bytes;
	u32 *slot;

	if (alloc_tag_never())
		return;

	if (alloc_tag_slots_inside(s->size)) {
		/* The slots lie outside all objects: poisoned for KASAN. */
		bytes = slab->objects * sizeof(u32);
		kasan_disable_current();
		memset(kasan_reset_tag(slab_address(slab)) + slab_size(slab) -
		       bytes, 0, bytes);
		kasan_enable_current();
		/*
		 * Memory was short and this slab is smaller than the others.
		 * Whoever sees an object of it got that object through some
		 * synchronisation that came after this store.
		 */
		if (s->alloc_tag.mask && slab_size(slab) - 1 != s->alloc_tag.mask)
			WRITE_ONCE(s->alloc_tag.mask, 0);
		return;
	}

	slot = alloc_tag_page_slot(page_to_pfn(slab_page(slab)));
	if (slot) {
		slab->alloc_tag_ref = *slot;
		*slot = 0;
	}
}

/* All objects of a slab are free and its pages are about to follow. */
static inline void alloc_tag_slab_release(struct kmem_cache *s,
					  struct slab *slab)
{
	u32 *slot;

	if (alloc_tag_never() || alloc_tag_slots_inside(s->size))
		return;
	slot = alloc_tag_page_slot(page_to_pfn(slab_page(slab)));
	if (slot) {
		*slot = slab->alloc_tag_ref;
		alloc_tag_slab_ref_reset(slab_page(slab));
	}
}

/*
 * Find the slot of @obj, which must be an object of @s in use; false if its page
 * has none. Any context.
 */
static __always_inline bool alloc_tag_slab_slot(const struct kmem_cache *s,
						const void *obj, u32 **slot)
{
	unsigned long addr = (unsigned long)kasan_reset_tag(obj);
	unsigned long mask = READ_ONCE(s->alloc_tag.mask);
	s64 quotient;

	if (likely(mask && !is_kfence_address((void *)addr))) {
		quotient = (addr & mask) * s->alloc_tag.recip;
		/* With an index of i this is -(i + 1), the place from the end. */
		quotient = ~quotient >> ALLOC_TAG_RECIP_SHIFT;
		*slot = (u32 *)((addr | mask) + 1) + quotient;
		return true;
	}
	*slot = alloc_tag_slab_slot_slow(s, (void *)addr);
	return *slot;
}

/*
 * Charge @n new objects to @tag. An allocation that failed is NULL in @p.
 * Any context.
 */
static __always_inline void alloc_tag_slab_alloc(struct kmem_cache *s,
						 size_t n, void **p,
						 const struct alloc_tag *tag)
{
	u32 ref, *slot;
	size_t i;

	if (!alloc_tag_counting())
		return;

	ref = alloc_tag_ref(tag);
	for (i = 0; i < n; i++) {
		if (unlikely(!p[i]))
			continue;
		if (unlikely(!alloc_tag_slab_slot(s, p[i], &slot)))
			continue;
		*slot = ref;
		alloc_tag_count_alloc(ref, s->size);
	}
}

/*
 * Take @n objects of @s off the books. They are still their owner's: this has
 * to come before the first of them can be handed out again. Any context.
 */
static __always_inline void alloc_tag_slab_free(struct kmem_cache *s,
						size_t n, void **p)
{
	u32 ref, *slot;
	size_t i;

	if (!alloc_tag_tracking())
		return;

	for (i = 0; i < n; i++) {
		if (unlikely(!alloc_tag_slab_slot(s, p[i], &slot)))
			continue;
		ref = *slot;
		*slot = 0;
		alloc_tag_count_free(ref, s->size);
	}
}

#else /* !CONFIG_GCC_PLUGIN_ALLOC_TAG */

static inline unsigned int alloc_tag_slots_bytes(const struct kmem_cache *s,
						 unsigned int bytes)
{
	return 0;
}

static inline void alloc_tag_cache_init(struct kmem_cache *s,
					unsigned int order) { }
static inline void alloc_tag_slab_new(struct kmem_cache *s,
				      struct slab *slab) { }
static inline void alloc_tag_slab_release(struct kmem_cache *s,
					  struct slab *slab) { }
static inline void alloc_tag_slab_alloc(struct kmem_cache *s,
					size_t n, void **p,
					const struct alloc_tag *tag) { }
static inline void alloc_tag_slab_free(struct kmem_cache *s,
				       size_t n, void **p) { }

#endif
#endif /* _LINUX_ALLOC_TAG_SLAB_H */
