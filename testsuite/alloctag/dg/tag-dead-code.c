/* Code that can't be reached leaves no tag. */
/* { dg-do compile } */
#include "mark.h"

static inline char *choose(int n)
{
	if (__builtin_constant_p(n) && n > 100)
		return grab(1);
	return grab(2); /* { dg-tag "choose" "char" } */
}

char *user(void)
{
	if (0)
		return grab(3);
	return choose(10);
}
