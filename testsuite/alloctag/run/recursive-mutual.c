/*
 * Two marked functions that call each other keep the tag of the first call,
 * whichever of them was called first.
 */
/* { dg-do run } */
#include "counter.h"

static void *even(int n) __allocator;
static void *odd(int n) __allocator;

static __attribute__((noinline)) void *even(int n)
{
	if (n == 0)
		return test_alloc(2);
	return odd(n - 1);
}

static __attribute__((noinline)) void *odd(int n)
{
	if (n < 0)
		return test_alloc(1);
	return even(n - 1);
}

int main(void)
{
	HERE(by_even); char *p = even(100);
	HERE(by_odd); char *q = odd(100);

	check_site("main", by_even, "char", 1, 2);
	check_site("main", by_odd, "char", 1, 1);
	check(p != q);
	return 0;
}
