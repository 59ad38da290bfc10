/*
 * A marked function that calls setjmp() keeps its hidden parameter after
 * longjmp().
 */
/* { dg-do run } */
#include <setjmp.h>
#include "counter.h"

static jmp_buf env;
static volatile int again;

static __attribute__((noinline)) void jump(void)
{
	again = 1;
	longjmp(env, 1);
}

static __attribute__((noinline)) __allocator char *get(volatile size_t n)
{
	if (!setjmp(env))
		jump();
	return test_alloc(n);
}

int main(void)
{
	HERE(site); char *p = get(10);

	check(again == 1);
	check_site("main", site, "char", 1, 10);
	check(p);
	return 0;
}
