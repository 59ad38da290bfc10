/*
 * A call in a loop has one tag, however often it runs and however GCC unrolls,
 * peels or versions the loop.
 */
/* { dg-do run } */
#include "counter.h"

static volatile int bound = 100;

int main(void)
{
	char *p[8];
	int i, n = bound;
	enum { in_constant = __LINE__ + 4, in_variable = __LINE__ + 6,
	       in_while = __LINE__ + 7, in_condition = __LINE__ + 9 };

	for (i = 0; i < 8; i++)
		p[i] = test_alloc(i);
	for (i = 0; i < n; i++)
		test_free(test_alloc(i));
	while (n-- > 90)
		test_free(test_alloc(n));
	n = 5;
	for (char *q; n && (q = test_alloc(n)); n--)
		test_free(q);

	check_site("main", in_constant, "char", 8, 28);
	check_site("main", in_variable, NULL, 100, 0);
	check_site("main", in_while, NULL, 10, 0);
	check_site("main", in_condition, "char", 5, 0);
	check(count_sites("main") == 4);
	check(p[0]);
	return 0;
}
