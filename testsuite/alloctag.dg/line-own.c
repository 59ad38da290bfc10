/* The own tag of an allocator stands at its definition's name. */
/* { dg-do compile } */
#include "mark.h"

void *get(int n) __allocator;

static const int filler;

void *
get(int n) /* { dg-untagged-tag "get" } */
{
	return grab(n + filler);
}
