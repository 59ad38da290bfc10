/* A marked function that only passes on its tag has the untagged tag only. */
/* { dg-do compile } */
#include "mark.h"

__allocator char *outer(int n) /* { dg-untagged-tag "outer" } */
{
	char *p = grab(n);

	return p ? p : grab(n / 2);
}
