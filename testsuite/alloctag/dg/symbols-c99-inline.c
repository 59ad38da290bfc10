/* A C99 inline definition emits neither variant nor original. */
/* { dg-do compile } */
/* { dg-options "-O0 -std=gnu11" } */
#include "mark.h"

inline __allocator void *get(int n)
{
	return grab(n);
}

char *user(int n)
{
	return get(n); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol-not " \[TtWw\] get" } } */
/* { dg-final { scan-symbol " U get\\.alloctag$" } } */
