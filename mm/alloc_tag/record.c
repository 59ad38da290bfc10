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
 * 0. Returns @page; NULL if the allocation is to fail, then the pages have been
 * freed. With @nofail, it never fails.
 */
noinline notrace struct page *__alloc_tag_page_watch(struct page *page, unsigned int order,
						     gfp_t gfp, unsigned int why, bool nofail)
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
		.memory = ALLOC_TAG_PAGES,
		.nofail = nofail,
	};

	switch (alloc_tag_watch_alloc(*slot, &allocation)) {
	case ALLOC_TAG_WATCH_KEEP:
		break;
	case ALLOC_TAG_WATCH_MARK:
		*slot |= ALLOC_TAG_IDX_RECORD;
		break;
	case ALLOC_TAG_WATCH_FAIL:
		__free_pages(page, order);
		return NULL;
	}
	return page;
}

/*
 * Record the allocation of @obj, which has been charged; @why is not 0. Returns
 * true if it is to fail: then the caller must free it. Context: as the hook.
 */
noinline notrace bool __alloc_tag_slab_watch(const struct kmem_cache *s, const void *obj,
					     size_t requested, gfp_t gfp, unsigned int why)
{
	alloc_tag_idx_t *slot = alloc_tag_slab_slot(&s->alloc_tag, obj);
	const struct alloc_tag_allocation allocation = {
		.key = obj,
		.requested = requested ?: s->object_size,
		.given = s->size,
		.gfp = gfp,
		.nid = page_to_nid(virt_to_page(obj)),
		.why = why,
		.caller = _RET_IP_,
	};
	enum alloc_tag_watch_result result = alloc_tag_watch_alloc(*slot, &allocation);

	if (result == ALLOC_TAG_WATCH_MARK)
		*slot |= ALLOC_TAG_IDX_RECORD;
	return result == ALLOC_TAG_WATCH_FAIL;
}

/*
 * Record the allocation of the object at offset @off of @chunk, which has been
 * charged; @why is not 0, the rest is as for alloc_tag_percpu_alloc(). Returns
 * true if it is to fail: then the caller must free it. Context: as the hook.
 */
noinline notrace bool __alloc_tag_percpu_watch(struct pcpu_chunk *chunk, int off, size_t size,
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
		.memory = ALLOC_TAG_PERCPU,
	};
	enum alloc_tag_watch_result result = alloc_tag_watch_alloc(*slot, &allocation);

	if (result == ALLOC_TAG_WATCH_MARK)
		*slot |= ALLOC_TAG_IDX_RECORD;
	return result == ALLOC_TAG_WATCH_FAIL;
}
