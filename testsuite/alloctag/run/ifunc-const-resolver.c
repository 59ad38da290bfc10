/*
 * Calls of a marked ifunc remain, also if its resolver has no side effects, as
 * most resolvers. What GCC knows of the resolver is not true of the function.
 */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
#include "counter.h"

static void add_one(int in, int *out)
{
	*out = in + 1;
}

static void (*resolve(void))(int, int *)
{
	return add_one;
}

void add(int in, int *out) __allocator __attribute__((ifunc("resolve")));

static __attribute__((noinline)) int added(int n)
{
	int sum = 0;

	add(n, &sum);
	return sum;
}

int main(void)
{
	check(added(4) == 5);
	return 0;
}
