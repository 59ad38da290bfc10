/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: what the KUnit suites share.
 *
 * A test knows the line that allocates, because it runs it: ALLOC_TAG_AT() notes
 * where it stands. Nobody else allocates there, so that its counters have to
 * match to the last byte, whatever the rest of the kernel does meanwhile.
 */
#ifndef _ALLOC_TAG_KUNIT_H
#define _ALLOC_TAG_KUNIT_H

#include <kunit/test.h>
#include <linux/gfp.h>

#include "alloc_tag_internal.h"

struct kmem_cache;

/* Where an allocation was made. */
struct alloc_tag_site {
	const char *file;
	const char *function;
	unsigned int line;
};

/* Make the one call of an allocator in @expr, on this line, and note that in @at. */
#define ALLOC_TAG_AT(at, expr)						\
({									\
	*(at) = (struct alloc_tag_site){ __FILE__, __func__, __LINE__ };\
	(expr);								\
})

/* More objects than fit a small slab or a batch of pages. */
#define ALLOC_TAG_KUNIT_OBJS	40

/**
 * struct alloc_tag_kind - an entry point of an allocator, and the way back
 * @name: of the entry point, for the test's report
 * @alloc: one call of it, noted in @at; @gfp says whether it may sleep
 * @free: undoes @alloc
 * @bytes: what an object counts for; NULL if always @size
 * @size: see @bytes
 * @type: type of the object as the tag has it, NULL if that isn't looked at
 * @sleeps: not for use in an interrupt
 */
struct alloc_tag_kind {
	const char *name;
	void *(*alloc)(struct alloc_tag_site *at, gfp_t gfp);
	void (*free)(void *obj);
	size_t (*bytes)(const void *obj);
	size_t size;
	const char *type;
	bool sleeps;
};

/* In which context a batch of objects is allocated or freed. */
enum alloc_tag_where {
	ALLOC_TAG_HERE,		/* in the test's own thread */
	ALLOC_TAG_FIRST_CPU,	/* in a worker on the first CPU online */
	ALLOC_TAG_SECOND_CPU,	/* in a worker on another one */
	ALLOC_TAG_HARDIRQ,	/* in a timer's interrupt */
};

const struct alloc_tag *alloc_tag_find(const struct alloc_tag_site *at);
const struct alloc_tag *alloc_tag_find_untagged(const char *function);
void alloc_tag_expect(struct kunit *test, const struct alloc_tag *tag,
		      u64 allocs, u64 frees, s64 bytes);
void alloc_tag_check_kind(struct kunit *test, const struct alloc_tag_kind *kind,
			  enum alloc_tag_where alloc, enum alloc_tag_where free);
int alloc_tag_write(const char *path, const char *text);
void alloc_tag_switch_or_skip(struct kunit *test, bool on);
size_t alloc_tag_slab_bytes(const void *obj);
bool alloc_tag_slab_padded(const void *obj);
void alloc_tag_slab_order(struct kmem_cache *cache, bool smallest);
unsigned int alloc_tag_slab_pages(const void *obj);
bool alloc_tag_slab_has_orders(const struct kmem_cache *cache);
alloc_tag_idx_t alloc_tag_slab_overwrite(const void *obj, alloc_tag_idx_t idx);

void alloc_tag_kind_desc(const struct alloc_tag_kind *kind, char *desc);

int alloc_tag_suite_init(struct kunit_suite *suite);
void alloc_tag_suite_exit(struct kunit_suite *suite);
int alloc_tag_test_init(struct kunit *test);
void alloc_tag_test_exit(struct kunit *test);

extern struct kunit_suite alloc_tag_slab_suite, alloc_tag_page_suite;

#endif /* _ALLOC_TAG_KUNIT_H */
