/* A marked main() works, and calls in it carry tags of their own. */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
#include "counter.h"

__allocator int main(void)
{
	HERE(one); char *p = test_alloc(10);
	HERE(two); char *q = test_alloc(20);

	check_site("main", one, "char", 1, 10);
	check_site("main", two, "char", 1, 20);
	check(p && q);
	return 0;
}
