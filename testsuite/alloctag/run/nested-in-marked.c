/*
 * A nested function in a marked one is not marked itself; both work.
 */
/* { dg-do run } */
#include "counter.h"

enum { line = __LINE__ + 6 };
static __attribute__((noinline)) __allocator char *outer(size_t n)
{
	char *p = NULL;

	auto void __attribute__((noinline)) inner(void);
	void inner(void) { p = test_alloc(n); }

	inner();
	test_free(p);
	return test_alloc(n);
}

int main(void)
{
	HERE(site); char *p = outer(10);

	check_site("main", site, "char", 1, 10);
	check_site("inner", line + 0, NULL, 1, 0);
	check(p);
	return 0;
}
