/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocation tags: declarations shared by the KUnit suites.
 *
 * A test allocates on a line that no other test uses, whose location
 * ALLOC_TAG_AT() records. No other code allocates there, so the counters of
 * that line must match exactly, whatever the rest of the kernel does at the
 * same time.
 */
#ifndef _ALLOC_TAG_KUNIT_H
#define _ALLOC_TAG_KUNIT_H

#include <kunit/test.h>
#include <linux/gfp.h>
#include <linux/stackdepot.h>

#include "../internal.h"
#include "../../../mm/alloc_tag/debug.h"

struct kmem_cache;

/* The location of a call site. */
struct alloc_tag_site {
	const char *file;
	const char *function;
	unsigned int line;
};

/*
 * Evaluate @expr, which must contain exactly one call of an allocator, and
 * record this line in @at.
 */
#define ALLOC_TAG_AT(at, expr)						\
({									\
	*(at) = (struct alloc_tag_site){ __FILE__, __func__, __LINE__ };\
	(expr);								\
})

/*
 * Are frees counted while counting is disabled, and does it go on with the same
 * numbers? In debug kernels. In others, numbers remain, and begin at 0 again.
 */
#define ALLOC_TAG_GOES_ON	(ALLOC_TAG_IDX_FREE != 0)

/* More objects than fit in one small slab, or in one batch of pages. */
#define ALLOC_TAG_KUNIT_OBJS	40

/**
 * struct alloc_tag_kind - an entry point of an allocator and how to free
 * @name: parameter name in the test's report
 * @alloc: calls the entry point once, with gfp, and records the line in at
 * @free: frees what @alloc returned
 * @bytes: returns the bytes an object is charged with; NULL if always @size
 * @size: bytes an object is charged with if @bytes is NULL
 * @type: expected type of the object in the tag; NULL if not to be checked
 * @sleeps: @alloc or @free must not be called in an interrupt
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

/* The context in which a batch of objects is allocated or freed. */
enum alloc_tag_where {
	ALLOC_TAG_HERE,		/* in the test's own thread */
	ALLOC_TAG_FIRST_CPU,	/* in a worker on the first CPU online */
	ALLOC_TAG_SECOND_CPU,	/* in a worker on the next CPU online */
	ALLOC_TAG_HARDIRQ,	/* in the hard interrupt of a timer */
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
void alloc_tag_slab_renew(const void *obj);
unsigned int alloc_tag_slab_samples(const void *obj);
bool alloc_tag_in_stack(depot_stack_handle_t stack, const char *function);

void alloc_tag_kind_desc(const struct alloc_tag_kind *kind, char *desc);

char alloc_tag_state(void);
int alloc_tag_set_state(const char *text);
int alloc_tag_suite_init(struct kunit_suite *suite);
void alloc_tag_suite_exit(struct kunit_suite *suite);
int alloc_tag_test_init(struct kunit *test);
void alloc_tag_test_exit(struct kunit *test);

void alloc_tag_test_same_thread(struct kunit *test);
void alloc_tag_test_other_cpu(struct kunit *test);
void alloc_tag_test_hardirq(struct kunit *test);

/* The suite alloc_tag_@subject, with cases[], which needs counting. */
#define ALLOC_TAG_SUITE(subject)					\
static struct kunit_suite alloc_tag_##subject##_suite = {		\
	.name = "alloc_tag_" #subject,					\
	.suite_init = alloc_tag_suite_init,				\
	.suite_exit = alloc_tag_suite_exit,				\
	.init = alloc_tag_test_init,					\
	.exit = alloc_tag_test_exit,					\
	.test_cases = cases,						\
};									\
kunit_test_suite(alloc_tag_##subject##_suite)

#endif /* _ALLOC_TAG_KUNIT_H */
