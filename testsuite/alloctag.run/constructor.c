/*
 * Calls in constructors, before main(), and in destructors are tagged. A marked
 * constructor works, and is called without a tag.
 */
/* { dg-do run } */
#include "counter.h"

enum { line = __LINE__ + 3 };
static __attribute__((constructor)) void early(void)
{
	test_alloc(10);
}

static __attribute__((constructor)) __allocator void marked_early(void)
{
	test_alloc(20);
}

int main(void)
{
	check_site("early", line, NULL, 1, 10);
	check_untagged("marked_early", 1, 20);
	check(total_allocs() == 2);
	return 0;
}
