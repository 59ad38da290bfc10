/*
 * Marked always_inline wrappers, two levels deep: each call of the outer one is
 * charged to its own line, although everything is inlined into one body.
 */
/* { dg-do run } */
#include "counter.h"

static inline __attribute__((always_inline)) __allocator void *inner(size_t n)
{
	return test_alloc(n);
}

static inline __attribute__((always_inline)) __allocator void *outer(size_t n)
{
	return inner(n + 1);
}

int main(void)
{
	HERE(one); char *p = outer(1);
	HERE(two); char *q = outer(2);
	HERE(three); char *r = inner(3);

	check_site("main", one, "char", 1, 2);
	check_site("main", two, "char", 1, 3);
	check_site("main", three, "char", 1, 3);
	check(count_sites("main") == 3);
	check_no_site("inner");
	check_no_site("outer");
	check(p && q && r);
	return 0;
}
