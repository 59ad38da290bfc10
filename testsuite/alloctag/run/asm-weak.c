/*
 * A weak function that an asm statement defines has a weak variant: another
 * unit may define both.
 */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-additional-options "-w -fno-toplevel-reorder -flto-partition=one" } */
/* { dg-additional-sources "asm-weak-2.S" } */
#include "counter.h"

asm("	.text\n"
    "	.weak overridden\n"
    "overridden:	mov $4, %eax\n"
    "	ret\n"
    "	.size overridden, . - overridden\n"
    "	.previous");

int overridden(void) __allocator;

int main(void)
{
	check(overridden() == 5);
	return 0;
}
