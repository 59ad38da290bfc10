/*
 * A direct call is charged to its own line, function and type; freeing
 * uncharges it.
 */
/* { dg-do run } */
#include "counter.h"

struct foo { int a[4]; };

int main(void)
{
	HERE(first); struct foo *p = test_alloc(sizeof(*p));
	HERE(second); struct foo *q = test_alloc(100);

	check_site("main", first, "struct foo", 1, 16);
	check_site("main", second, "struct foo", 1, 100);
	test_free(p);
	check_site("main", first, "struct foo", 1, 0);
	test_free(q);
	check_site("main", second, "struct foo", 1, 0);
	check(count_sites("main") == 2);
	check(total_allocs() == 2);
	return 0;
}
