/*
 * Branches that are never taken, for the profiling options: cold parts of a
 * marked function are split off and still get the tag.
 */
/* { dg-do run } */
#include "counter.h"

static volatile int rare;

static __attribute__((noinline)) __allocator char *get(size_t n)
{
	int i;

	for (i = 0; i < 100; i++)
		if (rare > i)
			return test_alloc(n * 2);
	return test_alloc(n);
}

int main(void)
{
	HERE(site); char *p = get(10);
	rare = 50;
	HERE(site2); char *q = get(10);

	check_site("main", site, "char", 1, 10);
	check_site("main", site2, "char", 1, 20);
	check(p && q);
	return 0;
}
