/* An unused static inline function leaves no tag when optimising. */
/* { dg-do compile } */
/* { dg-options "-O2" } */
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
