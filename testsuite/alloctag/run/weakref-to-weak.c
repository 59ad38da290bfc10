/*
 * A weakref to a weak marked function of the same unit is another name of the
 * original: a call by it has the untagged tag, and its address is the
 * original's.
 */
/* { dg-do run } */
#include "counter.h"

__attribute__((weak)) __allocator void *get(size_t n);
static void *get_ref(size_t n) __attribute__((weakref("get")));

void *get(size_t n)
{
	return test_alloc(n);
}

/* Not known to GCC when it compiles the comparison. */
static void *(*volatile pointer)(size_t n) = get_ref;

int main(void)
{
	HERE(direct); char *p = get(10);
	char *q = get_ref(20);
	char *r = pointer(40);

	check_site("main", direct, NULL, 1, 10);
	check_untagged("get", 2, 60);
	check(pointer == get);
	check(p && q && r);
	return 0;
}
