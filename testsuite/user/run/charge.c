// SPDX-License-Identifier: GPL-2.0
/*
 * An allocator of the program's own charges what it hands out to its callers,
 * and a wrapper only needs the mark.
 */
#include "check.h"

struct element {
	alloc_tag_idx_t idx;
	char data[60];
};

static struct element pool[10];
static int used;

static struct element *pool_get(void) ALLOC_TAG_ALLOCATOR;
static struct element *pool_get(void)
{
	struct element *e = &pool[used++];

	e->idx = alloc_tag_charge(alloc_tag_caller(), sizeof(*e));
	return e;
}

static void pool_put(struct element *e)
{
	alloc_tag_uncharge(e->idx, sizeof(*e));
}

NOINLINE static void *wrapper(size_t size) ALLOC_TAG_ALLOCATOR;
NOINLINE static void *wrapper(size_t size)
{
	return malloc(size + 8);
}

NOINLINE static struct element *one(void)
{
	return pool_get();
}

NOINLINE static struct element *two(void)
{
	return pool_get();
}

NOINLINE static void *three(void)
{
	return wrapper(100);
}

NOINLINE static void here(void)
{
	alloc_tag_idx_t idx = alloc_tag_charge(alloc_tag_here(), 12345);

	expect("here", 12345, 1, 1);
	alloc_tag_uncharge(idx, 12345);
	expect("here", 0, 0, 1);
}

NOINLINE static void *kept(const struct alloc_tag *keep)
{
	const struct alloc_tag *tag ALLOC_TAG_VARIABLE = keep;

	return malloc(9);
}

NOINLINE static const struct alloc_tag *creator(void)
{
	return alloc_tag_here();
}

int main(void)
{
	struct element *a = one(), *b = one(), *c = two();
	void *p;

	expect("one", 2 * sizeof(*a), 2, 2);
	expect("two", sizeof(*a), 1, 1);
	pool_put(a);
	expect("one", sizeof(*a), 1, 2);
	pool_put(b);
	pool_put(c);
	expect("one", 0, 0, 2);
	expect("two", 0, 0, 1);

	p = three();
	expect("three", 108, 1, 1);
	expect("wrapper", 0, 0, 0);
	free(p);
	expect("three", 0, 0, 1);

	here();
	p = kept(creator());
	expect("creator", 9, 1, 1);
	expect("kept", 0, 0, 0);
	free(p);

	/* No tag, no index, and an index that never was. */
	expect_true(alloc_tag_charge(NULL, 100) == 0);
	alloc_tag_uncharge(0, 100);
	alloc_tag_uncharge(4000000000u, 100);
	finish();
}
