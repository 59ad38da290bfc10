/*
 * Marked functions of hidden visibility, in two units.
 */
/* { dg-do run } */
/* { dg-additional-sources "hidden-2.c" } */
#include "counter.h"

__attribute__((visibility("hidden"))) char *get(size_t n) __allocator;
__attribute__((visibility("hidden"))) void *pointer_of_other_unit(void);

int main(void)
{
	HERE(site); char *p = get(10);

	check_site("main", site, "char", 1, 10);
	check(pointer_of_other_unit() == (void *)get);
	check(p);
	return 0;
}
