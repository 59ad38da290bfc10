/*
 * C99 inline: the inline definition is here, the external one comes from
 * "extern inline" in another unit, where both symbols are emitted.
 */
/* { dg-do run } */
/* { dg-additional-options "-std=gnu11" } */
/* { dg-additional-sources "c99-inline-2.c" } */
#include "counter.h"

inline void *get(size_t n) __allocator;
inline void *get(size_t n)
{
	return test_alloc(n);
}

void *(*volatile pointer)(size_t) = get;

int main(void)
{
	HERE(site); char *p = get(10);

	check_site("main", site, "char", 1, 10);
	char *q = pointer(20);
	check_untagged("get", 1, 20);
	check_no_site("get");
	check(p && q);
	return 0;
}
