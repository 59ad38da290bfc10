/*
 * A call through a cast to another function type passes what that type says: it
 * is left to the original symbol.
 */
/* { dg-do compile } */
#include "mark.h"

__attribute__((noinline)) __allocator void *get(int n) /* { dg-own-tag "get" } */
{
	return grab(n);
}

char *user(void)
{
	return ((char *(*)(void))get)();
}
