/* With -O0 -fno-toplevel-reorder, unreferenced tags are still removed. */
/* { dg-do compile } */
/* { dg-options "-O0 -fno-toplevel-reorder" } */
#include "mark.h"

char *user(int n)
{
	if (0)
		return grab(3);
	return grab(4); /* { dg-tag "user" "char" } */
}
