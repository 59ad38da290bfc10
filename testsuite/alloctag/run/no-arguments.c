/*
 * A marked function without parameters: (void) is a prototype.
 */
/* { dg-do run } */
#include "counter.h"

__attribute__((noinline)) __allocator char *get(void)
{
	return test_alloc(10);
}

char *(*volatile pointer)(void) = get;

int main(void)
{
	HERE(site); char *p = get();

	check_site("main", site, "char", 1, 10);
	char *q = pointer();
	check_untagged("get", 1, 10);
	check(p && q);
	return 0;
}
