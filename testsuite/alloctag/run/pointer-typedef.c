/*
 * The name of a function type can have the attribute: pointers to it are marked,
 * and so are functions that are declared by it.
 */
/* { dg-do run } */
#include <stdio.h>
#include "counter.h"

typedef void *(alloc_fn)(size_t size) __allocator;

struct pool {
	alloc_fn *alloc;
};

static alloc_fn get;

static __attribute__((noinline)) void *get(size_t size)
{
	return test_alloc(size);
}

static __attribute__((noinline)) void pool_init(struct pool *pool, alloc_fn *alloc)
{
	pool->alloc = alloc;
}

int main(void)
{
	struct pool pool;
	void *p;

	pool_init(&pool, get);
	HERE(site); p = pool.alloc(4);
	check_site("main", site, NULL, 1, 4);
	test_free(p);
	HERE(direct); p = get(5);
	check_site("main", direct, NULL, 1, 5);
	test_free(p);
	return 0;
}
