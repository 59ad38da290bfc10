/*
 * allocator_tag on a parameter: all calls in the function are charged to the
 * tag that it was given.
 */
/* { dg-do run } */
#include "counter.h"

static __attribute__((noinline))
char *get_for(const struct alloc_tag *tag __allocator_tag, size_t n)
{
	return test_alloc(n);
}

static __attribute__((noinline)) __allocator const struct alloc_tag *whose(int n)
{
	return alloc_tag_caller();
}

int main(void)
{
	HERE(site); const struct alloc_tag *tag = whose(0);
	char *p = get_for(tag, 10);
	char *q = get_for(tag, 20);

	check_site("main", site, NULL, 2, 30);
	check(p && q);
	return 0;
}
