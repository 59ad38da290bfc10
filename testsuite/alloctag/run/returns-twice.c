/*
 * A function that returns twice is left alone; a unit that doesn't know that
 * calls its variant, which exists.
 */
/* { dg-do run } */
/* { dg-additional-options "-w" } */
/* { dg-additional-sources "returns-twice-2.c" } */
#include "counter.h"

int by_other_unit(int n);

__attribute__((returns_twice)) __allocator int save(int n)
{
	return n + 1;
}

int main(void)
{
	check(save(2) == 3);
	check(by_other_unit(3) == 4);
	return 0;
}
