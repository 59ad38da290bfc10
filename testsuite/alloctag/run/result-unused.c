/*
 * A marked call whose result is not used, and marked functions without a
 * result.
 */
/* { dg-do run } */
#include "counter.h"

static __attribute__((noinline)) __allocator void prepare(size_t n)
{
	test_alloc(n);
}

int main(void)
{
	HERE(unused); (void)test_alloc(1);
	HERE(no_result); prepare(2);

	check_site("main", unused, NULL, 1, 1);
	check_site("main", no_result, NULL, 1, 2);
	return 0;
}
