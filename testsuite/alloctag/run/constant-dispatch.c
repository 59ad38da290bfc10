/*
 * Like kmalloc(): an always_inline function that tests the size with
 * __builtin_constant_p() and calls one of two marked functions.
 */
/* { dg-do run } */
#include "counter.h"

static int constants, variables;

static __attribute__((noinline)) __allocator void *get_class(int class)
{
	constants++;
	return test_alloc(1UL << class);
}

static __attribute__((noinline)) __allocator void *get_any(size_t n)
{
	variables++;
	return test_alloc(n);
}

static inline __attribute__((always_inline)) __allocator void *get(size_t n)
{
	if (__builtin_constant_p(n)) {
		if (n <= 8)
			return get_class(3);
		if (n <= 16)
			return get_class(4);
	}
	return get_any(n);
}

static volatile int unknown = 12;

int main(void)
{
	HERE(constant); char *p = get(10);
	HERE(variable); char *q = get(unknown);

#ifdef __OPTIMIZE__
	check(constants == 1 && variables == 1);
	check_site("main", constant, "char", 1, 16);
#endif
	check_site("main", variable, "char", 1, 12);
	check(count_sites("main") == 2);
	check(p && q);
	return 0;
}
