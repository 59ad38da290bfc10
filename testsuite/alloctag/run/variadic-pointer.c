/*
 * A call of a variadic marked function through a pointer, without the hidden
 * argument: all arguments arrive, and the allocator's own line is charged.
 */
/* { dg-do run } */
#include "sum-alloc.h"

void *(*volatile pointer)(int, ...) = sum_alloc;

int main(void)
{
	char *p = pointer(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
	HERE(site); char *q = sum_alloc(2, 5, 6);

	check_untagged("sum_alloc", 1, 55);
	check_site("main", site, "char", 1, 11);
	check(p && q);
	return 0;
}
