/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: samples of the allocations of all lines, and lines that are
 * watched, for the hooks of the allocators.
 *
 * A query written to alloctag/control selects lines, and the data to record of
 * their allocations; Documentation/alloctag/interface.rst has the grammar.
 *
 * A line that is watched has flags in an array by index. The hook that charges
 * an allocation tests them behind a static key that is only enabled while a
 * line is watched.
 *
 * Samples are taken of all lines, after a random number of bytes. Each CPU
 * counts the bytes down, behind another static key; see
 * lib/alloc_tag/sample/sample.c.
 *
 * An object that has a record has ALLOC_TAG_IDX_RECORD set in its slot. Such an
 * index is larger than the index of any tag, so it fails the test by which the
 * free path finds overwritten slots. The slow path for these looks for a record
 * before it reports anything; the fast path needs no other test. Objects of
 * lines with trace events have the bit as well, so that their free is an event.
 *
 * With vm.mem_profiling=samples, nothing is charged, and slots are not written.
 * Then its slab or page says that memory has a sample, see
 * mm/alloc_tag/sampled.h.
 *
 * The records are in lib/alloc_tag/sample/record.c, in a hash table by address;
 * see enum alloc_tag_memory for which address.
 */
#ifndef _LINUX_ALLOC_TAG_WATCH_H
#define _LINUX_ALLOC_TAG_WATCH_H

#include <linux/alloc_tag_rt.h>
#include <linux/types.h>

struct page;

/* The flags of a line. 0 if it is not watched. */
#define ALLOC_TAG_WATCH_CONTEXTS	0x01	/* show task and call stack */
#define ALLOC_TAG_WATCH_STACKS		0x02	/* live bytes by call stack */
#define ALLOC_TAG_WATCH_REQUESTED	0x04	/* sum of requested sizes */
#define ALLOC_TAG_WATCH_LIFETIMES	0x08	/* count objects by age */
#define ALLOC_TAG_WATCH_PEAK		0x10	/* maximum of live bytes */
#define ALLOC_TAG_WATCH_EVENTS		0x20	/* trace events */
#define ALLOC_TAG_WATCH_FAULT		0x40	/* let allocations fail */
#define ALLOC_TAG_WATCH_NODES		0x80	/* live bytes by NUMA node */

/* The flags that need a record of each live allocation. */
#define ALLOC_TAG_WATCH_RECORDS	\
	(ALLOC_TAG_WATCH_CONTEXTS | ALLOC_TAG_WATCH_STACKS | ALLOC_TAG_WATCH_LIFETIMES | \
	 ALLOC_TAG_WATCH_NODES)

/* Why a hook has to call alloc_tag_watch_alloc(): a mask. */
#define ALLOC_TAG_LINE_WATCHED		0x01	/* the line is watched */
#define ALLOC_TAG_COUNTED_DOWN		0x02	/* a sample may be due */

/**
 * enum alloc_tag_memory - kind of memory, and the key of its record
 * @ALLOC_TAG_OBJECT: a slab object; its address
 * @ALLOC_TAG_PAGES: pages; the address of the first struct page, because a slab
 *	and its first object have the same address
 * @ALLOC_TAG_PERCPU: a per-CPU object; the address of its first copy, where no
 *	slab object can be
 */
enum alloc_tag_memory {
	ALLOC_TAG_OBJECT,
	ALLOC_TAG_PAGES,
	ALLOC_TAG_PERCPU,
};

/**
 * struct alloc_tag_allocation - an allocation to record, or the free of one
 * @key: the key of its record, see enum alloc_tag_memory
 * @requested: bytes that the caller asked for; 0 for a free
 * @given: bytes that are charged to the line
 * @gfp: allocation flags; 0 for a free
 * @nid: node of the memory; NUMA_NO_NODE for a per-CPU object
 * @why: a mask of ALLOC_TAG_LINE_WATCHED and ALLOC_TAG_COUNTED_DOWN
 * @caller: where the hook returns to, in the allocator; 0 for a free
 * @memory: kind of memory
 * @charged: is it charged to the line? Not while only samples are taken
 */
struct alloc_tag_allocation {
	const void *key;
	size_t requested;
	size_t given;
	gfp_t gfp;
	int nid;
	unsigned int why;
	unsigned long caller;
	enum alloc_tag_memory memory;
	bool charged;
};

/* Can samples be taken? */
#ifdef CONFIG_ALLOC_TAG_SAMPLE
#define ALLOC_TAG_CAN_SAMPLE	true
#else
#define ALLOC_TAG_CAN_SAMPLE	false
#endif

#ifdef CONFIG_ALLOC_TAG_SAMPLE

bool alloc_tag_watch_alloc(unsigned long idx, const struct alloc_tag_allocation *allocation);
unsigned long alloc_tag_watch_free(unsigned long idx, const void *key, size_t bytes,
				   enum alloc_tag_memory memory);
bool alloc_tag_watch_split(unsigned long idx, struct page *part, struct page *page, size_t bytes);
void alloc_tag_watch_swap(unsigned long idx, struct page *page,
			  unsigned long other_idx, struct page *other);
void alloc_tag_watch_missed(unsigned long idx, size_t bytes, unsigned int why);

void alloc_tag_record_resize(const void *key, size_t bytes);

bool alloc_tag_sample_alloc(const struct alloc_tag *tag,
			    const struct alloc_tag_allocation *allocation);
bool alloc_tag_sample_free(const void *key);
bool alloc_tag_sample_split(struct page *part, struct page *page, size_t bytes);

#else /* !CONFIG_ALLOC_TAG_SAMPLE */

static inline bool alloc_tag_watch_alloc(unsigned long idx,
					 const struct alloc_tag_allocation *allocation)
{
	return false;
}

static inline unsigned long alloc_tag_watch_free(unsigned long idx, const void *key, size_t bytes,
						 enum alloc_tag_memory memory)
{
	return idx;
}

static inline bool alloc_tag_watch_split(unsigned long idx, struct page *part, struct page *page,
					 size_t bytes)
{
	return false;
}

static inline void alloc_tag_watch_swap(unsigned long idx, struct page *page,
					unsigned long other_idx, struct page *other) { }
static inline void alloc_tag_watch_missed(unsigned long idx, size_t bytes, unsigned int why) { }
static inline void alloc_tag_record_resize(const void *key, size_t bytes) { }

static inline bool alloc_tag_sample_alloc(const struct alloc_tag *tag,
					  const struct alloc_tag_allocation *allocation)
{
	return false;
}

static inline bool alloc_tag_sample_free(const void *key) { return false; }

static inline bool alloc_tag_sample_split(struct page *part, struct page *page, size_t bytes)
{
	return false;
}

#endif /* CONFIG_ALLOC_TAG_SAMPLE */

#endif /* _LINUX_ALLOC_TAG_WATCH_H */
