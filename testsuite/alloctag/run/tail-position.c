/*
 * Marked calls in tail position pass on the tag. (alloctag/dg/tail-call.c
 * checks that they are still tail calls.)
 */
/* { dg-do run } */
#include "counter.h"

static void *pong(size_t n, int depth) __allocator;

static __attribute__((noinline)) __allocator void *ping(size_t n, int depth)
{
	return depth ? pong(n, depth - 1) : test_alloc(n);
}

static __attribute__((noinline)) void *pong(size_t n, int depth)
{
	return depth ? ping(n, depth - 1) : test_alloc(n);
}

int main(void)
{
	HERE(site); char *p = ping(10, 500);

	check_site("main", site, "char", 1, 10);
	check(p);
	return 0;
}
