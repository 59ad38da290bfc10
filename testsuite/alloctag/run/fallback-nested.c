/*
 * A marked nested function that uses its parent's variables keeps working, and
 * what it allocates is charged to its own lines.
 */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
#include "counter.h"

int main(void)
{
	size_t total = 0;

	enum { line = __LINE__ + 4 };
	__allocator char *nested(size_t n)
	{
		total += n;
		return test_alloc(total);
	}

	char *p = nested(1), *q = nested(2);

	check(total == 3);
	check_site("nested", line, NULL, 2, 4);
	check(p && q);
	return 0;
}
