/*
 * An alias of a naked variadic function has no variant either: calls of it, and
 * of the function, use the original names.
 */
/* { dg-do run { target i?86-*-* x86_64-*-* } } */
/* { dg-additional-options "-w" } */
#include "counter.h"

int get(int n, ...) __allocator;
__attribute__((naked, noipa, no_instrument_function, no_stack_protector))
int get(int n, ...)
{
	asm("movl $42, %eax\n\tret");
}
int get_alias(int n, ...) __allocator __attribute__((alias("get")));

int main(void)
{
	check(get(1) == 42);
	check(get_alias(1, 2) == 42);
	return 0;
}
