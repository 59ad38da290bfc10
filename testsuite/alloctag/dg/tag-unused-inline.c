/* An unused static inline function leaves no tag at -O0. */
/* { dg-do compile } */
/* { dg-options "-O0" } */
#include "mark.h"

static inline char *unused(void)
{
	return grab(1);
}

static inline __allocator char *unused_marked(void)
{
	return grab(1);
}

int used(void)
{
	return 1;
}
/* { dg-tags none } */
