// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: slow paths of the hooks, for allocations that may get
 * a record. The fast paths have charged the memory, and call these functions if
 * its line is watched or a sample may be due.
 *
 * A record has the return address of the hook, where the call stack is cut off.
 * The function graph tracer would replace it: hence notrace.
 */

#include <linux/alloc_tag/watch.h>
#include <linux/instruction_pointer.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/numa.h>

#include "../slab.h"
#include "page.h"
#include "percpu.h"

/*
 * Record the allocation of 2^@order pages, which have been charged; @why is not
 * 0. Context: as the hook.
 */
noinline notrace void __alloc_tag_page_watch(struct page *page, unsigned int order, gfp_t gfp,
					     unsigned int why)
{
	alloc_tag_idx_t *slot = alloc_tag_page_slot(page);
	const struct alloc_tag_allocation allocation = {
		.key = page,
		.requested = PAGE_SIZE << order,
		.given = PAGE_SIZE << order,
		.gfp = gfp,
		.nid = page_to_nid(page),
		.why = why,
		.caller = _RET_IP_,
		.charged = true,
		.memory = ALLOC_TAG_PAGES,
	};

	if (alloc_tag_watch_alloc(*slot, &allocation))
		*slot |= ALLOC_TAG_IDX_RECORD;
}

/*
 * Record the allocation of @obj, which has been charged; @why is not 0. @caller
 * is where the hook returns to, in the allocator, or 0 if we return there.
 * Context: as the hook.
 */
noinline notrace void __alloc_tag_slab_watch(const void *obj, const struct kmem_cache *s,
					     size_t requested, gfp_t gfp, unsigned int why,
					     unsigned long caller)
{
	alloc_tag_idx_t *slot = alloc_tag_object_slot(&s->alloc_tag, obj);
	const struct alloc_tag_allocation allocation = {
		.key = obj,
		.requested = requested ?: s->object_size,
		.given = s->size,
		.gfp = gfp,
		.nid = page_to_nid(virt_to_page(obj)),
		.why = why,
		.caller = caller ?: _RET_IP_,
		.charged = true,
	};

	if (alloc_tag_watch_alloc(*slot, &allocation))
		*slot |= ALLOC_TAG_IDX_RECORD;
}

/*
 * Record the allocation of the object at offset @off of @chunk, which has been
 * charged; @why is not 0, the rest is as for alloc_tag_percpu_alloc().
 * Context: as the hook.
 */
noinline notrace void __alloc_tag_percpu_watch(struct pcpu_chunk *chunk, int off, size_t size,
					       size_t requested, gfp_t gfp, unsigned int why)
{
	alloc_tag_idx_t *slot = alloc_tag_percpu_slot(chunk, off);
	const struct alloc_tag_allocation allocation = {
		.key = alloc_tag_percpu_key(chunk, off),
		.requested = requested * alloc_tag_percpu_copies,
		.given = size * alloc_tag_percpu_copies,
		.gfp = gfp,
		.nid = NUMA_NO_NODE,
		.why = why,
		.caller = _RET_IP_,
		.charged = true,
		.memory = ALLOC_TAG_PERCPU,
	};

	if (alloc_tag_watch_alloc(*slot, &allocation))
		*slot |= ALLOC_TAG_IDX_RECORD;
}

/*
 * Samples alone: the memory is not charged.
 */

/*
 * Record the allocation of 2^@order pages, which are not charged, if it is a
 * sample: it has counted down to below 0. Context: as the hook.
 */
noinline notrace void __alloc_tag_page_sample(struct page *page, unsigned int order, gfp_t gfp,
					      const struct alloc_tag *tag)
{
	const struct alloc_tag_allocation allocation = {
		.key = page,
		.requested = PAGE_SIZE << order,
		.given = PAGE_SIZE << order,
		.gfp = gfp,
		.nid = page_to_nid(page),
		.caller = _RET_IP_,
		.memory = ALLOC_TAG_PAGES,
	};

	if (alloc_tag_sample_alloc(tag, &allocation))
		alloc_tag_page_set_sampled(page);
}

/*
 * @page, which has the page flag of samples, is the first page of an allocation
 * that is being freed. If a folio was split, @page may have got the flag from
 * another one, and have no record.
 */
noinline void __alloc_tag_page_unsample(struct page *page)
{
	alloc_tag_page_clear_sampled(page);
	alloc_tag_sample_free(page);
}

/*
 * Record the allocation of @obj, if it is a sample: it has counted down to
 * below 0. @caller is as above. Context: as the hook.
 */
noinline notrace void __alloc_tag_slab_sample(const void *obj, const struct kmem_cache *s,
					      size_t requested, gfp_t gfp,
					      const struct alloc_tag *tag, unsigned long caller)
{
	const struct alloc_tag_allocation allocation = {
		.key = obj,
		.requested = requested ?: s->object_size,
		.given = s->size,
		.gfp = gfp,
		.nid = page_to_nid(virt_to_page(obj)),
		.caller = caller ?: _RET_IP_,
	};

	if (alloc_tag_sample_alloc(tag, &allocation))
		atomic_inc((atomic_t *)alloc_tag_slab_word(virt_to_slab(obj)));
}

/* Some objects of @slab have a record: drop any of the @n objects @p. */
noinline void __alloc_tag_slab_unsample(struct slab *slab, size_t n, void **p)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (alloc_tag_sample_free(p[i]))
			atomic_dec((atomic_t *)alloc_tag_slab_word(slab));
}

/*
 * @folio has @obj, which is being freed, and is no slab, or one with objects
 * that have a record. Returns true if it is a slab.
 */
noinline bool __alloc_tag_free_test_slab(struct folio *folio, const void *obj)
{
	void *p = (void *)obj;

	if (!folio_test_slab(folio))
		return false;
	__alloc_tag_slab_unsample(folio_slab(folio), 1, &p);
	return true;
}

/*
 * Record the allocation of the object at offset @off of @chunk, which is not
 * charged, if it is a sample: it has counted down to below 0. The rest is as
 * for alloc_tag_percpu_alloc().
 */
noinline notrace void __alloc_tag_percpu_sample(struct pcpu_chunk *chunk, int off, size_t size,
						size_t requested, gfp_t gfp,
						const struct alloc_tag *tag)
{
	const struct alloc_tag_allocation allocation = {
		.key = alloc_tag_percpu_key(chunk, off),
		.requested = requested * alloc_tag_percpu_copies,
		.given = size * alloc_tag_percpu_copies,
		.gfp = gfp,
		.nid = NUMA_NO_NODE,
		.caller = _RET_IP_,
		.memory = ALLOC_TAG_PERCPU,
	};

	if (alloc_tag_sample_alloc(tag, &allocation))
		atomic_inc(&alloc_tag_percpu_samples);
}

/*
 * The object at offset @off of @chunk is being freed, and some per-CPU objects
 * have a record. Context: as the hook.
 */
noinline void __alloc_tag_percpu_unsample(struct pcpu_chunk *chunk, int off)
{
	if (alloc_tag_sample_free(alloc_tag_percpu_key(chunk, off)))
		atomic_dec(&alloc_tag_percpu_samples);
}
