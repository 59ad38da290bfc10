/*
 * A marked alias of a marked function: calls through either name get a tag,
 * from this unit and from another.
 */
/* { dg-do run } */
/* { dg-additional-sources "alias-marked-2.c" } */
#include "counter.h"

void *get(size_t n) __allocator;
void *get(size_t n)
{
	return test_alloc(n);
}
void *get_alias(size_t n) __allocator __attribute__((alias("get")));
void by_other_unit(void);

void *(*volatile pointer)(size_t) = get_alias;

int main(void)
{
	HERE(site); char *p = get(10);
	HERE(site2); char *q = get_alias(20);
	char *r = pointer(30);

	check_site("main", site, "char", 1, 10);
	check_site("main", site2, "char", 1, 20);
	by_other_unit();
	check(p && q && r);
	check(total_allocs() == 4);
	return 0;
}
