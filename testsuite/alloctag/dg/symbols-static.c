/* A static marked function whose address is not taken has no thunk. */
/* { dg-do compile } */
#include "mark.h"

static __attribute__((noinline)) __allocator void *get(int n)
{
	return grab(n);
}

char *user(void)
{
	return get(1); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol " t get\\.alloctag" } } */
/* { dg-final { scan-symbol-not " \[tT\] get$" } } */
