/*
 * A static function can be marked, on a declaration before or on the
 * definition itself.
 */
/* { dg-do run } */
#include "counter.h"

static void *declared(size_t n) __allocator;
static void *declared(size_t n)
{
	return test_alloc(n);
}

static __allocator void *defined(size_t n)
{
	return test_alloc(n + 1);
}

int main(void)
{
	HERE(a); char *p = declared(10);
	HERE(b); char *q = defined(10);

	check_site("main", a, "char", 1, 10);
	check_site("main", b, "char", 1, 11);
	check(p && q);
	return 0;
}
