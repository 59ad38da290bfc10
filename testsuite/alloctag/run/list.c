/*
 * A function named in an allocators= list behaves like one that has the
 * attribute.
 */
/* { dg-do run } */
/* { dg-allocators "list.txt" } */
#include "counter.h"

static __attribute__((noinline)) char *first(size_t n)
{
	return test_alloc(n);
}

__attribute__((noinline)) char *second(size_t n)
{
	return first(n + 1);
}

int main(void)
{
	HERE(one); char *p = first(10);
	HERE(two); char *q = second(20);

	check_site("main", one, "char", 1, 10);
	check_site("main", two, "char", 1, 21);
	check_no_site("first");
	check_no_site("second");
	check(p && q);
	return 0;
}
