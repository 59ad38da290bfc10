/*
 * A naked function keeps its body, and its variant has one of its own: a call
 * from this unit, and one from a unit that doesn't see "naked", return what the
 * assembly code says.
 */
/* { dg-do run { target i?86-*-* x86_64-*-* } } */
/* { dg-additional-options "-w" } */
/* { dg-additional-sources "naked-2.c" } */
#include "counter.h"

int get(void) __allocator;
int by_other_unit(void);

__attribute__((naked, noipa, no_instrument_function, no_stack_protector))
int get(void)
{
	asm("movl $42, %eax\n\tret");
}

int main(void)
{
	check(get() == 42);
	check(by_other_unit() == 42);
	return 0;
}
