/*
 * A call of a weakref to a function that is defined here calls that function's
 * variant: GCC must not remove it when it has inlined all other calls.
 */
/* { dg-do run } */
/* { dg-options "-O2 -fwhole-program" } */
#include "mark.h"

static int reference(int n) __attribute__((weakref("defined"))) __allocator;
int defined(int n) __allocator;

int defined(int n)
{
	return n + 1;
}

int main(void)
{
	return reference(1) != 2 || defined(2) != 3;
}
