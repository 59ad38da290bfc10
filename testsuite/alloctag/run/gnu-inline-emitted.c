/*
 * Plain inline with gnu_inline, which the kernel's -fgnu89-inline makes of an
 * "inline" definition in a .c file: both symbols are emitted, and another unit
 * can call either.
 */
/* { dg-do run } */
/* { dg-additional-options "-fgnu89-inline" } */
/* { dg-additional-sources "gnu-inline-emitted-2.c" } */
#include "counter.h"

void *get(size_t n) __allocator;
inline void *get(size_t n)
{
	return test_alloc(n);
}

char *by_other_unit(size_t n);
char *by_pointer(size_t n);
extern const int line_of_other_unit;

int main(void)
{
	HERE(site); char *p = get(10);
	char *q = by_other_unit(20);
	char *r = by_pointer(30);

	check_site("main", site, "char", 1, 10);
	check_untagged("get", 1, 30);
	check(p && q && r);
	check(total_allocs() == 3);
	return 0;
}
