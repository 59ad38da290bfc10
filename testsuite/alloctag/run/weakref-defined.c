/*
 * A weakref to a marked function that the unit defines calls the original, with
 * the untagged tag.
 */
/* { dg-do run } */
#include "counter.h"

__attribute__((noinline, noclone)) __allocator void *get(size_t n);
static void *get_ref(size_t n) __attribute__((weakref("get")));

void *get(size_t n)
{
	return test_alloc(n);
}

/* Leaves something else in the register of the second argument. */
__attribute__((noinline, noclone)) void other(long a, long b)
{
	asm volatile("" : : "r"(a), "r"(b));
}

int main(void)
{
	HERE(direct); char *p = get(10);
	char *q;

	other(5, 0x4141);
	q = get_ref(20);
	check_site("main", direct, NULL, 1, 10);
	check_untagged("get", 1, 20);
	check(p && q);
	return 0;
}
