/*
 * Calls in the arms and in the condition of ?:, of the GNU form without a
 * middle, and of && and ||: the calls that are executed are charged, once.
 */
/* { dg-do run } */
#include "counter.h"

static volatile int yes = 1, no;

int main(void)
{
	enum { one = __LINE__ + 2, other = __LINE__ + 3 };
	char *p = yes ?
		test_alloc(1) :
		test_alloc(2);
	HERE(gnu); char *q = test_alloc(3) ?: "";
	enum { skipped = __LINE__ + 2, done = __LINE__ + 3 };
	int both =
		(no && test_alloc(4)) ||
		(yes && test_alloc(5));

	check_site("main", one, NULL, 1, 1);
	check_site("main", other, NULL, 0, 0);
	check_site("main", gnu, NULL, 1, 3);
	check_site("main", skipped, NULL, 0, 0);
	check_site("main", done, NULL, 1, 5);
	check(p && q && both);
	check(total_allocs() == 3);
	return 0;
}
