/* An asm operand takes the address of a static marked function. */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fno-pie" } */
#include "mark.h"

static __attribute__((noinline)) __allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}

char *user(void)
{
	asm volatile("# %c0 here" : : "i"(get));
	return get(1); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-assembler "# get here" } } */
/* { dg-final { scan-symbol " t get$" } } */
