/*
 * A function without a prototype overrides a weak one that has a prototype:
 * tagged calls reach it, not the weak one.
 */
/* { dg-do run } */
/* { dg-additional-options "-w -std=gnu11" } */
/* { dg-additional-sources "weak-override-old-style-2.c" } */
#include "counter.h"

int hook(void) __allocator;
int by_other_unit(void);

__attribute__((weak)) int hook(void)
{
	return 1;
}

int main(void)
{
	check(hook() == 2);
	check(by_other_unit() == 2);
	return 0;
}
