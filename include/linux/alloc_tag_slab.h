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
#include <linux/alloc_tag_cache.h>

struct kmem_cache;
struct slab;

#ifdef CONFIG_GCC_PLUGIN_ALLOC_TAG

/* See lib/alloc_tag_slab.c: what is rarely called. */
void alloc_tag_cache_init(struct kmem_cache *s, unsigned int order);
void alloc_tag_slab_new(struct kmem_cache *s, struct slab *slab);
void alloc_tag_slab_release(struct kmem_cache *s, struct slab *slab);
unsigned long alloc_tag_slab_put(const struct kmem_cache *s, const void *obj,
				 unsigned long ref);
unsigned long alloc_tag_slab_take(const struct kmem_cache *s, const void *obj);

/*
 * Is @addr where slabs are? One branch on its sign where all of the kernel's addresses
 * are negative; User-mode Linux has others.
 */
static __always_inline bool alloc_tag_slab_address(unsigned long addr)
{
	if (!IS_ENABLED(CONFIG_UML) && (IS_ENABLED(CONFIG_X86_64) || IS_ENABLED(CONFIG_ARM64)))
		return (long)addr < 0;
	return addr > ALLOC_TAG_MAX_SLAB;
}

/*
 * Where the slot of @obj is, an object of @s in use or NULL. False for NULL, and where
 * two constants of the cache don't find it: then it takes alloc_tag_slab_put() and
 * _take(). The end of a slab is no address of a slab for NULL (it is the size
 * of one) nor when the constant is 0 (so is the end). Any context.
 */
static __always_inline bool alloc_tag_slab_find(const struct kmem_cache *s, const void *obj,
						alloc_tag_slot_t **slot)
{
	unsigned long addr = (unsigned long)kasan_reset_tag(obj);
	long from_end = addr | READ_ONCE(s->alloc_tag.neg_bytes);
	unsigned long end = addr - from_end;

	if (unlikely(!alloc_tag_slab_address(end)) || is_kfence_address((void *)addr))
		return false;
	*slot = (alloc_tag_slot_t *)end +
		((from_end * s->alloc_tag.recip) >> ALLOC_TAG_RECIP_SHIFT);
	return true;
}

static __always_inline void __alloc_tag_slab_alloc(struct kmem_cache *s, size_t n, void **p,
						   const struct alloc_tag *tag)
{
	unsigned long ref = alloc_tag_ref(tag);
	alloc_tag_slot_t *slot;
	size_t i;

	for (i = 0; i < n; i++) {
		if (likely(alloc_tag_slab_find(s, p[i], &slot))) {
			ref = alloc_tag_count_alloc(ref, s->size);
			*slot = alloc_tag_slot_of(ref);
		} else if (p[i]) {
			alloc_tag_count_alloc(alloc_tag_slab_put(s, p[i], ref), s->size);
		}
	}
}

static __always_inline void __alloc_tag_slab_free(struct kmem_cache *s, size_t n, void **p)
{
	alloc_tag_slot_t *slot;
	unsigned long ref;
	size_t i;

	for (i = 0; i < n; i++) {
		if (likely(alloc_tag_slab_find(s, p[i], &slot))) {
			ref = alloc_tag_slot_ref(*slot);
			*slot = 0;
		} else {
			ref = alloc_tag_slab_take(s, p[i]);
		}
		alloc_tag_count_free(ref, s->size);
	}
}

/* The same, called: where memcg is in use as well. */
void alloc_tag_slab_alloc_called(struct kmem_cache *s, size_t n, void **p,
				 const struct alloc_tag *tag);
void alloc_tag_slab_free_called(struct kmem_cache *s, size_t n, void **p);

/*
 * Charge @n new objects to *@tag, which is not looked at when nothing is counted. An
 * allocation that failed is NULL in @p. Returns false if memcg has nothing to do. Any
 * context.
 */
static __always_inline bool alloc_tag_slab_alloc_from(struct kmem_cache *s, size_t n, void **p,
						      const struct alloc_tag *const *tag)
{
	if (!alloc_tag_any_alloc())
		return false;
	if (alloc_tag_only_alloc()) {
		__alloc_tag_slab_alloc(s, n, p, *tag);
		return false;
	}
	if (alloc_tag_counting()) {
		if (IS_ENABLED(CONFIG_JUMP_LABEL))
			__alloc_tag_slab_alloc(s, n, p, *tag);
		else
			alloc_tag_slab_alloc_called(s, n, p, *tag);
	}
	return true;
}

static __always_inline bool alloc_tag_slab_alloc(struct kmem_cache *s, size_t n, void **p,
						 const struct alloc_tag *tag)
{
	return alloc_tag_slab_alloc_from(s, n, p, &tag);
}

/*
 * Take @n objects of @s off the books. They are still their owner's: this has
 * to come before the first of them can be handed out again. Returns false if memcg
 * has nothing to do. Any context.
 */
static __always_inline bool alloc_tag_slab_free(struct kmem_cache *s, size_t n, void **p)
{
	if (!alloc_tag_any_free())
		return false;
	if (alloc_tag_only_free()) {
		__alloc_tag_slab_free(s, n, p);
		return false;
	}
	if (alloc_tag_tracking()) {
		if (IS_ENABLED(CONFIG_JUMP_LABEL))
			__alloc_tag_slab_free(s, n, p);
		else
			alloc_tag_slab_free_called(s, n, p);
	}
	return true;
}

#else /* !CONFIG_GCC_PLUGIN_ALLOC_TAG */

static inline void alloc_tag_cache_init(struct kmem_cache *s,
					unsigned int order) { }
static inline void alloc_tag_slab_new(struct kmem_cache *s,
				      struct slab *slab) { }
static inline void alloc_tag_slab_release(struct kmem_cache *s,
					  struct slab *slab) { }

static inline bool alloc_tag_slab_alloc_from(struct kmem_cache *s,
					     size_t n, void **p,
					     const struct alloc_tag *const *tag)
{
	return true;
}

static inline bool alloc_tag_slab_alloc(struct kmem_cache *s,
					size_t n, void **p,
					const struct alloc_tag *tag)
{
	return true;
}

static inline bool alloc_tag_slab_free(struct kmem_cache *s,
				       size_t n, void **p)
{
	return true;
}

#endif
#endif /* _LINUX_ALLOC_TAG_SLAB_H */
