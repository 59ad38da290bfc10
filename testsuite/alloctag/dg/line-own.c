/* The untagged tag has the line of the name in the definition. */
/* { dg-do compile } */
#include "mark.h"

void *get(int n) __allocator;

static const int filler;

void *
get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n + filler);
}
