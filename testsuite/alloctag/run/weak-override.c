/*
 * A weak marked default is overridden by a strong marked definition in another
 * unit, for tagged and untagged calls alike.
 */
/* { dg-do run } */
/* { dg-additional-sources "weak-override-2.c" } */
#include "counter.h"

__attribute__((weak)) void *get(size_t n) __allocator;
void *get(size_t n)
{
	check_failed(__FILE__, __LINE__, "the default was called");
	return NULL;
}

void *(*volatile pointer)(size_t) = get;

int main(void)
{
	HERE(site); char *p = get(10);
	char *q = pointer(20);

	check_site("main", site, "char", 1, 11);
	check(p && q);
	check(total_allocs() == 2);
	return 0;
}
