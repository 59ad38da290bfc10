/*
 * A marked function that charges one inner allocation to itself, with a
 * variable that holds alloc_tag_here(). Calls outside of its scope are still
 * charged to the caller.
 */
/* { dg-do run } */
#include "counter.h"

enum { own = __LINE__ + 4 };
static __attribute__((noinline)) __allocator char *get(size_t n)
{
	{
		const struct alloc_tag *tag __allocator_tag = alloc_tag_here();

		test_alloc(1000);
	}
	return test_alloc(n);
}

int main(void)
{
	HERE(site); char *p = get(10);

	check_site("get", own, NULL, 1, 1000);
	check_site("main", site, "char", 1, 10);
	check(p);
	return 0;
}
