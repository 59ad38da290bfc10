/*
 * A variant with the attribute "access" is not cloned for a constant tag: clones
 * lose the attribute, and _FORTIFY_SOURCE=3 the size of the argument.
 */
/* { dg-do compile } */
#include "mark.h"

__attribute__((access(__read_write__, 1, 2), noinline)) __allocator
void *get(void *p, __SIZE_TYPE__ n) /* { dg-untagged-tag "get" } */
{
	return (char *)p + n;
}

char *user(char *p)
{
	return get(p, 10); /* { dg-tag "user" "char" } */
}
/* { dg-final { scan-symbol-not "constprop|isra" } } */
