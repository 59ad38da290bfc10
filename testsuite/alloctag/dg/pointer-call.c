/* A call through a pointer is not changed and has no tag. */
/* { dg-do compile } */
#include "mark.h"

char *user(void *(**fn)(int n), int n)
{
	return fn[0](n);
}
/* { dg-tags none } */
