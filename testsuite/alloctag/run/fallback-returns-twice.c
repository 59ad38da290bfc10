/*
 * A marked function that returns twice still is called as before, and calls in
 * it carry tags of their own.
 */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
#include "counter.h"

static volatile int times;

int point(int n) __allocator __attribute__((returns_twice));
enum { line = __LINE__ + 3 };
__attribute__((noinline)) int point(int n)
{
	test_alloc(n);
	return times++;
}

int main(void)
{
	check(point(5) == 0);
	check(point(6) == 1);
	check_site("point", line, NULL, 2, 11);
	return 0;
}
