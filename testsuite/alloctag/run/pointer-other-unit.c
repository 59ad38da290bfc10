/*
 * The functions that a marked pointer points to may be in another unit, and so
 * may be the assignment.
 */
/* { dg-do run } */
/* { dg-additional-sources "pointer-other-unit-2.c" } */
#include <stdio.h>
#include "counter.h"
#include "pointer-other-unit.h"

int main(void)
{
	void *p;

	HERE(site); p = operations.get(7);
	check_site("main", site, NULL, 1, 7);
	test_free(p);
	operations.get = there;
	HERE(again); p = operations.get(9);
	check_site("main", again, NULL, 1, 9);
	test_free(p);
	return 0;
}
