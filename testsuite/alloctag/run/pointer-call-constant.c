/*
 * Calls of a static function through another type, with constant arguments:
 * GCC would make clones of the thunk for them, and at -O2 -g stopped because
 * the thunk has no debug information from before the pass.
 */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
#include "counter.h"

static __attribute__((noinline)) __allocator void *get(size_t n, size_t m)
{
	return test_alloc(n + m);
}

static __attribute__((noinline)) __allocator void *get_one(void)
{
	return test_alloc(1);
}

int main(void)
{
	void *(*more)(size_t, size_t, int, int) = (void *)get;
	void *(*extra)(int, int) = (void *)get_one;
	char *p = more(1, 2, 3, 4), *q = extra(1, 2);

	check_untagged("get", 1, 3);
	check_untagged("get_one", 1, 1);
	check(p && q);
	return 0;
}
