/* A marked main() works; what it allocates is charged to itself. */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
#include "counter.h"

__allocator int main(void)
{
	char *p = test_alloc(10);

	check_untagged("main", 1, 10);
	check(p);
	return 0;
}
