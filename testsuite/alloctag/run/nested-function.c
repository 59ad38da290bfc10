/*
 * A nested function that allocates has tags with its own name, and may use its
 * parent's variables.
 */
/* { dg-do run } */
/* { dg-require-options "-Wl,-z,execstack" } */
#include "counter.h"

int main(void)
{
	size_t total = 0;
	enum { line = __LINE__ + 5 };

	__attribute__((noinline)) char *nested(size_t n)
	{
		total += n;
		return test_alloc(total);
	}
	char *p = nested(1), *q = nested(2);

	check_site("nested", line, "char", 2, 4);
	check_no_site("main");
	check(p && q);
	return 0;
}
