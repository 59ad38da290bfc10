/* Marked pointers of another class than "allocator". */
/* { dg-do run } */
#include <stdlib.h>
#include "mark.h"
#include "class.h"

#define HERE(name) enum { name = __LINE__ }

static struct wait_tag *waited;

static __attribute__((noinline)) __wait void wait_for(int n)
{
	waited = wait_caller();
	waited->waits += n;
}

static void (*volatile wait)(int n) __wait = wait_for;

int main(void)
{
	HERE(site); wait(3);
	if (waited->line != site || waited->waits != 3)
		abort();
	return 0;
}
