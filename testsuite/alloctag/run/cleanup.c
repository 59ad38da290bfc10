/*
 * Calls that GCC inserts for the cleanup attribute are charged to the function
 * that declares the variable, once.
 */
/* { dg-do run } */
#include "counter.h"

static __attribute__((noinline)) __allocator void log_end(int *n)
{
	test_alloc(*n);
}

static volatile int early;

static __attribute__((noinline)) int work(void)
{
	__attribute__((cleanup(log_end))) int n = 5;

	if (early)
		return 1;
	n = 6;
	return 2;
}

int main(void)
{
	check(work() == 2);
	check(total_allocs() == 1);
	check(count_sites("work") >= 1);
	check_no_site("main");
	early = 1;
	check(work() == 1);
	check(total_allocs() == 2);
	return 0;
}
