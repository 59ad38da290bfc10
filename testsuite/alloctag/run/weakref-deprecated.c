/*
 * A weakref to a marked function of the same unit may be deprecated. GCC took
 * that mark for one of its name, and stopped when the function was renamed.
 */
/* { dg-do run } */
#include "counter.h"

__attribute__((weak)) __allocator void *get(size_t n);
static void *get_ref(size_t n) __attribute__((weakref("get"), deprecated));

void *get(size_t n)
{
	return test_alloc(n);
}

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

int main(void)
{
	char *p = get_ref(20);

	check_untagged("get", 1, 20);
	check(p != NULL);
	return 0;
}
