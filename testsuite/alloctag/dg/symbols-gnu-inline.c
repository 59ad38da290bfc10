/* An extern gnu_inline definition emits neither variant nor original. */
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
