/* A gnu_inline body for inlining only emits nothing, with any name. */
/* { dg-do compile } */
#include "mark.h"

extern inline __attribute__((gnu_inline)) __allocator void *get(int n)
{
	return grab(n);
}

char *user(int n)
{
	return get(n); /* { dg-tag "user" "char" } */
}

void *(*pointer)(int) = get;
/* { dg-final { scan-symbol-not " \[TtWw\] get" } } */
/* { dg-final { scan-symbol " U get$" } } */
/* { dg-final { scan-symbol " U grab\\.alloctag$" } } */
