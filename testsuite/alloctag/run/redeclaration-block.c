/*
 * The attribute on an extern declaration within a block, of a function defined
 * in another unit without a common header.
 */
/* { dg-do run } */
/* { dg-additional-sources "redeclaration-block-2.c" } */
#include "counter.h"

int main(void)
{
	extern void *far_away(size_t n) __allocator;
	HERE(site); char *p = far_away(7);

	check_site("main", site, "char", 1, 7);
	check(p);
	return 0;
}
