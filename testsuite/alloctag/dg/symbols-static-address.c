/* A static marked function whose address is taken has a thunk, static as well. */
/* { dg-do compile } */
#include "mark.h"

static __attribute__((noinline)) __allocator void *get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n);
}

void *(*table[])(int) = { get };

char *user(void)
{
	return get(1); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol " t get\\.alloctag$" } } */
/* { dg-final { scan-symbol " t get$" } } */
