/* With -O0 -fno-toplevel-reorder tags still come of calls alone. */
/* { dg-do compile } */
/* { dg-options "-O0 -fno-toplevel-reorder" } */
#include "mark.h"

char *user(int n)
{
	if (0)
		return grab(3);
	return grab(4); /* { dg-tag "user" "char" } */
}
