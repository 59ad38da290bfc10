/*
 * A weak marked function that is not overridden: tagged and untagged calls both
 * reach it.
 */
/* { dg-do run } */
#include "counter.h"

__attribute__((weak)) void *get(size_t n) __allocator;
void *get(size_t n)
{
	return test_alloc(n);
}

void *(*volatile pointer)(size_t) = get;

int main(void)
{
	HERE(site); char *p = get(10);
	char *q = pointer(20);

	check_site("main", site, "char", 1, 10);
	check_untagged("get", 1, 20);
	check(p && q);
	return 0;
}
