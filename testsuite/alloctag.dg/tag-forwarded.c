/* A marked function that only passes its tag on has no tag but its own. */
/* { dg-do compile } */
#include "mark.h"

__allocator char *outer(int n) /* { dg-untagged-tag "outer" } */
{
	char *p = grab(n);

	return p ? p : grab(n / 2);
}
