/*
 * A marked ifunc drops the tag, for callers in this unit and in another: what
 * it allocates is charged to the function that it resolves to.
 */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
/* { dg-additional-sources "fallback-ifunc-2.c" } */
#include "counter.h"

enum { line = __LINE__ + 3 };
static void *real_get(size_t n)
{
	return test_alloc(n);
}

/*
 * The asm statement makes the resolver impure. GCC 15 and 16 take the function
 * itself for "const" if the resolver is (-fipa-pure-const), and remove calls.
 */
static void *(*resolve(void))(size_t)
{
	asm volatile("" : : : "memory");
	return real_get;
}

void *get(size_t n) __allocator __attribute__((ifunc("resolve")));
char *by_other_unit(size_t n);

int main(void)
{
	char *p = get(10), *q = by_other_unit(20);

	check_site("real_get", line, NULL, 2, 30);
	check(p && q);
	return 0;
}
