/*
 * Marked calls in tail position pass the tag on. (That they are still tail
 * calls, tail-call.c of alloctag.dg shows.)
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
