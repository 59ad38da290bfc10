/*
 * extern inline with gnu_inline: the body here is for inlining only, the
 * external definition is in another unit. Inlined or not, the tag is passed.
 */
/* { dg-do run } */
/* { dg-additional-sources "gnu-inline-2.c" } */
#include "counter.h"

void *get(size_t n) __allocator;
extern inline __attribute__((gnu_inline)) void *get(size_t n)
{
	return test_alloc(n);
}

void *(*volatile pointer)(size_t) = get;

int main(void)
{
	HERE(site); char *p = get(10);

	check_site("main", site, "char", 1, 10);
	check_no_site("get");
	/* It is the address of the external definition. */
	char *q = pointer(20);
	check_untagged("get", 1, 20);
	check(p && q);
	return 0;
}
