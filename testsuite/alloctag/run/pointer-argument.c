/*
 * A marked function as a callback argument, as in mempool, is called like any
 * other function of its type.
 */
/* { dg-do run } */
#include "counter.h"

typedef void *alloc_fn(size_t);

__allocator void *get(size_t n)
{
	return test_alloc(n);
}

static void *plain(size_t n)
{
	static char buffer[100];

	return n <= sizeof(buffer) ? buffer : NULL;
}

static __attribute__((noinline)) char *use(alloc_fn *fn, size_t n)
{
	return fn(n);
}

int main(void)
{
	check(use(get, 10));
	check(use(plain, 10));
	check(!use(plain, 1000));
	check_untagged("get", 1, 10);
	check_no_site("use");
	return 0;
}
